"""`wordle-web lab`: compare strategies on a list of answers, or measure games of several boards."""

import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from math import comb
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
import numpy as np

from wordle_web.cli import options
from wordle_web.cli.options import CommandError, ListFile, Words, refuse, show
from wordle_web.engine.boards.policy import best_guess
from wordle_web.engine.boards.simulation import BoardsGame, play_boards
from wordle_web.engine.boards.state import MIN_BOARDS, boards_after
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.simulation import DecisionTree, Player, Progress
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.engine.wordfiles import read_words, write_whole
from wordle_web.lab.playing import drawn_games, measure_pairs, result_of, sampled

DEFAULT_GAMES = 1000
FIGURES_OF_BOARDS = (
    "boards in_turn opener games seed total_guesses mean standard_error worst guesses_allowed "
    "failed win_percent distribution milliseconds milliseconds_p95"
)
HEAD = f"{'strategy':24}{'opener':10}{'games':>7}{'won %':>8}{'mean':>8}{'worst':>7}{'seconds':>9}"
PAIRS_ALONE = "--pairs needs --boards 2, without --in-turn, --used, --possible or --sample."
PROVEN = " proven"  # marks a proven guess in a file of decisions
TASK: ContextVar[Callable[[Any], Any]] = ContextVar("TASK")  # the task of forked processes


@click.command()
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=click.Choice(list(STRATEGIES)),
    help="Strategy to play; may be repeated. Default: all.",
)
@click.option("--opener", help="Opener for every strategy.")
@options.hard
@click.option("--sample", type=click.IntRange(1), help="Play a random sample of this many answers.")
@options.seed
@click.option(
    "--played",
    type=ListFile,
    help="File of answers to play. Strategies still assume the lexicon and its prior.",
)
@options.used
@options.possible
@click.option(
    "--processes",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Number of processes.",
)
@click.option(
    "--within",
    type=click.IntRange(2),
    help="Minimize the average among strategies that never need more than this many guesses. If "
    "none is found, try to prove that there is none, which may take 15 minutes.",
)
@click.option(
    "--tree",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the decision tree of the strategy to this file: per answer a line of guesses and "
    "their colors, or nested guesses if the name ends in .json. Decisions of optimal are saved in "
    "FILE.part, so that the same command can continue after an interruption.",
)
@click.option(
    "--effort",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="Search effort of optimal for guesses that it cannot prove, as a multiple of the usual.",
)
@options.boards
@options.in_turn
@click.option("--pairs", is_flag=True, help="With --boards 2: play every pair of answers.")
@options.with_words
def lab(
    words: Words,
    boards: int | None,
    in_turn: bool,
    pairs: bool,
    strategies: tuple[str, ...],
    opener: str | None,
    hard: HardMode,
    played: Path | None,
    sample: int | None,
    seed: int,
    processes: int,
    within: int | None,
    tree: Path | None,
    effort: int,
    as_json: bool,
) -> None:
    """Compare strategies over a list of answers, or measure games of several boards."""
    lexicon, belief, answers = words.lexicon, words.belief, words.lexicon.pool().words
    first = words.check(opener) if opener else None
    if boards is not None:
        for is_given, option in (
            (strategies, "--strategy"),
            (hard, "--hard"),
            (played, "--played"),
            (within, "--within"),
            (tree, "--tree"),
        ):
            refuse(is_given, option, only_for="one board")
        if pairs and (boards != MIN_BOARDS or in_turn or belief.is_own or sample):
            raise CommandError(PAIRS_ALONE)
        if len(answers) < boards:
            raise CommandError(f"{boards} boards need as many words; the list has {len(answers)}.")
        games = None if pairs else sample or DEFAULT_GAMES
        _measure_boards(words, boards, in_turn, games, first, seed, processes, as_json)
        return
    refuse(in_turn, "--in-turn", only_for="several boards")
    refuse(pairs, "--pairs", only_for="several boards")
    if file := played or words.possible:
        answers = tuple(read_words(file))
        # No strategy can solve a word that the lexicon lacks.
        if unknown := [word for word in answers if word not in lexicon]:
            raise CommandError(f"{unknown[0]!r} in {file} is not in the word list {lexicon.name}.")
    answers, matrix = sampled(answers, sample or len(answers), seed), matrix_in_memory(lexicon)
    if within:
        strategies = strategies or ("optimal",)
        if strategies != ("optimal",):
            raise CommandError("--within is for --strategy optimal alone.")
    players = [
        Player(STRATEGIES[name], matrix, belief, first, hard, seed, within, effort)
        for name in strategies or STRATEGIES
    ]
    if tree and (len(players) > 1 or players[0].strategy.is_random):
        raise CommandError("--tree needs one --strategy that always plays alike.")
    rows = list(_measured(players, answers, processes, tree, quiet=as_json))
    opening = words.capitals(first or "")
    lines = [_line(row, within, opening) for row in rows]
    show(as_json, [{**row, **words.facts} for row in rows], [HEAD, *lines, words.line])


