"""Why a strategy made its guess, in sentences.

From what a guess did to the words left; worded in the reader's language.
"""

from collections.abc import Callable, Mapping

from wordle_web.web.ui.formatting import decimal, number_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.watch.playing import Seen

MANY = 500
FEW = 50
FRESH_TURNS = 3


def reasons(strategy: str, seen: Seen, number: int, *, is_given: bool) -> tuple[str, ...]:
    """Return why a guess was made, the strategy's own reason first.

    Args:
        strategy: Its name.
        seen: The guess and what it did.
        number: Which turn it is, from 1.
        is_given: Whether the visitor chose the guess.
    """
    if seen.before == 1 and seen.is_possible:
        return (gettext("It is the only word left."),)
    said = [gettext("You chose it.") if is_given else _own_reason(strategy, seen, number)]
    if not seen.is_possible:
        said.append(gettext("It cannot be the answer: it is said for what it tells."))
    said.append(measures_text(seen))
    return tuple(filter(None, said))


def measures_text(seen: Seen) -> str:
    """Return what a guess does to the words left, in figures."""
    return gettext(
        "It can get %(groups)s and leaves %(left)s on average, %(worst)s at worst.",
        groups=replies_text(seen.groups),
        left=decimal(seen.expected),
        worst=number_text(seen.worst),
    )


def replies_text(count: int) -> str:
    """Return a number of different replies."""
    number = number_text(count)
    return ngettext(
        "%(number)s different reply", "%(number)s different replies", count, number=number
    )


def words_text(count: int) -> str:
    """Return a number of words."""
    return ngettext("%(number)s word", "%(number)s words", count, number=number_text(count))


def _own_reason(strategy: str, seen: Seen, number: int) -> str:
    """Return the reason of a strategy for a guess."""
    worded = _REASONS.get(strategy)
    return worded(seen, number) if worded else ""


def _random(seen: Seen, number: int) -> str:
    return gettext("It was drawn from the %(words)s left.", words=words_text(seen.before))


def _distinct(seen: Seen, number: int) -> str:
    if _has_repeats(seen):
        return gettext("Every word left repeats a letter, so it was drawn from them all.")
    return gettext("It was drawn from the words left that repeat no letter.")


def _common(seen: Seen, number: int) -> str:
    if _has_repeats(seen):
        return _distinct(seen, number)
    return gettext("It was drawn from the words left of frequent, different letters.")


def _letters(seen: Seen, number: int) -> str:
    return gettext("Of the words left, its letters are the most frequent in English.")


def _fresh(seen: Seen, number: int) -> str:
    if number == 1 or (number <= FRESH_TURNS and not seen.is_possible):
        return gettext("Its letters are new, and the most frequent of the new ones.")
    return _letters(seen, number)


def _opener(seen: Seen, number: int) -> str:
    if number == 1:
        return gettext("It is the opener that did best in the author’s trial of every answer.")
    return _fresh(seen, number)


def _elimination(seen: Seen, number: int) -> str:
    return gettext("It was drawn from the words that pass both indexes of letters and positions.")


def _frequency(seen: Seen, number: int) -> str:
    return gettext("Its letters are the most frequent among the words left.")


def _minimax(seen: Seen, number: int) -> str:
    return gettext("Of the possible words, none leaves fewer in the worst case.")


def _frequency_then_minimax(seen: Seen, number: int) -> str:
    if seen.before >= MANY:
        return _frequency(seen, number)
    if seen.before >= FEW:
        return _minimax(seen, number)
    return gettext("Of all words weighed, none leaves fewer in the worst case.")


def _expected(seen: Seen, number: int) -> str:
    return gettext("Of all words weighed, none leaves fewer on average.")


def _entropy(seen: Seen, number: int) -> str:
    return gettext(
        "Of all words weighed, none tells more: %(bits)s bits on average.", bits=decimal(seen.bits)
    )


def _partitions(seen: Seen, number: int) -> str:
    return gettext("Of all words weighed, none can get more different replies.")


def _optimal(seen: Seen, number: int) -> str:
    return gettext("Of all words that the search tried, none needs fewer guesses in the end.")


def _has_repeats(seen: Seen) -> bool:
    """Return whether a letter occurs twice in the guess."""
    return len(set(seen.turn.guess)) < len(seen.turn.guess)


_REASONS: Mapping[str, Callable[[Seen, int], str]] = {
    "random": _random,
    "distinct-letters": _distinct,
    "common-letters": _common,
    "letter-frequency": _letters,
    "fresh-letters": _fresh,
    "fixed-opener": _opener,
    "position-elimination": _elimination,
    "candidate-frequency": _frequency,
    "minimax": _minimax,
    "frequency-then-minimax": _frequency_then_minimax,
    "expected-remaining": _expected,
    "entropy": _entropy,
    "most-partitions": _partitions,
    "optimal": _optimal,
}
