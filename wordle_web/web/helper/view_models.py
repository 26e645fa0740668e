"""What the helper's template is given: frozen and typed.

Texts are in the reader's language, addresses are complete, numbers are formatted.
"""

from dataclasses import dataclass
from typing import Literal

from wordle_web.game.board import Mark
from wordle_web.web.ui.components import Figure, Link, Option

Order = Literal["ascending", "descending"]


@dataclass(frozen=True, slots=True)
class TileButton:
    """One tile that can be turned.

    Attributes:
        tap: The value its button sends, such as `2.3`.
        labels: What is spoken of it under each mark: absent, present, correct.
    """

    letter: str
    mark: Mark
    label: str
    tap: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the helper with its tiles."""

    number: int
    label: str
    value: str
    guess: str
    tiles: tuple[TileButton, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about what was entered: a sentence, or a link that helps."""

    text: str = ""
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """The options: which game's words, how long, hard mode, words used elsewhere."""

    summary: str
    modes: tuple[Option, ...]
    lengths: tuple[Option, ...]
    hard: bool
    used: str


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
    order: Order
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
class OwnGuessView:
    """The player's own word, rated on the same terms as the suggestion."""

    typed: str
    error: str = ""
    verdict: str = ""
    figures: tuple[Figure, ...] = ()
    play: Link | None = None


@dataclass(frozen=True, slots=True)
class Coloring:
    """One pattern the suggestion could get, and what it would leave."""

    marks: tuple[Mark, ...]
    label: str
    count: str
    share: str
    url: str


@dataclass(frozen=True, slots=True)
class Colorings:
    """The patterns the suggestion could get, largest first; the smallest are summed up."""

    word: str
    shown: tuple[Coloring, ...]
    rest: str


@dataclass(frozen=True, slots=True)
class WordGroup:
    """A fold of remaining words: its summary, each with its chance, and how many more there are."""

    summary: str
    words: tuple[tuple[str, str], ...]
    more: str = ""


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
    """Why no word is left, and every way on from here; `offer` leads the fixes."""

    headline: str
    reasons: tuple[str, ...]
    offer: str
    fixes: tuple[Link, ...]
    wider: Link | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the helper answers: exactly one of suggestion, no match and solved leads it.

    Attributes:
        candidates: How many words are left.
        headline: The same as a text: `12 likely`.
        spoken: What a screen reader says of it all.
        rest: What follows the headline: `of 300 words left`.
    """

    candidates: int
    headline: str
    spoken: str
    rest: str = ""
    solved: str = ""
    analysis: Link | None = None
    no_match: NoMatch | None = None
    suggestion: SuggestionView | None = None
    ranking: Ranking | None = None
    own_guess: OwnGuessView | None = None
    colorings: Colorings | None = None
    words: tuple[WordGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class HelperPage:
    """Everything on the helper's page."""

    path: str
    address: str
    share_url: str
    length: int
    sort: str
    title: str
    rows: tuple[RowView, ...]
    problems: tuple[str, ...]
    notices: tuple[Notice, ...]
    draft: str
    draft_error: str
    entry_label: str
    options: Options
    known: KnownView | None
    answer: Answer
