"""The history: past games and their replay, statistics, backup and deletion."""

from contextlib import suppress
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Annotated, NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rating import belief_for
from wordle_web.engine.wordfiles import LexiconError
from wordle_web.game.board import TileBoard, TileRow, announcement, empty_row, played_row
from wordle_web.game.codecs import subkey
from wordle_web.game.errors import HistoryError, PuzzleError
from wordle_web.game.history.export import (
    Backup,
    merged,
    played_elsewhere,
    read_file,
    write_file,
)
from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record
from wordle_web.game.history.statistics import Statistics, hardest, kinds_played, statistics
from wordle_web.game.puzzles.days import LENGTHS, date_of
from wordle_web.game.puzzles.tokens import random_answers
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, Status
from wordle_web.game.share import HINTED
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.history.archive import (
    RANDOM_DAY,
    Archive,
    ArchiveState,
    archive_of,
    typed_day,
    unplayed_day,
)
from wordle_web.web.http.bodies import allow_body
from wordle_web.web.http.paths import analysis_url, is_offered, variant_of_request, variant_url
from wordle_web.web.http.sessions import history, keep_history, keep_preferences, preferences
from wordle_web.web.play.cards import Boards, boards_announcement, boards_view
from wordle_web.web.play.days import Streak, day_game, streak_of
from wordle_web.web.services import first_services, services, services_of
from wordle_web.web.ui import formatting
from wordle_web.web.ui.forms import refusal, refuse
from wordle_web.web.ui.i18n import gettext, ngettext, translator
from wordle_web.web.ui.layout import notify
from wordle_web.web.ui.queries import (
    Part,
    line,
    mode_of,
    number,
    state_of_request,
)
from wordle_web.web.ui.spelling import alphabet_of, spelled, written, written_row


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game: its record and its answers, which most records don't contain."""

    record: Record
    answers: tuple[str, ...]  # one per board; empty if they can no longer be derived

    @property
    def title(self) -> str:
        """The title, for example "Daily 1,234"."""
        return record_title(self.record)

    @property
    def day(self) -> int:
        """The day of a daily puzzle, or the day on which any other puzzle was begun."""
        return self.record.started if self.record.day is None else self.record.day

    @property
    def result(self) -> str:
        """The result, such as 4/6 or X/6, with stars for hard modes and a light bulb for hints."""
        record = self.record
        result = f"{record.tries or 'X'}/{record.variant.tries}{record.hard.stars}"
        return result + f" {HINTED}" * record.hinted

    @property
    def written(self) -> str:
        """The answer of a game of one board, in its usual spelling."""
        return written("".join(self.answers[:1]), self.lexicon)

    @property
    def tag(self) -> str:
        """The tag of the answer's language; empty if this site doesn't have that language."""
        site = services_of(self.record.variant.language)
        return formatting.tag_of(site.language) if site else ""

    @property
    def lexicon(self) -> Lexicon | None:
        """The words of the game; None if this site lacks its language or length."""
        site, length = services_of(self.record.variant.language), self.record.length
        return site.lexicon(length) if site and length in site.lengths else None

    @property
    def mode(self) -> str:
        """The helper's mode whose words include the answer."""
        return mode_of("real" if self.record.kind == "challenge" else self.record.pool)

    @property
    def is_replayable(self) -> bool:
        """Whether the game can be shown step by step: it has guesses and answers.

        Words longer than the site's are not shown. They can come only from a backup written by
        hand, and could take much time and memory.
        """
        record = self.record
        is_known = bool(self.answers) and all(
            len(answer) == record.length for answer in self.answers
        )
        return is_known and bool(record.guesses) and record.length in LENGTHS

    @property
    def rows(self) -> tuple[TileRow, ...]:
        """The rows of a game of one board; empty if it cannot be replayed."""
        if len(self.answers) != 1 or not self.is_replayable:
            return ()
        turns, lexicon = self.record.game(*self.answers).turns, self.lexicon
        alphabet = alphabet_of(lexicon)
        rows = (
            played_row(turn, number, alphabet, translator()) for number, turn in enumerate(turns, 1)
        )
        return tuple(written_row(row, lexicon) for row in rows)

    @property
    def boards(self) -> tuple[str, ...]:
        """For each of several boards, the number of the guess that solved it, or X.

        Empty for one board, or if the answers are unknown.
        """
        boards = self.record.game(*self.answers).boards if self.answers[1:] else ()
        return tuple(board.result for board in boards)

    def url(self, **values: int) -> str:
        """Return the address of the replay."""
        record = self.record
        place = {"kind": record.kind, "name": record.name, **values}
        return variant_url("history.replay", record.variant, **place)


