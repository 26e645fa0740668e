"""Words and modes: as the addresses of games hold them, and as pages name them."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote_plus

from babel.support import LazyProxy

from wordle_web.game.board import MARKS, Mark
from wordle_web.game.errors import NotLettersError
from wordle_web.game.rules import normalize
from wordle_web.web.services import services
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _

MODES = ("real", "pool", "easy", "hard")
DEFAULT_MODE = "real"
SWITCHED_ON = frozenset({"1", "on", "true", "yes"})
MAX_EXCERPT = 24
IN_TURN = "in-turn"  # of several boards: only the first unsolved one shows its colors

# The word list of each mode, as part of a sentence.
MODE_TEXTS: Mapping[str, LazyProxy] = {
    "real": _("another site (such as the newspaper’s)"),
    "pool": _("this site (normal)"),
    "easy": _("this site (easy)"),
    "hard": _("this site (hard)"),
}

Pairs = Sequence[tuple[str, str]]  # the fields of a query, in order


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of an address that could not be used: its kind and a short piece of its text."""

    kind: str
    text: str = ""


def read_word(text: str) -> str | None:
    """Return `text` as a lower-case word, or None where it is none."""
    try:
        return normalize(text) or None
    except NotLettersError:
        return None


def read_optional_word(
    text: str, lengths: Container[int], problems: list[Problem], kind: str
) -> str:
    """Return `text` as a word, "" for none; one of another length is added to `problems`."""
    word = read_word(text) if text else ""
    if word == "" or (word is not None and len(word) in lengths):
        return word
    problems.append(Problem(kind, excerpt(text)))
    return ""


def read_mode(text: str, problems: list[Problem]) -> str:
    """Return the mode that `text` names; an unknown one is added to `problems`."""
    mode = {"": DEFAULT_MODE, "normal": "pool"}.get(text, text)
    if mode in MODES:
        return mode
    problems.append(Problem("mode", excerpt(text)))
    return DEFAULT_MODE


def excerpt(text: str) -> str:
    """Return `text` short enough to be quoted in a sentence, without control characters."""
    printable = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
    return printable if len(printable) <= MAX_EXCERPT else printable[: MAX_EXCERPT - 1] + "…"


def first_value(pairs: Pairs, name: str) -> str:
    """Return the first value of a name, without spaces around it; empty where there is none."""
    return next((value.strip() for key, value in pairs if key == name), "")


def query_string(*pairs: tuple[str, str]) -> str:
    """Return a query without its empty values: `row=crane:01002&hard=1`."""
    # Colons and commas are not escaped: people read these addresses and type them by hand.
    return "&".join(f"{name}={quote_plus(value, safe=':,')}" for name, value in pairs if value)


def marks_text(marks: Iterable[int]) -> str:
    """Return marks from 0 to 2 as tiles speak them: `absent, present, correct`."""
    names = (gettext("absent"), gettext("present"), gettext("correct"))
    return ", ".join(names[mark] for mark in marks)


def mark_names(marks: Iterable[int]) -> tuple[Mark, ...]:
    """Return marks from 0 to 2 as tiles carry them."""
    return tuple(MARKS[mark] for mark in marks)


def available_modes(length: int) -> tuple[str, ...]:
    """Return the modes that this site has words of a length for."""
    pools = {mode_of(pool): pool for pool in ("normal", "easy", "hard")}
    site = services()
    return (DEFAULT_MODE, *(mode for mode in pools if site.has_pool(length, pools[mode])))


def mode_of(pool: str) -> str:
    """Return the mode for a game whose answer comes from a pool, or from none of those named."""
    return pool if pool in {"easy", "hard"} else "pool"


def mode_options(length: int, selected: str) -> tuple[Option, ...]:
    """Return the modes that can be chosen for words of a length."""
    return tuple(
        Option(mode, _capitalized(str(MODE_TEXTS[mode])), mode == selected)
        for mode in available_modes(length)
    )


def _capitalized(text: str) -> str:
    # Not `str.capitalize`, which would write the rest of the sentence in lower case.
    return text[:1].upper() + text[1:]
