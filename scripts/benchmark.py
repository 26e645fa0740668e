"""Measure the engine: `python scripts/benchmark.py --answers FILE --guesses FILE`.

Everything is measured in one run. Because machines are noisy, the time of a strategy is also
printed as a ratio to that of the one-step strategy `expected-remaining` in the same run. The word
lists are arguments; none is included. The output is Markdown tables. With `--days FILE`, the script
instead plays the days in a file with the suggestions of the helper's page.
"""

import itertools
import json
import math
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, datetime
from pathlib import Path

import click
import numpy as np

from wordle_web.engine.candidates import Belief, belief_of, narrow
from wordle_web.engine.feedback import all_correct, feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.lexicon import Lexicon, lexicon_of, load_lexicon
from wordle_web.engine.matrix import Matrix, matrix_in_memory, matrix_of
from wordle_web.engine.search.solver import EVERY, NEVER, Search, SearchProblem
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.engine.suggestion import suggest
from wordle_web.engine.used_words import UsedWords, parse_answer_list
from wordle_web.engine.wordfiles import read_words
from wordle_web.web.helper.result import BUDGET_MS

POPULAR = ("salet", "crane", "slate", "raise", "adieu", "stare")
MAX_EXACT = 300  # with at most this many candidates, a guess is compared with all others
NODES = 860  # limit of the search for the suggestion, about as many nodes as 90 ms allow
BASELINE = "expected-remaining"
MEASURED = (BASELINE, "entropy", "most-partitions", "minimax", "optimal")
MAX_DAYS_GUESSES = 20  # with `--days`, an unsolved game ends after this many guesses
LOOK_SECONDS = 0.1  # interval between two samples of the memory of processes
# The row that is passed to `suggest` when whole processes are measured, by word length.
ROWS = {
    4: "lane:0101",
    5: "crane:01002",
    6: "saline:010001",
    7: "saltine:0100010",
    8: "notaries:01001000",
}


@click.command()
@click.option("--answers", type=click.Path(exists=True, path_type=Path))
@click.option("--guesses", type=click.Path(exists=True, path_type=Path))
@click.option("--opener", default="salet", show_default=True)
@click.option("--states", default=300, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--days",
    type=click.Path(exists=True, path_type=Path),
    help="Play only these days, one date and word per line; earlier days are past answers.",
)
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="The first day to play.")
@click.option(
    "--possible",
    type=click.Path(exists=True, path_type=Path),
    help="The possible answers of these days.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the days' result as JSON.")
def main(
    answers: Path | None,
    guesses: Path | None,
    opener: str,
    states: int,
    seed: int,
    days: Path | None,
    since: datetime | None,
    possible: Path | None,
    as_json: bool,
) -> None:
    """Measure strategies, single suggestions, the prior, whole processes and all word lengths.

    Raises:
        click.UsageError: there are neither lists nor days.
    """
    if days:
        measure_days(days, since.date() if since else None, possible, as_json=as_json)
        return
    if not (answers and guesses):
        raise click.UsageError("Give --answers and --guesses, or --days.")
    # Measured first, while this process is small: its children start as copies of it.
    processes_table()
    lab_table(answers, guesses)
    lexicon = lexicon_of(read_words(answers), read_words(guesses))
    strategies_table(lexicon, opener)
    states_table(lexicon, states, seed)
    prior_table(read_words(answers))
    lengths_table(states, seed)


