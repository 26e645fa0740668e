"""What the helper's template is given: frozen, typed, worded, ready to be drawn.

Plain values only; this module imports nothing but the standard library. Texts are already in
the reader's language, addresses are complete, numbers are formatted.
"""

from dataclasses import dataclass
from typing import Literal

MarkName = Literal["absent", "present", "correct", "empty", "typed"]


@dataclass(frozen=True, slots=True)
class Link:
    """A labelled address; `note` says what following it brings."""

    label: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TileButton:
    """One tile that can be turned.

    Attributes:
        tap: The value its button sends, such as `2.3`.
        labels: What is spoken of it under each mark: absent, present, correct.
    """

    letter: str
    mark: MarkName
    label: str
    tap: str
    labels: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the helper with its tiles and its place among the rows."""

    number: int
    label: str
    value: str
    guess: str
    tiles: tuple[TileButton, ...]
    is_first: bool
    is_last: bool
    is_blank: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about what was entered, with the links that mend it."""

    kind: Literal["info", "problem"]
    text: str
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a setting."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Options:
    """The terms of the search: whose words, how long, hard mode, words used elsewhere."""

    summary: str
    modes: tuple[Choice, ...]
    lengths: tuple[Choice, ...]
    hard: bool
    used: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that gives a reason: its value, a short label, and a phrase on demand."""

    key: str
    value: str
    label: str
    phrase: str


@dataclass(frozen=True, slots=True)
class Count:
    """How many words are left: `12 likely` `of 300`."""

    candidates: int
    headline: str
    rest: str


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """The best next guess, why, and where its link adds it as a row."""

    word: str
    caption: str
    play: Link
    figures: tuple[Figure, ...]
    note: str
    possible: Link | None


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the ten best; `order` is how its first sorting runs."""

    key: str
    label: str
    title: str
    order: Literal["ascending", "descending"]
    is_sorted: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A formatted figure with the raw one that it is sorted by."""

    key: str
    text: str
    raw: str


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One of the ten best guesses."""

    word: str
    url: str
    is_candidate: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ten best guesses as a table."""

    columns: tuple[Column, ...]
    rows: tuple[RankedRow, ...]


@dataclass(frozen=True, slots=True)
class Mine:
    """The player's own word, weighed on the same terms as the suggestion."""

    typed: str
    error: str = ""
    word: str = ""
    verdict: str = ""
    figures: tuple[Figure, ...] = ()
    play: Link | None = None


@dataclass(frozen=True, slots=True)
class Colouring:
    """One pattern the suggestion could get, and what it would leave."""

    marks: tuple[MarkName, ...]
    label: str
    count: str
    share: str
    url: str


@dataclass(frozen=True, slots=True)
class Colourings:
    """The patterns the suggestion could get, largest first; the smallest are summed up."""

    word: str
    shown: tuple[Colouring, ...]
    rest: str


@dataclass(frozen=True, slots=True)
class WordChance:
    """A word still possible and how likely it is."""

    word: str
    chance: str


@dataclass(frozen=True, slots=True)
class WordGroup:
    """A fold of remaining words: what its summary says, its words, and how many more there are."""

    summary: str
    words: tuple[WordChance, ...]
    more: str


@dataclass(frozen=True, slots=True)
class LetterView:
    """One letter of the alphabet strip."""

    letter: str
    mark: Literal["absent", "present", "correct", "unknown"]
    label: str


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One place of the word: its letter where known, or the letters ruled out there."""

    number: int
    letter: str
    is_inferred: bool
    excluded: str
    label: str


@dataclass(frozen=True, slots=True)
class KnownView:
    """What the rows tell: the alphabet strip, the place grid, and sentences."""

    alphabet: tuple[LetterView, ...]
    places: tuple[PlaceView, ...]
    facts: tuple[str, ...]
    has_inferred: bool


@dataclass(frozen=True, slots=True)
class NoMatch:
    """Why no word is left, and every way on from here; `offer` leads the mends."""

    headline: str
    reasons: tuple[str, ...]
    offer: str
    fixes: tuple[Link, ...]
    wider: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the helper answers: exactly one of suggestion, dead end and solved leads it."""

    count: Count
    say: str
    solved: str
    suggestion: SuggestionView | None
    no_match: NoMatch | None
    ranking: Ranking | None
    mine: Mine | None
    colourings: Colourings | None
    words: tuple[WordGroup, ...]
    analysis: Link | None


@dataclass(frozen=True, slots=True)
class HelperPage:
    """Everything on the helper's page."""

    path: str
    address: str
    share_url: str
    length: int
    title: str
    state: tuple[tuple[str, str], ...]
    rows: tuple[RowView, ...]
    empty_rows: int
    problems: tuple[Notice, ...]
    notices: tuple[Notice, ...]
    draft: str
    draft_error: str
    entry_label: str
    options: Options
    known: KnownView | None
    answer: Answer
