"""The page on which strategies solve a word: games, reasons for guesses, and worked examples.

Requests use GET with the whole state in the address; nothing is stored.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple, Self

from babel.support import LazyProxy
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.boards.simulation import BoardsGuess, analyze_boards, play_boards
from wordle_web.engine.boards.state import max_guesses
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.letters import plain_letters
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.engine.openings import stored_reply
from wordle_web.engine.strategies import (
    FRESH_TURNS,
    MIN_CANDIDATE_WORDS,
    MIN_FREQUENCY_WORDS,
    STRATEGIES,
)
from wordle_web.game.errors import PuzzleError, RefusalError
from wordle_web.game.puzzles.days import DAILY_LENGTH, DAILY_POOL, daily_id, read_day
from wordle_web.game.rules import allowed_word, normalize
from wordle_web.lab.playing import Conditions, TurnEffect, play_word
from wordle_web.parsing import linear_pattern
from wordle_web.web.http.limits import costly
from wordle_web.web.http.paths import variant_of_request
from wordle_web.web.http.sessions import history
from wordle_web.web.play.puzzles import daily_puzzle
from wordle_web.web.services import services
from wordle_web.web.turns import SEARCH_LOCK
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.formatting import daily_text, decimal, number_text, words_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import with_words
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    HARD,
    AddressState,
    Part,
    line,
    mode_of,
    number,
    one_of,
    state_of_request,
    word_length,
)
from wordle_web.web.ui.spelling import written
from wordle_web.web.ui.strategies import strategy_options, why_text

bp = Blueprint("watch", __name__)

DEFAULT_STRATEGY: Final = "optimal"
MAX_SEED: Final = 9_999
MAX_WORDS: Final = 160  # characters, enough for eight words of eight letters with separators
MAX_WATCHED: Final = 8  # boards; with more, other visitors would wait for over a second
BUDGET_MS: Final = 300.0  # search time for the reasons of all guesses
EXAMPLES_LEXICON: Final = "english-5"
EXAMPLE: Final = "patch"  # the word that is solved if none was entered
_BETWEEN = linear_pattern(r"[\s,;]")

# Why a strategy chose a guess, by the rule that it followed.
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
    "position-elimination": _("Picked at random from the words that fit what each spot allows."),
    "candidate-frequency": _("Its letters appear most often in the words left."),
    "place-frequency": _("Its letters are in the same spots in most of the words left."),
    "minimax": _("No possible word leaves fewer words in the worst case."),
    "frequency-then-minimax": _("No other word compared leaves fewer words in the worst case."),
    "expected-remaining": _("No other word compared leaves fewer words on average."),
    "entropy": _("No other word compared gives more information: %(bits)s bits on average."),
    "most-partitions": _("No other word compared has more possible results."),
    "optimal": _("The search expects the fewest guesses with it."),
    # Games that were played to their end may show another opener a guess ahead.
    "optimal-opener": _("It’s one of the best openers."),
}


@dataclass(frozen=True, slots=True)
class WatchState(AddressState):
    """The state in the address: words, strategies and conditions."""

    word: Annotated[str, Part(line(MAX_WORDS))] = ""  # words, or the number or date of a past day
    strategy: Annotated[str, Part(one_of(STRATEGIES))] = DEFAULT_STRATEGY
    # A second strategy to compare with; empty if there is none.
    against: Annotated[str, Part(one_of(STRATEGIES))] = ""
    opener: Annotated[str, Part(line())] = ""  # the first guess; empty if strategies choose it
    hard: Annotated[HardMode, HARD] = HardMode.OFF  # the hard mode that strategies must follow
    seed: Annotated[int, Part(number(0, MAX_SEED))] = 0  # seed of random strategies
    length: Annotated[int, Part(word_length)] = DAILY_LENGTH  # length of a random word

    @property
    def strategies(self) -> tuple[str, ...]:
        """One or two different strategies."""
        return tuple(dict.fromkeys(filter(None, (self.strategy, self.against))))

    @property
    def again(self) -> Self:
        """The same game with another seed."""
        return replace(self, seed=(self.seed + 1) % (MAX_SEED + 1))

    @property
    def is_day(self) -> bool:
        """Whether `word` names a day."""
        return any(character.isdigit() for character in self.word)


@dataclass(frozen=True, slots=True)
class Watched:
    """The words to be solved, and the games that solve them."""

    title: str = ""  # the words as people write them, and the day
    words: tuple[str, ...] = ()  # one word per board
    # The turns by strategy; empty if there are several boards.
    games: Mapping[str, tuple[TurnEffect, ...]] = field(default_factory=dict)
    boards: tuple[BoardsGuess, ...] = ()  # the guesses if there are several boards


# The worked examples use words of the English list. Tests compare them with the engine.
class Sacrifice(NamedTuple):
    """An example of a best guess that cannot be the answer."""

    answer: str
    guess: str
    turns: tuple[Turn, ...]  # the turns so far
    words: Mapping[Turn, tuple[str, ...]]  # words left, by the result of the guess
    left: float  # mean number of words left after the guess
    possible: tuple[str, float]  # the best guess that may be the answer, and its mean


class Inference(NamedTuple):
    """An example of a letter whose position is certain although it was never green."""

    rows: tuple[str, ...]
    turns: tuple[Turn, ...]
    places: tuple[str, ...]  # the letter of each position; empty if unknown
    inferred: int  # the position of the letter, from 0
    words: tuple[str, ...]  # words left


SACRIFICE: Final = Sacrifice(
    answer=EXAMPLE,
    guess="clamp",
    turns=(Turn.parse("dusty:00010"), Turn.parse("treat:10010")),
    words={
        Turn.parse("clamp:00100"): ("baton",),
        Turn.parse("clamp:00101"): ("patio",),
        Turn.parse("clamp:10100"): ("batch", "hatch", "watch"),
        Turn.parse("clamp:10101"): ("patch",),
        Turn.parse("clamp:10110"): ("match",),
        Turn.parse("clamp:11100"): ("latch",),
        Turn.parse("clamp:20100"): ("catch",),
    },
    left=15 / 9,
    possible=("batch", 38 / 9),
)
INFERRING: Final = ("admit:10000", "heavy:02102")
INFERENCE: Final = Inference(
    rows=INFERRING,
    turns=tuple(map(Turn.parse, INFERRING)),
    places=("", "e", "", "a", "y"),
    inferred=3,
    words=("relay", "repay"),
)


@dataclass(frozen=True, slots=True)
class SolverOpeners:
    """The solver's first guesses for this site's answers and for another site's, with figures."""

    here: str  # the first guess for this site's answers
    elsewhere: str  # the first guess for another site's answers
    answers: int  # number of possible daily answers of this site
    words: int  # number of allowed words


