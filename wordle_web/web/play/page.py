"""The page of a game: a game in progress, or its result and where to go next."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from flask import request, url_for

from wordle_web.engine.feedback import digits_of
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.board import Board, Row, board, praise
from wordle_web.game.puzzles.dates import seconds_to_midnight
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.game.rules import Game
from wordle_web.game.share import boards_text as share_boards
from wordle_web.game.share import daily_title, share_text
from wordle_web.parsing import letters_of, printable, whole_number
from wordle_web.web.helper.boards_state import boards_helper_url
from wordle_web.web.http.sessions import history, preferences
from wordle_web.web.play.archive import RANDOM_DAY
from wordle_web.web.play.boards import (
    Boards,
    boards_announcement,
    boards_view,
    shared_boards,
    written_boards,
)
from wordle_web.web.play.games import (
    GameKind,
    GameState,
    GameStatus,
    Puzzle,
    friends_grid,
    game_status,
    game_url,
)
from wordle_web.web.play.statistics import StatisticsView, statistics_view
from wordle_web.web.services import CODES, services
from wordle_web.web.ui.addresses import variant_url
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.dictionary import dictionary_links
from wordle_web.web.ui.examples import marks_example
from wordle_web.web.ui.formatting import (
    boards_text,
    clock_text,
    daily_text,
    date_text,
    day_date,
    language_text,
    list_text,
    pool_text,
    shared_name,
)
from wordle_web.web.ui.i18n import gettext, language, translator
from wordle_web.web.ui.keyboard import Keyboard, keyboard
from wordle_web.web.ui.links import analysis_link, boards_analysis_link, hint_link
from wordle_web.web.ui.queries import mode_of
from wordle_web.web.ui.spelling import written, written_board


@dataclass(frozen=True, slots=True)
class AgainForm:
    """The fields of the form for another random game like this one, and where it is sent."""

    length: str
    pool: str
    action: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended, and where to go from there.

    Attributes:
        headline: Praise, or consolation after a loss.
        is_won: Whether the answer was found.
        answer: As it is typed, in lower case.
        written: As people write it; of several boards, all answers where that differs.
        definitions: Up to two meanings.
        dictionary: Links to its pages in a dictionary elsewhere, if the host allows them.
        share_text: The result to share, without the answer.
        seconds_to_next: Until the next daily word; None after any other game.
        time_to_next: The same as hours, minutes and seconds.
        links: What to do next.
        zone: The time zone in which the day changes.
        comparison: Both results in a line, if a friend's came with the link.
        again: Starts another game like this one; None after any but a random one.
        new_day: Where the next daily word is played.
        boards: How many boards the game had.
    """

    headline: str
    is_won: bool
    answer: str
    written: str
    definitions: tuple[str, ...]
    dictionary: tuple[Link, ...]
    share_text: str
    seconds_to_next: int | None
    time_to_next: str
    links: tuple[Link, ...]
    zone: str = ""
    comparison: str = ""
    again: AgainForm | None = None
    new_day: str = ""
    boards: int = 1


@dataclass(frozen=True, slots=True)
class TurnForm:
    """The fields of the form for the next guess.

    Attributes:
        turn: Number of the guess that it takes, from 1.
        day: Number of the daily puzzle; empty for any other.
        typed: What was typed, after a refusal.
    """

    turn: str
    day: str
    typed: str


