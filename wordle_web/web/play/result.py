"""The end of a game: how it went, what can be shared of it, and where to go next."""

from dataclasses import dataclass
from typing import Literal

from wordle_web.engine.feedback import digits_of
from wordle_web.game.board import praise
from wordle_web.game.league.seals import seal
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, epoch_of_day
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game
from wordle_web.game.share import boards_text as share_boards
from wordle_web.game.share import daily_title, share_text
from wordle_web.web.analysis.state import analysis_link
from wordle_web.web.http.sessions import history, preferences
from wordle_web.web.play.games import GameKind, GameStatus, Puzzle, friends_grid
from wordle_web.web.play.surroundings import seconds_to_next, title_of
from wordle_web.web.services import services
from wordle_web.web.ui.addresses import variant_url
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.dictionary import dictionary_links
from wordle_web.web.ui.formatting import boards_text, pool_text, shared_name
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.queries import mode_of
from wordle_web.web.ui.spelling import written


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended, and where to go from there.

    Attributes:
        headline: Praise, or consolation after a loss.
        answer: As it is typed, in lower case.
        written: As people write it; of several boards, all answers where that differs.
        definitions: Up to two meanings.
        dictionary: Links to its pages in a dictionary elsewhere, if the host allows them.
        share_text: The result to share, without the answer.
        seconds_to_next: Until the next daily word; None after any other game.
        kind: Which kind of puzzle it was.
        variant: Its language, boards and order.
        token: The last part of its address.
        length: Letters of a word.
        pool: Of a random game.
        analysis: Link to the analysis; None if no guess is kept.
        zone: The time zone in which the day changes.
        comparison: Both results in a line, if a friend's came with the link.
    """

    headline: str
    answer: str
    written: str
    definitions: tuple[str, ...]
    dictionary: tuple[Link, ...]
    share_text: str
    seconds_to_next: int | None
    kind: GameKind | Literal["series"]
    variant: Variant = HOME
    token: str = ""
    length: int = DAILY_LENGTH
    pool: str = ""
    analysis: Link | None = None
    zone: str = ""
    comparison: str = ""


def game_result(puzzle: Puzzle, status: GameStatus) -> GameResult:
    """Return how a game ended."""
    lexicon, is_one = puzzle.lexicon, puzzle.variant.boards == 1
    are_shown = not is_one and lexicon.spellings_file is None  # by the boards
    return GameResult(
        headline=_headline(status),
        answer=" ".join(puzzle.answers),
        written="" if are_shown else ", ".join(written(each, lexicon) for each in puzzle.answers),
        definitions=lexicon.definitions(puzzle.answer) if is_one else (),
        dictionary=dictionary_links(puzzle.answer, lexicon) if is_one else (),
        share_text=_share_text(puzzle, status.game) if status.game.guesses else "",
        seconds_to_next=seconds_to_next() if puzzle.kind == "daily" else None,
        kind="series" if puzzle.number else puzzle.kind,
        variant=puzzle.variant,
        token=puzzle.token,
        length=puzzle.length,
        pool=puzzle.pool,
        analysis=_analysis(puzzle, status.game) if status.game.guesses else None,
        zone=str(services().settings.zone),
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