def strategies_table(lexicon: Lexicon, opener: str) -> None:
    """Print the guesses that each strategy needs for all answers, starting with the opener.

    "optimal" is also measured with its own opener, and in hard mode.
    """
    began = time.perf_counter()
    matrix = matrix_in_memory(lexicon)
    print(f"\nFeedback matrix: {time.perf_counter() - began:.2f} s\n")
    print("| strategy | opener | total | mean | worst | failed | proven | seconds | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    belief = belief_of(lexicon, "pool")
    baseline = None
    for name in MEASURED:
        seconds = _play(matrix, belief, name, opener, baseline)
        baseline = baseline or seconds
    _play(matrix, belief, "optimal", None, baseline)
    _play(matrix, belief, "optimal", opener, baseline, hard=HardMode.ON)
    print(f"\nPeak memory so far: {_peak_mb():.0f} MB")


def _play(
    matrix: Matrix,
    belief: Belief,
    name: str,
    opener: str | None,
    baseline: float | None,
    *,
    hard: HardMode = HardMode.OFF,
) -> float:
    """Play every answer of the pool with one strategy, print a row, and return the seconds."""
    answers = matrix.lexicon.pool().words
    player = Player(STRATEGIES[name], matrix, belief, opener, hard)
    began = time.perf_counter()
    tree = player.tree(answers)
    seconds = time.perf_counter() - began
    counts = tree.counts()
    guesses = [counts.get(answer, 0) for answer in answers]
    shown = f"{name}{f', {hard.label}' if hard else ''}"
    first = tree.guess if opener else f"{tree.guess} (found)"
    proven, ratio = "yes" if tree.is_proven else "", seconds / (baseline or seconds)
    print(
        f"| {shown} | {first} | {sum(guesses)} | {sum(guesses) / len(counts):.4f} | {max(guesses)} "
        f"| {failed(guesses)} | {proven} | {seconds:.2f} | {ratio:.2f} |",
        flush=True,
    )
    return seconds


def failed(guesses: Sequence[int]) -> int:
    """Return how many games were not won in six guesses; a count of 0 is an unsolved game."""
    return sum(not 1 <= count <= TRIES for count in guesses)


def states_table(lexicon: Lexicon, count: int, seed: int) -> None:
    """Print the time for suggestions in the middle of games, and how often they are optimal."""
    belief = belief_of(lexicon, "pool")
    matrix_of(lexicon)
    states = list(_states(lexicon, belief, count, seed))
    timings = [_milliseconds(lexicon, belief, turns) for turns in states]
    judged = [best for turns in states if (best := _is_best(lexicon, belief, turns)) is not None]
    print(f"\n{count} states, {BUDGET_MS:.0f} ms, CPU time: {_spread(timings)}")
    print(
        f"After {NODES} nodes no guess is better: in {sum(judged)} of {len(judged)} states "
        f"with at most {MAX_EXACT} words"
    )


def _states(lexicon: Lexicon, belief: Belief, count: int, seed: int) -> Iterator[tuple[Turn, ...]]:
    """Yield turns with popular, odd and absurd guesses that leave at least three words."""
    rng = random.Random(seed)  # noqa: S311  # a sample, no secret
    pool = [lexicon.words[index] for index in np.flatnonzero(belief.weights).tolist()]
    openers = [word for word in POPULAR if word in lexicon] or pool
    games = 0
    while games < count:
        answer = rng.choice(pool)
        first = rng.choice((rng.choice(openers), rng.choice(pool), rng.choice(lexicon.words)))
        later = [rng.choice(lexicon.words) for _ in range(rng.choice((0, 1, 1, 2)))]
        turns = tuple(Turn(guess, feedback(guess, answer)) for guess in (first, *later))
        if len(narrow(lexicon, turns, np.flatnonzero(belief.weights))) >= 3:
            games += 1
            yield turns


def _milliseconds(lexicon: Lexicon, belief: Belief, turns: tuple[Turn, ...]) -> float:
    """Return the CPU time of a suggestion, in ms."""
    began = time.process_time()
    suggest(lexicon, turns, belief=belief, budget_ms=BUDGET_MS)
    return 1000 * (time.process_time() - began)


def _is_best(lexicon: Lexicon, belief: Belief, turns: tuple[Turn, ...]) -> bool | None:
    """Return whether no guess is better than the suggested one; None if too many words are left.

    The suggestion is limited by `NODES` instead of time, so that the result is the same on any
    machine.
    """
    left = narrow(lexicon, turns, np.flatnonzero(belief.weights))
    if len(left) > MAX_EXACT:
        return None
    suggestion = suggest(
        lexicon, turns, belief=belief, budget_ms=NODES, clock=itertools.count(step=0.001).__next__
    )
    patterns, selection = matrix_of(lexicon).gather(left, None, hurried=False)
    won = all_correct(lexicon.length)
    search = Search(SearchProblem(patterns, belief.weights[left], selection.own, won))
    root = search.start(TRIES - len(turns))
    chosen = int(np.flatnonzero(selection.guesses == lexicon.index(suggestion.guess or ""))[0])
    cost = search.evaluate(root, search.scan(root), chosen, EVERY, NEVER)[0].total
    return search.solve(root.left, limit=cost).upper >= cost


def _spread(timings: Sequence[float]) -> str:
    """Return median, 95th percentile and maximum."""
    costs = sorted(timings)
    high = costs[int(0.95 * (len(costs) - 1))]
    return (
        f"median {statistics.median(costs):.1f} ms, 95th percentile {high:.1f} ms, "
        f"max {costs[-1]:.1f} ms"
    )


def prior_table(answers: Sequence[str]) -> None:
    """Print the results of "optimal" under the prior, which does not know the list of answers."""
    lexicon = load_lexicon("english-5")
    player = Player(STRATEGIES["optimal"], matrix_in_memory(lexicon), belief_of(lexicon, "real"))
    began = time.perf_counter()
    lengths = list(player.simulate([word for word in answers if word in lexicon]).values())
    print(
        f"\nUnder the prior of {lexicon.name}: {len(lengths)} games, "
        f"mean {sum(lengths) / len(lengths):.4f}, worst {max(lengths)}, {failed(lengths)} failed, "
        f"{time.perf_counter() - began:.1f} s",
        flush=True,
    )


def processes_table() -> None:
    """Print the cost of `suggest` as a separate process."""
    print("\n| `suggest` as a process | median | memory |\n| --- | --- | --- |")
    for length, row in ROWS.items():
        name = f"english-{length}"
        runs = [_run(name, row) for _ in range(5)]
        seconds = statistics.median(run[0] for run in runs)
        print(f"| {name} | {seconds:.2f} s | {max(run[1] for run in runs):.0f} MB |", flush=True)


def _run(lexicon: str, row: str) -> tuple[float, float]:
    """Run `suggest` as a process; return its time in seconds and its peak memory in MB."""
    began = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603  # our own command
        [sys.executable, "-m", "wordle_web", "suggest", row, "--lexicon", lexicon, "--json"],
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - began, usage.ru_maxrss / 1024


def lab_table(answers: Path, guesses: Path) -> None:
    """Print time and memory of `lab` with all strategies and answers, in one and two processes."""
    print("\n| `lab`, all strategies | seconds | of processor | memory |")
    print("| --- | --- | --- | --- |")
    command = [sys.executable, "-m", "wordle_web", "lab", "--json"]
    command += ["--answers", str(answers), "--guesses", str(guesses)]
    for processes in (1, 2):
        cost = cost_of([*command, "--processes", str(processes)])
        games = sum(row["games"] for row in json.loads(cost.printed))
        print(
            f"| {games} games, processes {processes} | {cost.seconds:.1f} "
            f"| {cost.processor_seconds:.1f} | {cost.megabytes:.0f} MB |",
            flush=True,
        )


@dataclass(frozen=True, slots=True)
class Cost:
    """Time, memory and output of a command, from `cost_of`."""

    seconds: float  # wall-clock time
    processor_seconds: float  # CPU time of all its processes
    megabytes: float  # peak of the total memory of its processes; shared pages count once
    printed: str  # standard output


def cost_of(command: Sequence[str]) -> Cost:
    """Run a command and return its cost.

    Raises:
        subprocess.CalledProcessError: the command failed.
    """
    before, began, most = _processor_seconds(), time.perf_counter(), 0.0
    with tempfile.TemporaryFile("w+") as printed:
        process = subprocess.Popen(command, stdout=printed)  # noqa: S603  # our own command
        while process.poll() is None:
            most = max(most, sum(map(_megabytes, _family(process.pid))))
            time.sleep(LOOK_SECONDS)
        seconds = time.perf_counter() - began
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        printed.seek(0)
        return Cost(seconds, _processor_seconds() - before, most, printed.read())


def _processor_seconds() -> float:
    """Return the CPU time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _family(pid: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from _family(int(child))


def _megabytes(pid: int) -> float:
    """Return the memory of a process, in MB; shared pages are divided among their processes."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def lengths_table(count: int, seed: int) -> None:
    """Print the time for a suggestion under the prior, for each word length."""
    print("\n| lexicon | CPU time of a suggestion |\n| --- | --- |")
    for length in (4, 5, 6, 7, 8):
        lexicon = load_lexicon(f"english-{length}")
        belief = belief_of(lexicon, "real")
        matrix_of(lexicon)
        timings = [
            _milliseconds(lexicon, belief, turns)
            for turns in _states(lexicon, belief, count // 5, seed)
        ]
        print(f"| {lexicon.name} | {_spread(timings)} |", flush=True)


def _peak_mb() -> float:
    """Return the peak memory of this process, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@dataclass(frozen=True, slots=True)
class Day:
    """A day, its answer, and its line in the file."""

    day: date
    answer: str
    line: str


@dataclass(frozen=True, slots=True)
class DaysResult:
    """The helper's results for a list of days."""

    games: int
    mean: float  # mean number of guesses, including those beyond the sixth
    error: float  # standard error of the mean
    worst: int
    failed: int  # number of games not won in six guesses, including the `unknown` ones
    nats: float  # mean negative log probability of the answers under the belief
    unknown: int  # number of games whose answer is not in the word list; they are not played


def measure_days(file: Path, since: date | None, possible: Path | None, *, as_json: bool) -> None:
    """Print the helper's results for the days in a file.

    Raises:
        click.UsageError: the file has an invalid line, or no day from `since` on.
    """
    days = read_days(file)
    first = next(
        (number for number, day in enumerate(days) if since is None or day.day >= since), None
    )
    if first is None:
        raise click.UsageError(f"{file} has no day from {since} on.")
    lexicon = load_lexicon(f"english-{len(days[first].answer)}")
    listed = (
        parse_answer_list(possible.read_text(encoding="utf-8"), lexicon).words if possible else ()
    )
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
    """Return the days in a file, in chronological order; each line has a date and a word.

    Raises:
        click.UsageError: a line is not a date such as 2024-01-31 and a word.
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
    """Return the helper's results from day `first` on; earlier days are past answers."""
    counts, surprises, unknown = [], [], 0
    with click.progressbar(range(first, len(days)), file=sys.stderr) as bar:
        for number in bar:
            past = parse_answer_list("\n".join(day.line for day in days[:number]), lexicon)
            belief = belief_of(lexicon, "real", UsedWords().with_answers(past).weights, possible)
            index = lexicon.index(days[number].answer)
            if index is None:
                unknown += 1
                continue
            surprises.append(-math.log(belief.weights[index] / float(np.sum(belief.weights))))
            counts.append(sum(1 for _ in _guesses(lexicon, belief, days[number].answer)))
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
    """Yield the guesses suggested by the helper's page, up to the answer."""
    turns: tuple[Turn, ...] = ()
    while len(turns) < MAX_DAYS_GUESSES and (not turns or turns[-1].guess != answer):
        guess = suggest(lexicon, turns, belief=belief, budget_ms=BUDGET_MS).guess
        if guess is None:
            return
        turns = (*turns, Turn(guess, feedback(guess, answer)))
        yield guess


if __name__ == "__main__":
    main()
