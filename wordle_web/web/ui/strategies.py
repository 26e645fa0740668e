"""What the pages say of each strategy: its title, its rule and its family.

Worded in the reader's language; a strategy that is not known here is shown by its own name.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wordle_web.web.ui.i18n import gettext


@dataclass(frozen=True, slots=True)
class StrategyText:
    """How a strategy is presented.

    Attributes:
        name: Of the registry.
        title: Short, for headings and choices.
        rule: What it does, in a sentence.
        family: "rule" for a rule about letters, "measure" for one that weighs what a guess can
            leave, "search" for one that thinks ahead.
    """

    name: str
    title: str
    rule: str
    family: str = "rule"


def strategy_text(name: str) -> StrategyText:
    """Return how a strategy is presented in the reader's language."""
    worded = _TEXTS.get(name)
    return worded() if worded else StrategyText(name, name.replace("-", " ").capitalize(), "")


def _random() -> StrategyText:
    return StrategyText(
        "random",
        gettext("Random"),
        gettext("Any word that is still possible."),
        "rule",
    )


def _distinct_letters() -> StrategyText:
    return StrategyText(
        "distinct-letters",
        gettext("Distinct letters"),
        gettext("A possible word that repeats no letter; any possible word where there is none."),
        "rule",
    )


def _common_letters() -> StrategyText:
    return StrategyText(
        "common-letters",
        gettext("Common letters"),
        gettext("As with distinct letters, and at least two of E T A O I N S R among them."),
        "rule",
    )


def _letter_frequency() -> StrategyText:
    return StrategyText(
        "letter-frequency",
        gettext("Letter frequency"),
        gettext(
            "The possible word without repeats whose letters are the most frequent in English "
            "text; then one with repeats."
        ),
        "rule",
    )


def _fresh_letters() -> StrategyText:
    return StrategyText(
        "fresh-letters",
        gettext("Fresh letters"),
        gettext(
            "For three guesses words that share no letter with those before, by letter frequency; "
            "then letter frequency alone."
        ),
        "rule",
    )


def _fixed_opener() -> StrategyText:
    return StrategyText(
        "fixed-opener",
        gettext("Fixed opener"),
        gettext("A given first word, PRISM unless you name another, then fresh letters."),
        "rule",
    )


def _position_elimination() -> StrategyText:
    return StrategyText(
        "position-elimination",
        gettext("Position elimination"),
        gettext(
            "Random among the words that pass two indexes, letter to positions and position to "
            "letters, which also infer the position of a letter that was never green."
        ),
        "rule",
    )


def _candidate_frequency() -> StrategyText:
    return StrategyText(
        "candidate-frequency",
        gettext("Candidate frequency"),
        gettext(
            "The possible word whose distinct letters are the most frequent among the words that "
            "are left."
        ),
        "rule",
    )


def _minimax() -> StrategyText:
    return StrategyText(
        "minimax",
        gettext("Minimax"),
        gettext(
            "The possible word that leaves the fewest words in the worst case; of equal ones the "
            "one that leaves the fewest on average."
        ),
        "measure",
    )


def _frequency_then_minimax() -> StrategyText:
    return StrategyText(
        "frequency-then-minimax",
        gettext("Frequency, then minimax"),
        gettext(
            "Candidate frequency while 500 words or more are left, then minimax, over all allowed "
            "words when fewer than 50 are."
        ),
        "measure",
    )


def _expected_remaining() -> StrategyText:
    return StrategyText(
        "expected-remaining",
        gettext("Expected remaining"),
        gettext("The word after which the fewest words are left on average."),
        "measure",
    )


def _entropy() -> StrategyText:
    return StrategyText(
        "entropy",
        gettext("Entropy"),
        gettext("The word whose reply tells the most bits on average."),
        "measure",
    )


def _most_partitions() -> StrategyText:
    return StrategyText(
        "most-partitions",
        gettext("Most partitions"),
        gettext("The word that can get the most different replies."),
        "measure",
    )


def _optimal() -> StrategyText:
    return StrategyText(
        "optimal",
        gettext("Optimal"),
        gettext("The word that needs the fewest guesses in the end: this site’s own search."),
        "search",
    )


_TEXTS: dict[str, Callable[[], StrategyText]] = {
    "random": _random,
    "distinct-letters": _distinct_letters,
    "common-letters": _common_letters,
    "letter-frequency": _letter_frequency,
    "fresh-letters": _fresh_letters,
    "fixed-opener": _fixed_opener,
    "position-elimination": _position_elimination,
    "candidate-frequency": _candidate_frequency,
    "minimax": _minimax,
    "frequency-then-minimax": _frequency_then_minimax,
    "expected-remaining": _expected_remaining,
    "entropy": _entropy,
    "most-partitions": _most_partitions,
    "optimal": _optimal,
}
