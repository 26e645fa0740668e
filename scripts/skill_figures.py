"""How well skill is told from luck: simulated players, rungs, and costs against exhaustive ones.

    python scripts/skill_figures.py costs 200      # random states of at most 80 words, both modes
    python scripts/skill_figures.py rungs          # strategies over all answers, 15 minutes
    python scripts/skill_figures.py players 200    # pairs, intervals, habits; 6 processor minutes

Each takes `--seed`. What a player of the simulation may do in a state is found once for all of
them, so the states that many games share cost nothing.
"""

import argparse
import functools
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, stdev

import numpy as np

from wordle_web.engine import Turn, belief_of, candidates_after, feedback, load_lexicon
from wordle_web.engine.arrays import Floats
from wordle_web.engine.feedback import all_correct, feedback_matrix
from wordle_web.engine.hard_mode import allowed_guesses, hard_rules
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.search.solver import EVERY, NEVER, Node, Search, SearchProblem, StoppedError
from wordle_web.engine.simulation import Player
from wordle_web.engine.skill import (
    GameState,
    RatedGame,
    Regret,
    guess_kinds,
    habit_of,
    mean_of,
    rated_game,
    regret,
)
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.results import results_for

GAMES, PLAYED = 40, 600
ENGLISH = load_lexicon("english-5")
NORMAL = belief_of(ENGLISH, "normal")
POOL = ENGLISH.pool().words
MAX_NODES = 4000  # of an exhaustive search; what takes longer is left out and counted
Turns = tuple[Turn, ...]


@functools.lru_cache(maxsize=200_000)
def known(turns: Turns, *guesses: str) -> Regret:
    """Return what guesses cost after turns."""
    return regret(GameState(ENGLISH, turns, NORMAL), *guesses)


def costs(count: int, seed: int) -> None:
    """Print how costs differ from those of a search of every guess at every node."""
    dice = np.random.default_rng(seed)
    for hard in (False, True):
        off, unproven = list[float](), 0
        while len(off) < count:
            answer, turns = str(dice.choice(POOL)), list[Turn]()
            for _ in range(dice.integers(1, 4)):
                allowed = allowed_guesses(ENGLISH.codes, turns if hard else ())
                likely = [word for word in POOL if allowed[ENGLISH.index(word) or 0]]
                guess = str(dice.choice(likely))
                turns.append(Turn(guess, feedback(guess, answer)))
            left = candidates_after(ENGLISH, turns, NORMAL)
            if not 2 <= len(left) <= 80:
                continue
            allowed = allowed_guesses(ENGLISH.codes, turns if hard else ())
            guess = ENGLISH.words[dice.choice(np.flatnonzero(allowed))]
            try:
                true = exhaustive(turns, guess, left, hard)
            except StoppedError:
                unproven += 1
                continue
            state = GameState(ENGLISH, tuple(turns), NORMAL, hard)
            off.append(float(regret(state, guess).costs[0]) - true)
        size = np.abs(off)
        print(
            f"{'hard' if hard else 'normal'}: {count} states, {unproven} more not proven; off by "
            f"{size.mean():.4f} on average, at most {size.max():.4f}; 0.01 or less in "
            f"{(size <= 0.01).mean():.1%}, lowest {min(off):.4f}",
            flush=True,
        )


def exhaustive(turns: Sequence[Turn], guess: str, left: np.ndarray, hard: bool) -> float:
    """Return what a guess costs, by trying every guess at every node.

    Raises:
        StoppedError: It takes too long.
    """
    codes = ENGLISH.codes
    rules = hard_rules(codes) if hard else None
    patterns = np.ascontiguousarray(feedback_matrix(codes, codes[left]).T)
    search = Search(SearchProblem(patterns, NORMAL.weights[left], left, all_correct(5), rules))
    search.should_stop = lambda: search.nodes > MAX_NODES
    columns = np.flatnonzero(allowed_guesses(codes, turns)) if hard else None
    root = Node(search.start(20).rows, 20, columns)
    scan = search.scan(root)
    own = search.cost_of(root, scan, ENGLISH.index(guess) or 0, EVERY).total
    best = search.try_guesses(root, scan, EVERY, NEVER).upper
    return (own - min(own, best)) / len(left)


def rungs(seed: int) -> None:
    """Print the mean cost of strategies over all answers, beside the lab's means."""
    lab = results_for(ENGLISH)
    if lab is None:
        raise SystemExit("The lab has not measured these words.")
    results = {each.strategy: each for each in lab.chosen("normal", "", hard=False)}
    matrix = matrix_in_memory(ENGLISH)
    for name, strategy in STRATEGIES.items():
        player = Player(strategy, matrix, NORMAL, lab.first_guesses["normal"].get(name), seed=seed)
        tree = None if strategy.is_random else player.tree(POOL)
        found = list[float]()
        for answer in POOL:
            path = (tree or player.tree([answer])).walk(answer)
            turns, cost = Turns(), 0.0
            for guess in path:
                cost += float(known(turns, guess).costs[0])
                turns = (*turns, Turn(guess, feedback(guess, answer)))
            found.append(cost)
        rung, error = results[name].mean - results["optimal"].mean, stdev(found)
        # The lab's mean of a random strategy is one of many, too.
        if strategy.is_random:
            counts = enumerate(results[name].distribution, 1)
            error = math.hypot(error, stdev([n for n, count in counts for _ in range(count)]))
        error /= math.sqrt(len(found))
        print(
            f"{name:24} cost {fmean(found):.4f} ± {error:.4f}, lab {rung:.4f}, "
            f"off by {fmean(found) - rung:+.4f}",
            flush=True,
        )


