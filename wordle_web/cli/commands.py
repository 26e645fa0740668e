"""The command line: suggest, solve, lab, analyze and read, and what the host needs.

Also `python -m wordle_web`. The first five take `--json`, and the first four
`--answers FILE --guesses FILE` for the user's own lists in place of a lexicon.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from wordle_web.cli.boards import (
    EMOJI,
    boards_option,
    in_turn_option,
    solve_boards,
    suggest_for_boards,
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
    refuse_with_boards,
    refuse_without_boards,
    seed_option,
    show,
    used_option,
    with_words,
)
from wordle_web.cli.reading import read
from wordle_web.cli.words import words as words_group
from wordle_web.engine.analysis import Analysis, AnalyzedTurn
from wordle_web.engine.analysis import analyze as analyze_game
from wordle_web.engine.candidates import Belief
from wordle_web.engine.diagnosis.diagnosis import diagnose
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.engine.suggestion import suggest as suggest_guess
from wordle_web.web.api.serializers import RANKED_GUESS, analysis_json, serialize

MAX_FIXES = 10
SURE = 0.9995  # of solving: what is shown as 100 % goes without saying


@click.group(cls=CommandGroup)
@click.version_option(package_name="wordle-web", message="wordle-web %(version)s")
def main() -> None:
    """Solve and analyze word games, compare strategies, and manage a wordle-web server."""


@main.command()
@click.argument("rows", nargs=-1, metavar="GUESS:MARKS...")
@hard_option
@click.option("--budget-ms", default=90.0, show_default=True, help="Thinking time in ms.")
@mode_option
@used_option
@boards_option
@in_turn_option
@with_words
def suggest(
    words: Words,
    rows: tuple[str, ...],
    hard: bool,
    budget_ms: float,
    mode: str,
    used: Path | None,
    boards: int | None,
    in_turn: bool,
    as_json: bool,
) -> None:
    """Suggest the best guess after rows such as crane:01002; without rows, the best opener.

    Rows are read as on the helper's page: crane 01002, crane _?__!, colored squares. With several
    boards, a row has the marks of each: crane:01002.00000, and - for a board solved before.
    """
    belief = words.belief(mode, used)
    if boards is not None:
        refuse_with_boards(hard, "--hard")
        suggest_for_boards(
            words,
            rows,
            boards,
            belief=belief,
            in_turn=in_turn,
            budget_ms=budget_ms,
            as_json=as_json,
        )
        return
    refuse_without_boards(in_turn, "--in-turn")
    turns = words.turns(rows)
    found = suggest_guess(words.lexicon, turns, belief=belief, hard=hard, budget_ms=budget_ms)
    if found.guess is None:
        raise _no_match(words, turns, belief)
    lines = [*_suggestion_lines(found), "", words.line(belief)]
    show(as_json, {**_suggestion(found), **words.facts(belief)}, lines)


def _no_match(words: Words, turns: Sequence[Turn], belief: Belief) -> CommandError:
    found = diagnose(words.lexicon, turns, belief.weights)
    fixes = [
        {"row": row + 1, "turn": fault.fix.text(), "reason": str(fault)}
        for row, fault in found.impossible
    ]
    fixes += [
        {"row": fix.row + 1, "turn": fix.turn.text(), "words": fix.words}
        for fix in found.fixes
        if fix.is_known
    ][:MAX_FIXES]
    reason = "no word matches these rows."
    if found.impossible:
        reason = f"row {found.impossible[0][0] + 1}: {found.impossible[0][1]}."
    change = (
        f"Perhaps row {fixes[0]['row']} is {fixes[0]['turn']}."
        if fixes
        else "Check their letters and marks (0 gray, 1 yellow, 2 green)."
    )
    return CommandError(f"{reason} {change}", fixes=fixes)


def _suggestion(found: Suggestion) -> dict[str, Any]:
    return {
        "candidates": found.candidates,
        "suggestion": found.guess,
        "expected_guesses": found.expected_guesses,
        "solve_probability": found.solve_probability,
        "guesses_left": found.guesses_left,
        "exact": found.exact,
        "milliseconds": round(found.milliseconds, 2),
        "best": [serialize(each, RANKED_GUESS) for each in found.best],
    }


def _suggestion_lines(found: Suggestion) -> list[str]:
    if found.is_last_guess:
        return [
            f"{found.likely:,} likely of {found.candidates:,} words left. This is the last guess.",
            f"Best guess: {(found.guess or '').upper()}",
            "",
            f"{'guess':12}{'chance to win':>15}",
            *(f"{each.guess:12}{100 * each.answer_probability:13.1f} %" for each in found.best),
        ]
    more = (
        f", about {found.expected_guesses:.2f} guesses to solve" if found.expected_guesses else ""
    )
    if found.solve_probability is not None and found.solve_probability < SURE:
        more += f", {100 * found.solve_probability:.1f} % chance to solve"
    proven = " (proven best)" if found.exact else ""
    estimated = (
        ["≈ estimate, or without unlikely words"]
        if any(each.is_estimate for each in found.best)
        else []
    )
    return [
        f"{found.likely:,} likely of {found.candidates:,} words left{more}{proven}",
        f"Best next guess: {(found.guess or '').upper()}",
        "",
        f"{'guess':12}{'to solve':>13}{'words left':>12}{'worst':>7}{'bits':>7}{'chance':>8}",
        *map(_ranked_line, found.best),
        *estimated,
    ]


def _ranked_line(each: RankedGuess) -> str:
    chance = f"{100 * each.answer_probability:.1f} %"
    to_go = f"{'≈' if each.is_estimate else ''}{each.expected_guesses:.2f}"
    return (
        f"{each.guess:12}{to_go:>13}{each.expected_remaining:12.2f}"
        f"{each.worst:7}{each.entropy_bits:7.2f}{chance:>8}"
    )


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
@in_turn_option
@with_words
def solve(
    words: Words,
    wanted: tuple[str, ...],
    opener: str | None,
    mode: str,
    used: Path | None,
    in_turn: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Solve ANSWER with a strategy and show every guess; several ANSWERs are boards of one game."""
    belief = words.belief(mode, used)
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
    shown = [f"{_emoji(turn)}  {turn.guess.upper()}" for turn in turns]
    show(as_json, found, [*shown, end, words.line(belief)])


