"""A guess in figures, on one board or several: what to expect of it, the ten best as a table."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from babel.support import LazyProxy

from wordle_web.engine.advice import AnyRankedGuess
from wordle_web.engine.boards.suggestion import BoardsSuggestion, RankedBoardsGuess
from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.web.ui.components import Figure
from wordle_web.web.ui.formatting import decimal, format_decimal, percent
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _

DEFAULT_SORT = "turns"
ABOUT = "\N{ALMOST EQUAL TO}"

Order = Literal["ascending", "descending"]


def turns_text(guess: RankedGuess) -> str:
    """Return how many guesses it takes from here: `2.47`, `≈2.5` where that is an estimate."""
    figure = format_decimal(guess.expected_guesses or 0.0, format="0.00")
    return f"{ABOUT}{figure}" if guess.is_estimate else figure


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of the ten best: what it shows and how its first sorting runs."""

    label: LazyProxy
    title: LazyProxy
    value: Callable[[Any], float | str]  # of a guess, as one board or several rank it
    text: Callable[[Any], str]
    order: Order = "ascending"


MEASURES: Mapping[str, Measure] = {
    "word": Measure(
        _("Word"),
        _("A dot marks words that can be the answer"),
        lambda guess: guess.guess,
        lambda guess: guess.guess,
    ),
    "turns": Measure(
        _("Guesses"),  # in short: a longer head would make every row taller on a phone
        _("Average guesses until you solve it"),
        lambda guess: guess.expected_guesses or 0.0,
        turns_text,
    ),
    "after": Measure(
        _("Words left"),
        _("Average words left after the guess"),
        lambda guess: guess.expected_remaining,
        lambda guess: decimal(guess.expected_remaining),
    ),
    "worst": Measure(
        _("Worst case"),
        _("Most words that can be left after the guess"),
        lambda guess: guess.worst,
        lambda guess: format_decimal(guess.worst),
    ),
    "bits": Measure(
        _("Bits"),
        _("Average information in bits"),
        lambda guess: guess.entropy_bits,
        lambda guess: decimal(guess.entropy_bits),
        "descending",
    ),
    "chance": Measure(
        _("Chance"),
        _("How likely the word is to be the answer"),
        lambda guess: guess.answer_probability,
        lambda guess: percent(guess.answer_probability),
        "descending",
    ),
}
# Of several boards together.
BOARDS_MEASURES: Mapping[str, Measure] = {
    "word": MEASURES["word"],
    "solved": Measure(
        _("Boards solved"),
        _("Average boards that the guess solves"),
        lambda guess: guess.expected_solved,
        lambda guess: decimal(guess.expected_solved),
        "descending",
    ),
    "after": MEASURES["after"],
    "chance": Measure(
        _("Chance"),
        _("How likely the guess is to solve a board"),
        lambda guess: guess.solve_probability,
        lambda guess: percent(guess.solve_probability),
        "descending",
    ),
}
# The label of each figure of a guess, and the phrase that explains it.
FIGURES: Mapping[str, tuple[LazyProxy, LazyProxy]] = {
    "after": (
        _("Words left (average)"),
        _("Average number of words left after this guess. Fewer is better."),
    ),
    "turns": (
        _("Guesses to solve"),
        _("Average guesses until you solve it, counting this one. Fewer is better."),
    ),
    "chance": (_("Chance"), _("How likely this word is to be the answer.")),
    "solved": (_("Chance to solve"), _("How likely you are to solve it in the guesses left.")),
    "worst": (_("Worst case"), _("The most words that can be left after this guess.")),
    "possible": (
        _("Can be the answer"),
        _(
            "Whether this word fits all your rows. A word that can’t be the answer can "
            "still be the best guess."
        ),
    ),
    "bits": (_("Bits"), _("Average information from this guess. Each bit halves the words left.")),
}
BOARDS_FIGURES: Mapping[str, tuple[LazyProxy, LazyProxy]] = {
    "solved": (
        _("Boards solved (average)"),
        _("Average number of boards that this guess solves. More is better."),
    ),
    "after": (
        _("Words left (average)"),
        _("Average number of words left after this guess, all boards together. Fewer is better."),
    ),
    "chance": (_("Chance"), _("How likely this guess is to solve at least one board.")),
}
# With one guess left nothing else counts.
LAST_FIGURES: Mapping[str, tuple[LazyProxy, LazyProxy]] = {
    "chance": (_("Chance to win"), _("How likely it is to be the answer. It’s your last guess."))
}
LAST_MEASURES = ("word", "chance")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ten best guesses as a table.

    Attributes:
        columns: By their keys; the word first.
        sort: The column that the guesses are sorted by.
        rows: The guesses, each with the address of the page with it as the next row.
    """

    columns: Mapping[str, Measure]
    sort: str
    rows: tuple[tuple[AnyRankedGuess, str], ...]


def ranking_view(
    suggestion: Suggestion | BoardsSuggestion, sort: str, address: Callable[[str], str]
) -> Ranking:
    """Return the table of the ten best.

    Args:
        suggestion: The best guesses.
        sort: The column to sort by; by default the guesses as they are ranked.
        address: Returns the address of the page with a guess as the next row.
    """
    best: list[AnyRankedGuess] = list(suggestion.best)
    columns = BOARDS_MEASURES if isinstance(suggestion, BoardsSuggestion) else MEASURES
    if isinstance(suggestion, Suggestion) and suggestion.is_last_guess:
        columns = {key: MEASURES[key] for key in LAST_MEASURES}
    if sort in columns:
        column = columns[sort]
        best.sort(key=column.value, reverse=column.order == "descending")
    elif isinstance(suggestion, Suggestion):  # several boards rank by a cost that is no figure
        best = sorted(suggestion.best, key=lambda guess: guess.cost)
        sort = DEFAULT_SORT if DEFAULT_SORT in columns else LAST_MEASURES[-1]
    return Ranking(columns, sort, tuple((guess, address(guess.guess)) for guess in best))


def guess_figures(
    guess: AnyRankedGuess, suggestion: Suggestion | BoardsSuggestion, prefix: str = ""
) -> tuple[Figure, ...]:
    """Return the reasons for a guess; `prefix` keeps the keys of two lists apart."""
    if isinstance(guess, RankedBoardsGuess):
        return tuple(
            Figure(str(label), BOARDS_MEASURES[key].text(guess), prefix + key, str(phrase))
            for key, (label, phrase) in BOARDS_FIGURES.items()
        )
    is_last = isinstance(suggestion, Suggestion) and suggestion.is_last_guess
    figures = LAST_FIGURES if is_last else FIGURES
    values = {key: measure.text(guess) for key, measure in MEASURES.items()}
    values["possible"] = gettext("Yes") if guess.is_candidate else gettext("No")
    values["solved"] = _solve_text(guess)
    phrases = {key: str(phrase) for key, (_label, phrase) in figures.items()}
    if "turns" in phrases:
        is_exact = isinstance(suggestion, Suggestion) and suggestion.exact
        phrases["turns"] = " ".join((phrases["turns"], *_turns_notes(guess, is_exact)))
    return tuple(
        Figure(str(label), values[key], prefix + key, phrases[key])
        for key, (label, _phrase) in figures.items()
        if values[key]
    )


def _solve_text(guess: RankedGuess) -> str:
    """Return how likely the guesses left are enough, where that is in doubt: `≈94%`."""
    if guess.solve_probability is None:
        return ""
    shown = percent(guess.solve_probability)
    if shown == percent(1.0):
        return ""
    return f"{ABOUT}{shown}" if guess.is_estimate else shown


def _turns_notes(guess: RankedGuess, is_exact: bool) -> Iterator[str]:
    if guess.is_estimate:
        yield gettext("This is an estimate.")
    elif is_exact:
        yield gettext("This is exact.")
    if _solve_text(guess):
        yield gettext("Unsolved games count all their guesses.")
