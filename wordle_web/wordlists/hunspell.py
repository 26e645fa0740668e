"""The words of a Hunspell dictionary: stems of a `.dic` file with affixes of an `.aff` file.

Only features that determine which single words exist are supported: all four notations of flags,
aliases, prefixes, suffixes, suffixes on suffixes, prefixes with suffixes, NEEDAFFIX, FORBIDDENWORD,
ONLYINCOMPOUND and CIRCUMFIX, and the conversions ICONV and OCONV. Compounds and suggestions are
ignored.

Source: the manual page hunspell(5).
"""

import functools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from wordle_web.parsing import linear_pattern

ENCODING: Final = "utf-8"
_SET = linear_pattern(rb"^SET[ \t]{1,20}(\S{1,40})", re.MULTILINE)
_FORM = linear_pattern(r"\s\w\w:")  # begins a morphological field after a word
_PIECES = linear_pattern(r"\[[^\]]{0,200}\]|.")
STEP: Final = 1000  # lines of a dictionary between two progress reports
APOSTROPHES: Final = frozenset("'’")
_ANY = ""  # key of the rules that do not require a certain last letter


class HunspellError(ValueError):
    """Raised for a dictionary that is not in Hunspell's format."""

    def __init__(self, line: int, reason: str) -> None:
        """Store the number of the line in the `.aff` file, from 1."""
        super().__init__(f".aff, line {line:,}: {reason}")
        self.line = line


class Affix(NamedTuple):
    """The rule of a prefix or suffix: what it strips, what it adds, and its condition."""

    is_prefix: bool
    crosses: bool  # whether it may be combined with an affix on the other side
    strip: str
    add: str
    condition: Callable[[str], object]  # whether the rule applies to a word
    flags: frozenset[str]  # flags of further affixes that the result can take


@dataclass(slots=True)
class Affixes:
    """The content of an `.aff` file."""

    encoding: str = ENCODING  # the encoding of the `.aff` and the `.dic` file
    kind: Literal["short", "long", "num", "UTF-8"] = "short"  # the notation of flags
    # Sets of flags; lines refer to them by numbers from 1.
    aliases: list[str] = field(default_factory=list)
    # The rules by flag, then by the last letter that a suffix requires of a word (`_ANY` for
    # suffixes without such a letter, and for prefixes).
    rules: dict[str, dict[str, list[Affix]]] = field(default_factory=dict)
    # The flag of each option, such as NEEDAFFIX.
    special: dict[str, str] = field(default_factory=dict)
    # ICONV converts typed text to the form in the dictionary, OCONV converts that form back.
    conversions: dict[str, dict[str, str]] = field(
        default_factory=lambda: {"ICONV": {}, "OCONV": {}}
    )

    def flags(self, text: str) -> frozenset[str]:
        """Return the flags in `text`, which may be the number of an alias.

        >>> sorted(Affixes(kind="long").flags("S.L'"))
        ["L'", 'S.']
        """
        if self.aliases and text.isdigit():
            place = int(text) - 1
            text = self.aliases[place] if 0 <= place < len(self.aliases) else ""
        if self.kind == "long":
            return frozenset(text[i : i + 2] for i in range(0, len(text), 2))
        return frozenset(text.split(",") if self.kind == "num" else text)

    def as_written(self, word: str) -> str:
        """Return a word in the form that people write, given that form or the dictionary's.

        >>> Affixes(conversions={"ICONV": {"ij": "ĳ"}, "OCONV": {"ĳ": "ij"}}).as_written("tĳd")
        'tijd'
        """
        return _replaced(_replaced(word, self.conversions["ICONV"]), self.conversions["OCONV"])

    def applied(
        self, word: str, flags: Iterable[str], *, before: bool
    ) -> Iterator[tuple[str, Affix]]:
        """Yield a word with each affix of `flags` that it can take, and the rule of the affix.

        The affixes are prefixes if `before` is set, otherwise suffixes.
        """
        for flag in flags:
            by_letter = self.rules.get(flag, {})
            for rule in (*by_letter.get(_ANY, ()), *by_letter.get(word[-1:], ())):
                if rule.is_prefix != before or not rule.condition(word):
                    continue
                if before and word.startswith(rule.strip):
                    yield rule.add + word.removeprefix(rule.strip), rule
                elif not before and word.endswith(rule.strip):
                    yield word.removesuffix(rule.strip) + rule.add, rule


class Form(NamedTuple):
    """A word of a dictionary."""

    word: str  # in its usual spelling
    stem: str  # the entry from which the word is derived; an entry is its own stem


