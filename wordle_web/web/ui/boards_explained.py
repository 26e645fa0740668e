"""Games of several boards on pages that explain them: boards in a sentence, and guess by guess."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from babel.lists import format_list

from wordle_web.engine.boards.analysis import BoardsGuess, BoardStep
from wordle_web.engine.boards.suggestion import RankedBoardsGuess
from wordle_web.engine.feedback import marks_of
from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import MARKS, Mark
from wordle_web.web.ui.formatting import number_text, percent, words_left_text
from wordle_web.web.ui.i18n import gettext, locale
from wordle_web.web.ui.queries import marks_text

MAX_NAMED = 4  # boards in a sentence
MIN_CHANCE = 0.05  # to solve a board, from which it is worth a word


@dataclass(frozen=True, slots=True)
class BoardStepView:
    """What a guess did to one board: "Board 3", its marks, and what is left of its words."""

    label: str
    marks: tuple[Mark, ...]
    spoken: str
    text: str
    is_solved: bool


@dataclass(frozen=True, slots=True)
class BoardsTurnView:
    """One guess of a game of several boards, and what is said of it.

    Attributes:
        steps: What it did to each board up to the last that it changed; None for the others, so
            that each keeps its place.
    """

    number: int
    guess: str
    texts: tuple[str, ...]
    steps: tuple[BoardStepView | None, ...]


def boards_turns(
    guesses: Iterable[BoardsGuess], said: Callable[[BoardsGuess], tuple[str, ...]]
) -> tuple[BoardsTurnView, ...]:
    """Return the guesses of a game, with what `said` returns of each."""
    return tuple(
        BoardsTurnView(
            number=number,
            guess=capitals(each.guess),
            texts=said(each),
            steps=_steps(each),
        )
        for number, each in enumerate(guesses, 1)
    )


# A board that waits for its known word, or that a guess told nothing about, is as it was: with 32
# boards most are, most of the time.
def _steps(guess: BoardsGuess) -> tuple[BoardStepView | None, ...]:
    changed = {step.number: step for step in guess.steps if step.left != step.before}
    places = range(max(changed, default=-1) + 1)
    return tuple(_step(guess, changed[place]) if place in changed else None for place in places)


def _step(guess: BoardsGuess, step: BoardStep) -> BoardStepView:
    marks = marks_of(step.pattern, len(guess.guess))
    return BoardStepView(
        label=gettext("Board %(number)s", number=step.number + 1),
        marks=tuple(MARKS[mark] for mark in marks),
        spoken=marks_text(marks),
        text=gettext("solved") if step.is_solved else words_left_text(step.left),
        is_solved=step.is_solved,
    )


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
        narrowed = board_numbers(sorted((reason.splits or reason.boards)[:MAX_NAMED]))
        return gettext("Narrows %(boards)s the most.", boards=narrowed)
    board = board_numbers((likeliest.number,))
    facts = {"boards": board, "chance": percent(likeliest.solve_probability)}
    others = [number for number in reason.splits if number != likeliest.number]
    if others:
        text = gettext("Solves %(boards)s in %(chance)s of cases and narrows %(more)s.")
        return text % {**facts, "more": board_numbers(sorted(others[:MAX_NAMED]))}
    return gettext("Solves %(boards)s in %(chance)s of cases.", **facts)
