"""Finished games rated: what their guesses cost, apart from luck."""

import functools
from typing import Final

from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.skill import FinishedGame, RatedGame, rate
from wordle_web.game.history.records import Record, cost_and_luck, rating_of
from wordle_web.game.rules import Status
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.ui.formatting import decimal
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.queries import mode_of

EVEN: Final = 0.05  # guesses: less is not worth a word


def rated(record: Record, answers: tuple[str, ...], lexicon: Lexicon | None) -> RatedGame | None:
    """Return a finished game rated; None for one that tells nothing of skill.

    That is a game given up, of several boards, of any letters, or whose answer is in no list.
    """
    if lexicon is None or len(answers) != 1 or answers[0] not in lexicon or not record.guesses:
        return None
    is_given_up = record.status is Status.LOST and len(record.guesses) < TRIES
    is_free = record.kind == "challenge" and not all(guess in lexicon for guess in record.guesses)
    if is_given_up or is_free or record.variant.boards > 1:
        return None
    return cached_rate(lexicon, mode_of(record.pool), answers[0], record.guesses, record.hard)


# A page shows 40 games, an end one. 1,024 of 3 kB: 3 MB at most.
@functools.lru_cache(maxsize=1024)
def cached_rate(
    lexicon: Lexicon, mode: str, answer: str, guesses: tuple[str, ...], hard: bool
) -> RatedGame:
    """Return a game rated; the same one again costs nothing."""
    with SEARCH_LOCK:
        return rate(FinishedGame(lexicon, answer, guesses, _belief(lexicon, mode), hard))


# 32 of 0.1 to 1.3 MB where a host has every language.
@functools.lru_cache(maxsize=32)
def _belief(lexicon: Lexicon, mode: str) -> Belief:
    return belief_of(lexicon, mode)


def rating_bytes(record: Record, answers: tuple[str, ...], lexicon: Lexicon | None) -> bytes:
    """Return what a record keeps of its rating; empty if it has none."""
    found = rated(record, answers, lexicon)
    return rating_of(found.cost, found.luck) if found else b""


def rating_text(rating: bytes) -> str:
    """Return in a line what the guesses of a game cost, and what luck did; empty without."""
    if not rating:
        return ""
    cost, luck = cost_and_luck(rating)
    text = gettext("You guessed as well as the best")
    if cost >= EVEN:
        text = gettext("The best guesses would have saved %(number)s", number=decimal(cost))
    return f"{text} · {luck_text(luck)}"


def luck_text(luck: float) -> str:
    """Return in words what luck did, in guesses; below 0 is good luck."""
    if luck <= -EVEN:
        return gettext("luck saved you %(number)s", number=decimal(-luck))
    if luck >= EVEN:
        return gettext("bad luck cost you %(number)s", number=decimal(luck))
    return gettext("neither good nor bad luck")
