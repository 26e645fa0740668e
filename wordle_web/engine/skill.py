"""Skill apart from luck: what each guess of a game cost, and what a player's costs tell.

Every state has one value, the expected guesses to the end by the engine's best play, without a
limit of six. A guess costs its expected guesses minus that value, from 0; luck is what remains::

    guesses needed = value of the first state + cost of all guesses + luck

so luck below 0 is good luck, and the sum holds whatever the search rounds. Searches end by what
they look at and never by a clock: a game has the same figures on any machine. A lost game counts
as played on by the engine.

The costs of a guess and of the best one come from the same search, no wider for one than for the
other, so that neither seems better for having been searched longer; or both are stored.
"""

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist, fmean, variance
from typing import Final, Literal, get_args

import numpy as np

from wordle_web.engine.analysis import believing
from wordle_web.engine.arrays import Flags, Floats, Indices, Levels, Patterns
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.feedback import (
    all_correct,
    feedback,
    feedback_matrix,
    letter_codes,
    pattern_dtype,
)
from wordle_web.engine.hard_mode import allowed_guesses, hard_rules
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import GuessSelection, matrix_of
from wordle_web.engine.openings import kept_reply
from wordle_web.engine.partition import estimated_guesses
from wordle_web.engine.planning import likely_size
from wordle_web.engine.search.solver import NEVER, Scan, Search, SearchProblem
from wordle_web.engine.suggestion import SAME, familiarity

UNLIMITED: Final = 20  # guesses left in a search: more than any game takes
MAX_WORDS: Final = 4000  # words of a state that are searched, the likeliest first
# Patterns of a state, of one byte, of the most promising guesses: those of 5 letters are all there.
MAX_PATTERNS: Final = 25_000_000
# Guesses tried at each node of a search, and up to how many words it is the wider one.
WIDE, NARROW, MAX_WIDE = 24, 2, 128
ROOT: Final = 4  # the state itself tries this many times as many
MAX_PLAUSIBLE: Final = 16  # words that a player may think of: of those left, and of all others
MAX_MISTAKE: Final = 0.5  # guesses: words that seem to cost more come to nobody's mind
MIN_RATED: Final = 5  # games that make a mean with an interval
# What searches take: nanoseconds of a processor of 2026, fitted on words of 5 and 8 letters, for
# each word, letter compared, pattern scanned, node, and word that hard mode checks at a node.
WORDS_WORK, LETTERS_WORK, SCAN_WORK, NODE_WORK, RULES_WORK = 60, 4, 2, 100_000, 25
UNSEEN: Final = 0.4  # guesses
DOUBT: Final = 0.05  # the chance to name a habit of a player who has none
MAX_MORE: Final = 200  # more games than that to name a habit are too far off to say

GuessKind = Literal["opener", "absent", "place", "gamble", "detour", "rare", "second", "other"]
KINDS: Final[tuple[GuessKind, ...]] = get_args(
    GuessKind
)  # in the order of precedence; the last is no habit


@dataclass(frozen=True, slots=True, eq=False)
class GameState:
    """What is known before a guess, and the rules for it."""

    lexicon: Lexicon
    turns: tuple[Turn, ...] = ()
    belief: Belief | None = None  # before the first guess; by default the lexicon's prior
    hard: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Regret:
    """What guesses cost in one state."""

    guesses: tuple[str, ...]
    # Expected guesses after each of them minus those after the best, from 0, float64, (guesses,).
    costs: Floats
    is_estimate: Flags  # whether a longer search may find another cost, bool, (guesses,)
    best: str  # the best guess; empty where no word is left
    expected: float  # the value of the state: expected guesses to the end, from 1
    work: int  # what it took, as counted by `WORDS_WORK` and the others
    # Words that a player may think of, with estimated costs, float64, (plausible,).
    plausible: tuple[str, ...] = ()
    plausible_costs: Floats = field(default_factory=lambda: np.zeros(0))