def expand(
    aff: bytes,
    dic: bytes,
    max_letters: int | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> Iterator[Form]:
    """Yield every word of a dictionary and its stem; some words are yielded twice.

    Words are in their usual spelling. Words longer than `max_letters` are left out.

    Args:
        aff: The `.aff` file.
        dic: The `.dic` file.
        max_letters: The maximum number of letters.
        progress: Called with the number of lines read since the last call.

    Raises:
        HunspellError: a rule is malformed, or the encoding is unknown or does not fit the files.
    """
    affixes = read_affixes(aff)
    read_flags = functools.lru_cache(maxsize=4096)(affixes.flags)
    for number, line in enumerate(_text(dic, affixes.encoding).splitlines()):
        if number % STEP == STEP - 1:
            progress(STEP)
        entry = line.partition("\t")[0].strip()
        # The first line has the number of entries.
        if not entry or (number == 0 and entry.isdigit()):
            continue
        # A slash in a word is written `\/`. Morphological fields follow a space.
        plain = _FORM.split(entry, maxsplit=1)[0].rstrip().replace("\\/", "\0")
        stem, slash, rest = plain.partition("/")
        stem, flags = stem.replace("\0", "/"), rest.split()[0] if slash and rest.split() else ""
        shown = affixes.as_written(stem)
        for word in map(affixes.as_written, _words(affixes, stem, read_flags(flags))):
            if max_letters is None or len(word) <= max_letters:
                yield Form(word, shown)


def read_affixes(aff: bytes) -> Affixes:
    """Return the content of an `.aff` file.

    Raises:
        HunspellError: a rule is malformed, or the encoding is unknown or does not fit the file.
    """
    named = _SET.search(aff)
    affixes = Affixes(encoding=named[1].decode("ascii", "replace") if named else "iso8859-1")
    crossing: dict[tuple[str, str], bool] = {}
    for number, line in enumerate(_text(aff, affixes.encoding).splitlines(), start=1):
        match line.split():
            case ["FLAG", "long" | "num" | "UTF-8" as kind, *_]:
                affixes.kind = kind
            # The first AF line has the number of these lines.
            case ["AF", flags, *_] if not flags.isdigit() or affixes.aliases:
                affixes.aliases.append(flags)
            case ["NEEDAFFIX" | "FORBIDDENWORD" | "ONLYINCOMPOUND" | "CIRCUMFIX" as name, flag]:
                affixes.special[name] = flag
            case ["ICONV" | "OCONV" as name, old, new, *_]:
                affixes.conversions[name][old] = new
            case ["PFX" | "SFX" as side, flag, "Y" | "N" as crosses, count] if (
                count.isdigit() and (side, flag) not in crossing
            ):
                crossing[side, flag] = crosses == "Y"
            case ["PFX" | "SFX" as side, flag, strip, add, *more]:
                if (side, flag) not in crossing:
                    raise HunspellError(number, f"flag {flag} is used before its header")
                _add_rule(affixes, flag, crossing[side, flag], [side, strip, add, *more])
            case ["PFX" | "SFX", *_]:
                raise HunspellError(number, f"is no rule: {line[:60]!r}")
    return affixes


def _add_rule(affixes: Affixes, flag: str, crosses: bool, fields: Sequence[str]) -> None:
    """Add a rule, given the fields of its line; rules that add an apostrophe are left out.

    The fields are the side, the stripped text, the added text, and optionally the condition.
    """
    side, strip, add, *more = fields
    condition, (text, _, others) = more[0] if more else ".", add.partition("/")
    # Word lists have no words with an apostrophe, such as l’amico. In the Italian dictionary,
    # expanding them would take four fifths of the time.
    if APOSTROPHES & set(text):
        return
    rule = Affix(
        is_prefix=side == "PFX",
        crosses=crosses,
        strip="" if strip == "0" else strip,
        add="" if text == "0" else text,
        condition=_condition(condition, side == "PFX"),
        flags=affixes.flags(others) if others else frozenset(),
    )
    # To take the suffix, a word must end in the last letter of this text.
    end = rule.strip or (_ANY if condition[-1] in ".]" else condition)
    letter = _ANY if rule.is_prefix else end[-1:]
    affixes.rules.setdefault(flag, defaultdict(list))[letter].append(rule)


@functools.cache
def _condition(text: str, is_prefix: bool) -> Callable[[str], object]:
    if text == ".":
        return lambda word: True
    # Conditions consist of letters, sets of letters and dots. Everything else is literal.
    pattern = "".join(
        piece if piece == "." or piece.startswith("[") else re.escape(piece)
        for piece in _PIECES.findall(text)
    )
    return linear_pattern(pattern).match if is_prefix else linear_pattern(f"{pattern}$").search


def _replaced(word: str, table: Mapping[str, str]) -> str:
    """Return a word with the keys of a table replaced by their values, longer keys first."""
    if not any(old in word for old in table):
        return word
    stem, place = "", 0
    while place < len(word):
        old = max(
            (old for old in table if old and word.startswith(old, place)), key=len, default=""
        )
        stem += table[old] if old else word[place]
        place += len(old) or 1
    return stem


def _words(affixes: Affixes, stem: str, flags: frozenset[str]) -> Iterator[str]:
    special: Mapping[str, str] = affixes.special
    if flags & {special.get("FORBIDDENWORD"), special.get("ONLYINCOMPOUND")}:
        return
    if special.get("NEEDAFFIX") not in flags:
        yield stem
    around = special.get("CIRCUMFIX")
    not_alone = {special.get("NEEDAFFIX"), around} - {None}
    for before in (False, True):
        for word, affix in affixes.applied(stem, flags, before=before):
            if not affix.flags & not_alone:
                yield word
            for longer, _ in affixes.applied(word, affix.flags, before=False):
                yield longer
            if before or not affix.crosses:
                continue
            for longer, prefix in affixes.applied(word, flags | affix.flags, before=True):
                # The two halves of a circumfix must be combined with each other.
                if prefix.crosses and (around in prefix.flags) == (around in affix.flags):
                    yield longer


def _text(data: bytes, encoding: str) -> str:
    names = {"microsoft-cp1251": "cp1251", "ISO8859-15": "iso8859-15"}
    try:
        return data.decode(names.get(encoding, encoding), "strict").removeprefix("\ufeff")
    except (LookupError, UnicodeDecodeError) as error:
        raise HunspellError(1, f"SET {encoding} does not fit the file") from error
