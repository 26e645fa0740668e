"""Texts about the engine: rules of strategies, and reasons for guesses on several boards."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from babel.support import LazyProxy

from wordle_web.engine.boards.suggestion import RankedBoardsGuess
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.formatting import list_text, number_text, percent
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _


class StrategyText(NamedTuple):
    """The texts about a strategy, and the family in which pages list it."""

    title: LazyProxy | str
    rule: LazyProxy | str
    family: str = "rule"  # a key of `FAMILIES`


FAMILIES: Mapping[str, LazyProxy] = {
    "": _("All"),
    "rule": _("Letter rules"),
    "measure": _("One guess ahead"),
    "search": _("Full search"),
}
TEXTS: Mapping[str, StrategyText] = {
    "random": StrategyText(_("Random possible word"), _("Picked at random from the words left.")),
    "distinct-letters": StrategyText(
        _("Distinct letters"),
        _("A possible word with no repeated letter, or any possible word if there is none."),
    ),
    "common-letters": StrategyText(
        _("Common letters"), _("Like Distinct letters, with at least two of E T A O I N S R.")
    ),
    "letter-frequency": StrategyText(
        _("Letter frequency"),
        _("The possible word with the most frequent English letters; repeated letters come last."),
    ),
    "fresh-letters": StrategyText(
        _("Fresh letters"),
        _("For three guesses, frequent letters that weren’t used before; then Letter frequency."),
    ),
    "fixed-opener": StrategyText(
        _("Fixed opener"), _("A fixed opener, in English PRISM by default, then Fresh letters.")
    ),
    "position-elimination": StrategyText(
        _("Spot by spot"),
        _("A random word that fits what each spot allows, deduced spots included."),
    ),
    "candidate-frequency": StrategyText(
        _("Likely letters"),
        _("The possible word whose different letters appear most often in the words left."),
    ),
    "place-frequency": StrategyText(
        _("Letters by spot"),
        _("The possible word whose letters are in the same spots in most of the words left."),
    ),
    "minimax": StrategyText(
        _("Play it safe"),
        _("The possible word that leaves the fewest words in the worst case (minimax)."),
        "measure",
    ),
    "frequency-then-minimax": StrategyText(
        _("Likely letters, then safe"),
        _("Likely letters down to 500 words, then Play it safe; below 50, with any allowed word."),
        "measure",
    ),
    "expected-remaining": StrategyText(
        _("Fewest words left"), _("The word that leaves the fewest words on average."), "measure"
    ),
    "entropy": StrategyText(
        _("Most information"),
        _("The word whose result gives the most information on average (entropy, in bits)."),
        "measure",
    ),
    "most-partitions": StrategyText(
        _("Most results"), _("The word with the most different results."), "measure"
    ),
    "optimal": StrategyText(
        _("Optimal"),
        _("The word with which this site’s full search expects the fewest guesses in the end."),
        "search",
    ),
}


def strategy_text(name: str) -> StrategyText:
    """Return the texts of a strategy; without texts, its name is the title."""
    title, rule, family = TEXTS.get(name, (name.replace("-", " ").capitalize(), "", "rule"))
    return StrategyText(str(title), str(rule), family)


def strategy_options(*selected: str) -> tuple[Option, ...]:
    """Return all strategies as choices."""
    return tuple(Option(name, str(text.title), name in selected) for name, text in TEXTS.items())


MAX_NAMED = 4  # maximum number of boards that a sentence names
MIN_CHANCE = 0.05  # sentences mention at least this probability of solving a board


def board_numbers(boards: Sequence[int]) -> str:
    """Name boards, given by index, in a sentence: `board 3` for 2, `boards 1 and 4` for 0 and 3."""
    numbers = list_text([number_text(board + 1) for board in boards])
    if len(boards) == 1:
        return gettext("board %(number)s", number=numbers)
    return gettext("boards %(numbers)s", numbers=numbers)


def why_text(guess: RankedBoardsGuess) -> str:
    """Return a sentence with the reason for a guess on several boards."""
    reason = guess.reason
    if reason.kind == "opener":
        return gettext("A strong first guess for every board.")
    if reason.kind == "nothing":
        return gettext("Tells you nothing new.")
    if reason.kind == "solves":
        solved = board_numbers(reason.boards)
        others = [board for board in reason.splits if board not in reason.boards]
        if others:
            more = board_numbers(sorted(others[:MAX_NAMED]))
            return gettext("Solves %(boards)s and narrows %(more)s.", boards=solved, more=more)
        return gettext("Solves %(boards)s.", boards=solved)
    likeliest = max(guess.prospects, key=lambda prospect: prospect.solve_probability)
    if likeliest.solve_probability < MIN_CHANCE:
        narrowed = (reason.splits or reason.boards)[:MAX_NAMED]
        if len(narrowed) == len(guess.prospects) > 1:
            if guess.is_candidate:
                return gettext("Narrows every board.")
            return gettext("Can’t be an answer, but narrows every board.")
        return gettext("Narrows %(boards)s the most.", boards=board_numbers(sorted(narrowed)))
    board = board_numbers((likeliest.number,))
    facts = {"boards": board, "chance": percent(likeliest.solve_probability)}
    others = [number for number in reason.splits if number != likeliest.number]
    if others:
        text = gettext("Solves %(boards)s in %(chance)s of cases and narrows %(more)s.")
        return text % {**facts, "more": board_numbers(sorted(others[:MAX_NAMED]))}
    return gettext("Solves %(boards)s in %(chance)s of cases.", **facts)
