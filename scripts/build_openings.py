"""Find the openings that are shipped: for each lexicon, what is played first and next.

A lexicon takes some minutes. Hard mode opens like normal rules. What has been found is in the
file at once, so the script can be stopped and goes on where it was; `--again` begins anew, which
is needed after a change of the words or of the search.
"""

import time
from pathlib import Path

import click

from wordle_web.engine.belief import belief_of
from wordle_web.engine.lexicon import lexicon_names, load_lexicon
from wordle_web.engine.matrix import open_matrix
from wordle_web.engine.openings import SHIPPED, build_opening, find_opening, keep_opening

MODES = ("real", "normal", "easy", "hard")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--cache", type=click.Path(path_type=Path), help="Where matrices are kept.")
@click.option("--again", is_flag=True, help="Find those as well that there are.")
def main(names: tuple[str, ...], cache: Path | None, *, again: bool) -> None:
    """Find and keep the openings of the lexicons NAMES, by default of all."""
    for name in names or lexicon_names():
        lexicon = load_lexicon(name)
        for mode in MODES:
            for hard in (False, True):
                belief = belief_of(lexicon, mode)
                if not again and find_opening(lexicon, belief, hard, SHIPPED):
                    continue
                began = time.perf_counter()
                same = find_opening(lexicon, belief, False, SHIPPED) if hard else None
                opener = same.first.guesses[0][0] if same else None
                matrix = open_matrix(lexicon, cache)
                opening = build_opening(matrix, belief, hard=hard, opener=opener)
                keep_opening(lexicon, belief, hard, SHIPPED, opening)
                seconds = time.perf_counter() - began
                rules = "hard mode" if hard else "normal rules"
                word, cost = opening.first.guesses[0]
                click.echo(f"{name} {mode}, {rules}: {word}, {cost} guesses, {seconds:.0f} s")


if __name__ == "__main__":
    main()
