"""The helper's sentences: figures, problems of an address, refusals of an edit.

Everything a player reads that is more than a template's fixed text is worded here, in the
reader's language.
"""

from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.helper.edits import EditError
from wordle_web.web.helper.state import MAX_ROWS, MAX_USED, HelperState, Problem
from wordle_web.web.ui.i18n import gettext, ngettext


def colour_text(mark: int) -> str:
    """Return a mark by its familiar colour."""
    return (gettext("grey"), gettext("yellow"), gettext("green"))[mark]


def letters_text(letters: str) -> str:
    """Return letters as a list: `A, R, E`."""
    return ", ".join(letters.upper())


def mode_text(mode: str) -> str:
    """Return whose words a mode believes in."""
    texts = {
        "real": gettext("a game elsewhere"),
        "pool": gettext("this site, normal"),
        "easy": gettext("this site, easy"),
        "hard": gettext("this site, hard"),
    }
    return texts[mode]


def options_text(state: HelperState) -> str:
    """Return the terms in one line, for the closed fold."""
    parts = [gettext("%(number)s letters", number=state.length), mode_text(state.mode)]
    if state.hard:
        parts.append(gettext("hard mode"))
    if state.used:
        parts.append(ngettext("%(num)s used word", "%(num)s used words", len(state.used)))
    return " · ".join(parts)


def problem_text(problem: Problem, length: int) -> str:
    """Return what was wrong with a part of the address, and what was done about it."""
    return {**_row_problem_texts(problem, length), **_other_problem_texts(problem, length)}[
        problem.kind
    ]


def _row_problem_texts(problem: Problem, length: int) -> dict[str, str]:
    """Return what can be wrong with rows."""
    facts = {"text": problem.text, "length": length}
    return {
        "row": gettext("“%(text)s” is not a row and was left out.", **facts),
        "row-marks": gettext(
            "The marks in “%(text)s” are not %(length)s digits from 0 to 2: "
            "what could not be read is shown as grey.",
            **facts,
        ),
        "row-length": gettext(
            "“%(text)s” was left out: the words here have %(length)s letters.", **facts
        ),
        "too-many-rows": gettext(
            "That address has %(text)s rows; the first %(most)s are kept.", most=MAX_ROWS, **facts
        ),
    }


def _other_problem_texts(problem: Problem, length: int) -> dict[str, str]:
    """Return what can be wrong with the terms, the words and the buttons."""
    facts = {"text": problem.text, "length": length}
    return {
        "length": gettext(
            "Words have %(least)s to %(most)s letters here, not “%(text)s”.",
            least=LENGTHS[0],
            most=LENGTHS[-1],
            **facts,
        ),
        "mode": gettext("There are no words of the kind “%(text)s”.", **facts),
        "used": gettext(
            "“%(text)s” is not a word of %(length)s letters and was left out of the used words.",
            **facts,
        ),
        "used-many": gettext(
            "That address names %(text)s used words; the first %(most)s count.",
            most=MAX_USED,
            **facts,
        ),
        "mine": wrong_guess_text(problem.text, length),
        "sort": gettext("There is no column “%(text)s” to sort by.", **facts),
        "action": gettext("“%(text)s” is not something the helper can do.", **facts),
    }


def wrong_guess_text(text: str, length: int) -> str:
    """Return why a typed guess cannot be weighed."""
    return gettext("“%(text)s” is not a word of %(length)s letters.", text=text, length=length)


def edit_error_text(error: EditError, length: int) -> str:
    """Return why an edit could not be made."""
    texts = {
        "no-row": gettext("There is no row %(text)s any more.", text=error.text),
        "no-tile": gettext("A row has no tile like that."),
        "nothing": gettext(
            "Type a word of %(length)s letters, with its marks if you like, or paste a grid.",
            length=length,
        ),
        "word": gettext(
            "“%(text)s” is not a word of %(length)s letters.", text=error.text, length=length
        ),
        "marks": gettext(
            "“%(text)s” does not have %(length)s marks.", text=error.text, length=length
        ),
        "too-many-rows": gettext("There is room for %(text)s rows.", text=error.text),
        "length": gettext("There are no words of %(text)s letters here.", text=error.text),
    }
    return texts[error.kind]