def solver_openers(lexicon: Lexicon) -> SolverOpeners | None:
    """Return the stored first guesses; None unless both are stored and differ."""
    stored = (
        stored_reply(lexicon, (), belief_of(lexicon, mode), HardMode.OFF)
        for mode in (mode_of(DAILY_POOL), DEFAULT_MODE)
    )
    here, elsewhere = (reply.guesses[0][0] if reply else "" for reply in stored)
    if not here or not elsewhere or here == elsewhere:
        return None
    answers = lexicon.pool(DAILY_POOL).words
    return SolverOpeners(here, elsewhere, len(answers), len(lexicon.words))


@dataclass(frozen=True, slots=True)
class WatchPage:
    """Context of the page that shows games of strategies."""

    state: WatchState
    is_example: bool  # whether the game shown is `EXAMPLE`
    watched: Watched
    errors: Mapping[str, str]  # by field of the form
    strategies: Sequence[Option]
    against: Sequence[Option]
    lengths: Sequence[int]
    boards: Sequence[tuple[BoardsGuess, tuple[str, ...]]]  # guesses and their reasons
    max_guesses: int  # number of guesses allowed with several boards
    is_random: bool  # whether another seed may lead to another game
    examples: tuple[Sacrifice, Inference] | None  # None unless the words are the English ones
    # The solver's openers; None unless the one for this site's answers was played.
    openers: SolverOpeners | None


