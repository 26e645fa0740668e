"""Figures of guesses, the table of the ten best, and the possible results of a guess.

`MEASURES` defines every figure once, both as a column of the ten best and for a single guess. To
add one, add an entry there and, for a column, its key in `SORTS`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Literal, NamedTuple

from babel.support import LazyProxy

from wordle_web.engine.advice import AnyRankedGuess, PatternCount, PatternCounts
from wordle_web.engine.boards.suggestion import BoardsSuggestion
from wordle_web.engine.feedback import CORRECT, PRESENT, marks_of
from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.web.helper.state import SORTS
from wordle_web.web.ui.components import Figure
from wordle_web.web.ui.formatting import decimal, format_decimal, percent
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _

DEFAULT_SORT = "turns"
ABOUT = "\N{ALMOST EQUAL TO}"
MAX_OFFERED = 12  # results of a suggested word; four lines on a phone

Text = LazyProxy | Literal[""]


def turns_text(guess: RankedGuess) -> str:
    """Return the expected number of further guesses: `2.47`, or `≈2.47` for an estimate."""
    figure = format_decimal(guess.expected_guesses or 0.0, format="0.00")
    return f"{ABOUT}{figure}" if guess.is_estimate else figure


def _solve_text(guess: RankedGuess) -> str:
    """Return the chance to solve within the guesses left, unless it is certain: `≈94%`."""
    if guess.solve_probability is None:
        return ""
    shown = percent(guess.solve_probability)
    if shown == percent(1.0):
        return ""
    return f"{ABOUT}{shown}" if guess.is_estimate else shown


class Measure(NamedTuple):
    """How a figure of a guess, such as its expected words left, is labeled, written and sorted."""

    text: Callable[[Any], str]  # formats the value; empty if there is no information
    label: Text = ""  # among the figures of a guess; empty if it is only a column
    phrase: Text = ""  # explains the label
    head: Text = ""  # the heading of its column among the ten best; empty if it has no column
    value: Callable[[Any], float | str] = str  # the sort key of the column
    order: Literal["ascending", "descending"] = "ascending"


MEASURES: Mapping[str, Measure] = {
    "word": Measure(
        text=lambda guess: str(guess.guess),
        head=_("Word"),
        value=lambda guess: str(guess.guess),
    ),
    "after": Measure(
        text=lambda guess: decimal(guess.expected_remaining),
        label=_("Words left (average)"),
        phrase=_("Average number of words left after this guess. Fewer is better."),
        head=_("Words left"),
        value=lambda guess: guess.expected_remaining,
    ),
    "turns": Measure(
        text=turns_text,
        label=_("Guesses to solve"),
        phrase=_("Average guesses until you solve it, counting this one. Fewer is better."),
        head=_("Guesses"),  # a longer head would make every row taller on a phone
        value=lambda guess: guess.expected_guesses or 0.0,
    ),
    "chance": Measure(
        text=lambda guess: percent(guess.answer_probability),
        label=_("Chance"),
        phrase=_("How likely this word is to be the answer."),
        head=_("Chance"),
        value=lambda guess: guess.answer_probability,
        order="descending",
    ),
    "solved": Measure(
        text=_solve_text,
        label=_("Chance to solve"),
        phrase=_("How likely you are to solve it in the guesses left."),
    ),
    "worst": Measure(
        text=lambda guess: format_decimal(guess.worst),
        label=_("Worst case"),
        phrase=_("The most words that can be left after this guess."),
        head=_("Worst case"),
        value=lambda guess: guess.worst,
    ),
    "possible": Measure(
        text=lambda guess: gettext("Yes") if guess.is_candidate else gettext("No"),
        label=_("Can be the answer"),
        phrase=_(
            "Whether this word fits all your rows. A word that can’t be the answer can "
            "still be the best guess."
        ),
    ),
    "bits": Measure(
        text=lambda guess: decimal(guess.entropy_bits),
        label=_("Bits"),
        phrase=_("Average information from this guess. Each bit halves the words left."),
        head=_("Bits"),
        value=lambda guess: guess.entropy_bits,
        order="descending",
    ),
}
# With one guess left, only the chance to win counts.
LAST_MEASURES: Mapping[str, Measure] = {
    "word": MEASURES["word"],
    "chance": MEASURES["chance"]._replace(
        label=_("Chance to win"),
        phrase=_("How likely it is to be the answer. It’s your last guess."),
    ),
}
# For several boards together.
BOARDS_MEASURES: Mapping[str, Measure] = {
    "word": MEASURES["word"],
    "solved": Measure(
        text=lambda guess: decimal(guess.expected_solved),
        label=_("Boards solved (average)"),
        phrase=_("Average number of boards that this guess solves. More is better."),
        head=_("Boards solved"),
        value=lambda guess: guess.expected_solved,
        order="descending",
    ),
    "after": MEASURES["after"]._replace(
        phrase=_(
            "Average number of words left after this guess, all boards together. Fewer is better."
        ),
    ),
    "chance": Measure(
        text=lambda guess: percent(guess.solve_probability),
        label=_("Chance"),
        phrase=_("How likely this guess is to solve at least one board."),
        head=_("Chance"),
        value=lambda guess: guess.solve_probability,
        order="descending",
    ),
}


def _measures(suggestion: Suggestion | BoardsSuggestion) -> Mapping[str, Measure]:
    if isinstance(suggestion, BoardsSuggestion):
        return BOARDS_MEASURES
    return LAST_MEASURES if suggestion.is_last_guess else MEASURES


class Ranking(NamedTuple):
    """The ten best guesses as a table, with its columns by their keys.

    `sort` is the key of the column by which the table is sorted; any other value stands for the
    engine's order.
    """

    columns: Mapping[str, Measure]
    sort: str
    guesses: tuple[AnyRankedGuess, ...]

    def cells(self, guess: AnyRankedGuess) -> Iterator[tuple[str, str]]:
        """Yield the figures of a guess: the key of the column and its text."""
        for key, column in self.columns.items():
            if key != "word":
                yield key, column.text(guess)


def ranking(suggestion: Suggestion | BoardsSuggestion, sort: str) -> Ranking:
    """Return the ten best, sorted by a column; by default by their cost."""
    measures = _measures(suggestion)
    columns = {key: measures[key] for key in SORTS if key in measures and measures[key].head}
    best: list[AnyRankedGuess] = list(suggestion.best)
    if column := columns.get(sort):
        best.sort(key=column.value, reverse=column.order == "descending")
    elif isinstance(suggestion, Suggestion):  # several boards rank by a cost that no column shows
        best = sorted(suggestion.best, key=lambda guess: guess.cost)
        sort = DEFAULT_SORT if DEFAULT_SORT in columns else "chance"
    return Ranking(columns, sort, tuple(best))


def guess_figures(
    guess: AnyRankedGuess, suggestion: Suggestion | BoardsSuggestion, prefix: str = ""
) -> Iterator[Figure]:
    """Yield the figures of a guess; `prefix` keeps the keys of two lists on a page apart."""
    for key, measure in _measures(suggestion).items():
        text, phrase = measure.text(guess) if measure.label else "", [str(measure.phrase)]
        if key == "turns" and isinstance(guess, RankedGuess) and isinstance(suggestion, Suggestion):
            if guess.is_estimate:
                phrase.append(gettext("This is an estimate."))
            elif suggestion.exact:
                phrase.append(gettext("This is exact."))
            if _solve_text(guess):
                phrase.append(gettext("Unsolved games count all their guesses."))
        if text:
            yield Figure(str(measure.label), text, prefix + key, " ".join(phrase))


def offered_results(
    patterns: PatternCounts, length: int, most: int = MAX_OFFERED
) -> list[tuple[int, list[PatternCount]]]:
    """Return the likeliest results of a guess, at most `most`, grouped by the number of greens."""
    offered = in_order(patterns.likeliest(most), length)
    groups = groupby(offered, lambda counted: marks_of(counted.pattern, length).count(CORRECT))
    return [(greens, list(group)) for greens, group in groups]


def in_order(patterns: Iterable[PatternCount], length: int) -> list[PatternCount]:
    """Return patterns in the order in which people look for theirs: by greens, then yellows."""

    def key(counted: PatternCount) -> tuple[int, int, int]:
        marks = marks_of(counted.pattern, length)
        return marks.count(CORRECT), marks.count(PRESENT), -counted.pattern

    return sorted(patterns, key=key)
