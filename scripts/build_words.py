"""Build the word data in `wordle_web/data` from the pinned packages, byte for byte.

    python scripts/build_words.py                 fetch, verify, build, write
    python scripts/build_words.py german spanish  only these languages
    python scripts/build_words.py --check         build and compare with what is there

Existing pools never change. If the rules now give a different pool, `--new-pools` adds it as the
next version; without this option the earlier version stays the latest.
"""

import argparse
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from words.answers import (
    MOST,
    barred_keys,
    letterpress,
    offensive_keys,
    offensive_words,
    share_of,
)
from words.definitions import definitions_of
from words.forms import form_of, known_stems
from words.handlists import hand_list, hand_meanings, meaning_problems
from words.inputs import LANGUAGE_PACKAGES, PACKAGES, SCOWL, WORDNET, InputError, fetch, members
from words.languages import LANGUAGES, Language, folded_frequencies, frequencies
from words.notices import notice_of
from words.pools import entries_of, pools_of, subtitle_ranks
from words.prior import prior_of, traits_of
from words.romance import with_guesses
from words.scowl import Scowl, is_british, read_scowl
from words.shown import as_read
from words.wordnet import WordNet, read_wordnet
from words.writing import (
    Pools,
    definitions_text,
    manifest_text,
    next_pools,
    prior_text,
    read_pools,
    write_files,
)

from wordle_web.wordlists.vocabulary import Entry, foreign_keys, lexicon_files, lines
from wordle_web.wordlists.vocabulary import entries_of as vocabulary_of
from wordle_web.wordlists.vocabulary import pools_of as pools_by_zipf
from wordle_web.wordlists.vocabulary import prior_of as prior_by_zipf

ROOT = Path(__file__).resolve().parent.parent
LENGTHS = (4, 5, 6, 7, 8)
ALLOWED_LEVEL = 50  # American words up to this SCOWL level are allowed
LETTERS = re.compile(r"[a-z]+")

Packages = Mapping[str, Mapping[str, bytes]]  # the files by package name and path


@dataclass(frozen=True, slots=True)
class Sources:
    """The content of the packages for English."""

    dictionary: frozenset[str]  # the words of Letterpress
    offensive: frozenset[str]
    scowl: Scowl
    wordnet: WordNet
    heard: Mapping[str, int]  # ranks of words in subtitles, from 1


def read_sources(packages: Packages) -> Sources:
    """Return the content of `packages`."""
    return Sources(
        dictionary=letterpress(packages),
        offensive=offensive_words(packages),
        scowl=read_scowl(packages[SCOWL.name]),
        wordnet=read_wordnet(packages[WORDNET.name]),
        heard=subtitle_ranks(packages),
    )


def allowed_words(length: int, sources: Sources, pools: Pools) -> tuple[str, ...]:
    """Return the English words of `length` letters that may be guessed, sorted.

    Words of released pools stay allowed, even if the lists no longer have them.
    """
    american = sources.scowl.american.items()
    common = {word for word, level in american if level <= ALLOWED_LEVEL}
    shipped = {word for words in pools.values() for word in words}
    by_hand = {*hand_list("en", "loanwords"), *hand_list("en", "guesses")}
    every = sources.dictionary.union(common, shipped, by_hand)
    return tuple(sorted(word for word in every if len(word) == length and LETTERS.fullmatch(word)))


def build_lexicon(
    length: int, sources: Sources, shipped: Pools, new_pools: bool = True
) -> Mapping[str, str]:
    """Return the files of one English lexicon, as texts by path inside its folder.

    If a pool would differ now, it gets a new version, unless `new_pools` is false.

    Raises:
        InputError: the lists mark implausibly many words as offensive.
    """
    words = allowed_words(length, sources, shipped)
    share = share_of(words, sources.offensive)
    if share >= MOST:
        raise InputError(f"{share:.1%} of the words of {length} letters count as offensive")
    known = known_stems(sources.scowl, sources.wordnet)
    forms = {word: form_of(word, sources.wordnet, known, sources.dictionary) for word in words}
    traits = {word: traits_of(word, forms[word], sources.scowl, sources.wordnet) for word in words}
    avoided = {
        word for word in words if word in sources.offensive or is_british(word, sources.scowl)
    }
    prior = prior_of(traits, avoided)
    ranks = sources.heard
    entries = entries_of(traits, prior, sources.offensive, sources.scowl, sources.wordnet, ranks)
    fresh = next_pools(shipped, pools_of(entries))
    pools = {**shipped, **fresh} if new_pools or not shipped else shipped
    files = {"words.txt": lines(words), "prior.txt": prior_text(words, prior)}
    files |= {f"pools/{name}-{version}.txt": lines(pool) for (name, version), pool in pools.items()}
    answers = {word for pool in pools.values() for word in pool}
    files["definitions.json"] = definitions_text(definitions_of(answers, sources.wordnet))
    offensive = sum(word in sources.offensive for word in words)
    return {**files, "manifest.json": manifest_text(files, offensive)}