class UnfinishedGame(NamedTuple):
    """A game in progress, with its last guess, which tells similar games apart."""

    title: str
    url: str
    progress: str  # `Guess 3 of 6`
    guess: str
    tag: str  # the tag of the guess's language; empty if this site doesn't have that language


def _unfinished(record: Record) -> UnfinishedGame:
    past = PastGame(record, ())
    return UnfinishedGame(
        past.title,
        variant_url("play.game", record.variant, kind=record.kind, token=record.name),
        gettext(
            "Guess %(number)s of %(all)s",
            number=len(record.guesses) + 1,
            all=record.variant.tries,
        ),
        spelled(record.guesses[-1], past.lexicon),
        past.tag,
    )


def record_title(record: Record) -> str:
    """Return the title of a game in the history."""
    if record.day is not None:
        title = formatting.daily_text(record.day)
    elif record.kind == "random":
        title = gettext("Random word, %(number)s letters", number=record.length)
    elif record.is_elsewhere:
        title = gettext("Another site, %(number)s letters", number=record.length)
    else:
        title = gettext("Challenge, %(number)s letters", number=record.length)
    if record.variant == HOME:
        return title
    return gettext(
        "%(title)s, %(variant)s", title=title, variant=formatting.variant_text(record.variant)
    )


def past_game(record: Record) -> PastGame:
    """Return a finished game with its answers, if they can be derived."""
    variant, site = record.variant, services_of(record.variant.language)
    answers = tuple(record.answer.split())
    if not answers and record.status is Status.WON and variant.boards == 1:
        answers = record.guesses[-1:]
    elif not answers and site:
        with suppress(PuzzleError, LexiconError):
            if record.day is None:
                lexicon = site.lexicon(record.length)
                answers = random_answers(record.name, site.epochs_begun, lexicon, variant)
            elif record.day <= site.latest_day:  # a backup written by hand may have a later day
                answers = site.daily_answers(record.day, variant, record.length)
    return PastGame(record, answers)


def _words_left(past: PastGame, game: Game) -> str:
    if game.guesses == past.record.guesses:
        return gettext("The answer is %(answer)s.", answer=past.written)
    lexicon = past.lexicon
    if lexicon is None:
        return ""
    belief = belief_for(lexicon, game.answer, belief_of(lexicon, past.mode))
    return formatting.words_left_text(len(candidates_after(lexicon, game.turns, belief)))


bp = Blueprint("history", __name__)

# Enough for decades. Werkzeug keeps a file of this size in memory, so no disk is needed.
MAX_FILE_BYTES = 500 * 1024
FINGERPRINT_BYTES = 8
allow_body(bp, "restore", MAX_FILE_BYTES)


