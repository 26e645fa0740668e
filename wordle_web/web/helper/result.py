"""The engine's results for a state of the helper, for its page and for programs."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from wordle_web.engine.advice import (
    NO_PATTERNS,
    Advice,
    AnyRankedGuess,
    LetterHint,
    PatternCounts,
    advise,
    letter_hint,
    pattern_counts,
    rank_in_position,
)
from wordle_web.engine.arrays import Indices
from wordle_web.engine.candidates import Belief, candidates_after, narrow
from wordle_web.engine.diagnosis import conflicting_tiles
from wordle_web.engine.feedback import pattern_from_digits, patterns_of
from wordle_web.engine.hard_mode import HardMode, HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.openings import fingerprint
from wordle_web.engine.rating import SLIGHT, GameState, StateRating, rate_guesses
from wordle_web.engine.rows import HIDDEN, Position
from wordle_web.engine.suggestion import Suggestion, familiarity
from wordle_web.engine.used_words import OtherGame, UsedWords, other_game, unpack
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.word_lists import read_lists
from wordle_web.web.services import services
from wordle_web.web.turns import SEARCH_LOCK, search_time
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    AddressReading,
    Pairs,
    Problem,
    available_modes,
    read_address,
)

BUDGET_MS = 90.0  # time for a search
MAX_CACHED = 64
MAX_OFFERING = 16  # boards; results for more would make the page heavy
# The marks that a player has set so far, by board and tile of the edited row.
UnfinishedMarks = Mapping[int, Mapping[int, int]]
NOTHING_UNFINISHED: UnfinishedMarks = MappingProxyType({})
POSSIBLE = "?"  # follows the name of the lexicon in the name of a list of possible answers


@dataclass(frozen=True, slots=True)
class OwnGuess:
    """The player's own guess, rated; `violation` says how it breaks the rules of hard mode."""

    ranked: AnyRankedGuess
    is_known: bool  # whether the word list contains the guess
    violation: HardModeViolation | None  # None if the guess breaks no rule of hard mode
    # Its rating, the same as in the analysis of a game; None for several boards, for the last
    # guess, and where only possible answers are suggested.
    rating: StateRating | None = None
    is_suggestion_equal: bool = False  # whether the suggestion is rated like the best guess


class TileConflict(NamedTuple):
    """Colors of an unfinished row that no word can have, whatever the row's other colors are."""

    board: int  # from 0
    tiles: tuple[int, ...]  # the fewest tiles that rule out every word, from 0
    greens: Mapping[int, str]  # the letters that other rows show green, by position


@dataclass(frozen=True, slots=True)
class HelperResult:
    """The advice on a position, and further results of the engine for a state."""

    advice: Advice
    patterns: PatternCounts  # with one board, what each pattern of the best guess would leave
    is_hurried: bool  # whether the search was cut short because others were waiting
    own_guess: OwnGuess | None = None  # None if the player has no guess to be rated
    # While a row waits for colors, what each pattern of its word would leave, by board.
    waiting: Mapping[int, PatternCounts] = field(default_factory=dict)
    # The boards on which no word left has the starting marks of that row.
    never_gray: frozenset[int] = frozenset()
    hint_board: int | None = None  # counted from 0; None without a hint
    hint: LetterHint | None = None  # a new letter on this board; None if there is none
    used: frozenset[str] = frozenset()  # all known past answers of the game elsewhere
    familiar: frozenset[str] = frozenset()  # well-known words among the best guesses of one board
    used_left: int = 0  # with one board, how many past answers are among the words left
    conflict: TileConflict | None = None  # on the first board that has one; None if no board has


def read_state(pairs: Pairs) -> AddressReading[HelperState]:
    """Return the state of an address, limited to lengths and pools that this site has."""
    reading = read_address(HelperState, pairs, services().lengths, services().alphabet)
    state = reading.state
    if state.mode in available_modes(state.length):
        return reading
    problems = (*reading.problems, Problem("mode", state.mode))
    return AddressReading(replace(state, mode=DEFAULT_MODE), problems)


