"""States of pages: frozen dataclasses whose fields declare how to read them from an address.

    @dataclass(frozen=True, slots=True)
    class DrawState(AddressState):
        seed: Annotated[int, Part(number(1, 99))] = 1

`read_address(DrawState, [("seed", "7")])` is `DrawState(7)`, whose query is `seed=7`. If an address
is damaged, invalid fields have their default values and are listed as problems. This module also
has parsers for words and modes, which most addresses contain, and the names of modes.
"""

import functools
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_type_hints
from urllib.parse import parse_qsl, quote_plus

from babel.support import LazyProxy
from flask import request

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.letters import plain_letters
from wordle_web.game.errors import NotLettersError
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.game.rules import normalize
from wordle_web.parsing import MAX_NUMBER, MAX_TYPED, printable, whole_number
from wordle_web.web.http.paths import HARD_MODES
from wordle_web.web.services import services
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.formatting import sentence
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify

# The modes say where answers come from; `MODE_TEXTS` describes them.
MODES = ("real", "pool", "easy", "hard")
DEFAULT_MODE = "real"
SWITCHED_ON = frozenset({"1", "on", "true", "yes"})
MAX_EXCERPT = 24  # characters
MAX_FIELDS = 1_000  # maximum number of fields in a query within a text
IN_TURN = "in-turn"  # the order in which only the first unsolved board shows its colors

# The word list of each mode, for use in a sentence.
MODE_TEXTS: Mapping[str, LazyProxy] = {
    "real": _("another site (such as the newspaper’s)"),
    "pool": _("this site (normal)"),
    "easy": _("this site (easy)"),
    "hard": _("this site (hard)"),
}

Pairs = Sequence[tuple[str, str]]  # the fields of a query, in order


class Problem(NamedTuple):
    """An unusable part of an address: the kind of the problem, and an excerpt of the text."""

    kind: str
    text: str = ""


def read_word(text: str) -> str | None:
    """Return `text` as a lower-case word; None if it is empty or has other characters."""
    try:
        return normalize(text) or None
    except NotLettersError:
        return None


def excerpt(text: str) -> str:
    """Return an excerpt of `text` to quote in a sentence, with control characters replaced."""
    printable = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
    return printable if len(printable) <= MAX_EXCERPT else printable[: MAX_EXCERPT - 1] + "…"


def first_value(pairs: Pairs, name: str) -> str:
    """Return the first value of a parameter, stripped; empty if there is none."""
    return next((value.strip() for key, value in pairs if key == name), "")


def split_query(text: str) -> Pairs:
    """Return the fields of a query string; empty if there are too many.

    >>> split_query("row=crane:01002&hard=1"), split_query("&" * 2000)
    ((('row', 'crane:01002'), ('hard', '1')), ())
    """
    try:
        return tuple(parse_qsl(text, max_num_fields=MAX_FIELDS))
    except ValueError:
        return ()


def query_string(*pairs: tuple[str, str]) -> str:
    """Return a query string without empty values: `row=crane:01002&hard=1`."""
    return "&".join(f"{name}={_quoted(value)}" for name, value in pairs if value)


def _quoted(value: str) -> str:
    # Colons and commas are not escaped, since people read these addresses and type them.
    return quote_plus(value, safe=":,")


def available_modes(length: int) -> tuple[str, ...]:
    """Return the modes for which this site has words of a length."""
    pools = (pool for pool in ("normal", "easy", "hard") if services().has_pool(length, pool))
    return (DEFAULT_MODE, *map(mode_of, pools))


def mode_of(pool: str) -> str:
    """Return the mode for answers from `pool`: the same name if it is a mode, otherwise "pool"."""
    return pool if pool in {"easy", "hard", "real"} else "pool"


def mode_options(length: int, selected: str) -> tuple[Option, ...]:
    """Return the modes that can be chosen for words of a length."""
    return tuple(
        Option(mode, sentence(str(MODE_TEXTS[mode])), mode == selected)
        for mode in available_modes(length)
    )


