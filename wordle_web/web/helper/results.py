"""The results that a guess can get: a few to tap, and every one with the words it leaves."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from wordle_web.engine.feedback import CORRECT, PRESENT, all_correct, digits_of, marks_of
from wordle_web.engine.results import PatternCount, PatternCounts
from wordle_web.game.board import MARKS, Mark
from wordle_web.web.ui.formatting import percent, words_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.queries import marks_text

MAX_LISTED = 12
MAX_OFFERED = 12  # of a suggested word; four lines on a phone
MAX_OFFERED_WAITING = 24  # of a row that waits for its colors: there is nothing else to see then

Address = Callable[[str], str]  # of the page with a result, by its digits


@dataclass(frozen=True, slots=True)
class Result:
    """One pattern that a guess could get, and what it would leave; `words` are the likeliest."""

    marks: tuple[Mark, ...]
    label: str
    count: str
    share: str
    url: str
    words: str


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
    patterns: PatternCounts, length: int, address: Address, most: int = MAX_OFFERED
) -> tuple[ResultGroup, ...]:
    """Return the likeliest results of a guess, at most `most`, by their greens and yellows."""
    offered = in_order(patterns.likeliest(most), length)
    groups = groupby(offered, lambda each: marks_of(each.pattern, length).count(CORRECT))
    return tuple(
        ResultGroup(
            ngettext("%(num)s green", "%(num)s green", greens) if greens else gettext("No green"),
            tuple(_result(each, length, address) for each in group),
        )
        for greens, group in groups
    )


def in_order(patterns: Iterable[PatternCount], length: int) -> list[PatternCount]:
    """Return patterns as people look for theirs: by greens, then yellows, then their places."""

    def key(each: PatternCount) -> tuple[int, int, int]:
        marks = marks_of(each.pattern, length)
        return marks.count(CORRECT), marks.count(PRESENT), -each.pattern

    return sorted(patterns, key=key)


def every_result(
    word: str, patterns: PatternCounts, length: int, address: Address
) -> Results | None:
    """Return what each result of `word` would leave; None where there is only one."""
    if patterns.total < 2:
        return None
    results = tuple(_result(each, length, address) for each in patterns.shown[:MAX_LISTED])
    return Results(word, results, _rest_text(patterns) if patterns.total > MAX_LISTED else "")


def _result(each: PatternCount, length: int, address: Address) -> Result:
    marks = marks_of(each.pattern, length)
    is_answer = each.pattern == all_correct(length)
    return Result(
        marks=tuple(MARKS[mark] for mark in marks),
        label=marks_text(marks),
        count=gettext("solved") if is_answer else words_text(each.words),
        share=percent(each.probability),
        url=address(digits_of(each.pattern, length)),
        words="" if is_answer else _words_in(each),
    )


def _words_in(each: PatternCount) -> str:
    words = ", ".join(each.likeliest)
    return f"{words} …" if len(each.likeliest) < each.words else words


def _rest_text(patterns: PatternCounts) -> str:
    return ngettext(
        "And %(num)s more result with up to %(words)s.",
        "And %(num)s more results with up to %(words)s each.",
        patterns.total - MAX_LISTED,
        words=words_text(patterns.shown[MAX_LISTED].words),
    )
