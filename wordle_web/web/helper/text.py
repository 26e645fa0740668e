"""The helper's sentences: what is wrong with an address or an edit, what the rows tell."""

from collections.abc import Mapping

from babel.lists import format_list
from babel.support import LazyProxy

from wordle_web.engine.knowledge import Knowledge
from wordle_web.engine.wording import counted_letter
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.helper.state import MAX_USED
from wordle_web.web.ui.formatting import format_decimal
from wordle_web.web.ui.game_texts import MODE_TEXTS
from wordle_web.web.ui.game_urls import DEFAULT_MODE, MAX_ROWS, HelperState, Problem
from wordle_web.web.ui.i18n import gettext, locale, ngettext
from wordle_web.web.ui.i18n import lazy_gettext as _

WRONG_WORD = _("Enter a word of %(length)s letters, not “%(text)s”.")

# By the kind of problem: first those of an address, then those of an edit.
PROBLEMS: Mapping[str, LazyProxy] = {
    "row": _("“%(text)s” is not a valid row and was skipped."),
    "row-marks": _(
        "“%(text)s” needs %(length)s colors: 0 for gray, 1 for yellow, 2 for green. "
        "Missing colors are shown as gray."
    ),
    "row-length": _("“%(text)s” was skipped: words have %(length)s letters here."),
    "too-many-rows": _("The link has %(text)s rows. Only the first %(most)s were kept."),
    "length": _("Choose %(least)s to %(most)s letters, not “%(text)s”."),
    "mode": _("There is no word list “%(text)s” for this length."),
    "used": _("Past answer “%(text)s” was skipped: it is not a word of %(length)s letters."),
    "used-many": _("The link has %(text)s past answers. Only the first %(most)s count."),
    "guess": WRONG_WORD,
    "sort": _("Cannot sort by “%(text)s”: there is no such column."),
    "action": _("Unknown action “%(text)s”."),
    "no-row": _("Row %(text)s no longer exists."),
    "no-tile": _("This tile does not exist."),
    "nothing": _("Type a word of %(length)s letters, with or without its colors, or paste a grid."),
    "word": WRONG_WORD,
    "marks": _("“%(text)s” needs %(length)s colors: 0 for gray, 1 for yellow, 2 for green."),
    "no-room": _("You can add up to %(text)s rows. Delete one first."),
    "no-length": _("This site has no words of %(text)s letters."),
}
LIMITS = {"too-many-rows": MAX_ROWS, "used-many": MAX_USED, "length": LENGTHS[-1]}


def problem_text(problem: Problem, length: int) -> str:
    """Return what was wrong with an address or an edit, and what was done about it."""
    return str(PROBLEMS[problem.kind]) % {
        "text": problem.text,
        "length": length,
        "least": LENGTHS[0],
        "most": LIMITS.get(problem.kind),
    }


def options_text(state: HelperState, used: int) -> str:
    """Return the options in one line, with so many past answers, for the closed fold."""
    # The long name of that mode would take the summary to a third line on a phone.
    mode = gettext("another site") if state.mode == DEFAULT_MODE else str(MODE_TEXTS[state.mode])
    parts = [gettext("%(number)s letters", number=state.length), mode]
    if state.hard:
        parts.append(gettext("hard mode"))
    if used:
        number = format_decimal(used)
        text = ngettext("%(number)s past answer", "%(number)s past answers", used, number=number)
        parts.append(text)
    return " · ".join(parts)


def listed(items: list[str]) -> str:
    """Return items in a row: `1, 2, and 3`."""
    return format_list(items, locale=locale())


def letters_text(letters: str) -> str:
    """Return letters as a list: `A, R, E`."""
    return ", ".join(letters.upper())


def fact_texts(knowledge: Knowledge) -> tuple[str, ...]:
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
