"""The results that a guess can get: a few to tap, and every one with the words it leaves."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from wordle_web.engine.feedback import CORRECT, PRESENT, digits_of, marks_of
from wordle_web.engine.results import PatternCount, PatternCounts
from wordle_web.web.ui.formatting import words_text
from wordle_web.web.ui.i18n import ngettext

MAX_LISTED = 12
MAX_OFFERED = 12  # of a suggested word; four lines on a phone
MAX_OFFERED_WAITING = 24  # of a row that waits for its colors: there is nothing else to see then

Action = Callable[[str], str]  # of a result, by its digits


class Result(NamedTuple):
    """A result that a guess can get, as the engine counted it.

    Attributes:
        action: The address of the page with it, or the value of its button.
    """

    counted: PatternCount
    marks: tuple[int, ...]
    action: str


@dataclass(frozen=True, slots=True)
class Results:
    """The patterns that a guess could get, largest first; the smallest are summed up."""

    word: str
    shown: tuple[Result, ...]
    rest: str


@dataclass(frozen=True, slots=True)
class ResultGroup:
    """Results with as many greens, the fewer yellows first; `label` says how many."""

    label: str
    results: tuple[Result, ...]


def offered_results(
    patterns: PatternCounts, length: int, action: Action, most: int = MAX_OFFERED
) -> tuple[ResultGroup, ...]:
    """Return the likeliest results of a guess, at most `most`, by their greens and yellows."""
    offered = in_order(patterns.likeliest(most), length)
    groups = groupby(offered, lambda each: marks_of(each.pattern, length).count(CORRECT))
    return tuple(
        ResultGroup(
            ngettext("%(num)s in the right spot", "%(num)s in the right spot", greens),
            tuple(_result(each, length, action) for each in group),
        )
        for greens, group in groups
    )


def in_order(patterns: Iterable[PatternCount], length: int) -> list[PatternCount]:
    """Return patterns as people look for theirs: by greens, then yellows, then their places."""

    def key(each: PatternCount) -> tuple[int, int, int]:
        marks = marks_of(each.pattern, length)
        return marks.count(CORRECT), marks.count(PRESENT), -each.pattern

    return sorted(patterns, key=key)


def every_result(word: str, patterns: PatternCounts, length: int, action: Action) -> Results | None:
    """Return what each result of `word` would leave; None where there is only one."""
    if patterns.total < 2:
        return None
    results = tuple(_result(each, length, action) for each in patterns.shown[:MAX_LISTED])
    return Results(word, results, _rest_text(patterns) if patterns.total > MAX_LISTED else "")


def _result(each: PatternCount, length: int, action: Action) -> Result:
    return Result(each, marks_of(each.pattern, length), action(digits_of(each.pattern, length)))


def _rest_text(patterns: PatternCounts) -> str:
    return ngettext(
        "And %(num)s more result with up to %(words)s.",
        "And %(num)s more results with up to %(words)s each.",
        patterns.total - MAX_LISTED,
        words=words_text(patterns.shown[MAX_LISTED].words),
    )
