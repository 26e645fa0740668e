"""The helper's answer in words, for one board or several.

The template reads the parts of an `Answer`: the next step, the best guess with its reason, results
to tap, words left, hints. A part that doesn't apply is empty. `no_match.py` explains boards that no
word fits; `figures.py` has the figures of a guess.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from wordle_web.engine.advice import (
    NO_PATTERNS,
    BoardAdvice,
    PatternCount,
    PatternCounts,
)
from wordle_web.engine.boards.suggestion import BoardsSuggestion, RankedBoardsGuess
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.letters import ordinal
from wordle_web.engine.rating import HAIR
from wordle_web.engine.rows import HIDDEN, WAITING, Row, max_rows
from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.game.rules import Game
from wordle_web.web.helper.edits import EditError, add_word
from wordle_web.web.helper.figures import (
    ABOUT,
    Ranking,
    guess_figures,
    offered_results,
    ranking,
    turns_text,
)
from wordle_web.web.helper.no_match import NoMatch
from wordle_web.web.helper.result import HelperResult, OwnGuess
from wordle_web.web.helper.state import MAX_HINT, HelperState, problem_text
from wordle_web.web.http.paths import analysis_url
from wordle_web.web.ui.components import Figure, Link
from wordle_web.web.ui.formatting import (
    capitals,
    decimal,
    format_decimal,
    list_text,
    number_text,
    percent,
    words_left_text,
    words_text,
)
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.queries import Problem, query_string
from wordle_web.web.ui.strategies import board_numbers, why_text

MAX_LISTED = 60  # words left of one board
MAX_PROMPTED = 4  # boards to color that a sentence names, so that it has at most two lines
MAX_CONFLICTING = 2  # tiles to check that a sentence names, so that it has two lines
MAX_CHECKED = 2  # boards to check that a sentence names, so that it has one line
MAX_OFFERED_WAITING = 24  # results offered for a waiting row; nothing else is shown beside them
MIN_CHANCE = 0.01  # smaller chances, and smaller differences of chances, are not mentioned
FEWER = 0.9  # share of the suggestion's words left: a guess that leaves fewer needs a note
MIN_FEWER = 0.1  # smaller differences in the words left on average are not mentioned
SMALLEST_COST = 0.005  # the smallest cost worth mentioning, in guesses on average
MAX_FAMILIAR_COST = 0.025  # guesses on average that a better-known word may cost more
LETTER, PLACE, WORD = range(2, MAX_HINT + 1)  # degrees of a hint; degree 1 is the number of words

WordLeft = tuple[str, float, bool]  # a word, its chance, and whether it is a past answer
WordList = tuple[tuple[WordLeft, ...], int]  # words, and how many are not listed
ResultGroups = list[tuple[int, list[PatternCount]]]  # results by their number of greens


@dataclass(frozen=True)
class Answer:
    """The helper's answer to a position."""

    state: HelperState
    result: HelperResult
    path: str  # the path of the helper, to which all links lead
    failures: tuple[Problem, ...] = ()  # problems of the address or the form
    # Boards on which tiles of the edited row are gray only because they have not been tapped yet.
    untouched: frozenset[int] = frozenset()

    @property
    def is_alone(self) -> bool:
        """Whether there is only one board."""
        return self.state.count == 1

    @property
    def board(self) -> BoardAdvice:
        """The advice on the first board."""
        return self.result.advice.boards[0]

    @cached_property
    def row(self) -> int | None:
        """The index of the row whose tiles are shown; None if every row has its colors."""
        is_waiting = self.state.position.first_waiting is not None
        return self.state.row if is_waiting or self.unfinished else None

    @property
    def next_row(self) -> Link | None:
        """The link to the row to be colored next, if the one shown has its colors."""
        position, row = self.state.position, self.state.row
        first = position.first_waiting
        if row is None or first is None or position.waiting(row):
            return None
        label = gettext("Color %(word)s", word=self._row_name(first))
        return Link(label, self.state.address(self.path, selected=None))

    def _row_name(self, row: int) -> str:
        """Return the word of a row, or its number if the colors were entered without a word."""
        word = capitals(self.state.rows[row].guess)
        return word or gettext("row %(number)s", number=row + 1)

    @cached_property
    def unfinished(self) -> tuple[int, ...]:
        """Boards that no word fits, but on which the row is still being colored."""
        if not self.untouched:
            return ()
        contradictory = (board.number for board in self.result.advice.contradictory)
        return tuple(number for number in contradictory if number in self.untouched)

    @cached_property
    def no_match(self) -> tuple[NoMatch, ...]:
        """The diagnosis of each board that no word fits."""
        if self.is_alone and self.row is not None:  # the row has to be colored first
            return ()
        return tuple(
            NoMatch(self.state, board.number, board.diagnosis, self.path)
            for board in self.result.advice.contradictory
            if board.diagnosis and board.number not in self.unfinished
        )

    @property
    def reason(self) -> str:
        """The first reason why no word is left on the only board."""
        return next(self.no_match[0].reasons, "") if self.is_alone and self.no_match else ""

    @property
    def more_fixes(self) -> str:
        """The id of the fixes of the only board; empty if there are fewer than two."""
        is_shown = self.is_alone and self.no_match and self.no_match[0].fixes[1:]
        return self.no_match[0].anchor if is_shown else ""

    @cached_property
    def is_over(self) -> bool:
        """Whether every board is solved."""
        advice = self.result.advice
        return advice.is_over and not advice.contradictory and self.row is None

    @property
    def is_hint(self) -> bool:
        """Whether a hint is shown in place of the best guess."""
        return is_spoiler(self.state) and self.result.hint_board is not None

    @cached_property
    def is_lost(self) -> bool:
        """Whether a game of one board has used all its guesses without being solved."""
        is_open = not (self.is_over or self.is_hint or self.no_match) and self.row is None
        return self.is_alone and is_open and len(self.state.position.turns(0)) == TRIES

    @cached_property
    def suggestion(self) -> Suggestion | BoardsSuggestion | None:
        """The best guesses, if they are shown."""
        is_hidden = self.is_over or self.is_hint or self.is_lost or not self.result.advice.best
        is_hidden = is_hidden or self.is_wordless or bool(self.unfinished)
        return None if is_hidden else self.result.advice.suggestion

    @property
    def is_wordless(self) -> bool:
        """Whether the rows are a grid whose words are to be typed."""
        return bool(self.state.rows) and not any(row.guess for row in self.state.rows)

    @property
    def is_first(self) -> bool:
        """Whether the suggestion is the first guess in a game of one board."""
        return self.is_alone and bool(self.suggestion) and not self.state.position.turns(0)

    # The number of words left, and the next step.

    @property
    def candidates(self) -> int | None:
        """The number of words left; None for several boards, or while a row waits for colors."""
        return self.board.candidates if self.is_alone and self.row is None else None

    @cached_property
    def headline(self) -> tuple[str, str]:
        """The next step or the number of words left, and a note, such as how many are likely."""
        if self.is_wordless:
            return gettext("Type the words of your rows"), ""
        if not self.is_alone:
            advice = self.result.advice
            if advice.is_over:
                return gettext("All boards solved"), ""
            left = ngettext("%(num)s guess left", "%(num)s guesses left", advice.guesses_left)
            solved = sum(bool(board.answer) for board in advice.boards)
            text = ngettext(
                "%(solved)s of %(num)s board solved",
                "%(solved)s of %(num)s boards solved",
                len(advice.boards),
                solved=number_text(solved),
            )
            return (text, left) if solved else (left, "")
        if self.row is not None:
            return gettext("Color %(word)s", word=self._row_name(self.row)), ""
        if self.no_match:
            return self.no_match[0].headline, ""
        if self.is_over:
            return gettext("Solved"), ""
        if self.is_first:
            return self.caption, ""
        count, likely = self.board.candidates, self.board.likely
        if likely == count:
            return words_left_text(count), ""
        if not likely:
            return words_left_text(count), ngettext("a rare one", "all rare", count)
        return words_left_text(count), ngettext("%(num)s likely", "%(num)s likely", likely)

    @property
    def heading(self) -> tuple[str, str]:
        """The headline above the action, such as the best guess or the next step, and a note."""
        if self.row is not None and not self.is_alone:
            return self.prompt, ""
        if self.check:
            return self.check, ""
        text, rest = self.headline
        if not self.is_alone and self.is_hint:
            number = (self.result.hint_board or 0) + 1
            return gettext("Hint for board %(number)s", number=number), rest or text
        if not self.is_alone and self.suggestion and not rest:
            text, rest = self.caption, text
        return text, gettext("if the rest is gray") if self.is_assumed else rest

    @property
    def is_assumed(self) -> bool:
        """Whether the best guess assumes that tiles without a color yet are gray."""
        return bool(self.untouched and self.suggestion)

    @cached_property
    def check(self) -> str:
        """A notice about boards that no word fits; the best guess is for the others."""
        boards = [no_match.board for no_match in self.no_match]
        if self.is_alone or self.row is not None or not boards:
            return ""
        named = board_numbers(boards)
        if len(boards) == 1:  # its number doesn't begin a line
            named = named.replace(" ", "\N{NO-BREAK SPACE}")
        if len(boards) > MAX_CHECKED:
            named = ngettext("%(num)s board", "%(num)s boards", len(boards))
        return gettext("Check %(boards)s: no word fits", boards=named)

    @property
    def used(self) -> int:
        """The number of past answers among the words left."""
        return self.result.used_left if self.suggestion or self.is_lost else 0

    @property
    def prompt(self) -> str:
        """Instructions for coloring the row that waits for its colors."""
        if self.row is None:
            return ""
        if self.is_alone:
            return self.color_help
        word = self._row_name(self.row)
        if self.next_row and not self.unfinished:
            guess = capitals(self.state.rows[self.row].guess) or gettext("no word yet")
            return gettext("Row %(number)s, %(word)s", number=self.row + 1, word=guess)
        if 0 < len(self.still_waiting) <= MAX_PROMPTED:
            boards = board_numbers(self.still_waiting)
            return gettext("Color %(word)s on %(boards)s", word=word, boards=boards)
        return gettext("Color %(word)s on each board", word=word)

    @property
    def color_help(self) -> str:
        """Instructions for tapping tiles, some of which may have their color already."""
        if self.conflict:
            return self.conflict
        position, row = self.state.position, self.row or 0
        boards = range(self.state.count)
        is_known = any("2" in position.starting_marks(row, board) for board in boards)
        if self.is_alone and is_known:
            return gettext("Known colors are set. Tap the rest: once for yellow, twice for green.")
        if is_known:
            return gettext("Tap the rest: once for yellow, twice for green.")
        return gettext("Tap its tiles: once for yellow, twice for green.")

    @cached_property
    def conflict(self) -> str:
        """A notice about colors set so far that no word can have, whatever the other colors are."""
        conflict = self.result.conflict
        if conflict is None:
            return ""
        row = self.state.rows[self.state.row or 0]
        first, *others = conflict.tiles
        is_green = row.marks[conflict.board][first] == "2"
        places = [ordinal(tile + 1, gettext) for tile in conflict.tiles]
        if not others and is_green and first in conflict.greens:
            text = gettext(
                "%(letter)s and %(other)s can’t both be the %(place)s letter.",
                letter=capitals(row.guess[first]),
                other=capitals(conflict.greens[first]),
                place=places[0],
            )
        elif len(places) <= MAX_CONFLICTING:
            text = ngettext(
                "No word fits. Check the %(places)s letter.",
                "No word fits. Check the %(places)s letters.",
                len(places),
                places=list_text(places),
            )
        else:
            text = gettext("No word fits these colors. Check them.")
        if self.is_alone:
            return text
        return gettext("Board %(number)s: %(text)s", number=conflict.board + 1, text=text)

    @property
    def still_waiting(self) -> tuple[int, ...]:
        """The boards that still wait for their colors; empty until another board has its colors."""
        row = self.row or 0
        waiting = tuple(sorted((*self.state.position.waiting(row), *self.unfinished)))
        marks = self.state.rows[row].marks
        return waiting if len(waiting) < sum(digits != HIDDEN for digits in marks) else ()

    @property
    def gray(self) -> str:
        """The label of the button that colors waiting boards; empty without a word."""
        if self.row is None or not self.state.rows[self.row].guess:
            return ""
        if self.unfinished:
            return gettext("Rest gray")
        if self.is_alone:
            return gray_text(self.state, self.row, 0)
        if self.next_row:
            return ""
        waiting = self.state.position.waiting(self.row)
        # Known letters get their color, as with the button of each board.
        starts = (self.state.position.starting_marks(self.row, board) for board in waiting)
        if any(set(start) != {"0"} for start in starts):
            return gettext("Rest gray")
        return gettext("Rest gray") if self.still_waiting else gettext("All boards gray")

    @property
    def is_never_gray(self) -> bool:
        """Whether, on a waiting board, no word left has the colors that the gray button gives."""
        waiting = () if self.row is None else self.state.position.waiting(self.row)
        return not self.unfinished and not self.result.never_gray.isdisjoint(waiting)

    @property
    def can_be_solved(self) -> bool:
        """With one board, whether the waiting word fits the other rows, so it may be the answer."""
        if self.row is None or not self.is_alone or self.conflict:
            return False
        position, guess = self.state.position.without(self.row), self.state.rows[self.row].guess
        turns = position.turns(0)
        return bool(turns and guess) and can_be_answer(guess, turns)

    @property
    def end(self) -> str:
        """A sentence about the end of a game of one board."""
        if self.is_lost:
            return gettext("All six guesses are used. The answer is one of these words.")
        if not (self.is_alone and self.is_over):
            return ""
        guesses = [turn.guess for turn in self.state.position.turns(0)]
        answer = self.board.answer or ""
        return ngettext(
            "%(word)s, solved in %(num)s guess.",
            "%(word)s, solved in %(num)s guesses.",
            guesses.index(answer) + 1,
            word=capitals(answer),
        )

    @property
    def analysis(self) -> str:
        """The address of the analysis of a solved game."""
        if not self.is_over:
            return ""
        state = self.state
        answer, *others = (board.answer for board in self.result.advice.boards if board.answer)
        guesses = tuple(row.guess for row in state.rows if row.guess)
        in_turn = state.position.in_turn
        game = Game(answer, guesses, state.hard, others=tuple(others), in_turn=in_turn)
        return analysis_url(game, state.mode)

    @property
    def spoken(self) -> str:
        """The whole answer as one text for screen readers."""
        headline, rest = self.headline
        if self.is_alone and self.is_hint:
            return ". ".join(filter(None, (headline, rest, *self.hints)))
        if self.is_alone and self.is_over:
            return self.end
        sentences = [self.verdict]
        if self.is_alone and self.suggestion:
            words = ", ".join(filter(None, (headline, rest)))
            best = self.suggestion.best[0].guess
            sentences.append("" if self.is_first else f"{words}.")  # shown as the caption instead
            sentences.append(gettext("%(caption)s: %(word)s.", caption=self.caption, word=best))
        elif self.is_alone:
            reasons = [reason for failure in self.no_match for reason in failure.reasons]
            sentences += [f"{headline}.", self.prompt, self.end, *reasons]
        else:
            headline = self.heading[0] if self.is_hint else headline
            sentences += [f"{headline}.", *(f"{no.headline}." for no in self.no_match)]
            sentences += [f"{self.prompt}."] if self.prompt else []
            sentences += [self.conflict]
            sentences += self.hints if self.row is None else ()
            if self.suggestion:
                best = capitals(self.suggestion.best[0].guess)
                sentences += [gettext("Best next guess: %(word)s.", word=best), self.why]
        return " ".join(filter(None, sentences))

    # The best guess, and why.

    @property
    def caption(self) -> str:
        """The caption of the suggested word."""
        if self.is_first:
            return gettext("Best first guess")
        is_sure = self.candidates == 1
        return gettext("The answer must be") if is_sure else gettext("Best next guess")

    @property
    def why(self) -> str:
        """The reason for the best guess, in one sentence."""
        if self.suggestion is None:
            return ""
        best = self.suggestion.best[0]
        if isinstance(best, RankedBoardsGuess):
            return why_text(best)
        if self.candidates == 1:
            return gettext("No other word fits your rows.")
        word = capitals(best.guess)
        if self.is_last_guess:
            return gettext("%(word)s is the most likely answer.", word=word)
        left = best.expected_remaining
        if left < 1 and best.is_candidate:  # a mean near 0 would read as if no word fits
            facts = {"word": word, "words": words_text(max(1, best.worst))}
            return gettext("%(word)s can be the answer and leaves at most %(words)s.", **facts)
        after = format_decimal(left, "#,##0" if left >= 10 else "0.#")
        facts = {"word": word, "after": after, "words": words_text(self.board.candidates)}
        if self.is_first:  # nothing else on the page says how many words there are
            return gettext("%(word)s leaves only %(after)s of %(words)s on average.", **facts)
        number = 1 if after == "1" else 2  # fractions are plural: 1.5 words
        if best.is_candidate:
            return ngettext(
                "%(word)s can be the answer and leaves %(after)s word on average.",
                "%(word)s can be the answer and leaves %(after)s words on average.",
                number,
                **facts,
            )
        return ngettext(
            "%(word)s can’t be the answer, but leaves only %(after)s word on average.",
            "%(word)s can’t be the answer, but leaves only %(after)s words on average.",
            number,
            **facts,
        )

    @property
    def is_last_guess(self) -> bool:
        """Whether only one guess is left in a game of one board."""
        return isinstance(self.suggestion, Suggestion) and self.suggestion.is_last_guess

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of the best guess."""
        if self.suggestion is None or self.candidates == 1:
            return ()
        best = self.suggestion.best[0]
        figures = tuple(guess_figures(best, self.suggestion))
        if isinstance(best, RankedBoardsGuess) or self.state.position.turns(0):
            return figures
        # Before the first guess every word is unlikely, so the chance of this one means little.
        is_unlikely = best.answer_probability < MIN_CHANCE
        return tuple(figure for figure in figures if not (is_unlikely and figure.key == "chance"))

    @property
    def note(self) -> str:
        """The reason why the suggestion ranks above a guess that leaves fewer words."""
        if not isinstance(self.suggestion, Suggestion) or self.is_last_guess:
            return ""
        other = min(self.suggestion.best, key=lambda guess: guess.expected_remaining)
        if other.expected_remaining >= FEWER * self.suggestion.best[0].expected_remaining:
            return ""
        return gettext(
            "%(word)s leaves fewer words on average, but they are harder to tell apart.",
            word=capitals(other.guess),
        )

    @property
    def possible(self) -> Link | None:
        """A well-known word that can be the answer; its note has the cost."""
        if not isinstance(self.suggestion, Suggestion) or self.suggestion.plausible is None:
            return None
        word, best = self.suggestion.plausible, self.suggestion.best[0]
        note = gettext("%(chance)s likely", chance=percent(word.answer_probability))
        if not self.is_last_guess:
            note += ", " + _cost_text(word, best)
        return Link(word.guess, self.played(word.guess), note)

    @property
    def familiar(self) -> Link | None:
        """A well-known word to play in place of a rare one, if it costs almost nothing more."""
        known, suggestion = self.result.familiar, self.suggestion
        if not isinstance(suggestion, Suggestion) or self.is_last_guess or self.candidates == 1:
            return None
        best, *others = suggestion.best
        others += [suggestion.plausible] if suggestion.plausible else []
        words = [
            guess
            for guess in others
            if guess.guess in known
            and max(guess.cost - best.cost, _extra(guess, best)) < MAX_FAMILIAR_COST
        ]
        if best.guess in known or not words:
            return None
        word = min(words, key=lambda guess: guess.cost)
        url = self.played(word.guess)
        label = gettext("Or %(word)s", word=capitals(word.guess))
        return Link(label, url, _cost_text(word, best)) if url else None

    def played(self, guess: str, pattern: int | None = None) -> str:
        """Return the address with a guess as the next row, colored if its result is given.

        It is empty if there is no room for another row.
        """
        digits = "" if pattern is None else digits_of(pattern, self.state.length)
        if self._around_row and guess != self.state.own_guess:
            return self._with_row(guess, digits)
        try:
            return add_word(self.state, guess, digits).address(self.path)
        except EditError:
            return ""

    def _with_row(self, guess: str, digits: str) -> str:
        before, after = self._around_row
        return f"{before}{query_string(('row', f'{guess}:{digits}'))}{after}"

    @cached_property
    def _around_row(self) -> tuple[str, ...]:
        """The address before and after the waiting row, or else before and after a new row.

        It is empty if playing a word changes more than that row. A page has 40 such addresses, and
        writing each from its state would take a tenth of its time.
        """
        state, rows, at = self.state, self.state.rows, self.row
        if at is None and all(row.guess for row in rows) and len(rows) < max_rows(state.count):
            at = len(rows)
        elif at is None or not self.is_alone:
            return ()
        # A placeholder as long as the word: the rows of an address that is too long are packed, and
        # can't be located in it.
        row = Row("~" * state.length, (WAITING,) * state.count)
        changed = state.with_rows((*rows[:at], row, *rows[at + 1 :]))
        around = changed.address(self.path).split(f"row={row.guess}:")
        return tuple(around) if around[1:] else ()

    # The results that the waiting row, or the suggested word, can get.

    @cached_property
    def results(self) -> ResultGroups:
        """With one board, the likeliest results of the waiting row, or else of the best guess."""
        if self.row is not None:
            patterns = self.result.waiting.get(0, NO_PATTERNS) if self.is_alone else NO_PATTERNS
            return offered_results(patterns, self.state.length, MAX_OFFERED_WAITING)
        is_room = len(self.state.rows) < max_rows(self.state.count)
        patterns = self.result.patterns if self.suggestion and is_room else NO_PATTERNS
        return offered_results(patterns, self.state.length)

    def resulting(self, pattern: int) -> str:
        """Return the address in which the waiting row, or else the best guess, has this result."""
        if self.row is None:
            return self.played(self.result.advice.guess or "", pattern)
        return self._with_row(
            self.state.rows[self.row].guess, digits_of(pattern, self.state.length)
        )

    @property
    def every_result(self) -> PatternCounts:
        """The words that each result of the best guess would leave, if it has several."""
        has_several = self.suggestion and not self.is_last_guess and self.result.patterns.total > 1
        return self.result.patterns if has_several else NO_PATTERNS

    # The other guesses, the player's own, and the words left.

    @property
    def ranking(self) -> Ranking | None:
        """The ten best guesses."""
        if self.suggestion is None or self.candidates == 1:
            return None
        return ranking(self.suggestion, self.state.sort)

    @property
    def own_figures(self) -> tuple[Figure, ...]:
        """The figures of the player's own guess."""
        if self.suggestion is None or self.own_guess is None:
            return ()
        own, listed = self.own_guess.ranked, [guess.guess for guess in self.suggestion.best]
        figures = guess_figures(own, self.suggestion, prefix="own-")
        if self.own_guess.rating and own.guess not in listed:
            # The verdict has the cost, from a longer search than these two figures.
            return tuple(item for item in figures if item.key not in {"own-turns", "own-solved"})
        return tuple(figures)

    @property
    def own_guess(self) -> OwnGuess | None:
        """The player's own guess, rated beside the best ones."""
        return self.result.own_guess if self.suggestion and not self.guess_problem else None

    @property
    def guess_problem(self) -> Problem | None:
        """The reason why the player's own guess cannot be rated."""
        return next((failure for failure in self.failures if failure.kind == "guess"), None)

    @property
    def own_error(self) -> str:
        """The problem of the player's own guess as a sentence."""
        problem = self.guess_problem
        return problem_text(problem, self.state.position) if problem else ""

    @property
    def verdict(self) -> str:
        """A comparison of the player's own guess with the best ones."""
        if self.suggestion is None or self.own_guess is None:
            return ""
        is_last, hard = self.is_last_guess, self.state.hard
        return " ".join(_verdict(self.own_guess, self.suggestion, hard, is_last=is_last))

    @property
    def words(self) -> WordList:
        """The words left, once there is a row; none for several boards."""
        is_shown = self.suggestion and self.board.candidates > 1 and not self.is_first
        is_shown = is_shown or self.is_lost
        return words_left(self.board, self.result.used) if self.is_alone and is_shown else ((), 0)

    # Hints by degrees. They follow from the words left, not from the answer.

    @property
    def hints(self) -> Iterator[str]:
        """The facts that the hints have revealed so far: a letter, then its place."""
        board, hint, degree = self.result.hint_board, self.result.hint, self.state.hint
        if board is None or not LETTER <= degree < WORD:
            return
        if hint is None:
            yield gettext("You’ve found all the letters. Only their order is left.")
            return
        letter, chance = capitals(hint.letter), percent(hint.probability)
        yield gettext("Likeliest new letter: %(letter)s (%(chance)s)", letter=letter, chance=chance)
        if degree >= PLACE:
            place, chance = ordinal(hint.place + 1, gettext), percent(hint.place_probability)
            facts = {"letter": letter, "place": place, "chance": chance}
            yield gettext("Likeliest spot for %(letter)s: %(place)s (%(chance)s)", **facts)

    @property
    def next_hint(self) -> Link | None:
        """The link to the next degree of a hint."""
        if not self.is_hint:
            return None
        state, is_letter = self.state, self.result.hint is not None
        degree = state.hint + 1 if is_letter or state.hint < LETTER else WORD
        labels = {
            LETTER: gettext("Show the likeliest letter"),
            PLACE: gettext("Show its spot"),
            WORD: gettext("Show the best guess"),
        }
        return Link(labels[degree], state.address(self.path, hint=degree))


