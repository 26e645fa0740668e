"""The figures that give a guess its reasons, each with a phrase on demand; the ten best.

From ranked guesses to frozen contexts. Knows Flask only through the wording.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.web.helper.edits import EditError, add_row
from wordle_web.web.helper.state import HelperState
from wordle_web.web.helper.view_models import Cell, Column, Figure, RankedRow, Ranking
from wordle_web.web.ui.formatting import decimal, format_decimal, percent
from wordle_web.web.ui.i18n import gettext

RANKED_BY = "turns"
ABOUT = "\N{ALMOST EQUAL TO}"
LATE = 3  # rows, from which on a word may well not be found in time
FEWER = 0.9  # of the words that the suggestion leaves: worth a word of explanation


@dataclass(frozen=True, slots=True)
class _Kind:
    """A column of the ten best: what it shows and how its first sorting runs."""

    value: Callable[[RankedGuess], float | str]
    text: Callable[[RankedGuess], str]
    order: Literal["ascending", "descending"] = "ascending"


def turns_text(guess: RankedGuess) -> str:
    """Return how many guesses it takes from here: `2.47`, `≈2.5` where that is an estimate."""
    figure = format_decimal(guess.expected_guesses or 0.0, format="0.00")
    return f"{ABOUT}{figure}" if guess.is_estimate else figure


KINDS: Mapping[str, _Kind] = {
    "word": _Kind(lambda guess: guess.guess, lambda guess: guess.guess),
    "turns": _Kind(lambda guess: guess.expected_guesses or 0.0, turns_text),
    "after": _Kind(
        lambda guess: guess.expected_remaining, lambda guess: decimal(guess.expected_remaining)
    ),
    "worst": _Kind(lambda guess: guess.worst, lambda guess: format_decimal(guess.worst)),
    "bits": _Kind(
        lambda guess: guess.entropy_bits, lambda guess: decimal(guess.entropy_bits), "descending"
    ),
    "chance": _Kind(
        lambda guess: guess.answer_probability,
        lambda guess: percent(guess.answer_probability),
        "descending",
    ),
}


def figures(
    state: HelperState, guess: RankedGuess, is_exact: bool, prefix: str = ""
) -> tuple[Figure, ...]:
    """Return the reasons of a guess, those it is chosen by first.

    Args:
        state: What was asked.
        guess: The guess.
        is_exact: Whether no other guess can be better than the suggestion.
        prefix: Keeps the keys of two lists apart.
    """
    values = {key: kind.text(guess) for key, kind in KINDS.items()}
    values["possible"] = gettext("Yes") if guess.is_candidate else gettext("No")
    reasons = {"turns": (gettext("To go"), _turns_phrase(state, guess, is_exact)), **_reasons()}
    return tuple(
        Figure(prefix + key, values[key], label, phrase) for key, (label, phrase) in reasons.items()
    )


def _reasons() -> dict[str, tuple[str, str]]:
    """Return the label of each other figure, and the phrase that explains it."""
    return {
        "after": (
            gettext("Left after it"),
            gettext("So many words are left after it on average. Fewer is better."),
        ),
        "chance": (gettext("Is the answer"), gettext("How likely this very word is the answer.")),
        "worst": (
            gettext("At worst"),
            gettext("So many words are left if the least helpful colours come back."),
        ),
        "possible": (
            gettext("Possible"),
            gettext("Whether it fits all rows. A word that cannot be the answer may tell most."),
        ),
        "bits": (
            gettext("Bits"),
            gettext("What its colours tell on average. Every bit halves the words."),
        ),
    }


def _turns_phrase(state: HelperState, guess: RankedGuess, is_exact: bool) -> str:
    """Return what the number of guesses to go means, and how sure it is."""
    phrases = [gettext("Guesses until the answer is found, this one counted. Fewest is best.")]
    if guess.is_estimate:
        phrases.append(gettext("An estimate."))
    elif is_exact:
        phrases.append(gettext("Computed to the end."))
    if len(state.turns) >= LATE:
        phrases.append(gettext("A word not found by the sixth counts as twenty more."))
    return " ".join(phrases)


def other_note(suggestion: Suggestion) -> str:
    """Return why the suggestion stands before a guess that leaves fewer words, where one does."""
    best = suggestion.best[0]
    other = min(suggestion.best, key=lambda guess: guess.expected_remaining)
    if other.expected_remaining >= FEWER * best.expected_remaining:
        return ""
    return gettext(
        "%(word)s leaves fewer words on average, but words that are harder to tell apart.",
        word=other.guess.upper(),
    )


def ranking_view(state: HelperState, suggestion: Suggestion, path: str) -> Ranking:
    """Return the ten best guesses in the order that the address asks for."""
    best = list(suggestion.best)
    if state.sort in KINDS:
        kind = KINDS[state.sort]
        best.sort(key=kind.value, reverse=kind.order == "descending")
    return Ranking(
        columns=tuple(_column(key, state.sort) for key in KINDS),
        rows=tuple(_ranked_row(state, guess, path) for guess in best),
    )


def _column(key: str, sort: str) -> Column:
    """Return the heading of a column."""
    labels = {
        "word": (gettext("Word"), gettext("The guess; a dot marks a possible answer")),
        "after": (gettext("Left"), gettext("Words left after it on average")),
        "worst": (gettext("Worst"), gettext("Words left at worst")),
        "bits": (gettext("Bits"), gettext("Information on average, in bits")),
        "chance": (gettext("Chance"), gettext("How likely it is the answer")),
        "turns": (gettext("To go"), gettext("Guesses until the answer is found")),
    }
    label, title = labels[key]
    return Column(key, label, title, KINDS[key].order, key == (sort or RANKED_BY))


def _ranked_row(state: HelperState, guess: RankedGuess, path: str) -> RankedRow:
    """Return one of the ten best."""
    cells = tuple(
        Cell(key, KINDS[key].text(guess), str(KINDS[key].value(guess)))
        for key in KINDS
        if key != "word"
    )
    return RankedRow(guess.guess, played_url(state, guess.guess, path), guess.is_candidate, cells)


def played_url(state: HelperState, guess: str, path: str, digits: str = "") -> str:
    """Return the address of `state` with `guess` as one row more; none where there is no room."""
    try:
        return add_row(state, guess, digits).address(path)
    except EditError:
        return ""
