"""The figures that give a guess its reasons, each with a phrase on demand; the ten best.

From ranked guesses to frozen contexts. Knows Flask only through the wording.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.web.helper_contexts import Cell, Column, Figure, RankedRow, Ranking
from wordle_web.web.helper_edits import EditError, add_row
from wordle_web.web.helper_state import HelperState
from wordle_web.web.helper_wording import decimal, format_decimal, percent
from wordle_web.web.i18n import gettext

NOTHING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class _Kind:
    """A column of the ten best: what it shows and how its first sorting runs."""

    value: Callable[[RankedGuess], float | str]
    text: Callable[[RankedGuess], str]
    order: Literal["ascending", "descending"] = "ascending"


KINDS: Mapping[str, _Kind] = {
    "word": _Kind(lambda guess: guess.guess, lambda guess: guess.guess),
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
    "turns": _Kind(
        lambda guess: float("inf") if guess.expected_guesses is None else guess.expected_guesses,
        lambda guess: (
            NOTHING
            if guess.expected_guesses is None
            else format_decimal(guess.expected_guesses, format="0.00")
        ),
    ),
}


def figures(guess: RankedGuess, is_exact: bool, prefix: str = "") -> tuple[Figure, ...]:
    """Return the reasons of a guess; `prefix` keeps the keys of two lists apart."""
    made = _figures(guess, is_exact)
    return tuple(replace(figure, key=prefix + figure.key) for figure in made)


def _figures(guess: RankedGuess, is_exact: bool) -> Iterator[Figure]:
    """Yield the figures of a guess, the most telling first."""
    values = {key: kind.text(guess) for key, kind in KINDS.items()}
    values["possible"] = gettext("Yes") if guess.is_candidate else gettext("No")
    for key, (label, phrase) in _reasons(is_exact).items():
        if key != "turns" or guess.expected_guesses is not None:
            yield Figure(key, values[key], label, phrase)


def _reasons(is_exact: bool) -> dict[str, tuple[str, str]]:
    """Return the label of each figure, and the phrase that explains it."""
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
        "turns": (gettext("To go"), _turns_phrase(is_exact)),
        "bits": (
            gettext("Bits"),
            gettext("What its colours tell on average. Every bit halves the words."),
        ),
    }


def _turns_phrase(is_exact: bool) -> str:
    """Return what the number of guesses to go means, and how sure it is."""
    if is_exact:
        return gettext("Guesses until the answer is found, this one counted. Computed to the end.")
    return gettext("Guesses until the answer is found, this one counted. The best found in time.")


def ranking_view(state: HelperState, suggestion: Suggestion, path: str) -> Ranking:
    """Return the ten best guesses in the order that the address asks for."""
    keys = [key for key in KINDS if key != "turns" or suggestion.expected_guesses is not None]
    best = list(suggestion.best)
    if state.sort in keys:
        kind = KINDS[state.sort]
        best.sort(key=kind.value, reverse=kind.order == "descending")
    return Ranking(
        columns=tuple(_column(key, state.sort) for key in keys),
        rows=tuple(_ranked_row(state, guess, keys, path) for guess in best),
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
    return Column(key, label, title, KINDS[key].order, key == sort)


def _ranked_row(state: HelperState, guess: RankedGuess, keys: list[str], path: str) -> RankedRow:
    """Return one of the ten best."""
    cells = tuple(
        Cell(key, KINDS[key].text(guess), str(KINDS[key].value(guess)))
        for key in keys
        if key != "word"
    )
    return RankedRow(guess.guess, played_url(state, guess.guess, path), guess.is_candidate, cells)


def played_url(state: HelperState, guess: str, path: str, digits: str = "") -> str:
    """Return the address of `state` with `guess` as one row more; none where there is no room."""
    try:
        return add_row(state, guess, digits).address(path)
    except EditError:
        return ""
