"""The rating of a game: the cost of each guess, and the effect of luck, in guesses.

Every state has a value: the expected number of further guesses with best play. A game that is not
solved in six guesses counts as eight guesses. Because of these two extra guesses, a risk does not
pay off if it saves a guess as often as it loses a game. Then::

    cost of a guess = expected guesses with it - value of the state, from 0
    luck of a guess = 1 + value of the state after it - expected guesses with it
    guesses needed  = best + cost + luck, summed over the game

`best` is the value before the first guess. Negative luck saved guesses, positive luck cost guesses.
All figures are rounded to hundredths before they are added up, so the figures shown add up as well.

Searches are limited by their work, never by a clock, so a game has the same rating on every
machine. A guess and the best guess are compared by searches of equal width, or both by stored
results, so neither looks better because it was searched longer.
"""

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, get_args

import numpy as np

from wordle_web.engine.arrays import Codes, Flags, Floats, Indices, Patterns
from wordle_web.engine.candidates import Belief, belief_of, candidates_after, narrow
from wordle_web.engine.feedback import (
    all_correct,
    feedback_matrix,
    letter_codes,
    pattern_dtype,
)
from wordle_web.engine.hard_mode import HardMode, allowed_guesses, hard_rules
from wordle_web.engine.knowledge import TRIES, Turn, learn, tries_left, until_answer
from wordle_web.engine.letters import N_, Gettext
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.openings import stored_reply
from wordle_web.engine.partition import lower_bounds
from wordle_web.engine.planning import likely_size
from wordle_web.engine.search.solver import (
    NEVER,
    Bounds,
    Cost,
    Node,
    Scan,
    Search,
    SearchProblem,
    StoppedError,
)
from wordle_web.engine.suggestion import SAME, familiarity

LOST: Final = 2  # extra guesses for an unsolved game
HAIR: Final = 0.005  # guesses; smaller differences are invisible in hundredths
# Limits of a search before the first guess, and of later searches: the number of words, likeliest
# first, and the number of one-byte patterns, most promising guesses first. Up to `MAX_WIDE` words
# are always searched completely.
FIRST_WORDS, FIRST_PATTERNS = 2000, 4_000_000
MAX_WORDS, MAX_PATTERNS = 1000, 2_000_000
MAX_WIDE: Final = 96
# Number of guesses that a search tries in the state itself, and at each node below it. Few words
# get a wide search; if that takes more than `MAX_NODES` nodes, and for many words, the search is
# narrow.
WIDE, NARROW, MAX_NODES = (96, 24), (4, 2), 120
# Cost of a search in nanoseconds on a processor of 2026, fitted to words of 5 and 8 letters: per
# word, per letter compared, per pattern scanned, per node, and per word that hard mode checks at a
# node.
WORDS_WORK, LETTERS_WORK, SCAN_WORK, NODE_WORK, RULES_WORK = 60, 4, 2, 100_000, 25

# "opener": the first guess. "absent": a guess with a letter that cannot occur. "place": one with a
# letter in a position where it cannot be. "gamble": a guess that may be the answer when the best
# guess may not; "detour": the reverse. "rare": a word that few people know. "second": the second
# guess.
GuessKind = Literal["opener", "absent", "place", "gamble", "detour", "rare", "second", "other"]
# In order of precedence. The last kind is not a habit.
KINDS: Final[tuple[GuessKind, ...]] = get_args(GuessKind)


class Grade(NamedTuple):
    """A named range of costs."""

    name: str
    text: str  # shown to players, translated
    below: float  # upper limit of the cost, in guesses


GRADES: Final = (
    Grade("best", N_("Best"), HAIR),
    Grade("good", N_("Good"), 0.1),
    Grade("fair", N_("Fair"), 0.3),
    Grade("costly", N_("Costly"), math.inf),
)


SLIGHT: Final = 0.05  # guesses; a lower cost is not worth mentioning


def luck_text(
    luck: float, gettext: Gettext = str, decimal: Callable[[float], str] = "{:.2f}".format
) -> str:
    """Return a description of luck, given in guesses.

    >>> luck_text(-0.64), luck_text(0.27), luck_text(0)
    ('0.64 luckier', '0.27 unluckier', 'even')
    """
    if round(luck, 2) == 0:
        return gettext("even")
    number = decimal(abs(luck))
    text = gettext("%(number)s luckier") if luck < 0 else gettext("%(number)s unluckier")
    return text % {"number": number}


