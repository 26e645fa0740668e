"""Two worked examples for `/watch`, computed by the engine and not only told.

A sacrifice: thirteen words are left and the best guess is a word that is known to be wrong. An
inference: a letter's place is certain although no tile for it was ever green.
"""

import functools

import numpy as np

from wordle_web.engine.arrays import Floats, Indices, Patterns
from wordle_web.engine.candidates import narrow
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.engine.partition import measure
from wordle_web.game.board import played_row
from wordle_web.game.wording import ordinal
from wordle_web.web.helper.text import decimal
from wordle_web.web.ui.i18n import Reader, gettext, translator
from wordle_web.web.ui.view_models import Link
from wordle_web.web.watch.view_models import InferenceExample, SacrificeExample, SplitGroup

LEXICON = "english-5"
SACRIFICED = "patch"
SO_FAR = ("raise", "tangy")
SACRIFICE = "clump"
INFERRED = "relay"
SHOWN = ("admit", "heavy")


@functools.lru_cache(maxsize=8)
def sacrifice(watch: str, reader: Reader) -> SacrificeExample:
    """Return the example of a sacrifice, as the reader of this request reads it.

    Args:
        watch: The path of the page.
        reader: In what the texts are written; they are kept by it.
    """
    lexicon = load_lexicon(LEXICON)
    turns = turns_of(SO_FAR, SACRIFICED)
    left = narrow(lexicon, turns, lexicon.pool().indices)
    best, best_left = best_possible(lexicon, left)
    return SacrificeExample(
        answer=SACRIFICED,
        turns=tuple(played_row(turn, number, gettext) for number, turn in enumerate(turns, 1)),
        words=words_at(lexicon, left),
        guess=SACRIFICE,
        groups=_groups(lexicon, left),
        left=decimal(words_left(lexicon, left, SACRIFICE)),
        possible=best,
        possible_left=decimal(best_left),
        watch=Link(
            gettext("Watch both find %(word)s", word=SACRIFICED.upper()),
            f"{watch}?word={SACRIFICED}&strategy=minimax&against=frequency-then-minimax&opener=raise",
        ),
        catch=Link(
            gettext("Watch both find %(word)s", word="CATCH"),
            f"{watch}?word=catch&strategy=minimax&against=frequency-then-minimax&opener=later",
        ),
    )


@functools.lru_cache(maxsize=8)
def inference(helper: str, reader: Reader) -> InferenceExample:
    """Return the example of an inferred place; `helper` is the path of the helper."""
    lexicon = load_lexicon(LEXICON)
    turns = turns_of(SHOWN, INFERRED)
    known = learn(turns, lexicon.length, lexicon.alphabet)
    ((place, letter),) = known.inferred.items()
    rows = "&".join(f"row={turn.text()}" for turn in turns)
    return InferenceExample(
        turns=tuple(played_row(turn, number, gettext) for number, turn in enumerate(turns, 1)),
        places=tuple(
            (known.positions.get(each, ""), each in known.inferred)
            for each in range(lexicon.length)
        ),
        letter=letter,
        place=ordinal(place + 1, translator()),
        words=words_at(lexicon, narrow(lexicon, turns, lexicon.pool().indices)),
        helper=Link(gettext("See it in the helper"), f"{helper}?{rows}&mode=pool"),
    )


def turns_of(guesses: tuple[str, ...], answer: str) -> tuple[Turn, ...]:
    """Return the turns of guesses at an answer."""
    return tuple(Turn(guess, feedback(guess, answer)) for guess in guesses)


def words_left(lexicon: Lexicon, among: Indices, guess: str) -> float:
    """Return how many of the words a guess leaves on average."""
    patterns = feedback_matrix(letter_codes([guess]), lexicon.codes[among])
    return float(_measured(lexicon, patterns.T)[0])


def best_possible(lexicon: Lexicon, among: Indices) -> tuple[str, float]:
    """Return the word among those left that leaves the fewest on average, and how many."""
    codes = lexicon.codes[among]
    left = _measured(lexicon, feedback_matrix(codes, codes).T)
    best = int(left.argmin())
    return lexicon.words[among[best]], float(left[best])


def words_at(lexicon: Lexicon, positions: Indices) -> tuple[str, ...]:
    """Return the words at some positions, in the order of the alphabet."""
    return tuple(lexicon.words[position] for position in sorted(positions.tolist()))


def _measured(lexicon: Lexicon, patterns: Patterns) -> Floats:
    """Return the words that guesses leave on average, by the patterns of the words left."""
    return measure(patterns, np.ones(len(patterns)), all_correct(lexicon.length)).expected_remaining


def _groups(lexicon: Lexicon, among: Indices) -> tuple[SplitGroup, ...]:
    """Return the words left by the reply that they would give to the sacrifice."""
    groups: dict[int, list[str]] = {}
    for word in words_at(lexicon, among):
        groups.setdefault(feedback(SACRIFICE, word), []).append(word)
    return tuple(
        SplitGroup(played_row(Turn(SACRIFICE, pattern), 3, gettext), tuple(words))
        for pattern, words in sorted(groups.items())
    )