Choose = Callable[[Turns, np.random.Generator], str]


@functools.lru_cache(maxsize=200_000)
def kinds(turns: Turns) -> Callable[[str], str]:
    """Return what gives the kinds of guesses after turns."""
    return guess_kinds(ENGLISH, turns, NORMAL, known(turns).best)


def errs(chance: float) -> Choose:
    """Return a player of the best guesses who errs with that chance, to any that comes to mind."""

    def choose(turns: Turns, dice: np.random.Generator) -> str:
        found = known(turns)
        is_wrong = dice.random() < chance and len(found.plausible)
        return str(dice.choice(found.plausible)) if is_wrong else found.best

    return choose


def has_habit(kind: str, chance: float, often: float) -> Choose:
    """Return a player who errs sometimes, and as often as that by one kind of guess."""
    otherwise = errs(chance)

    def choose(turns: Turns, dice: np.random.Generator) -> str:
        found = known(turns)
        if dice.random() > often:
            return otherwise(turns, dice)
        if kind == "gamble":
            left = candidates_after(ENGLISH, turns, NORMAL)
            if found.best not in {ENGLISH.words[at] for at in left} and turns:
                return ENGLISH.words[int(dice.choice(left))]
        elif len(turns) in {1, 2} and len(candidates_after(ENGLISH, turns, NORMAL)) > 2:
            tried = [str(word) for word in dice.choice(POOL, 40)]
            if bad := [word for word in tried if kinds(turns)(word) == kind]:
                return bad[0]
        return otherwise(turns, dice)

    return choose


def played(choose: Choose, dice: np.random.Generator) -> RatedGame:
    """Return a rated game of a player."""
    answer, turns = str(dice.choice(POOL)), Turns()
    while not turns or turns[-1].guess != answer:
        guess = choose(turns, dice)
        turns = (*turns, Turn(guess, feedback(guess, answer)))
    found = [known(turns[:at], turn.guess) for at, turn in enumerate(turns)]
    return rated_game(ENGLISH, NORMAL, turns, found, len(turns))


def players(runs: int, seed: int) -> None:
    """Print how often players are told apart, their intervals hold, and habits are named.

    Of each player some hundred games are played, and histories of 40 are drawn from them.
    """
    dice = np.random.default_rng(seed)
    names = {f"errs {chance}": errs(chance) for chance in (0.1, 0.2, 0.4, 0.5, 0.6, 0.8)}
    means = dict[str, tuple[float, Floats]]()
    habits = {kind: has_habit(kind, 0.1, often=0.35) for kind in ("gamble", "absent", "place")}
    for name, choose in (names | habits).items():
        games = [played(choose, dice) for _ in range(PLAYED)]
        found = np.array([game.cost for game in games])
        mean, named, chances = float(found.mean()), Counter[str](), list[int]()
        means[name] = mean, found
        draws = dice.choice(found, (2000, GAMES)).tolist()
        held = [abs(each - mean) <= margin for each, _, margin in map(mean_of, draws)]
        for _ in range(runs):
            some = [games[at] for at in dice.integers(0, PLAYED, GAMES)]
            habit = habit_of(some)
            named[habit.kind if habit and habit.is_certain else "none"] += 1
            chances.append(sum(guess.kind == name for game in some for guess in game.guesses))
        print(
            f"{name}: cost {mean:.3f}, standard error after 30 games "
            f"{found.std(ddof=1) / math.sqrt(30):.3f}, held in {fmean(held):.1%} of 2,000; "
            f"the habit {fmean(chances):.0f} times, named {named.most_common()}",
            flush=True,
        )
    ranked = sorted(means.values(), key=lambda each: each[0])
    for low, first in ranked:
        high, second = min(ranked, key=lambda each: abs(each[0] - low - 0.15))
        ahead = dice.choice(first, (400, GAMES)).mean(1) < dice.choice(second, (400, GAMES)).mean(1)
        if 0.13 <= high - low <= 0.17:
            print(f"costs {low:.3f} and {high:.3f}: the better is ahead in {ahead.mean():.1%}")


def main() -> None:
    """Print the figures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("figures", choices=["costs", "rungs", "players"])
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.process_time()
    if given.figures == "rungs":
        rungs(given.seed)
    else:
        {"costs": costs, "players": players}[given.figures](given.count, given.seed)
    print(f"{time.process_time() - began:.0f} seconds of the processor")


if __name__ == "__main__":
    main()