@dataclass(frozen=True, slots=True)
class PlayPage:
    """A game in progress or finished.

    Attributes:
        kind: Which kind of puzzle.
        puzzle: Its name, by which scripts notice that another game has begun.
        title: For example "Daily 1,234".
        subtitle: The date, or length and pool, or who set the challenge.
        words_note: Which language the words are in; empty if it is that of the page.
        words_offer: The code of today's words in the language of the page, where a newcomer gets
            those of another one.
        hard: Whether the game is played in hard mode.
        state: In progress, or how it ended.
        board: All rows, those to come included.
        keyboard: Each letter's best mark so far.
        form: Takes the next guess; None when the game is over.
        action: Where the form is sent.
        refusal: Why the last guess was refused; empty if it was not.
        refusal_note: The rule behind it, where that is not obvious.
        turn_label: For example "Guess 2 of 6".
        announcement: What a screen reader says of the last row and of the end.
        legend: A worked example for new players.
        is_new: Whether the player is new, and has not closed the card that says how to play.
        result: How the game ended; None while it is played.
        statistics: Figures of the games of its kind.
        seconds_to_next: Until the page of today has another word; None on any other page.
        hint: Link to a hint for the rows played; None when the game is over.
        give_up: Link to give up a random game or a challenge; None for any other.
        yesterday: Link to yesterday's game, if it is in progress.
        picture: Path of the picture that a preview of the link shows.
        boards: Several boards; None for a game of one.
        previous: Link to the day before; None but in the archive, and on the first day.
        following: Link to the day after; None but in the archive.
    """

    kind: GameKind
    puzzle: str
    title: str
    subtitle: str
    words_note: str
    words_offer: Option | None
    hard: bool
    state: GameState
    board: Board
    keyboard: Keyboard
    form: TurnForm | None
    action: str
    refusal: str
    refusal_note: str
    turn_label: str
    announcement: str
    legend: Row
    is_new: bool
    result: GameResult | None
    statistics: StatisticsView
    seconds_to_next: int | None
    hint: Link | None
    give_up: Link | None
    yesterday: Link | None
    picture: str
    boards: Boards | None = None
    previous: Link | None = None
    following: Link | None = None


def play_page(puzzle: Puzzle, refusal: str = "", typed: str = "", note: str = "") -> PlayPage:
    """Return the view model of a game; after a refused guess it has what was typed."""
    status = game_status(puzzle)
    game = status.game
    result = _result(puzzle, status) if status.is_over else None
    day = "" if puzzle.day is None else str(puzzle.day)
    letters = letters_of(plain_letters(typed, puzzle.lexicon.alphabet), puzzle.length)
    boards = _boards(puzzle, status, letters)
    is_given_up = status.is_over and not game.is_over
    shown = _board(game, letters, language(), is_given_up=is_given_up)
    return PlayPage(
        kind=_kind(puzzle, status),
        puzzle=puzzle.id,
        title=title_of(puzzle),
        subtitle=_subtitle(puzzle),
        words_note=_words_note(),
        words_offer=_words_offer(puzzle),
        hard=game.hard,
        state=status.state,
        board=written_board(shown, puzzle.lexicon),
        keyboard=_keyboard(game, boards),
        form=None if result else TurnForm(str(status.turn), day, printable(typed)),
        action=game_url(puzzle),
        refusal=refusal,
        refusal_note=note,
        turn_label=gettext("Guess %(number)s of %(all)s", number=status.turn, all=game.tries),
        announcement=_announcement(puzzle, game, shown, result, boards),
        legend=_legend(services().language, language()),
        is_new=not (boards or preferences().welcomed or history().recent),
        result=result,
        statistics=_statistics(puzzle, status),
        seconds_to_next=_seconds_to_next() if puzzle.is_front_page else None,
        hint=None if result else _hint(puzzle, game),
        give_up=None if result else _give_up(puzzle),
        yesterday=_yesterday(puzzle),
        picture=_picture(puzzle),
        boards=boards,
        previous=_neighbor(puzzle, -1),
        following=_neighbor(puzzle, 1),
    )


def title_of(puzzle: Puzzle) -> str:
    """Return the title of a puzzle's page."""
    boards = boards_text(puzzle.variant)
    title = _title_of(puzzle)
    return f"{boards} · {title}" if boards else title


