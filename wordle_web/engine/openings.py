"""Openings: the best first guess for a belief, and replies to patterns that leave many words.

They are the same for all players and take seconds to minutes to compute, so a command computes them
once. The openings of the built-in lexicons are shipped; those of a host's own words are stored next
to the words. If past or possible answers of another game are known, the stored guesses are ranked
again under the changed weights.
"""

import functools
import hashlib
import json
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from wordle_web.engine.arrays import Indices, heaviest_first
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.engine.feedback import (
    all_correct,
    digits_of,
    feedback_matrix,
    letter_codes,
    pattern_from_digits,
    patterns_of,
)
from wordle_web.engine.hard_mode import HardMode, allowed_guesses
from wordle_web.engine.knowledge import Turn, tries_left
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix, matrix_in_memory
from wordle_web.engine.partition import estimated_guesses
from wordle_web.engine.planning import Outlook, Plan, hard_mode_outlooks, plan, unhurried_size
from wordle_web.engine.wordfiles import write_whole

MAX_CACHED_GUESSES: Final = 10  # guesses stored per reply
# A reply is stored if a pattern leaves at least `MIN_WORDS` words and a search, which leaves out
# unlikely words, considers at least `MIN_SEARCHED` of them. Other replies are searched on demand.
MIN_WORDS: Final = 40
MIN_SEARCHED: Final = 20
# First guesses come from a narrow search, which can finish and compare the best ones. A wider
# search would spend all its nodes on the first two guesses.
FIRST_WIDTH: Final = 4
MAX_NODES: Final = 1_500  # nodes of the search for one reply
MAX_FIRST_NODES: Final = 1_000_000  # nodes of the search for a first guess
MAX_NODES_IN_DOUBT: Final = 6_000  # the same if some games might not be solved in time
MAX_GUESSES: Final = 6.0  # highest valid number of expected guesses in a file
MAX_FIRST: Final = 4  # stored guesses that a search with other weights tries first
MAX_COMPARED_HARD: Final = 5  # first guesses compared for hard mode
MAX_COMPARED: Final = 2_000_000_000  # patterns compared at most, enough for all stored guesses


@dataclass(frozen=True, slots=True)
class Reply:
    """The best guesses in a state of the game, stored or just found."""

    # The best guesses, best first, each with its outlook (None if unknown).
    guesses: tuple[tuple[str, Outlook | None], ...]
    is_exact: bool  # whether no other guess can be better than the first one


@dataclass(frozen=True, slots=True)
class Opening:
    """A first guess and the replies to it."""

    first: Reply  # the best first guesses
    replies: Mapping[int, Reply] = field(default_factory=dict)  # to the best one, by pattern
    # Replies to other popular first guesses, by guess and pattern.
    other_firsts: Mapping[str, Mapping[int, Reply]] = field(default_factory=dict)

    def reply(self, turns: Sequence[Turn]) -> Reply | None:
        """Return the stored result after `turns`, or None."""
        if not turns:
            return self.first
        guess, pattern = turns[0].guess, turns[0].pattern
        is_first = guess == self.first.guesses[0][0]
        replies = self.replies if is_first else self.other_firsts.get(guess, {})
        return replies.get(pattern) if len(turns) == 1 else None


def fingerprint(lexicon: Lexicon, belief: Belief, hard: HardMode) -> str:
    """Return the key of an opening: a digest of words, weights and mode."""
    facts = lexicon.digest.encode() + belief.weights.tobytes() + bytes([hard])
    return hashlib.sha256(facts).hexdigest()[:16]


def find_opening(lexicon: Lexicon, belief: Belief, hard: HardMode) -> Opening | None:
    """Return the stored opening for a belief, or None."""
    key = fingerprint(lexicon, belief, hard)
    # A host's copy of a built-in lexicon uses the shipped openings.
    for path in (lexicon.openings_file, DATA_FOLDER / "openings" / f"{lexicon.name}.json"):
        if path and key in (openings := _read_openings(lexicon, path)):
            return openings[key]
    return None


