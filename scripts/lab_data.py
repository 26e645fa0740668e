"""Measure the data that the lab shows: strategies, games of several boards, openers.

Each command can be stopped at any time, and continues where it stopped.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from itertools import zip_longest
from pathlib import Path
from statistics import fmean
from typing import Any

import click
import numpy as np
from data_manifest import write_manifest
from numpy.typing import NDArray

from wordle_web.cli.options import hard
from wordle_web.engine import datafiles
from wordle_web.engine.arrays import Indices
from wordle_web.engine.boards.policy import best_guess
from wordle_web.engine.boards.simulation import play_boards
from wordle_web.engine.boards.state import boards_after
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.clock import Stopwatch
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.engine.matrix import Matrix, matrix_in_memory
from wordle_web.engine.simulation import Player, Progress
from wordle_web.engine.strategies import STRATEGIES, State
from wordle_web.engine.wordfiles import write_whole
from wordle_web.lab.playing import TimedStrategy, drawn_games, result_of, sampled
from wordle_web.lab.results import (
    DATA_FOLDER,
    NONE,
    SEED,
    BoardsResults,
    LabResults,
    Opener,
    Openers,
    StrategyResult,
    digest_of,
    read_openers,
    read_results,
    results_path,
)

PROGRAM = "python scripts/lab_data.py"
BEST = 200  # number of openers to measure with the strategy Optimal
BELIEFS = ("normal", "real")
GAMES_OF_BOARDS = {2: 10_000, 4: 5_000, 8: 2_000, 16: 1_000, 32: 500}
SAMPLE = 1000  # number of answers played if all allowed words are answers
MAX_CACHED_WORDS = 24  # results are cached for sets of up to this size; larger ones rarely recur
MAX_CACHED = 400_000
COLUMNS = "word total worst late groups left best_total best_worst"  # columns of a file of openers

to_folder = click.option(
    "--to", "folder", type=click.Path(path_type=Path), default=DATA_FOLDER, help="Output folder."
)


@click.group()
def lab_data() -> None:
    """Measure the data shown in the Lab."""


@lab_data.command()
@click.argument("names", nargs=-1, required=True)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=click.Choice(list(STRATEGIES)),
    help="Strategy to measure; may be repeated. Default: all.",
)
@click.option(
    "--opener", "openers", multiple=True, help="Opener for every strategy; may be repeated."
)
@hard
@click.option(
    "--pool",
    type=click.Choice(["normal", "all"]),
    default="normal",
    help="normal: the answer pool; all: 1,000 random words from the whole word list.",
)
@click.option("--seed", default=SEED, show_default=True, help="Random seed.")
@to_folder
def measure(
    names: tuple[str, ...],
    strategies: tuple[str, ...],
    openers: tuple[str, ...],
    hard: HardMode,
    pool: str,
    seed: int,
    folder: Path,
) -> None:
    """Measure strategies on lexicons NAMES; existing results are kept."""
    for name in names:
        matrix = matrix_in_memory(load_lexicon(name))
        path, belief = folder / f"{name}.json", belief_in(matrix.lexicon, pool)
        answers = answers_of(matrix.lexicon, pool, seed)
        results = _begun(path, matrix)
        write_results(path, results)
        for opener in openers or (None,):
            for strategy in strategies or STRATEGIES:
                stored = results.find((strategy, pool, opener or "", hard))
                if stored and (stored.known_when_lost is not None or not stored.failed()):
                    continue
                player = Player(STRATEGIES[strategy], matrix, belief, opener, hard, seed)
                label = f"{name} {strategy} {opener or ''} {hard.label if hard else ''}"
                with click.progressbar(length=len(answers), label=f"{label:50}") as bar:
                    result = stored or measure_strategy(
                        player, answers, pool, time.process_time, bar.update
                    )
                    known = known_when_lost(player, lost_words(result, player, answers))
                others = [other for other in results.results if other.key != result.key]
                place = results.results.index(stored) if stored else len(others)
                others.insert(place, replace(result, known_when_lost=known))
                results = replace(results, results=tuple(others))
                write_results(path, results)


def belief_in(lexicon: Lexicon, pool: str) -> Belief:
    """Return a pool's belief; "all" makes all words equally likely, "real" uses the prior."""
    if pool != "all":
        return belief_of(lexicon, pool)
    return Belief("all", np.ones(len(lexicon)), np.ones(len(lexicon), dtype=bool))