def _title_of(puzzle: Puzzle) -> str:
    if puzzle.day is not None:
        return daily_text(puzzle.day)
    if puzzle.kind == "random" and len(puzzle.answers) > 1:
        return gettext("Random words")
    if puzzle.kind == "random":
        return gettext("Random word")
    if puzzle.setter:
        return gettext("Challenge from %(name)s", name=puzzle.setter)
    return gettext("Challenge")


def _subtitle(puzzle: Puzzle) -> str:
    if puzzle.day is not None:
        return date_text(day_date(puzzle.day))
    if puzzle.kind == "random":
        facts = {"number": puzzle.length, "pool": pool_text(puzzle.pool)}
        return gettext("%(number)s letters, %(pool)s words", **facts)
    if puzzle.hint:
        return gettext("Hint: %(hint)s", hint=puzzle.hint)
    return gettext("%(number)s letters", number=puzzle.length)


def _words_note() -> str:
    name = services().language
    tag = CODES.get(name, "")
    if tag == language().partition("-")[0]:
        return ""
    shown = language_text(tag) or name.capitalize()
    return gettext("Words are in %(language)s", language=shown)


def _words_offer(puzzle: Puzzle) -> Option | None:
    code = language().partition("-")[0]
    if not puzzle.is_front_page or code not in services().others:
        return None
    return Option(code, gettext("Play in %(language)s", language=language_text(code)))


def _boards(puzzle: Puzzle, status: GameStatus, typed: str) -> Boards | None:
    game, is_won = status.game, status.state == "won"
    if len(game.answers) == 1:
        return None
    wanted = request.args.get("board", "")
    posted = whole_number(request.form.get("board", ""), 1, len(game.answers))
    if posted and not game.boards[posted - 1].is_won:  # once it is solved, the keys are free
        wanted = str(posted)
    is_over, url = status.is_over, puzzle.url
    shown = boards_view(game, typed, wanted, url, is_over=is_over, is_won=is_won)
    return written_boards(shown, puzzle.lexicon)


def _keyboard(game: Game, boards: Boards | None) -> Keyboard:
    if boards is None:
        return keyboard(game)
    if boards.selected and (number := int(boards.selected)) <= game.shown:
        return keyboard(game.boards[number - 1])
    shared = shared_boards(game)
    if len(shared) == 1:  # the last board, or in turn the only one that shows its colors
        return keyboard(shared[0][1])
    return keyboard(game, shared)


# Many players have the same board, and all new players see the same legend. 256 of 12 kB at
# 8 letters: 3 MB at most.
@functools.lru_cache(maxsize=256)
def _board(game: Game, typed: str, language: str, *, is_given_up: bool) -> Board:
    return board(game, typed, translator(language), is_given_up=is_given_up)


@functools.cache
def _legend(words: str, language: str) -> Row:
    return marks_example(words, translator(language))


def _announcement(
    puzzle: Puzzle, game: Game, shown: Board, result: GameResult | None, boards: Boards | None
) -> str:
    if boards:
        left = [boards.left] * bool(game.guesses)
        ending = [result.headline, *_not_found(puzzle, game)] if result else left
        return ". ".join(filter(None, [boards_announcement(game), *ending]))
    parts = [shown.rows[len(game.guesses) - 1].label] if game.guesses else []
    if result:
        end = gettext("The answer is %(answer)s.", answer=result.written)
        parts += [result.headline, end]
    return ". ".join(parts)


def _not_found(puzzle: Puzzle, game: Game) -> Iterator[str]:
    lost = [written(each.answer, puzzle.lexicon) for each in game.boards if not each.is_won]
    if lost:
        yield gettext("Not found: %(words)s", words=list_text(lost))


def _kind(puzzle: Puzzle, status: GameStatus) -> GameKind:
    # A game begun on its day stays a daily game after midnight.
    return "daily" if status.started == puzzle.day else puzzle.kind


def _statistics(puzzle: Puzzle, status: GameStatus) -> StatisticsView:
    kind, length = _kind(puzzle, status), puzzle.length
    today, variant = services().today, puzzle.variant
    return statistics_view(history(), kind, length, today, variant, shows_last=status.is_over)