def regret(state: GameState, *guesses: str) -> Regret:
    """Return what guesses cost in a state, above the best one there.

    The guesses need not be in the lexicon. Without any, only the best guess is found.

    Raises:
        LengthError: A guess is not of the lexicon's length.
    """
    lexicon = state.lexicon
    belief = state.belief or belief_of(lexicon)
    candidates = candidates_after(lexicon, state.turns, belief)
    if not len(candidates):
        none = np.zeros(len(guesses))
        return Regret(guesses, none, none == 0, "", 0.0, 0)
    size = min(likely_size(belief.weights[candidates]), MAX_WORDS)
    is_whole, candidates = size == len(candidates), candidates[:size]
    weights = belief.weights[candidates]
    allowed = allowed_guesses(lexicon.codes, state.turns) if state.hard else None
    stored = kept_reply(lexicon, state.turns, belief, state.hard)
    replies = stored.guesses if stored else ()
    wanted = dict.fromkeys([*guesses, *(word for word, _ in replies[:1])])
    # What a longer search of the same words found. In hard mode it may be that of normal rules.
    is_known = is_whole and not state.hard
    known = {word: outlook.guesses for word, outlook in replies if outlook and is_known}
    patterns, words, selection, is_every = _columns(lexicon, candidates, allowed, list(wanted))
    rules = hard_rules(letter_codes(words)) if state.hard else None
    won = all_correct(lexicon.length)
    search = Search(SearchProblem(patterns, weights, selection.own, won, rules))
    scan, searched = search.scan(search.start(UNLIMITED)), wanted if wanted.keys() - known else ()
    totals, lowers, proven = _totals(search, scan, words, searched, finds_best=not stored)
    # A stored one stays the best, so that a state has the same value whatever was guessed there.
    best = stored.guesses[0][0] if stored else min(totals, key=totals.__getitem__)
    mass = float(search.problem.weights.sum())
    if known:
        shift = known[best] * mass - totals.get(best, 0.0)
        totals = {word: total + shift for word, total in totals.items()}
        totals |= {word: expected * mass for word, expected in known.items()}
    value = totals[best]
    exact = is_every and is_whole and proven >= value - SAME * mass
    columns = _plausible(familiarity(lexicon)[selection.guesses], scan)
    estimates = estimated_guesses(patterns[:, [words.index(best), *columns]], weights, won)
    above = estimates[1:] - estimates[0]
    likely = np.flatnonzero(above <= MAX_MISTAKE)
    return Regret(
        guesses=guesses,
        costs=np.array([max(0.0, totals[word] - value) / mass for word in guesses]),
        is_estimate=np.array(
            [not (exact and lowers[word] >= totals[word] - SAME * mass) for word in guesses], bool
        ),
        best=best,
        expected=value / mass,
        work=WORDS_WORK * len(lexicon)
        + LETTERS_WORK * patterns.size * lexicon.length
        + SCAN_WORK * search.scanned
        + search.nodes * (NODE_WORK + RULES_WORK * len(words) * state.hard),
        plausible=tuple(words[columns[each]] for each in likely),
        plausible_costs=np.maximum(above[likely], 0.0),
    )


def _totals(
    search: Search, scan: Scan, words: list[str], wanted: Iterable[str], *, finds_best: bool
) -> tuple[dict[str, float], dict[str, float], float]:
    """Return the total costs of guesses, lower bounds of them, and one of all other guesses.

    With `finds_best` the best guess is among them, found by a search as wide as that of the others.
    """
    root, width = search.start(UNLIMITED), WIDE if len(scan.weights) <= MAX_WIDE else NARROW
    totals, lowers = dict[str, float](), dict[str, float]()
    for word in wanted:
        cost, lowers[word] = search.evaluate(root, scan, words.index(word), width, NEVER)
        totals[word] = cost.total
    if not finds_best:
        return totals, lowers, -NEVER
    limit = min(totals.values(), default=NEVER)
    found = search.try_guesses(root, scan, width, limit, tries=ROOT * width)
    if found.upper < limit:
        totals[words[found.column]] = found.upper
    return totals, lowers, found.lower


def _columns(
    lexicon: Lexicon, candidates: Indices, allowed: Flags | None, wanted: list[str]
) -> tuple[Patterns, list[str], GuessSelection, bool]:
    """Return the patterns of guesses, these, all but those added, and whether they are all."""
    matrix = matrix_of(lexicon)
    most = MAX_PATTERNS // pattern_dtype(lexicon.length).itemsize ** 2 // len(candidates)
    if most < len(lexicon):
        ranked = matrix.columns if allowed is None else matrix.columns[allowed[matrix.columns]]
        allowed = np.zeros(len(lexicon), dtype=bool)
        allowed[ranked[:most]] = True
    patterns, selection = matrix.gather(candidates, allowed, hurried=False)
    words = [lexicon.words[index] for index in selection.guesses.tolist()]
    if added := sorted(set(wanted).difference(words)):
        more = feedback_matrix(letter_codes(added), lexicon.codes[candidates]).T
        patterns, words = np.hstack([patterns, more]), words + added
    return patterns, words, selection, selection.is_complete and most >= len(lexicon)