def stored_reply(
    lexicon: Lexicon, turns: Sequence[Turn], belief: Belief, hard: HardMode
) -> Reply | None:
    """Return the stored result after `turns`, or None.

    If no first guesses are stored for this belief and mode, those for normal rules and the belief
    without past or possible answers are ranked again. Ultra-hard mode uses those of hard mode.
    """
    opening = find_opening(lexicon, belief, hard) if len(turns) <= 1 else None
    if opening is None and hard is HardMode.ULTRA and not turns:
        # For 11 of 12 beliefs (english-4, english-5, german-5), the best first guesses for hard
        # mode are at least as good in ultra-hard mode as those for normal rules.
        stored = stored_reply(lexicon, (), belief, HardMode.ON)
        return stored and replace(stored, is_exact=False)
    if opening is None and (belief.is_own or hard) and not turns:
        return _reweighed(lexicon, belief)
    return opening.reply(turns) if opening else None


def _reweighed(lexicon: Lexicon, belief: Belief) -> Reply | None:
    # Shift the searched cost by the change of a quick estimate, which takes some milliseconds for
    # any number of used words. Hard mode does not restrict a first guess.
    before = belief_of(lexicon, belief.name)
    opening = find_opening(lexicon, before, HardMode.OFF)
    if opening is None:
        return None
    if not belief.is_own:
        return replace(opening.first, is_exact=False)  # hard mode with normal weights
    words, outlooks = zip(*opening.first.guesses, strict=True)
    cores = []  # for each of the two beliefs, the words that a search considers
    for weighting in (before, belief):
        candidates = candidates_after(lexicon, (), weighting)
        cores.append(candidates[: unhurried_size(weighting.weights[candidates])])
    likely, won = np.union1d(*cores), all_correct(lexicon.length)
    patterns = feedback_matrix(letter_codes(words), lexicon.codes[likely]).T
    estimates = []
    for weighting in (before, belief):
        weights = weighting.weights[likely]
        order = heaviest_first(np.arange(len(likely)), weights)
        estimates.append(estimated_guesses(patterns[order], weights[order], won))
    changes = (estimates[1] - estimates[0]).tolist()
    known = [
        outlook and outlook._replace(guesses=outlook.guesses + change)
        for outlook, change in zip(outlooks, changes, strict=True)
    ]
    ranked = sorted(
        zip(words, known, strict=True), key=lambda pair: pair[1].cost if pair[1] else MAX_GUESSES
    )
    return Reply(tuple(ranked), False)


def guesses_ignoring_used_words(
    lexicon: Lexicon, turns: Sequence[Turn], belief: Belief, hard: HardMode
) -> tuple[int, ...]:
    """Return the stored guesses after `turns`, best first, for the same belief with normal weights.

    They are probably still good if past or possible answers change the weights, so a search tries
    them first. They are indices in the lexicon; empty if no such answers change the weights, or
    nothing is stored.
    """
    if not belief.is_own:
        return ()
    reply = stored_reply(lexicon, turns, belief_of(lexicon, belief.name), hard)
    guesses = reply.guesses if reply else ()
    return tuple(lexicon.indices(word for word, _ in guesses)[:MAX_FIRST])


# About 0.2 MB per file and 1.1 MB for english-5: 8 MB for the 25 built-in lexicons and a few more.
@functools.lru_cache(maxsize=32)
def _read_openings(lexicon: Lexicon, path: Path) -> Mapping[str, Opening]:
    """Return the well-formed openings in a file, by fingerprint; empty without a file."""
    openings = {}
    for key, plain in _read_json(path).items():
        with suppress(AttributeError, TypeError, ValueError):  # the opening is malformed
            first, replies, *more = plain
            others = more[0] if more else {}
            openings[key] = Opening(
                _reply_from_json(first, lexicon),
                _replies_from_json(replies, lexicon),
                {guess: _replies_from_json(other, lexicon) for guess, other in others.items()},
            )
    return openings