def _hint(puzzle: Puzzle, game: Game) -> Link:
    if len(game.answers) > 1:
        return Link(gettext("Open in Helper"), boards_helper_url(game, mode_of(puzzle.pool)))
    return hint_link(game.turns, mode_of(puzzle.pool), puzzle.length, hard=game.hard)


def _give_up(puzzle: Puzzle) -> Link | None:
    if puzzle.day is not None:
        return None
    url = variant_url("play.ask_give_up", puzzle.variant, kind=puzzle.kind, token=puzzle.token)
    return Link(gettext("Give up"), url)


def _yesterday(puzzle: Puzzle) -> Link | None:
    if not puzzle.is_front_page or puzzle.day is None:
        return None
    record = history().record(daily_id(puzzle.day - 1, puzzle.variant))
    if record is None or record.is_over or not (record.guesses and record.is_on_time):
        return None
    url = variant_url("play.game", puzzle.variant, kind="daily", token=puzzle.day - 1)
    return Link(gettext("Finish yesterday’s game"), url)


def _neighbor(puzzle: Puzzle, days: int) -> Link | None:
    if puzzle.kind != "archive" or puzzle.day is None or puzzle.day + days < 1:
        return None
    number = puzzle.day + days
    url = variant_url("play.game", puzzle.variant, kind="daily", token=number)
    if number == services().today:
        url = variant_url("play.today", puzzle.variant)
    return Link(daily_text(number), url)


def _picture(puzzle: Puzzle) -> str:
    if puzzle.variant.boards > 1:
        return f"picture/{puzzle.length}x{puzzle.variant.boards}.png"
    return f"picture/{friends_grid(puzzle) or puzzle.length}.png"


def _comparison(puzzle: Puzzle, game: Game) -> str:
    """Return both results in a line; empty without a friend's, or if it is one's own."""
    grid = friends_grid(puzzle)
    if puzzle.day is not None or puzzle.variant.boards > 1 or grid in {"", _grid_of(game)}:
        return ""
    rows = grid.split("-")
    own = len(game.guesses) if game.is_won else "X"
    other = len(rows) if set(rows[-1]) == {"2"} else "X"
    return gettext("You: %(own)s · Your friend: %(other)s", own=f"{own}/6", other=f"{other}/6")


def _grid_of(game: Game) -> str:
    return "-".join(digits_of(pattern, game.length) for pattern in game.patterns)


def _result(puzzle: Puzzle, status: GameStatus) -> GameResult:
    is_won, is_one = status.state == "won", len(puzzle.answers) == 1
    seconds = _seconds_to_next() if puzzle.kind == "daily" else None
    return GameResult(
        headline=_headline(status),
        is_won=is_won,
        answer=" ".join(puzzle.answers),
        written=_written(puzzle),
        definitions=puzzle.lexicon.definitions(puzzle.answer) if is_one else (),
        dictionary=dictionary_links(puzzle.answer, puzzle.lexicon) if is_one else (),
        share_text=_share_text(puzzle, status.game) if status.game.guesses else "",
        seconds_to_next=seconds,
        time_to_next="" if seconds is None else clock_text(seconds),
        links=(*_analysis_links(puzzle, status.game), *_links(puzzle)),
        zone=str(services().settings.zone),
        comparison=_comparison(puzzle, status.game) if is_one else "",
        again=_again(puzzle),
        new_day=variant_url("play.today", puzzle.variant),
        boards=len(puzzle.answers),
    )


def _written(puzzle: Puzzle) -> str:
    if len(puzzle.answers) > 1 and puzzle.lexicon.spellings_file is None:
        return ""  # the boards show them
    return ", ".join(written(each, puzzle.lexicon) for each in puzzle.answers)


