"""What authors published of their strategies, ours beside it, and why they differ.

The figures of an author are the author's own. Ours are measured under right marks: where the
author's answers came from all allowed words, so do ours.

Source: (a) a comparison over 1,000 fixed words, six guesses, 12,972 words allowed; (c) a bot
that played single words of a list of 2,314; 3Blue1Brown, "Solving Wordle using information
theory" (2022); Selby, "The best strategies for Wordle" (2022); Bertsimas and Paskov, "An Exact
and Interpretable Solution to Wordle" (Operations Research, 2024).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from wordle_web.web.ui.i18n import gettext

Reason = Literal["marks", "one-word", "catch", "gives-up", "list", "proven"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A published figure.

    Attributes:
        strategy: Whose it is.
        opener: The first guess that the figure is about; empty for the strategy's own.
        world: What it is compared with: "all" for answers from every allowed word, "normal" for
            the pool, "word" for the game of a single word.
        word: That word.
        won: Published games won in six, of 100.
        mean: Published guesses: of games won where `won` is given, else of all games.
        guesses: Published guesses for the single word.
        reason: Why ours differs.
    """

    strategy: str
    opener: str
    world: Literal["all", "normal", "word"]
    reason: Reason
    word: str = ""
    won: float | None = None
    mean: float | None = None
    guesses: int | None = None


CLAIMS = (
    Claim("random", "", "all", "marks", won=49.7, mean=4.1),
    Claim("distinct-letters", "", "all", "marks", won=66.7, mean=4.1),
    Claim("common-letters", "", "all", "marks", won=66.9, mean=4.0),
    Claim("letter-frequency", "", "all", "marks", won=75.0, mean=3.7),
    Claim("fresh-letters", "", "all", "marks", won=76.0, mean=3.8),
    Claim("fixed-opener", "", "all", "marks", won=83.4, mean=3.8),
    Claim("fixed-opener", "roate", "all", "marks", won=78.1),
    Claim("fixed-opener", "soare", "all", "marks", won=74.5),
    Claim("candidate-frequency", "later", "word", "one-word", word="snake", guesses=5),
    Claim("minimax", "later", "word", "one-word", word="snake", guesses=3),
    Claim("minimax", "later", "word", "catch", word="catch", guesses=8),
    Claim("frequency-then-minimax", "later", "word", "gives-up", word="catch", guesses=3),
    Claim("entropy", "crate", "normal", "list", mean=3.432),
    Claim("entropy", "raise", "normal", "list", mean=3.471),
    Claim("optimal", "salet", "normal", "proven", mean=3.4212),
)


def reason_text(reason: Reason) -> str:
    """Return why our figure differs from an author's."""
    return dict(_reasons())[reason]


def _reasons() -> Iterator[tuple[Reason, str]]:
    """Yield the reasons with their sentences."""
    yield (
        "marks",
        gettext(
            "The author’s marks did not count repeated letters, and his filter kept words with "
            "any yellow letter. Under right marks fewer words survive each guess, so more games "
            "are won, the long ones among them."
        ),
    )
    yield "one-word", gettext("One word is no sample: the table above is one.")
    yield (
        "catch",
        gettext(
            "The author’s bot could say possible words only. His marks used a letter of the "
            "answer more than once; under right marks the same rule is faster."
        ),
    )
    yield (
        "gives-up",
        gettext(
            "The same under right marks. But 6.3% of the author’s replies are wrong, and given "
            "those of a real game his bot gives up on 70 of 2,315 words."
        ),
    )
    yield "list", gettext("Played on the well-known list of 2,315 answers; our words are others.")
    yield (
        "proven",
        gettext(
            "Proven to be the best for the well-known list of 2,315 answers; our words are others."
        ),
    )
