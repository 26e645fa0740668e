"""The helper's answer: count, suggestion and why, the player's own guess, the words left.

From what the engine found to frozen view models. Knows Flask only through its texts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from wordle_web.engine.feedback import all_correct
from wordle_web.engine.rows import max_rows
from wordle_web.engine.suggestion import Suggestion
from wordle_web.web.helper.edits import EditError, add_word, starting_digits, with_marks
from wordle_web.web.helper.figures import Ranking, guess_figures, ranking_view, turns_text
from wordle_web.web.helper.hints import HintView, hint_view
from wordle_web.web.helper.no_match import NoMatch, no_match
from wordle_web.web.helper.results import (
    MAX_OFFERED_WAITING,
    Result,
    Results,
    every_result,
    offered_results,
)
from wordle_web.web.helper.solve import HelperResult, OwnGuess
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.ui.components import Figure, Link
from wordle_web.web.ui.formatting import (
    decimal,
    format_decimal,
    percent,
    words_left_text,
    words_text,
)
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.links import analysis_link
from wordle_web.web.ui.queries import Problem

MAX_WORDS = 60
MAX_SHOWN_WORDS = 300
MIN_CHANCE = 0.01
FEWER = 0.9  # of the words that the suggestion leaves: worth a word of explanation


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """The best next guess, why, and where its link adds it as a row.

    Attributes:
        play: Adds it as a row that waits for its colors.
        results: Its likeliest results, each of which adds it with these colors.
        why: Why it is the best, in one sentence.
        figures: What it can be expected to do.
        note: What else there is to know of it.
        possible: Another word, likelier to be the answer.
    """

    word: str
    caption: str
    play: Link
    results: tuple[Result, ...]
    why: str
    figures: tuple[Figure, ...]
    note: str
    possible: Link | None


@dataclass(frozen=True, slots=True)
class WaitingView:
    """The row that waits for its colors: how to give them, and its likeliest results."""

    number: int
    text: str
    gray: str
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class OwnGuessView:
    """The player's own word, rated on the same terms as the suggestion."""

    typed: str
    error: str = ""
    verdict: str = ""
    figures: tuple[Figure, ...] = ()
    play: Link | None = None


