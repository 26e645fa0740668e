"""Why no word matches: which rows conflict, and which small changes make words match again.

Impossible marks are detected row by row. Then the pattern of every guess is computed once for all
words; the effects of removing rows or changing one tile follow from these patterns. A changed
letter needs new feedback, but only for the few words that one letter can make match.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Codes, Counts, Floats, Indices, Patterns
from wordle_web.engine.feedback import (
    ABSENT,
    CORRECT,
    PRESENT,
    feedback_matrix,
    letter_codes,
    pattern_of,
    patterns_of,
)
from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.letters import Gettext, capitals
from wordle_web.engine.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class ImpossibleMarks:
    """The reason why no answer could give a guess its marks."""

    # "all_but_one": all letters but a present one are correct, so it has no other position.
    # "no_room": a letter is present more often than there are positions left for it.
    # "repeat_order": a repeated letter is absent before it is present.
    kind: Literal["all_but_one", "no_room", "repeat_order"]
    letter: str  # in upper case
    positions: tuple[int, ...]  # the tiles of that letter that are not correct, from 0
    fix: Turn  # the same guess with the nearest possible marks

    def __str__(self) -> str:
        """Return the reason in English."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return the reason as the end of a sentence for a player."""
        reasons = {
            "all_but_one": gettext(
                "every other letter is green, so the yellow %(letter)s has no other spot"
            ),
            "no_room": gettext("there are more yellow %(letter)s tiles than spots left for them"),
            "repeat_order": gettext(
                "the first %(letter)s would be yellow, and only a later one gray"
            ),
        }
        return reasons[self.kind] % {"letter": self.letter}


def impossibility(turn: Turn, alphabet: str = "") -> ImpossibleMarks | None:
    """Return why no answer could give `turn` its marks, or None if one could.

    The alphabet determines the upper-case form of the letter.

    >>> impossibility(Turn.parse("crane:22221")).fix.text()
    'crane:22220'
    >>> impossibility(Turn.parse("geese:00010")) is None
    True
    >>> impossibility(Turn.parse("eerie:01000")).fix.text()
    'eerie:10000'
    """
    positions_left = sum(mark != CORRECT for mark in turn.marks)
    for letter in dict.fromkeys(turn.guess):
        tiles = _open_tiles(turn, letter)
        marks = [turn.marks[position] for position in tiles]
        kind: Literal["all_but_one", "no_room", "repeat_order"]
        if marks.count(PRESENT) > positions_left - len(tiles):
            kind = "all_but_one" if positions_left == 1 else "no_room"
        elif marks != sorted(marks, reverse=True):
            kind = "repeat_order"
        else:
            continue
        shown = capitals(letter, alphabet)
        return ImpossibleMarks(kind, shown, tiles, _nearest_possible(turn))
    return None


def _open_tiles(turn: Turn, letter: str) -> tuple[int, ...]:
    tiles = enumerate(zip(turn.guess, turn.marks, strict=True))
    return tuple(position for position, (c, mark) in tiles if c == letter and mark != CORRECT)


def _nearest_possible(turn: Turn) -> Turn:
    marks = list(turn.marks)
    positions_left = len(marks) - marks.count(CORRECT)
    for letter in set(turn.guess):
        tiles = _open_tiles(turn, letter)
        present = sum(marks[position] == PRESENT for position in tiles)
        for order, position in enumerate(tiles):
            fits = order < min(present, positions_left - len(tiles))
            marks[position] = PRESENT if fits else ABSENT
    return Turn(turn.guess, pattern_of(marks))


SmallCounts = NDArray[np.int16]


def mistypings(turn: Turn, answers: Codes, alphabet: str) -> Iterator[tuple[int, str, Indices]]:
    """Yield the guesses with one letter changed that get the same marks from some of `answers`.

    `answers` holds the letter codes of the answers, uint32, (answers, letters). Each result has the
    changed position, from 0, the changed guess, and the indices of the matching answers, intp.

    >>> [(guess, fits.tolist())
    ...  for _, guess, fits in mistypings(Turn.parse("dog:222"), letter_codes(["dig"]), "aio")]
    [('dig', [0])]
    """
    for position, near in enumerate(_nearly_fitting(turn, answers)):
        before, old, after = turn.guess[:position], turn.guess[position], turn.guess[position + 1 :]
        guesses = [before + letter + after for letter in alphabet if letter != old]
        if not guesses or not near.size:
            continue
        hits = feedback_matrix(letter_codes(guesses), answers[near]) == turn.pattern
        for guess, hit in zip(guesses, hits, strict=True):
            if hit.any():
                yield position, guess, near[hit]