def luck_term(
    luck: float, gettext: Gettext = str, decimal: Callable[[float], str] = "{:.2f}".format
) -> str:
    """Return luck with its sign, as the last term of a sum of guesses."""
    good = gettext("\N{MINUS SIGN} %(number)s good luck")
    text = gettext("+ %(number)s bad luck") if luck > 0 else good
    return text % {"number": decimal(abs(luck))}


def grade_of(cost: float) -> Grade:
    """Return the grade of a guess by its cost.

    >>> [grade_of(cost).name for cost in (0, 0.05, 0.1, 0.3)]
    ['best', 'good', 'fair', 'costly']
    """
    return next(grade for grade in GRADES if cost < grade.below)


def grade_limit(name: str) -> float:
    """Return the upper limit of a grade, in guesses."""
    return next(grade.below for grade in GRADES if grade.name == name)


@dataclass(frozen=True, slots=True, eq=False)
class GameState:
    """The position before a guess, and the rules of the game."""

    lexicon: Lexicon
    turns: tuple[Turn, ...] = ()
    belief: Belief | None = None  # belief before the first guess; by default the lexicon's prior
    hard: HardMode = HardMode.OFF


@dataclass(frozen=True, slots=True, eq=False)
class StateRating:
    """The costs of guesses in one state."""

    guesses: tuple[str, ...]
    costs: Floats  # expected guesses above those of the best, from 0, float64, (guesses,)
    chances: Floats  # the probability of solving the game after each guess, float64, (guesses,)
    is_estimate: Flags  # whether a longer search could change the cost, bool, (guesses,)
    best: str  # the best guess; empty if no word is left
    best_chance: float  # the probability of solving the game after it, 0 to 1
    value: float  # expected guesses to the end of the game, from 1; 0 if no word is left
    work: int  # approximate CPU time in nanoseconds, as counted by `WORDS_WORK` and the others


def rate_guesses(state: GameState, *guesses: str) -> StateRating:
    """Return the costs of guesses in a state, relative to the best one, rounded to hundredths.

    The guesses need not be in the lexicon. If there are none, only the best guess is determined.

    Raises:
        LengthError: a guess is not of the lexicon's length.
    """
    belief = state.belief or belief_of(state.lexicon)
    candidates = candidates_after(state.lexicon, state.turns, belief)
    return _rate(state, belief, candidates, guesses)


def _rate(
    state: GameState,
    belief: Belief,
    candidates: Indices,
    guesses: tuple[str, ...],
    *,
    is_hinted: bool = False,
) -> StateRating:
    if not len(candidates):
        none = np.zeros(len(guesses))
        return StateRating(guesses, none, none, none == 0, "", 0.0, 0.0, 0)
    if tries_left(state.turns) == 1 or len(candidates) <= 2:
        best, expectations, work = _unsearched(state, belief, candidates, guesses)
    elif is_hinted:  # stored replies are for all words that fit the marks
        best, expectations, work = _compared(state, belief, candidates, guesses, finds_best=True)
    else:
        best, expectations, work = _searched(state, belief, candidates, guesses)
    expected = np.array([expectations[word].expected for word in guesses])
    return StateRating(
        guesses=guesses,
        costs=np.maximum(0.0, expected - expectations[best].expected).round(2),
        chances=np.array([expectations[word].chance for word in guesses]),
        is_estimate=np.array([expectations[word].is_estimate for word in guesses], dtype=bool),
        best=best,
        best_chance=expectations[best].chance,
        value=round(expectations[best].expected, 2),
        work=work,
    )


class _Expectation(NamedTuple):
    """The expected outcome of a guess."""

    expected: float  # guesses to the end of the game, including this one
    chance: float  # the probability of solving the game, 0 to 1
    is_estimate: bool = False


# The best guess, the expectations of all guesses, and the work.
_Comparison = tuple[str, dict[str, _Expectation], int]


