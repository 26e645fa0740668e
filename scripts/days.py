"""Games of a list of days: each is played knowing only the days before it, as a player would."""

import json
import math
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

import click
import numpy as np

from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.engine.suggestion import suggest
from wordle_web.engine.used_words import UsedWords, find_used
from wordle_web.web.helper.views import BUDGET_MS

MAX_GUESSES = 20  # a game that is not solved by then is given up


@dataclass(frozen=True, slots=True)
class Day:
    """A day, its answer, and the line that says both."""

    day: date
    answer: str
    line: str


@dataclass(frozen=True, slots=True)
class DaysResult:
    """How the helper fares on a list of days."""

    games: int
    mean: float  # guesses, those beyond the sixth too
    error: float  # standard error of the mean
    worst: int
    failed: int  # games over six guesses
    nats: float  # mean surprise of the belief at the answers
    unknown: int  # days whose answer is not in the word list; they count as failed alone


def measure_days(file: Path, since: date | None, possible: Path | None, *, as_json: bool) -> None:
    """Print how the helper fares on the days of a file.

    Raises:
        click.UsageError: The file has no day from then on.
    """
    days = read_days(file)
    first = next((at for at, day in enumerate(days) if since is None or day.day >= since), None)
    if first is None:
        raise click.UsageError(f"{file} has no day from {since} on.")
    lexicon = load_lexicon(f"english-{len(days[first].answer)}")
    listed = find_used(possible.read_text(encoding="utf-8"), lexicon).words if possible else ()
    result = result_of(lexicon, days, first, listed)
    if as_json:
        click.echo(json.dumps(asdict(result)))
        return
    click.echo(
        "| games | mean | error | worst | failed | nats |\n| --- | --- | --- | --- | --- | --- |"
    )
    click.echo(
        f"| {result.games} | {result.mean:.3f} | {result.error:.3f} | {result.worst} "
        f"| {result.failed} | {result.nats:.3f} |"
    )


def read_days(file: Path) -> list[Day]:
    """Return the days of a file, a date and a word a line, in their order in time.

    Raises:
        click.UsageError: A line is not a date such as 2024-01-31 and a word.
    """
    days = []
    for line in file.read_text(encoding="utf-8").splitlines():
        parts = line.replace(",", " ").split()
        if not parts or parts[0].startswith("#"):
            continue
        try:
            days.append(Day(date.fromisoformat(parts[0]), parts[1].lower(), line))
        except (ValueError, IndexError) as error:
            raise click.UsageError(f"{line[:40]!r} is not a date and a word.") from error
    return sorted(days, key=lambda day: day.day)


def result_of(
    lexicon: Lexicon, days: Sequence[Day], first: int, possible: Sequence[str]
) -> DaysResult:
    """Return how the helper fares from day `first` on, each day knowing those before."""
    counts, surprises, unknown = [], [], 0
    with click.progressbar(range(first, len(days)), file=sys.stderr) as bar:
        for at in bar:
            past = find_used("\n".join(day.line for day in days[:at]), lexicon)
            belief = belief_of(lexicon, "real", UsedWords().with_found(past).weights, possible)
            index = lexicon.index(days[at].answer)
            if index is None:
                unknown += 1
                continue
            surprises.append(-math.log(belief.weights[index] / float(np.sum(belief.weights))))
            counts.append(sum(1 for _ in _guesses(lexicon, belief, days[at].answer)))
    return DaysResult(
        games=len(counts) + unknown,
        mean=statistics.fmean(counts or [0]),
        error=statistics.stdev(counts) / math.sqrt(len(counts)) if len(counts) > 1 else 0.0,
        worst=max(counts, default=0),
        failed=unknown + sum(count > TRIES for count in counts),
        nats=statistics.fmean(surprises or [0]),
        unknown=unknown,
    )


def _guesses(lexicon: Lexicon, belief: Belief, answer: str) -> Iterator[str]:
    """Yield the guesses that the helper's page suggests, until they find the answer."""
    turns: tuple[Turn, ...] = ()
    while len(turns) < MAX_GUESSES and (not turns or turns[-1].guess != answer):
        guess = suggest(lexicon, turns, belief=belief, budget_ms=BUDGET_MS).guess
        if guess is None:
            return
        turns = (*turns, Turn(guess, feedback(guess, answer)))
        yield guess
