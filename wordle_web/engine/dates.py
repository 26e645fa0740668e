"""Dates as people and programs write them, with months as numbers or by their names."""

from typing import Final

# How the names of months begin in the languages of the site, from January.
_NAMES: Final = (
    "jan ene, feb fev fév, mar mär, apr abr avr, may mai, jun juin, "
    "jul juil, aug ago aoû, sep set, oct okt out, nov, dec dez dic déc"
)
_MONTHS: Final = {
    name: number for number, names in enumerate(_NAMES.split(","), 1) for name in names.split()
}


def month_number(name: str) -> int | None:
    """Return the number of a month by its name or the start of it; None for another word.

    >>> month_number("Janeiro"), month_number("juil"), month_number("Ana")
    (1, 7, None)
    """
    small = name.casefold()
    return _MONTHS.get(small[:4], _MONTHS.get(small[:3]))
