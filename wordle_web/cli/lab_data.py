"""`wordle-web lab-data`: the commands that measure the data of the lab.

Both can be stopped at any time and continue where they stopped.
"""

import shlex
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import click

from wordle_web.config.settings import default_instance_folder
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.engine.matrix import Matrix, matrix_in_memory
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.measuring import (
    answers_of,
    belief_in,
    drawn_games,
    first_guess,
    measure_strategy,
    opener_of,
    play_drawn,
    result_of,
)
from wordle_web.lab.openers import (
    Opener,
    Openers,
    PossibleWords,
    openers_of,
    read_line,
    read_openers,
    write_openers,
)
from wordle_web.lab.results import (
    DATA_FOLDER,
    SEED,
    BoardsResults,
    LabResults,
    digest_of,
    read_boards_results,
    read_results,
    results_path,
    write_results,
)

PROGRAM = "wordle-web lab-data"
BEST = 200
BELIEFS = ("normal", "real")
GAMES_OF_BOARDS = {2: 10_000, 4: 5_000, 8: 2_000, 16: 1_000, 32: 500}

to_folder = click.option(
    "--to", "folder", type=click.Path(path_type=Path), default=DATA_FOLDER, help="Output folder."
)


@click.group(name="lab-data")
def lab_data() -> None:
    """Generate the data shown in the Lab."""


@lab_data.command()
@click.argument("names", nargs=-1, required=True)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=click.Choice(list(STRATEGIES)),
    help="Strategy to measure; can be repeated. Default: all.",
)
@click.option(
    "--opener", "openers", multiple=True, help="Opener for every strategy; can be repeated."
)
@click.option("--hard", is_flag=True, help="Play in hard mode.")
@click.option(
    "--pool",
    type=click.Choice(["normal", "all"]),
    default="normal",
    help="normal: the answer pool; all: 1,000 random words from the whole word list.",
)
@click.option("--seed", default=SEED, show_default=True, help="Random seed.")
@to_folder
def measure(
    names: tuple[str, ...],
    strategies: tuple[str, ...],
    openers: tuple[str, ...],
    hard: bool,
    pool: str,
    seed: int,
    folder: Path,
) -> None:
    """Measure strategies on lexicons NAMES; existing results are kept."""
    for name in names:
        matrix = matrix_in_memory(load_lexicon(name))
        path = folder / f"{name}.json"
        results = _begun(path, matrix)
        players = [
            Player(STRATEGIES[each], matrix, belief_in(matrix.lexicon, pool), opener, hard, seed)
            for opener in openers or (None,)
            for each in strategies or STRATEGIES
        ]
        for player in players:
            results = _with_measured(path, results, player, pool)


def _with_measured(path: Path, results: LabResults, player: Player, pool: str) -> LabResults:
    name, opener = player.strategy.name, player.opener or ""
    if results.find((name, pool, opener, player.hard)):
        return results
    answers = answers_of(player.matrix.lexicon, pool, player.seed)
    label = f"{results.lexicon} {name} {opener} {'hard' if player.hard else ''}"
    with click.progressbar(length=len(answers), label=f"{label:50}") as bar:
        result = measure_strategy(
            player, answers, pool=pool, clock=time.process_time, progress=bar.update
        )
    later = results.with_result(result)
    write_results(path, later)
    return later


def _begun(path: Path, matrix: Matrix) -> LabResults:
    lexicon = matrix.lexicon
    if path.exists():
        found = read_results(path)
        if found.digest == digest_of(lexicon):
            known = found.first_guesses
            first = {each: _first_guesses(matrix, each, known.get(each, {})) for each in BELIEFS}
            return replace(found, first_guesses=first)  # written with the first new result
        path.unlink()  # the words have changed, so the results no longer hold
    results = LabResults(
        command=f"{PROGRAM} measure {lexicon.name}",
        lexicon=lexicon.name,
        digest=digest_of(lexicon),
        answers=len(lexicon.pool()),
        guesses=len(lexicon),
        first_guesses={belief: _first_guesses(matrix, belief, {}) for belief in BELIEFS},
        results=(),
    )
    write_results(path, results)
    return results


def _first_guesses(matrix: Matrix, belief: str, known: Mapping[str, str]) -> Mapping[str, str]:
    settled = [
        each for each in STRATEGIES.values() if not each.is_random and each.name not in known
    ]
    if not settled:
        return known
    label = f"{matrix.lexicon.name} first guesses ({belief})"
    with click.progressbar(settled, label=f"{label:50}") as strategies:
        return {
            **known,
            **{
                each.name: first_guess(Player(each, matrix, belief_in(matrix.lexicon, belief)))
                for each in strategies
            },
        }