@dataclass(frozen=True, slots=True)
class HistoryState(ArchiveState):
    """The requested part of the history, read from the address."""

    notice: Annotated[str, Part(line())] = ""  # the action that led to this page; empty for none
    count: Annotated[int, Part(number(0, MAX_NUMBER))] = 0  # number of games added
    left_out: Annotated[int, Part(number(0, MAX_NUMBER))] = 0  # number of games that did not fit

    @property
    def notice_text(self) -> str:
        """A sentence about the action that led to this page; empty if there was none."""
        if self.notice == "added" and self.count:
            shown = formatting.number_text(self.count)
            return ngettext(
                "%(number)s game restored.", "%(number)s games restored.", self.count, number=shown
            )
        if self.notice == "elsewhere" and self.count:
            shown = formatting.number_text(self.count)
            return ngettext(
                "This backup is from another site. Its %(number)s game counts as played there.",
                "This backup is from another site. Its %(number)s games count as played there.",
                self.count,
                number=shown,
            )
        texts = {
            "added": gettext("All games in this backup were already here."),
            "elsewhere": gettext(
                "This backup is from another site, and none of its games is new. To replace your "
                "statistics from another site, remove them first."
            ),
            "earlier": gettext("Your statistics from another site were added."),
            "deleted": gettext("History deleted."),
            "forgotten": gettext("The unreadable cookies were deleted."),
        }
        return texts.get(self.notice, "")

    @property
    def left_out_text(self) -> str:
        """A text about the games that do not fit into the statistics; empty if there are none."""
        if not self.left_out:
            return ""
        return ngettext(
            "%(number)s game of another browser doesn’t fit into your statistics.",
            "%(number)s games of other browsers don’t fit into your statistics.",
            self.left_out,
            number=formatting.number_text(self.left_out),
        )


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Context of the history page."""

    statistics: list[Statistics]  # statistics by kind of game, daily games first
    later: int  # number of daily words played after their day; the first statistics lack them
    archive: Archive
    streak: Streak
    toughest: PastGame | None  # the hardest recent game; None if there are too few
    recent: list[PastGame]  # sorted by day, latest first; within a day, the last game is first
    in_progress: list[UnfinishedGame]  # latest first
    refusal: str  # why a backup was refused; empty if none was
    is_empty: bool
    all_games: str  # a text about the games that would be deleted; empty if there are none


@bp.get("/history")
def games() -> ResponseReturnValue:
    """Show the player's games and past days, or redirect to a requested day."""
    state = state_of_request(HistoryState)
    number, day_refusal = None, ""
    if state.day == RANDOM_DAY:
        number = unplayed_day(state.variant)
        if number is None:
            notify(gettext("You’ve played every past day."))
    elif state.day:
        try:
            number = typed_day(state.day)
        except PuzzleError as error:
            day_refusal = error.message(gettext)
    if number is not None:
        return redirect(variant_url("play.game", state.variant, kind="daily", token=number))
    reason = refusal()
    for text in filter(None, (state.notice_text, state.left_out_text, reason)):
        notify(text)  # also shown at the top of the page, since the refused field is far down
    played, site, variant = history(), services(), variant_of_request()
    kinds = [
        statistics(played, kind, size, site.latest_day, of, ended=site.last_day_ended)
        for of, kind, size in kinds_played(played)
    ]
    hardest_record = hardest(played)
    toughest = past_game(hardest_record) if hardest_record else None
    page = HistoryPage(
        statistics=kinds,
        later=sum(
            item.played
            for item in kinds
            if kinds[0].kind == "daily"
            and (item.kind, item.variant) == ("archive", kinds[0].variant)
        ),
        archive=archive_of(state, day_refusal),
        streak=streak_of(day_game(site.today, variant)),
        toughest=toughest if toughest and toughest.answers else None,
        recent=sorted(map(past_game, reversed(played.recent)), key=attrgetter("day"), reverse=True),
        in_progress=[
            _unfinished(record)
            for record in reversed(played.in_progress)
            if record.guesses  # random games are stored before their first guess
            and record.kind != "challenge"  # its link is not stored
            and is_offered(record.variant)
            # If the clock was set back, later games are hidden but kept.
            and (record.day or 0) <= site.latest_day
        ],
        refusal=reason,
        is_empty=played.is_empty,
        all_games=_games_text(),
    )
    return render_template("history/history.html", page=page), 422 if day_refusal else 200


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Context of the replay of a game after one of its guesses."""

    past: PastGame
    board: TileBoard | None  # None for several boards
    boards: Boards | None  # None for one board
    move: int  # number of guesses that are shown
    words_left: str  # a text about the words or boards left, or about the answer
    spoken: str  # the marks of the last guess, for screen readers; empty before the first guess
    steps: dict[str, str]  # addresses of the buttons that lead to another guess, by name
    analysis: str  # the address of the analysis; empty for several boards


@bp.get("/history/<kind>/<name>")
@bp.get("/history/boards/<boards:boards>/<kind>/<name>")
def replay(kind: str, name: str, boards: Variant = HOME) -> ResponseReturnValue:
    """Show a finished game, step by step."""
    record = history().record(f"{variant_of_request(boards).path}{kind}/{name}")
    past = past_game(record) if record and record.is_over else None
    if record is None or past is None or not past.is_replayable:
        abort(404)
    last = len(record.guesses)
    typed = whole_number(request.args.get("move", ""), 0, last)
    move = 1 if typed is None else typed
    whole = record.game(*past.answers)
    game = whole if move == last else replace(whole, guesses=whole.guesses[:move], end=None)
    several = board = None
    if len(game.answers) > 1:
        wanted, url = request.args.get("board", ""), past.url(move=move)
        several = boards_view(game, past.lexicon, "", wanted, url)
        spoken, words_left = boards_announcement(game, past.lexicon), several.left
    else:
        later = range(move + 1, TRIES + 1)
        empty = [empty_row(record.length, number, translator()) for number in later]
        board = TileBoard((*past.rows[:move], *empty), record.length)
        spoken = (
            announcement(game.turns[-1], move, alphabet_of(past.lexicon), gettext) if move else ""
        )
        words_left = _words_left(past, game)
    numbers = {"first": 0, "back": move - 1, "on": move + 1, "last": last}
    page = ReplayPage(
        past=past,
        board=board,
        boards=several,
        move=move,
        words_left=words_left,
        spoken=spoken,
        steps={
            name: past.url(move=n) for name, n in numbers.items() if 0 <= n <= last and n != move
        },
        analysis="" if several else analysis_url(whole, past.mode),
    )
    return render_template("history/replay.html", page=page)


@bp.get("/history/download")
def download() -> Response:
    """Return the history as a backup file."""
    name = f"wordle-web-history-{formatting.day_date(services().today).isoformat()}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    text = write_file(history(), fingerprints(), services().today)
    return Response(text, headers=headers, mimetype="application/json")


def fingerprints() -> list[str]:
    """Return the identifiers of this site in backups: a fingerprint of each epoch's key.

    Epochs are only added, so every earlier backup has at least one of these. Session keys are not
    used, since they may be replaced at any time.
    """
    site = first_services()
    first = site.settings.first_day.isoformat()
    digests = (subkey(epoch.key, "site", first, epoch.first_day) for epoch in site.epochs)
    return [digest[:FINGERPRINT_BYTES].hex() for digest in digests]


@bp.get("/history/restore")
def restore_start() -> ResponseReturnValue:
    """Redirect to the form that restores a backup."""
    return redirect(url_for(".games"), 303)


@bp.post("/history/restore")
def restore() -> ResponseReturnValue:
    """Merge a backup into the history; if the file is refused, change nothing."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return refuse(gettext("Choose a backup file first."))
    try:
        backup = _read(file.read())
        if backup.site.isdisjoint(fingerprints()):
            added = played_elsewhere(backup, services().today)
            return redirect(merge_history(added, "elsewhere"), 303)
        return redirect(merge_history(backup.history), 303)
    except HistoryError as error:
        assurance = gettext("Nothing was changed.")
        return refuse(f"{error.message(gettext)} {assurance}")