def build_language(
    language: Language, packages: Packages, into: Path, new_pools: bool = True
) -> dict[Path, Mapping[str, str]]:
    """Return the files of the lexicons of a language, by folder.

    Args:
        language: The language.
        packages: The packages that `read_packages` returns.
        into: The folder of all lexicons, with the released pools.
        new_pools: Whether to add a version if a pool would differ now.

    Raises:
        InputError: a definition written by hand is invalid.
    """
    meanings = hand_meanings(language.code)
    if problems := meaning_problems(language.code, meanings):
        raise InputError("; ".join(problems))
    zipfs = frequencies(packages, language.code)
    spellings = with_guesses(
        language.read(packages, zipfs), hand_list(language.code, "guesses"), zipfs
    )
    entries = vocabulary_of(spellings, language.letters, LENGTHS)
    others = [folded_frequencies(packages, other) for other in language.others]
    foreign = foreign_keys(entries, others)
    offensive = offensive_keys(packages, language)
    barred = offensive | foreign | barred_keys(language)
    nouns, hidden = (frozenset(hand_list(language.code, name)) for name in ("nouns", "hidden"))
    folders: dict[Path, Mapping[str, str]] = {}
    for length in LENGTHS:
        folder = into / f"{language.name}-{length}"
        shipped = read_pools(folder)
        released = {key for pool in shipped.values() for key in pool}
        known = [entry for entry in entries if len(entry.key) == length]
        missing = released.difference(entry.key for entry in known)
        known = sorted([*known, *(Entry(key, ()) for key in missing)], key=lambda entry: entry.key)
        prior = prior_by_zipf(known, language.terms, foreign, offensive)
        known = [as_read(entry, nouns, hidden) for entry in known]
        fresh = next_pools(shipped, pools_by_zipf(known, barred))
        pools = {**shipped, **fresh} if new_pools or not shipped else shipped
        files = lexicon_files(known, prior, pools)
        answers = {key for pool in pools.values() for key in pool}
        shown = {key: meanings[key] for key in sorted(answers & meanings.keys())}
        if shown:
            files["definitions.json"] = definitions_text(shown)
        files["LICENSE"] = notice_of(language)
        count = sum(entry.key in offensive for entry in known)
        folders[folder] = {**files, "manifest.json": manifest_text(files, count)}
    return folders


def read_packages(folder: Path, languages: Collection[str]) -> Packages:
    """Return the files of every package, downloaded into `folder` if they are missing.

    Packages that only other languages need are skipped.
    """
    wanted = [*PACKAGES, *(LANGUAGE_PACKAGES if set(languages) - {"english"} else ())]
    return {package.name: members(fetch(package, folder)) for package in wanted}


def licence_files(packages: Packages) -> Mapping[str, str]:
    """Return the license of each package, by file name in the folder of licenses."""
    return {
        f"{package.plain_name}.txt": "\n\n".join(
            packages[package.name][path].decode() for path in package.licences
        )
        for package in (*PACKAGES, *LANGUAGE_PACKAGES)
        if package.name in packages
    }


def differences(folder: Path, files: Mapping[str, str]) -> list[Path]:
    """Return the paths of `files` that are missing in `folder` or have other content there."""
    paths = {folder / name: text.encode() for name, text in files.items()}
    return [p for p, data in paths.items() if not p.exists() or p.read_bytes() != data]


def summary(name: str, files: Mapping[str, str]) -> str:
    """Return the number of lines in each file of a lexicon, as one line of text."""
    counts = [f"{path} {text.count(chr(10)):,}" for path, text in files.items()]
    return f"{name}: " + ", ".join(counts)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 1 if `--check` finds a difference, otherwise 0."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    known = ("english", *(language.name for language in LANGUAGES))
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=", ".join(known))
    parser.add_argument("--downloads", type=Path, default=ROOT / "downloads")
    parser.add_argument("--into", type=Path, default=ROOT / "wordle_web" / "data")
    parser.add_argument("--licences", type=Path, default=ROOT / "licences")
    parser.add_argument(
        "--new-pools", action="store_true", help="add changed pools as new versions"
    )
    parser.add_argument("--check", action="store_true", help="only compare, without writing")
    options = parser.parse_args(arguments)
    if unknown := set(options.languages).difference(known):
        parser.error(f"no such language: {', '.join(sorted(unknown))}")
    names = options.languages or ["english", *(language.name for language in LANGUAGES)]
    packages = read_packages(options.downloads, names)
    folders = {options.licences: licence_files(packages)}
    if "english" in names:
        sources = read_sources(packages)
        for length in LENGTHS:
            folder = options.into / f"english-{length}"
            folders[folder] = build_lexicon(length, sources, read_pools(folder), options.new_pools)
    for language in LANGUAGES:
        if language.name in names:
            folders |= build_language(language, packages, options.into, options.new_pools)
    for folder, files in folders.items():
        if folder != options.licences:
            print(summary(folder.name, files))
    if options.check:
        changed = [path for folder, files in folders.items() for path in differences(folder, files)]
        print(lines(f"differs: {path}" for path in changed), end="")
        return 1 if changed else 0
    for folder, files in folders.items():
        write_files(folder, files)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InputError as error:
        sys.exit(f"build_words: {error}")
