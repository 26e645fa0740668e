"""The lab's tables as plain values: sorted and filtered for the pages, whole for files."""

from collections.abc import Callable, Mapping, Sequence

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.results import Result, Results
from wordle_web.web.lab.state import FALLING, LabState
from wordle_web.web.ui.exports import Value
from wordle_web.web.ui.strategies import strategy_text

ORDER: Mapping[str, int] = {name: place for place, name in enumerate(STRATEGIES)}

Key = Callable[[Result], float]


def chosen_results(results: Results, state: LabState) -> tuple[Result, ...]:
    """Return the results that are asked for, in the order that is asked for."""
    found = results.chosen("normal", state.opener, hard=state.hard)
    kept = [each for each in found if state.family in {"", strategy_text(each.strategy).family}]
    return ordered(kept, state)


def ordered(results: Sequence[Result], state: LabState) -> tuple[Result, ...]:
    """Return results by the column that is asked for, the best first unless reversed."""
    keys: Mapping[str, Key] = {
        "strategy": lambda each: ORDER[each.strategy],
        "won": lambda each: each.win_percent(state.tries),
        "mean": lambda each: each.mean,
        "worst": lambda each: each.worst,
        "time": lambda each: each.milliseconds,
    }
    by_order = sorted(results, key=keys["strategy"])
    column = state.sort or "strategy"
    falls = (column in FALLING) != state.is_reversed
    return tuple(sorted(by_order, key=keys[column], reverse=falls))


def strategy_rows(
    results: Sequence[Result], lexicon: Lexicon, tries: int
) -> list[dict[str, Value]]:
    """Return the rows of the table of strategies, as files hold them."""
    most = max((each.worst for each in results), default=0)
    return [_strategy_row(each, lexicon, tries, most) for each in results]


def _strategy_row(each: Result, lexicon: Lexicon, tries: int, most: int) -> dict[str, Value]:
    """Return one strategy as files hold it."""
    taken = {
        f"in_{number}": each.distribution[number - 1] if number <= each.worst else 0
        for number in range(1, most + 1)
    }
    return {
        "lexicon": lexicon.name,
        "strategy": each.strategy,
        "opener": each.opener,
        "hard": each.hard,
        "tries": tries,
        "games": each.games,
        "won_percent": round(each.win_percent(tries), 3),
        "failed": each.failed(tries),
        "mean": round(each.mean, 4),
        "total_guesses": each.total_guesses,
        "worst": each.worst,
        "milliseconds": each.milliseconds,
        **taken,
    }


def hardest_rows(results: Sequence[Result], lexicon: Lexicon) -> list[dict[str, Value]]:
    """Return the hardest words of each strategy, as files hold them."""
    return [
        {
            "lexicon": lexicon.name,
            "strategy": each.strategy,
            "opener": each.opener,
            "hard": each.hard,
            "word": word,
            "guesses": guesses,
        }
        for each in results
        for word, guesses in each.hardest
    ]
