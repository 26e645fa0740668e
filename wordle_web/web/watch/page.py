"""The page of `/watch`: the games, and the reason for each guess."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from babel.support import LazyProxy
from flask import url_for

from wordle_web.engine.boards.analysis import BoardsGuess
from wordle_web.engine.boards.turns import max_guesses
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.strategies import (
    FRESH_TURNS,
    MIN_CANDIDATE_WORDS,
    MIN_FREQUENCY_WORDS,
    STRATEGIES,
)
from wordle_web.game.board import TileRow, played_row
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.lab.playing import TurnEffect
from wordle_web.web.services import services
from wordle_web.web.ui.boards_explained import why_text
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.exports import links_to_files
from wordle_web.web.ui.formatting import decimal, number_text, words_text
from wordle_web.web.ui.i18n import gettext, ngettext, translator, user_locale
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.strategies import StrategyText, strategy_options, strategy_text
from wordle_web.web.watch.examples import (
    LEXICON,
    InferenceExample,
    SacrificeExample,
    inference,
    sacrifice,
)
from wordle_web.web.watch.games import Watched
from wordle_web.web.watch.state import MAX_SEED, WatchState

REASONS: Mapping[str, LazyProxy] = {
    "random": _("Picked at random from the %(words)s left."),
    "distinct-letters": _("Picked at random from the words left with no repeated letter."),
    "repeated-letters": _(
        "Every word left repeats a letter, so it was picked at random from all of them."
    ),
    "common-letters": _("Picked at random from the words left with frequent, different letters."),
    "letter-frequency": _("Of the words left, its letters are the most frequent in English."),
    "fresh-letters": _("Its letters are the most frequent ones not used yet."),
    "fixed-opener": _("The author tried openers on every answer, and this one did best."),
    "position-elimination": _(
        "Picked at random from the words that fit both tables of letters and positions."
    ),
    "candidate-frequency": _("Its letters appear most often in the words left."),
    "minimax": _("No possible word leaves fewer words in the worst case."),
    "frequency-then-minimax": _("No other word compared leaves fewer words in the worst case."),
    "expected-remaining": _("No other word compared leaves fewer words on average."),
    "entropy": _("No other word compared gives more information: %(bits)s bits on average."),
    "most-partitions": _("No other word compared has more possible results."),
    "optimal": _("We found no better word."),
}


@dataclass(frozen=True, slots=True)
class WatchedTurn:
    """One turn of a game, what it did, and the reasons for it, the strategy's own first."""

    row: TileRow
    effect: TurnEffect
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game of one strategy."""

    name: str
    text: StrategyText
    turns: tuple[WatchedTurn, ...]

    @property
    def is_lost(self) -> bool:
        """Whether it took more guesses than a player has."""
        return len(self.turns) > TRIES


@dataclass(frozen=True, slots=True)
class WatchPage:
    """The form, the games and the worked examples.

    Attributes:
        title: What is watched: "TRUSS", or "Daily 12: TRUSS"; empty before a word was given.
        errors: By the field at fault, "word" or "opener": why no game can be shown.
        strategies: The first choice.
        against: The second one, with "none".
        games: One or two of one board, or none yet.
        boards: A game of several boards, guess by guess; empty for one board.
        result: Of that game, for example "Solved in 8 guesses of 9."
        again: Link to another game of strategies that pick at random.
        exports: The games as CSV and JSON; empty where there is none.
        sacrifice: A worked example, where it is about the words of this site.
        inference: Another one, likewise.
    """

    title: str
    state: WatchState
    errors: Mapping[str, str]
    strategies: tuple[Option, ...]
    against: tuple[Option, ...]
    lengths: tuple[Option, ...]
    games: tuple[WatchedGame, ...]
    boards: tuple[tuple[BoardsGuess, tuple[str, ...]], ...]
    result: str
    again: Link | None
    exports: tuple[Link, ...]
    sacrifice: SacrificeExample | None
    inference: InferenceExample | None


def watch_page(state: WatchState, watched: Watched, errors: Mapping[str, str]) -> WatchPage:
    """Return what the page shows of what is watched."""
    path, games = url_for("watch.watch"), watched.games
    # The worked examples are about the words that this project ships.
    has_examples = DAILY_LENGTH in services().lengths and (
        services().all_words(DAILY_LENGTH) is load_lexicon(LEXICON)
    )
    return WatchPage(
        title=watched.title,
        state=state,
        errors=errors,
        strategies=strategy_options(state.strategy),
        against=(Option("", gettext("None"), not state.against), *strategy_options(state.against)),
        lengths=tuple(
            Option(
                str(each), ngettext("%(num)s letter", "%(num)s letters", each), each == state.length
            )
            for each in services().lengths
        ),
        games=tuple(_game(name, effects, state) for name, effects in games.items()),
        boards=tuple((each, (why_text(each.own),) if each.own else ()) for each in watched.boards),
        result=_result(watched) if watched.boards else "",
        again=_again(state) if games else None,
        exports=links_to_files(state.address(f"{path}.{{}}")) if games else (),
        sacrifice=sacrifice(path, user_locale()) if has_examples else None,
        inference=inference(url_for("helper.helper"), user_locale()) if has_examples else None,
    )


def _game(strategy: str, effects: Sequence[TurnEffect], state: WatchState) -> WatchedGame:
    turns = (
        WatchedTurn(
            played_row(effect.turn, number, translator()),
            effect,
            reasons(strategy, effect, number, number == 1 and state.opener != ""),
        )
        for number, effect in enumerate(effects, 1)
    )
    return WatchedGame(strategy, strategy_text(strategy), tuple(turns))


def _result(watched: Watched) -> str:
    allowed = max_guesses(len(watched.words))
    guesses = ngettext("%(num)s guess", "%(num)s guesses", len(watched.boards))
    if len(watched.boards) > allowed:
        return gettext("%(guesses)s, more than the %(all)s allowed.", guesses=guesses, all=allowed)
    return gettext("Solved in %(guesses)s of %(all)s.", guesses=guesses, all=allowed)


def _again(state: WatchState) -> Link | None:
    """Return the link to another random game, for strategies that pick at random."""
    if not any(STRATEGIES[name].is_random for name in state.strategies):
        return None
    later = replace(state, seed=(state.seed + 1) % (MAX_SEED + 1))
    return Link(gettext("Re-roll"), later.address(url_for("watch.watch")))


def reasons(strategy: str, effect: TurnEffect, number: int, is_given: bool) -> tuple[str, ...]:
    """Return the reasons for a guess, the strategy's own first.

    Args:
        strategy: Its name.
        effect: The guess and what it did.
        number: Which turn it is, from 1.
        is_given: Whether the visitor chose the guess.
    """
    if effect.before == 1 and effect.is_possible:
        return (gettext("It’s the only word left."),)
    return tuple(filter(None, _reasons(strategy, effect, number, is_given)))


def _reasons(strategy: str, effect: TurnEffect, number: int, is_given: bool) -> Iterator[str]:
    if is_given:
        yield gettext("You chose it.")
    else:
        facts = {"words": words_text(effect.before), "bits": decimal(effect.entropy_bits)}
        yield REASONS[_rule_followed(strategy, effect, number)] % facts
    if not effect.is_possible:
        yield gettext("It can’t be the answer; it’s guessed for the information it gives.")
    replies = ngettext(
        "%(number)s possible result",
        "%(number)s possible results",
        effect.replies,
        number=number_text(effect.replies),
    )
    yield gettext(
        "It has %(groups)s and leaves %(left)s words on average, %(worst)s in the worst case.",
        groups=replies,
        left=decimal(effect.expected_remaining),
        worst=number_text(effect.worst),
    )


def _rule_followed(strategy: str, effect: TurnEffect, number: int) -> str:
    """Return the strategy whose reason applies: some follow another's rule at times."""
    guess = effect.turn.guess
    if strategy in {"distinct-letters", "common-letters"} and len(set(guess)) < len(guess):
        return "repeated-letters"
    if strategy == "fixed-opener" and number > 1:
        strategy = "fresh-letters"
    if strategy == "fresh-letters" and number > 1:
        is_fresh = number <= FRESH_TURNS and not effect.is_possible
        return strategy if is_fresh else "letter-frequency"
    if strategy == "frequency-then-minimax" and effect.before >= MIN_CANDIDATE_WORDS:
        return "candidate-frequency" if effect.before >= MIN_FREQUENCY_WORDS else "minimax"
    return strategy