def helper_result(
    state: HelperState, unfinished: UnfinishedMarks = NOTHING_UNFINISHED, *, is_player: bool = False
) -> HelperResult:
    """Return the engine's results for a state; if `is_player`, with the visitor's saved lists."""
    lexicon, position, only = services().lexicon(state.length), state.position, state.answers_only
    belief = _belief(state, lexicon, is_player=is_player)
    result = advise_cached(lexicon, position, belief, hard=state.hard, answers_only=only)
    own_guess = None
    if result.advice.guess and state.own_guess:
        turns = position.turns(0)
        rating, is_equal = _own_rating(state, lexicon, belief, result.advice)
        own_guess = OwnGuess(
            ranked=rank_in_position(lexicon, position, belief, state.own_guess, result.advice),
            is_known=state.own_guess in lexicon,
            violation=hard_mode_violation(state.own_guess, turns, state.hard, lexicon.alphabet),
            rating=rating,
            is_suggestion_equal=is_equal,
        )
    hint_board, hint = None, None
    if state.hint:
        hint_board, hint = _hint(state, lexicon, belief, result.advice)
    used_left = 0
    if belief.used_words and state.count == 1:
        past = np.array([lexicon.index(word) for word in belief.used_words], dtype=np.intp)
        past = past[belief.weights[past] > 0]
        used_left = len(narrow(lexicon, position.turns(0), past))
    left = _left_before(state, lexicon, belief)
    return replace(
        result,
        own_guess=own_guess,
        waiting=_waiting(state, lexicon, belief, left),
        never_gray=_never_gray(state, lexicon, left),
        hint_board=hint_board,
        hint=hint,
        used=frozenset(belief.used_words),
        familiar=_familiar(lexicon, result.advice),
        used_left=used_left,
        conflict=_conflict(state, lexicon, belief, result.advice, unfinished),
    )


def _own_rating(
    state: HelperState, lexicon: Lexicon, belief: Belief, advice: Advice
) -> tuple[StateRating | None, bool]:
    suggestion, own = advice.suggestion, state.own_guess
    if state.answers_only or not own or not isinstance(suggestion, Suggestion):
        return None, False
    if suggestion.is_last_guess:
        return None, False
    game = GameState(lexicon, state.position.turns(0), belief, state.hard)
    suggested = suggestion.best[0].guess
    with SEARCH_LOCK:
        rated = rate_guesses(game, own)
        # The two are rated one by one, since a guess that is asked for wins a tie for the best one.
        is_equal = suggested == rated.best or rate_guesses(game, suggested).costs[0] < SLIGHT
    return rated, bool(is_equal)


def _familiar(lexicon: Lexicon, advice: Advice) -> frozenset[str]:
    if not isinstance(advice.suggestion, Suggestion):
        return frozenset()
    suggestion, known = advice.suggestion, familiarity(lexicon)
    guesses = (*suggestion.best, *filter(None, [suggestion.plausible]))
    places = ((guess.guess, lexicon.index(guess.guess)) for guess in guesses)
    return frozenset(word for word, place in places if place is not None and known[place])


def _belief(state: HelperState, lexicon: Lexicon, *, is_player: bool) -> Belief:
    """Return the belief with the host's and the player's lists of past and possible answers."""
    site, length = services(), state.length
    used, possible = site.settings.used_words, site.settings.possible_words
    known = other_game(site.all_words(length), used, possible)
    if is_player:
        # The player's own list of possible answers replaces the host's.
        possible = saved_words(length, POSSIBLE).words or known.possible
        known = OtherGame({**known.weights, **saved_words(length).weights}, possible)
    return known.belief(lexicon, state.mode, state.used)


def advise_cached(
    lexicon: Lexicon,
    position: Position,
    belief: Belief,
    *,
    hard: HardMode,
    answers_only: bool = False,
) -> HelperResult:
    """Return the advice on a position, from the cache or from a search of its own.

    A search that was cut short because others were waiting is not cached, so that the next request
    searches again.
    """
    digest = fingerprint(lexicon, belief, hard)
    slot = _cache_slot(lexicon, position, belief.name, digest, answers_only)
    if slot:
        return slot[0]
    with search_time(BUDGET_MS) as budget_ms:
        advice = advise(
            lexicon, position, belief, hard=hard, answers_only=answers_only, budget_ms=budget_ms
        )
    patterns = NO_PATTERNS
    if advice.guess and position.count == 1:
        candidates = candidates_after(lexicon, position.turns(0), belief)
        patterns = pattern_counts(lexicon, candidates, belief, advice.guess)
    is_hurried = not advice.is_exact and budget_ms < BUDGET_MS
    result = HelperResult(advice, patterns, is_hurried)
    if not is_hurried:
        slot.append(result)
    return result