def _plausible(levels: Levels, scan: Scan) -> list[int]:
    """Return columns of words that people know: some that may be the answer, some that split well.

    `levels` says how well known the words of the first columns are; further ones are unknown.
    """
    known, chosen = np.zeros(len(scan.bounds), dtype=bool), list[int]()
    known[: len(levels)] = levels > 0
    for group in (known & scan.is_own, known & ~scan.is_own):
        found = np.flatnonzero(group)
        chosen += found[np.argsort(scan.bounds[found], kind="stable")][:MAX_PLAUSIBLE].tolist()
    return chosen


@dataclass(frozen=True, slots=True, eq=False)
class FinishedGame:
    """A game to rate."""

    lexicon: Lexicon
    answer: str
    guesses: tuple[str, ...]  # a lost game is rated as if the engine had played on
    belief: Belief | None = None  # before the first guess; by default the lexicon's prior
    hard: bool = False


@dataclass(frozen=True, slots=True)
class RatedGuess:
    """One guess with its cost."""

    guess: str
    best: str  # the best guess there
    cost: float  # expected guesses more than the best, from 0
    kind: GuessKind
    is_estimate: bool
    # What the errors of a player who errs evenly cost here on average, by kind; any unit.
    even: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game as best + cost + luck = needed, all in guesses."""

    needed: int  # guesses to the answer, those of the engine after a lost game included
    best: float  # what the best play could expect before the first guess
    cost: float
    guesses: tuple[RatedGuess, ...]
    work: int  # about nanoseconds of a processor, except for a first guess that was known

    @property
    def luck(self) -> float:
        """Guesses more than expected of these guesses; below 0 is good luck."""
        return self.needed - self.best - self.cost


def rate(game: FinishedGame) -> RatedGame:
    """Return what the guesses of a game cost, and what was luck.

    Raises:
        LengthError: A guess or the answer is not of the lexicon's length.
        ValueError: The answer is not in the lexicon.
    """
    lexicon = game.lexicon
    if game.answer not in lexicon:
        raise ValueError(f"{game.answer!r} is not in the word list")
    given = game.belief or belief_of(lexicon)
    belief = believing(lexicon, game.answer, given)
    is_plain = belief is given and not belief.is_own
    turns, found = tuple[Turn, ...](), list[Regret]()
    # Guesses after the answer do not count. The work of a first guess counts once for all games.
    for guess in game.guesses[: 1 + (*game.guesses, game.answer).index(game.answer)]:
        if is_plain and not turns:
            misses = _first.cache_info().misses
            first = _first(lexicon, belief.name, game.hard, guess)
            is_new = _first.cache_info().misses > misses
            found.append(first if is_new else replace(first, work=0))
        else:
            found.append(regret(GameState(lexicon, turns, belief, game.hard), guess))
        turns = (*turns, Turn(guess, feedback(guess, game.answer)))
    played, more = turns, list[Regret]()
    while not turns or turns[-1].guess != game.answer:
        more.append(regret(GameState(lexicon, turns, belief, game.hard)))
        turns = (*turns, Turn(more[-1].best, feedback(more[-1].best, game.answer)))
    return rated_game(lexicon, belief, played, [*found, *more], len(turns))


def rated_game(
    lexicon: Lexicon, belief: Belief, turns: Sequence[Turn], regrets: Sequence[Regret], needed: int
) -> RatedGame:
    """Return the rating of a game; `regrets` are of its turns, then of the engine's after a loss.

    `belief` is that before the first guess; the answer is possible in it.
    """
    rated = list[RatedGuess]()
    for at, (turn, each) in enumerate(zip(turns, regrets, strict=False)):
        kind, even = guess_kinds(lexicon, turns[:at], belief, each.best), dict.fromkeys(KINDS, 0.0)
        # The player to compare with guesses each plausible word equally often.
        for word, cost in zip(each.plausible, each.plausible_costs.tolist(), strict=True):
            even[kind(word)] += cost / len(each.plausible)
        rated.append(
            RatedGuess(
                guess=turn.guess,
                best=each.best,
                cost=float(each.costs[0]),
                kind=kind(turn.guess),
                is_estimate=bool(each.is_estimate[0]),
                even=tuple(even.values()),
            )
        )
    cost, work = math.fsum(each.cost for each in rated), sum(each.work for each in regrets)
    return RatedGame(needed, regrets[0].expected, cost, tuple(rated), work)


# The opener takes most of a game's time, and is the same in most games of a player. 256 of 3 kB.
@functools.lru_cache(maxsize=256)
def _first(lexicon: Lexicon, mode: str, hard: bool, guess: str) -> Regret:
    return regret(GameState(lexicon, (), belief_of(lexicon, mode), hard), guess)


def guess_kinds(
    lexicon: Lexicon, turns: Sequence[Turn], belief: Belief, best: str
) -> Callable[[str], GuessKind]:
    """Return what gives the kind of a guess in a state: the first of `KINDS` that fits."""
    known, familiar = learn(turns, lexicon.length, lexicon.alphabet), familiarity(lexicon)
    left = {lexicon.words[index] for index in candidates_after(lexicon, turns, belief).tolist()}

    def kind(guess: str) -> GuessKind:
        index = lexicon.index(guess)
        fits: dict[GuessKind, bool] = {
            "opener": not turns,
            "absent": any(letter in known.cannot_contain for letter in guess),
            "place": any(letter in known.excluded(at) for at, letter in enumerate(guess)),
            "gamble": guess in left and best not in left,
            "detour": guess not in left and best in left,
            "rare": index is None or not familiar[index],
            "second": len(turns) == 1,
            "other": True,
        }
        return next(kind for kind in KINDS if fits[kind])

    return kind


@dataclass(frozen=True, slots=True)
class Habit:
    """The kind of guess that costs a player more than errors spread evenly would."""

    kind: GuessKind
    cost: float  # guesses a game
    share: float  # of all that the player's guesses cost, 0 to 1
    even: float  # the same share of a player who errs evenly
    is_certain: bool
    more: int | None  # games that would make it certain, at this rate; None if very many


@dataclass(frozen=True, slots=True)
class Skill:
    """How good a player is, over some games; figures are guesses a game."""

    games: tuple[RatedGame, ...]
    cost: float  # the mean cost
    standard_error: float  # of the mean cost; infinite below two games
    margin: float  # half the interval that holds the true cost with 95 %
    luck: float  # the mean luck; below 0 is good luck
    habit: Habit | None  # the likeliest habit; None below five games, or if nothing costs more


def skill(games: Iterable[FinishedGame | RatedGame]) -> Skill:
    """Return how good a player is, from games of theirs; the same for the same games.

    Raises:
        ValueError: There are no games, or one cannot be rated: see `rate`.
    """
    rated = tuple(each if isinstance(each, RatedGame) else rate(each) for each in games)
    if not rated:
        raise ValueError("there are no games to rate")
    mean, error, margin = mean_of([each.cost for each in rated])
    return Skill(rated, mean, error, margin, fmean(each.luck for each in rated), habit_of(rated))


def mean_of(costs: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of costs, its standard error, and half of its interval of 95 %.

    Costs are skewed: a player with few of them has not met the dear ones yet. So the interval is
    by Student's t from a spread to which one more game, of cost `UNSEEN`, is added.
    """
    count = len(costs)
    if count < 2:
        return fmean(costs), math.inf, math.inf
    spread = variance(costs)
    wider = math.sqrt((spread + UNSEEN**2 / count) / count)
    return fmean(costs), math.sqrt(spread / count), wider * student(0.975, count - 1)