@bp.get("/watch")
@costly()
def watch() -> ResponseReturnValue:
    """Show how strategies solve the words in the address, or redirect to a random word."""
    site, state = services(), state_of_request(WatchState)
    if "random" in request.args:
        words = site.all_words(state.length).pool(DAILY_POOL).words
        word = words[int.from_bytes(site.randbytes(8)) % len(words)]
        return redirect(state.address(url_for("watch.watch"), word=word), 303)
    # The worked examples use the built-in English words.
    has_examples = DAILY_LENGTH in site.lengths and (
        site.all_words(DAILY_LENGTH) is load_lexicon(EXAMPLES_LEXICON)
    )
    errors, solved, is_example = {}, Watched(), has_examples and not state.word
    requested = replace(state, word=EXAMPLE) if is_example else state
    try:
        solved = watched(requested) if requested.word else solved
    except WatchError as error:
        errors[error.field] = str(error)
        solved = Watched(error.title)
    page = WatchPage(
        state=state,
        is_example=is_example,
        watched=solved,
        errors=errors,
        strategies=strategy_options(state.strategy),
        against=(Option("", gettext("None"), not state.against), *strategy_options(state.against)),
        lengths=site.lengths,
        boards=[(guess, (why_text(guess.own),) if guess.own else ()) for guess in solved.boards],
        max_guesses=max_guesses(len(solved.words)) if solved.boards else 0,
        is_random=any(STRATEGIES[name].is_random for name in solved.games),
        examples=(SACRIFICE, INFERENCE) if has_examples else None,
        openers=_openers(state, solved),
    )
    template = "watch/boards.html" if len(typed_words(state)) > 1 else "watch/watch.html"
    return render_template(template, page=page), 422 if errors else 200


def _openers(state: WatchState, solved: Watched) -> SolverOpeners | None:
    effects = solved.games.get(DEFAULT_STRATEGY)
    if not effects or state.opener:
        return None
    first = effects[0].turn.guess
    openers = solver_openers(services().all_words(len(first)))
    return openers if openers and openers.here == first else None


class WatchError(ValueError):
    """Raised for an unusable word or opener; the message is in the visitor's language."""

    def __init__(self, message: str, field: str = "word", title: str = "") -> None:
        """Store the message, the form field, and the title of the words if it is known."""
        super().__init__(message)
        self.field = field
        self.title = title


def typed_words(state: WatchState) -> tuple[str, ...]:
    """Return the typed words; several words are boards of one game."""
    return tuple(filter(None, _BETWEEN.split(state.word)))


def watched(state: WatchState) -> Watched:
    """Return the words of an address and the games that solve them.

    Raises:
        WatchError: there is no such word or day, the day is not over, there are too many words,
            two words are equal, or the opener is not an allowed word of that length.
    """
    typed = typed_words(state) or ("",)
    try:
        title, words = _day(state.word) if state.is_day and len(typed) == 1 else _words(typed)
    except (RefusalError, PuzzleError) as error:
        raise WatchError(error.message(gettext)) from error
    # Like the lab's figures, strategies assume the latest pool if it has all the words.
    lexicon = services().all_words(len(words[0]))
    pool = lexicon.pool(DAILY_POOL).words
    mode = DAILY_POOL if all(word in pool for word in words) else "real"
    if len(words) > 1:
        belief = belief_of(lexicon, mode)
        with SEARCH_LOCK:
            game = play_boards(lexicon, words, belief=belief, clock=time.perf_counter)
            analysis = analyze_boards(
                lexicon, words, game.guesses, belief=belief, budget_ms=BUDGET_MS
            )
        return Watched(title, words, boards=analysis.guesses)
    try:
        opener = allowed_word(state.opener, lexicon) if state.opener else ""
    except RefusalError as refusal:
        raise WatchError(refusal.message(gettext), "opener", title) from refusal
    conditions = Conditions(lexicon, mode, opener, state.hard, state.seed)
    games = {
        strategy: play_word(conditions, strategy, words[0], SEARCH_LOCK)
        for strategy in state.strategies
    }
    return Watched(title, words, MappingProxyType(games))


