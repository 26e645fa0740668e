"""The helper's answer: count, suggestion and why, the player's own guess, the words left.

From what the engine found to frozen view models. Knows Flask only through its texts.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import NamedTuple

from wordle_web.engine.advice import Advice, BoardAdvice
from wordle_web.engine.boards.suggestion import BoardsSuggestion, RankedBoardsGuess
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.results import NO_PATTERNS
from wordle_web.engine.rows import HIDDEN, max_rows
from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.engine.words.letters import capitals
from wordle_web.web.analysis.state import analysis_link
from wordle_web.web.helper.edits import EditError, add_word, with_marks
from wordle_web.web.helper.figures import Ranking, guess_figures, ranking_view, turns_text
from wordle_web.web.helper.form import HelperResult, OwnGuess
from wordle_web.web.helper.hints import HintView, hint_view, is_spoiler
from wordle_web.web.helper.no_match import NoMatch, no_match
from wordle_web.web.helper.results import (
    MAX_OFFERED_WAITING,
    ResultGroup,
    Results,
    every_result,
    offered_results,
)
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.ui.boards_explained import board_numbers, why_text
from wordle_web.web.ui.components import Figure, Link
from wordle_web.web.ui.formatting import (
    decimal,
    format_decimal,
    number_text,
    percent,
    words_left_text,
    words_text,
)
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.queries import Problem

MAX_WORDS = 60
MAX_SHOWN_WORDS = 300
MAX_FEW = 12  # words left that need no fold: six lines on a phone
MAX_PROMPTED = 4  # boards named that are still to be colored, which takes two lines at most
MIN_CHANCE = 0.01
FEWER = 0.9  # of the words that the suggestion leaves: worth a word of explanation
SMALLEST_COST = 0.005  # guesses on average, less than which is no cost


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """The best next guess, why, and where its link adds it as a row.

    Attributes:
        play: Adds it as a row that waits for its colors.
        results: Its likeliest results, each of which adds it with these colors.
        why: Why it is the best, in one sentence.
        figures: What it can be expected to do.
        note: What else there is to know of it.
        possible: A well-known word to play for the answer; its note says what it costs.
    """

    word: str
    caption: str
    play: Link
    why: str
    figures: tuple[Figure, ...]
    note: str = ""
    results: tuple[ResultGroup, ...] = ()
    possible: Link | None = None


@dataclass(frozen=True, slots=True)
class WaitingView:
    """The row that waits for its colors: how to give them, and its likeliest results.

    Attributes:
        number: The row; its button gives the starting colors to whatever waits in it.
        gray: The label of that button; empty where the row has no word.
        results: Of one board; with several, each board offers its own.
    """

    number: int
    text: str
    gray: str
    results: tuple[ResultGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnGuessView:
    """The player's own word, rated on the same terms as the suggestion."""

    typed: str
    error: str = ""
    verdict: str = ""
    figures: tuple[Figure, ...] = ()
    play: Link | None = None


class WordLeft(NamedTuple):
    """A word that can be the answer, its chance, and whether it is a past answer."""

    word: str
    chance: str
    is_used: bool


