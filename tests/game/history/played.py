"""Builders of tokens, records of games, and histories."""

import random
from collections.abc import Iterable

from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record, record_of
from wordle_web.game.puzzles.tokens import new_token
from wordle_web.game.rules import Game

TOKEN = "5-normal-1-AAAAAAAAAAAAAAAAAAAAAA"
WRONG = ("abbey", "algae", "geese", "orbit", "slate", "truss")


def token(seed: int, pool: str = "normal", length: int = 5) -> str:
    return new_token(length, pool, 1, random.Random(seed).randbytes)


def finished(puzzle: str, tries: int = 3, started: int = 1) -> Record:
    """Return a game that is won with the last of `tries` guesses, or lost if `tries` is 0."""
    guesses = (*WRONG[: tries - 1], "crane") if tries else WRONG
    return record_of(puzzle, Game("crane", guesses), started)


def begun(puzzle: str, guesses: int = 1, started: int = 1) -> Record:
    return record_of(puzzle, Game("crane", WRONG[:guesses]), started)


def history_of(records: Iterable[Record], history: History | None = None) -> History:
    history = history or History()
    for record in records:
        history = history.with_record(record)
    return history