@dataclass(slots=True)
class Address:
    """An address while it is read, field by field."""

    pairs: Pairs
    lengths: Sequence[int] = LENGTHS  # lengths of the words that this site has
    values: dict[str, Any] = field(default_factory=dict)  # the fields read so far
    problems: list[Problem] = field(default_factory=list)

    def first(self, name: str) -> str:
        """Return the first value of a parameter, stripped; empty if there is none."""
        return first_value(self.pairs, name)

    def last(self, name: str) -> str:
        """Return the last value of a parameter, stripped; empty if there is none.

        A pressed button sets it, after the hidden field with the previous value.
        """
        return first_value(self.pairs[::-1], name)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the values of a parameter, stripped, without empty ones."""
        stripped = (value.strip() for key, value in self.pairs if key == name)
        return tuple(filter(None, stripped))

    def word(self, text: str, lengths: Container[int], kind: str) -> str:
        """Return the word in a text, normalized, or "" if it has another length or is no word.

        A text that is not empty and could not be used is recorded as a problem of this kind.
        """
        word = read_word(text)
        if word and len(word) in lengths:
            return word
        if text:
            self.leave_out(kind, text)
        return ""

    def leave_out(self, kind: str, text: str = "") -> None:
        """Record a text that could not be used."""
        self.problems.append(Problem(kind, excerpt(text)))


Value = TypeVar("Value")
# Takes the address and a parameter's name, and returns the value; None stands for the default.
Read = Callable[[Address, str], Value | None]


class Part(NamedTuple):
    """The annotation of a field: how to read it from an address, and how to write it."""

    read: Read[object]
    name: str = ""  # the parameter's name; by default the name of the field
    # Returns the parameter's value, or a tuple of values if the parameter is repeated. True is
    # written as `1`; False is left out.
    write: Callable[[Any], object] = lambda value: value


class AddressState:
    """Base class of states that are stored in addresses."""

    __slots__ = ()

    @classmethod
    @functools.cache
    def parts(cls) -> tuple[tuple[str, str, object, Part], ...]:
        """Return the attribute, parameter name, default and annotation of each field."""
        hints = get_type_hints(cls, include_extras=True)
        return tuple(
            (attribute.name, part.name or attribute.name, attribute.default, part)
            for attribute in fields(cls)  # type: ignore[arg-type]  # every state is a dataclass
            for part in hints[attribute.name].__metadata__
        )

    def pairs(self, *, full: bool = False) -> Pairs:
        """Return the query parameters; `full` includes default values except False."""
        return tuple(
            (name, "1" if value is True else str(value))
            for attribute, name, default, part in self.parts()
            if full or getattr(self, attribute) != default
            for written in [part.write(getattr(self, attribute))]
            for value in (written if isinstance(written, tuple) else (written,))
            if value is not False
        )

    @property
    def query(self) -> str:
        """The state as a query string without default values."""
        return query_string(*self.pairs())

    def address(self, path: str, **changes: Any) -> str:
        """Return the address of this state at `path`, after some changes."""
        query = replace(self, **changes).query if changes else self.query  # type: ignore[type-var]  # likewise
        return f"{path}?{query}" if query else path


State = TypeVar("State", bound=AddressState)


class AddressReading(NamedTuple, Generic[State]):
    """The state that an address describes, and the unusable parts of the address."""

    state: State
    problems: tuple[Problem, ...] = ()


def read_address(
    kind: type[State],
    pairs: Iterable[tuple[str, str]],
    lengths: Sequence[int] = LENGTHS,
    alphabet: str = "",
) -> AddressReading[State]:
    """Return the state that a query describes, and its problems.

    Words must have one of `lengths`. Letters outside `alphabet`, unless it is empty, lose their
    accents.
    """
    plain = tuple((name, plain_letters(value, alphabet)) for name, value in pairs)
    address = Address(plain, lengths)
    for attribute, name, default, part in kind.parts():
        value = part.read(address, name)
        address.values[attribute] = default if value is None else value
    return AddressReading(kind(**address.values), tuple(address.problems))


def state_of_request(kind: type[State]) -> State:
    """Return the state in the address of this request; the page reports skipped parts."""
    state, problems = read_address(kind, request.args.items(multi=True), services().lengths)
    for problem in problems:
        notify(gettext("“%(text)s” in the link isn’t valid and was skipped.", text=problem.text))
    return state


def parsed(parse: Callable[[str], Value | None], *, takes_last: bool = False) -> Read[Value]:
    """Return a reader of one text; if `parse` returns None, the text is a problem.

    It reads the first text that is not empty or, with `takes_last`, the last text.
    """

    def read(address: Address, name: str) -> Value | None:
        text = address.last(name) if takes_last else next(iter(address.texts(name)), "")
        value = parse(text) if text else None
        if text and value is None:
            address.leave_out(name, text)
        return value

    return read


def one_of(choices: Container[str]) -> Read[str]:
    """Return a reader that accepts only one of `choices`."""
    return parsed(lambda text: text if text in choices else None)


def read_mode(address: Address, name: str) -> str | None:
    """Read a mode, given by its name or by the name of its pool."""
    names = {"normal": "pool", **{mode: mode for mode in MODES}}
    return parsed(names.get)(address, name)


def number(low: int, high: int) -> Read[int]:
    """Return a reader of an integer, which is clamped to the bounds."""

    def nearest(text: str) -> int | None:
        value = whole_number(text, 0, MAX_NUMBER)
        return None if value is None else min(max(value, low), high)

    return parsed(nearest)


def line(max_length: int = MAX_TYPED) -> Read[str]:
    """Return a reader of typed text, cut to `max_length` characters."""
    return parsed(lambda text: printable(text, max_length))


def switch(address: Address, name: str) -> bool:
    """Read a switch, which is on if any of its values is in `SWITCHED_ON`."""
    return any(text in SWITCHED_ON for text in address.texts(name))


def read_hard_mode(address: Address, name: str) -> HardMode:
    """Read a hard mode: `1` for hard mode, `ultra` for ultra-hard mode."""
    text = address.last(name)
    if text == HARD_MODES[HardMode.ULTRA]:
        return HardMode.ULTRA
    return HardMode(text in SWITCHED_ON)


def write_hard_mode(mode: HardMode) -> str | bool:
    """Return the value of a hard mode in addresses; False for `OFF`, which they leave out."""
    return HARD_MODES.get(mode, False)


HARD: Final = Part(read_hard_mode, write=write_hard_mode)


def word_length(address: Address, name: str) -> int | None:
    """Read a word length that this site has."""
    return parsed(lambda it: int(it) if it in map(str, address.lengths) else None)(address, name)
