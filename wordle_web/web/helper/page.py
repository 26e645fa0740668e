"""The helper's rows, notices, terms and knowledge as its template shows them.

From a state and what its turns tell to frozen contexts; the answer is `helper_answer`'s. Knows
Flask only through the wording.
"""

from collections.abc import Iterator, Sequence

from wordle_web.engine.hard_mode import HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import Knowledge, Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.board import MARKS, tile_label
from wordle_web.game.wording import counted_letter, ordinal
from wordle_web.web.helper.state import MODES, HelperState, Row
from wordle_web.web.helper.text import letters_text, mode_text, options_text
from wordle_web.web.helper.view_models import (
    Choice,
    KnownView,
    LetterView,
    Notice,
    Options,
    PlaceView,
    RowView,
    TileButton,
)
from wordle_web.web.ui.i18n import gettext, ngettext


def row_views(state: HelperState) -> tuple[RowView, ...]:
    """Return the rows with their tiles."""
    last = len(state.rows)
    return tuple(_row_view(row, number, last) for number, row in enumerate(state.rows, 1))


def _row_view(row: Row, number: int, last: int) -> RowView:
    """Return one row; `last` is the number of the last one."""
    word = row.guess.upper() or gettext("word not typed yet")
    return RowView(
        number=number,
        label=gettext("Row %(number)s, %(word)s", number=number, word=word),
        value=row.text,
        guess=row.guess,
        tiles=_tiles(row, number),
        is_first=number == 1,
        is_last=number == last,
        is_blank=row.is_blank,
    )


def _tiles(row: Row, number: int) -> tuple[TileButton, ...]:
    """Return the tiles of a row as buttons."""
    letters = row.guess or " " * len(row.digits)
    return tuple(
        _tile(place, letter.strip(), mark, number)
        for place, (letter, mark) in enumerate(zip(letters, row.marks, strict=True), 1)
    )


def _tile(place: int, letter: str, mark: int, number: int) -> TileButton:
    """Return one tile with its label under each mark."""
    absent, present, correct = (_tile_label(place, letter, name) for name in range(3))
    return TileButton(
        letter=letter.upper(),
        mark=MARKS[mark],
        label=(absent, present, correct)[mark],
        tap=f"{number}.{place}",
        labels=(absent, present, correct),
    )


def _tile_label(place: int, letter: str, mark: int) -> str:
    """Return what is spoken of a tile, also of one whose letter is not known yet."""
    return tile_label(place, letter or "?", MARKS[mark], gettext)


def notices(state: HelperState, lexicon: Lexicon) -> tuple[Notice, ...]:
    """Return what there is to say about the rows beside the answer."""
    return (
        *_blank_notice(state),
        *_unknown_notice(state, lexicon),
        *(_hard_notices(state) if state.hard else ()),
    )


def _blank_notice(state: HelperState) -> Iterator[Notice]:
    """Yield that rows of a pasted grid still want their words."""
    blank = sum(row.is_blank for row in state.rows)
    if blank:
        yield Notice(
            "info",
            ngettext(
                "%(num)s row has colours but no word yet and does not count. Type its word.",
                "%(num)s rows have colours but no words yet and do not count. "
                "Type the words one after another.",
                blank,
            ),
        )


def _unknown_notice(state: HelperState, lexicon: Lexicon) -> Iterator[Notice]:
    """Yield which guesses are in no list of ours; they count all the same."""
    unknown = dict.fromkeys(turn.guess for turn in state.turns if turn.guess not in lexicon)
    if unknown:
        words = ", ".join(word.upper() for word in unknown)
        yield Notice(
            "info", gettext("Not in our word list, used all the same: %(words)s", words=words)
        )


def _hard_notices(state: HelperState) -> Iterator[Notice]:
    """Yield which rows hard mode would have refused."""
    earlier: list[Turn] = []
    for number, row in enumerate(state.rows, 1):
        if row.is_blank:
            continue
        violation = hard_mode_violation(row.guess, earlier)
        earlier.append(row.turn)
        if violation:
            hint = violation_text(violation)
            text = gettext(
                "Hard mode would refuse row %(number)s: %(hint)s.", number=number, hint=hint
            )
            yield Notice("info", text)


def violation_text(violation: HardModeViolation) -> str:
    """Return the hint that a guess leaves out: `3rd letter must be A`."""
    if violation.kind == "position":
        return gettext(
            "%(place)s letter must be %(letter)s",
            place=ordinal(violation.position, gettext),
            letter=violation.letter.upper(),
        )
    letters = counted_letter(violation.letter, violation.count, gettext)
    return gettext("guess must contain %(letters)s", letters=letters)