def student(chance: float, freedom: int) -> float:
    """Return the quantile of Student's t, right to 0.01 from four degrees of freedom.

    >>> round(student(0.975, 4), 1), round(student(0.975, 39), 3)
    (2.8, 2.023)

    Source: Abramowitz and Stegun, 26.7.5.
    """
    x: float = NormalDist().inv_cdf(chance)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


def habit_of(games: Sequence[RatedGame]) -> Habit | None:
    """Return the kind whose share most surely exceeds that of a player who errs evenly.

    Where that player errs as often as this one, each kind takes the share of all costs that it has
    among the words that come to mind. The difference a game is tested one-sidedly by Student's t,
    and the allowed doubt is divided by the number of kinds.
    """
    if len(games) < MIN_RATED:
        return None
    guesses = [guess for game in games for guess in game.guesses]
    even = np.sum([guess.even for guess in guesses], axis=0)
    costs = np.zeros((len(games), len(KINDS)))
    for at, game in enumerate(games):
        for guess in game.guesses:
            costs[at, KINDS.index(guess.kind)] += guess.cost
    total = costs.sum(axis=1)
    if not total.sum() or not even.sum():
        return None
    shares = even / even.sum()
    over = costs - shares * total[:, None]
    errors = over.std(axis=0, ddof=1) / math.sqrt(len(games))
    sure = np.divide(over.mean(axis=0), errors, out=np.zeros(len(KINDS)), where=errors > 0)[:-1]
    at = int(sure.argmax())
    if sure[at] <= 0:
        return None
    needed = student(1 - DOUBT / (len(KINDS) - 1), len(games) - 1)
    more = math.ceil(len(games) * ((needed / float(sure[at])) ** 2 - 1))
    own = float(costs[:, at].sum())
    return Habit(
        kind=KINDS[at],
        cost=own / len(games),
        share=own / float(total.sum()),
        even=float(shares[at]),
        is_certain=bool(sure[at] > needed),
        more=None if more > MAX_MORE else max(0, more),
    )