@dataclass(frozen=True, slots=True)
class WordGroup:
    """A fold of remaining words: its summary, each with its chance, and how many more there are."""

    summary: str
    words: tuple[tuple[str, str], ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the helper answers: one of waiting, hint, suggestion, no match and solved leads it.

    Attributes:
        candidates: How many words are left; None while a row waits for its colors.
        headline: The same as a text: `12 likely`.
        spoken: What a screen reader says of it all.
        rest: What follows the headline: `of 300 words left`.
    """

    candidates: int | None
    headline: str
    spoken: str
    rest: str = ""
    solved: str = ""
    analysis: Link | None = None
    waiting: WaitingView | None = None
    hint: HintView | None = None
    no_match: NoMatch | None = None
    suggestion: SuggestionView | None = None
    ranking: Ranking | None = None
    own_guess: OwnGuessView | None = None
    results: Results | None = None
    words: tuple[WordGroup, ...] = ()


def answer_view(
    state: HelperState, found: HelperResult, path: str, guess_problem: Problem | None = None
) -> Answer:
    """Return everything the helper answers; a `guess_problem` is why a guess cannot be rated."""
    if state.position.first_waiting is not None:
        return _waiting_answer(state, found, path)
    candidates = found.suggestion.candidates
    if found.diagnosis is not None:
        end = no_match(state, found.diagnosis, path)
        spoken = " ".join((f"{end.headline}.", *end.reasons))
        return Answer(0, end.headline, spoken, no_match=end)
    if state.position.is_over:
        return _solved_answer(state, candidates)
    hint = hint_view(state, found.hint, path) if state.hint else None
    return _hint_answer(found, hint) if hint else _full_answer(state, found, path, guess_problem)


def _hint_answer(found: HelperResult, hint: HintView) -> Answer:
    headline, rest = _count_texts(found.suggestion)
    words = ", ".join(filter(None, (headline, rest)))
    spoken = ". ".join((words, *hint.texts))
    return Answer(found.suggestion.candidates, headline, spoken, rest, hint=hint)


def _full_answer(
    state: HelperState, found: HelperResult, path: str, guess_problem: Problem | None
) -> Answer:
    headline, rest = _count_texts(found.suggestion)
    suggestion = _suggestion_view(state, found, path)
    has_choice = found.suggestion.candidates > 1
    own_guess = _own_guess_view(state, found, path, guess_problem)
    spoken = gettext(
        "%(words)s. %(caption)s: %(word)s.",
        words=", ".join(filter(None, (headline, rest))),
        caption=suggestion.caption,
        word=suggestion.word,
    )
    return Answer(
        candidates=found.suggestion.candidates,
        headline=headline,
        rest=rest,
        spoken=f"{own_guess.verdict} {spoken}".strip(),
        suggestion=suggestion,
        ranking=ranking_view(
            found.suggestion, state.sort, lambda word: _played_url(state, word, path)
        )
        if has_choice
        else None,
        own_guess=own_guess,
        results=None
        if found.suggestion.is_last_guess
        else every_result(
            suggestion.word,
            found.patterns,
            state.length,
            lambda digits: _played_url(state, suggestion.word, path, digits),
        ),
        words=tuple(_word_groups(found)) if has_choice else (),
    )


def _waiting_answer(state: HelperState, found: HelperResult, path: str) -> Answer:
    index = state.position.first_waiting or 0
    guess = state.rows[index].guess

    def address(digits: str) -> str:
        return with_marks(state, index, 0, digits).address(path)

    results = offered_results(found.waiting, state.length, address, MAX_OFFERED_WAITING)
    headline = gettext("Color %(word)s", word=guess.upper())
    text = (
        gettext("Tap its tiles until they match your game, or tap the result you got.")
        if results
        else gettext("Tap its tiles until they match your game.")
    )
    is_gray = set(starting_digits(state, index)) == {"0"}
    gray = gettext("All gray") if is_gray else gettext("All others gray")
    waiting = WaitingView(index + 1, text, gray, results)
    return Answer(None, headline, f"{headline}. {text}", waiting=waiting)


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


def solved_turns(state: HelperState) -> int:
    """Return the number of turns up to the one that is all green; 0 where none is."""
    turns = state.position.turns(0)
    last = all_correct(state.length)
    return next((n for n, turn in enumerate(turns, 1) if turn.pattern == last), 0)


def _solved_answer(state: HelperState, candidates: int) -> Answer:
    guesses = [turn.guess for turn in state.position.turns(0)]
    solved = solved_turns(state)
    answer = guesses[solved - 1]
    text = ngettext(
        "%(word)s, solved in %(num)s guess.",
        "%(word)s, solved in %(num)s guesses.",
        solved,
        word=answer.upper(),
    )
    link = analysis_link(answer, guesses, state.mode, hard=state.hard)
    return Answer(candidates, gettext("Solved"), text, solved=text, analysis=link)


def _suggestion_view(state: HelperState, found: HelperResult, path: str) -> SuggestionView:
    suggestion = found.suggestion
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
        figures=guess_figures(best, suggestion) if suggestion.candidates > 1 else (),
        note=_other_note(suggestion),
        possible=_likeliest_link(state, found, path),
    )


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
        return gettext("%(word)s is the most likely answer.", word=best.guess.upper())
    facts = {
        "word": best.guess.upper(),
        "after": decimal(best.expected_remaining),
        "words": words_text(suggestion.candidates),
    }
    if best.is_candidate:
        return gettext(
            "%(word)s can be the answer and leaves %(after)s of %(words)s on average.", **facts
        )
    return gettext(
        "%(word)s cannot be the answer, but it leaves only %(after)s of %(words)s on average.",
        **facts,
    )


def _other_note(suggestion: Suggestion) -> str:
    """Return why the suggestion ranks above a guess that leaves fewer words, if one does."""
    best = suggestion.best[0]
    other = min(suggestion.best, key=lambda guess: guess.expected_remaining)
    is_near = other.expected_remaining >= FEWER * best.expected_remaining
    if suggestion.is_last_guess or is_near:
        return ""
    return gettext(
        "%(word)s leaves fewer words on average, but they are harder to tell apart.",
        word=other.guess.upper(),
    )


def _likeliest_link(state: HelperState, found: HelperResult, path: str) -> Link | None:
    """Return the word to play for the answer at once, where it is another and worth a try."""
    word, chance = found.remaining.words[0], found.remaining.probabilities[0]
    best = found.suggestion.best[0]
    possible = next((guess for guess in found.suggestion.best if guess.is_candidate), None)
    if possible and not best.is_candidate:
        note = gettext(
            "Best guess that can be the answer (%(chance)s):",
            chance=percent(possible.answer_probability),
        )
        return Link(possible.guess.upper(), _played_url(state, possible.guess, path), note)
    is_as_likely = percent(chance) == percent(best.answer_probability)
    if word == best.guess or is_as_likely or chance < MIN_CHANCE:
        return None
    note = gettext("Most likely answer (%(chance)s):", chance=percent(chance))
    return Link(word.upper(), _played_url(state, word, path), note)


def _own_guess_view(
    state: HelperState, found: HelperResult, path: str, problem: Problem | None
) -> OwnGuessView:
    if problem is not None:
        return OwnGuessView(problem.text, problem_text(problem, state.position))
    if found.own_guess is None:
        return OwnGuessView("")
    return OwnGuessView(
        typed=state.own_guess,
        verdict=" ".join(_verdict(found.own_guess, found.suggestion)),
        figures=guess_figures(found.own_guess.ranked, found.suggestion, prefix="own-"),
        play=Link(gettext("Use it"), _played_url(state, state.own_guess, path)),
    )


def _verdict(own_guess: OwnGuess, suggestion: Suggestion) -> Iterator[str]:
    words = [guess.guess for guess in suggestion.best]
    word, best = own_guess.ranked.guess, suggestion.best[0]
    if suggestion.is_last_guess and not own_guess.ranked.is_candidate:
        yield gettext("%(word)s cannot be the answer.", word=word.upper())
    elif word == best.guess:
        yield gettext("%(word)s is the best guess here.", word=word.upper())
    elif word in words:
        rank = words.index(word) + 1
        yield gettext(
            "%(word)s is no. %(rank)s of the ten best guesses.", word=word.upper(), rank=rank
        )
    elif suggestion.is_last_guess:
        yield gettext(
            "%(word)s is less likely to be the answer than %(best)s.",
            word=word.upper(),
            best=best.guess.upper(),
        )
    else:
        yield gettext(
            "On average, %(word)s takes %(mine)s guesses to solve from here; %(best)s "
            "takes %(theirs)s.",
            word=word.upper(),
            mine=turns_text(own_guess.ranked),
            best=best.guess.upper(),
            theirs=turns_text(best),
        )
    if not own_guess.is_known:
        yield gettext("Not in our word list.")
    if own_guess.violation is not None:
        yield gettext(
            "Not allowed in hard mode: %(hint)s.", hint=own_guess.violation.message(gettext)
        )


def _word_groups(found: HelperResult) -> Iterator[WordGroup]:
    """Yield the words left in folds: the likely ones, then others; never more than a page."""
    chances = map(percent, found.remaining.probabilities)
    words = tuple(islice(zip(found.remaining.words, chances, strict=True), MAX_SHOWN_WORDS))
    total, likely = found.suggestion.candidates, found.suggestion.likely
    first = min(MAX_WORDS, likely or total)
    yield WordGroup(_first_summary(first, likely, total), words[:first])
    second = words[first:]
    if second:
        more = total - len(words)
        summary = ngettext("Show %(num)s more word", "Show %(num)s more words", len(second))
        rest = ngettext("And %(num)s more word.", "And %(num)s more words.", more) if more else ""
        yield WordGroup(summary, second, rest)


def _first_summary(shown: int, likely: int, total: int) -> str:
    if shown < (likely or total):
        return gettext("Show the %(number)s most likely words", number=shown)
    if likely and likely < total:
        return ngettext("Show the likely word", "Show the %(num)s likely words", likely)
    return ngettext("Show the word", "Show the %(num)s words", shown)
