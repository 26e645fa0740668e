"""What the page of the lab shows, from the results that are kept."""

from collections.abc import Sequence
from urllib.parse import urlencode

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.results import SEED, Result, Results
from wordle_web.web.lab.state import FALLING, FAMILIES, MAX_TRIES, MIN_TRIES, SORTS, LabState
from wordle_web.web.lab.view_models import (
    HardestRow,
    Heading,
    LabRow,
    LabTable,
)
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import links_to_files
from wordle_web.web.ui.formatting import mean_text, milliseconds_text, number_text, percent_text
from wordle_web.web.ui.histogram import MAX_BARS, Histogram, axis, bars_of, histogram
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.layout import address
from wordle_web.web.ui.strategies import strategy_text
from wordle_web.web.watch.view_models import Option

PATH = "/lab"
OPENERS = "/lab/openers"
SHOWN_HARDEST = 12


def options_of(state: LabState, results: Results | None) -> dict[str, tuple[Option, ...]]:
    """Return the choices of the page."""
    openers = ("", *(results.openers if results else ()))
    return {
        "lengths": number_options(services().lengths, state.length),
        "tries": number_options(range(MIN_TRIES, MAX_TRIES + 1), state.tries),
        "openers": tuple(
            Option(each, each.upper() or gettext("Their own"), each == state.opener)
            for each in openers
        ),
        "families": tuple(
            Option(each, _family_text(each), each == state.family) for each in ("", *FAMILIES)
        ),
    }


def number_options(numbers: Sequence[int], chosen: int) -> tuple[Option, ...]:
    """Return numbers as choices."""
    return tuple(Option(str(each), str(each), each == chosen) for each in numbers)


def lab_table(
    results: Results, rows: Sequence[Result], lexicon: Lexicon, state: LabState
) -> LabTable:
    """Return the table of strategies."""
    columns = min(MAX_BARS, max((each.worst for each in rows), default=1))
    highest = max((max(bars_of(each.distribution)) for each in rows), default=1)
    return LabTable(
        headings=headings(state, address(PATH)),
        axis=axis(columns),
        rows=tuple(_row(each, state, columns, highest) for each in rows),
        summary=_summary(results, lexicon, state),
        command=_command(results, state),
    )


def _summary(results: Results, lexicon: Lexicon, state: LabState) -> str:
    """Return what was measured."""
    said = gettext(
        "Each strategy played all %(answers)s of this site’s own words, out of %(words)s "
        "that can be guessed, to the end.",
        answers=number_text(results.answers),
        words=number_text(len(lexicon)),
    )
    if not state.hard or state.opener:
        return said
    more = gettext("In hard mode the search opens with the word that is best without it.")
    return f"{said} {more}"


def _command(results: Results, state: LabState) -> str:
    """Return what made the results that are shown."""
    opener = f" --opener {state.opener}" if state.opener else ""
    return results.command + opener + " --hard" * state.hard


def headings(state: LabState, path: str) -> dict[str, Heading]:
    """Return the columns that can be sorted by."""
    labels = {
        "strategy": gettext("Strategy"),
        "won": gettext("Won"),
        "mean": gettext("Mean"),
        "worst": gettext("Worst"),
        "time": gettext("ms a guess"),
    }
    return {
        column: Heading(
            labels[column], state.sorted_by(column).address(path), order_of(state, column)
        )
        for column in SORTS
    }


def order_of(state: LabState, column: str) -> str:
    """Return how a column is sorted, as `aria-sort` says it; empty where it is not."""
    if state.sort != column:
        return ""
    return "descending" if (column in FALLING) != state.is_reversed else "ascending"


def hardest(rows: Sequence[Result], state: LabState) -> tuple[HardestRow, ...]:
    """Return the hardest words of each strategy."""
    return tuple(
        HardestRow(
            strategy_text(each.strategy).title,
            tuple(
                (word.upper(), guesses_text(guesses), watch_url(each, word))
                for word, guesses in each.hardest[:SHOWN_HARDEST]
            ),
        )
        for each in rows
    )


def guesses_text(count: int) -> str:
    """Return a number of guesses."""
    return ngettext("%(num)s guess", "%(num)s guesses", count)


def watch_url(result: Result, word: str, seed: int = SEED) -> str:
    """Return where the game of a strategy with a word can be watched, the same lots drawn."""
    is_random = STRATEGIES[result.strategy].is_random
    pairs = {"word": word, "strategy": result.strategy, "opener": result.asked}
    pairs |= {"hard": "1" * result.hard, "seed": str(seed) if is_random else ""}
    query = urlencode({name: value for name, value in pairs.items() if value})
    return address(f"/watch?{query}")


def picture_of(distribution: Sequence[int], columns: int, highest: float, tries: int) -> Histogram:
    """Return the picture of a distribution, with its text."""
    counts = [
        gettext("%(guesses)s: %(games)s", guesses=number, games=number_text(games))
        for number, games in enumerate(distribution, 1)
        if games
    ]
    return histogram(
        distribution,
        columns=columns,
        highest=highest,
        tries=tries,
        text=gettext("Games by guesses. %(counts)s", counts=", ".join(counts)),
    )


def exports_of(state: LabState, name: str) -> tuple[Link, ...]:
    """Return where a table can be had as a file."""
    return links_to_files(state.address(address(f"{PATH}/{name}.{{}}")))


def _row(each: Result, state: LabState, columns: int, highest: float) -> LabRow:
    """Return one strategy as the table shows it."""
    text = strategy_text(each.strategy)
    word, guesses = each.hardest[0] if each.hardest else ("", 0)
    label = f"{word.upper()} {guesses}"
    return LabRow(
        title=text.title,
        rule=text.rule,
        opener=each.opener.upper(),
        won=percent_text(each.win_percent(state.tries)),
        mean=mean_text(each.mean),
        worst=str(each.worst),
        picture=picture_of(each.distribution, columns, highest, state.tries),
        time=milliseconds_text(each.milliseconds),
        hardest=Link(label, watch_url(each, word)) if word else None,
    )


def _family_text(family: str) -> str:
    """Return a kind of strategy."""
    texts = {
        "": gettext("All"),
        "rule": gettext("Rules about letters"),
        "measure": gettext("One-step measures"),
        "search": gettext("The search"),
    }
    return texts[family]
