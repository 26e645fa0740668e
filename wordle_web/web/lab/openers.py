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
from wordle_web.web.ui.formatting import mean_text, number_text
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
        verdict: How good it is; empty if no word was looked up.
        error: Why it could not be rated.
        ranking: What the list is ranked by.
        headings: Of the columns, in the order of the rows.
        choices: Links to all openers, or to the best.
        previous: The page before.
        following: The page after.
    """

    state: OpenersState
    verdict: str
    error: str
    ranking: str
    headings: tuple[Heading, ...]
    rows: tuple[OpenerRow, ...]
    choices: tuple[Link, ...]
    summary: str
    command: str
    previous: Link | None
    following: Link | None
    exports: tuple[Link, ...]


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
    ranks = _ranks(found, state)
    place = found.places.get(plain_letters(state.word, services().alphabet))
    is_unknown = state.word and place is None
    error = gettext("%(word)s is not in the word list.", word=state.word.upper())
    return OpenersPage(
        state=state,
        verdict="" if place is None else _verdict(found, place),
        error=error if is_unknown else "",
        ranking=_ranking(state),
        headings=_headings(columns, state),
        rows=tuple(_row(found, each, ranks, state) for each in openers[first : first + PAGE]),
        choices=_choices(found, state, path),
        summary=_summary(found),
        command=found.facts.get("command", ""),
        previous=_page_link(gettext("Previous %(number)s", number=PAGE), state, -1, last),
        following=_page_link(gettext("Next %(number)s", number=PAGE), state, 1, last),
        exports=links_to_files(OpenersState(is_best=state.is_best).address(f"{path}.{{}}")),
    )


def _page_link(label: str, state: OpenersState, step: int, last: int) -> Link | None:
    page = state.page + step
    url = replace(state, page=page).address(url_for("lab.openers"))
    return Link(label, url) if 1 <= page <= last else None


def _ranks(found: Openers, state: OpenersState) -> Mapping[str, int]:
    if not state.is_best:
        return found.places
    return {each.word: place for place, each in enumerate(found.searched)}


def _ranking(state: OpenersState) -> str:
    if state.is_best:
        return gettext("Ranked by average guesses with the Optimal strategy.")
    return gettext("Ranked by average guesses with a simple strategy.")


# The search was asked about the best only, so the list of all cannot be sorted by it.
def _headings(columns: Mapping[str, Heading], state: OpenersState) -> tuple[Heading, ...]:
    word, groups, left = columns["word"], columns["groups"], columns["left"]
    if state.is_best:
        simple = replace(columns["rank"], label=gettext("With a simple strategy"))
        return word, columns["best"], simple, columns["worst"], groups, left
    best = replace(columns["best"], url="")
    return word, columns["rank"], best, columns["worst"], columns["late"], groups, left


def _row(found: Openers, each: Opener, ranks: Mapping[str, int], state: OpenersState) -> OpenerRow:
    mean = each.total / found.answers
    best = each.best_total / found.answers if each.best_total else None
    return OpenerRow(
        opener=each,
        place=ranks[each.word] + 1,
        averages=(best, mean) if state.is_best else (mean, best),
        worst=each.best_worst if state.is_best else each.worst,
        watch=url_for("watch.watch", random=1, opener=each.word, length=len(each.word)),
    )


def _verdict(found: Openers, place: int) -> str:
    each, best, games = found.openers[place], found.openers[0], found.answers
    text = gettext(
        "%(word)s is no. %(place)s of %(all)s openers: %(mean)s guesses on average. The "
        "best one, %(best)s, takes %(best_mean)s.",
        word=each.word.upper(),
        place=number_text(place + 1),
        all=number_text(len(found.openers)),
        mean=mean_text(each.total / games),
        best=best.word.upper(),
        best_mean=mean_text(best.total / games),
    )
    if each.best_total is None:
        return text
    more = gettext("With Optimal it takes %(mean)s.", mean=mean_text(each.best_total / games))
    return f"{text} {more}"


def _choices(found: Openers, state: OpenersState, path: str) -> tuple[Link, ...]:
    if not found.searched:
        return ()
    every, best = number_text(len(found.openers)), number_text(len(found.searched))
    usual = OpenersState(word=state.word)
    return (
        Link(gettext("All %(number)s openers", number=every), usual.address(path)),
        Link(
            gettext("Best %(number)s with Optimal", number=best),
            replace(usual, is_best=True).address(path),
        ),
    )


def _summary(found: Openers) -> str:
    text = gettext(
        "Each allowed word opened %(games)s games, one for every answer of this site. "
        "After the opener, the player always guessed the possible word that leaves the "
        "fewest words on average.",
        games=number_text(found.answers),
    )
    if not found.searched:
        return text
    more = gettext(
        "“With Optimal” is the average when the Optimal strategy plays on from the "
        "opener. It was measured for the %(number)s most promising openers; the others "
        "show a dash.",
        number=number_text(len(found.searched)),
    )
    return f"{text} {more}"
