"""The letters that players type in languages that are not built in, by their English names.

An accent that makes no letter of its own is left out: it is lost when a word becomes a key.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LATIN: Final = "abcdefghijklmnopqrstuvwxyz"

ALPHABETS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "belarusian": "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
        "bulgarian": "абвгдежзийклмнопрстуфхцчшщъьюя",
        "danish": LATIN + "æøå",
        "estonian": LATIN + "äöüõ",
        "finnish": LATIN + "äö",
        "german": LATIN + "äöü",
        "greek": "αβγδεζηθικλμνξοπρστυφχψω",
        "hebrew": "אבגדהוזחטיכלמנסעפצקרשת",
        "norwegian": LATIN + "æøå",
        "polish": "aąbcćdeęfghijklłmnńoóprsśtuwyzźż",
        "russian": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "spanish": LATIN + "ñ",
        "swedish": LATIN + "åäö",
        "turkish": "abcçdefgğhıijklmnoöprsştuüvyz",
        "ukrainian": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    }
)


def letters_of(language: str) -> str:
    """Return the letters that words of a language are typed with.

    >>> letters_of("italian") == LATIN, letters_of("turkish")[9:12]
    (True, 'hıi')
    """
    return ALPHABETS.get(language, LATIN)
