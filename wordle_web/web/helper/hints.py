"""Hints by degrees: how many words are left, then a letter, then its place, then the word.

They come from the words still possible, as everything that the helper says; it knows no answer.
"""

from dataclasses import dataclass, replace

from wordle_web.engine.wording import ordinal
from wordle_web.engine.words.letters import capitals
from wordle_web.web.helper.form import BoardHint
from wordle_web.web.helper.state import MAX_HINT, HelperState
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import percent
from wordle_web.web.ui.i18n import gettext

LETTER, PLACE, WORD = range(2, MAX_HINT + 1)


@dataclass(frozen=True, slots=True)
class HintView:
    """What has been given away so far, and the link to the next degree."""

    texts: tuple[str, ...]
    more: Link


def is_spoiler(state: HelperState) -> bool:
    """Whether a word is more than the player has asked for."""
    return 0 < state.hint < WORD


def hint_view(state: HelperState, found: BoardHint, path: str) -> HintView:
    """Return the hint that `state` asks for, which is less than the whole answer."""
    hint, texts = found.letter, []
    if state.count > 1 and state.hint >= LETTER:
        texts.append(gettext("Board %(number)s", number=found.board + 1))
    if hint is None and state.hint >= LETTER:
        texts.append(gettext("You’ve found all the letters. Only their order is left."))
    elif hint is not None and state.hint >= LETTER:
        letter = capitals(hint.letter)
        texts.append(
            gettext(
                "Likeliest new letter: %(letter)s (%(chance)s)",
                letter=letter,
                chance=percent(hint.probability),
            )
        )
        if state.hint >= PLACE:
            texts.append(
                gettext(
                    "Likeliest spot for %(letter)s: %(place)s (%(chance)s)",
                    letter=letter,
                    place=ordinal(hint.place + 1, gettext),
                    chance=percent(hint.place_probability),
                )
            )
    degree = WORD if hint is None and state.hint >= LETTER else state.hint + 1
    labels = {
        LETTER: gettext("Show the likeliest letter"),
        PLACE: gettext("Show its spot"),
        WORD: gettext("Show the best guess"),
    }
    return HintView(tuple(texts), Link(labels[degree], replace(state, hint=degree).address(path)))