@dataclass(frozen=True, slots=True)
class WordGroup:
    """A fold of remaining words: its summary, the words, and how many more there are."""

    summary: str
    words: tuple[WordLeft, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the helper answers: one of waiting, hint, suggestion, no match and solved leads it.

    Attributes:
        candidates: How many words are left on one board; None while it waits for its colors.
        headline: The same as a text: `12 likely`.
        spoken: What a screen reader says of it all.
        rest: What follows the headline: `of 300 words left`.
        used: How many of these are past answers.
        few: The words left, where they are few enough to stand under the headline.
    """

    candidates: int | None
    headline: str
    spoken: str
    rest: str = ""
    used: str = ""
    few: tuple[WordLeft, ...] = ()
    solved: str = ""
    analysis: Link | None = None
    waiting: WaitingView | None = None
    hint: HintView | None = None
    no_match: tuple[NoMatch, ...] = ()
    suggestion: SuggestionView | None = None
    ranking: Ranking | None = None
    own_guess: OwnGuessView | None = None
    results: Results | None = None
    words: tuple[WordGroup, ...] = ()


def answer_view(
    state: HelperState, found: HelperResult, path: str, guess_problem: Problem | None = None
) -> Answer:
    """Return everything the helper answers; a `guess_problem` is why a guess cannot be rated."""
    if state.count > 1:
        return _boards_answer(state, found, path, guess_problem)
    if state.position.first_waiting is not None:
        return _waiting_answer(state, found, path)
    ends = _no_matches(state, found.advice, path)
    for end in ends:
        spoken = " ".join((f"{end.headline}.", *end.reasons))
        return Answer(0, end.headline, spoken, no_match=ends)
    if found.advice.is_over:
        return _solved_answer(state, found.advice.boards[0])
    suggestion = found.advice.suggestion
    assert isinstance(suggestion, Suggestion)  # noqa: S101  # of one board that has words left
    if is_spoiler(state) and found.hint:
        hint = hint_view(state, found.hint, path)
        headline, rest = _count_texts(suggestion)
        spoken = ". ".join((*filter(None, (headline, rest)), *hint.texts))
        return Answer(suggestion.candidates, headline, spoken, rest, hint=hint)
    return _full_answer(state, found, suggestion, path, guess_problem)


def _no_matches(state: HelperState, advice: Advice, path: str) -> tuple[NoMatch, ...]:
    ends = (no_match(state, board, path) for board in advice.contradictory)
    return tuple(end for end in ends if end)


def _boards_answer(
    state: HelperState, found: HelperResult, path: str, guess_problem: Problem | None
) -> Answer:
    """Return the answer for several boards: its figures are of all of them together."""
    advice = found.advice
    headline, left = _solved_text(advice), advice.guesses_left
    rest = "" if advice.is_over else ngettext("%(num)s guess left", "%(num)s guesses left", left)
    ends = _no_matches(state, advice, path)
    waiting = _boards_waiting(state)
    hint = hint_view(state, found.hint, path) if is_spoiler(state) and found.hint else None
    suggestion = ranking = own_guess = analysis = None
    if advice.is_over:
        answers = [board.answer for board in advice.boards if board.answer]
        guesses = [row.guess for row in state.rows if row.guess]
        in_turn = state.position.in_turn
        analysis = analysis_link(answers, guesses, state.mode, in_turn=in_turn)
    if isinstance(advice.suggestion, BoardsSuggestion) and advice.best and not hint:
        suggestion = _boards_suggestion_view(state, advice.suggestion, path)
        ranking = ranking_view(
            advice.suggestion, state.sort, lambda word: _played_url(state, word, path)
        )
        own_guess = _own_guess_view(state, found, path, guess_problem)
    said = [own_guess.verdict] if own_guess else []
    said += [f"{headline}.", *(f"{end.headline}." for end in ends)]
    said += [waiting.text] if waiting else hint.texts if hint else []
    if suggestion:
        best = gettext("Best next guess: %(word)s.", word=capitals(suggestion.word))
        said += [best, suggestion.why]
    return Answer(
        None,
        headline,
        " ".join(filter(None, said)),
        rest=rest,
        analysis=analysis,
        waiting=waiting,
        hint=hint,
        no_match=ends,
        suggestion=suggestion,
        ranking=ranking,
        own_guess=own_guess,
    )


def _solved_text(advice: Advice) -> str:
    count, solved = len(advice.boards), sum(bool(each.answer) for each in advice.boards)
    if solved == count:
        return gettext("All boards solved")
    return ngettext(
        "%(solved)s of %(num)s board solved",
        "%(solved)s of %(num)s boards solved",
        count,
        solved=number_text(solved),
    )


def _boards_waiting(state: HelperState) -> WaitingView | None:
    """Return what is to be done next, where marks are missing: in the row that is edited first."""
    first = state.position.first_waiting
    if first is None:
        return None
    row = state.row if state.row is not None and state.position.waiting(state.row) else first
    waiting = state.position.waiting(row)
    guess = state.rows[row].guess
    word = capitals(guess) or gettext("no word yet")
    shown = sum(each != HIDDEN for each in state.rows[row].marks)
    text = gettext("Color %(word)s on each board.", word=word)
    if len(waiting) < shown and len(waiting) <= MAX_PROMPTED:
        boards = board_numbers(waiting)
        text = gettext("Color %(word)s on %(boards)s.", word=word, boards=boards)
    # What is known already is colored, as on each board by its own button.
    is_gray = all(set(state.position.starting_marks(row, board)) == {"0"} for board in waiting)
    gray = gettext("Leave the other boards gray") if is_gray else gettext("All others gray")
    return WaitingView(row + 1, text, gray if guess else "")


def _boards_suggestion_view(
    state: HelperState, found: BoardsSuggestion, path: str
) -> SuggestionView:
    best = found.best[0]
    return SuggestionView(
        word=best.guess,
        caption=gettext("Best next guess"),
        play=Link(gettext("Use it"), _played_url(state, best.guess, path)),
        why=why_text(best),
        figures=guess_figures(best, found),
    )


def _full_answer(
    state: HelperState,
    found: HelperResult,
    best: Suggestion,
    path: str,
    guess_problem: Problem | None,
) -> Answer:
    if len(state.position.turns(0)) == TRIES:
        return _lost_answer(found, best)
    headline, rest = _count_texts(best) if state.position.turns(0) else (gettext("First guess"), "")
    suggestion = _suggestion_view(state, found, best, path)
    own_guess = _own_guess_view(state, found, path, guess_problem)
    spoken = gettext(
        "%(words)s. %(caption)s: %(word)s.",
        words=", ".join(filter(None, (headline, rest))),
        caption=suggestion.caption,
        word=suggestion.word,
    )
    answer = Answer(
        candidates=best.candidates,
        headline=headline,
        rest=rest,
        used=_used_text(found.used_left),
        spoken=f"{own_guess.verdict} {spoken}".strip(),
        suggestion=suggestion,
        own_guess=own_guess,
    )
    if best.candidates > 1:
        ranking = ranking_view(best, state.sort, partial(_played_url, state, path=path))
        few, words = _words_shown(found.advice.boards[0], found.used)
        answer = replace(answer, ranking=ranking, few=few, words=words)
    if best.is_last_guess:
        return answer
    results = every_result(
        suggestion.word,
        found.patterns,
        state.length,
        lambda digits: _played_url(state, suggestion.word, path, digits),
    )
    return replace(answer, results=results)


def _lost_answer(found: HelperResult, suggestion: Suggestion) -> Answer:
    """Return what the answer may have been, after the last guess of a game."""
    headline, rest = _count_texts(suggestion)
    few, words = _words_shown(found.advice.boards[0], found.used)
    text = gettext("All six guesses are used. The answer is one of these words.")
    spoken = f"{headline}. {text}"
    used = _used_text(found.used_left)
    answer = Answer(suggestion.candidates, headline, spoken, rest, used, few, text)
    return replace(answer, words=words)


def _waiting_answer(state: HelperState, found: HelperResult, path: str) -> Answer:
    index = state.position.first_waiting or 0
    guess = state.rows[index].guess
    patterns = dict(found.waiting).get(0, NO_PATTERNS)
    results = offered_results(
        patterns,
        state.length,
        lambda digits: with_marks(state, index, 0, digits).address(path),
        MAX_OFFERED_WAITING,
    )
    headline = gettext("Color %(word)s", word=capitals(guess))
    text = (
        gettext("Tap its tiles until they match your game, or tap the result you got.")
        if results
        else gettext("Tap its tiles until they match your game.")
    )
    waiting = WaitingView(index + 1, text, gray_text(state, index, 0), results)
    return Answer(None, headline, f"{headline}. {text}", waiting=waiting)


def gray_text(state: HelperState, row: int, board: int) -> str:
    """Return the label of the button that gives a row its starting marks on a board."""
    is_gray = set(state.position.starting_marks(row, board)) == {"0"}
    return gettext("All gray") if is_gray else gettext("All others gray")


def _count_texts(suggestion: Suggestion) -> tuple[str, str]:
    candidates, likely = suggestion.candidates, suggestion.likely
    if likely == candidates:
        return words_left_text(candidates), ""
    if not likely:
        return words_left_text(candidates), ngettext("an unlikely one", "all unlikely", candidates)
    headline = ngettext(
        "%(number)s likely", "%(number)s likely", likely, number=format_decimal(likely)
    )
    return headline, gettext("of %(words)s left", words=words_text(candidates))


def _used_text(count: int) -> str:
    if not count:
        return ""
    return ngettext("%(num)s of these was used", "%(num)s of these were used", count)


def _solved_answer(state: HelperState, board: BoardAdvice) -> Answer:
    guesses = [turn.guess for turn in state.position.turns(0)]
    answer = board.answer or ""
    text = ngettext(
        "%(word)s, solved in %(num)s guess.",
        "%(word)s, solved in %(num)s guesses.",
        guesses.index(answer) + 1,
        word=capitals(answer),
    )
    link = analysis_link((answer,), guesses, state.mode, hard=state.hard)
    return Answer(board.candidates, gettext("Solved"), text, solved=text, analysis=link)


def _suggestion_view(
    state: HelperState, found: HelperResult, suggestion: Suggestion, path: str
) -> SuggestionView:
    best = suggestion.best[0]
    return SuggestionView(
        word=best.guess,
        caption=gettext("The answer must be")
        if suggestion.candidates == 1
        else gettext("Best next guess"),
        play=Link(gettext("Use it"), _played_url(state, best.guess, path)),
        results=offered_results(
            found.patterns,
            state.length,
            lambda digits: _played_url(state, best.guess, path, digits),
        )
        if len(state.rows) < max_rows(state.count)
        else (),
        why=_why(suggestion),
        figures=_figures(state, suggestion),
        note=_other_note(suggestion),
        possible=_plausible_link(state, suggestion, path),
    )


def _figures(state: HelperState, suggestion: Suggestion) -> tuple[Figure, ...]:
    if suggestion.candidates == 1:
        return ()
    figures = guess_figures(suggestion.best[0], suggestion)
    # Before the first guess every word is unlikely, which says nothing of this one.
    is_first = not state.position.turns(0) and suggestion.best[0].answer_probability < MIN_CHANCE
    return tuple(each for each in figures if not (is_first and each.key == "chance"))


def _played_url(state: HelperState, guess: str, path: str, digits: str = "") -> str:
    try:
        return add_word(state, guess, digits).address(path)
    except EditError:
        return ""  # no room for another row


def _why(suggestion: Suggestion) -> str:
    best = suggestion.best[0]
    if suggestion.candidates == 1:
        return gettext("No other word fits your rows.")
    if suggestion.is_last_guess:
        return gettext("%(word)s is the most likely answer.", word=capitals(best.guess))
    facts = {
        "word": capitals(best.guess),
        "after": decimal(best.expected_remaining),
        "words": words_text(suggestion.candidates),
    }
    if best.is_candidate:
        return gettext(
            "%(word)s can be the answer and leaves %(after)s of %(words)s on average.", **facts
        )
    return gettext(
        "%(word)s can’t be the answer, but it leaves only %(after)s of %(words)s on average.",
        **facts,
    )


def _other_note(suggestion: Suggestion) -> str:
    """Return why the suggestion ranks above a guess that leaves fewer words, if one does."""
    best = suggestion.best[0]
    other = min(suggestion.best, key=lambda guess: guess.expected_remaining)
    if suggestion.is_last_guess or other.expected_remaining >= FEWER * best.expected_remaining:
        return ""
    return gettext(
        "%(word)s leaves fewer words on average, but they are harder to tell apart.",
        word=capitals(other.guess),
    )


def _plausible_link(state: HelperState, suggestion: Suggestion, path: str) -> Link | None:
    """Return the word to play for the answer that people know, and what it costs."""
    word = suggestion.plausible
    if word is None:
        return None
    best = suggestion.best[0].expected_guesses or 0.0
    cost = max(0.0, (word.expected_guesses or 0.0) - best)
    note = gettext("%(chance)s likely", chance=percent(word.answer_probability))
    if suggestion.is_last_guess:
        return Link(word.guess, _played_url(state, word.guess, path), note)
    more = (
        gettext("costs about %(number)s guesses", number=format_decimal(cost, format="0.00"))
        if cost >= SMALLEST_COST
        else gettext("costs no guesses")
    )
    return Link(word.guess, _played_url(state, word.guess, path), f"{note}, {more}")


def _own_guess_view(
    state: HelperState, found: HelperResult, path: str, problem: Problem | None
) -> OwnGuessView:
    if problem is not None:
        return OwnGuessView(problem.text, problem_text(problem, state.position))
    suggestion = found.advice.suggestion
    if found.own_guess is None or suggestion is None:
        return OwnGuessView("")
    return OwnGuessView(
        typed=state.own_guess,
        verdict=" ".join(_verdict(found.own_guess, suggestion)),
        figures=guess_figures(found.own_guess.ranked, suggestion, prefix="own-"),
        play=Link(gettext("Use it"), _played_url(state, state.own_guess, path)),
    )


def _verdict(own_guess: OwnGuess, suggestion: Suggestion | BoardsSuggestion) -> Iterator[str]:
    words = [guess.guess for guess in suggestion.best]
    mine, best = own_guess.ranked, suggestion.best[0]
    is_last = isinstance(suggestion, Suggestion) and suggestion.is_last_guess
    facts = {"word": capitals(mine.guess), "best": capitals(best.guess)}
    if is_last and not mine.is_candidate:
        yield gettext("%(word)s can’t be the answer.", **facts)
    elif mine.guess == best.guess:
        yield gettext("%(word)s is the best guess here.", **facts)
    elif mine.guess in words:
        rank = words.index(mine.guess) + 1
        yield gettext("%(word)s is no. %(rank)s of the ten best guesses.", rank=rank, **facts)
    elif is_last:
        yield gettext("%(word)s is less likely to be the answer than %(best)s.", **facts)
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
        yield gettext(
            "Not allowed in hard mode: %(hint)s.", hint=own_guess.violation.message(gettext)
        )


def _words_shown(
    board: BoardAdvice, used: Collection[str]
) -> tuple[tuple[WordLeft, ...], tuple[WordGroup, ...]]:
    """Return all words left, or all likely ones, where these are few; and the others in folds."""
    few = next((each for each in (board.candidates, board.likely) if each <= MAX_FEW), 0)
    return _words_left(board, used, few), tuple(word_groups(board, used, few=few))


def word_groups(
    board: BoardAdvice, used: Collection[str], most: int = MAX_SHOWN_WORDS, few: int = 0
) -> Iterator[WordGroup]:
    """Yield the words left in folds: the likely ones, then others; never more than a page.

    The first `few` are on the page already.
    """
    words = _words_left(board, used, most)
    total, likely = board.candidates, board.likely
    first = few or min(MAX_WORDS, likely or total, len(words))
    if not few:
        yield WordGroup(_first_summary(first, likely, total), words[:first])
    second = words[first:]
    if second:
        more = total - len(words)
        summary = ngettext("Show %(num)s more word", "Show %(num)s more words", len(second))
        rest = ngettext("And %(num)s more word.", "And %(num)s more words.", more) if more else ""
        yield WordGroup(summary, second, rest)


def _words_left(board: BoardAdvice, used: Collection[str], most: int) -> tuple[WordLeft, ...]:
    pairs = zip(board.remaining.words, board.remaining.probabilities, strict=True)
    return tuple(
        WordLeft(word, percent(chance), word in used) for word, chance in islice(pairs, most)
    )


def _first_summary(shown: int, likely: int, total: int) -> str:
    if shown < (likely or total):
        return gettext("Show the %(number)s most likely words", number=shown)
    if likely and likely < total:
        return ngettext("Show the likely word", "Show the %(num)s likely words", likely)
    return ngettext("Show the word", "Show the %(num)s words", shown)
