"""Hints in a running game: how many words are left, a letter, its place, the best guess.

Each hint of a board tells one thing more. A letter and its place depend on the answer; how many
words are left and the best guess follow from the marks on the board, as in the helper. A guess that
could be the answer stands beside another one unless it is the only word left, so no hint gives the
answer away.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from wordle_web.engine.arrays import Indices
from wordle_web.engine.candidates import Belief, candidates_after
from wordle_web.engine.knowledge import Knowledge, learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rating import GameState, belief_for, rate_guesses
from wordle_web.engine.suggestion import familiarity
from wordle_web.game.rules import Game

Step = Literal["count", "letter", "place", "guess"]
STEPS: Final[tuple[Step, ...]] = ("count", "letter", "place", "guess")


@dataclass(frozen=True, slots=True)
class Hint:
    """What the hints for a board tell together since the last guess."""

    board: int  # from 0
    step: Step  # what the last hint told
    count: int  # words left on the board
    letter: str = ""  # a letter of the answer; empty before that step, or if every place is known
    is_repeated: bool = False  # whether the letter is known to occur, and occurs once more
    place: int | None = None  # a place of the letter, from 0; None before that step
    # The best guess; if it can be the answer, then with another such word unless it must be the
    # answer. Empty before that step, or if no word of the list fits.
    guesses: tuple[str, ...] = ()
    is_last: bool = False  # whether there is no further hint before the next guess


def hint_board(game: Game, wanted: int | None) -> int | None:
    """Return the board, from 0, that a hint is for: the wanted one, else the first unsolved one.

    None if the game is over.
    """
    boards = game.boards[: game.shown]
    open_boards = [number for number, board in enumerate(boards) if not board.is_over]
    if game.is_over or not open_boards:
        return None
    return wanted if wanted in open_boards else open_boards[0]


def current_hint(
    game: Game, lexicon: Lexicon, belief: Belief, wanted: int | None = None
) -> Hint | None:
    """Return what the hints since the last guess told; None if there is none.

    They are those of the board `wanted`, from 0, if it has some, else of the last one that has.
    `belief` says which words are counted, where the answer is one of them.
    """
    if not game.hints or game.is_over:
        return None
    number = wanted if wanted in game.hints else game.hints[-1]
    board, taken = game.boards[number], game.hints.count(number)
    belief = belief_for(lexicon, board.answer, belief)
    left = candidates_after(lexicon, board.turns, belief)
    known = learn(board.turns, board.length, lexicon.alphabet)
    letter, place = _letter_and_place(lexicon, left, known, board.answer)
    is_new = board.answer.count(letter) > known.at_least.get(letter, 0)
    is_open = place not in known.positions
    steps = [step for step in STEPS if {"letter": is_new, "place": is_open}.get(step, True)]
    step = steps[min(taken, len(steps)) - 1]
    return Hint(
        board=number,
        step=step,
        count=len(left),
        letter=letter if is_open and step != "count" else "",
        is_repeated=step == "letter" and known.at_least.get(letter, 0) > 0,
        place=place if is_open and step in {"place", "guess"} else None,
        guesses=_best_guesses(lexicon, board, belief, left) if step == "guess" else (),
        is_last=step == "guess",
    )


def _letter_and_place(
    lexicon: Lexicon, left: Indices, known: Knowledge, answer: str
) -> tuple[str, int]:
    """Return a letter of the answer and its place, those that leave the fewest words.

    It is a letter that the marks do not tell yet, rather a new one than one that occurs once more;
    if they tell all, one without a known place. Ties go by the alphabet, not by the place, which
    would give it away.
    """
    codes, counts = lexicon.codes[left], Counter(answer)
    unknown = {letter for letter in counts if counts[letter] > known.at_least.get(letter, 0)}
    is_open = [place not in known.positions for place in range(len(answer))]

    def words_with(letter: str) -> int:
        enough = (codes == ord(letter)).sum(axis=1) > known.at_least.get(letter, 0)
        return int(enough.sum())

    def words_at(place: int) -> int:
        return int((codes[:, place] == ord(answer[place])).sum())

    places = [place for place, letter in enumerate(answer) if is_open[place]]
    if unknown:
        letter = min(unknown, key=lambda each: (each in known.at_least, words_with(each), each))
        places = [place for place in places if answer[place] == letter]
    # If every place is known, neither is told.
    place = min(places or range(len(answer)), key=lambda each: (words_at(each), each))
    return answer[place], place


def _best_guesses(lexicon: Lexicon, board: Game, belief: Belief, left: Indices) -> tuple[str, ...]:
    best = rate_guesses(GameState(lexicon, board.turns, belief, board.hard)).best
    others = [index for index in left.tolist() if lexicon.words[index] != best]
    if len(others) == len(left) or not others:
        return (best,) if best else ()
    # The likeliest come first; of equally likely ones the best known is taken.
    weights = belief.weights[others]
    likeliest = np.array(others)[weights == weights[0]]
    return best, lexicon.words[int(likeliest[familiarity(lexicon)[likeliest].argmax()])]