def answers_of(lexicon: Lexicon, pool: str, seed: int) -> tuple[str, ...]:
    """Return the answers to play: the pool, or a thousand random words of "all"."""
    return sampled(lexicon.words, SAMPLE, seed) if pool == "all" else lexicon.pool(pool).words


def _begun(path: Path, matrix: Matrix) -> LabResults:
    """Return the results so far for the same words, with each deterministic first guess."""
    lexicon, digest = matrix.lexicon, digest_of(matrix.lexicon)
    stored = read_results(path, LabResults) if path.exists() else None
    known = stored.first_guesses if stored and stored.digest == digest else {}
    first = {belief: _first_guesses(matrix, belief, known.get(belief, {})) for belief in BELIEFS}
    if stored and stored.digest == digest:
        return replace(stored, first_guesses=first)
    command = f"{PROGRAM} measure {lexicon.name}"
    return LabResults(
        command, lexicon.name, digest, len(lexicon.pool()), len(lexicon), first, results=()
    )


def _first_guesses(matrix: Matrix, pool: str, known: Mapping[str, str]) -> Mapping[str, str]:
    """Return the first guess of every deterministic strategy."""
    belief, rng = belief_in(matrix.lexicon, pool), np.random.default_rng(0)
    candidates = candidates_after(matrix.lexicon, (), belief)
    state = State(matrix, belief, (), candidates, HardMode.OFF, rng)
    missing = [strategy for strategy in STRATEGIES.values() if not strategy.is_random]
    missing = [strategy for strategy in missing if strategy.name not in known]
    label = f"{matrix.lexicon.name} first guesses ({pool})"
    with click.progressbar(missing, label=f"{label:50}") as strategies:
        first = {
            strategy.name: matrix.lexicon.words[strategy.choose(state)] for strategy in strategies
        }
    return {**known, **first}


def measure_strategy(
    player: Player, answers: Sequence[str], pool: str, clock: Stopwatch, progress: Progress
) -> StrategyResult:
    """Return the result of the player's strategy over `answers`."""
    timed = TimedStrategy(player.strategy, clock)
    played = replace(player, strategy=replace(player.strategy, choose=timed, prove=None))
    games = played.simulate(answers, progress)
    return StrategyResult.of_games(
        games,
        strategy=player.strategy.name,
        pool=pool,
        given_opener=player.opener or "",
        opener=player.opener or ("" if player.strategy.is_random else timed.opener),
        hard=player.hard,
        milliseconds=round(timed.milliseconds, 2),
    )


def lost_words(result: StrategyResult, player: Player, answers: Sequence[str]) -> tuple[str, ...]:
    """Return the answers that took more than six guesses, or were not solved at all."""
    counts = dict(result.hardest)
    if result.failed() > len(counts):
        counts = player.simulate(answers)
    return tuple(word for word, count in counts.items() if not 1 <= count <= TRIES)


def known_when_lost(player: Player, answers: Sequence[str]) -> float | None:
    """Return the mean number of known positions after lost games; None if none was lost."""
    known = []
    for answer in answers:
        guesses = player.tree([answer]).walk(answer)[:TRIES]
        turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
        known.append(len({place for turn in turns for place in turn.greens}))
    return round(fmean(known), 3) if known else None


def write_results(path: Path, results: LabResults | BoardsResults) -> None:
    """Write results, one per line, replacing the file."""
    facts = {field.name: getattr(results, field.name) for field in fields(results)}
    rows = facts.pop("results")
    lines = ",\n".join(json.dumps(asdict(row), ensure_ascii=False) for row in rows)
    head = json.dumps(facts, ensure_ascii=False, indent=1, default=dict).removesuffix("\n}")
    _write(path, f'{head},\n "results": [\n{lines}\n]}}\n')


