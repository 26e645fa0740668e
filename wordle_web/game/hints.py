"""Hints in a running game: the number of words left, a letter, its position, the best guess.

Every hint for a board reveals one more fact; steps that would reveal nothing are skipped. Later
hints take all earlier hints for the board into account, including those of earlier turns.

Some facts stay true after further guesses: letters, their positions, that one word is left, and
which words are left if all were shown. These facts are shown until the board ends, and never count
as a hint again. A letter and its position depend on the answer; the number of words left and the
best guess follow from the marks and the revealed facts. The best guess is one of the likely words
left; if two words are left, both are shown. Once a single word is left, the only further step is
the answer itself. The answer also replaces a letter or position that would leave a single word
whichever word is the answer, so that the name of the step says so. If the marks and the revealed
letters already spell the answer, it is shown at once. Hints are offered after the first guess,
since before it the number of words left is that of the whole list.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import numpy as np

from wordle_web.engine.arrays import Flags, Indices
from wordle_web.engine.candidates import Belief, candidates_after
from wordle_web.engine.feedback import all_correct, feedback_matrix
from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.partition import measure
from wordle_web.engine.rating import belief_for
from wordle_web.engine.suggestion import familiarity
from wordle_web.game.rules import Game, KnownLetter

Step = Literal["count", "letter", "place", "guess", "answer"]
# The longest sequence of steps. Once only one word is left, the next step is `answer`; if no word
# is left, `guess` is skipped.
STEPS: Final[tuple[Step, ...]] = ("count", "letter", "place", "guess")
MAX_COMPARED: Final = 200  # number of the likeliest words that are compared for the best guess
MAX_LEFT: Final = 1000  # number of the likeliest words left that each of them is measured against
# With more words left, `_is_told` is False without a check: a letter hardly ever tells so many
# words apart.
MAX_TOLD: Final = 30


@dataclass(frozen=True, slots=True)
class Hint:
    """The combined content of all hints for one board."""

    board: int  # from 0
    # The last step since the last guess. Without one, the step of an earlier hint that named all
    # words left, or `answer` if the revealed letters spell it. Otherwise None.
    step: Step | None
    count: int = 0  # number of words left on the board that match the revealed facts
    is_settled: bool = False  # whether a hint showed that at most one word is left
    # A letter of the answer; empty before the step `letter`, or if all positions are known.
    letter: str = ""
    is_repeated: bool = False  # whether the letter occurs once more than is already known
    place: int | None = None  # a position of the letter, from 0; None before the step `place`
    # The best guess (two if only two words are left), or the answer; empty before the steps
    # `guess` and `answer`.
    guesses: tuple[str, ...] = ()
    following: Step | None = "count"  # the next step; None after the last one
    # Letters from hints of earlier turns that the marks do not show; those with positions first.
    known: tuple[KnownLetter, ...] = ()

    @property
    def revealed(self) -> tuple[KnownLetter, ...]:
        """The letters that hints revealed and the marks do not show yet.

        After the step `answer`, these are all letters of the answer.
        """
        if self.step == "answer":
            places = enumerate(self.guesses[0])
            return tuple(KnownLetter(letter, place=place) for place, letter in places)
        if not self.letter:
            return self.known
        return (*self.known, KnownLetter(self.letter, place=self.place))


@dataclass(frozen=True, slots=True)
class _Revealed:
    """Facts that hints revealed for a board and that stay true after further guesses."""

    letters: Mapping[str, int] = field(default_factory=dict)  # the minimum count of each letter
    places: Mapping[int, str] = field(default_factory=dict)  # letters by position
    is_settled: bool = False  # whether at most one word was left
    is_named: bool = False  # whether every word left was named


def hint_board(game: Game, wanted: int | None) -> int | None:
    """Return the board for a hint, from 0; None before the first guess and after the game.

    It is the wanted one if that shows its colors and is unsolved. Otherwise it is the first
    unsolved one, preferably one with a letter that has not been green yet.
    """
    boards = game.boards[: game.shown]
    open_boards = [number for number, board in enumerate(boards) if not board.is_over]
    if game.is_over or not (game.guesses and open_boards):
        return None
    unknown = [number for number in open_boards if not boards[number].is_known]
    return wanted if wanted in open_boards else (unknown or open_boards)[0]


def current_hint(game: Game, lexicon: Lexicon, belief: Belief, board: int = 0) -> Hint | None:
    """Return the hints of this and earlier turns for a board, numbered from 0.

    None if there are none, or if the game is over. The words left are those that `belief` allows,
    unless it excludes the answer.
    """
    has_hints = board in game.hints or any(hint.board == board for hint in game.past_hints)
    return _hint(game, board, lexicon, belief) if has_hints and not game.is_over else None


def lasting_hints(game: Game, lexicon: Lexicon, belief: Belief) -> Game:
    """Return `game` without hints of this turn for boards where no revealed fact stays true."""

    def is_lasting(number: int) -> bool:
        board = game.boards[number]
        given, likely = _given(game, number, lexicon, belief)
        count = game.hints.count(number)
        return _reveal(lexicon, board.answer, board.turns, likely, given, count)[0] != given

    lasting = {number for number in sorted({*game.hints}) if is_lasting(number)}
    return replace(game, hints=tuple(number for number in game.hints if number in lasting))


def words_after_hints(game: Game, lexicon: Lexicon, belief: Belief) -> tuple[Flags | None, ...]:
    """Return the words allowed by the hints before each guess of a single board.

    There is one item per guess: a mask of the lexicon, bool, (words,), or None if hints had shown
    no letter yet, so that only the marks say which words are left.
    """
    board, facts, masks = game.boards[0], _Revealed(), list[Flags | None]()
    belief = belief_for(lexicon, board.answer, belief)
    counts = {hint.guesses: hint.hints for hint in game.past_hints}
    for number in range(len(board.turns)):
        if number in counts:
            turns = board.turns[:number]
            facts, _ = _reveal(lexicon, board.answer, turns, belief, facts, counts[number])
        if not (facts.letters or facts.places):
            masks.append(None)
            continue
        mask = np.zeros(len(lexicon), dtype=bool)
        mask[_matching(lexicon, np.arange(len(lexicon)), facts)] = True
        masks.append(mask)
    return tuple(masks)


def words_named(game: Game, lexicon: Lexicon, belief: Belief) -> tuple[tuple[str, ...], ...]:
    """Return the words named by the hints before each guess of a single board.

    There is one item per guess: the best guess (two if only two words were left) or the answer;
    empty if the hints named no word.
    """
    named = list[tuple[str, ...]]()
    for number in range(len(game.guesses)):
        asked = sum(hint.hints for hint in game.past_hints if hint.guesses == number)
        earlier = tuple(hint for hint in game.past_hints if hint.guesses < number)
        then = replace(game, guesses=game.guesses[:number], end=None)
        then = replace(then, hints=(0,) * asked, past_hints=earlier)
        hint = current_hint(then, lexicon, belief)
        named.append(hint.guesses if hint else ())
    return tuple(named)


def _given(game: Game, number: int, lexicon: Lexicon, belief: Belief) -> tuple[_Revealed, Belief]:
    """Return the facts from hints of earlier turns for a board, and the belief to use for it."""
    board, given = game.boards[number], _Revealed()
    belief = belief_for(lexicon, board.answer, belief)
    for earlier in game.past_hints:
        if earlier.board == number:
            turns = board.turns[: earlier.guesses]
            given, _ = _reveal(lexicon, board.answer, turns, belief, given, earlier.hints)
    return given, belief


def _hint(game: Game, number: int, lexicon: Lexicon, belief: Belief) -> Hint | None:
    board, asked = game.boards[number], game.hints.count(number)
    given, belief = _given(game, number, lexicon, belief)
    known = _unseen(given, learn(board.turns, board.length, lexicon.alphabet))
    facts, hint = _reveal(lexicon, board.answer, board.turns, belief, given, asked)
    left = _matching(lexicon, candidates_after(lexicon, board.turns, belief), facts)
    if _is_complete(facts, board.turns, board.answer, lexicon):
        hint = replace(hint, step="guess" if len(left) > 1 else "answer", following=None)
    if not (hint.step or known or facts.is_settled):
        return None
    guesses: tuple[str, ...] = ()
    if hint.step == "guess":
        guesses = _best_guesses(lexicon, belief, left)
    elif hint.step == "answer":
        guesses = (board.answer,)
    hint = replace(hint, board=number, count=len(left), is_settled=facts.is_settled)
    return replace(hint, guesses=guesses, known=known)


def _reveal(
    lexicon: Lexicon,
    answer: str,
    turns: tuple[Turn, ...],
    belief: Belief,
    facts: _Revealed,
    count: int,
) -> tuple[_Revealed, Hint]:
    """Return the facts revealed after `count` hints of a turn, and the last of these hints.

    `facts` are those of earlier turns. If `count` is 0, the step of the hint is None.
    """
    steps = [(facts, Hint(0, None)), *_steps(lexicon, answer, turns, belief, facts)]
    number = min(count, len(steps) - 1)
    revealed, hint = steps[number]
    following = steps[number + 1][1].step if number + 1 < len(steps) else None
    return revealed, replace(hint, following=following)


def _steps(
    lexicon: Lexicon, answer: str, turns: tuple[Turn, ...], belief: Belief, facts: _Revealed
) -> list[tuple[_Revealed, Hint]]:
    """Return the hints of a turn in order, each with the facts revealed after it."""
    if _is_complete(facts, turns, answer, lexicon):
        return []
    left = _matching(lexicon, candidates_after(lexicon, turns, belief), facts)
    hint, steps = Hint(0, "count"), list[tuple[_Revealed, Hint]]()

    def add(facts: _Revealed, hint: Hint) -> _Revealed:
        # Every hint also shows the number of words left.
        is_named = hint.step in {"guess", "answer"} and len(left) <= 2
        facts = replace(facts, is_settled=len(left) <= 1, is_named=is_named)
        steps.append((facts, hint))
        return facts

    if not facts.is_settled:
        facts = add(facts, hint)
    known = learn(turns, len(answer), lexicon.alphabet, least=facts.letters, places=facts.places)
    letter, place = _letter_and_place(lexicon, left, known, answer)
    least, before = known.at_least.get(letter, 0), left
    is_told = _is_told(lexicon, left, left, known)
    if not is_told and len(left) != 1 and answer.count(letter) > least:
        facts = replace(facts, letters={**facts.letters, letter: least + 1})
        left = _matching(lexicon, left, facts)
        hint = replace(hint, step="letter", letter=letter, is_repeated=least > 0)
        facts = add(facts, hint)
        is_told = _is_told(lexicon, before, left, known, letter)
    if not is_told and len(left) != 1 and place not in known.positions:
        # The position also reveals that the letter occurs, so its count is stored too.
        letters = {**facts.letters, letter: max(least, facts.letters.get(letter, 0))}
        facts = replace(facts, letters=letters, places={**facts.places, place: letter})
        left = _matching(lexicon, left, facts)
        hint = replace(hint, step="place", letter=letter, is_repeated=False, place=place)
        facts = add(facts, hint)
    if len(left) and not _is_complete(facts, turns, answer, lexicon):
        is_told = is_told or len(left) == 1
        if is_told:
            facts = replace(facts, places=dict(enumerate(answer)))
            left = _matching(lexicon, left, facts)
        add(facts, replace(hint, step="answer" if is_told else "guess"))
    return steps


def _is_told(
    lexicon: Lexicon, before: Indices, left: Indices, known: Knowledge, letter: str = ""
) -> bool:
    """Return whether the next letter or position leaves a single word, whatever the answer is.

    This depends only on facts that the player knows, so the name of the step reveals nothing else.
    The facts are the words possible `before` the hint that revealed `letter` (empty without such a
    hint), and the words left after it.
    """

    def count_after(word: str) -> int:
        next_letter, place = _letter_and_place(lexicon, before, known, word)
        least = known.at_least.get(next_letter, 0)
        if letter and next_letter != letter:
            return 1  # not the answer: the hint would have revealed another letter
        if letter or word.count(next_letter) <= least:
            return len(_matching(lexicon, left, _Revealed(places={place: next_letter})))
        return len(_matching(lexicon, left, _Revealed(letters={next_letter: least + 1})))

    return 1 < len(left) <= MAX_TOLD and all(
        count_after(lexicon.words[index]) == 1 for index in left
    )


def _is_complete(facts: _Revealed, turns: tuple[Turn, ...], answer: str, lexicon: Lexicon) -> bool:
    """Return whether hints named all words left, or the known letters spell the answer."""
    if facts.is_named or not (facts.letters or facts.places):
        return facts.is_named
    known = learn(turns, len(answer), lexicon.alphabet, least=facts.letters, places=facts.places)
    return len(known.positions) == len(answer)


def _matching(lexicon: Lexicon, left: Indices, facts: _Revealed) -> Indices:
    """Return those words of `left`, in order, that match the revealed facts."""
    for letter, count in facts.letters.items():
        left = left[(lexicon.codes[left] == ord(letter)).sum(axis=1) >= count]
    for place, letter in facts.places.items():
        left = left[lexicon.codes[left, place] == ord(letter)]
    return left


def _unseen(facts: _Revealed, shown: Knowledge) -> tuple[KnownLetter, ...]:
    """Return the revealed facts that the marks do not show yet."""
    places = {
        position: letter
        for position, letter in sorted(facts.places.items())
        if position not in shown.greens
    }
    placed = Counter((*shown.greens.values(), *places.values()))
    return (
        *(KnownLetter(letter, place=position) for position, letter in places.items()),
        *(
            KnownLetter(letter, count)
            for letter, count in facts.letters.items()
            if count > max(placed[letter], shown.at_least.get(letter, 0))
        ),
    )


def _letter_and_place(
    lexicon: Lexicon, left: Indices, known: Knowledge, answer: str
) -> tuple[str, int]:
    """Return a letter of the answer and its position, chosen to rule out as few words as possible.

    New letters are preferred to repetitions that are not known yet, and these to letters without a
    known position. In each of these groups, letters that leave a single word, or that all words
    left have, come last; of the others, the one that leaves the most words is taken. A position is
    chosen in the same way. Ties between letters are broken alphabetically, since breaking them by
    position would reveal it.
    """
    codes, counts = lexicon.codes[left], Counter(answer)
    unknown = {letter for letter in counts if counts[letter] > known.at_least.get(letter, 0)}
    places = [place for place in range(len(answer)) if place not in known.positions]

    def of_letter(letter: str) -> tuple[bool, bool, bool, int, str]:
        enough = (codes == ord(letter)).sum(axis=1) > known.at_least.get(letter, 0)
        count = int(enough.sum())
        is_repeated = letter in known.at_least
        return is_repeated, count <= 1, count == len(left), -count, letter

    def of_place(place: int) -> tuple[bool, bool, int, int]:
        count = int((codes[:, place] == ord(answer[place])).sum())
        return count <= 1, count == len(left), -count, place

    if unknown:
        letter = min(unknown, key=of_letter)
        places = [place for place in places if answer[place] == letter]
    # If every position is known, the result is not used.
    place = min(places or range(len(answer)), key=of_place)
    return answer[place], place


def _best_guesses(lexicon: Lexicon, belief: Belief, left: Indices) -> tuple[str, ...]:
    """Return the likely word that leaves the fewest words; if two words are left, both of them."""
    known = familiarity(lexicon)
    likely = left[belief.likely[left] & (known[left] > 0)]
    likely = likely if len(likely) else left
    likely, against = likely[:MAX_COMPARED], left[:MAX_LEFT]
    patterns = feedback_matrix(lexicon.codes[likely], lexicon.codes[against]).T
    won = all_correct(lexicon.length)
    remaining = measure(patterns, belief.weights[against], won).expected_remaining
    # Of guesses that leave equally many words, the most familiar one comes first, then the
    # likeliest.
    best = likely[np.lexsort((-known[likely].astype(int), remaining.round(6)))[0]]
    named = (best, *left[left != best]) if len(left) == 2 else (best,)
    return tuple(lexicon.words[index] for index in named)
