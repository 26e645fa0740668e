"""Two worked examples for `/watch`, computed by the engine.

A sacrifice: nine words are left, and the best guess is one that cannot be the answer. An
inference: a letter's spot is certain although it was never green.
"""

import functools
from dataclasses import dataclass

import numpy as np

from wordle_web.engine.arrays import Floats, Indices
from wordle_web.engine.candidates import narrow
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.engine.partition import measure
from wordle_web.engine.wording import ordinal
from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import TileRow, played_row
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import decimal
from wordle_web.web.ui.i18n import UserLocale, gettext, translator
from wordle_web.web.watch.state import WatchState

LEXICON = "english-5"
SACRIFICED = "patch"
SO_FAR = ("dusty", "treat")
SACRIFICE = "clamp"
INFERRED = "relay"
SHOWN = ("admit", "heavy")


@dataclass(frozen=True, slots=True)
class SplitGroup:
    """A result that a guess can get, and the words that would give it."""

    row: TileRow
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SacrificeExample:
    """A best guess that cannot be the answer.

    Attributes:
        guess: The guess that cannot be the answer.
        groups: The words left, by the result that each would give it.
        left: Words that it leaves on average.
        possible: The best possible word instead.
        possible_left: Words that this one leaves on average.
        watch: Link to both ways side by side.
        catch: Link to the games of the author's word.
    """

    answer: str
    turns: tuple[TileRow, ...]
    words: tuple[str, ...]
    guess: str
    groups: tuple[SplitGroup, ...]
    left: str
    possible: str
    possible_left: str
    watch: Link
    catch: Link


@dataclass(frozen=True, slots=True)
class InferenceExample:
    """A letter whose spot is known although it was never green.

    Attributes:
        places: What is known of each place: a letter or nothing, and whether it was inferred.
        place: Its place, as an ordinal.
        helper: Leads to the helper with these rows.
    """

    turns: tuple[TileRow, ...]
    places: tuple[tuple[str, bool], ...]
    letter: str
    place: str
    words: tuple[str, ...]
    helper: Link


# 8 of 10 kB, for as many languages and regions; so below.
@functools.lru_cache(maxsize=8)
def sacrifice(watch: str, locale: UserLocale) -> SacrificeExample:
    """Return the example of a sacrifice; `watch` is the path of the page.

    It is in the language of this request, and cached by its `locale`.
    """
    lexicon = load_lexicon(LEXICON)
    turns = turns_of(SO_FAR, SACRIFICED)
    left = narrow(lexicon, turns, lexicon.pool().indices)
    possible, possible_left = best_possible(lexicon, left)
    return SacrificeExample(
        answer=SACRIFICED,
        turns=_rows(turns),
        words=_words_at(lexicon, left),
        guess=SACRIFICE,
        groups=_groups(_words_at(lexicon, left)),
        left=decimal(words_left(lexicon, left, SACRIFICE)),
        possible=possible,
        possible_left=decimal(possible_left),
        watch=_both_ways(watch, SACRIFICED, SO_FAR[0]),
        catch=_both_ways(watch, "catch", "later"),
    )


@functools.lru_cache(maxsize=8)
def inference(helper: str, locale: UserLocale) -> InferenceExample:
    """Return the example of an inferred place; `helper` is the path of the helper."""
    lexicon = load_lexicon(LEXICON)
    turns = turns_of(SHOWN, INFERRED)
    known = learn(turns, lexicon.length, lexicon.alphabet)
    ((place, letter),) = known.inferred.items()
    rows = "&".join(f"row={turn.text()}" for turn in turns)
    return InferenceExample(
        turns=_rows(turns),
        places=tuple(
            (known.positions.get(each, ""), each in known.inferred)
            for each in range(lexicon.length)
        ),
        letter=letter,
        place=ordinal(place + 1, translator()),
        words=_words_at(lexicon, narrow(lexicon, turns, lexicon.pool().indices)),
        helper=Link(gettext("Open in Helper"), f"{helper}?{rows}&mode=pool"),
    )


def turns_of(guesses: tuple[str, ...], answer: str) -> tuple[Turn, ...]:
    """Return the turns of guesses at an answer."""
    return tuple(Turn(guess, feedback(guess, answer)) for guess in guesses)


def words_left(lexicon: Lexicon, among: Indices, guess: str) -> float:
    """Return how many of the words a guess leaves on average."""
    return float(_expected_remaining(lexicon, among, (guess,))[0])


def best_possible(lexicon: Lexicon, among: Indices) -> tuple[str, float]:
    """Return the word among those left that leaves the fewest on average, and how many."""
    words = tuple(lexicon.words[position] for position in among)
    left = _expected_remaining(lexicon, among, words)
    best = int(left.argmin())
    return words[best], float(left[best])


def _expected_remaining(lexicon: Lexicon, among: Indices, guesses: tuple[str, ...]) -> Floats:
    patterns = feedback_matrix(letter_codes(guesses), lexicon.codes[among]).T
    weights, won = np.ones(len(among)), all_correct(lexicon.length)
    return measure(patterns, weights, won).expected_remaining


def _both_ways(path: str, word: str, opener: str) -> Link:
    """Return the link to two strategies side by side: possible words only, and any word."""
    state = WatchState(word, "minimax", "frequency-then-minimax", opener)
    return Link(gettext("Watch both solve %(word)s", word=capitals(word)), state.address(path))


def _words_at(lexicon: Lexicon, positions: Indices) -> tuple[str, ...]:
    return tuple(lexicon.words[position] for position in sorted(positions.tolist()))


def _rows(turns: tuple[Turn, ...]) -> tuple[TileRow, ...]:
    return tuple(played_row(turn, number, gettext) for number, turn in enumerate(turns, 1))


def _groups(words: tuple[str, ...]) -> tuple[SplitGroup, ...]:
    """Return words grouped by the pattern that they would give to the sacrifice."""
    groups: dict[int, list[str]] = {}
    for word in words:
        groups.setdefault(feedback(SACRIFICE, word), []).append(word)
    return tuple(
        SplitGroup(played_row(Turn(SACRIFICE, pattern), len(SO_FAR) + 1, gettext), tuple(words))
        for pattern, words in sorted(groups.items())
    )