def _unsearched(
    state: GameState, belief: Belief, candidates: Indices, guesses: tuple[str, ...]
) -> _Comparison:
    """Rate guesses without a search: on the last try, or if at most two words are left."""
    lexicon, left = state.lexicon, tries_left(state.turns)
    shares, won = belief.weights[candidates], all_correct(lexicon.length)
    likeliest = candidates[shares == shares[0]]
    best = lexicon.words[likeliest[familiarity(lexicon)[likeliest].argmax()]]
    shares = shares / shares.sum()
    words = tuple(dict.fromkeys((best, *guesses)))
    expectations = dict[str, _Expectation]()
    rows = feedback_matrix(letter_codes(words), lexicon.codes[candidates])
    for word, row in zip(words, rows, strict=True):
        solved = float(shares[row == won].sum())
        if left == 1:
            expectations[word] = _Expectation(1 + LOST * (1 - solved), solved)
            continue
        cells = [shares[row == pattern] for pattern in set(row.tolist()) - {won}]
        # After this guess, the likelier word of its cell is played, then the other one if a guess
        # is left.
        missed = sum(float(cell.sum() - cell[0]) for cell in cells)
        expected = 2 - solved + (LOST if left == 2 else 1) * missed
        later = 1 - solved - (missed if left == 2 else 0.0)
        expectations[word] = _Expectation(expected, solved + later)
    return best, expectations, WORDS_WORK * len(lexicon)


def _searched(
    state: GameState, belief: Belief, candidates: Indices, guesses: tuple[str, ...]
) -> _Comparison:
    """Rate guesses by stored replies and by searches of the likelier words."""
    lexicon = state.lexicon
    stored = stored_reply(lexicon, state.turns, belief, state.hard)
    if stored is None:
        return _compared(state, belief, candidates, guesses, finds_best=True)
    # Stored figures come from longer searches. They are not used in hard mode, since some of them
    # are for normal rules.
    known = {
        word: _Expectation(outlook.guesses + LOST * (1 - outlook.solved), outlook.solved, True)
        for word, outlook in stored.guesses
        if outlook and not state.hard
    }
    best, wanted = stored.guesses[0][0], tuple(word for word in guesses if word not in known)
    if best in known and not wanted:
        return best, known, WORDS_WORK * len(lexicon)
    # Other guesses are compared with the best one by searches that are equally short.
    if not state.turns and not belief.is_own:
        reference = _best_opener(lexicon, belief.name, state.hard)
        _, expectations, work = _compared(state, belief, candidates, wanted)
    else:
        _, expectations, work = _compared(state, belief, candidates, (best, *wanted))
        reference = expectations[best]
    shift = known[best].expected - reference.expected if best in known else 0.0
    for word, expectation in ((best, reference), *expectations.items()):
        known.setdefault(word, expectation._replace(expected=expectation.expected + shift))
    return best, known, work


def prepare_openers(lexicon: Lexicon, mode: str) -> None:
    """Cache the figures of the stored first guess, whose search takes a tenth of a second."""
    if stored_reply(lexicon, (), belief_of(lexicon, mode), HardMode.OFF):
        _best_opener(lexicon, mode, HardMode.OFF)


# Caches the stored first guess with figures from a short search: 64 entries of 0.1 kB.
@functools.lru_cache(maxsize=64)
def _best_opener(lexicon: Lexicon, mode: str, hard: HardMode) -> _Expectation:
    belief = belief_of(lexicon, mode)
    stored = stored_reply(lexicon, (), belief, hard)
    if stored is None:
        raise ValueError(lexicon.name)
    best, state = stored.guesses[0][0], GameState(lexicon, (), belief, hard)
    _, expectations, _ = _compared(state, belief, candidates_after(lexicon, (), belief), (best,))
    return expectations[best]