def _read_json(path: Path) -> dict[str, Any]:
    try:
        plain = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return plain if isinstance(plain, dict) else {}


def keep_opening(lexicon: Lexicon, belief: Belief, hard: HardMode, opening: Opening) -> None:
    """Add an opening to the lexicon's file.

    Raises:
        ValueError: the lexicon has no file for openings.
        OSError: the folder cannot be written.
    """
    path = lexicon.openings_file
    if path is None:
        raise ValueError(lexicon.name)
    others = {
        guess: _replies_to_json(replies, lexicon.length)
        for guess, replies in sorted(opening.other_firsts.items())
    }
    openings = _read_json(path)
    openings[fingerprint(lexicon, belief, hard)] = [
        _reply_to_json(opening.first),
        _replies_to_json(opening.replies, lexicon.length),
        *([others] if others else []),
    ]
    _write_json(path, openings)


def drop_openings(lexicon: Lexicon, wanted: Container[str]) -> None:
    """Remove all openings from the lexicon's file except those with these fingerprints."""
    if lexicon.openings_file:
        openings = _read_json(lexicon.openings_file)
        _write_json(
            lexicon.openings_file, {key: openings[key] for key in openings if key in wanted}
        )


def _write_json(path: Path, openings: Mapping[str, Any]) -> None:
    lines = (
        f'"{key}":{json.dumps(openings[key], separators=(",", ":"))}' for key in sorted(openings)
    )
    write_whole(path, "{" + ",\n".join(lines) + "}\n")
    _read_openings.cache_clear()


def opening_keys(lexicon: Lexicon, real: Belief | None = None) -> Iterator[tuple[Belief, HardMode]]:
    """Yield the beliefs that the helper offers, each without and with hard mode.

    `real` is the belief for games of other sites, by default the prior. Of each pool, only the
    latest version is offered.
    """
    real = real or belief_of(lexicon)
    names = dict.fromkeys(pool.name for pool in lexicon.pools)
    for belief in (real, *(belief_of(lexicon, name) for name in names)):
        yield belief, HardMode.OFF
        yield belief, HardMode.ON


def add_opening(lexicon: Lexicon, belief: Belief, hard: HardMode) -> str:
    """Find and store an opening, and return its first guess.

    For hard mode, only the best first guesses for normal rules are compared, since searching for
    others takes too long.

    Raises:
        OSError: the opening cannot be stored.
        ValueError: the lexicon has no file for openings.
    """
    matrix, words = matrix_in_memory(lexicon), lexicon.words
    candidates = candidates_after(lexicon, (), belief)
    if hard and (normal := find_opening(lexicon, belief, HardMode.OFF)):
        guesses = lexicon.indices(word for word, _ in normal.first.guesses[:MAX_COMPARED_HARD])
        outlooks = hard_mode_outlooks(matrix, candidates, belief.weights[candidates], guesses)
        ranked = sorted(outlooks, key=lambda guess: outlooks[guess].cost)
        first = Reply(tuple((words[guess], outlooks[guess]) for guess in ranked), False)
    else:
        first = _find_reply(matrix, belief, candidates, (), hard)
    guess = first.guesses[0][0]
    replies = build_replies(matrix, belief, guess, hard=hard)
    keep_opening(lexicon, belief, hard, Opening(first, replies))
    return guess


