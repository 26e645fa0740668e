"""The published figures as the lab shows them: theirs, ours, and the reason."""

from pathlib import Path
from urllib.parse import urlencode

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.lab.results import Results
from wordle_web.web.lab.claims import CLAIMS, Claim, reason_text
from wordle_web.web.lab.view_models import ClaimGroup, ClaimRow
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import Value
from wordle_web.web.ui.formatting import mean_text, percent_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address
from wordle_web.web.ui.strategies import strategy_text
from wordle_web.web.watch.playing import Question, watched


def claim_groups(results: Results, lexicon: Lexicon, folder: Path) -> tuple[ClaimGroup, ...]:
    """Return every published figure with ours, where ours is known, by why they differ."""
    return tuple(
        ClaimGroup(
            reason_text(reason),
            tuple(_row(each, results, lexicon, folder) for each in CLAIMS if each.reason == reason),
        )
        for reason in dict.fromkeys(each.reason for each in CLAIMS)
    )


def claim_facts(results: Results, lexicon: Lexicon, folder: Path) -> list[dict[str, Value]]:
    """Return every published figure with ours, as files hold them."""
    return [_facts(each, results, lexicon, folder) for each in CLAIMS]


def _row(claim: Claim, results: Results, lexicon: Lexicon, folder: Path) -> ClaimRow:
    """Return one figure as the page shows it."""
    ours = ours_of(claim, results, lexicon, folder)
    title = strategy_text(claim.strategy).title
    return ClaimRow(
        title=f"{title}, {claim.opener.upper()}" if claim.opener else title,
        theirs=_text(claim),
        ours=_text(ours) if ours else "",
        watch=Link(gettext("Watch"), _watch_url(claim)) if claim.word else None,
    )


def ours_of(claim: Claim, results: Results, lexicon: Lexicon, folder: Path) -> Claim | None:
    """Return the same figure as we measure it; None where it was not measured."""
    if claim.world == "word":
        question = Question(lexicon, DAILY_POOL, claim.strategy, claim.opener)
        seen = watched(question, claim.word, folder) if claim.word in lexicon else ()
        return _measured(claim, guesses=len(seen)) if seen else None
    found = results.find((claim.strategy, claim.world, claim.opener, False))
    if found is None:
        return None
    if claim.won is None:
        return _measured(claim, mean=found.mean)
    mean = None if claim.mean is None else found.mean_when_won()
    return _measured(claim, won=found.win_percent(), mean=mean)


def _measured(
    claim: Claim,
    *,
    won: float | None = None,
    mean: float | None = None,
    guesses: int | None = None,
) -> Claim:
    """Return a claim with our figures."""
    return Claim(
        claim.strategy, claim.opener, claim.world, claim.reason, claim.word, won, mean, guesses
    )


def _text(claim: Claim) -> str:
    """Return a figure in words."""
    if claim.guesses is not None:
        facts = {"word": claim.word.upper(), "number": claim.guesses}
        return gettext("%(word)s in %(number)s", **facts)
    if claim.won is None:
        return gettext("%(mean)s guesses", mean=mean_text(claim.mean or 0))
    won = gettext("%(percent)s won", percent=percent_text(claim.won))
    if claim.mean is None:
        return won
    return gettext("%(won)s, in %(mean)s guesses", won=won, mean=f"{claim.mean:.1f}")


def _facts(claim: Claim, results: Results, lexicon: Lexicon, folder: Path) -> dict[str, Value]:
    """Return one figure as files hold it."""
    ours = ours_of(claim, results, lexicon, folder)
    return {
        "strategy": claim.strategy,
        "opener": claim.opener,
        "word": claim.word,
        "published_won_percent": claim.won,
        "published_mean": claim.mean,
        "published_guesses": claim.guesses,
        "won_percent": _rounded(ours.won) if ours else None,
        "mean": _rounded(ours.mean) if ours else None,
        "guesses": ours.guesses if ours else None,
        "reason": reason_text(claim.reason),
    }


def _rounded(value: float | None) -> float | None:
    """Return a figure with as many digits as mean something."""
    return None if value is None else round(value, 4)


def _watch_url(claim: Claim) -> str:
    """Return where the game of a single word can be watched."""
    pairs = {"word": claim.word, "strategy": claim.strategy, "opener": claim.opener}
    return address(f"/watch?{urlencode(pairs)}")
