"""Boards that no word fits: the reasons as sentences, and possible fixes as links."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from wordle_web.engine.diagnosis import Diagnosis, Fix, contradicting_tiles
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.letters import ordinal
from wordle_web.engine.rows import WAITING
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import capitals, format_decimal, list_text, words_text
from wordle_web.web.ui.i18n import gettext, pgettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import DEFAULT_MODE

MAX_FIXES = 8

# The text of a change, by the new mark of the tile.
CHANGES = (
    _("change the %(place)s letter (%(letter)s) to gray"),
    _("change the %(place)s letter (%(letter)s) to yellow"),
    _("change the %(place)s letter (%(letter)s) to green"),
)

# The same, short enough for a button.
SHORT_CHANGES = (
    _("Make %(letter)s gray in row %(number)s"),
    _("Make %(letter)s yellow in row %(number)s"),
    _("Make %(letter)s green in row %(number)s"),
)


class FixLink(NamedTuple):
    """A possible fix: its address, the words that it leaves, and its label in full and in short."""

    label: str
    url: str
    note: str
    short: str


@dataclass(frozen=True)
class NoMatch:
    """The reasons why no word is left on a board, and possible fixes."""

    state: HelperState
    board: int  # counted from 0
    diagnosis: Diagnosis
    path: str  # the path of the helper, to which all links lead

    @property
    def anchor(self) -> str:
        """The id of the heading about this board."""
        return f"fix-{self.board + 1}"

    @cached_property
    def places(self) -> list[int]:
        """The index of each row that the engine sees: those with a word and colors."""
        return list(self.state.position.turns_by_row(self.board))

    @property
    def is_elsewhere(self) -> bool:
        """Whether words that this site's pool lacks would fit."""
        is_pool = not self.diagnosis.impossible and self.state.mode != DEFAULT_MODE
        return is_pool and self.diagnosis.matching > 0

    @property
    def headline(self) -> str:
        """The headline: the fault, with the board's number if there are several."""
        text = gettext("No matching word")
        if self.diagnosis.impossible:
            text = gettext("Impossible colors")
        elif self.is_elsewhere:
            text = gettext("No matching word on this site")
        if self.state.count == 1:
            return text
        return gettext("Board %(number)s: %(text)s", number=self.board + 1, text=text)

    @property
    def reasons(self) -> Iterator[str]:
        """The reasons why no word is left."""
        diagnosis, places = self.diagnosis, self.places
        for row, fault in diagnosis.impossible:
            number, reason = places[row] + 1, fault.message(gettext)
            yield gettext("Row %(number)s: %(reason)s.", number=number, reason=reason)
        if diagnosis.impossible:
            return
        numbers = [places[row] for row in diagnosis.conflict]
        rows = _numbers(numbers)
        if len(diagnosis.at_fault) == len(places) > 1 and not diagnosis.fixes:
            all_rows = _numbers(places)
            yield gettext("Rows %(rows)s don’t match any word, even separately.", rows=all_rows)
        elif diagnosis.knowledge.is_contradictory:
            yield self._contradiction(numbers)
        else:
            if len(numbers) > 1:
                yield gettext("Rows %(rows)s together match no word we know.", rows=rows)
            elif numbers:
                yield gettext("Row %(rows)s matches no word we know.", rows=rows)
            if not diagnosis.matching:
                yield gettext("The answer may be missing from our word list.")

    def _contradiction(self, rows: Sequence[int]) -> str:
        """Return why rows, given by index, contradict each other: by two tiles, if they suffice."""
        if len(rows) == 2:
            turns = self.state.position.turns_by_row(self.board)
            pair = turns[rows[0]], turns[rows[1]]
            if tiles := contradicting_tiles(*pair):
                return _tiles_text(rows, pair, tiles)
        if len(rows) > 1:
            return gettext("Rows %(rows)s contradict each other.", rows=_numbers(rows))
        return gettext("The rows contradict each other.")

    @property
    def offer(self) -> str:
        """The heading of the fixes."""
        return gettext("Fix it") if self.diagnosis.impossible else gettext("Possible fixes")

    @cached_property
    def changes(self) -> tuple[FixLink, ...]:
        """The fixes that change a row.

        The nearest possible colors of a row come first, unless only other changes leave words. Then
        come changes of the last row, since the rows before it were usually right when it was added.
        """
        diagnosis, places = self.diagnosis, self.places
        likely = [fix for fix in diagnosis.fixes if fix.is_known][:MAX_FIXES]
        likely.sort(key=lambda fix: fix.row != len(places) - 1)
        links = [self._change(places[fix.row], fix.turn, fix) for fix in likely]
        nearest = [self._change(places[row], fault.fix) for row, fault in diagnosis.impossible]
        useful = {link.url for link in links or nearest}
        links = [link for link in nearest if link.url in useful] + links
        # A change that was derived twice is shown once, with the number of words that it leaves.
        return tuple({link.url: link for link in links}.values())

    @cached_property
    def fixes(self) -> tuple[FixLink, ...]:
        """Every fix worth offering: changed rows, the last row without colors, removed rows."""
        diagnosis, places = self.diagnosis, self.places
        links = list(self.changes)
        left_out = [places[row] for row in diagnosis.at_fault]
        if diagnosis.words_without and (len(left_out) < len(places) or len(places) == 1):
            if self.has_last_row:
                links.append(self.again)
            note = words_text(diagnosis.words_without)
            links.append(self._without(left_out, note, keeps_word=self.state.count > 1))
        elif not diagnosis.fixes:
            # Every row is wrong by itself, so offer to color any of them again.
            links += [self._without([row], keeps_word=True) for row in left_out]
        return tuple({link.url: link for link in links}.values())

    @property
    def has_last_row(self) -> bool:
        """Whether the last row and others contradict each other."""
        return len(self.places) - 1 in self.diagnosis.conflict[1:]

    @property
    def likeliest(self) -> FixLink | None:
        """The fix to offer first: a changed row or, if none helps, coloring the last row again."""
        if self.has_last_row and not self.changes:
            return self.again
        return next(iter(self.fixes), None)

    @property
    def again(self) -> FixLink:
        """The link that clears the colors of the last row, to color it again."""
        return self._without(self.places[-1:], keeps_word=True)

    @property
    def all_words(self) -> Link | None:
        """The link that searches all words, if some of them fit."""
        if not self.is_elsewhere:
            return None
        url = self.state.address(self.path, mode=DEFAULT_MODE)
        return Link(gettext("Search all words"), url, words_text(self.diagnosis.matching))

    def _change(self, row: int, turn: Turn, fix: Fix | None = None) -> FixLink:
        """Return the link that changes a row: `Row 1: change the 2nd letter (R) to yellow`."""
        old, number = self.state.rows[row], row + 1
        if fix and fix.kind == "letter":
            words = {"new": capitals(turn.guess), "old": capitals(old.guess)}
            label = gettext("Row %(number)s: %(new)s instead of %(old)s", number=number, **words)
            short = gettext("Change row %(number)s to %(word)s", number=number, word=words["new"])
        else:
            tiles = enumerate(zip(turn.guess, old.marks[self.board], turn.marks, strict=True), 1)
            changed_tiles = [
                (ordinal(place, gettext), letter, new)
                for place, (letter, before, new) in tiles
                if new != int(before)
            ]
            changes = [
                str(CHANGES[new]) % {"place": place, "letter": capitals(letter)}
                for place, letter, new in changed_tiles
            ]
            _place, letter, new = changed_tiles[0]
            short = str(SHORT_CHANGES[new]) % {"letter": capitals(letter), "number": number}
            if len(changes) > 1 or turn.guess.count(letter) > 1:  # one letter isn't enough
                short = gettext("Fix row %(number)s", number=number)
            change = list_text(changes)
            label = gettext("Row %(number)s: %(change)s", number=number, change=change)
        changed = replace(old, guess=turn.guess)
        changed = changed.marked(self.board, turn.digits)
        url = self.state.with_row(row, changed).address(self.path)
        return FixLink(label, url, words_text(fix.words) if fix else "", short)

    def _without(self, places: Sequence[int], note: str = "", *, keeps_word: bool) -> FixLink:
        """Return the link that removes rows, or only clears their colors on this board."""
        numbers, are_several = _numbers(places), len(places) > 1
        rows = [
            row.marked(self.board, WAITING) if place in places else row
            for place, row in enumerate(self.state.rows)
            if keeps_word or place not in places
        ]
        if keeps_word and are_several:
            label = gettext("Color rows %(rows)s again", rows=numbers)
        elif keeps_word:
            label = gettext("Color row %(number)s again", number=numbers)
        elif are_several:
            label = gettext("Remove rows %(rows)s", rows=numbers)
        else:
            label = gettext("Delete row %(number)s", number=numbers)
        return FixLink(label, self.state.with_rows(rows).address(self.path), note, label)


