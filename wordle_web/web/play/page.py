"""The page of a game: boards, keys, notices, and the result.

`PlayPage` gives the template the `Puzzle`, the `Game`, and all further facts of the page.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from flask import request, url_for

from wordle_web.engine.analysis import steps_after_hints
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.letters import plain_letters, small_letters
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rating import best_play
from wordle_web.engine.rows import HIDDEN, Position, rows_of_columns
from wordle_web.game.board import TileBoard, praise
from wordle_web.game.board import board as tile_board
from wordle_web.game.hints import words_after_hints
from wordle_web.game.history.ratings import unpack_rating
from wordle_web.game.history.statistics import Statistics, StatisticsKind, statistics
from wordle_web.game.puzzles.days import epoch_of_day
from wordle_web.game.rules import Game, KnownLetter, Status
from wordle_web.game.share import HINTED, link_grid, seal, share_text
from wordle_web.parsing import letters_of, printable, whole_number
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.paths import analysis_url, variant_url
from wordle_web.web.http.sessions import history, preferences
from wordle_web.web.kept_table import Invitation, TodaysTable, invitation, keeps_table, todays_table
from wordle_web.web.play.cards import Boards, boards_announcement, boards_view, shared_boards
from wordle_web.web.play.days import (
    BADGES,
    Days,
    day_game,
    days,
    earlier_day,
    next_game,
    todays_boards,
)
from wordle_web.web.play.hints import ASK, HintLine, hint_line, revealed_letters
from wordle_web.web.play.puzzles import (
    Puzzle,
    day_url,
    open_days,
    seconds_to_next,
    series_puzzle,
)
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import (
    boards_text,
    daily_text,
    hints_text,
    list_text,
    number_text,
    pool_text,
    rating_text,
    sentence,
    shared_name,
)
from wordle_web.web.ui.i18n import gettext, language, ngettext, translator
from wordle_web.web.ui.keyboard import Keyboard, keyboard
from wordle_web.web.ui.spelling import report_link, spelled, written, written_board

MIN_PLAYED: Final = 5  # games before a new best result is mentioned


class EndWord(NamedTuple):
    """The answer of one of several boards at the end."""

    answer: str
    written: str  # the answer in its usual spelling
    result: str  # the number of the guess that solved its board, or X; empty if no guesses are kept


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game, with links to further pages."""

    headline: str  # praise, or consolation after a loss
    milestone: str  # a badge reached or a new best; empty without either
    badge: int  # the days in a row of a badge just reached; 0 without one
    line: str  # guesses, hints and streak, as far as they apply
    solver: str  # how many guesses the solver needed; empty for several boards
    written: str  # the answers in their usual spelling; empty if the boards show them so
    words: tuple[EndWord, ...]  # the answers of several boards; empty for one board
    shows_answer: bool  # whether to show the answer: the board lacks it or spells it differently
    share_text: str  # empty without guesses
    table: TodaysTable | None  # for a daily game, if the browser keeps a table
    invitation: Invitation | None  # an opened link to a table, for a daily game without a table
    is_outside_table: bool  # whether this is a past day in a browser with a table
    table_text: str  # the text with a link to the table and friends' results; empty without a table
    reply: str  # a reply to the author of the challenge; empty for other games
    comparison: str  # both results in one line; empty unless the link has a friend's result
    following: Link | None  # the next game; None if a random one follows
    analysis: str  # the address of the analysis; empty without guesses
    # Guesses with the number of words left after each; an empty guess stands for hints. Empty for
    # several boards.
    left: tuple[tuple[str, int], ...]
    rated: str  # cost and luck of the guesses; empty until the game is rated
    report: Link | None  # the link for reporting a bad word; None if reports are not offered
    zone: str  # the zone in which the day changes


