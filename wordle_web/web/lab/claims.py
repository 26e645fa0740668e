"""What authors published about their strategies beside what we measured, and why they differ.

The figures of an author are the author's own. Ours are measured with correct feedback; where the
author's answers came from all allowed words, so do ours.

Source: (a) a comparison over 1,000 fixed words, six guesses, 12,972 words allowed; (c) a bot
that played single words of a list of 2,314; 3Blue1Brown, "Solving Wordle using information
theory" (2022); Selby, "The best strategies for Wordle" (2022); Bertsimas and Paskov, "An Exact
and Interpretable Solution to Wordle" (Operations Research, 2024).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from babel.support import LazyProxy
from flask import url_for

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.lab.playing import Conditions, play_word
from wordle_web.lab.results import LabResults
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import TableRow
from wordle_web.web.ui.formatting import format_decimal, mean_text, percent_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.strategies import strategy_text
from wordle_web.web.watch.state import WatchState

LEXICON = "english-5"  # the words that all published figures are about

ClaimReason = Literal["marks", "one-word", "catch", "gives-up", "list", "proven"]


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A published figure beside ours; a game of a single word can be watched."""

    title: str
    theirs: str
    ours: str
    watch: Link | None


@dataclass(frozen=True, slots=True)
class ClaimGroup:
    """Published figures that differ from ours for the same reason."""

    reason: str
    rows: tuple[ClaimRow, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A published figure.

    Attributes:
        opener: The first guess that the figure is about; empty for the strategy's own.
        pool: Where the answers come from: "all" for every allowed word, "normal" for the pool of
            that name, "word" for the game of a single word.
        reason: Why ours differs.
        won: Published games won in six, of 100.
        mean: Published guesses: of games won where `won` is given, else of all games.
        guesses: Published guesses for the single word.
    """

    strategy: str
    opener: str
    pool: Literal["all", "normal", "word"]
    reason: ClaimReason
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

REASONS: Mapping[ClaimReason, LazyProxy] = {
    "marks": _(
        "The author’s feedback ignored repeated letters, and his filter kept words with "
        "any yellow letter. With correct feedback, fewer words are left after each "
        "guess, so more games are won, long ones included."
    ),
    "one-word": _("One word proves little; the table above covers every word."),
    "catch": _(
        "The author’s bot could guess only possible words, and its feedback counted a "
        "letter of the answer more than once. With correct feedback the same strategy is "
        "faster."
    ),
    "gives-up": _(
        "Same result with correct feedback. But the author’s feedback has an error rate "
        "of 6.3%, and with real feedback his bot gives up on 70 of 2,315 words."
    ),
    "list": _("Played on the well-known list of 2,315 answers. Our word list is different."),
    "proven": _(
        "Proven best for the well-known list of 2,315 answers. Our word list is different."
    ),
}


def claim_groups(results: LabResults, lexicon: Lexicon) -> tuple[ClaimGroup, ...]:
    """Return every published figure beside ours, if known, grouped by why they differ."""
    if lexicon.name != LEXICON:
        return ()
    return tuple(
        ClaimGroup(
            str(text),
            tuple(_row(each, results, lexicon) for each in CLAIMS if each.reason == reason),
        )
        for reason, text in REASONS.items()
    )


def claim_rows(results: LabResults, lexicon: Lexicon) -> list[TableRow]:
    """Return every published figure with ours, as files hold them."""
    if lexicon.name != LEXICON:
        return []
    return [_export_row(each, ours_of(each, results, lexicon)) for each in CLAIMS]


def ours_of(claim: Claim, results: LabResults, lexicon: Lexicon) -> Claim | None:
    """Return the same figure as we measure it; None where it was not measured."""
    unknown = replace(claim, won=None, mean=None, guesses=None)
    if claim.pool == "word":
        if claim.word not in lexicon:
            return None
        conditions = Conditions(lexicon, DAILY_POOL, claim.opener)
        turns = play_word(conditions, claim.strategy, claim.word, SEARCH_LOCK)
        return replace(unknown, guesses=len(turns))
    found = results.find((claim.strategy, claim.pool, claim.opener, False))
    if found is None:
        return None
    if claim.won is None:
        return replace(unknown, mean=found.mean)
    mean = None if claim.mean is None else found.mean_when_won()
    return replace(unknown, won=found.win_percent(), mean=mean)


def _row(claim: Claim, results: LabResults, lexicon: Lexicon) -> ClaimRow:
    ours = ours_of(claim, results, lexicon)
    title = strategy_text(claim.strategy).title
    state = WatchState(claim.word, claim.strategy, opener=claim.opener)
    return ClaimRow(
        title=f"{title}, {claim.opener.upper()}" if claim.opener else title,
        theirs=_text(claim),
        ours=_text(ours) if ours else "",
        watch=Link(gettext("Watch game"), state.address(url_for("watch.watch")))
        if claim.word
        else None,
    )


def _text(claim: Claim) -> str:
    if claim.guesses is not None:
        facts = {"word": claim.word.upper(), "number": claim.guesses}
        return gettext("%(word)s in %(number)s", **facts)
    if claim.won is None:
        return gettext("%(mean)s guesses", mean=mean_text(claim.mean or 0))
    won = gettext("%(percent)s won", percent=percent_text(claim.won))
    if claim.mean is None:
        return won
    return gettext("%(won)s, in %(mean)s guesses", won=won, mean=format_decimal(claim.mean, "0.0"))


def _export_row(claim: Claim, ours: Claim | None) -> TableRow:
    return {
        "strategy": claim.strategy,
        "opener": claim.opener,
        "word": claim.word,
        "published_won_percent": claim.won,
        "published_mean": claim.mean,
        "published_guesses": claim.guesses,
        "won_percent": ours.won if ours else None,
        "mean": ours.mean if ours else None,
        "guesses": ours.guesses if ours else None,
        "reason": str(REASONS[claim.reason]),
    }
