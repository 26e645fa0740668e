"""How good openers are: the list, a page at a time, and the word that was looked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from wordle_web.lab.openers import Opener, Openers
from wordle_web.web.lab.page import OPENERS, PATH
from wordle_web.web.lab.state import whole
from wordle_web.web.lab.view_models import Heading, OpenerRow, OpenersPage
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import Value, links_to_files
from wordle_web.web.ui.formatting import decimal, mean_text, number_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address

PAGE: Final = 50
SORTS: Final = ("rank", "word", "worst", "late", "groups", "left", "best")
FALLING: Final = frozenset({"groups"})

Key = Callable[[Opener], str | float]

KEYS: Final[Mapping[str, Key]] = {
    "rank": lambda each: each.total,
    "word": lambda each: each.word,
    "worst": lambda each: each.worst,
    "late": lambda each: each.late,
    "groups": lambda each: each.groups,
    "left": lambda each: each.left,
    "best": lambda each: each.best_total or 0,
}


@dataclass(frozen=True, slots=True)
class OpenersState:
    """What an address asks for.

    Attributes:
        word: The opener that is looked for.
        sort: The column to sort by; empty for the usual one.
        is_reversed: Whether the worst come first.
        is_best: Whether only those that the search was asked about are listed.
        page: From 1.
    """

    word: str = ""
    sort: str = ""
    is_reversed: bool = False
    is_best: bool = False
    page: int = 1

    @property
    def column(self) -> str:
        """The column that the list is sorted by."""
        return self.sort or ("best" if self.is_best else "rank")

    def address(self, path: str) -> str:
        """Return the address of this state at `path`."""
        pairs = {
            "word": self.word,
            "sort": self.sort,
            "order": "reversed" if self.is_reversed else "",
            "best": "1" if self.is_best else "",
            "page": str(self.page) if self.page > 1 else "",
        }
        query = urlencode({name: value for name, value in pairs.items() if value})
        return f"{path}?{query}" if query else path


def read_state(fields: Mapping[str, str]) -> OpenersState:
    """Return what an address asks for; what is unknown is as usual."""
    sort, is_best = fields.get("sort", ""), fields.get("best", "") == "1"
    return OpenersState(
        word="".join(filter(str.isalpha, fields.get("word", "")[:32])).lower(),
        sort=sort if sort in SORTS and (is_best or sort != "best") else "",
        is_reversed=fields.get("order", "") == "reversed",
        is_best=is_best,
        page=max(1, whole(fields.get("page", ""), 1)),
    )


def listed(found: Openers, state: OpenersState) -> tuple[Opener, ...]:
    """Return the openers that are asked for, in the order that is asked for."""
    openers = found.searched if state.is_best else found.openers
    if state.column == ("best" if state.is_best else "rank"):
        return openers[::-1] if state.is_reversed else openers
    falls = (state.column in FALLING) != state.is_reversed
    return tuple(sorted(openers, key=KEYS[state.column], reverse=falls))


def opener_facts(found: Openers, openers: Sequence[Opener]) -> list[dict[str, Value]]:
    """Return openers as files hold them."""
    games = found.answers
    return [
        {
            "rank": found.places[each.word] + 1,
            "word": each.word,
            "games": games,
            "mean": round(each.total / games, 4),
            "total_guesses": each.total,
            "worst": each.worst,
            "beyond_six": each.late,
            "replies": each.groups,
            "expected_remaining": each.left,
            "optimal_mean": round(each.best_total / games, 4) if each.best_total else None,
            "optimal_total_guesses": each.best_total,
            "optimal_worst": each.best_worst,
        }
        for each in openers
    ]


def openers_page(found: Openers, state: OpenersState) -> OpenersPage:
    """Return what the page shows."""
    path = address(OPENERS)
    openers = listed(found, state)
    last = max(1, -(-len(openers) // PAGE))
    state = replace(state, page=min(state.page, last))
    first = (state.page - 1) * PAGE
    place = found.places.get(state.word)
    return OpenersPage(
        path=path,
        word=state.word,
        verdict="" if place is None else _verdict(found, place),
        error=_error(state, is_known=place is not None),
        asked=None if place is None else _row(found, found.openers[place], state),
        headings=_headings(state, path),
        rows=tuple(_row(found, each, state) for each in openers[first : first + PAGE]),
        is_best=state.is_best,
        choices=_choices(found, state, path),
        summary=_summary(found),
        command=found.facts.get("command", ""),
        previous=_page_link(state, -1, last, path),
        following=_page_link(state, 1, last, path),
        exports=links_to_files(state.address(f"{path}.{{}}")),
        lab=Link(gettext("Back to the lab"), address(PATH)),
    )


def _row(found: Openers, each: Opener, state: OpenersState) -> OpenerRow:
    """Return one opener as the page shows it."""
    games = found.answers
    return OpenerRow(
        place=number_text(found.places[each.word] + 1),
        word=each.word.upper(),
        mean=mean_text(each.total / games),
        worst=str(each.worst),
        late=number_text(each.late),
        groups=number_text(each.groups),
        left=decimal(each.left),
        best=mean_text(each.best_total / games) if each.best_total else "",
        best_worst=str(each.best_worst or ""),
        watch=address(f"/watch?random=1&opener={each.word}&length={len(each.word)}"),
        is_asked=each.word == state.word,
    )


def _verdict(found: Openers, place: int) -> str:
    """Return how good an opener is, in sentences."""
    each, best, games = found.openers[place], found.openers[0], found.answers
    said = gettext(
        "%(word)s is number %(place)s of %(all)s: %(mean)s guesses on average, and %(best)s, "
        "the best, takes %(best_mean)s.",
        word=each.word.upper(),
        place=number_text(place + 1),
        all=number_text(len(found.openers)),
        mean=mean_text(each.total / games),
        best=best.word.upper(),
        best_mean=mean_text(best.total / games),
    )
    if each.best_total is None:
        return said
    more = gettext(
        "Played by the search it takes %(mean)s.", mean=mean_text(each.best_total / games)
    )
    return f"{said} {more}"


def _error(state: OpenersState, *, is_known: bool) -> str:
    """Return why a word was not found."""
    if not state.word or is_known:
        return ""
    return gettext("%(word)s is not in the word list.", word=state.word.upper())


def _headings(state: OpenersState, path: str) -> dict[str, Heading]:
    """Return the columns that can be sorted by."""
    labels = {
        "rank": gettext("Mean"),
        "word": gettext("Opener"),
        "worst": gettext("Worst"),
        "late": gettext("Lost"),
        "groups": gettext("Replies"),
        "left": gettext("Words left"),
        "best": gettext("Search"),
    }
    return {
        each: Heading(labels[each], _sort_url(state, each, path), _order(state, each))
        for each in SORTS
    }


def _sort_url(state: OpenersState, column: str, path: str) -> str:
    """Return where the list is sorted by a column; the other way round if it is already."""
    is_reversed = state.column == column and not state.is_reversed
    return replace(state, sort=column, is_reversed=is_reversed, page=1).address(path)


def _order(state: OpenersState, column: str) -> str:
    """Return how a column is sorted, as `aria-sort` says it; empty where it is not."""
    if state.column != column:
        return ""
    return "descending" if (column in FALLING) != state.is_reversed else "ascending"


def _choices(found: Openers, state: OpenersState, path: str) -> tuple[Link, ...]:
    """Return the ways to all openers, and to the best by the search."""
    if not found.searched:
        return ()
    every, best = number_text(len(found.openers)), number_text(len(found.searched))
    usual = OpenersState(word=state.word)
    return (
        Link(gettext("All %(number)s", number=every), usual.address(path)),
        Link(
            gettext("The best %(number)s by the search", number=best),
            replace(usual, is_best=True).address(path),
        ),
    )


def _summary(found: Openers) -> str:
    """Return what was measured."""
    said = gettext(
        "Every allowed word opened %(games)s games, one for each of this site’s own words. From "
        "then on the player said a possible word, the one that leaves the fewest on average.",
        games=number_text(found.answers),
    )
    if not found.searched:
        return said
    more = gettext(
        "“Search” is the mean when this site’s own search goes on. It was asked about %(number)s "
        "openers; the others have a dash.",
        number=number_text(len(found.searched)),
    )
    return f"{said} {more}"


def _page_link(state: OpenersState, step: int, last: int, path: str) -> Link | None:
    """Return the way to the page before or after, where there is one."""
    page = state.page + step
    if not 1 <= page <= last:
        return None
    label = (
        gettext("Previous %(number)s", number=PAGE)
        if step < 0
        else gettext("Next %(number)s", number=PAGE)
    )
    return Link(label, replace(state, page=page).address(path))