def _compared(
    state: GameState,
    belief: Belief,
    candidates: Indices,
    guesses: tuple[str, ...],
    *,
    finds_best: bool = False,
) -> _Comparison:
    """Return the expectations of guesses and, if `finds_best`, of the best guess, by a search."""
    lexicon, size = state.lexicon, len(candidates)
    if size > MAX_WIDE:
        most = MAX_WORDS if state.turns else FIRST_WORDS
        size = min(likely_size(belief.weights[candidates]), most)
    is_whole, candidates = size == len(candidates), candidates[:size]
    considered = _Considered.of(state, candidates, guesses)
    problem, left = (
        considered.problem(belief.weights[candidates], state.hard),
        tries_left(state.turns),
    )
    search, result = Search(problem, LOST), None
    work = WORDS_WORK * len(lexicon) + LETTERS_WORK * problem.patterns.size * lexicon.length
    if size <= MAX_WIDE:
        search.should_stop = lambda: search.nodes >= MAX_NODES
        with suppress(StoppedError):
            result = _costs_of(search, considered, left, guesses, WIDE, finds_best=finds_best)
        work += considered.work_of(search)
    if result is None:
        search = Search(problem, LOST)
        result = _costs_of(search, considered, left, guesses, NARROW, finds_best=finds_best)
        work += considered.work_of(search)
    mass = float(search.problem.weights.sum())
    is_proven = considered.is_complete and is_whole
    if finds_best:
        is_proven = is_proven and result.bound >= result.costs[result.best].total - HAIR * mass
    expectations = {
        word: _Expectation(
            cost.total / mass,
            1 - cost.lost / mass,
            not (is_proven and finds_best and result.lowers[word] >= cost.total - SAME * mass),
        )
        for word, cost in result.costs.items()
    }
    return result.best, expectations, work


class _Costs(NamedTuple):
    """The result of a search: sums over its candidates."""

    best: str  # the best guess; empty if it was not searched
    costs: dict[str, Cost]
    lowers: dict[str, float]  # lower bounds of the costs
    bound: float  # a lower bound of the cost of every guess


def _costs_of(
    search: Search,
    considered: "_Considered",
    left: int,
    guesses: tuple[str, ...],
    width: tuple[int, int],
    *,
    finds_best: bool,
) -> _Costs:
    """Return the costs of guesses and, if `finds_best`, of the best one.

    `width` is the number of guesses tried at the root, and at each node below.

    Raises:
        StoppedError: the search took too many nodes.
    """
    root = search.start(left)
    columns = {word: considered.column(word) for word in dict.fromkeys(guesses)}
    scan = search.scan(root) if finds_best else _scan_of(search, list(columns.values()))
    costs, lowers = dict[str, Cost](), dict[str, float]()
    for index, (word, column) in enumerate(columns.items()):
        place = column if finds_best else index
        costs[word], lowers[word] = search.evaluate(root, scan, place, width[1], NEVER)
    if not finds_best:
        return _Costs("", costs, lowers, -NEVER)
    best = min(costs, key=lambda word: costs[word].total, default="")
    limit = costs[best].total if best else NEVER
    below = _best_below(search, root, scan, considered.is_familiar, limit, width)
    if below.upper < limit:
        best = considered.word(below.column)
        costs[best], lowers[best] = Cost(below.upper, below.lost), below.upper
    return _Costs(best, costs, lowers, below.lower)


@dataclass(frozen=True, slots=True, eq=False)
class _Considered:
    """The guesses of a search as columns: promising guesses, then the requested ones."""

    lexicon: Lexicon
    patterns: Patterns  # (candidates, columns)
    indices: Indices  # the index in the lexicon of each column, except the columns of `added`
    added: list[str]  # the requested guesses that are not among the promising ones
    own: Indices  # the column of each candidate
    is_complete: bool  # whether every allowed guess has a column

    @classmethod
    def of(cls, state: GameState, candidates: Indices, guesses: Iterable[str]) -> "_Considered":
        lexicon, matrix = state.lexicon, matrix_of(state.lexicon)
        allowed = allowed_guesses(lexicon.codes, state.turns, state.hard)
        most = (MAX_PATTERNS if state.turns else FIRST_PATTERNS) // len(candidates)
        most //= pattern_dtype(lexicon.length).itemsize ** 2
        if most < len(lexicon):
            ranked = matrix.columns if allowed is None else matrix.columns[allowed[matrix.columns]]
            allowed = np.zeros(len(lexicon), dtype=bool)
            allowed[ranked[:most]] = True
        patterns, selection = matrix.gather(candidates, allowed, hurried=False)
        indices = selection.guesses
        is_column = np.zeros(len(lexicon), dtype=bool)
        is_column[indices] = True
        places = {word: lexicon.index(word) for word in guesses}
        added = sorted(
            word for word, index in places.items() if index is None or not is_column[index]
        )
        if added:
            more = feedback_matrix(letter_codes(added), lexicon.codes[candidates]).T
            patterns = np.hstack([patterns, more])
        is_complete = selection.is_complete and most >= len(lexicon)
        return cls(lexicon, patterns, indices, added, selection.own, is_complete)

    def work_of(self, search: Search) -> int:
        """Return the work that a search of these guesses took."""
        rules = RULES_WORK * len(self.codes) if search.problem.rules else 0
        return SCAN_WORK * search.scanned + search.nodes * (NODE_WORK + rules)

    @property
    def codes(self) -> Codes:
        codes = self.lexicon.codes[self.indices]
        return np.vstack([codes, letter_codes(self.added)]) if self.added else codes

    @property
    def is_familiar(self) -> Flags:
        """Mask of the columns with words that many people know."""
        flags = np.zeros(self.patterns.shape[1], dtype=bool)
        flags[: len(self.indices)] = familiarity(self.lexicon)[self.indices] > 0
        return flags

    def problem(self, weights: Floats, hard: HardMode) -> SearchProblem:
        rules = hard_rules(self.codes, hard)
        won = all_correct(self.lexicon.length)
        return SearchProblem(self.patterns, weights, self.own, won, rules)

    def column(self, word: str) -> int:
        if word in self.added:
            return len(self.indices) + self.added.index(word)
        return int(np.flatnonzero(self.indices == self.lexicon.index(word))[0])

    def word(self, column: int) -> str:
        """Return the word of a column."""
        if column >= len(self.indices):
            return self.added[column - len(self.indices)]
        return self.lexicon.words[int(self.indices[column])]


