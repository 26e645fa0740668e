"""Compute the openings that are shipped: for each lexicon, the best first guess and replies.

A lexicon takes some minutes. For hard mode, only the best first guesses for normal rules are
compared. Every result is saved immediately, so the script can be stopped and continued. After a
change of the words, it computes missing openings and removes outdated ones. After a change of the
search, use `--again`, which starts with empty files. For a host's own lists, use `wordle-web
openings`.
"""

import time
from dataclasses import replace

import click

from wordle_web.cli.host import find_openings
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.openings import (
    build_replies,
    drop_openings,
    find_opening,
    fingerprint,
    keep_opening,
    opening_keys,
)
from wordle_web.game.puzzles.days import with_pool_versions

# Popular first guesses, for which players request replies most often.
POPULAR = {
    "english-5": (
        *("crane", "adieu", "stare", "raise", "audio", "salet", "trace", "crate", "arise"),
        *("train", "least", "irate", "soare", "roate", "tears", "alert", "heart", "great"),
        *("ocean", "house", "about", "ratio", "canoe", "aisle"),
    )
}
MIN_OF_POPULAR = 120  # replies to these guesses are stored if at least this many words are left


@click.command()
@click.argument("names", nargs=-1)
@click.option("--again", is_flag=True, help="Start with an empty file.")
def main(names: tuple[str, ...], *, again: bool) -> None:
    """Compute and store the openings of the lexicons NAMES, by default of all."""
    for name in names or lexicon_names():
        lexicon = load_lexicon(name)
        if again and lexicon.openings_file:
            lexicon.openings_file.unlink(missing_ok=True)
        # Sites and their helpers use the pools of the epochs that have begun.
        current = set()
        for version in sorted({pool.version for pool in lexicon.pools}):
            known = with_pool_versions(lexicon, frozenset(range(1, version + 1)))
            find_openings(known)
            current |= {fingerprint(known, *key) for key in opening_keys(known)}
        drop_openings(lexicon, current)
        for opener in POPULAR.get(name, ()):
            add_replies(lexicon, opener)


def add_replies(lexicon: Lexicon, opener: str) -> None:
    """Compute and store the replies to a popular first guess, unless they are stored already."""
    belief = belief_of(lexicon, "real")
    opening = find_opening(lexicon, belief, HardMode.OFF)
    if opening is None or opener in opening.other_firsts:
        return
    began = time.perf_counter()
    replies = build_replies(matrix_in_memory(lexicon), belief, opener, min_words=MIN_OF_POPULAR)
    others = {**opening.other_firsts, opener: replies}
    keep_opening(lexicon, belief, HardMode.OFF, replace(opening, other_firsts=others))
    seconds = time.perf_counter() - began
    click.echo(f"{lexicon.name}: {len(replies)} replies to {opener}, {seconds:.0f} s")


if __name__ == "__main__":
    main()