def options_view(
    state: HelperState, lengths: Sequence[int], modes: Sequence[str] = MODES
) -> Options:
    """Return the terms of the search with what can be chosen."""
    return Options(
        summary=options_text(state),
        modes=tuple(Choice(mode, capital(mode_text(mode)), mode == state.mode) for mode in modes),
        lengths=tuple(Choice(str(n), str(n), n == state.length) for n in lengths),
        hard=state.hard,
        used=", ".join(state.used),
    )


def capital(text: str) -> str:
    """Return `text` beginning with a capital letter."""
    return text[:1].upper() + text[1:]


def entry_label(state: HelperState) -> str:
    """Return what the field for a new row asks for."""
    blank = next((number for number, row in enumerate(state.rows, 1) if row.is_blank), 0)
    if blank:
        return gettext("Word of row %(number)s", number=blank)
    return gettext("Add the guess you played") if not state.rows else gettext("Add a guess")


def known_view(knowledge: Knowledge, alphabet: str) -> KnownView:
    """Return what the rows tell: letters, places, sentences."""
    return KnownView(
        alphabet=tuple(_letter_view(letter, knowledge) for letter in alphabet),
        places=tuple(_place_view(place, knowledge) for place in range(len(knowledge.possible))),
        facts=fact_texts(knowledge),
        has_inferred=bool(knowledge.inferred),
    )


def _letter_view(letter: str, knowledge: Knowledge) -> LetterView:
    """Return a letter of the alphabet strip."""
    name = letter.upper()
    if letter in knowledge.positions.values():
        return LetterView(letter, "correct", gettext("%(letter)s: place known", letter=name))
    if letter in knowledge.at_least:
        return LetterView(letter, "present", gettext("%(letter)s: in the word", letter=name))
    if knowledge.at_most.get(letter) == 0:
        return LetterView(letter, "absent", gettext("%(letter)s: not in the word", letter=name))
    return LetterView(letter, "unknown", gettext("%(letter)s: not known", letter=name))


def _place_view(place: int, knowledge: Knowledge) -> PlaceView:
    """Return a place of the word: its letter, or the letters of the word that it cannot be."""
    letter = knowledge.positions.get(place, "")
    is_inferred = place in knowledge.inferred
    excluded = "".join(
        each for each in knowledge.must_contain if each not in knowledge.possible[place]
    )
    return PlaceView(
        number=place + 1,
        letter=letter,
        is_inferred=is_inferred,
        excluded="" if letter else excluded,
        label=_place_label(place + 1, letter, is_inferred, excluded),
    )


def _place_label(number: int, letter: str, is_inferred: bool, excluded: str) -> str:
    """Return what is spoken of a place."""
    facts = {"place": ordinal(number, gettext), "letter": letter.upper()}
    if letter and is_inferred:
        return gettext("%(place)s letter: %(letter)s, inferred", **facts)
    if letter:
        return gettext("%(place)s letter: %(letter)s", **facts)
    if excluded:
        facts["letter"] = letters_text(excluded)
        return gettext("%(place)s letter: not %(letter)s", **facts)
    return gettext("%(place)s letter: open", **facts)


def fact_texts(knowledge: Knowledge) -> tuple[str, ...]:
    """Return what must and what cannot be in the word, as sentences."""
    must = [_count_text(letter, knowledge) for letter in knowledge.must_contain]
    facts = []
    if must:
        facts.append(gettext("Contains: %(letters)s", letters=", ".join(must)))
    if knowledge.cannot_contain:
        letters = letters_text(knowledge.cannot_contain)
        facts.append(gettext("Does not contain: %(letters)s", letters=letters))
    return tuple(facts)


def _count_text(letter: str, knowledge: Knowledge) -> str:
    """Return a letter and how often it occurs, as far as that is worth saying."""
    least, most = knowledge.at_least[letter], knowledge.at_most.get(letter)
    letters = counted_letter(letter, least, gettext)
    is_full = sum(knowledge.at_least.values()) >= len(knowledge.possible)
    if least == most and not is_full:
        return (
            gettext("exactly one %(letter)s", letter=letter.upper())
            if least == 1
            else gettext("exactly %(letters)s", letters=letters)
        )
    return (
        gettext("at least %(letters)s", letters=letters) if least > 1 and not is_full else letters
    )