def _scan_of(search: Search, columns: list[int]) -> Scan:
    """Return the scan of some guesses, since scanning all guesses takes long."""
    problem = search.problem
    patterns, weights, won = problem.patterns[:, columns], problem.weights, problem.all_correct
    bounds, is_own = lower_bounds(patterns, weights, won), np.isin(columns, problem.own)
    return Scan(patterns, weights, is_own, bounds, won + 1, np.array(columns, dtype=np.intp))


def _best_below(
    search: Search,
    root: Node,
    scan: Scan,
    is_familiar: Flags,
    limit: float,
    width: tuple[int, int],
) -> Bounds:
    """Return the best guess that costs less than `limit`, and a lower bound for all guesses.

    A word that few people know is preferred only if it saves at least `HAIR`.
    """
    mass, places = float(scan.weights.sum()), np.flatnonzero(is_familiar)
    best = Bounds(NEVER, NEVER, -1)
    if len(places):
        familiar = Scan(
            scan.patterns[:, places],
            scan.weights,
            scan.is_own[places],
            scan.bounds[places],
            scan.size,
            places if scan.columns is None else scan.columns[places],
        )
        best = search.try_guesses(root, familiar, width[1], limit, tries=width[0])
    limit = min(limit, best.upper) - HAIR * mass
    other = search.try_guesses(root, scan, width[1], limit, tries=width[0])
    return other if other.upper < NEVER else best._replace(lower=other.lower)


@dataclass(frozen=True, slots=True, eq=False)
class FinishedGame:
    """A game to rate; it need not be won or lost yet."""

    lexicon: Lexicon
    answer: str
    guesses: tuple[str, ...]
    belief: Belief | None = None  # belief before the first guess; by default the lexicon's prior
    hard: HardMode = HardMode.OFF
    # The words allowed by the hints before each guess, as masks of the lexicon, bool, (words,);
    # None if there were no hints before the guess.
    hints: tuple[Flags | None, ...] = ()


@dataclass(frozen=True, slots=True)
class GuessRating:
    """The cost of a guess, and the effect of luck, in guesses."""

    guess: str
    best: str  # the best guess at that point
    cost: float  # expected guesses above those of the best guess, from 0
    # Guesses needed beyond the expected ones; negative is good luck. None if no word is left after
    # the guess.
    luck: float | None
    chance: float  # the probability of solving the game after it, 0 to 1
    best_chance: float  # the same probability after the best guess
    kind: GuessKind
    is_estimate: bool  # whether a longer search could change the cost

    @property
    def grade(self) -> Grade:
        """The grade of the guess, by its cost."""
        return grade_of(self.cost)

    @property
    def is_slight(self) -> bool:
        """Whether the cost is so low that no better guess is worth naming."""
        return self.cost < SLIGHT


