"""The command that suggests a guess, on one board or several."""

from pathlib import Path

import click

from wordle_web.cli.boards import boards_option, in_turn_option
from wordle_web.cli.options import (
    CommandError,
    Words,
    hard_option,
    mode_option,
    possible_option,
    refuse_with_boards,
    refuse_without_boards,
    show,
    used_option,
    with_words,
)
from wordle_web.engine.advice import Advice, BoardAdvice, advise
from wordle_web.engine.boards.suggestion import BoardsSuggestion, RankedBoardsGuess, board_names
from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.web.api.serializers import advice_json

MAX_FIXES = 10
SURE = 0.9995  # of solving: what is shown as 100 % goes without saying


@click.command()
@click.argument("rows", nargs=-1, metavar="GUESS:MARKS...")
@hard_option
@click.option("--budget-ms", default=90.0, show_default=True, help="Thinking time in ms.")
@mode_option
@used_option
@possible_option
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
    possible: Path | None,
    boards: int | None,
    in_turn: bool,
    as_json: bool,
) -> None:
    """Suggest the best guess after rows such as crane:01002; without rows, the best opener.

    Rows are read as on the helper's page: crane 01002, crane _?__!, colored squares. With several
    boards, a row has the marks of each: crane:01002.00000, and - for a board solved before.
    """
    belief = words.belief(mode, used, possible)
    if boards is None:
        refuse_without_boards(in_turn, "--in-turn")
    else:
        refuse_with_boards(hard, "--hard")
    position = words.position(rows, boards or 1, in_turn=in_turn)
    found = advise(words.lexicon, position, belief, hard=hard, budget_ms=budget_ms)
    if found.contradictory:
        raise _no_match(found)
    if found.guess is None:
        raise CommandError("all boards are solved.")
    lines = [*_lines(found), "", words.line(belief)]
    show(as_json, {**advice_json(found), **words.facts(belief)}, lines)


def _no_match(found: Advice) -> CommandError:
    """Return the error that names the boards without a word, and what would mend them."""
    if len(found.boards) > 1:
        fixes = [
            {"board": board.number + 1, **fix}
            for board in found.contradictory
            for fix in _fixes(board)
        ]
        names = board_names([board.number for board in found.contradictory])
        return CommandError(
            f"no word matches the rows on {names}. Check the letters and marks there.",
            boards=[board.number + 1 for board in found.contradictory],
            fixes=fixes,
        )
    (board,) = found.boards
    fixes, impossible = _fixes(board), board.diagnosis.impossible if board.diagnosis else ()
    reason = "no word matches these rows."
    if impossible:
        reason = f"row {impossible[0][0] + 1}: {impossible[0][1]}."
    change = (
        f"Perhaps row {fixes[0]['row']} is {fixes[0]['turn']}."
        if fixes
        else "Check their letters and marks (0 gray, 1 yellow, 2 green)."
    )
    return CommandError(f"{reason} {change}", fixes=fixes)


def _fixes(board: BoardAdvice) -> list[dict[str, object]]:
    found = board.diagnosis
    if found is None:
        return []
    impossible = [
        {"row": row + 1, "turn": fault.fix.text(), "reason": str(fault)}
        for row, fault in found.impossible
    ]
    known = [
        {"row": fix.row + 1, "turn": fix.turn.text(), "words": fix.words}
        for fix in found.fixes
        if fix.is_known
    ]
    return [*impossible, *known[:MAX_FIXES]]


def _lines(found: Advice) -> list[str]:
    if isinstance(found.suggestion, BoardsSuggestion):
        return _lines_of_boards(found, found.suggestion)
    return _lines_of_board(found.suggestion) if found.suggestion else []


def _lines_of_boards(found: Advice, suggestion: BoardsSuggestion) -> list[str]:
    return [
        *map(_board_line, found.boards),
        f"Best next guess: {(found.guess or '').upper()} ({suggestion.reason})",
        f"{found.guesses_left} guesses left",
        "",
        f"{'guess':12}{'solves':>9}{'words left':>12}  why",
        *map(_boards_guess_line, suggestion.best),
    ]


def _board_line(board: BoardAdvice) -> str:
    if board.answer:
        known = f"solved: {board.answer.upper()}"
    elif not board.is_shown:
        known = "not shown yet"
    elif board.candidates == 1:
        known = f"1 word left: {board.remaining.words[0].upper()}"
    else:
        known = f"{board.likely:,} likely of {board.candidates:,} words left"
    return f"Board {board.number + 1}: {known}"


def _boards_guess_line(each: RankedBoardsGuess) -> str:
    chance = f"{100 * each.solve_probability:.1f} %"
    return f"{each.guess:12}{chance:>9}{each.expected_remaining:12.2f}  {each.reason}"


def _lines_of_board(found: Suggestion) -> list[str]:
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
