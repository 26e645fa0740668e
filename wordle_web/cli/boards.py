"""The command line with several boards: solve and lab."""

import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import click

from wordle_web.cli.options import CommandError, Words, forked, show
from wordle_web.engine.boards.analysis import BoardsAnalysis
from wordle_web.engine.boards.simulation import BoardsGame, play_boards
from wordle_web.engine.boards.turns import (
    MAX_BOARDS,
    MIN_BOARDS,
    check_board_count,
    max_guesses,
)
from wordle_web.engine.candidates import Belief
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import capitals
from wordle_web.lab.measuring import drawn_games, measure_pairs, opener_of, play_drawn, result_of
from wordle_web.lab.results import BoardsResult

DEFAULT_GAMES = 1000
EMOJI = "⬛🟨🟩"

boards_option = click.option(
    "--boards",
    type=click.IntRange(MIN_BOARDS, MAX_BOARDS),
    help="Number of boards, 2 to 32. Default: one.",
)
in_turn_option = click.option(
    "--in-turn",
    is_flag=True,
    help="With several boards: only the first unsolved board shows its marks.",
)


def solve_boards(
    words: Words,
    answers: Sequence[str],
    *,
    belief: Belief,
    opener: str | None,
    in_turn: bool,
    as_json: bool,
) -> None:
    """Print the game that the policy plays for several answers.

    Raises:
        CommandError: There are too many answers, or two that are the same.
        BoardCountError: There are too many answers.
    """
    check_answers(answers, words.lexicon)
    game = play_boards(
        words.lexicon,
        answers,
        belief=belief,
        clock=time.perf_counter,
        in_turn=in_turn,
        opener=opener,
    )
    limit = max_guesses(len(answers), in_turn=in_turn)
    won = game.is_complete and len(game.guesses) <= limit
    found = {
        "answers": list(answers),
        "solved": won,
        "guesses_allowed": limit,
        "guesses": [
            {"guess": guess, "marks": marks}
            for guess, marks in zip(game.guesses, _marks(game), strict=True)
        ],
        **words.facts(belief),
    }
    end = f"Solved in {len(game.guesses)} of {limit} guesses."
    if not won:
        end = f"Not solved in {limit} guesses."
    show(as_json, found, [*_game_lines(game), end, words.line(belief)])


def check_answers(answers: Sequence[str], lexicon: Lexicon) -> None:
    """Refuse answers that no game of several boards has.

    Raises:
        CommandError: Two are the same, or one is no word.
        BoardCountError: There are too many.
    """
    check_board_count(len(answers))
    twice = next((each for each in answers if answers.count(each) > 1), None)
    if twice is not None:
        raise CommandError(f"{twice!r} is given twice. The answers of a game differ.")
    unknown = next((each for each in answers if each not in lexicon), None)
    if unknown is not None:
        raise CommandError(f"{unknown!r} is not in the word list, so it cannot be an answer.")


def analysis_lines(found: BoardsAnalysis) -> Iterator[str]:
    """Yield what each guess of a game of several boards did, against the best one."""
    yield f"{'guess':12}{'words left':>16}{'expected':>12}  best guess"
    for each in found.guesses:
        before, left = (
            sum(getattr(step, name) for step in each.steps) for name in ("before", "left")
        )
        expected = f"{each.own.expected_remaining:,.1f}" if each.own else "-"
        best = each.guess if each.is_best else each.best.guess if each.best else "-"
        solved = [str(step.number + 1) for step in each.steps if step.is_solved]
        yield f"{each.guess:12}{f'{before:,} → {left:,}':>16}{expected:>12}  {best}"
        if solved:
            yield f"  Board{'s' * (len(solved) > 1)} {', '.join(solved)} solved."
    yield f"{found.solved} of {len(found.answers)} boards solved in {len(found.guesses)} guesses."


def _marks(game: BoardsGame) -> list[list[str | None]]:
    """Return the marks of each guess on each board; None on boards that were solved before."""
    solved_at = [
        game.guesses.index(each) if each in game.guesses else None for each in game.answers
    ]
    return [
        [
            None
            if solved is not None and solved < turn
            else digits_of(feedback(guess, answer), len(guess))
            for answer, solved in zip(game.answers, solved_at, strict=True)
        ]
        for turn, guess in enumerate(game.guesses)
    ]