@dataclass(frozen=True, slots=True)
class GameRating:
    """The rating of a game, in guesses: best + cost + luck = needed."""

    # Guesses made; plus two if the game is lost, or plus the expected number of further guesses if
    # it is not over.
    needed: float
    best: float  # expected guesses with the best play, before the first guess
    guesses: tuple[GuessRating, ...]
    # Approximate CPU time in nanoseconds, not counting cached first guesses.
    work: int = field(compare=False)

    @property
    def cost(self) -> float:
        """The total cost of the guesses, from 0."""
        return round(math.fsum(guess.cost for guess in self.guesses), 2)

    @property
    def luck(self) -> float:
        """Guesses needed beyond those expected with the player's guesses; negative is good luck.

        In a game with hints it includes the guesses that they saved.
        """
        return round(self.needed - self.best - self.cost, 2)


def rate_game(game: FinishedGame) -> GameRating:
    """Return the cost of each guess of a game, and the effect of luck.

    Guesses after the answer are ignored.

    Raises:
        LengthError: a guess is not of the lexicon's length.
        ValueError: the answer is not in the lexicon.
    """
    if game.answer not in game.lexicon:
        raise ValueError(f"{game.answer!r} is not in the word list")
    played = _Played.of(game)
    return GameRating(
        needed=round(len(played.turns) + played.values[-1], 2),
        best=played.values[0],
        guesses=tuple(filter(None, played.ratings())),
        work=played.work,
    )


def rate_turns(game: FinishedGame) -> tuple[GuessRating | None, ...]:
    """Return the rating of each guess; None if no word was left before it.

    The answer need not be in the lexicon. Guesses after it are ignored.

    Raises:
        LengthError: a guess or the answer is not of the lexicon's length.
    """
    return tuple(_Played.of(game).ratings())


def best_guess(game: FinishedGame, number: int) -> str:
    """Return the best guess in place of guess `number`, from 0, as `rate_game` names it.

    Hints are ignored. The result is empty if no word was left before that guess.

    Raises:
        LengthError: a guess or the answer is not of the lexicon's length.
    """
    belief = belief_for(game.lexicon, game.answer, game.belief or belief_of(game.lexicon))
    guess = game.guesses[number]
    if not number and not belief.is_own:
        return _opener(game.lexicon, belief.name, game.hard, guess).best
    turns = tuple(Turn.of(earlier, game.answer) for earlier in game.guesses[:number])
    return rate_guesses(GameState(game.lexicon, turns, belief, game.hard), guess).best


@dataclass(frozen=True, slots=True, eq=False)
class _Played:
    """A game with the rating of each of its states."""

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    words: tuple[Indices, ...]  # the words left before each turn, and at the end
    states: tuple[StateRating, ...]  # the ratings before each turn
    # The value of the state before each turn, and at the end; 0 if no word is left.
    values: tuple[float, ...]
    ends: tuple[float, ...]  # the value after each turn, before a hint reduces the words left
    work: int

    @classmethod
    def of(cls, game: FinishedGame) -> "_Played":
        lexicon, given = game.lexicon, game.belief or belief_of(game.lexicon)
        belief = belief_for(lexicon, game.answer, given)
        turns, states, work = tuple[Turn, ...](), list[StateRating](), 0
        words, ends = [candidates_after(lexicon, (), belief)], list[float]()
        is_hinted = False
        for number, guess in enumerate(until_answer(game.guesses, game.answer)):
            state = GameState(lexicon, turns, belief, game.hard)
            left = words[-1]
            if number < len(game.hints) and (mask := game.hints[number]) is not None:
                left = left[mask[left]]
            end = None
            if len(left) < len(words[-1]):
                # The luck of the previous guess ends before the hint, which is not luck.
                before = _rate(state, belief, words[-1], (), is_hinted=is_hinted)
                end, work = before.value, work + before.work
                words[-1], is_hinted = left, True
            if turns or belief.is_own:
                rated = _rate(state, belief, left, (guess,), is_hinted=is_hinted)
                work += rated.work
            else:  # a cached rating takes no work
                work += rate_opener(game)
                rated = _opener(lexicon, belief.name, game.hard, guess)
            states.append(rated)
            if turns:
                ends.append(rated.value if end is None else end)
            turns = (*turns, Turn.of(guess, game.answer))
            words.append(narrow(lexicon, turns[-1:], words[-1]))
        if game.answer in game.guesses:
            end = 0.0
        elif turns and len(turns) % TRIES == 0:
            end = float(LOST)
        else:  # best play is assumed to continue
            state = GameState(lexicon, turns, belief, game.hard)
            last = _rate(state, belief, words[-1], (), is_hinted=is_hinted)
            end, work = last.value, work + last.work
        values = (*(state.value for state in states), end)
        return cls(lexicon, turns, tuple(words), tuple(states), values, (*ends, end), work)

    def ratings(self) -> Iterator[GuessRating | None]:
        for number, (turn, state) in enumerate(zip(self.turns, self.states, strict=True)):
            if not state.best:
                yield None
                continue
            before, after, cost = (
                self.values[number],
                self.ends[number],
                float(state.costs[0]),
            )
            is_known = after > 0 or turn.pattern == all_correct(self.lexicon.length)
            yield GuessRating(
                guess=turn.guess,
                best=state.best,
                cost=cost,
                luck=round(1 + after - before - cost, 2) if is_known else None,
                chance=float(state.chances[0]),
                best_chance=state.best_chance,
                kind=_kind_of(
                    self.lexicon, self.turns[:number], self.words[number], turn.guess, state.best
                ),
                is_estimate=bool(state.is_estimate[0]),
            )


