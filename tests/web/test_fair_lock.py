"""Costly questions wait in line, and share the time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rows import Position, Row
from wordle_web.web.fair_lock import MIN_MS, FairLock
from wordle_web.web.helper import views as helper
from wordle_web.web.helper.answer import HelperResult


def test_who_is_alone_has_all_the_time_and_an_error_lets_the_next_one_in():
    lock = FairLock()
    for _ in range(2):
        with lock.share_of(90.0) as ms:
            assert ms == 90.0
        with pytest.raises(ZeroDivisionError), lock.share_of(90.0) as ms:
            assert 1 / (ms - 90.0)


def test_one_thinks_at_a_time_and_for_less_while_others_wait():
    lock = FairLock()
    together, most, shares = 0, 0, []

    def ask() -> None:
        nonlocal together, most
        with lock.share_of(90.0) as ms:
            together += 1
            most = max(most, together)
            shares.append(ms)
            together -= 1

    threads = [threading.Thread(target=ask) for _ in range(9)]
    with lock:
        for thread in threads:
            thread.start()
        while lock._waiting < 10:
            threads[0].join(0.01)
    for thread in threads:
        thread.join()
    assert most == 1
    assert sorted(shares) == [max(MIN_MS, 90.0 / n) for n in range(9, 0, -1)]


def asked(turns: tuple[Turn, ...], mode: str) -> HelperResult:
    lexicon = load_lexicon("english-5")
    position = Position(tuple(map(Row.of, turns)))
    return helper.advise_cached(lexicon, position, belief_of(lexicon, mode), hard=False)


class Shares:
    """A lock with these shares of time for those who come."""

    def __init__(self, *shares: float) -> None:
        self.shares = iter(shares)

    @contextmanager
    def share_of(self, _budget_ms: float) -> Iterator[float]:
        yield next(self.shares)


def test_an_answer_that_was_found_in_a_hurry_is_thought_about_again(monkeypatch):
    monkeypatch.setattr(helper, "SEARCH_LOCK", Shares(5.0, 5.0, 90.0))
    turns = (Turn.parse("crony:00000"),)
    hurried = asked(turns, "real")
    assert asked(turns, "real") is not hurried
    calm = asked(turns, "real")
    assert hurried is not calm
    assert hurried.advice.boards == calm.advice.boards
    assert asked(turns, "real") is calm


def test_what_cannot_be_better_is_thought_about_once_however_many_wait(monkeypatch):
    monkeypatch.setattr(helper, "SEARCH_LOCK", Shares(80.0))
    turns = Turn.parse("crony:01002"), Turn.parse("slimy:00002")
    assert asked(turns, "easy") is asked(turns, "easy")