def _extra(guess: RankedGuess, best: RankedGuess) -> float:
    """Return how many more guesses a guess takes on average than the best one."""
    return (guess.expected_guesses or 0.0) - (best.expected_guesses or 0.0)


def _cost_text(guess: RankedGuess, best: RankedGuess) -> str:
    extra = _extra(guess, best)
    if extra < SMALLEST_COST:
        return gettext("just as good")
    return gettext("about %(number)s guesses worse", number=format_decimal(extra, format="0.00"))


def is_spoiler(state: HelperState) -> bool:
    """Return whether showing a word would reveal more than the requested hint."""
    return 0 < state.hint < WORD


def can_be_answer(guess: str, turns: Iterable[Turn]) -> bool:
    """Return whether a word fits the results of turns."""
    return all(feedback(turn.guess, guess) == turn.pattern for turn in turns)


def gray_text(state: HelperState, row: int, board: int) -> str:
    """Return the label of the button that gives a row its starting marks on a board."""
    is_gray = set(state.position.starting_marks(row, board)) == {"0"}
    return gettext("All gray") if is_gray else gettext("Rest gray")


def _cost_texts(
    facts: dict[str, str], own_guess: OwnGuess, best: RankedGuess | RankedBoardsGuess
) -> Iterator[str]:
    """Yield sentences about the cost of the player's own guess, as a game's analysis rates it."""
    rated, suggested = own_guess.rating, facts["best"]
    if rated is None:
        return
    cost, mine, theirs = float(rated.costs[0]), float(rated.chances[0]), rated.best_chance
    if cost < HAIR:
        yield gettext("%(word)s is about as good as %(best)s.", **facts)
        return
    facts = {**facts, "best": capitals(rated.best)}
    number = ABOUT * bool(rated.is_estimate[0]) + decimal(cost)
    yield gettext("%(word)s costs %(number)s guesses more than %(best)s.", number=number, **facts)
    left, best_left = own_guess.ranked.expected_remaining, best.expected_remaining
    if suggested == facts["best"] and left - best_left >= MIN_FEWER:
        yield gettext(
            "On average, %(word)s leaves %(left)s words, %(best)s only %(best_left)s.",
            left=decimal(left),
            best_left=decimal(best_left),
            **facts,
        )
    if theirs - mine >= MIN_CHANCE:
        yield gettext(
            "It solves %(mine)s of games from here, %(best)s %(theirs)s.",
            mine=percent(mine),
            theirs=percent(theirs),
            **facts,
        )
    if suggested != facts["best"] and own_guess.is_suggestion_equal:
        facts = {"word": facts["best"], "best": suggested}
        yield gettext("%(word)s is about as good as %(best)s.", **facts)