@dataclass(frozen=True, slots=True)
class PlayPage:
    """The context of a game's page."""

    puzzle: Puzzle
    game: Game
    kind: StatisticsKind  # a game begun on its day stays a daily game after midnight
    board: TileBoard | None  # None for several boards
    boards: Boards | None  # None for one board
    keyboard: Keyboard
    keys_board: int | None  # the only one of several boards whose colors the keys show, or None
    keys_label: str  # for screen readers; empty for the usual label
    typed: str
    refusal: str  # why the last guess was refused; empty if it wasn't
    note: str  # the rule behind the refusal, or what to try instead
    announcement: str  # announcement of the last row and of the end
    end: End | None  # None while the game is played
    statistics: Statistics  # statistics of the games of its kind
    seconds_to_next: int  # seconds until the visitor's next day; 0 unless this is today's game
    hint: HintLine | None  # None at the end
    helper: str  # the helper's address with the rows of this game; empty at the end
    earlier: int  # the number of an earlier day that still counts and is not over; else 0
    is_begun: bool  # whether the game of that day is in progress
    words_offer: str  # the code of the texts' language, if the site offers this game in it; or ""
    is_new: bool  # whether the player has yet to finish a game; a strip then explains the colors
    is_welcomed: bool  # whether the player has closed this strip
    picture: str  # the path of the picture for previews of the link
    days: Days | None  # the days shown left of the board; None for several boards or a new player
    has_table: bool  # whether this is a game of one board in a browser that keeps a table


def play_page(
    puzzle: Puzzle, game: Game, refusal: str = "", typed: str = "", note: str = ""
) -> PlayPage:
    """Return the page of a game; a refused guess is shown as typed."""
    kind: StatisticsKind = "daily" if puzzle.begun == puzzle.day else puzzle.kind
    is_one, lexicon = len(game.answers) == 1, puzzle.lexicon
    played, site = history(), services()
    figures = statistics(
        played, kind, puzzle.length, site.latest_day, puzzle.variant, ended=site.last_day_ended
    )
    letters = letters_of(plain_letters(typed, lexicon.alphabet), puzzle.length)
    hinted, asks = revealed_letters(puzzle, game), request.values.get("hint") == ASK
    board = None
    if is_one:
        board = tile_board(game, lexicon.alphabet, letters, translator(), hinted.get(0, ()))
    boards = None
    if not is_one:
        wanted = request.args.get("board", "")
        posted = whole_number(request.form.get("board", ""), 1, len(game.answers))
        if posted and not game.boards[posted - 1].is_won:  # a solved board is not selected again
            wanted = str(posted)
        boards = boards_view(game, lexicon, letters, wanted, puzzle.url, hinted, offers_hints=True)
    end = _end(puzzle, game, kind, figures) if game.is_over else None
    selected = boards.selected if boards else None
    keys_board = _keys_board(game, boards) if boards and not preferences().plain_keys else None
    last = len(game.guesses) * game.is_won if end and game.guesses else None
    earlier = earlier_day(puzzle.variant) if puzzle.is_front_page else None
    has_days = is_one and not played.is_empty
    path = puzzle.url.removeprefix(request.script_root)
    code = language().partition("-")[0]
    size = f"{puzzle.length}x{puzzle.variant.boards}"
    return PlayPage(
        puzzle=puzzle,
        game=game,
        kind=kind,
        board=written_board(board, lexicon) if board else None,
        boards=boards,
        keyboard=_keyboard(game, boards, hinted),
        keys_board=keys_board,
        keys_label=_keys_label(keys_board) if boards and not preferences().plain_keys else "",
        typed=printable(typed),
        refusal=refusal,
        note=note,
        announcement=". ".join(filter(None, _spoken(puzzle, game, board, boards, end))),
        end=end,
        statistics=replace(figures, last=last),
        seconds_to_next=seconds_to_next() if puzzle.day == site.today else 0,
        hint=hint_line(puzzle, game, selected, asks=asks),
        helper="" if end else _helper_url(game, puzzle.mode, path, url_for("helper.helper")),
        earlier=earlier.number if earlier else 0,
        is_begun=earlier is not None and earlier.status is Status.PLAYING,
        words_offer=code if puzzle.is_front_page and code in site.others else "",
        is_new=not (end or played.recent),
        is_welcomed=preferences().welcomed,
        picture=f"picture/{(puzzle.friends_grid or puzzle.length) if is_one else size}.png",
        days=days(figures if kind == "daily" else None) if has_days else None,
        has_table=is_one and keeps_table(),
    )


