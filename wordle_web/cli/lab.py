"""`wordle-web lab`: compare strategies on a list of answers."""

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from wordle_web.cli.boards import boards_option, in_turn_option, lab_boards
from wordle_web.cli.options import (
    CommandError,
    ListFile,
    Words,
    forked,
    hard_option,
    possible_option,
    refuse_with_boards,
    refuse_without_boards,
    seed_option,
    show,
    used_option,
    with_words,
)
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.simulation import Player, Progress, SimulationResult
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.engine.words.wordfiles import read_words
from wordle_web.lab.measuring import sampled


@click.command()
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=click.Choice(list(STRATEGIES)),
    help="Strategy to play; can be repeated. Default: all.",
)
@click.option("--opener", help="Opener for every strategy.")
@hard_option
@click.option("--sample", type=click.IntRange(1), help="Play a random sample of this many answers.")
@seed_option
@click.option(
    "--played",
    type=ListFile,
    help="File of answers to play. Strategies still assume the lexicon and its prior.",
)
@used_option
@possible_option
@click.option(
    "--processes",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Number of processes.",
)
@boards_option
@in_turn_option
@click.option("--pairs", is_flag=True, help="With --boards 2: play every pair of answers.")
@with_words
def lab(words: Words, boards: int | None, in_turn: bool, pairs: bool, **options: Any) -> None:
    """Compare strategies over a list of answers, or measure games of several boards."""
    if boards is None:
        refuse_without_boards(in_turn, "--in-turn")
        refuse_without_boards(pairs, "--pairs")
        _lab_strategies(words, **options)
        return
    for name in ("strategies", "hard", "played"):
        option = "--strategy" if name == "strategies" else f"--{name}"
        refuse_with_boards(bool(options.pop(name)), option)
    lab_boards(words, boards, in_turn=in_turn, pairs=pairs, **options)


def _lab_strategies(
    words: Words,
    *,
    strategies: tuple[str, ...],
    opener: str | None,
    hard: bool,
    sample: int | None,
    seed: int,
    played: Path | None,
    used: Path | None,
    possible: Path | None,
    processes: int,
    as_json: bool,
) -> None:
    belief = words.belief("real" if played else "pool", used, possible)
    first = words.check(opener) if opener else None
    matrix = matrix_in_memory(words.lexicon)
    players = [
        Player(STRATEGIES[name], matrix, belief, first, hard, seed)
        for name in strategies or STRATEGIES
    ]
    answers = _played(words, played or possible)
    chosen = sampled(answers, sample or len(answers), seed)
    facts = words.facts(belief)
    rows = [{**row, **facts} for row in _measured(players, chosen, processes, quiet=as_json)]
    show(as_json, rows, [HEAD, *map(_line, rows), words.line(belief)])


def _played(words: Words, file: Path | None) -> tuple[str, ...]:
    if file is None:
        return words.lexicon.pool().words
    listed = read_words(file)
    # No strategy can find a word that the lexicon lacks.
    unknown = next((word for word in listed if word not in words.lexicon), None)
    if unknown is not None:
        raise CommandError(f"{unknown!r} in {file} is not in the word list {words.lexicon.name}.")
    return tuple(listed)


def _measured(
    players: Sequence[Player], answers: tuple[str, ...], processes: int, *, quiet: bool
) -> Iterator[dict[str, Any]]:
    if processes > 1 and len(players) > 1:
        yield from forked(lambda at: _row(players[at], answers), range(len(players)), processes)
        return
    for player in players:
        with click.progressbar(
            length=len(answers),
            label=f"{player.strategy.name:22}",
            file=sys.stderr,  # so that only the results are piped
            hidden=quiet,
        ) as bar:
            yield _row(player, answers, bar.update)


def _row(
    player: Player, answers: tuple[str, ...], progress: Progress = lambda games: None
) -> dict[str, Any]:
    began = time.perf_counter()
    opener, is_proven = player.opener, False
    if player.strategy.is_random:
        found = player.simulate(answers, progress)
    else:
        tree = player.tree(answers, progress)
        counts = tree.counts()
        opener, is_proven = tree.guess, tree.is_proven and _is_whole(player, answers)
        found = SimulationResult({answer: counts.get(answer, 0) for answer in answers})
    return {
        "strategy": player.strategy.name,
        "opener": opener,
        "games": found.games,
        "total_guesses": found.total_guesses,
        "mean": round(found.mean, 4),
        "max": found.max,
        "failed": found.failed,
        "win_percent": round(found.win_percent, 2),
        "distribution": found.distribution,
        "proven": is_proven,
        "seconds": round(time.perf_counter() - began, 3),
    }


def _is_whole(player: Player, answers: Sequence[str]) -> bool:
    # A proof covers exactly the answers that the strategy believes in; fewer or other answers may
    # take fewer guesses.
    believed = np.flatnonzero(player.belief.weights).tolist()
    return {player.matrix.lexicon.words[word] for word in believed} == set(answers)


HEAD = f"{'strategy':24}{'opener':10}{'games':>7}{'won %':>8}{'mean':>8}{'worst':>7}{'seconds':>9}"


def _line(row: dict[str, Any]) -> str:
    proven = "  (proven best)" if row["proven"] else ""
    return (
        f"{row['strategy']:24}{row['opener'] or '-':10}{row['games']:7}{row['win_percent']:8.2f}"
        f"{row['mean']:8.4f}{row['max']:7}{row['seconds']:9.2f}{proven}"
    )