def _numbers(places: Sequence[int]) -> str:
    return list_text([format_decimal(place + 1) for place in places])


def _tiles_text(rows: Sequence[int], turns: Sequence[Turn], tiles: Sequence[int]) -> str:
    """Return the sentence about contradicting tiles of two rows, all given by index."""
    marked = zip(turns, tiles, strict=True)
    (letter, mark), (other_letter, other_mark) = (turn.tiles[tile] for turn, tile in marked)
    facts = {
        "place": ordinal(tiles[0] + 1, gettext),
        "letter": capitals(letter),
        "first": format_decimal(rows[0] + 1),
        "second": format_decimal(rows[1] + 1),
    }
    if letter != other_letter:
        text = gettext(
            "The %(place)s letter is %(letter)s in row %(first)s, %(other)s in row %(second)s."
        )
        return text % {**facts, "other": capitals(other_letter)}
    text = gettext("%(letter)s is %(color)s in row %(first)s, %(other)s in row %(second)s.")
    if mark and other_mark:  # different colors, which is a contradiction only in one position
        text = gettext(
            "As the %(place)s letter, %(letter)s is %(color)s in row %(first)s, "
            "%(other)s in row %(second)s."
        )
    return text % {**facts, "color": _color(mark), "other": _color(other_mark)}


def _color(mark: int) -> str:
    """Return the color of a letter with this mark, as an adjective."""
    colors = pgettext("letter", "gray"), pgettext("letter", "yellow"), pgettext("letter", "green")
    return colors[mark]
