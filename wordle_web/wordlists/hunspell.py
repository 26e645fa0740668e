"""The words of a Hunspell dictionary: every stem of a `.dic` file with the affixes of its `.aff`.

Only what decides which single words exist is read: flags of all four kinds and their aliases,
prefixes, suffixes, suffixes on suffixes, both sides at once, NEEDAFFIX, FORBIDDENWORD,
ONLYINCOMPOUND and CIRCUMFIX. Compounds and suggestions are passed over.

Source: the manual page hunspell(5).
"""

import functools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

ENCODING: Final = "utf-8"
_SET = re.compile(rb"^SET\s+(\S+)", re.MULTILINE)
_ANY = ""  # the letter of rules whose condition ends in no letter of its own


class HunspellError(ValueError):
    """A dictionary that is not in Hunspell's format: which line, from 1, and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        """Keep the facts, and state them in one line."""
        super().__init__(f"{file}, line {line:,}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Affix:
    """One rule: what it takes from a word, what it puts there, and where it may stand.

    Attributes:
        is_prefix: Whether it stands before the word.
        crosses: Whether it may stand on a word together with one of the other side.
        strip: What it takes away.
        add: What it adds.
        condition: Whether a word may take it.
        flags: What the result may take in turn.
    """

    is_prefix: bool
    crosses: bool
    strip: str
    add: str
    condition: Callable[[str], object]
    flags: frozenset[str]

    def apply(self, word: str) -> str | None:
        """Return the word with the affix, or None where it does not fit."""
        if not self.condition(word):
            return None
        if self.is_prefix:
            return self.add + word[len(self.strip) :] if word.startswith(self.strip) else None
        if not word.endswith(self.strip):
            return None
        return word[: len(word) - len(self.strip)] + self.add


@dataclass(slots=True)
class Affixes:
    """An `.aff` file.

    Attributes:
        encoding: Of both files.
        kind: How flags are written.
        aliases: Sets of flags that are written as numbers from 1.
        rules: Of each flag, by the letter next to the affix that they ask for; "" for any.
        special: The flag of each option that is one, such as NEEDAFFIX.
    """

    encoding: str = ENCODING
    kind: Literal["short", "long", "num", "UTF-8"] = "short"
    aliases: list[str] = field(default_factory=list)
    rules: dict[str, dict[str, list[Affix]]] = field(default_factory=dict)
    special: dict[str, str] = field(default_factory=dict)

    def flags(self, text: str) -> frozenset[str]:
        """Return the flags that are written together as `text`.

        >>> sorted(Affixes(kind="long").flags("S.L'"))
        ["L'", 'S.']
        """
        if self.aliases and text.isdigit():
            place = int(text) - 1
            text = self.aliases[place] if 0 <= place < len(self.aliases) else ""
        if self.kind == "long":
            return frozenset(text[i : i + 2] for i in range(0, len(text), 2))
        return frozenset(text.split(",") if self.kind == "num" else text)

    def applied(
        self, word: str, flags: Iterable[str], *, before: bool
    ) -> Iterator[tuple[str, Affix]]:
        """Yield what the prefixes or the suffixes of `flags` make of a word, and which it was."""
        for flag in flags:
            by_letter = self.rules.get(flag, {})
            for rule in (*by_letter.get(_ANY, ()), *by_letter.get(word[-1:], ())):
                if rule.is_prefix == before and (found := rule.apply(word)) is not None:
                    yield found, rule


@dataclass(frozen=True, slots=True)
class Form:
    """A word of a dictionary.

    Attributes:
        word: As it is spelled.
        stem: The entry that it comes from; the same word where it is one itself.
    """

    word: str
    stem: str

    @property
    def is_base(self) -> bool:
        """Whether it is an entry of the dictionary."""
        return self.word == self.stem


def expand(aff: bytes, dic: bytes, max_letters: int | None = None) -> Iterator[Form]:
    """Yield every word of a dictionary with the entry that it comes from; some come twice.

    Args:
        aff: The `.aff` file.
        dic: The `.dic` file.
        max_letters: Longer words are left out.

    Raises:
        HunspellError: a line of the `.aff` file cannot be read, or the encoding is not known.
    """
    affixes = read_affixes(aff)
    for stem, flags in read_entries(dic, affixes):
        for word in _words(affixes, stem, flags):
            if max_letters is None or len(word) <= max_letters:
                yield Form(word, stem)


def read_entries(dic: bytes, affixes: Affixes) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the entries of a `.dic` file with their flags; the count in its first line is left."""
    read_flags = functools.lru_cache(maxsize=4096)(affixes.flags)
    for number, line in enumerate(_text(dic, affixes.encoding).splitlines()):
        entry = line.partition("\t")[0].strip()
        if not entry or (number == 0 and entry.isdigit()):
            continue
        # A slash in a word is written `\/`; what follows a space is about the word's form.
        word, slash, rest = re.sub(r"\s+\w\w:.*", "", entry).replace("\\/", "\0").partition("/")
        flags = rest.split()[0] if slash and rest.split() else ""
        yield word.replace("\0", "/"), read_flags(flags)


