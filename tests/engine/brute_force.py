"""The minimum cost of solving words by exhaustive search, with which tests compare the engine."""

from collections.abc import Mapping, Sequence
from functools import cache

from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.search.solver import LOSS, NEVER

Turns = tuple[Turn, ...] | None


def brute_force(
    weights: Mapping[str, float],
    guesses: Sequence[str],
    left: int,
    turns: Turns = None,
    first: Sequence[str] = (),
    loss: float = LOSS,
    mode: HardMode = HardMode.ON,
) -> float:
    """Return the minimum cost of solving weighted words with `left` guesses.

    The first guess is one of `first`, unless that is empty. Guesses must use the hints of `turns`
    and of earlier guesses, as `mode` requires; if `turns` is None, any guess is allowed. An
    unsolved word costs `loss`.
    """

    @cache
    def cost(words: frozenset[str], left: int, turns: Turns) -> float:
        if left == 0:
            return loss * sum(weights[word] for word in words)
        allowed = (guess for guess in guesses if not hard_mode_violation(guess, turns or (), mode))
        return min((after(words, guess, left, turns) for guess in allowed), default=NEVER)

    def after(words: frozenset[str], guess: str, left: int, turns: Turns) -> float:
        cells: dict[int, set[str]] = {}
        for word in words - {guess}:
            cells.setdefault(feedback(guess, word), set()).add(word)
        if len(cells) == 1 and guess not in words and left > 1:
            return NEVER
        total = sum(weights[word] for word in words)
        for pattern, cell in cells.items():
            later = None if turns is None else (*turns, Turn(guess, pattern))
            total += cost(frozenset(cell), left - 1, later)
        return total

    if first:
        return min(after(frozenset(weights), guess, left, turns) for guess in first)
    return cost(frozenset(weights), left, turns)
