"""What the pages say of each strategy: its title, its rule and its family."""

from collections.abc import Mapping
from dataclasses import dataclass

from babel.support import LazyProxy

from wordle_web.engine.strategies import STRATEGIES
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.i18n import lazy_gettext as _


@dataclass(frozen=True, slots=True)
class StrategyText:
    """How a strategy is presented, in the reader's language.

    Attributes:
        title: Short, for headings and choices.
        rule: What it does, in a sentence.
        family: "rule" for a rule about letters, "measure" for one that weighs what a guess can
            leave, "search" for one that thinks ahead.
    """

    title: str
    rule: str
    family: str = "rule"


TEXTS: Mapping[str, tuple[str, LazyProxy, LazyProxy]] = {
    "random": ("rule", _("Random"), _("Any word that is still possible.")),
    "distinct-letters": (
        "rule",
        _("Distinct letters"),
        _("A possible word that repeats no letter; any possible word where there is none."),
    ),
    "common-letters": (
        "rule",
        _("Common letters"),
        _("As with distinct letters, and at least two of E T A O I N S R among them."),
    ),
    "letter-frequency": (
        "rule",
        _("Letter frequency"),
        _(
            "The possible word without repeats whose letters are the most frequent in English "
            "text; then one with repeats."
        ),
    ),
    "fresh-letters": (
        "rule",
        _("Fresh letters"),
        _(
            "For three guesses words that share no letter with those before, by letter frequency; "
            "then letter frequency alone."
        ),
    ),
    "fixed-opener": (
        "rule",
        _("Fixed opener"),
        _("A given first word, PRISM unless you name another, then fresh letters."),
    ),
    "position-elimination": (
        "rule",
        _("Position elimination"),
        _(
            "Random among the words that pass two indexes, letter to positions and position to "
            "letters, which also infer the position of a letter that was never green."
        ),
    ),
    "candidate-frequency": (
        "rule",
        _("Candidate frequency"),
        _(
            "The possible word whose distinct letters are the most frequent among the words that "
            "are left."
        ),
    ),
    "minimax": (
        "measure",
        _("Minimax"),
        _(
            "The possible word that leaves the fewest words in the worst case; of equal ones the "
            "one that leaves the fewest on average."
        ),
    ),
    "frequency-then-minimax": (
        "measure",
        _("Frequency, then minimax"),
        _(
            "Candidate frequency while 500 words or more are left, then minimax, over all allowed "
            "words when fewer than 50 are."
        ),
    ),
    "expected-remaining": (
        "measure",
        _("Expected remaining"),
        _("The word after which the fewest words are left on average."),
    ),
    "entropy": ("measure", _("Entropy"), _("The word whose reply tells the most bits on average.")),
    "most-partitions": (
        "measure",
        _("Most partitions"),
        _("The word that can get the most different replies."),
    ),
    "optimal": (
        "search",
        _("Optimal"),
        _("The word that needs the fewest guesses in the end: this site’s own search."),
    ),
}


def strategy_text(name: str) -> StrategyText:
    """Return how a strategy is presented; by its own name where it has no text."""
    family, title, rule = TEXTS.get(name, ("rule", name.replace("-", " ").capitalize(), ""))
    return StrategyText(str(title), str(rule), family)


def strategy_options(*selected: str) -> tuple[Option, ...]:
    """Return all strategies as choices."""
    return tuple(Option(name, strategy_text(name).title, name in selected) for name in STRATEGIES)
