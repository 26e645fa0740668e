"""The command that makes word lists for a language that is not built in."""

import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

import wordle_web.wordlists.vocabulary as vocabulary
from wordle_web.cli.options import CommandError, ListFile
from wordle_web.engine.wordfiles import LexiconError, check_words, key_of, write_whole
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.parsing import linear_pattern
from wordle_web.wordlists.hunspell import Form, HunspellError, expand
from wordle_web.wordlists.lemmas import lemmatizer_of
from wordle_web.wordlists.vocabulary import LEAST, Entry, FrequencyError, Spelling, read_frequencies

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

MIN_ANSWERS = 50  # minimum size of a useful pool
SAMPLE = 40  # size of the sample of normal answers
EXAMPLES = 12  # number of excluded words shown for each reason
PROGRESS = 1000  # number of words between two updates of a progress bar
NAME = linear_pattern(r"[^\W\d_]{1,60}")


@click.group()
def words() -> None:
    """Make word lists of a language of your own."""


@words.command()
@click.argument("name")
@click.option("--aff", type=ListFile, required=True, help="The .aff file of a Hunspell dictionary.")
@click.option("--dic", type=ListFile, required=True, help="The .dic file of the same dictionary.")
@click.option(
    "--frequencies",
    type=ListFile,
    required=True,
    help="Word frequencies: a file of wordfreq (large_it.msgpack.gz), or lines with a word and its "
    "count.",
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
    help="The letters that players type. Other letters lose their accents, if that gives one of "
    "these. Default: the letters of the language NAME if known, else a to z.",
)
@click.option(
    "--length",
    "lengths",
    type=click.IntRange(min(LENGTHS), max(LENGTHS)),
    multiple=True,
    default=LENGTHS,
    help="A word length; may be repeated. Default: all.",
)
@click.option(
    "--other",
    "others",
    type=ListFile,
    multiple=True,
    help="The same list for another language, such as English; may be repeated. Words that are "
    "much commoner there are not used as answers.",
)
@click.option(
    "--insults",
    type=ListFile,
    multiple=True,
    help="Words that are never answers and that the helper suggests only if no other word fits: "
    "one per line, or a JSON list, as in the npm package naughty-words; may be repeated.",
)
@click.option("--barred", type=ListFile, help="Words that are never answers, one per line.")
def build(
    name: str,
    aff: Path,
    dic: Path,
    frequencies: Path,
    into: Path,
    letters: str,
    lengths: tuple[int, ...],
    others: tuple[Path, ...],
    insults: tuple[Path, ...],
    barred: Path | None,
) -> None:
    """Make the lexicons NAME-4 to NAME-8 from a Hunspell dictionary and word frequencies.

    Each has allowed words, their probabilities as answers, three pools of answers, and spellings.
    Existing pools are never changed. With simplemma installed, inflected forms and words that it
    doesn't know, most of them names, are not used as answers.
    """
    if not NAME.fullmatch(name) or name != name.lower():
        raise CommandError(f"{name!r} cannot name a language: use small letters, as in italian.")
    letters = letters or vocabulary.letters_of(name)
    check_words(list(dict.fromkeys(letters)), "--letters")
    rude = frozenset[str]().union(*(_listed(path, letters) for path in insults))
    listed = _listed(barred, letters) if barred else frozenset[str]()
    try:
        zipfs = read_frequencies(frequencies.read_bytes())
        foreign = [read_frequencies(path.read_bytes()) for path in others]
        affixes, entries_text = aff.read_bytes(), dic.read_bytes()
        with _progress(entries_text.count(b"\n"), "Reading the dictionary") as bar:
            expanded = expand(affixes, entries_text, max(lengths), bar.update)
            names = set[str]()
            spellings = vocabulary.spellings_of(_with_names_noted(expanded, names), zipfs)
    except (HunspellError, FrequencyError) as error:
        raise CommandError(f"{error}.") from error
    if not vocabulary.entries_of(spellings, letters, lengths):
        raise CommandError(
            f"{dic} has no words of these lengths in these letters. Check that --aff and --dic are "
            "not swapped, and which --letters the language has."
        )
    common = vocabulary.with_common(spellings, zipfs)
    entries = vocabulary.entries_of(common, letters, lengths)
    for line in _account(spellings, entries, letters, zipfs):
        click.echo(line)
    left_out = {
        "much commoner in another language": vocabulary.foreign_keys(entries, foreign, names),
        "insults": rude,
        "on your list": listed,
    }
    checked, forms = _lemmas_only(name, entries)
    for length in sorted(set(lengths)):
        known = [entry for entry in checked if len(entry.key) == length]
        folder = into / f"{name}-{length}"
        try:
            for line in _write(folder, known, forms | left_out):
                click.echo(line)
        except OSError as error:
            raise CommandError(f"{folder} cannot be written ({error.strerror}).") from error
    click.echo(
        "Next: read the pools and take out what does not belong, before anybody plays. Then set "
        f"WORDLE_WEB_LEXICONS={into} and WORDLE_WEB_LANGUAGES={name}, and run `wordle-web check` "
        "and `wordle-web openings`."
    )


def _progress(steps: int, label: str) -> AbstractContextManager["ProgressBar[int]"]:
    """Return a progress bar on standard error, so that the report can be piped."""
    is_seen = sys.stderr.isatty()
    return click.progressbar(length=steps, label=f"{label:25}", file=sys.stderr, hidden=not is_seen)


