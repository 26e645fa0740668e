"""The command that makes word lists of a language that is not built in."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

import click

import wordle_web.wordlists.vocabulary as vocabulary
from wordle_web.cli.options import CommandError, ListFile
from wordle_web.engine.wordfiles import LexiconError, check_words, key_of, write_whole
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.parsing import linear_pattern
from wordle_web.wordlists.hunspell import HunspellError, expand
from wordle_web.wordlists.vocabulary import LEAST, Entry, FrequencyError, Spelling, read_frequencies

MIN_ANSWERS = 50  # of a pool, to be worth keeping
NAME = linear_pattern(r"[^\W\d_]{1,60}")


@click.group()
def words() -> None:
    """Make word lists of a language of your own."""


@words.command()
@click.argument("name")
@click.option("--aff", type=ListFile, required=True, help="The .aff file of a Hunspell dictionary.")
@click.option("--dic", type=ListFile, required=True, help="The .dic file that belongs to it.")
@click.option(
    "--frequencies",
    type=ListFile,
    required=True,
    help="How often words are used: a file of wordfreq (large_it.msgpack.gz), or a word and its "
    "count on each line.",
)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder of your lexicons, as in WORDLE_WEB_LEXICONS.",
)
@click.option(
    "--letters",
    default="",
    help="The letters that are typed. Any other loses its accent, if it then is one of these. "
    "Default: those of the language NAME where we know them, else a to z.",
)
@click.option(
    "--length",
    "lengths",
    type=click.IntRange(min(LENGTHS), max(LENGTHS)),
    multiple=True,
    default=LENGTHS,
    help="A word length; may be repeated. Default: all.",
)
@click.option("--english", type=ListFile, help="The same for English: its words are no answers.")
@click.option("--barred", type=ListFile, help="Words that are never answers, one per line.")
def build(
    name: str,
    aff: Path,
    dic: Path,
    frequencies: Path,
    into: Path,
    letters: str,
    lengths: tuple[int, ...],
    english: Path | None,
    barred: Path | None,
) -> None:
    """Make the lexicons NAME-4 to NAME-8 from a Hunspell dictionary and word frequencies.

    Each has allowed words, how likely each is an answer, three pools of answers, and how the words
    are written. A pool that is there already is never changed.
    """
    if not NAME.fullmatch(name) or name != name.lower():
        raise CommandError(f"{name!r} cannot name a language: use small letters, as in italian.")
    letters = letters or vocabulary.letters_of(name)
    check_words(list(dict.fromkeys(letters)), "--letters")
    try:
        zipfs = read_frequencies(frequencies.read_bytes())
        others = [read_frequencies(english.read_bytes())] if english else []
        forms = expand(aff.read_bytes(), dic.read_bytes(), max(lengths))
        spellings = vocabulary.spellings_of(forms, zipfs)
    except (HunspellError, FrequencyError) as error:
        raise CommandError(f"{error}.") from error
    entries = vocabulary.entries_of(spellings, letters, lengths)
    if not entries:
        raise CommandError(
            f"{dic} has no words of these lengths in these letters. Check that --aff and --dic are "
            "not swapped, and which --letters the language has."
        )
    for line in _account(spellings, entries, letters, zipfs):
        click.echo(line)
    never = vocabulary.foreign_keys(entries, others)
    if barred:
        try:
            listed = barred.read_text(encoding="utf-8").split()
        except UnicodeDecodeError as error:
            raise LexiconError(barred, "is not UTF-8 text") from error
        never |= {key_of(word, letters) for word in listed}
    for length in sorted(set(lengths)):
        known = [entry for entry in entries if len(entry.key) == length]
        folder = into / f"{name}-{length}"
        try:
            click.echo(_write(folder, known, never, others))
        except OSError as error:
            raise CommandError(f"{folder} cannot be written ({error.strerror}).") from error
    click.echo(
        "Next: read the pools and take out what does not belong, before anybody plays. Then set "
        f"WORDLE_WEB_LEXICONS={into} and WORDLE_WEB_LANGUAGES={name}, and run `wordle-web check` "
        "and `wordle-web openings`."
    )


def _account(
    spellings: Sequence[Spelling],
    entries: Sequence[Entry],
    letters: str,
    zipfs: Mapping[str, float],
) -> Iterator[str]:
    """Yield what was read and what was left out, a line each."""
    known = sum(each.zipf > LEAST for each in spellings)
    yield (
        f"The dictionary has {len(spellings):,} words of these lengths and shorter, without names; "
        f"the list of frequencies knows {known:,} of them. Keys of the letters {letters}: "
        f"{len(entries):,}."
    )
    others = Counter(
        letter for each in spellings for letter in set(key_of(each.word, letters)) - set(letters)
    )
    if others:
        named = ", ".join(f"{letter} ({count:,})" for letter, count in others.most_common(8))
        yield f"Left out are words with other letters: {named}. To keep a letter, use --letters."
    if (rarest := min(zipfs.values())) >= vocabulary.NORMAL:
        yield (
            f"The list of frequencies ends at Zipf {rarest:.1f}, one word in "
            f"{10 ** (9 - rarest):,.0f}: it cannot tell rarer words apart."
        )


def _write(
    folder: Path,
    entries: Sequence[Entry],
    barred: Collection[str],
    rest: Sequence[Mapping[str, float]],
) -> str:
    if not entries:
        return f"{folder.name}: no words. Nothing was written."
    found = vocabulary.pools_of(entries, barred)
    pools = {(name, 1): pool for name, pool in found.items() if len(pool) >= MIN_ANSWERS}
    prior = vocabulary.prior_of(entries, vocabulary.Terms(), vocabulary.foreign_keys(entries, rest))
    kept = [path.name for path in sorted((folder / "pools").glob("*.txt"))]
    for path, text in vocabulary.lexicon_files(entries, prior, pools).items():
        if not (kept and path.startswith("pools/")):
            write_whole(folder / path, text)
    if kept:
        return f"{folder.name}: {len(entries):,} words; kept {', '.join(kept)}."
    counts = ", ".join(f"{name} {len(pool):,}" for (name, _), pool in pools.items())
    short = [f"{name} ({len(pool)})" for name, pool in found.items() if (name, 1) not in pools]
    missing = f" No pool of fewer than {MIN_ANSWERS} words: {', '.join(short)}." if short else ""
    return f"{folder.name}: {len(entries):,} words; {counts or 'no pools'}.{missing}"
