"""Title, rule and family of each strategy, as pages show them."""

from collections.abc import Mapping
from dataclasses import dataclass

from babel.support import LazyProxy

from wordle_web.engine.strategies import STRATEGIES
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.i18n import lazy_gettext as _


@dataclass(frozen=True, slots=True)
class StrategyText:
    """How a strategy is presented, in the visitor's language.

    Attributes:
        title: Short, for headings and choices.
        rule: What it does, in a sentence.
        family: "rule" for a rule about letters, "measure" for one that compares what guesses
            leave, "search" for one that looks further ahead.
    """

    title: str
    rule: str
    family: str = "rule"


FAMILIES: Mapping[str, LazyProxy] = {
    "": _("All"),
    "rule": _("Letter rules"),
    "measure": _("One guess ahead"),
    "search": _("Full search"),
}
TEXTS: Mapping[str, tuple[str, LazyProxy, LazyProxy]] = {
    "random": ("rule", _("Random"), _("Any possible word.")),
    "distinct-letters": (
        "rule",
        _("Distinct letters"),
        _("A possible word with no repeated letter, or any possible word if there is none."),
    ),
    "common-letters": (
        "rule",
        _("Common letters"),
        _("Like Distinct letters, with at least two of E T A O I N S R."),
    ),
    "letter-frequency": (
        "rule",
        _("Letter frequency"),
        _(
            "The possible word with the most frequent letters in English text; words "
            "with repeated letters come last."
        ),
    ),
    "fresh-letters": (
        "rule",
        _("Fresh letters"),
        _("For three guesses, frequent letters that weren’t used before; then Letter frequency."),
    ),
    "fixed-opener": (
        "rule",
        _("Fixed opener"),
        _("A fixed opener, in English PRISM by default, then Fresh letters."),
    ),
    "position-elimination": (
        "rule",
        _("Position elimination"),
        _(
            "A random word among those that fit two tables, letters by position and "
            "positions by letter. It also deduces the spot of a letter that was never "
            "green."
        ),
    ),
    "candidate-frequency": (
        "rule",
        _("Candidate frequency"),
        _("The possible word whose different letters appear most often in the words left."),
    ),
    "minimax": (
        "measure",
        _("Minimax"),
        _(
            "The possible word that leaves the fewest words in the worst case. Ties go "
            "to the fewest words on average."
        ),
    ),
    "frequency-then-minimax": (
        "measure",
        _("Frequency, then minimax"),
        _(
            "Candidate frequency while 500 or more words are left, then Minimax; with "
            "fewer than 50 left, over all allowed words."
        ),
    ),
    "expected-remaining": (
        "measure",
        _("Expected remaining"),
        _("The word that leaves the fewest words on average."),
    ),
    "entropy": (
        "measure",
        _("Entropy"),
        _("The word whose result gives the most information (bits) on average."),
    ),
    "most-partitions": (
        "measure",
        _("Most partitions"),
        _("The word with the most different results."),
    ),
    "optimal": (
        "search",
        _("Optimal"),
        _("The word that needs the fewest guesses in the end, found by this site’s full search."),
    ),
}


def strategy_text(name: str) -> StrategyText:
    """Return how a strategy is presented; by its own name where it has no text."""
    family, title, rule = TEXTS.get(name, ("rule", name.replace("-", " ").capitalize(), ""))
    return StrategyText(str(title), str(rule), family)


def strategy_options(*selected: str) -> tuple[Option, ...]:
    """Return all strategies as choices."""
    return tuple(Option(name, strategy_text(name).title, name in selected) for name in STRATEGIES)