def _write(path: Path, text: str) -> None:
    """Replace a file, and update the manifest if the file is shipped.

    With an outdated manifest, the next run would reject the file.
    """
    write_whole(path, text)
    if path.is_relative_to(datafiles.DATA_FOLDER):
        write_manifest()


@lab_data.command()
@click.argument("name")
@click.option("--seed", default=SEED, show_default=True, help="Random seed.")
@click.option(
    "--share", default=1.0, show_default=True, help="Share of the games to play, for a quick run."
)
@to_folder
def boards(name: str, seed: int, share: float, folder: Path) -> None:
    """Measure games of 2, 4, 8, 16 and 32 boards on lexicon NAME."""
    lexicon = load_lexicon(name)
    path, belief = results_path(lexicon, folder, "-boards.json"), belief_of(lexicon, "pool")
    command = f"{PROGRAM} boards {name}" + (f" --share {share:g}" if share < 1 else "")
    stored = read_results(path, BoardsResults) if path.exists() else None
    if stored is None or (stored.command, stored.digest) != (command, digest_of(lexicon)):
        stored = BoardsResults(command, name, digest_of(lexicon), ())
    for count, games in GAMES_OF_BOARDS.items():
        if stored.find(count):
            continue
        drawn = drawn_games(lexicon.pool().words, count, max(2, round(games * share)), seed)
        with click.progressbar(length=len(drawn), label=f"{count} boards") as bar:
            opener = best_guess(boards_after(lexicon, (), count, belief=belief))
            facts: dict[str, Any] = {"belief": belief, "opener": opener}
            played = []
            for answers in drawn:
                played.append(play_boards(lexicon, answers, clock=time.process_time, **facts))
                bar.update(1)
        rows = (*stored.results, result_of(played, in_turn=False, seed=seed))
        stored = replace(stored, results=tuple(sorted(rows, key=lambda row: row.boards)))
        write_results(path, stored)


@lab_data.command()
@click.argument("name")
@click.option(
    "--best", default=BEST, show_default=True, help="Number of openers to measure with Optimal."
)
@to_folder
def openers(name: str, best: int, folder: Path) -> None:
    """Measure every word of lexicon NAME as an opener, and the best ones with Optimal."""
    lexicon = load_lexicon(name)
    path = results_path(lexicon, folder, "-openers.txt")
    partial = path.with_suffix(".partial")
    facts = {
        "command": f"{PROGRAM} openers {lexicon.name} --best {best}",
        "lexicon": lexicon.name,
        "digest": digest_of(lexicon),
        "answers": str(len(lexicon.pool())),
    }
    measured_openers = dict[str, Opener]()
    if path.exists() and (earlier := read_openers(path)).facts["digest"] == facts["digest"]:
        measured_openers = {opener.word: opener for opener in earlier.openers}
    measured_openers |= {opener.word: opener for opener in _read_partial(partial)}
    with partial.open("a", encoding="utf-8", buffering=1) as file:
        for measured in (
            _measured(lexicon, measured_openers),
            _searched(lexicon, measured_openers, best),
        ):
            for opener in measured:
                file.write(line_of(opener) + "\n")
                measured_openers[opener.word] = opener
    write_openers(path, Openers.ranked(facts, measured_openers.values()))
    partial.unlink()


def line_of(opener: Opener) -> str:
    """Return an opener as a line of the file."""
    facts = {column: getattr(opener, column) for column in COLUMNS.split()}
    shown = {column: NONE if value is None else value for column, value in facts.items()}
    return " ".join(map(str, {**shown, "left": f"{opener.left:.2f}"}.values()))


def write_openers(path: Path, openers: Openers) -> None:
    """Write openers, one per line, replacing the file."""
    head = [f"# {name}: {value}" for name, value in openers.facts.items()]
    lines = [*head, f"# columns: {COLUMNS}", *map(line_of, openers.openers)]
    _write(path, "\n".join(lines) + "\n")


