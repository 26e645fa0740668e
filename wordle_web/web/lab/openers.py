"""How good openers are: the list, a page at a time, and a looked-up word."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from babel.support import LazyProxy
from flask import url_for

from wordle_web.engine.words.letters import plain_letters
from wordle_web.lab.openers import Opener, Openers
from wordle_web.web.http.compression import ENCODERS
from wordle_web.web.lab.page import Heading, headings
from wordle_web.web.lab.state import OpenersState
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import TableRow, links_to_files, text_of
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _

PAGE: Final = 50

COLUMNS: Final[Mapping[str, LazyProxy]] = {
    "rank": _("Average guesses"),
    "word": _("Opener"),
    "worst": _("Worst case"),
    "late": _("Lost"),
    "groups": _("Results"),
    "left": _("Words left"),
    "best": _("With Optimal"),
}
KEYS: Final[Mapping[str, Callable[[Opener], str | float]]] = {
    "rank": lambda each: each.total,
    "word": lambda each: each.word,
    "worst": lambda each: each.worst,
    "late": lambda each: each.late,
    "groups": lambda each: each.groups,
    "left": lambda each: each.left,
    "best": lambda each: each.best_total or 0,
}
# In the list of the best, the worst case is that of the search which ranks it.
BEST_KEYS: Final = {**KEYS, "worst": lambda each: each.best_worst or 0}


@dataclass(frozen=True, slots=True)
class OpenerRow:
    """One opener.

    Attributes:
        place: Its rank in the list, from 1.
        averages: Guesses of a game when every later guess is a possible word, and of one with the
            full search, None if not measured; the one that the list is ranked by first.
        worst: The most guesses of a game of the player that the list is ranked by.
        watch: Address of a game with it.
    """

    opener: Opener
    place: int
    averages: tuple[float | None, ...]
    worst: int | None
    watch: str


@dataclass(frozen=True, slots=True)
class OpenersPage:
    """How good openers are.

    Attributes:
        looked_up: The word in the address, with its rank from 1; None if it is none, or unknown.
        headings: Of the columns, in the order of the rows.
        all_url: Address of all openers.
        best_url: Address of the best.
        previous: The page before.
        following: The page after.
    """

    state: OpenersState
    found: Openers
    looked_up: tuple[Opener, int] | None
    headings: tuple[Heading, ...]
    rows: tuple[OpenerRow, ...]
    all_url: str
    best_url: str
    previous: Link | None
    following: Link | None
    exports: tuple[Link, ...]

    @property
    def is_unknown(self) -> bool:
        """Whether the word in the address is no opener."""
        return bool(self.state.word) and self.looked_up is None


def selected_openers(found: Openers, state: OpenersState) -> tuple[Opener, ...]:
    """Return the requested openers in the requested order."""
    openers = found.searched if state.is_best else found.openers
    if state.column == state.default_column:
        return openers[::-1] if state.is_reversed else openers
    key = (BEST_KEYS if state.is_best else KEYS)[state.column]
    return tuple(sorted(openers, key=key, reverse=state.is_descending))


def opener_rows(found: Openers, openers: Sequence[Opener]) -> list[TableRow]:
    """Return openers as files hold them."""
    games = found.answers
    return [
        {
            "rank": found.places[each.word] + 1,
            "word": each.word,
            "games": games,
            "mean": each.total / games,
            "total_guesses": each.total,
            "worst": each.worst,
            "beyond_six": each.late,
            "replies": each.groups,
            "expected_remaining": each.left,
            "optimal_mean": each.best_total / games if each.best_total else None,
            "optimal_total_guesses": each.best_total,
            "optimal_worst": each.best_worst,
        }
        for each in openers
    ]


# Made once, since it takes 0.1 s. Of the one lexicon that was measured there are two lists, each in
# two formats and three encodings: 2 MB in all.
@functools.lru_cache(maxsize=12)
def openers_table(found: Openers, encoding: str, ending: str, is_best: bool) -> bytes:
    """Return the best openers or all as the content of a file; 404 for an unknown ending."""
    openers = found.searched if is_best else found.openers
    content = text_of(opener_rows(found, openers), ending).encode()
    return ENCODERS[encoding](content) if encoding else content


def openers_page(found: Openers, state: OpenersState) -> OpenersPage:
    """Return the page of the openers."""
    path = url_for("lab.openers")
    openers = selected_openers(found, state)
    last = max(1, -(-len(openers) // PAGE))
    state = replace(state, page=min(state.page, last))
    first = (state.page - 1) * PAGE
    columns = headings(COLUMNS, replace(state, page=1), path)
    ranks = found.places
    if state.is_best:
        ranks = {each.word: place for place, each in enumerate(found.searched)}
    place = found.places.get(plain_letters(state.word, services().alphabet))
    usual = OpenersState(word=state.word)
    return OpenersPage(
        state=state,
        found=found,
        looked_up=None if place is None else (found.openers[place], place + 1),
        headings=_headings(columns, state),
        rows=tuple(_row(found, each, ranks, state) for each in openers[first : first + PAGE]),
        all_url=usual.address(path),
        best_url=replace(usual, is_best=True).address(path),
        previous=_page_link(gettext("Previous %(number)s", number=PAGE), state, -1, last),
        following=_page_link(gettext("Next %(number)s", number=PAGE), state, 1, last),
        exports=links_to_files(OpenersState(is_best=state.is_best).address(f"{path}.{{}}")),
    )


def _page_link(label: str, state: OpenersState, step: int, last: int) -> Link | None:
    page = state.page + step
    url = replace(state, page=page).address(url_for("lab.openers"))
    return Link(label, url) if 1 <= page <= last else None


# The search was asked about the best only, so the list of all cannot be sorted by it.
def _headings(columns: Mapping[str, Heading], state: OpenersState) -> tuple[Heading, ...]:
    word, groups, left = columns["word"], columns["groups"], columns["left"]
    if state.is_best:
        simple = replace(columns["rank"], label=gettext("With a simple strategy"))
        return word, columns["best"], simple, columns["worst"], groups, left
    best = replace(columns["best"], url="")
    return word, columns["rank"], best, columns["worst"], columns["late"], groups, left


def _row(found: Openers, each: Opener, ranks: Mapping[str, int], state: OpenersState) -> OpenerRow:
    mean, best = found.mean(each.total), found.mean(each.best_total) if each.best_total else None
    return OpenerRow(
        opener=each,
        place=ranks[each.word] + 1,
        averages=(best, mean) if state.is_best else (mean, best),
        worst=each.best_worst if state.is_best else each.worst,
        watch=url_for("watch.watch", random=1, opener=each.word, length=len(each.word)),
    )
