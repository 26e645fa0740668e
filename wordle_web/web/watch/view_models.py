"""What the template of `/watch` is given, worded and ready to be drawn."""

from dataclasses import dataclass

from wordle_web.game.board import BoardRow
from wordle_web.web.ui.components import Link, Option


@dataclass(frozen=True, slots=True)
class WatchedTurn:
    """One turn of a game.

    Attributes:
        number: From 1.
        count: The same in words: "2 guesses".
        row: The guess with its marks.
        before: How many words were possible before it.
        left: Words possible after it; empty once the word is found.
        sample: Some of those words, in a sentence; empty where none is left.
        reasons: Why this guess, the strategy's own reason first.
        spoken: What a screen reader says when the turn is shown.
    """

    number: int
    count: str
    row: BoardRow
    before: str
    left: str
    sample: str
    reasons: tuple[str, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game of one strategy.

    Attributes:
        name: Of the strategy.
        title: Its title.
        rule: What it does.
        result: For example "4 guesses".
        none: "0 guesses", for before the first.
        note: That six guesses would not have been enough; empty otherwise.
        turns: The turns in order.
    """

    name: str
    title: str
    rule: str
    result: str
    none: str
    note: str
    turns: tuple[WatchedTurn, ...]


@dataclass(frozen=True, slots=True)
class SplitGroup:
    """A reply that a guess can get, and the words that would give it."""

    row: BoardRow
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SacrificeExample:
    """A word known to be wrong that is the best guess.

    Attributes:
        answer: The word to be found.
        turns: The rows so far.
        words: The words still possible.
        guess: The guess that cannot be the answer.
        groups: What it tells.
        left: Words that it leaves on average.
        possible: The best possible word instead.
        possible_left: Words that this one leaves on average.
        watch: Leads to both ways side by side.
        catch: Leads to the author's word.
    """

    answer: str
    turns: tuple[BoardRow, ...]
    words: tuple[str, ...]
    guess: str
    groups: tuple[SplitGroup, ...]
    left: str
    possible: str
    possible_left: str
    watch: Link
    catch: Link


@dataclass(frozen=True, slots=True)
class InferenceExample:
    """A letter whose place is known although no tile for it was ever green.

    Attributes:
        turns: The rows.
        places: What is known of each place: a letter or nothing, and whether it was inferred.
        letter: The inferred letter.
        place: Its place, as an ordinal.
        words: The words still possible.
        helper: Leads to the helper with these rows.
    """

    turns: tuple[BoardRow, ...]
    places: tuple[tuple[str, bool], ...]
    letter: str
    place: str
    words: tuple[str, ...]
    helper: Link


@dataclass(frozen=True, slots=True)
class WatchPage:
    """What was asked for, the games, and the worked examples.

    Attributes:
        path: Where the form is sent.
        title: What is watched: "TRUSS", or "Daily 12: TRUSS"; empty before a word was given.
        word: As it was typed.
        word_error: Why it cannot be watched.
        opener: As it was typed.
        opener_error: Why it cannot be the first guess.
        strategies: The first choice.
        against: The second one, with "none".
        lengths: For a word to be drawn.
        hard: Whether hints must be used.
        games: One or two, or none yet.
        again: Leads to another game of strategies that draw lots.
        exports: The games as CSV and JSON; empty where there is none.
        sacrifice: A worked example, where it is about the words of this site.
        inference: Another one, likewise.
    """

    path: str
    title: str
    word: str
    word_error: str
    opener: str
    opener_error: str
    strategies: tuple[Option, ...]
    against: tuple[Option, ...]
    lengths: tuple[Option, ...]
    hard: bool
    games: tuple[WatchedGame, ...]
    again: Link | None
    exports: tuple[Link, ...]
    sacrifice: SacrificeExample | None
    inference: InferenceExample | None