def _again(puzzle: Puzzle) -> AgainForm | None:
    if puzzle.kind != "random":
        return None
    action = variant_url("new_game.begin_random", puzzle.variant)
    return AgainForm(str(puzzle.length), puzzle.pool, action)


def _headline(status: GameStatus) -> str:
    if status.state != "won":
        return gettext("Not this time")
    game = status.game
    if len(game.answers) > 1 and game.guesses:
        facts = {"number": len(game.answers), "guesses": len(game.guesses)}
        return gettext("All %(number)s words in %(guesses)s guesses", **facts)
    return praise(game, gettext) or gettext("You got it")


def _share_text(puzzle: Puzzle, game: Game) -> str:
    chosen = preferences()
    if len(puzzle.answers) > 1:
        return _boards_share_text(puzzle, game, shared_name())
    link = "" if puzzle.day is not None and not chosen.link else _shared_link(puzzle, game)
    title = _share_title(puzzle)
    return share_text(game, title, theme=chosen.grid_theme, contrast=chosen.contrast, link=link)


def _share_title(puzzle: Puzzle) -> str:
    name = shared_name()
    if puzzle.day is not None:
        return daily_title(name, puzzle.day)
    if puzzle.kind == "random":
        facts = {"site": name, "number": puzzle.length, "pool": pool_text(puzzle.pool)}
        return gettext("%(site)s, %(number)s letters, %(pool)s", **facts)
    return name


def _shared_link(puzzle: Puzzle, game: Game) -> str:
    if puzzle.day is not None:
        facts = {"kind": "daily", "token": puzzle.token}
    else:
        facts = {"kind": puzzle.kind, "token": puzzle.token, "grid": _grid_of(game)}
    return variant_url("play.game", puzzle.variant, **facts, _external=True)


def _boards_share_text(puzzle: Puzzle, game: Game, site: str) -> str:
    title = f"{site} · {boards_text(puzzle.variant)}"
    if puzzle.day is not None:
        title = daily_title(title, puzzle.day)
    facts = {"kind": "daily" if puzzle.day else puzzle.kind, "token": puzzle.token}
    link = variant_url("play.game", puzzle.variant, **facts, _external=True)
    return share_boards(game, title, link=link)


def _analysis_links(puzzle: Puzzle, game: Game) -> tuple[Link, ...]:
    if not game.guesses:
        return ()
    if len(puzzle.answers) > 1:
        mode = mode_of(puzzle.pool)
        return (boards_analysis_link(game.answers, game.guesses, mode, in_turn=game.in_turn),)
    return (analysis_link(puzzle.answer, game.guesses, mode_of(puzzle.pool), hard=game.hard),)


def _links(puzzle: Puzzle) -> tuple[Link, ...]:
    variant = puzzle.variant
    random = Link(gettext("Play a random word"), variant_url("new_game.random", variant))
    if variant.boards > 1:
        random = Link(gettext("Play random words"), random.url)
    archive = Link(gettext("Archive"), variant_url("archive.archive", variant))
    others = () if variant.boards == 1 else (Link(gettext("More boards"), url_for("boards.index")),)
    if puzzle.kind == "random":
        return (Link(gettext("Change length"), random.url), *others)
    if puzzle.kind == "challenge":
        made = variant_url("new_game.challenge", variant, made=puzzle.token)
        return (
            Link(gettext("Send to someone else"), made),
            Link(gettext("Challenge a friend"), variant_url("new_game.challenge", variant)),
            random,
        )
    if puzzle.kind == "archive":
        label = gettext("Play today’s word")
        if variant.boards > 1:
            label = gettext("Play today’s words")
        unplayed = variant_url("archive.archive", variant, day=RANDOM_DAY)
        return (
            Link(label, variant_url("play.today", variant)),
            Link(gettext("Play a random day"), unplayed),
            archive,
            *others,
        )
    return (random, archive, *others)


def _seconds_to_next() -> int:
    return seconds_to_midnight(services().clock(), services().settings.zone)
