"""The page of `/watch`: the games played, and the reason for each guess."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from babel.support import LazyProxy
from flask import url_for

from wordle_web.engine.feedback import all_correct
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.strategies import (
    FRESH_TURNS,
    MIN_CANDIDATE_WORDS,
    MIN_FREQUENCY_WORDS,
    STRATEGIES,
)
from wordle_web.game.board import Row, played_row
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.lab.playing import TurnEffect
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.exports import links_to_files
from wordle_web.web.ui.formatting import decimal, number_text, words_text
from wordle_web.web.ui.i18n import gettext, ngettext, translator, user_locale
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.strategies import strategy_options, strategy_text
from wordle_web.web.watch.examples import (
    LEXICON,
    InferenceExample,
    SacrificeExample,
    inference,
    sacrifice,
)
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
    "optimal": _("No word the search tried needs fewer guesses in the end."),
}


@dataclass(frozen=True, slots=True)
class WatchedTurn:
    """One turn of a game.

    Attributes:
        count: The same in words: "2 guesses".
        before: How many words were possible before it.
        left: Words possible after it; empty once the word is found.
        sample: Some of those words; empty where none is left.
        reasons: Reasons for this guess, the strategy's own first.
        spoken: What a screen reader says when the turn is shown.
    """

    number: int
    count: str
    row: Row
    before: str
    left: str
    sample: str
    reasons: tuple[str, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game of one strategy.

    Attributes:
        result: For example "4 guesses".
        start: "0 guesses", for before the first.
        note: Says that it took more than six guesses; empty otherwise.
    """

    name: str
    title: str
    rule: str
    result: str
    start: str
    note: str
    turns: tuple[WatchedTurn, ...]


@dataclass(frozen=True, slots=True)
class WatchPage:
    """The form, the games and the worked examples.

    Attributes:
        title: What is watched: "TRUSS", or "Daily 12: TRUSS"; empty before a word was given.
        word_error: Why no game can be shown.
        opener_error: Why it cannot be the first guess.
        strategies: The first choice.
        against: The second one, with "none".
        games: One or two, or none yet.
        again: Link to another game of strategies that pick at random.
        exports: The games as CSV and JSON; empty where there is none.
        sacrifice: A worked example, where it is about the words of this site.
        inference: Another one, likewise.
    """

    title: str
    state: WatchState
    word_error: str
    opener_error: str
    strategies: tuple[Option, ...]
    against: tuple[Option, ...]
    lengths: tuple[Option, ...]
    games: tuple[WatchedGame, ...]
    again: Link | None
    exports: tuple[Link, ...]
    sacrifice: SacrificeExample | None
    inference: InferenceExample | None


def watch_page(
    state: WatchState,
    games: Mapping[str, Sequence[TurnEffect]],
    title: str,
    errors: Mapping[str, str],
) -> WatchPage:
    """Return what the page shows of games, by strategy; `errors` are by the field at fault."""
    path = url_for("watch.watch")
    # The worked examples are about the words that this project ships.
    has_examples = DAILY_LENGTH in services().lengths and (
        services().lexicon() is load_lexicon(LEXICON)
    )
    return WatchPage(
        title=title,
        state=state,
        word_error=errors.get("word", ""),
        opener_error=errors.get("opener", ""),
        strategies=strategy_options(state.strategy),
        against=(Option("", gettext("None"), not state.against), *strategy_options(state.against)),
        lengths=tuple(
            Option(
                str(each), ngettext("%(num)s letter", "%(num)s letters", each), each == state.length
            )
            for each in services().lengths
        ),
        games=tuple(_game(name, effects, state) for name, effects in games.items()),
        again=_again(state) if games else None,
        exports=links_to_files(state.address(f"{path}.{{}}")) if games else (),
        sacrifice=sacrifice(path, user_locale()) if has_examples else None,
        inference=inference(url_for("helper.helper"), user_locale()) if has_examples else None,
    )


def _game(strategy: str, effects: Sequence[TurnEffect], state: WatchState) -> WatchedGame:
    text = strategy_text(strategy)
    return WatchedGame(
        name=strategy,
        title=text.title,
        rule=text.rule,
        result=_guesses_text(len(effects)),
        start=_guesses_text(0),
        note=gettext("Lost: more than six guesses.") if len(effects) > TRIES else "",
        turns=tuple(
            _turn(each, number, reasons(strategy, each, number, number == 1 and state.opener != ""))
            for number, each in enumerate(effects, 1)
        ),
    )


def _turn(effect: TurnEffect, number: int, reasons: tuple[str, ...]) -> WatchedTurn:
    row = played_row(effect.turn, number, translator())
    is_found = effect.turn.pattern == all_correct(len(effect.turn.guess))
    left = words_text(effect.left) if effect.left else gettext("solved")
    return WatchedTurn(
        number=number,
        count=_guesses_text(number),
        row=row,
        before=number_text(effect.before),
        left="" if is_found else left,
        sample=", ".join(effect.sample) + (" …" if effect.left > len(effect.sample) else ""),
        reasons=reasons,
        spoken=f"{row.label}. {left}",
    )


def _guesses_text(count: int) -> str:
    return ngettext("%(num)s guess", "%(num)s guesses", count)


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
        return (gettext("It is the only word left."),)
    return tuple(filter(None, _reasons(strategy, effect, number, is_given)))


def _reasons(strategy: str, effect: TurnEffect, number: int, is_given: bool) -> Iterator[str]:
    if is_given:
        yield gettext("You chose it.")
    else:
        facts = {"words": words_text(effect.before), "bits": decimal(effect.entropy_bits)}
        yield REASONS.get(_rule_followed(strategy, effect, number), "") % facts
    if not effect.is_possible:
        yield gettext("It cannot be the answer; it is guessed for the information it gives.")
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