# The key is everything that advice depends on, with the weights of the words as a digest, since a
# player may have thousands of past answers. A slot stays empty until there is a result worth
# keeping, which `lru_cache` alone could not express. An entry takes 100 kB, most of it 1,000 words
# with their chances, and up to 56 kB more for a player with past answers: at most 10 MB in all.
@functools.lru_cache(maxsize=MAX_CACHED)
def _cache_slot(
    lexicon: Lexicon, position: Position, mode: str, digest: str, answers_only: bool, /
) -> list[HelperResult]:
    return []


def _left_before(
    state: HelperState, lexicon: Lexicon, belief: Belief
) -> dict[int, tuple[tuple[Turn, ...], Indices]]:
    """Return, for each board, its turns without the row being colored, and the words they leave.

    Empty if no row waits for colors, if the edited row has no word, or if there are more than
    `MAX_OFFERING` boards.
    """
    position, row = state.position, state.row
    guess = "" if row is None else position.rows[row].guess
    if position.first_waiting is None or row is None or not guess or position.count > MAX_OFFERING:
        return {}
    # As if the row were not there: boards that are colored already still offer other results, since
    # a tap may have missed.
    others = position.without(row)
    marks = enumerate(position.rows[row].marks)
    turns = {board: others.turns(board) for board, digits in marks if digits != HIDDEN}
    words = {  # once for boards with equal turns, as all have in the first row
        played: candidates_after(lexicon, played, belief)
        for played in dict.fromkeys(turns.values())
    }
    return {board: (played, words[played]) for board, played in turns.items()}


def _waiting(
    state: HelperState,
    lexicon: Lexicon,
    belief: Belief,
    left: Mapping[int, tuple[tuple[Turn, ...], Indices]],
) -> dict[int, PatternCounts]:
    """Return, for each board, the results to offer for the row being colored."""
    if state.row is None:
        return {}
    guess = state.rows[state.row].guess
    words = dict(left.values())
    counts = {
        played: pattern_counts(lexicon, indices, belief, guess) for played, indices in words.items()
    }
    return {board: counts[played] for board, (played, _) in left.items()}


def _never_gray(
    state: HelperState, lexicon: Lexicon, left: Mapping[int, tuple[tuple[Turn, ...], Indices]]
) -> frozenset[int]:
    """Return the boards on which no word left has the starting marks of the row that waits.

    Boards without any word left are not among them.
    """
    if state.row is None:
        return frozenset()
    row, guess, boards = state.row, state.rows[state.row].guess, set[int]()
    for board, (_, indices) in left.items():
        start = pattern_from_digits(state.position.starting_marks(row, board))
        if len(indices) and start not in patterns_of(guess, lexicon.codes[indices]):
            boards.add(board)
    return frozenset(boards)


def _conflict(
    state: HelperState,
    lexicon: Lexicon,
    belief: Belief,
    advice: Advice,
    unfinished: UnfinishedMarks,
) -> TileConflict | None:
    """Return colors that can't all be right, whatever colors the other tiles of their row get."""
    row = state.row
    if row is None or not state.rows[row].guess:  # marks of a pasted grid, whose word is missing
        return None
    for board in (board.number for board in advice.contradictory):
        if board in unfinished:
            turns = state.position.without(row).turns(board)
            answers = lexicon.codes[candidates_after(lexicon, turns, belief)]
            guess = state.rows[row].guess
            if tiles := conflicting_tiles(guess, unfinished[board], answers):
                greens = learn(turns, lexicon.length, lexicon.alphabet).greens
                return TileConflict(board, tiles, greens)
    return None


def _hint(
    state: HelperState, lexicon: Lexicon, belief: Belief, advice: Advice
) -> tuple[int | None, LetterHint | None]:
    """Return the chosen board, or else the one closest to being solved, and a hint for it."""
    open_boards = [board for board in advice.boards if board.is_shown and not board.answer]
    boards = [board for board in open_boards if board.candidates]
    if not boards or not advice.guess:
        return None, None
    chosen = [board.number for board in boards if board.number == state.hint_board]
    board = (chosen or [min(boards, key=lambda board: board.candidates).number])[0]
    turns = state.position.turns(board)
    knowledge = learn(turns, lexicon.length, lexicon.alphabet)
    candidates = candidates_after(lexicon, turns, belief)
    return board, letter_hint(lexicon, candidates, belief, knowledge)


def saved_words(length: int, kind: str = "") -> UsedWords:
    """Return the saved past answers of a length or, if `kind` is `POSSIBLE`, the possible answers.

    They are empty if none were saved, or if the cookie is damaged.
    """
    lexicon = services().all_words(length)
    return unpack(lexicon, read_lists().get(lexicon.name + kind, b""))