def merge_history(added: History, notice: str = "added") -> str:
    """Merge another history into the player's, and return the address of the page that confirms it.

    Raises:
        HistoryError: the days of both together span more than a century, or do not fit into a
            cookie.
    """
    before = history()
    keep_history(merged(before, added))
    later = history()
    begun = {record.puzzle for record in later.in_progress}
    begun -= {record.puzzle for record in before.in_progress}
    finished = max(0, number_of_games(later) - number_of_games(before))
    if later.earlier and not before.earlier:
        finished += later.earlier.played
    sources = {tally.source for tally in later.tallies}
    lost = {
        tally.key: sum(tally.counts)
        for tally in (*before.tallies, *added.tallies)
        if tally.source not in sources
    }
    return url_for(
        "history.games",
        notice=notice,
        count=finished + len(begun),
        left_out=sum(lost.values()) or None,
    )


def _games_text() -> str:
    number = number_of_games(history())
    return ngettext("%(num)s game", "%(num)s games", number) if number else ""


@bp.get("/history/delete")
def ask_delete() -> ResponseReturnValue:
    """Ask whether to delete all games."""
    return render_template("history/delete.html", games=_games_text())


@bp.post("/history/delete")
def delete() -> ResponseReturnValue:
    """Delete all games and turn off seals, whose secret is deleted too; keep other settings."""
    keep_history(History())
    if preferences().seal:
        keep_preferences(replace(preferences(), seal=False))
    return redirect(url_for(".games", notice="deleted"), 303)


def _read(content: bytes) -> Backup:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HistoryError("damaged") from error
    backup = read_file(text)
    read = backup.history
    try:
        date_of(read.last_day, services().settings.first_day)
    except PuzzleError as error:  # the day is after the end of the calendar
        raise HistoryError("day") from error
    # Games in languages that this site doesn't have are left out.
    offered = replace(
        read,
        recent=tuple(record for record in read.recent if is_offered(record.variant)),
        in_progress=tuple(record for record in read.in_progress if is_offered(record.variant)),
        tallies=tuple(tally for tally in read.tallies if is_offered(tally.variant)),
        other_days=tuple(item for item in read.other_days if is_offered(item[0])),
    )
    return replace(backup, history=offered)


def number_of_games(played: History) -> int:
    """Return the number of finished games in a history, including those stored only as counts."""
    days = len(played.days) + sum(len(log) for _, log in played.other_days)
    elsewhere = len(played.recent) - len(played.own)
    return days + elsewhere + sum(sum(tally.counts) for tally in played.tallies)
