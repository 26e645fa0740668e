"""Links that choose the number and the order of boards."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from wordle_web.game.puzzles.days import DAILY_LENGTH, DAILY_POOL
from wordle_web.game.puzzles.variants import BOARD_COUNTS, Variant
from wordle_web.web.services import services
from wordle_web.web.ui.formatting import number_text
from wordle_web.web.ui.i18n import gettext, ngettext


class VariantLink(NamedTuple):
    """A link that chooses a variant; `spoken` is its name for screen readers."""

    label: str
    spoken: str
    url: str
    is_selected: bool


class VariantMenu(NamedTuple):
    """The numbers of boards that can be played, and the orders of several boards."""

    counts: tuple[VariantLink, ...]
    orders: tuple[VariantLink, ...]


def variant_menu(variant: Variant, address: Callable[[Variant], str]) -> VariantMenu:
    """Return the menu in which `variant` is selected; `address` returns a variant's address."""
    counts = [
        VariantLink(
            number_text(count),
            ngettext("%(num)s board", "%(num)s boards", count),
            address(replace(variant, boards=count, in_turn=variant.in_turn and count > 1)),
            count == variant.boards,
        )
        for count in (1, *BOARD_COUNTS)
        if services().has_pool(DAILY_LENGTH, DAILY_POOL, count)
    ]
    return VariantMenu(tuple(counts), orders(variant, address) if variant.boards > 1 else ())


def orders(variant: Variant, address: Callable[[Variant], str]) -> tuple[VariantLink, ...]:
    """Return both orders of several boards; `address` returns a variant's address."""
    texts = {False: gettext("Together"), True: gettext("One at a time")}
    return tuple(
        VariantLink(
            text, text, address(replace(variant, in_turn=in_turn)), in_turn == variant.in_turn
        )
        for in_turn, text in texts.items()
    )