def build_replies(
    matrix: Matrix,
    belief: Belief,
    guess: str,
    *,
    hard: HardMode = HardMode.OFF,
    min_words: int = MIN_WORDS,
) -> dict[int, Reply]:
    """Return the replies to a first guess by its pattern; this takes seconds to minutes.

    Patterns that leave fewer than `min_words` words, or few likely ones, are skipped, since their
    searches are fast.
    """
    candidates = candidates_after(matrix.lexicon, (), belief)
    patterns = patterns_of(guess, matrix.lexicon.codes[candidates])
    likely = patterns[: unhurried_size(belief.weights[candidates])]
    words, tried = (
        np.bincount(cells, minlength=1 + patterns.max()) for cells in (patterns, likely)
    )
    is_large = (words >= min_words) & (tried >= min(min_words, MIN_SEARCHED))
    return {
        pattern: _find_reply(
            matrix, belief, candidates[patterns == pattern], (Turn(guess, pattern),), hard
        )
        for pattern in np.flatnonzero(is_large).tolist()
    }


def reply_of(lexicon: Lexicon, planned: Plan, count: int) -> Reply:
    """Return a reply with the best guesses of a plan, at most `count`."""
    guesses = (
        (lexicon.words[planned.guesses[column]], planned.outlook(column))
        for column in planned.result.ranking[:count]
    )
    return Reply(tuple(guesses), planned.is_exact)


def _find_reply(
    matrix: Matrix, belief: Belief, candidates: Indices, turns: Sequence[Turn], hard: HardMode
) -> Reply:
    search = functools.partial(
        plan,
        matrix,
        candidates,
        belief.weights[candidates],
        tries_left(turns),
        allowed_guesses(matrix.lexicon.codes, turns, hard),
        hard=hard,
        top=MAX_CACHED_GUESSES,
        max_compared=MAX_COMPARED,
    )
    if not turns:
        first = search(widths=[FIRST_WIDTH], max_nodes=MAX_FIRST_NODES)
        planned = reply_of(matrix.lexicon, first, MAX_CACHED_GUESSES)
        return replace(planned, guesses=tuple(guess for guess in planned.guesses if guess[1]))
    reply = reply_of(matrix.lexicon, search(max_nodes=MAX_NODES), MAX_CACHED_GUESSES)
    outlook = reply.guesses[0][1]
    if outlook and outlook.solved < 1:  # worth a longer search
        reply = reply_of(matrix.lexicon, search(max_nodes=MAX_NODES_IN_DOUBT), MAX_CACHED_GUESSES)
    return reply


# JSON of an opening: [first, replies by the pattern's digits, replies to other first guesses if
# any]. JSON of a reply: [is it exact, word, expected guesses, share of games not solved, word,
# ...].


def _replies_to_json(replies: Mapping[int, Reply], length: int) -> dict[str, Any]:
    return {
        digits_of(pattern, length): _reply_to_json(reply)
        for pattern, reply in sorted(replies.items())
    }


def _reply_to_json(reply: Reply) -> list[Any]:
    plain: list[Any] = [int(reply.is_exact)]
    for word, outlook in reply.guesses:
        expected = round(outlook.guesses, 5) if outlook else None
        unsolved = round(1 - outlook.solved, 7) if outlook else None
        plain += [word, expected, unsolved]
    return plain


def _replies_from_json(plain: Any, lexicon: Lexicon) -> dict[int, Reply]:
    return {
        pattern_from_digits(digits): _reply_from_json(reply, lexicon)
        for digits, reply in plain.items()
    }


def _reply_from_json(plain: Any, lexicon: Lexicon) -> Reply:
    is_exact, *flat = plain
    guesses = list[tuple[str, Outlook | None]]()
    for word, expected, unsolved in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        outlook = None
        if expected is not None or unsolved is not None:
            # `nan` fails both comparisons; a text raises TypeError.
            if not (1 <= expected <= MAX_GUESSES and 0 <= unsolved < 1):
                raise ValueError((expected, unsolved))
            outlook = Outlook(float(expected), 1.0 - unsolved)
        guesses.append((word, outlook))
    if not guesses or not all(word in lexicon for word, _ in guesses):
        raise ValueError(plain)
    return Reply(tuple(guesses), bool(is_exact))