def _line(row: Mapping[str, Any], within: int | None, opener: str) -> str:
    line = (
        f"{row['strategy']:24}{row['opener'] or '-':10}{row['games']:7}{row['win_percent']:8.2f}"
        f"{row['mean']:8.4f}{row['max']:7}{row['seconds']:9.2f}{'  (proven best)' * row['proven']}"
    )
    if not within or not row["failed"]:
        return line
    proof = "proven to be" if row["proven"] else "perhaps not"
    line = f"{line}\n{row['failed']} answers take more than {within} guesses, {proof} the fewest."
    if not row["impossible"]:
        return f"{line}\nNot proven: perhaps every word can be found in time."
    after = f", opening {opener}" if opener else ""
    return f"{line}\nProven: nobody can find every word within {within} guesses{after}."


def _measured(
    players: Sequence[Player],
    answers: tuple[str, ...],
    processes: int,
    file: Path | None,
    *,
    quiet: bool,
) -> Iterator[dict[str, Any]]:
    """Yield the result of each player; a single player's tree is also written to `file`."""
    if processes > 1 and len(players) > 1:
        yield from _forked(lambda n: _measure(players[n], answers), range(len(players)), processes)
        return
    for player in players:
        with _progress_bar(len(answers), f"{player.strategy.name:22}", quiet) as bar:
            yield _measure(player, answers, bar.update, file)


def _progress_bar(length: int, label: str, quiet: bool) -> Any:
    # Progress goes to standard error, so a pipe gets only the results.
    return click.progressbar(length=length, label=label, file=sys.stderr, hidden=quiet)


def _measure(
    player: Player,
    answers: tuple[str, ...],
    progress: Progress = lambda games: None,
    file: Path | None = None,
) -> dict[str, Any]:
    began = time.perf_counter()
    opener, is_proven, is_whole = player.opener, False, False
    if player.strategy.is_random:
        counts = player.simulate(answers, progress)
    else:
        if file:
            tree = _written_tree(player, answers, progress, file)
        else:
            tree = player.tree(answers, progress)
        counted = tree.counts()
        # A proof is about all answers in the strategy's belief. Fewer or other answers may need
        # fewer guesses.
        believed = np.flatnonzero(player.belief.weights).tolist()
        is_whole = {player.matrix.lexicon.words[word] for word in believed} == set(answers)
        opener, is_proven = tree.guess, tree.is_proven and is_whole
        counts = {answer: counted.get(answer, 0) for answer in answers}
    tries = player.within or TRIES
    games, failed = len(counts), sum(not 1 <= count <= tries for count in counts.values())
    total, solved = sum(counts.values()), sum(map(bool, counts.values()))
    row = {
        "strategy": player.strategy.name,
        "opener": opener,
        "games": games,
        "total_guesses": total,
        "mean": round(total / max(1, solved), 4),
        "max": max(counts.values()),
        "failed": failed,
        "win_percent": round(100 * (1 - failed / games), 2),
        "distribution": dict(sorted(Counter(counts.values()).items())),
        "proven": is_proven,
        "seconds": round(time.perf_counter() - began, 3),
    }
    if player.within:
        row["impossible"] = bool(failed) and is_whole and (is_proven or player.cannot_win())
    return row