def _verdict(
    own_guess: OwnGuess,
    suggestion: Suggestion | BoardsSuggestion,
    hard: HardMode,
    *,
    is_last: bool,
) -> Iterator[str]:
    words = [guess.guess for guess in suggestion.best]
    mine, best = own_guess.ranked, suggestion.best[0]
    facts = {"word": capitals(mine.guess), "best": capitals(best.guess)}
    if is_last and not mine.is_candidate:
        yield gettext("%(word)s can’t be the answer.", **facts)
    elif mine.guess == best.guess:
        yield gettext("%(word)s is the best guess here.", **facts)
    elif mine.guess in words:
        rank = words.index(mine.guess) + 1
        yield gettext("%(word)s is no. %(rank)s of the ten best guesses.", rank=rank, **facts)
        yield from _cost_texts(facts, own_guess, best)
    elif is_last:
        yield gettext("%(word)s is less likely to be the answer than %(best)s.", **facts)
    elif own_guess.rating:
        yield from _cost_texts(facts, own_guess, best)
    elif isinstance(mine, RankedBoardsGuess) and isinstance(best, RankedBoardsGuess):
        yield gettext(
            "On average, %(word)s solves %(mine)s boards and leaves %(left)s words; %(best)s "
            "solves %(theirs)s and leaves %(others)s.",
            mine=decimal(mine.expected_solved),
            left=decimal(mine.expected_remaining),
            theirs=decimal(best.expected_solved),
            others=decimal(best.expected_remaining),
            **facts,
        )
    elif isinstance(mine, RankedGuess) and isinstance(best, RankedGuess):
        yield gettext(
            "On average, %(word)s takes %(mine)s guesses to solve from here; %(best)s "
            "takes %(theirs)s.",
            mine=turns_text(mine),
            theirs=turns_text(best),
            **facts,
        )
    if not own_guess.is_known:
        yield gettext("Not in our word list.")
    if own_guess.violation is not None:
        wordings = {
            HardMode.ON: gettext("Not allowed in hard mode: %(hint)s."),
            HardMode.ULTRA: gettext("Not allowed in ultra-hard mode. %(hint)s."),
        }
        yield wordings[hard] % {"hint": own_guess.violation.message(gettext)}


def words_left(board: BoardAdvice, past: Collection[str], most: int = MAX_LISTED) -> WordList:
    """Return the likeliest words left on a board, at most `most`, and how many are not listed."""
    pairs = zip(board.remaining.words[:most], board.remaining.probabilities, strict=False)
    words = tuple((word, chance, word in past) for word, chance in pairs)
    return words, board.candidates - len(words)