def read_affixes(aff: bytes) -> Affixes:
    """Return what an `.aff` file says.

    Raises:
        HunspellError: a rule cannot be read, or the encoding is not known.
    """
    named = _SET.search(aff)
    affixes = Affixes(encoding=named[1].decode("ascii", "replace") if named else "iso8859-1")
    crossing: dict[tuple[str, str], bool] = {}
    for number, line in enumerate(_text(aff, affixes.encoding).splitlines(), start=1):
        match line.split():
            case ["FLAG", "long" | "num" | "UTF-8" as kind, *_]:
                affixes.kind = kind
            case ["AF", flags, *_] if not flags.isdigit() or affixes.aliases:
                affixes.aliases.append(flags)
            case ["AF", _]:
                affixes.aliases = []
            case ["NEEDAFFIX" | "FORBIDDENWORD" | "ONLYINCOMPOUND" | "CIRCUMFIX" as name, flag]:
                affixes.special[name] = flag
            case ["PFX" | "SFX" as side, flag, "Y" | "N" as crosses, count] if (
                count.isdigit() and (side, flag) not in crossing
            ):
                crossing[side, flag] = crosses == "Y"
            case ["PFX" | "SFX" as side, flag, strip, add, *more]:
                if (side, flag) not in crossing:
                    raise HunspellError(".aff", number, f"flag {flag} is used before its header")
                rule = _affix(affixes, side, strip, add, more, crossing[side, flag])
                letter = _last_letter(more[0] if more else ".", rule)
                affixes.rules.setdefault(flag, defaultdict(list))[letter].append(rule)
            case ["PFX" | "SFX", *_]:
                raise HunspellError(".aff", number, f"is no rule: {line[:60]!r}")
    return affixes


def _affix(
    affixes: Affixes, side: str, strip: str, add: str, more: list[str], crosses: bool
) -> Affix:
    text, _, flags = add.partition("/")
    return Affix(
        is_prefix=side == "PFX",
        crosses=crosses,
        strip="" if strip == "0" else strip,
        add="" if text == "0" else text,
        condition=_condition(more[0] if more else ".", side == "PFX"),
        flags=affixes.flags(flags) if flags else frozenset(),
    )


@functools.cache
def _condition(text: str, is_prefix: bool) -> Callable[[str], object]:
    if text == ".":
        return lambda word: True
    # A condition knows letters, sets of them and the dot; everything else stands for itself.
    pattern = "".join(
        piece if piece == "." or piece.startswith("[") else re.escape(piece)
        for piece in re.findall(r"\[[^\]]*\]|.", text)
    )
    return re.compile(pattern).match if is_prefix else re.compile(f"{pattern}$").search


def _last_letter(condition: str, rule: Affix) -> str:
    """Return the last letter that a word must have to take a suffix; empty where any will do."""
    if rule.is_prefix:
        return _ANY
    if rule.strip:
        return rule.strip[-1]
    return _ANY if condition[-1] in ".]" else condition[-1]


def _words(affixes: Affixes, stem: str, flags: frozenset[str]) -> Iterator[str]:
    special: Mapping[str, str] = affixes.special
    if flags & {special.get("FORBIDDENWORD"), special.get("ONLYINCOMPOUND")}:
        return
    if special.get("NEEDAFFIX") not in flags:
        yield stem
    not_alone = {special.get("NEEDAFFIX"), special.get("CIRCUMFIX")} - {None}
    for before in (False, True):
        for word, affix in affixes.applied(stem, flags, before=before):
            if not affix.flags & not_alone:
                yield word
            for longer, _ in affixes.applied(word, affix.flags, before=False):
                yield longer
            if affix.crosses and not before:
                yield from _with_prefixes(affixes, word, affix, flags)


def _with_prefixes(
    affixes: Affixes, word: str, suffix: Affix, flags: frozenset[str]
) -> Iterator[str]:
    """Yield a word that has a suffix with the prefixes that go together with it."""
    around = affixes.special.get("CIRCUMFIX")
    for longer, prefix in affixes.applied(word, flags | suffix.flags, before=True):
        # One half of a circumfix goes only with the other.
        if prefix.crosses and (around in prefix.flags) == (around in suffix.flags):
            yield longer


def _text(data: bytes, encoding: str) -> str:
    names = {"microsoft-cp1251": "cp1251", "ISO8859-15": "iso8859-15"}
    try:
        return data.decode(names.get(encoding, encoding), "strict").removeprefix("\ufeff")
    except (LookupError, UnicodeDecodeError) as error:
        raise HunspellError(".aff", 1, f"SET {encoding} does not fit the file") from error