def _nearly_fitting(turn: Turn, answers: Codes) -> Iterator[Indices]:
    """Yield, for each position, the answers that might match if its letter were another one.

    If the letter is gray, these answers may contain it. If it is colored, they may contain one
    fewer of it than it has colored tiles, and one more of a gray letter, which may be the new one.
    """
    is_green = np.array([[mark == CORRECT] for mark in turn.marks])
    # Mismatches: the answer has the guess's letter but the tile is not green, or the reverse.
    wrong_position = (answers.T == letter_codes([turn.guess]).T) != is_green
    faults = wrong_position.sum(axis=0, dtype=np.int16)
    missing, surplus = dict[str, SmallCounts](), dict[str, SmallCounts]()
    for letter in set(turn.guess):
        colored = turn.colored[letter]
        count = (letter_codes([letter]) == answers.T).sum(axis=0, dtype=np.int16)
        missing[letter] = np.maximum(colored - count, 0)
        surplus[letter] = np.maximum(count - colored, 0) * (letter in turn.gray)
    all_missing, all_surplus = sum(missing.values()), sum(surplus.values())
    for position, (letter, mark) in enumerate(turn.tiles):
        fits = faults == wrong_position[position]  # no mismatch in another position
        if mark == ABSENT:
            fits &= (all_missing == 0) & (all_surplus == surplus[letter])
        else:
            fits &= (all_missing == missing[letter]) & (missing[letter] <= 1) & (all_surplus <= 1)
        yield np.flatnonzero(fits)


MAX_TURNS: Final = 62  # one bit per turn in an int64
# Rough odds of mistakes: a wrong color is twice as common as a wrong letter. Players guess likely
# answers more often than other words, and words of the lexicon more often than unknown ones.
MARKS_A_LETTER: Final = 2.0
ANY_WORD: Final = 0.02
UNKNOWN_WORD: Final = 0.002