PAIRS_ALONE = "--pairs needs --boards 2, without --in-turn, --used, --possible or --sample."


def _game_lines(game: BoardsGame) -> Iterator[str]:
    blank = "  " * len(game.answers[0])
    for guess, marks in zip(game.guesses, _marks(game), strict=True):
        tiles = ("".join(EMOJI[int(mark)] for mark in each) if each else blank for each in marks)
        yield f"{'  '.join(tiles)}  {capitals(guess)}"


def lab_boards(
    words: Words,
    boards: int,
    *,
    in_turn: bool,
    pairs: bool,
    opener: str | None,
    sample: int | None,
    seed: int,
    processes: int,
    as_json: bool,
    **lists: Path | None,
) -> None:
    """Print how the policy fares over games of several boards, or over every pair of answers.

    Raises:
        CommandError: There are not enough words, or pairs of other than two boards are wanted.
    """
    if pairs and (boards != MIN_BOARDS or in_turn or any(lists.values()) or sample):
        raise CommandError(PAIRS_ALONE)
    if len(words.lexicon.pool()) < boards:
        raise CommandError(
            f"{boards} boards need as many words; the list has {len(words.lexicon.pool())}."
        )
    began = time.perf_counter()
    belief = words.belief("pool", **lists)
    first = opener and words.check(opener)
    first = first or opener_of(words.lexicon, belief, boards, in_turn=in_turn)
    if pairs:
        found = _every_pair(words.lexicon, first, processes, quiet=as_json)
    else:
        task = partial(
            play_drawn,
            words.lexicon,
            belief=belief,
            clock=time.process_time,
            opener=first,
            in_turn=in_turn,
        )
        drawn = drawn_games(words.lexicon.pool().words, boards, sample or DEFAULT_GAMES, seed)
        played = _all_played(task, drawn, processes, quiet=as_json)
        found = result_of(played, in_turn=in_turn, seed=seed)
    row = {**_row(found), "seconds": round(time.perf_counter() - began, 2), **words.facts(belief)}
    show(as_json, [row], [*_result_lines(found), words.line(belief)])


def _every_pair(lexicon: Lexicon, opener: str, processes: int, *, quiet: bool) -> BoardsResult:
    total = comb(len(lexicon.pool()), 2)
    with click.progressbar(length=total, label="pairs", file=sys.stderr, hidden=quiet) as bar:
        each = partial(forked, processes=processes)
        return measure_pairs(lexicon, opener=opener, progress=bar.update, each=each)


def _all_played(
    task: "partial[tuple[BoardsGame, ...]]",
    drawn: Sequence[Sequence[str]],
    processes: int,
    *,
    quiet: bool,
) -> Iterator[BoardsGame]:
    parts = [drawn[start : start + 10] for start in range(0, len(drawn), 10)]
    with click.progressbar(length=len(drawn), label="games", file=sys.stderr, hidden=quiet) as bar:
        for games in forked(task, parts, processes):
            bar.update(len(games))
            yield from games


def _row(found: BoardsResult) -> dict[str, Any]:
    return {
        "strategy": "boards",
        "boards": found.boards,
        "in_turn": found.in_turn,
        "opener": found.opener,
        "games": found.games,
        "seed": found.seed,
        "total_guesses": found.total_guesses,
        "mean": round(found.mean, 4),
        "standard_error": round(found.standard_error, 4),
        "max": found.worst,
        "guesses_allowed": found.guesses_allowed,
        "failed": found.failed,
        "win_percent": round(found.win_percent, 4),
        "distribution": {str(n): c for n, c in enumerate(found.distribution, 1) if c},
        "milliseconds": found.milliseconds,
        "milliseconds_p95": found.milliseconds_p95,
    }


def _result_lines(found: BoardsResult) -> list[str]:
    error = f" ± {found.standard_error:.4f}" if found.standard_error else ""
    lines = [
        f"{found.games:,} games of {found.boards} boards{', in turn' if found.in_turn else ''}, "
        f"opener {capitals(found.opener)}",
        f"{found.mean:.4f}{error} guesses on average, {found.worst} at most; "
        f"{found.failed:,} took more than {found.guesses_allowed} (lost)",
    ]
    if found.milliseconds_p95 is not None:
        lines.append(
            f"{found.milliseconds:.2f} ms of the processor a decision, "
            f"95 of 100 within {found.milliseconds_p95:.2f} ms"
        )
    return lines
