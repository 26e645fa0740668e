"""What a player knows of another game, and the page on which it is saved.

For each lexicon there may be a list of past answers, and one of possible answers.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from flask import url_for
from werkzeug.wrappers import Response

from wordle_web.engine.used_words import (
    FoundWords,
    OtherGame,
    UsedWords,
    can_be_packed,
    find_used,
    other_game,
    pack,
    unpack,
)
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.word_lists import read_lists, write_lists
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import Address, AddressState, Part, number
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.queries import read_word

MAX_NAMED = 12  # words that a page names as skipped
MAX_UNLIKELY = 100  # past answers that are no likely answers, and are kept by their letters
POSSIBLE = "?"  # after the name of the lexicon, where a list is one of possible answers


def _read_added(address: Address, name: str) -> int | None:
    numbers = [whole_number(text, 0, MAX_NUMBER) for key, text in address.pairs if key == name]
    return (numbers[0] or 0) if numbers else None


def _read_unknown(address: Address, name: str) -> tuple[str, ...]:
    words = map(read_word, address.texts(name)[:MAX_NAMED])
    return tuple(word for word in words if word and len(word) in LENGTHS)


def _read_dropped(address: Address, name: str) -> tuple[int, ...]:
    return tuple(length for length in LENGTHS if str(length) in address.texts(name))


@dataclass(frozen=True, slots=True)
class Saved(AddressState):
    """What became of a text that was sent, as the address of the page that follows says it.

    Attributes:
        added: How many words are new in the list; None where no text was sent.
        unlikely: How many past answers were left out: no likely answers, of which there were many.
        unknown: What is no word, as far as it is named.
        dropped: The lengths of the lists that had to go.
    """

    added: Annotated[int | None, Part(_read_added)] = None
    unlikely: Annotated[int, Part(number(0, MAX_NUMBER))] = 0
    unknown: Annotated[tuple[str, ...], Part(_read_unknown)] = ()
    dropped: Annotated[tuple[int, ...], Part(_read_dropped)] = ()


@dataclass(frozen=True, slots=True)
class PastAnswersPage:
    """The page of past and possible answers, as they are saved.

    Attributes:
        typed: What stands in the field.
        saved: What became of the last text.
        error_list: Which of the two lists the error is about: `used` or `possible`.
    """

    length: int
    action: str
    clear: str
    back: Link
    used: UsedWords
    possible: tuple[str, ...]
    typed: str
    saved: Saved
    error: str = ""
    error_list: str = "used"


def saved_words(length: int) -> tuple[str, ...]:
    """Return the saved past answers of a length; of a damaged cookie none."""
    return _saved(length).words


def known_game(length: int, *, is_player: bool = True) -> OtherGame:
    """Return what the host, and the player if asked for, know of another game's answers.

    Where the player has saved a list of possible answers, the host's own does not count.
    """
    site, lexicon = services(), services().all_words(length)
    host = other_game(lexicon, site.settings.used_words, site.settings.possible_words)
    if not is_player:
        return host
    possible = _saved(length, POSSIBLE).words or host.possible
    return OtherGame({**host.weights, **_saved(length).weights}, possible)


def _saved(length: int, kind: str = "") -> UsedWords:
    lexicon = services().all_words(length)
    return unpack(lexicon, read_lists().get(lexicon.name + kind, b""))


def save_text(response: Response, text: str, length: int, *, is_possible: bool = False) -> Saved:
    """Save the words in `text`, in the cookie of `response`.

    Past answers are added to the saved ones. Possible answers take their place.
    """
    lexicon = services().all_words(length)
    found = find_used(text, lexicon)
    if is_possible:
        return _keep(response, length, UsedWords(tuple(sorted(found.words))), found, POSSIBLE)
    unlikely = [word for word in found.words if not can_be_packed(lexicon, word)]
    left_out = frozenset(unlikely[MAX_UNLIKELY:])
    kept = replace(found, words=tuple(word for word in found.words if word not in left_out))
    return _keep(response, length, _saved(length).with_found(kept), found)


def _keep(
    response: Response, length: int, words: UsedWords, found: FoundWords, kind: str = ""
) -> Saved:
    lexicon = services().all_words(length)
    name = lexicon.name + kind
    before = set() if kind else set(_saved(length).words)
    packed = read_lists()
    packed.pop(name, None)  # the list saved last is at the end
    packed[name] = pack(lexicon, words)
    dropped = write_lists(response, packed)
    lengths = tuple(int(name.removesuffix(POSSIBLE).rpartition("-")[2]) for name in dropped)
    left_out = set(found.words) - set(words.words)
    added = 0 if name in dropped else len(set(words.words) - before)
    return Saved(added, len(left_out), found.unknown[:MAX_NAMED], lengths)


def clear_words(response: Response, length: int, *, is_possible: bool = False) -> None:
    """Forget the saved words of a length, in the cookie of `response`."""
    packed = read_lists()
    packed.pop(services().all_words(length).name + (POSSIBLE if is_possible else ""), None)
    write_lists(response, packed)


def past_answers_page(
    state: HelperState,
    saved: Saved,
    error: str = "",
    typed: str = "",
    error_list: str = "used",
) -> PastAnswersPage:
    """Return the page of past and possible answers beside the helper in `state`."""
    return PastAnswersPage(
        length=state.length,
        action=state.address(url_for(".past_answers")),
        clear=state.address(url_for(".clear_past_answers")),
        back=Link(gettext("Back to the helper"), state.address(url_for(".helper"))),
        used=_saved(state.length),
        possible=_saved(state.length, POSSIBLE).words,
        typed=typed or ", ".join(state.used),
        saved=saved,
        error=error,
        error_list=error_list,
    )
