"""Boards of a game in sentences: their numbers, and why a guess is good for them."""

from collections.abc import Sequence

from babel.lists import format_list

from wordle_web.engine.boards.suggestion import RankedBoardsGuess
from wordle_web.web.ui.formatting import number_text, percent
from wordle_web.web.ui.i18n import gettext, locale

MAX_NAMED = 4  # boards in a sentence
MIN_CHANCE = 0.05  # to solve a board, from which it is worth a word


def board_numbers(boards: Sequence[int]) -> str:
    """Return the numbers of boards, from 0, in a sentence: `board 3`, `boards 1 and 4`."""
    numbers = format_list([number_text(board + 1) for board in boards], locale=locale())
    if len(boards) == 1:
        return gettext("board %(number)s", number=numbers)
    return gettext("boards %(numbers)s", numbers=numbers)


def why_text(guess: RankedBoardsGuess) -> str:
    """Return one sentence why a guess is good."""
    reason = guess.reason
    if reason.kind == "opener":
        return gettext("A strong first guess for every board.")
    if reason.kind == "solves":
        solved = board_numbers(reason.boards)
        others = [board for board in reason.splits if board not in reason.boards]
        if others:
            more = board_numbers(sorted(others[:MAX_NAMED]))
            return gettext("Solves %(boards)s and narrows %(more)s.", boards=solved, more=more)
        return gettext("Solves %(boards)s.", boards=solved)
    likeliest = max(guess.prospects, key=lambda each: each.solve_probability)
    if likeliest.solve_probability < MIN_CHANCE:
        narrowed = (reason.splits or reason.boards)[:MAX_NAMED]
        if len(narrowed) == len(guess.prospects) > 1:
            return gettext("Narrows every board.")
        return gettext("Narrows %(boards)s the most.", boards=board_numbers(sorted(narrowed)))
    board = board_numbers((likeliest.number,))
    facts = {"boards": board, "chance": percent(likeliest.solve_probability)}
    others = [number for number in reason.splits if number != likeliest.number]
    if others:
        text = gettext("Solves %(boards)s in %(chance)s of cases and narrows %(more)s.")
        return text % {**facts, "more": board_numbers(sorted(others[:MAX_NAMED]))}
    return gettext("Solves %(boards)s in %(chance)s of cases.", **facts)
