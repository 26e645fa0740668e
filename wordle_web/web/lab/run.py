"""The page of a fresh tournament: what was chosen, and each row as it comes in."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote, urlencode

from werkzeug.datastructures import MultiDict

from wordle_web.engine.strategies import STRATEGIES
from wordle_web.game.rules import NotInWordListError, RefusalError, check_length, normalise
from wordle_web.lab.results import SEED, Result
from wordle_web.web.lab.page import PATH as LAB
from wordle_web.web.lab.page import number_options, picture_of, watch_url
from wordle_web.web.lab.state import DEFAULT_LENGTH, DEFAULT_TRIES, MAX_TRIES, MIN_TRIES, whole
from wordle_web.web.lab.tables import strategy_rows
from wordle_web.web.lab.tournament import GAMES, Entry, drawn_answers
from wordle_web.web.lab.view_models import RunPage, RunRow, TournamentForm
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import FORMATS, Export
from wordle_web.web.ui.formatting import mean_text, number_text, percent_text
from wordle_web.web.ui.histogram import MAX_BARS, axis
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.layout import address
from wordle_web.web.ui.strategies import strategy_text
from wordle_web.web.watch.state import MAX_SEED
from wordle_web.web.watch.view_models import Option

PATH: Final = "/lab/run"
FILE: Final = "tournament"
DEFAULT_GAMES: Final = 50
DEFAULT_STRATEGIES: Final = ("random", "letter-frequency", "minimax", "entropy", "optimal")
HIGHEST: Final = 0.6  # the share of games that fills a picture, before all are known


@dataclass(frozen=True, slots=True)
class Choice:
    """What a visitor wants to be played.

    Attributes:
        strategies: Names.
        games: How many words.
        length: Their letters.
        opener: As it was typed.
        hard: Whether hints must be used.
        tries: Guesses allowed.
        seed: What the words are drawn by.
    """

    strategies: tuple[str, ...] = DEFAULT_STRATEGIES
    games: int = DEFAULT_GAMES
    length: int = DEFAULT_LENGTH
    opener: str = ""
    hard: bool = False
    tries: int = DEFAULT_TRIES
    seed: int = SEED

    @property
    def query(self) -> str:
        """The choice as a query string."""
        pairs = [("strategy", name) for name in self.strategies]
        pairs += [("games", str(self.games)), ("length", str(self.length))]
        pairs += [("tries", str(self.tries)), ("seed", str(self.seed))]
        pairs += [("opener", self.opener)] if self.opener else []
        pairs += [("hard", "1")] if self.hard else []
        return urlencode(pairs)


def read_choice(fields: MultiDict[str, str]) -> Choice:
    """Return what an address asks for; what is unknown is as usual."""
    asked = set(fields.getlist("strategy"))
    games = whole(fields.get("games", ""), DEFAULT_GAMES)
    length = whole(fields.get("length", ""), DEFAULT_LENGTH)
    tries = whole(fields.get("tries", ""), DEFAULT_TRIES)
    return Choice(
        strategies=tuple(name for name in STRATEGIES if name in asked),
        games=games if games in GAMES else DEFAULT_GAMES,
        length=length if length in services().lengths else DEFAULT_LENGTH,
        opener="".join(filter(str.isprintable, fields.get("opener", "")[:32])).strip(),
        hard=fields.get("hard", "") == "1",
        tries=min(max(tries, MIN_TRIES), MAX_TRIES),
        seed=min(whole(fields.get("seed", ""), SEED), MAX_SEED),
    )


def entry_of(choice: Choice) -> Entry:
    """Return the tournament that is chosen.

    Raises:
        RefusalError: the opener is no allowed word of that length.
    """
    lexicon = services().lexicon(choice.length)
    opener = ""
    if choice.opener:
        opener = normalise(choice.opener, lexicon.alphabet)
        check_length(opener, choice.length)
        if opener not in lexicon:
            raise NotInWordListError(opener)
    answers = drawn_answers(lexicon, choice.games, choice.seed)
    return Entry(lexicon, choice.strategies, answers, opener, choice.hard, choice.seed)


def opener_error(choice: Choice) -> str:
    """Return why the opener cannot be one; empty where it can."""
    try:
        entry_of(choice)
    except RefusalError as refusal:
        return refusal.message(gettext)
    return ""


def form_of(choice: Choice, *, error: str = "", wrong_opener: str = "") -> TournamentForm:
    """Return the form, with what was chosen."""
    return TournamentForm(
        path=address(PATH),
        strategies=tuple(
            Option(name, strategy_text(name).title, name in choice.strategies)
            for name in STRATEGIES
        ),
        games=number_options(GAMES, choice.games),
        lengths=number_options(services().lengths, choice.length),
        opener=choice.opener,
        opener_error=wrong_opener,
        hard=choice.hard,
        tries=number_options(range(MIN_TRIES, MAX_TRIES + 1), choice.tries),
        seed=choice.seed,
        most_seed=MAX_SEED,
        error=error,
    )


def title_of(choice: Choice) -> str:
    """Return what is played, for the head of the page."""
    words = ngettext(
        "%(number)s word of %(length)s letters",
        "%(number)s words of %(length)s letters",
        choice.games,
        number=number_text(choice.games),
        length=choice.length,
    )
    return gettext("Tournament: %(words)s", words=words)


def run_rows(
    results: Iterable[Result | None], choice: Choice, seen: list[Result]
) -> Iterator[RunRow | None]:
    """Yield the rows of the page, each as soon as its games are over, and add it to `seen`.

    Now and then there is nothing to show yet: None.
    """
    for each in results:
        if each is None:
            yield None
            continue
        seen.append(each)
        yield run_row(each, choice)


def run_row(result: Result, choice: Choice) -> RunRow:
    """Return what one strategy achieved as the page shows it."""
    text = strategy_text(result.strategy)
    if not result.games:
        note = gettext("There was no time left.")
        return RunRow(text.title, "", "0", "", "", "", None, None, note)
    word, guesses = result.hardest[0]
    return RunRow(
        title=text.title,
        opener=result.opener.upper(),
        games=number_text(result.games),
        won=percent_text(result.win_percent(choice.tries)),
        mean=mean_text(result.mean),
        worst=str(result.worst),
        picture=picture_of(result.distribution, MAX_BARS, HIGHEST, choice.tries),
        hardest=Link(f"{word.upper()} {guesses}", watch_url(result, word, choice.seed)),
        note=gettext("There was no time for more.") if result.games < choice.games else "",
    )


def run_files(seen: Sequence[Result], choice: Choice) -> Iterator[Link]:
    """Yield what was seen as files, whole in their addresses: the server keeps nothing.

    It is asked for at the end of the page, when all has been seen.
    """
    lexicon = services().lexicon(choice.length)
    rows = strategy_rows([each for each in seen if each.games], lexicon, choice.tries)
    export = Export(FILE, rows)
    for ending, (mimetype, write) in FORMATS.items():
        text = quote(write(export))
        yield Link(ending.upper(), f"data:{mimetype};charset=utf-8,{text}")


def run_page(results: Iterable[Result | None], choice: Choice, row_ends: str) -> RunPage:
    """Return the page of a tournament; its rows come in while it is drawn."""
    again = replace(choice, seed=(choice.seed + 1) % (MAX_SEED + 1))
    seen: list[Result] = []
    return RunPage(
        title=title_of(choice),
        axis=axis(MAX_BARS),
        rows=run_rows(results, choice, seen),
        row_ends=row_ends,
        form=form_of(choice),
        files=run_files(seen, choice),
        file_name=FILE,
        again=address(f"{PATH}?{again.query}"),
        lab=address(LAB),
    )