def _keyboard(
    game: Game, boards: Boards | None, hinted: Mapping[int, tuple[KnownLetter, ...]]
) -> Keyboard:
    if boards is None:
        return keyboard(game, hinted=((1, hinted.get(0, ())),))
    if number := _keys_board(game, boards):
        known = hinted.get(number - 1, ())
        return keyboard(game.boards[number - 1], hinted=((1, known),))
    known_by_board = tuple((board + 1, known) for board, known in hinted.items())
    return keyboard(game, shared_boards(game), known_by_board)


def _keys_board(game: Game, boards: Boards) -> int | None:
    """Return the number of the only board whose colors the keys show; None for all boards."""
    if boards.selected and boards.selected <= game.shown:
        return boards.selected
    shared = shared_boards(game)
    # The last unsolved board or, in sequential games, the only one that shows its colors.
    return shared[0][0] if len(shared) == 1 else None


def _keys_label(board: int | None) -> str:
    if board is None:
        return gettext("Keyboard, colors of all boards")
    return gettext("Keyboard, colors of board %(number)s", number=board)


def _spoken(
    puzzle: Puzzle, game: Game, board: TileBoard | None, boards: Boards | None, end: End | None
) -> Iterator[str]:
    """Yield the announcements of the last guess and of the end."""
    if board and game.guesses:
        yield board.rows[len(game.guesses) - 1].label
    if boards and game.guesses:
        yield boards_announcement(game, puzzle.lexicon)
        yield "" if end else boards.left
    if end:
        yield from (end.headline, end.milestone)
        if board:
            yield gettext("The answer is %(answer)s.", answer=end.written)
        elif lost := [board.answer for board in game.boards if not board.is_won]:
            words = list_text([written(answer, puzzle.lexicon) for answer in lost])
            yield gettext("Not found: %(words)s", words=words)


# All players share this address for a new game, and a reloaded page needs it again. Without the
# cache, writing it takes a sixth of the time of a page of 32 boards. 256 entries of 0.3 kB, or 5 kB
# with 32 boards: 1.3 MB at most.
@functools.lru_cache(maxsize=256)
def _helper_url(game: Game, mode: str, game_path: str, helper: str) -> str:
    """Return the address of the helper with the marks that the boards of a game show.

    It contains the way back to the game.
    """
    columns = []
    for number, board in enumerate(game.boards):
        patterns = board.patterns if number < game.shown else ()
        marks = [digits_of(pattern, game.length) for pattern in patterns]
        columns.append([*marks, *[HIDDEN] * (len(game.guesses) - len(marks))])
    state = HelperState(
        Position(rows_of_columns(game.guesses, columns), len(columns), game.length, game.in_turn),
        mode,
        hard=game.hard,
        game=game_path,
    )
    return state.address(helper)


def _end(puzzle: Puzzle, game: Game, kind: StatisticsKind, figures: Statistics) -> End:
    """Return the result of a game, with links to further pages."""
    lexicon, is_one = puzzle.lexicon, len(game.answers) == 1
    are_shown = not is_one and lexicon.spellings_file is None  # shown by the boards
    answers = ", ".join(written(answer, lexicon) for answer in puzzle.answers)
    milestone, badge = _milestone(puzzle, game, figures)
    # The milestone of a badge already names the streak.
    streak = figures.current_streak if kind == "daily" and not badge else 0
    table = todays_table(puzzle.variant, puzzle.day) if kind == "daily" and puzzle.day else None
    shared = _share_text(puzzle, game, milestone)
    if not game.is_won:
        headline = gettext("Not this time")
    elif not is_one and game.guesses:
        facts = {"number": len(game.answers), "guesses": len(game.guesses)}
        headline = gettext("All %(number)s words in %(guesses)s guesses", **facts)
    else:
        praised = "" if game.hinted else praise(game, gettext)
        headline = praised or gettext("You got it")
    comparison, friends = "", puzzle.friends_grid
    if is_one and puzzle.day is None and friends not in {"", link_grid(game)}:
        rows = friends.split("-")
        other = len(rows) if set(rows[-1]) == {"2"} else "X"
        results = {"own": f"{game.result}/6", "other": f"{other}/6"}
        comparison = gettext("You: %(own)s · Your friend: %(other)s", **results)
    record = history().record(puzzle.id)
    rating = unpack_rating(record.rating) if record and record.rating else None
    return End(
        headline=headline,
        milestone=milestone,
        badge=badge,
        line=sentence(", ".join(_line(game, streak))),
        solver=sentence(_solver_text(puzzle, game)),
        written="" if are_shown else answers,
        words=() if is_one else _words(puzzle, game),
        shows_answer=puzzle.answer not in game.guesses
        or small_letters(answers, lexicon.alphabet) != puzzle.answer,
        share_text=shared,
        table=table,
        invitation=None if table or kind != "daily" else invitation(),
        is_outside_table=kind == "archive" and keeps_table(),
        table_text=_share_text(puzzle, game, milestone, table) if table else "",
        reply=_reply(game, shared) if puzzle.kind == "challenge" and shared else "",
        comparison=comparison,
        following=_following(puzzle, kind),
        analysis=analysis_url(game, puzzle.mode) if game.guesses else "",
        left=tuple(_words_left(puzzle, game)) if is_one else (),
        rated=rating_text(rating.cost, rating.luck) if rating else "",
        report=report_link(
            puzzle.answers, lexicon, puzzle.day, is_private=puzzle.kind == "challenge"
        ),
        zone=str(services().zone),
    )