def _written_tree(
    player: Player, answers: Sequence[str], progress: Progress, file: Path
) -> DecisionTree:
    """Return a player's decision tree and write it to a file.

    Every decision is immediately appended to `FILE.part`, so that a later run can continue from it.
    """
    part = file.with_name(f"{file.name}.part")
    words = hashlib.sha256(" ".join(player.matrix.lexicon.words).encode())
    words.update(player.belief.weights.tobytes())
    options = {name: getattr(player, name) for name in ("opener", "hard", "within", "effort")}
    head = json.dumps({"strategy": player.strategy.name, **options, "words": words.hexdigest()})
    # A last line without a line end is incomplete, so it is dropped.
    lines = part.read_text(encoding="utf-8").split("\n")[:-1] if part.exists() else [head]
    if lines[:1] != [head]:
        raise CommandError(
            f"{part} was begun with other words or options. Delete it to begin anew."
        )
    decisions = dict[tuple[Turn, ...], tuple[str, bool]]()
    for line in lines[1:]:
        *turns, guess = line.removesuffix(PROVEN).split()
        decisions[tuple(map(Turn.parse, turns))] = guess, line.endswith(PROVEN)

    def keep(turns: tuple[Turn, ...], guess: str, is_proven: bool) -> None:
        with part.open("a", encoding="utf-8") as out:
            out.write(" ".join([*map(Turn.text, turns), guess]) + PROVEN * is_proven + "\n")

    try:
        write_whole(part, "\n".join([*lines, ""]))
        tree = replace(player, decisions=decisions, keep=keep).tree(answers, progress)
        if file.suffix == ".json":
            text = json.dumps(tree.nested())
        else:
            text = "\n".join(
                " ".join(
                    f"{guess} {digits_of(feedback(guess, answer), len(guess))}"
                    for guess in tree.walk(answer)
                )
                for answer in answers
            )
        write_whole(file, f"{text}\n")
        part.unlink()
    except OSError as error:
        raise CommandError(f"{file} cannot be written ({error.strerror}).") from error
    return tree


def _measure_boards(
    words: Words,
    boards: int,
    in_turn: bool,
    games: int | None,
    opener: str | None,
    seed: int,
    processes: int,
    as_json: bool,
) -> None:
    """Show the result of `games` random games or, if None, of games for all pairs of answers."""
    lexicon, belief, answers = words.lexicon, words.belief, words.lexicon.pool().words
    began = time.perf_counter()
    first = opener or best_guess(boards_after(lexicon, (), boards, belief=belief, in_turn=in_turn))
    if games is None:
        with _progress_bar(comb(len(answers), 2), "pairs", as_json) as bar:
            map_parts = partial(_forked, processes=processes)
            measured = measure_pairs(
                lexicon, opener=first, progress=bar.update, map_parts=map_parts
            )
    else:
        drawn = drawn_games(answers, boards, games, seed)
        facts: dict[str, Any] = {"belief": belief, "opener": first, "in_turn": in_turn}
        play = partial(play_boards, lexicon, clock=time.process_time, **facts)
        with _progress_bar(len(drawn), "games", as_json) as bar:
            played = list[BoardsGame]()
            for game in _forked(play, drawn, processes):
                played.append(game)
                bar.update(1)
        measured = result_of(played, in_turn=in_turn, seed=seed)
    row: dict[str, Any] = {"strategy": "boards"}
    for name in FIGURES_OF_BOARDS.split():
        figure = getattr(measured, name)
        figure = round(figure, 4) if isinstance(figure, float) else figure
        row["max" if name == "worst" else name] = figure
    row["distribution"] = {str(n): c for n, c in enumerate(measured.distribution, 1) if c}
    row["seconds"] = round(time.perf_counter() - began, 2)
    error = f" ± {measured.standard_error:.4f}" if measured.standard_error else ""
    lines = [
        f"{measured.games:,} games of {measured.boards} boards{', in turn' * measured.in_turn}, "
        f"opener {words.capitals(measured.opener)}",
        f"{measured.mean:.4f}{error} guesses on average, {measured.worst} at most; "
        f"{measured.failed:,} took more than {measured.guesses_allowed} (lost)",
    ]
    if measured.milliseconds_p95 is not None:
        lines.append(
            f"{measured.milliseconds:.2f} ms of CPU time per decision, "
            f"95 of 100 within {measured.milliseconds_p95:.2f} ms"
        )
    show(as_json, [{**row, **words.facts}], [*lines, words.line])


def _forked(task: Callable[[Any], Any], items: Iterable[Any], processes: int) -> Iterator[Any]:
    """Yield the results of `task` for all items, in order, computed by parallel processes."""
    if processes == 1:
        yield from map(task, items)
        return
    # Forked processes share words and patterns with the parent without copying them.
    with ProcessPoolExecutor(processes, get_context("fork"), TASK.set, (task,)) as pool:
        yield from pool.map(_run, items)


def _run(item: Any) -> Any:
    return TASK.get()(item)