def _read_partial(path: Path) -> Iterator[Opener]:
    """Yield the openers of an earlier run, except an incomplete last line."""
    if not path.exists():
        return
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        path.write_text("".join(whole), encoding="utf-8")
    for line in whole:
        yield Opener.parse(line.rstrip("\n"))


def _measured(lexicon: Lexicon, known: Mapping[str, Opener]) -> Iterator[Opener]:
    player = PossibleWords(lexicon, lexicon.pool().words)
    missing = [word for word in lexicon.words if word not in known]
    with click.progressbar(missing, label=f"{lexicon.name}, every word") as words:
        for word in words:
            yield player.opener(word)


def _searched(lexicon: Lexicon, known: Mapping[str, Opener], best: int) -> Iterator[Opener]:
    ranked = Openers.ranked({}, known.values()).openers
    missing = [opener for opener in ranked[:best] if opener.best_total is None]
    matrix, belief = matrix_in_memory(lexicon), belief_of(lexicon, "pool")
    with click.progressbar(missing, label=f"{lexicon.name}, the best {best}") as openers:
        for opener in openers:
            player = Player(STRATEGIES["optimal"], matrix, belief, opener.word)
            games = player.simulate(lexicon.pool().words)
            yield replace(opener, best_total=sum(games.values()), best_worst=max(games.values()))


LeftCounts = tuple[int, ...]  # how many words take 1, 2, 3, … guesses


class PossibleWords:
    """A player who always guesses the possible word that leaves the fewest words on average.

    Results for small sets are cached.
    """

    def __init__(self, lexicon: Lexicon, answers: Sequence[str]) -> None:
        """Compute the pattern of every pair of answers once."""
        self._answers = sorted(answers)
        self._codes = letter_codes(self._answers)
        self._mutual = feedback_matrix(self._codes, self._codes).T
        self._size = all_correct(lexicon.length) + 1
        self._cache: dict[bytes, LeftCounts] = {}

    def opener(self, word: str) -> Opener:
        """Return the measurement of `word` as an opener."""
        patterns = feedback_matrix(letter_codes([word]), self._codes)[0]
        counts = self._after(np.arange(len(self._answers)), patterns)
        sizes = np.bincount(patterns, minlength=self._size)
        left = sizes.astype(np.float64) ** 2
        left[self._size - 1] = 0
        return Opener(
            word=word,
            total=sum(number * count for number, count in enumerate(counts, 1)),
            worst=len(counts),
            late=sum(counts[TRIES:]),
            groups=int(np.count_nonzero(sizes)),
            left=float(left.sum() / len(self._answers)),
        )

    def _after(self, words: Indices, patterns: NDArray[np.unsignedinteger[Any]]) -> LeftCounts:
        """Return how many words take 1, 2, 3, … guesses, given the first guess's `patterns`."""
        order = np.argsort(patterns, kind="stable")
        ordered = patterns[order]
        cuts = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        counts = [0]
        for cell in np.split(order, cuts):
            if patterns[cell[0]] == self._size - 1:
                counts[0] += 1
                continue
            later = (0, *self._counts(words[cell]))
            counts = [sum(pair) for pair in zip_longest(counts, later, fillvalue=0)]
        return tuple(counts)

    def _counts(self, words: Indices) -> LeftCounts:
        if len(words) <= 2:
            return (1,) * len(words)
        key = words.tobytes()
        if key in self._cache:
            return self._cache[key]
        patterns = self._mutual[words[:, None], words]
        places = patterns + np.arange(len(words)) * self._size
        sizes = np.bincount(places.ravel(), minlength=len(words) * self._size)
        squares = (sizes * sizes).reshape(len(words), self._size).sum(axis=1)
        counts = self._after(words, patterns[:, squares.argmin()])
        if len(words) <= MAX_CACHED_WORDS and len(self._cache) < MAX_CACHED:
            self._cache[key] = counts
        return counts


if __name__ == "__main__":
    lab_data()