def _words(puzzle: Puzzle, game: Game) -> tuple[EndWord, ...]:
    return tuple(
        EndWord(
            board.answer, written(board.answer, puzzle.lexicon), board.result * bool(game.guesses)
        )
        for board in game.boards
    )


def _milestone(puzzle: Puzzle, game: Game, figures: Statistics) -> tuple[str, int]:
    """Return the milestone of this game, and the days in a row of a badge.

    A milestone is a badge or a new lowest number of guesses; empty without either. The days are 0
    without a badge.
    """
    if not game.is_won or figures.played < MIN_PLAYED:
        return "", 0
    streak = figures.current_streak
    if puzzle.day == services().today and streak in BADGES:
        return gettext("%(number)s days in a row!", number=number_text(streak)), streak
    fewest = next((number, count) for number, count, _ in figures.bars if count)
    if game.hinted or fewest != (len(game.guesses), 1):
        return "", 0
    best = ngettext("%(num)s guess: your best yet!", "%(num)s guesses: your best yet!", fewest[0])
    return best, 0


def _words_left(puzzle: Puzzle, game: Game) -> Iterator[tuple[str, int]]:
    """Yield each guess before the answer with the number of words left, until it is 1.

    If hints left fewer words than the guess before them, an empty guess with their number follows.
    """
    lexicon, before = puzzle.lexicon, 0
    belief = belief_of(lexicon, puzzle.mode)
    hints = words_after_hints(game, lexicon, belief) if game.past_hints else ()
    for step in steps_after_hints(lexicon, puzzle.answer, game.guesses, belief, hints):
        if step.words_before < before:
            yield "", step.words_before
        before = step.words_after
        if step.turn.guess == puzzle.answer or step.words_before == 1:
            return  # only the answer was left, so further numbers tell nothing
        yield spelled(step.turn.guess, lexicon), step.words_after
        if step.words_after == 1:
            return


def _line(game: Game, streak: int) -> Iterator[str]:
    if len(game.answers) == 1 and game.is_won and game.guesses:
        yield gettext("Solved in %(number)s", number=len(game.guesses))
    if len(game.answers) > 1 and not game.is_won and game.guesses:
        solved = sum(board.is_won for board in game.boards)
        yield gettext("%(solved)s of %(all)s words found", solved=solved, all=len(game.answers))
    if game.hinted:
        yield hints_text(game.hint_count)
    if streak > 1:
        yield gettext("streak %(number)s", number=number_text(streak))


def _solver_text(puzzle: Puzzle, game: Game) -> str:
    if len(game.answers) > 1 or puzzle.answer not in puzzle.lexicon:
        return ""
    needed = _solver_guesses(puzzle.lexicon, puzzle.answer, puzzle.mode, game.hard)
    if not needed:
        return gettext("the solver didn’t find it")
    if game.is_won and needed == len(game.guesses):
        return gettext("the solver also needed %(number)s", number=needed)
    return gettext("the solver needed %(number)s", number=needed)