def rate_opener(game: FinishedGame) -> int:
    """Rate only the first guess of a game, and return the work that this took.

    This is most of the work for a game. The rating is cached, since players mostly use the same
    opener; a cached rating takes no work. Nothing is rated if past or possible answers changed the
    belief.
    """
    belief = belief_for(game.lexicon, game.answer, game.belief or belief_of(game.lexicon))
    if belief.is_own or not game.guesses:
        return 0
    misses = _opener.cache_info().misses
    state = _opener(game.lexicon, belief.name, game.hard, game.guesses[0])
    return state.work if _opener.cache_info().misses > misses else 0


@functools.lru_cache(maxsize=256)  # entries of 1 kB
def _opener(lexicon: Lexicon, mode: str, hard: HardMode, guess: str) -> StateRating:
    return rate_guesses(GameState(lexicon, (), belief_of(lexicon, mode), hard), guess)


def belief_for(lexicon: Lexicon, answer: str, belief: Belief) -> Belief:
    """Return the belief for judging a game with this answer.

    If `belief` excludes the answer, this is the prior, or equal weights for all words if the prior
    excludes it as well. A belief with only this word added would not fit how the game was played.
    """
    index = lexicon.index(answer)
    if index is None or belief.weights[index] > 0:
        return belief
    prior = belief_of(lexicon)
    if prior.weights[index] > 0:
        return prior
    weights = np.ones(len(lexicon))
    weights.setflags(write=False)
    return Belief("real", weights, weights > 0, is_listed=True)


def best_play(
    lexicon: Lexicon, answer: str, belief: Belief, hard: HardMode = HardMode.OFF
) -> tuple[Turn, ...]:
    """Return the turns of the best play for an answer, six at most."""
    belief, turns = belief_for(lexicon, answer, belief), tuple[Turn, ...]()
    while len(turns) < TRIES and all(turn.guess != answer for turn in turns):
        guess = rate_guesses(GameState(lexicon, turns, belief, hard)).best
        if not guess:
            break
        turns = (*turns, Turn.of(guess, answer))
    return turns


def _kind_of(
    lexicon: Lexicon, turns: tuple[Turn, ...], left: Indices, guess: str, best: str
) -> GuessKind:
    """Return the kind of a guess in a state: the first of `KINDS` that applies."""
    if not turns:
        return "opener"
    known = learn(turns, lexicon.length, lexicon.alphabet)
    index, best_index = lexicon.index(guess), lexicon.index(best)
    is_possible, may_be_best = (
        bool((left == guess_index).any()) for guess_index in (index, best_index)
    )
    fits: dict[GuessKind, bool] = {
        "absent": any(letter in known.cannot_contain for letter in guess),
        "place": any(letter in known.excluded(position) for position, letter in enumerate(guess)),
        "gamble": is_possible and not may_be_best,
        "detour": not is_possible and may_be_best,
        "rare": index is None or not familiarity(lexicon)[index],
        "second": len(turns) == 1,
    }
    return next((kind for kind, is_it in fits.items() if is_it), "other")
