"""Texts about marks and word lists that several pages share."""

from collections.abc import Iterable, Mapping

from babel.support import LazyProxy

from wordle_web.web.services import services
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.game_urls import DEFAULT_MODE
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _

# Whose words a mode assumes, as part of a sentence.
MODE_TEXTS: Mapping[str, LazyProxy] = {
    "real": _("another site (such as the newspaper’s)"),
    "pool": _("this site (normal)"),
    "easy": _("this site (easy)"),
    "hard": _("this site (hard)"),
}


def colors_text(marks: Iterable[int]) -> str:
    """Return the colors of marks from 0 to 2: `gray, yellow, green`."""
    names = (gettext("gray"), gettext("yellow"), gettext("green"))
    return ", ".join(names[mark] for mark in marks)


def available_modes(length: int) -> tuple[str, ...]:
    """Return the modes that this site has words of a length for."""
    pools = {"pool": "normal", "easy": "easy", "hard": "hard"}
    site = services()
    return (DEFAULT_MODE, *(mode for mode in pools if site.has_pool(length, pools[mode])))


def mode_options(length: int, selected: str) -> tuple[Option, ...]:
    """Return the modes that can be chosen for words of a length."""
    return tuple(
        Option(mode, _capitalized(str(MODE_TEXTS[mode])), mode == selected)
        for mode in available_modes(length)
    )


def _capitalized(text: str) -> str:
    # Not `str.capitalize`, which would write the rest of the sentence in lower case.
    return text[:1].upper() + text[1:]