def _with_names_noted(forms: Iterable[Form], names: set[str]) -> Iterator[Form]:
    """Yield all forms, and add capitalized ones to `names`."""
    for form in forms:
        if form.word[:1].isupper():
            names.add(form.word.lower())
        yield form


def _listed(path: Path, letters: str) -> frozenset[str]:
    """Return the keys of the words in a file: one per line, or a JSON list.

    Raises:
        LexiconError: the file is not UTF-8 text, or begins with `[` without being JSON.
    """
    try:
        text = path.read_text(encoding="utf-8")
        words = json.loads(text) if text.lstrip().startswith("[") else text.splitlines()
    except UnicodeDecodeError as error:
        raise LexiconError(path, "is not UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        raise LexiconError(path, "is neither a list of words nor JSON") from error
    return frozenset(key_of(str(word).strip(), letters) for word in words)


def _lemmas_only(
    name: str, entries: Sequence[Entry]
) -> tuple[Sequence[Entry], dict[str, frozenset[str]]]:
    """Return the entries with only lemmas marked as base forms, and the keys left without one.

    These keys are grouped by the reason why they are excluded from answers. Without a lemmatizer,
    and for rare words, the marks stay as they are.
    """
    lemma_of = lemmatizer_of(name)
    if lemma_of is None:
        click.echo(
            "No lemmatizer: some answers will be inflected forms and names. Where simplemma has "
            'the language, pip install "wordle-web[words]" leaves most of them out.'
        )
        return entries, {}
    shown_entries: list[Entry] = []
    inflected: set[str] = set()
    unknown: set[str] = set()
    with _progress(len(entries), "Looking up base forms") as bar:
        for count, entry in enumerate(entries, start=1):
            if count % PROGRESS == 0:
                bar.update(PROGRESS)
            if entry.base_zipf < vocabulary.HARD:
                shown_entries.append(entry)
                continue
            lemmas = {base.word: lemma_of(base.word) for base in entry.bases}
            spellings = tuple(
                replace(
                    spelling,
                    is_base=spelling.is_base and lemmas.get(spelling.word) == spelling.word,
                )
                for spelling in entry.spellings
            )
            shown_entries.append(Entry(entry.key, spellings))
            if not any(spelling.is_base for spelling in spellings):
                (inflected if any(lemmas.values()) else unknown).add(entry.key)
    return shown_entries, {
        "inflected forms": frozenset(inflected),
        "unknown to the lemmatizer: names, foreign words": frozenset(unknown),
    }


def _account(
    spellings: Sequence[Spelling],
    entries: Sequence[Entry],
    letters: str,
    zipfs: Mapping[str, float],
) -> Iterator[str]:
    """Yield lines of a report on the words read and the words excluded."""
    known = sum(spelling.zipf > LEAST for spelling in spellings)
    yield (
        f"The dictionary has {len(spellings):,} words of these lengths and shorter, without names; "
        f"the list of frequencies knows {known:,} of them. With common words that only the list "
        f"has, there are {len(entries):,} keys of the letters {letters}."
    )
    others = Counter(
        letter
        for spelling in spellings
        for letter in set(key_of(spelling.word, letters)) - set(letters)
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
    folder: Path, entries: Sequence[Entry], left_out: Mapping[str, Collection[str]]
) -> Iterator[str]:
    """Write a lexicon and yield a report with its size, excluded words and sample answers."""
    if not entries:
        yield f"{folder.name}: no words. Nothing was written."
        return
    barred = frozenset[str]().union(*left_out.values())
    pools_by_name = vocabulary.pools_of(entries, barred)
    pools = {(name, 1): pool for name, pool in pools_by_name.items() if len(pool) >= MIN_ANSWERS}
    foreign, rude = (
        left_out[reason] for reason in ("much commoner in another language", "insults")
    )
    prior = vocabulary.prior_of(entries, vocabulary.Terms(), foreign, rude)
    old_pools = [path.name for path in sorted((folder / "pools").glob("*.txt"))]
    for path, text in vocabulary.lexicon_files(entries, prior, pools).items():
        if not (old_pools and path.startswith("pools/")):
            write_whole(folder / path, text)
    if old_pools:
        yield f"{folder.name}: {len(entries):,} words; kept {', '.join(old_pools)}."
        return
    counts = ", ".join(f"{name} {len(pool):,}" for (name, _), pool in pools.items())
    short = [
        f"{name} ({len(pool)})" for name, pool in pools_by_name.items() if (name, 1) not in pools
    ]
    missing = f" No pool of fewer than {MIN_ANSWERS} words: {', '.join(short)}." if short else ""
    yield f"{folder.name}: {len(entries):,} words; {counts or 'no pools'}.{missing}"
    yield from _explained(entries, pools_by_name["normal"], left_out)


def _explained(
    entries: Sequence[Entry], answers: Sequence[str], left_out: Mapping[str, Collection[str]]
) -> Iterator[str]:
    """Yield a sample of normal answers, and the commonest excluded words for each reason."""
    shown = {entry.key: entry.shown[0] for entry in entries if entry.spellings}
    step = max(1, len(answers) // SAMPLE)
    if answers:
        yield f"  Some normal answers: {', '.join(shown[key] for key in answers[::step][:SAMPLE])}."
    common = sorted(
        (entry for entry in entries if entry.zipf >= vocabulary.NORMAL), key=lambda e: -e.zipf
    )
    for reason, keys in left_out.items():
        words = [shown[entry.key] for entry in common if entry.key in keys]
        if words:
            yield f"  Not answers, {reason} ({len(words):,}): {', '.join(words[:EXAMPLES])} …"