def _solved_in(guesses: int) -> str:
    return f"Solved in {guesses} {'guess' if guesses == 1 else 'guesses'}."


def _emoji(turn: Turn) -> str:
    return "".join(EMOJI[mark] for mark in turn.marks)


@main.command()
@click.argument("answer")
@click.argument("played", nargs=-1, required=True, metavar="GUESS...")
@click.option("--hard", is_flag=True, help="The game was played in hard mode.")
@mode_option
@with_words
def analyse(
    words: Words, answer: str, played: tuple[str, ...], hard: bool, mode: str, as_json: bool
) -> None:
    """Analyze a finished game: rate each GUESS for ANSWER."""
    path, belief = [words.check(guess) for guess in played], words.belief(mode)
    found = analyze_game(words.lexicon, words.check(answer), path, belief, hard)
    lines = [*_analysis_lines(found), words.line(belief)]
    show(as_json, {**analysis_json(found), **words.facts(belief)}, lines)


def _analysis_lines(found: Analysis) -> list[str]:
    head = f"{'guess':12}{'words left':>16}{'fewer in':>10}{'skill':>7}{'luck':>6}  best guess"
    lines = [line for turn in found.turns for line in _turn_lines(turn)]
    if found.ignored:
        words = ", ".join(word.upper() for word in found.ignored)
        lines.append(f"Not counted after {found.answer.upper()} was found: {words}.")
    solver = " ".join(step.turn.guess.upper() for step in found.solver)
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


for command in (read, lab, lab_data, serve, check, keys, openings, words_group):
    main.add_command(command)
main.add_command(analyse, "analyze")