class TooManyTurnsError(ValueError):
    """Raised for more turns than can be diagnosed at once."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one row that makes words match."""

    # "mark": one tile has another color. "order": the row gets the nearest possible marks.
    # "greens": letters that are green at the same position of another row become green.
    # "letter": one letter was mistyped.
    kind: Literal["mark", "order", "greens", "letter"]
    row: int  # the row to change, from 0
    position: int  # the first tile that changes, from 0
    turn: Turn  # the row after the change
    words: int  # number of words that match after the change
    weight: float  # the total weight of these words
    odds: float  # relative odds, among all fixes, that the player meant this row
    # Whether the changed guess is an allowed word. An unchanged guess counts as known, since a game
    # accepted it.
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Mistakes in turns, and how to fix them. Rows are numbered from 0."""

    # Number of words of positive weight that match all turns. Unless this is 0, `conflict`,
    # `at_fault` and `fixes` are empty, and `words_without` is 0.
    candidates: int
    matching: int  # number of words in the lexicon that match all turns, also those of weight 0
    # The rows with marks that no answer could give.
    impossible: tuple[tuple[int, ImpossibleMarks], ...]
    conflict: tuple[int, ...]  # the smallest set of rows that no word matches
    # The smallest set of rows without which some words match; of several such sets, the one that
    # leaves the likeliest words.
    at_fault: tuple[int, ...]
    words_without: int  # number of words that match without these rows
    # All of these changes that make words match: allowed words first, then by odds.
    fixes: tuple[Fix, ...]
    knowledge: Knowledge  # the facts that the turns reveal, even if contradictory


@dataclass(frozen=True, slots=True)
class _Case:
    """The turns to diagnose, compared with the words of positive weight."""

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    indices: Indices  # words of positive weight, intp, (words,)
    weights: Floats  # their weights, float64, (words,)
    patterns: Patterns  # the pattern of each turn's guess for each word, (turns, words)
    fitting: Counts  # the turns that each word matches, as the sum of 1 << turn, int64, (words,)

    @property
    def everything(self) -> int:
        """The value of `fitting` for a word that matches every turn."""
        return (1 << len(self.turns)) - 1


def diagnose(lexicon: Lexicon, turns: Sequence[Turn], weights: Floats) -> Diagnosis:
    """Return why no word matches `turns`, and which changes would help.

    The guesses need not be in the lexicon. `weights` say how likely each word is to be the answer,
    float64, (words,), not normalized; words of weight 0 are ignored.

    Raises:
        LengthError: a guess is not of the lexicon's length.
        TooManyTurnsError: there are more than `MAX_TURNS`.
    """
    if len(turns) > MAX_TURNS:
        raise TooManyTurnsError(f"cannot diagnose {len(turns)} turns; the limit is {MAX_TURNS}")
    knowledge = learn(turns, lexicon.length, lexicon.alphabet)
    guesses = letter_codes([turn.guess for turn in turns]).reshape(len(turns), lexicon.length)
    patterns = feedback_matrix(guesses, lexicon.codes)
    fits = patterns == np.array([[turn.pattern] for turn in turns], dtype=np.int64).reshape(-1, 1)
    held = (1 << np.arange(len(turns), dtype=np.int64)) @ fits
    matching = int(fits.all(axis=0).sum())
    likely = np.flatnonzero(weights > 0)
    case = _Case(lexicon, tuple(turns), likely, weights[likely], patterns[:, likely], held[likely])
    candidates = int((case.fitting == case.everything).sum())
    marked = ((row, impossibility(turn, lexicon.alphabet)) for row, turn in enumerate(turns))
    impossible = tuple((row, fault) for row, fault in marked if fault)
    if candidates or not case.indices.size:
        return Diagnosis(candidates, matching, impossible, (), (), 0, (), knowledge)
    # Choose the largest set of rows that some words match; of several, the one with the likeliest
    # words.
    kinds, kind = np.unique(case.fitting, return_inverse=True)
    masses = np.bincount(kind, case.weights).tolist()
    best, _ = max(zip(kinds.tolist(), masses, strict=True), key=lambda k: (k[0].bit_count(), k[1]))
    at_fault = tuple(row for row in range(len(turns)) if not best >> row & 1)
    conflict = _smallest_conflict(kinds, len(turns))
    without = int((case.fitting & best == best).sum())
    fixes = sorted(
        _fixes(case, dict(impossible)),
        key=lambda fix: (not fix.is_known, -fix.odds, fix.row, fix.position),
    )
    return Diagnosis(0, matching, impossible, conflict, at_fault, without, tuple(fixes), knowledge)


def _smallest_conflict(kinds: Counts, count: int) -> tuple[int, ...]:
    """Return the smallest set of the first `count` bits that no value of `kinds` has all set."""
    sets = (chosen for size in range(1, count) for chosen in combinations(range(count), size))
    bits = ((chosen, sum(1 << bit for bit in chosen)) for chosen in sets)
    conflicts = (chosen for chosen, mask in bits if not (kinds & mask == mask).any())
    return next(conflicts, tuple(range(count)))


def conflicting_tiles(guess: str, marks: Mapping[int, int], answers: Codes) -> tuple[int, ...]:
    """Return the smallest set of tiles, from 0, whose marks rule out every answer.

    The row is unfinished: `marks` has the marks set so far, by tile; other tiles may get any mark.
    `answers` are the letter codes of the words that match the other rows, uint32, (answers,
    letters). The result is empty if one of them fits, or if there are none, since then another row
    is at fault.

    >>> conflicting_tiles("crony", {1: 1, 4: 2}, letter_codes(["there", "where"]))
    (4,)
    >>> conflicting_tiles("crony", {1: 1}, letter_codes(["there", "where"]))
    ()
    """
    patterns = patterns_of(guess, answers).astype(np.int64)
    places = tuple(marks)
    fitting = np.zeros(len(answers), dtype=np.int64)
    for bit, place in enumerate(places):
        given = patterns // 3 ** (len(guess) - 1 - place) % 3
        fitting |= (given == marks[place]).astype(np.int64) << bit
    kinds = np.unique(fitting)
    if not kinds.size or kinds[-1] == (1 << len(places)) - 1:
        return ()
    return tuple(places[bit] for bit in _smallest_conflict(kinds, len(places)))


def contradicting_tiles(first: Turn, second: Turn) -> tuple[int, int] | None:
    """Return a tile of each of two turns, from 0, that no answer could give these two marks.

    They have the same letter, or are both correct at the same position. The result is None if no
    two tiles suffice to rule out every answer.

    >>> contradicting_tiles(Turn.parse("crane:01000"), Turn.parse("stork:00000"))
    (1, 3)
    >>> contradicting_tiles(Turn.parse("crane:01000"), Turn.parse("stork:00010")) is None
    True
    """
    tiles = product(enumerate(first.tiles), enumerate(second.tiles))
    for (place, (letter, mark)), (other_place, (other_letter, other_mark)) in tiles:
        is_same_place = place == other_place
        if letter != other_letter:
            excludes = is_same_place and mark == other_mark == CORRECT
        elif ABSENT in {mark, other_mark}:
            # A letter can be absent beside a colored tile of the same letter.
            absent = first if mark == ABSENT else second
            excludes = mark != other_mark and letter not in absent.colored
        else:
            excludes = is_same_place and mark != other_mark
        if excludes:
            return place, other_place
    return None


def _guess_chance(case: _Case, word: str) -> float:
    index = case.lexicon.index(word)
    return UNKNOWN_WORD if index is None else ANY_WORD + float(case.lexicon.prior[index])


def _fixes(case: _Case, impossible: dict[int, ImpossibleMarks]) -> Iterator[Fix]:
    lexicon = case.lexicon
    for row, turn in enumerate(case.turns):
        # The words that match all turns except this one, as indices into `case.indices`.
        near = np.flatnonzero(case.fitting == case.everything - (1 << row))
        if not near.size:
            continue
        nearest = impossible[row].fix if row in impossible else None
        yield from _changed_marks(case, row, near, nearest)
        answers = lexicon.codes[case.indices[near]]
        typos = len(turn.guess) * max(1, len(lexicon.alphabet) - 1)  # all typos are equally likely
        for position, guess, fits in mistypings(turn, answers, lexicon.alphabet):
            changed, weight = Turn(guess, turn.pattern), float(case.weights[near[fits]].sum())
            odds = weight * _guess_chance(case, guess) / typos
            is_known = guess in lexicon
            yield Fix("letter", row, position, changed, fits.size, weight, odds, is_known)


def _changed_marks(case: _Case, row: int, near: Indices, nearest: Turn | None) -> Iterator[Fix]:
    """Yield changes of a row's marks that make words match.

    They are one other mark, the `nearest` possible marks, and the greens of the other rows.
    """
    turn, given = case.turns[row], case.patterns[row, near]
    chance = MARKS_A_LETTER * _guess_chance(case, turn.guess) / (2 * len(turn.guess))
    changes: dict[Turn, Literal["mark", "order", "greens"]] = {}
    for position, old in enumerate(turn.marks):
        for mark in {ABSENT, PRESENT, CORRECT} - {old}:
            marks = (*turn.marks[:position], mark, *turn.marks[position + 1 :])
            changes[Turn(turn.guess, pattern_of(marks))] = "mark"
    if nearest:
        changes.setdefault(nearest, "order")
    if (agreed := _with_greens(case.turns, row)) != turn:
        changes.setdefault(agreed, "greens")
    for changed, kind in changes.items():
        hits = near[given == changed.pattern]
        if hits.size:
            weight = float(case.weights[hits].sum())
            tiles = enumerate(zip(turn.marks, changed.marks, strict=True))
            first = next(position for position, (old, new) in tiles if old != new)
            yield Fix(kind, row, first, changed, hits.size, weight, chance * weight)


def _with_greens(turns: Sequence[Turn], row: int) -> Turn:
    """Return a row in which letters that are green at their position in another row are green."""
    others = (turn for number, turn in enumerate(turns) if number != row)
    greens = {
        (place, letter)
        for turn in others
        for place, (letter, mark) in enumerate(turn.tiles)
        if mark == CORRECT
    }
    marks = [
        CORRECT if (place, letter) in greens else mark
        for place, (letter, mark) in enumerate(turns[row].tiles)
    ]
    return Turn(turns[row].guess, pattern_of(marks))


MAX_NEAR = 3


def near_words(lexicon: Lexicon, word: str) -> tuple[str, ...]:
    """Return the likeliest words that differ by one letter or a swap of neighbors, at most three.

    >>> from wordle_web.engine.lexicon import lexicon_of
    >>> near_words(lexicon_of(["crane", "slate", "caner"]), "crabe")
    ('crane',)
    >>> near_words(lexicon_of(["crane", "slate"]), "lsate")
    ('slate',)
    """
    pairs = range(len(word) - 1)
    turned = [
        f"{word[:position]}{word[position + 1]}{word[position]}{word[position + 2 :]}"
        for position in pairs
    ]
    is_near = (lexicon.codes != letter_codes([word])[0]).sum(axis=1) == 1
    suspects = np.flatnonzero(is_near).tolist()
    suspects += lexicon.indices(turned)
    likeliest = sorted(dict.fromkeys(suspects), key=lambda index: -lexicon.prior[index])
    return tuple(lexicon.words[index] for index in likeliest[:MAX_NEAR])
