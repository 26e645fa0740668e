"""The command line: suggest, solve, lab, analyze and read, and what the host needs.

Also `python -m wordle_web`. The first five take `--json`, and the first four
`--answers FILE --guesses FILE` for the user's own lists in place of a lexicon.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from wordle_web.cli.boards import (
    EMOJI,
    analysis_lines,
    check_answers,
    in_turn_option,
    solve_boards,
)
from wordle_web.cli.host import check, keys, openings, serve
from wordle_web.cli.lab import lab
from wordle_web.cli.lab_data import lab_data
from wordle_web.cli.options import (
    CommandError,
    CommandGroup,
    Words,
    hard_option,
    mode_option,
    possible_option,
    refuse_with_boards,
    refuse_without_boards,
    seed_option,
    show,
    used_option,
    with_words,
)
from wordle_web.cli.reading import read
from wordle_web.cli.suggest import suggest
from wordle_web.cli.words import words as words_group
from wordle_web.engine.analysis import Analysis, AnalyzedTurn
from wordle_web.engine.analysis import analyze as analyze_game
from wordle_web.engine.boards.analysis import BoardsAnalysis, analyze_boards
from wordle_web.engine.candidates import Belief
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.engine.words.letters import capitals
from wordle_web.web.api.serializers import analysis_json


@click.group(cls=CommandGroup)
@click.version_option(package_name="wordle-web", message="wordle-web %(version)s")
def main() -> None:
    """Solve and analyze word games, compare strategies, and manage a wordle-web server."""


@main.command()
@click.argument("wanted", nargs=-1, required=True, metavar="ANSWER...")
@click.option(
    "--strategy",
    default="optimal",
    show_default=True,
    type=click.Choice(list(STRATEGIES)),
    help="Strategy to play with.",
)
@click.option("--opener", help="Opener (first guess).")
@hard_option
@mode_option
@seed_option
@used_option
@possible_option
@in_turn_option
@with_words
def solve(
    words: Words,
    wanted: tuple[str, ...],
    opener: str | None,
    mode: str,
    used: Path | None,
    possible: Path | None,
    in_turn: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Solve ANSWER with a strategy and show every guess; several ANSWERs are boards of one game."""
    belief = words.belief(mode, used, possible)
    answers = [_possible(words, belief, answer) for answer in wanted]
    first = words.check(opener) if opener else None
    if len(answers) == 1:
        refuse_without_boards(in_turn, "--in-turn")
        _solve(words, answers[0], belief, first, as_json=as_json, **options)
        return
    refuse_with_boards(options["hard"], "--hard")
    refuse_with_boards(options["strategy"] != "optimal", "--strategy")
    solve_boards(words, answers, belief=belief, opener=first, in_turn=in_turn, as_json=as_json)


def _possible(words: Words, belief: Belief, word: str) -> str:
    answer = words.check(word)
    position = words.lexicon.index(answer)
    if position is None or not belief.weights[position]:
        raise CommandError(
            f"{answer!r} cannot be the answer: it is not in the answer list. Try --mode real."
        )
    return answer


def _solve(
    words: Words,
    answer: str,
    belief: Belief,
    opener: str | None,
    *,
    strategy: str,
    hard: bool,
    seed: int,
    as_json: bool,
) -> None:
    player = Player(
        STRATEGIES[strategy], matrix_in_memory(words.lexicon), belief, opener, hard, seed
    )
    path = player.tree([answer]).walk(answer)
    turns = [Turn(guess, feedback(guess, answer)) for guess in path]
    solved = bool(turns) and turns[-1].guess == answer
    found = {
        "answer": answer,
        "strategy": strategy,
        "solved": solved,
        "guesses": [
            {"guess": turn.guess, "marks": digits_of(turn.pattern, len(answer))} for turn in turns
        ],
        **words.facts(belief),
    }
    end = _solved_in(len(turns)) if solved else "Not solved: no possible words left."
    shown = [
        f"{''.join(EMOJI[mark] for mark in turn.marks)}  {turn.guess.upper()}" for turn in turns
    ]
    show(as_json, found, [*shown, end, words.line(belief)])


def _solved_in(guesses: int) -> str:
    return f"Solved in {guesses} {'guess' if guesses == 1 else 'guesses'}."


@main.command()
@click.argument("wanted", metavar="ANSWER[,ANSWER...]")
@click.argument("played", nargs=-1, required=True, metavar="GUESS...")
@click.option("--hard", is_flag=True, help="The game was played in hard mode.")
@mode_option
@in_turn_option
@with_words
def analyse(
    words: Words,
    wanted: str,
    played: tuple[str, ...],
    hard: bool,
    mode: str,
    in_turn: bool,
    as_json: bool,
) -> None:
    """Analyze a finished game: rate each GUESS for ANSWER, or for the ANSWERs of its boards."""
    answers = [words.check(answer) for answer in wanted.split(",")]
    path, belief = [words.check(guess) for guess in played], words.belief(mode)
    found: Analysis | BoardsAnalysis
    if len(answers) == 1:
        refuse_without_boards(in_turn, "--in-turn")
        found = analyze_game(words.lexicon, answers[0], path, belief, hard)
        lines = _analysis_lines(found)
    else:
        refuse_with_boards(hard, "--hard")
        check_answers(answers, words.lexicon)
        found = analyze_boards(words.lexicon, answers, path, belief=belief, in_turn=in_turn)
        lines = list(analysis_lines(found))
    show(
        as_json,
        {**analysis_json(found), **words.facts(belief)},
        [*lines, words.line(belief)],
    )


def _analysis_lines(found: Analysis) -> list[str]:
    head = f"{'guess':12}{'words left':>16}{'fewer in':>10}{'skill':>7}{'luck':>6}  best guess"
    lines = [line for turn in found.turns for line in _turn_lines(turn)]
    if found.ignored:
        words = ", ".join(capitals(word) for word in found.ignored)
        lines.append(f"Not counted after {capitals(found.answer)} was found: {words}.")
    solver = " ".join(capitals(step.turn.guess) for step in found.solver)
    end = _solved_in(len(found.turns)) if found.is_solved else "Not solved."
    summary = found.summary()
    return [head, *lines, *([summary] if summary else []), f"{end} Solver: {solver}"]


def _turn_lines(turn: AnalyzedTurn) -> Iterator[str]:
    step, best = turn.step, turn.best
    left = f"{step.words_before:,} → {step.words_after:,}"
    skill, luck = ("-" if each is None else str(each) for each in (turn.skill, turn.luck))
    fewer = "-" if turn.fewer is None else f"{100 * turn.fewer:.0f} %"
    yield (
        f"{step.turn.guess:12}{left:>16}{fewer:>10}"
        f"{skill:>7}{luck:>6}  {best.guess if best else '-'}"
    )
    if not turn.is_known:
        yield f"  {step.turn.guess} is not in the word list."
    if turn.violation:
        yield f"  {step.turn.guess} is not allowed in hard mode: {turn.violation}."


for command in (suggest, read, lab, lab_data, serve, check, keys, openings, words_group):
    main.add_command(command)
main.add_command(analyse, "analyze")
