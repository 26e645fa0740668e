"""The end of a game: how it went, what can be shared of it, and where to go next."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from flask import url_for

from wordle_web.engine.analysis import solver_guesses, words_left
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.board import praise
from wordle_web.game.league.seals import seal
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, DAILY_POOL, epoch_of_day
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant
from wordle_web.game.rules import Game
from wordle_web.game.share import boards_text as share_boards
from wordle_web.game.share import daily_title, share_text
from wordle_web.web.analysis.state import analysis_link
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.http.sessions import history, preferences
from wordle_web.web.play.games import GameKind, GameStatus, Puzzle, friends_grid
from wordle_web.web.play.surroundings import Surroundings, seconds_to_next, title_of
from wordle_web.web.services import services
from wordle_web.web.ui.addresses import variant_url
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.dictionary import dictionary_links
from wordle_web.web.ui.formatting import (
    boards_text,
    daily_text,
    number_text,
    pool_text,
    shared_name,
)
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.queries import mode_of
from wordle_web.web.ui.spelling import written

SOLVER_MS: Final = 12.0  # for each of up to six searches: the page of the end is to wait for none


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended, and where to go from there.

    Attributes:
        headline: Praise, or consolation after a loss.
        line: In how many guesses it was solved, the streak, and what the solver needed.
        answer: As it is typed, in lower case.
        written: As people write it; of several boards, all answers where that differs.
        is_told: Whether the board does not show it so.
        definitions: Up to two meanings.
        dictionary: Links to its pages in a dictionary elsewhere, if the host allows them.
        share_text: The result to share, without the answer.
        seconds_to_next: Until the next daily word; None after any other game.
        kind: Which kind of puzzle it was.
        variant: Its language, boards and order.
        token: The last part of its address.
        length: Letters of a word.
        pool: Of a random game.
        next: Link to the next game; None where that is another random one.
        analysis: Link to the analysis; None if no guess is kept.
        left: Of one board: each guess but the answer, and how many words it left.
        zone: The time zone in which the day changes.
        reply: The result as a message to who set a challenge; empty after any other game.
        setter: Who that is, if they said so.
        comparison: Both results in a line, if a friend's came with the link.
    """

    headline: str
    line: str
    answer: str
    written: str
    is_told: bool
    definitions: tuple[str, ...]
    dictionary: tuple[Link, ...]
    share_text: str
    seconds_to_next: int | None
    kind: GameKind | Literal["series"]
    variant: Variant = HOME
    token: str = ""
    length: int = DAILY_LENGTH
    pool: str = ""
    next: Link | None = None
    analysis: Link | None = None
    left: tuple[tuple[str, int], ...] = ()
    zone: str = ""
    reply: str = ""
    setter: str = ""
    comparison: str = ""


def game_result(puzzle: Puzzle, status: GameStatus, around: Surroundings) -> GameResult:
    """Return how a game ended."""
    lexicon, is_one = puzzle.lexicon, puzzle.variant.boards == 1
    are_shown = not is_one and lexicon.spellings_file is None  # by the boards
    answers = ", ".join(written(each, lexicon) for each in puzzle.answers)
    line = " · ".join(_line(puzzle, status, around))
    shared = _share_text(puzzle, status.game) if status.game.guesses else ""
    return GameResult(
        headline=_headline(status),
        line=line[:1].upper() + line[1:],
        answer=" ".join(puzzle.answers),
        written="" if are_shown else answers,
        is_told=not status.game.is_won or answers.lower() != puzzle.answer,
        definitions=lexicon.definitions(puzzle.answer) if is_one else (),
        dictionary=dictionary_links(puzzle.answer, lexicon) if is_one else (),
        share_text=shared,
        seconds_to_next=seconds_to_next() if puzzle.kind == "daily" else None,
        kind="series" if puzzle.number else puzzle.kind,
        variant=puzzle.variant,
        token=puzzle.token,
        length=puzzle.length,
        pool=puzzle.pool or DAILY_POOL,
        next=_next(puzzle, around),
        analysis=_analysis(puzzle, status.game) if status.game.guesses else None,
        zone=str(services().settings.zone),
        reply=_reply(status.game, shared) if puzzle.kind == "challenge" and shared else "",
        setter=puzzle.setter,
        left=_left(puzzle, status.game) if is_one else (),
        comparison=_comparison(puzzle, status.game) if is_one else "",
    )


def _headline(status: GameStatus) -> str:
    if status.state != "won":
        return gettext("Not this time")
    game = status.game
    if len(game.answers) > 1 and game.guesses:
        facts = {"number": len(game.answers), "guesses": len(game.guesses)}
        return gettext("All %(number)s words in %(guesses)s guesses", **facts)
    return praise(game, gettext) or gettext("You got it")


def _line(puzzle: Puzzle, status: GameStatus, around: Surroundings) -> Iterator[str]:
    game, is_one = status.game, puzzle.variant.boards == 1
    if is_one and game.is_won:
        yield gettext("Solved in %(number)s", number=len(game.guesses))
    if around.statistics.has_streaks and (streak := around.statistics.figures.current_streak) > 1:
        yield gettext("streak %(number)s", number=number_text(streak))
    if is_one and puzzle.answer in puzzle.lexicon:
        yield _solver_text(puzzle, game)


