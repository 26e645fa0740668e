"""What an address says, as a state: a frozen dataclass whose fields say how they are read.

    @dataclass(frozen=True, slots=True)
    class DrawState(AddressState):
        seed: Annotated[int, Part(number(1, 99))] = 1

`read_address(DrawState, [("seed", "7")])` is `DrawState(7)`, whose query is `seed=7`. A damaged
address keeps what can be kept: the other fields take their defaults and are listed as problems.
"""

import functools
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

from flask import request

from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import MAX_NUMBER, MAX_TYPED, printable, whole_number
from wordle_web.web.services import services
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import notify
from wordle_web.web.ui.queries import SWITCHED_ON, Pairs, Problem, excerpt, query_string


@dataclass(slots=True)
class Address:
    """An address while it is read, field by field.

    Attributes:
        pairs: The names and values of its query.
        lengths: Of the words that this site has.
        values: The fields read so far.
        problems: What could not be read.
    """

    pairs: Pairs
    lengths: Sequence[int] = LENGTHS
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the values of a name, without spaces around them and without empty ones."""
        stripped = (value.strip() for key, value in self.pairs if key == name)
        return tuple(filter(None, stripped))

    def leave_out(self, kind: str, text: str = "") -> None:
        """Note that a text could not be used."""
        self.problems.append(Problem(kind, excerpt(text)))


Value = TypeVar("Value")
Read = Callable[[Address, str], Value | None]  # a name in the address; None for the default


@dataclass(frozen=True, slots=True)
class Part:
    """The annotation of a field.

    Attributes:
        read: Reads it from an address.
        name: In the address, where that is not the name of the field.
        write: Returns its text in an address, or several for as many pairs; True is written `1`.
    """

    read: Read[object]
    name: str = ""
    write: Callable[[Any], object] = lambda value: value


class AddressState:
    """The base of states that an address holds."""

    __slots__ = ()

    @classmethod
    @functools.cache
    def parts(cls) -> tuple[tuple[str, str, object, Part], ...]:
        """Return the attribute, the name, the default and the annotation of each field."""
        hints = get_type_hints(cls, include_extras=True)
        return tuple(
            (each.name, part.name or each.name, each.default, part)
            for each in fields(cls)  # type: ignore[arg-type]  # every state is a dataclass
            for part in hints[each.name].__metadata__
        )

    def pairs(self, *, full: bool = False) -> Pairs:
        """Return the fields as an address names them; `full` with default values."""
        return tuple(
            (name, each)
            for attribute, name, default, part in self.parts()
            if full or getattr(self, attribute) != default
            for each in _texts(part.write(getattr(self, attribute)))
        )

    @property
    def query(self) -> str:
        """The state as a query string without default values."""
        return query_string(*self.pairs())

    def address(self, path: str) -> str:
        """Return the address of this state at `path`."""
        query = self.query
        return f"{path}?{query}" if query else path


State = TypeVar("State", bound=AddressState)


class AddressReading(NamedTuple, Generic[State]):
    """What an address says: the state that could be kept, and what could not."""

    state: State
    problems: tuple[Problem, ...] = ()


def read_address(
    kind: type[State],
    pairs: Iterable[tuple[str, str]],
    lengths: Sequence[int] = LENGTHS,
    alphabet: str = "",
) -> AddressReading[State]:
    """Return the state that a query describes, and the problems met on the way.

    Args:
        kind: The class of the state.
        pairs: Names and values of the query.
        lengths: For which there are words.
        alphabet: Letters that it lacks lose their accents.
    """
    plain = tuple((name, plain_letters(value, alphabet)) for name, value in pairs)
    address = Address(plain, lengths)
    for attribute, name, default, part in kind.parts():
        value = part.read(address, name)
        address.values[attribute] = default if value is None else value
    return AddressReading(kind(**address.values), tuple(address.problems))


def state_of_request(kind: type[State]) -> State:
    """Return the state in the address of the request; the page says what was left out."""
    state, problems = read_address(kind, request.args.items(multi=True), services().lengths)
    for problem in problems:
        notify(gettext("“%(text)s” in the link isn’t valid and was skipped.", text=problem.text))
    return state


def parsed(parse: Callable[[str], Value | None]) -> Read[Value]:
    """Return what reads one text; where `parse` returns None it is left out."""

    def read(address: Address, name: str) -> Value | None:
        text = next(iter(address.texts(name)), "")
        value = parse(text) if text else None
        if text and value is None:
            address.leave_out(name, text)
        return value

    return read


def one_of(choices: Container[str]) -> Read[str]:
    """Return what reads one of some texts."""
    return parsed(lambda text: text if text in choices else None)


def number(low: int, high: int) -> Read[int]:
    """Return what reads a whole number; one beyond the bounds counts as the nearest."""

    def nearest(text: str) -> int | None:
        found = whole_number(text, 0, MAX_NUMBER)
        return None if found is None else min(max(found, low), high)

    return parsed(nearest)


def line(max_length: int = MAX_TYPED) -> Read[str]:
    """Return what reads a text as it was typed, up to a number of characters."""
    return parsed(lambda text: printable(text, max_length))


def switch(address: Address, name: str) -> bool:
    """Read whether something is switched on."""
    return any(text in SWITCHED_ON for text in address.texts(name))


def word_length(address: Address, name: str) -> int | None:
    """Read how long words are, of the lengths that this site has."""
    return parsed(lambda text: int(text) if text in map(str, address.lengths) else None)(
        address, name
    )


def _texts(written: object) -> Iterable[str]:
    if isinstance(written, bool):
        return ("1",) if written else ()
    return map(str, written if isinstance(written, tuple) else (written,))
