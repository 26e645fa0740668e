"""What the rows tell of the word: letters, places, and what it must and cannot contain."""

from dataclasses import dataclass
from typing import Literal

from wordle_web.engine.knowledge import Knowledge
from wordle_web.engine.wording import counted_letter, ordinal
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.i18n import gettext


@dataclass(frozen=True, slots=True)
class LetterView:
    """One letter of the alphabet strip."""

    letter: str
    mark: Literal["absent", "present", "correct", "unknown"]
    label: str


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One place of the word: its letter where known, or the letters ruled out there."""

    number: int
    letter: str
    is_inferred: bool
    excluded: str
    label: str


@dataclass(frozen=True, slots=True)
class KnownView:
    """What the rows tell: the alphabet strip, the place grid, and sentences."""

    alphabet: tuple[LetterView, ...]
    places: tuple[PlaceView, ...]
    facts: tuple[str, ...]
    has_inferred: bool


def known_view(state: HelperState, knowledge: Knowledge, alphabet: str) -> KnownView | None:
    """Return what the rows tell, where there is anything that makes sense."""
    if not state.turns or state.is_solved or knowledge.is_contradictory:
        return None
    return KnownView(
        alphabet=tuple(_letter_view(letter, knowledge) for letter in alphabet),
        places=tuple(_place_view(place, knowledge) for place in range(state.length)),
        facts=_fact_texts(knowledge),
        has_inferred=bool(knowledge.inferred),
    )


def _letter_view(letter: str, knowledge: Knowledge) -> LetterView:
    name = letter.upper()
    if letter in knowledge.positions.values():
        return LetterView(letter, "correct", gettext("%(letter)s: right spot known", letter=name))
    if letter in knowledge.at_least:
        return LetterView(letter, "present", gettext("%(letter)s: in the word", letter=name))
    if knowledge.at_most.get(letter) == 0:
        return LetterView(letter, "absent", gettext("%(letter)s: not in the word", letter=name))
    return LetterView(letter, "unknown", gettext("%(letter)s: unknown", letter=name))


def _place_view(place: int, knowledge: Knowledge) -> PlaceView:
    letter = knowledge.positions.get(place, "")
    is_inferred = place in knowledge.inferred
    possible = knowledge.possible[place]
    # Of a place whose letter is known, it goes without saying which it is not.
    excluded = "" if letter else "".join(c for c in knowledge.must_contain if c not in possible)
    label = _place_label(place + 1, letter, is_inferred, excluded)
    return PlaceView(place + 1, letter, is_inferred, excluded, label)


def _place_label(number: int, letter: str, is_inferred: bool, excluded: str) -> str:
    facts = {"place": ordinal(number, gettext), "letter": letter.upper()}
    if letter and is_inferred:
        return gettext("%(place)s letter: %(letter)s, deduced", **facts)
    if letter:
        return gettext("%(place)s letter: %(letter)s", **facts)
    if excluded:
        facts["letter"] = letters_text(excluded)
        return gettext("%(place)s letter: not %(letter)s", **facts)
    return gettext("%(place)s letter: unknown", **facts)


def letters_text(letters: str) -> str:
    """Return letters as a list: `A, R, E`."""
    return ", ".join(letters.upper())


def _fact_texts(knowledge: Knowledge) -> tuple[str, ...]:
    """Return what must and what cannot be in the word, as sentences."""
    facts = []
    if knowledge.must_contain:
        must = ", ".join(_count_text(letter, knowledge) for letter in knowledge.must_contain)
        facts.append(gettext("Contains: %(letters)s", letters=must))
    if knowledge.cannot_contain:
        letters = letters_text(knowledge.cannot_contain)
        facts.append(gettext("Does not contain: %(letters)s", letters=letters))
    return tuple(facts)


def _count_text(letter: str, knowledge: Knowledge) -> str:
    least, most = knowledge.at_least[letter], knowledge.at_most.get(letter)
    letters = counted_letter(letter, least, gettext)
    # Where all letters of the word are known, how often each occurs goes without saying.
    if sum(knowledge.at_least.values()) >= len(knowledge.possible):
        return letters
    if least == most == 1:
        return gettext("exactly one %(letter)s", letter=letter.upper())
    if least == most:
        return gettext("exactly %(letters)s", letters=letters)
    return gettext("at least %(letters)s", letters=letters) if least > 1 else letters