@lab_data.command()
@click.argument("name")
@click.option("--seed", default=SEED, show_default=True, help="Random seed.")
@click.option(
    "--share", default=1.0, show_default=True, help="Share of the games to play, for a quick look."
)
@to_folder
def boards(name: str, seed: int, share: float, folder: Path) -> None:
    """Measure games of 2, 4, 8, 16 and 32 boards on lexicon NAME."""
    lexicon = load_lexicon(name)
    path = results_path(lexicon, folder, boards=True)
    words = [*PROGRAM.split(), "boards", name, *(["--share", f"{share:g}"] if share < 1 else [])]
    found = read_boards_results(path) if path.exists() else None
    if found is None or (found.command, found.digest) != (shlex.join(words), digest_of(lexicon)):
        found = BoardsResults(shlex.join(words), name, digest_of(lexicon), ())
    belief = belief_of(lexicon, "pool")
    for count, games in GAMES_OF_BOARDS.items():
        if found.find(count):
            continue
        drawn = drawn_games(lexicon.pool().words, count, max(2, round(games * share)), seed)
        opener = opener_of(lexicon, belief, count)
        with click.progressbar(length=len(drawn), label=f"{count} boards") as bar:
            played = play_drawn(
                lexicon,
                drawn,
                belief=belief,
                clock=time.process_time,
                opener=opener,
                progress=bar.update,
            )
        found = found.with_result(result_of(played, in_turn=False, seed=seed))
        write_results(path, found)


@lab_data.command()
@click.argument("name")
@click.option(
    "--best", default=BEST, show_default=True, help="Number of openers to measure with Optimal."
)
@to_folder
@click.option(
    "--partial",
    type=click.Path(path_type=Path),
    help="File for intermediate results. Default: in the instance folder.",
)
def openers(name: str, best: int, folder: Path, partial: Path | None) -> None:
    """Measure every word of lexicon NAME as an opener, and the best ones with Optimal."""
    lexicon = load_lexicon(name)
    path = folder / f"{name}-openers.txt"
    partial = partial or default_instance_folder() / "lab" / f"{name}-openers.partial"
    partial.parent.mkdir(parents=True, exist_ok=True)
    found = {each.word: each for each in (*_known(path, lexicon), *_read_partial(partial))}
    with partial.open("a", encoding="utf-8", buffering=1) as file:
        for each in _measured(lexicon, found):
            file.write(each.line() + "\n")
            found[each.word] = each
        ranked = openers_of(_facts(lexicon, best), found.values())
        for each in _searched(lexicon, ranked, best):
            file.write(each.line() + "\n")
            found[each.word] = each
    write_openers(path, openers_of(_facts(lexicon, best), found.values()))
    partial.unlink()


def _measured(lexicon: Lexicon, found: Mapping[str, Opener]) -> Iterator[Opener]:
    player = PossibleWords(lexicon, lexicon.pool().words)
    missing = [word for word in lexicon.words if word not in found]
    with click.progressbar(missing, label=f"{lexicon.name}, every word") as words:
        for word in words:
            yield player.opener(word)


def _searched(lexicon: Lexicon, ranked: Openers, best: int) -> Iterator[Opener]:
    missing = [each for each in ranked.openers[:best] if each.best_total is None]
    matrix, belief = matrix_in_memory(lexicon), belief_of(lexicon, "pool")
    optimal, answers = STRATEGIES["optimal"], lexicon.pool().words
    with click.progressbar(missing, label=f"{lexicon.name}, the best {best}") as openers:
        for each in openers:
            games = Player(optimal, matrix, belief, each.word).simulate(answers)
            yield replace(each, best_total=games.total_guesses, best_worst=games.max)


def _facts(lexicon: Lexicon, best: int) -> Mapping[str, str]:
    return {
        "command": shlex.join([*PROGRAM.split(), "openers", lexicon.name, "--best", str(best)]),
        "lexicon": lexicon.name,
        "digest": digest_of(lexicon),
        "answers": str(len(lexicon.pool())),
    }


def _known(path: Path, lexicon: Lexicon) -> tuple[Opener, ...]:
    if not path.exists():
        return ()
    found = read_openers(path)
    return found.openers if found.facts.get("digest") == digest_of(lexicon) else ()


def _read_partial(path: Path) -> Iterator[Opener]:
    """Yield the openers of an earlier run, without an unfinished last line."""
    if not path.exists():
        return
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        path.write_text("".join(whole), encoding="utf-8")
    for line in whole:
        yield read_line(line.rstrip("\n"))
