"""Small view models that pages share: texts translated, addresses complete, numbers formatted."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A labeled address; `note` says where it leads."""

    label: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a select field, a radio group or a set of check boxes."""

    value: str
    label: str
    is_selected: bool = False


def number_options(numbers: Iterable[int], selected: int) -> tuple[Option, ...]:
    """Return numbers as choices."""
    return tuple(Option(str(each), str(each), each == selected) for each in numbers)


@dataclass(frozen=True, slots=True)
class Figure:
    """A labeled figure; `phrase` explains it on demand, `key` names it for sorting and scripts."""

    label: str
    value: str
    key: str = ""
    phrase: str = ""