def _words(typed: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    site = services()
    if len(typed) > MAX_WATCHED:
        raise WatchError(gettext("Enter at most %(most)s words.", most=MAX_WATCHED))
    length = len(normalize(plain_letters(typed[0], site.alphabet)))
    if length not in site.lengths:
        raise WatchError(gettext("This site has no words of this length."))
    lexicon = site.lexicon(length)
    words = tuple(allowed_word(word, lexicon) for word in typed)
    if len(set(words)) < len(words):
        raise WatchError(gettext("Enter each word once: boards have different answers."))
    shown = [written(word, lexicon) for word in words]
    return with_words("\N{NO-BREAK SPACE}· ".join(shown), *shown), words


def _day(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the title and the words of a day that is over for this visitor."""
    site, played = services(), history()
    puzzle = daily_puzzle(number := read_day(text, site.settings.first_day))
    variant = variant_of_request()
    is_open = any(record.puzzle == daily_id(number, variant) for record in played.in_progress)
    is_over = played.day_game(number, variant)[0].is_over
    # Don't reveal a word that the visitor is still guessing. While its day is running, reveal it
    # only after the visitor has finished the game.
    if is_open or (site.is_running(number) and not is_over):
        raise WatchError(gettext("This word is still being played. Choose an earlier day."))
    word = written(puzzle.answer, puzzle.lexicon)
    return with_words(f"{daily_text(number)}: {word}", word), (puzzle.answer,)


@bp.app_template_filter("watch_reasons")
def reasons(strategy: str, effect: TurnEffect, number: int, is_given: bool) -> tuple[str, ...]:
    """Return the reasons for a guess; the strategy's own is first, unless the guess was given.

    `number` is the number of the turn, from 1. A guess is given if the visitor chose it.
    """
    if effect.before == 1 and effect.is_possible:
        return (gettext("It’s the only word left."),)
    texts = [gettext("You chose it.")]
    if not is_given:
        facts = {"words": words_text(effect.before), "bits": decimal(effect.entropy_bits)}
        texts = [REASONS[_rule_followed(strategy, effect, number)] % facts]
    if not effect.is_possible:
        texts.append(gettext("It can’t be the answer; it’s guessed for the information it gives."))
    replies = ngettext(
        "%(number)s possible result",
        "%(number)s possible results",
        effect.replies,
        number=number_text(effect.replies),
    )
    text = gettext(
        "It has %(groups)s and leaves %(left)s words on average, %(worst)s in the worst case.",
        groups=replies,
        left=decimal(effect.expected_remaining),
        worst=number_text(effect.worst),
    )
    return (*texts, text)


def _rule_followed(strategy: str, effect: TurnEffect, number: int) -> str:
    # Some strategies follow the rule of another strategy in some turns.
    guess = effect.turn.guess
    if strategy in {"distinct-letters", "common-letters"} and len(set(guess)) < len(guess):
        return "repeated-letters"
    if strategy == "optimal" and number == 1:
        return "optimal-opener"
    if strategy == "fixed-opener" and number > 1:
        strategy = "fresh-letters"
    if strategy == "fresh-letters" and number > 1:
        is_fresh = number <= FRESH_TURNS and not effect.is_possible
        return strategy if is_fresh else "letter-frequency"
    if strategy == "frequency-then-minimax" and effect.before >= MIN_CANDIDATE_WORDS:
        return "candidate-frequency" if effect.before >= MIN_FREQUENCY_WORDS else "minimax"
    return strategy
