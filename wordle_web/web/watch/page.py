"""What the page of `/watch` shows, from what was asked for and the games that were played."""

from collections.abc import Sequence
from dataclasses import replace

from wordle_web.engine.feedback import all_correct
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.states import TRIES
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.game.board import played_row
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import links_to_files
from wordle_web.web.ui.formatting import number_text
from wordle_web.web.ui.i18n import gettext, ngettext, reader, translator
from wordle_web.web.ui.layout import address
from wordle_web.web.ui.strategies import strategy_text
from wordle_web.web.watch.examples import LEXICON, inference, sacrifice
from wordle_web.web.watch.playing import Seen
from wordle_web.web.watch.state import MAX_SEED, WatchState
from wordle_web.web.watch.view_models import Option, WatchedGame, WatchedTurn, WatchPage
from wordle_web.web.watch.wording import reasons, words_text

PATH = "/watch"


def watch_page(
    state: WatchState,
    games: Sequence[WatchedGame] = (),
    *,
    title: str = "",
    word_error: str = "",
    opener_error: str = "",
) -> WatchPage:
    """Return what the page shows."""
    path = address(PATH)
    return WatchPage(
        path=path,
        title=title,
        word=state.word,
        word_error=word_error,
        opener=state.opener,
        opener_error=opener_error,
        strategies=_strategies(state.strategy),
        against=(Option("", gettext("Nobody"), not state.against), *_strategies(state.against)),
        lengths=tuple(
            Option(str(each), _letters_text(each), each == state.length)
            for each in services().lengths
        ),
        hard=state.hard,
        games=tuple(games),
        again=_again(state) if games else None,
        exports=links_to_files(f"{path}.{{}}?{state.query}") if games else (),
        sacrifice=sacrifice(path, reader()) if has_examples() else None,
        inference=inference(address("/helper"), reader()) if has_examples() else None,
    )


def _letters_text(count: int) -> str:
    """Return a number of letters."""
    return ngettext("%(num)s letter", "%(num)s letters", count)


def has_examples() -> bool:
    """Return whether the worked examples are about the words of this site."""
    return DAILY_LENGTH in services().lengths and services().lexicon() is load_lexicon(LEXICON)


def watched_game(strategy: str, seen: Sequence[Seen], *, is_given: bool) -> WatchedGame:
    """Return a game as the page shows it; `is_given` tells that the visitor chose the opener."""
    text = strategy_text(strategy)
    return WatchedGame(
        name=strategy,
        title=text.title,
        rule=text.rule,
        result=_guesses_text(len(seen)),
        none=_guesses_text(0),
        note=gettext("Lost: six are allowed.") if len(seen) > TRIES else "",
        turns=tuple(
            _turn(strategy, each, number, is_given=is_given and number == 1)
            for number, each in enumerate(seen, 1)
        ),
    )


def _turn(strategy: str, seen: Seen, number: int, *, is_given: bool) -> WatchedTurn:
    """Return one turn as the page shows it."""
    row = played_row(seen.turn, number, translator())
    left = words_text(seen.left) if seen.left else gettext("found")
    return WatchedTurn(
        number=number,
        count=_guesses_text(number),
        row=row,
        before=number_text(seen.before),
        left=left if not _is_found(seen) else "",
        sample=_sample(seen),
        reasons=reasons(strategy, seen, number, is_given=is_given),
        spoken=f"{row.label}. {left}",
    )


def _guesses_text(count: int) -> str:
    """Return a number of guesses."""
    return ngettext("%(num)s guess", "%(num)s guesses", count)


def _is_found(seen: Seen) -> bool:
    """Return whether the guess was the answer."""
    return seen.turn.pattern == all_correct(len(seen.turn.guess))


def _sample(seen: Seen) -> str:
    """Return some of the words left in a sentence."""
    if not seen.sample:
        return ""
    words = ", ".join(seen.sample)
    more = seen.left - len(seen.sample)
    if not more:
        return words
    return gettext("%(words)s and %(number)s more", words=words, number=number_text(more))


def _strategies(chosen: str) -> tuple[Option, ...]:
    """Return all strategies as choices."""
    return tuple(Option(name, strategy_text(name).title, name == chosen) for name in STRATEGIES)


def _again(state: WatchState) -> Link | None:
    """Return the way to another game where lots are drawn."""
    if not any(STRATEGIES[name].is_random for name in state.strategies):
        return None
    later = replace(state, seed=(state.seed + 1) % (MAX_SEED + 1))
    return Link(gettext("Draw lots again"), address(f"{PATH}?{later.query}"))