# The result is the same for all players of a word. 256 entries take hardly any memory.
@functools.lru_cache(maxsize=256)
def _solver_guesses(lexicon: Lexicon, answer: str, mode: str, hard: HardMode) -> int:
    # Its searches take only milliseconds, so it needs no search lock.
    turns = best_play(lexicon, answer, belief_of(lexicon, mode), hard)
    return len(turns) if turns[-1].guess == answer else 0


def _following(puzzle: Puzzle, kind: StatisticsKind) -> Link | None:
    """Return the link to the next game that is not over: of the series, an earlier day, or today.

    None if there is none; a random game follows then.
    """
    played, today, variant = history(), services().today, puzzle.variant
    if puzzle.number and (days_left := open_days(puzzle.token)):
        later = (day for day in days_left if day > puzzle.number)
        following = series_puzzle(puzzle.token, next(later, days_left[0]))
        return Link(following.title, following.url)
    if kind == "archive" and puzzle.day is not None:
        results = played.days_of(variant)
        earlier = (day for day in range(puzzle.day - 1, 0, -1) if results.result(day) is None)
        day = next(earlier, today)
        return Link(daily_text(day), day_url(day, variant))
    if kind not in {"daily", "challenge"}:
        return None
    word = day_game(today, replace(variant, boards=1, in_turn=False))
    games = (word, *todays_boards(in_turn=variant.in_turn))
    others = [game for game in games if puzzle.day != today or game.variant != variant]
    if variant.boards > 1:  # the daily word comes next, then more boards
        others.sort(key=lambda game: 1 < game.variant.boards <= variant.boards)
    best = next_game(others)
    if not best:
        return None
    return Link(
        boards_text(best.variant) or daily_text(today), variant_url("play.today", best.variant)
    )


def _share_text(
    puzzle: Puzzle, game: Game, milestone: str, table: TodaysTable | None = None
) -> str:
    """Return the text that shares a game, with a link to it or to a table; empty without guesses.

    The link to a table contains the result, so it needs no seal. The line above it has the results
    of friends on this day.
    """
    if not game.guesses:
        return ""
    chosen, boards, day = preferences(), boards_text(puzzle.variant), puzzle.day
    title = f"{shared_name()} · {boards}" if boards else shared_name()
    if day is not None:
        title += f" {day:,}"
    elif puzzle.kind == "random" and not boards:
        facts = {"site": title, "number": puzzle.length, "pool": pool_text(puzzle.pool)}
        title = gettext("%(site)s, %(number)s letters, %(pool)s words", **facts)
    elif puzzle.number:
        title = puzzle.title
    proof = None
    record = history().record(puzzle.id)
    is_ours = record is not None and not record.is_restored  # a backup file can be forged
    if day is not None and is_ours and chosen.seal and (source := history().pseudonym):
        guesses = len(game.guesses) if game.is_won else 0
        key = epoch_of_day(day, services().epochs).key
        proof = seal(puzzle.id, guesses, source, key, hinted=game.hinted)
    link = variant_url(
        "play.game",
        puzzle.variant,
        **puzzle.place,
        grid=link_grid(game) if day is None and not boards else None,
        seal=proof,
        _external=True,
    )
    has_link = boards or day is None or chosen.link or chosen.seal
    link = f"{table.invitation}\n{table.link}" if table else link if has_link else ""
    theme, contrast = chosen.grid_theme, chosen.grid_contrast
    shared = share_text(game, title, theme=theme, contrast=contrast, link=link)
    return "\n".join(filter(None, (shared, milestone)))


def _reply(game: Game, shared: str) -> str:
    """Return the shared text with a sentence for the setter of the challenge as its title."""
    result = f"{game.result}/{game.tries}"
    if not game.is_won:
        title = gettext("You beat me: %(result)s", result=result)
    elif len(game.answers) > 1:
        title = gettext("I solved your words in %(result)s", result=result)
    else:
        title = gettext("I solved your word in %(result)s", result=result)
    title += f" {HINTED}" * game.hinted
    return "\n".join([title, *shared.split("\n")[1:]])