def _solver_text(puzzle: Puzzle, game: Game) -> str:
    needed = _solver_guesses(puzzle.lexicon, puzzle.answer, mode_of(puzzle.pool), game.hard)
    if not needed:
        return gettext("the solver didn’t find it")
    if game.is_won and needed == len(game.guesses):
        return gettext("the solver also needed %(number)s", number=needed)
    return gettext("the solver needed %(number)s", number=needed)


# All who play a day ask for the same. 256 numbers: nothing.
@functools.lru_cache(maxsize=256)
def _solver_guesses(lexicon: Lexicon, answer: str, mode: str, hard: bool) -> int:
    with SEARCH_LOCK:
        belief = belief_of(lexicon, mode)
        return solver_guesses(lexicon, answer, belief, hard, budget_ms=SOLVER_MS)


def _left(puzzle: Puzzle, game: Game) -> tuple[tuple[str, int], ...]:
    belief = belief_of(puzzle.lexicon, mode_of(puzzle.pool))
    left = words_left(puzzle.lexicon, puzzle.answer, game.guesses, belief)
    pairs = zip(game.guesses, left, strict=True)
    return tuple((guess, count) for guess, count in pairs if guess != puzzle.answer)


def _next(puzzle: Puzzle, around: Surroundings) -> Link | None:
    """Return the next game not played: of today's, the day before, or the days of a series."""
    if puzzle.number:
        return Link(gettext("All days"), url_for("series.series", token=puzzle.token))
    if around.kind == "archive" and puzzle.day is not None:
        return _earlier(puzzle.day, puzzle.variant)
    return _of_today(puzzle.variant) if around.kind == "daily" else None


def _of_today(played: Variant) -> Link | None:
    today = services().today
    for boards in (1, *BOARD_COUNTS):
        variant = replace(played, boards=boards, in_turn=played.in_turn and boards > 1)
        is_open = history().days_of(variant).result(today) is None
        if variant != played and is_open and services().has_pool(DAILY_LENGTH, DAILY_POOL, boards):
            return Link(
                boards_text(variant) or daily_text(today), variant_url("play.today", variant)
            )
    return None


def _earlier(day: int, variant: Variant) -> Link:
    days = history().days_of(variant)
    for number in range(day - 1, 0, -1):
        if days.result(number) is None:
            url = variant_url("play.game", variant, kind="daily", token=number)
            return Link(daily_text(number), url)
    return Link(daily_text(services().today), variant_url("play.today", variant))


def _share_text(puzzle: Puzzle, game: Game) -> str:
    chosen, is_one = preferences(), puzzle.variant.boards == 1
    title, day = _share_title(puzzle), puzzle.day
    grid = _grid_of(game) if is_one and day is None else None
    facts = {**puzzle.place, "grid": grid, "seal": _seal(puzzle, game)}
    link = variant_url("play.game", puzzle.variant, **facts, _external=True)
    if not is_one:
        return share_boards(game, title, link=link)
    has_link = day is None or chosen.link or chosen.seal
    return share_text(
        game,
        title,
        theme=chosen.grid_theme,
        contrast=chosen.contrast,
        link=link if has_link else "",
    )


def _reply(game: Game, shared: str) -> str:
    """Return the shared text with a sentence to who set the challenge in place of its title."""
    result = f"{len(game.guesses) if game.is_won else 'X'}/{game.tries}"
    if not game.is_won:
        title = gettext("You beat me: %(result)s", result=result)
    elif len(game.answers) > 1:
        title = gettext("I solved your words in %(result)s", result=result)
    else:
        title = gettext("I solved your word in %(result)s", result=result)
    return "\n".join([title, *shared.split("\n")[1:]])


def _seal(puzzle: Puzzle, game: Game) -> str | None:
    source = history().pseudonym
    if puzzle.day is None or not (preferences().seal and source and game.is_over):
        return None
    guesses = sum(len(board.guesses) for board in game.boards) if game.is_won else 0
    return seal(puzzle.id, guesses, source, epoch_of_day(puzzle.day, services().epochs).key)


def _share_title(puzzle: Puzzle) -> str:
    boards = boards_text(puzzle.variant)
    name = f"{shared_name()} · {boards}" if boards else shared_name()
    if puzzle.day is not None:
        return daily_title(name, puzzle.day)
    if puzzle.kind == "random" and not boards:
        facts = {"site": name, "number": puzzle.length, "pool": pool_text(puzzle.pool)}
        return gettext("%(site)s, %(number)s letters, %(pool)s words", **facts)
    return title_of(puzzle) if puzzle.number else name


def _comparison(puzzle: Puzzle, game: Game) -> str:
    """Return both results in a line; empty without a friend's, or if it is one's own."""
    grid = friends_grid(puzzle)
    if puzzle.day is not None or grid in {"", _grid_of(game)}:
        return ""
    rows = grid.split("-")
    own = len(game.guesses) if game.is_won else "X"
    other = len(rows) if set(rows[-1]) == {"2"} else "X"
    return gettext("You: %(own)s · Your friend: %(other)s", own=f"{own}/6", other=f"{other}/6")


def _grid_of(game: Game) -> str:
    return "-".join(digits_of(pattern, game.length) for pattern in game.patterns)


def _analysis(puzzle: Puzzle, game: Game) -> Link:
    mode = mode_of(puzzle.pool)
    return analysis_link(game.answers, game.guesses, mode, hard=game.hard, in_turn=game.in_turn)
