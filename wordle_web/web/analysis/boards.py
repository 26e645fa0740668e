"""The analysis of a finished game of several boards: what each guess did, against the best one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wordle_web.engine.boards.analysis import BoardsGuess, analyze_boards
from wordle_web.engine.boards.turns import MAX_BOARDS, max_guesses
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import capitals, plain_letters
from wordle_web.web.analysis.page import problem_text
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.services import services
from wordle_web.web.ui.boards_explained import BoardsTurnView, boards_turns
from wordle_web.web.ui.formatting import decimal
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.queries import (
    IN_TURN,
    Pairs,
    Problem,
    available_modes,
    excerpt,
    first_value,
    read_mode,
    read_word,
)

BUDGET_MS = 600.0  # for the searches of all guesses together
MIN_SOLVED = 0.01  # boards solved on average, from which it is worth a word
_BETWEEN = re.compile(r"[\s,;.]+")


@dataclass(frozen=True, slots=True)
class BoardsGame:
    """A game of several boards to analyze.

    Attributes:
        mode: Whose words, as in the analysis of one board.
        in_turn: Whether only the first unsolved board showed its marks.
    """

    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    mode: str
    in_turn: bool


@dataclass(frozen=True, slots=True)
class BoardsAnalysisPage:
    """The game guess by guess, or what is wrong with it."""

    title: str
    summary: str
    turns: tuple[BoardsTurnView, ...]
    problems: tuple[str, ...]


def read_boards_game(pairs: Pairs) -> BoardsGame | None:
    """Return the game in an address with several answers; None where there are fewer than two.

    Args:
        pairs: Names and values of the query. Answers and guesses may stand in one value, with
            spaces between them; a pasted game is read for its words.
    """
    alphabet = services().alphabet
    words = {
        name: tuple(
            word
            for key, value in pairs
            if key == name
            for word in _BETWEEN.split(plain_letters(value, alphabet).strip().lower())
            if word
        )
        for name in ("answer", "guess", "game")
    }
    if len(words["answer"]) < 2:
        return None
    length = len(words["answer"][0])
    pasted = (word for word in words["game"] if word.isalpha() and len(word) == length)
    return BoardsGame(
        answers=words["answer"],
        guesses=(*(word.partition(":")[0] for word in words["guess"]), *pasted),
        mode=first_value(pairs, "mode"),
        in_turn=first_value(pairs, "order") == IN_TURN,
    )


def boards_analysis_page(game: BoardsGame) -> BoardsAnalysisPage:
    """Return the page of a game."""
    problems = tuple(_problems(game))
    title = ngettext("%(num)s board", "%(num)s boards", len(game.answers))
    if problems:
        return BoardsAnalysisPage(title, "", (), problems)
    lexicon = services().lexicon(len(game.answers[0]))
    belief = belief_of(lexicon, read_mode(game.mode, []))
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        found = analyze_boards(
            lexicon,
            game.answers,
            game.guesses,
            belief=belief,
            in_turn=game.in_turn,
            budget_ms=budget_ms,
        )
    return BoardsAnalysisPage(title, _summary(game, found), boards_turns(found, _verdict), ())


def _problems(game: BoardsGame) -> Iterator[str]:
    site, count = services(), len(game.answers)
    length = len(game.answers[0])
    if count > MAX_BOARDS:
        yield gettext("Enter at most %(most)s answers.", most=MAX_BOARDS)
        return
    if length not in site.lengths:
        yield gettext("This site has no words of this length.")
        return
    unknown: list[Problem] = []
    if read_mode(game.mode, unknown) not in available_modes(length) or unknown:
        yield problem_text(Problem("mode", excerpt(game.mode)))
    lexicon = site.lexicon(length)
    odd = [word for word in game.answers if word not in lexicon]
    if odd:
        words = ", ".join(capitals(excerpt(word)) for word in odd)
        yield gettext("Not in our word list, so it cannot be an answer: %(words)s", words=words)
    if len(set(game.answers)) < count:
        yield gettext("Enter each word once: boards have different answers.")
    if not game.guesses:
        yield gettext("Enter your guesses, too.")
    yield from _odd_guesses(game, lexicon)


def _odd_guesses(game: BoardsGame, lexicon: Lexicon) -> Iterator[str]:
    odd = [word for word in game.guesses if len(word) != lexicon.length or not read_word(word)]
    if odd:
        words = ", ".join(capitals(excerpt(word)) for word in odd)
        yield gettext(
            "Guesses must have %(length)s letters: %(words)s", length=lexicon.length, words=words
        )
    most = max_guesses(MAX_BOARDS, in_turn=True)
    if len(game.guesses) > most:
        yield gettext("Enter at most %(most)s guesses.", most=most)


def _summary(game: BoardsGame, found: tuple[BoardsGuess, ...]) -> str:
    solved = sum(step.is_solved for each in found for step in each.steps)
    count = len(game.answers)
    guesses = ngettext("%(num)s guess", "%(num)s guesses", len(found))
    judged = [each for each in found if each.own]
    best = sum(each.is_best for each in judged)
    text = gettext(
        "%(best)s of %(all)s guesses were the best possible.", best=best, all=len(judged)
    )
    if len(judged) < len(found):
        text += " " + gettext("The others could not be compared.")
    if solved == count:
        return gettext("All boards solved in %(guesses)s.", guesses=guesses) + " " + text
    boards = gettext("%(solved)s of %(all)s boards solved", solved=solved, all=count)
    return f"{boards}. {text}"


def _verdict(guess: BoardsGuess) -> tuple[str, ...]:
    if guess.own is None or guess.best is None:
        return ()
    left = sum(step.left for step in guess.steps)
    expected = decimal(guess.own.expected_remaining)
    luck = ngettext(
        "%(num)s word left; %(expected)s were expected.",
        "%(num)s words left; %(expected)s were expected.",
        left,
        expected=expected,
    )
    lucky = (luck,) if left else ()  # after the last board nothing is left to speak of
    if guess.is_best:
        return (*lucky, gettext("The best guess."))
    best = guess.best
    facts = {
        "word": capitals(best.guess),
        "solved": decimal(best.expected_solved),
        "left": decimal(best.expected_remaining),
        "own_solved": decimal(guess.own.expected_solved),
        "own_left": decimal(guess.own.expected_remaining),
    }
    if max(best.expected_solved, guess.own.expected_solved) < MIN_SOLVED:
        return (*lucky, gettext("%(word)s was better: %(left)s words left on average.", **facts))
    text = gettext(
        "%(word)s was better: %(solved)s boards solved and %(left)s words left on average, not "
        "%(own_solved)s and %(own_left)s.",
        **facts,
    )
    return (*lucky, text)
