"""The helper's answer, worded: count, suggestion, the player's own guess, folds.

From findings to frozen contexts. Knows Flask only through the wording.
"""

from collections.abc import Iterator

from wordle_web.engine.feedback import all_correct, digits_of, marks_of
from wordle_web.engine.suggestion import RankedGuess, Suggestion
from wordle_web.game.board import MARKS
from wordle_web.web.analysis.state import played_game
from wordle_web.web.helper.figures import (
    figures,
    other_note,
    played_url,
    ranking_view,
    turns_text,
)
from wordle_web.web.helper.no_match import no_match
from wordle_web.web.helper.page import violation_text
from wordle_web.web.helper.solve import Cell, HelperResult, MyGuess
from wordle_web.web.helper.state import HelperState
from wordle_web.web.helper.text import colour_text
from wordle_web.web.helper.view_models import (
    Answer,
    Colouring,
    Colourings,
    Count,
    Link,
    Mine,
    SuggestionView,
    WordChance,
    WordGroup,
)
from wordle_web.web.ui.formatting import format_decimal, percent, words_left
from wordle_web.web.ui.i18n import gettext, ngettext

MAX_WORDS = 60
MAX_MORE_WORDS = 240
MAX_RESULTS = 12
MIN_CHANCE = 0.01


def answer_view(state: HelperState, found: HelperResult, path: str, analysis_path: str) -> Answer:
    """Return everything the helper answers for `state`."""
    is_solved = state.is_solved and found.diagnosis is None
    is_open = found.diagnosis is None and not is_solved
    has_choice = is_open and found.suggestion.candidates > 1
    suggestion = suggestion_view(state, found, path) if is_open else None
    end = None if found.diagnosis is None else no_match(state, found.diagnosis, path)
    count = Count(0, end.headline, "") if end else count_view(found.suggestion, is_open=is_open)
    solved = solved_text(state) if is_solved else ""
    return Answer(
        count=count,
        say=spoken(count, suggestion, solved or (end.headline if end else "")),
        solved=solved,
        suggestion=suggestion,
        no_match=end,
        ranking=ranking_view(state, found.suggestion, path) if has_choice else None,
        mine=mine_view(state, found, path) if is_open else None,
        colourings=colourings_view(state, found, path) if is_open else None,
        words=tuple(word_groups(found)) if has_choice else (),
        analysis=analysis_link(state, analysis_path) if is_solved else None,
    )


def count_view(suggestion: Suggestion, is_open: bool = True) -> Count:
    """Return how many words are left: `12 likely` `of 300 words left`."""
    candidates, likely = suggestion.candidates, suggestion.likely
    if not is_open:
        return Count(candidates, gettext("Solved"), "")
    if likely == candidates:
        return Count(candidates, words_left(candidates), gettext("left"))
    if not likely:
        return Count(candidates, words_left(candidates), gettext("left, none of them likely"))
    headline = ngettext(
        "%(number)s likely", "%(number)s likely", likely, number=format_decimal(likely)
    )
    return Count(candidates, headline, gettext("of %(words)s left", words=words_left(candidates)))


def spoken(count: Count, suggestion: SuggestionView | None, otherwise: str) -> str:
    """Return what a screen reader says of the answer."""
    if suggestion is None:
        return otherwise
    words = f"{count.headline} {count.rest}".strip()
    return gettext(
        "%(words)s. %(caption)s: %(word)s.",
        words=words,
        caption=suggestion.caption,
        word=suggestion.word,
    )


def solved_text(state: HelperState) -> str:
    """Return that the word was found, and in how many guesses."""
    last = all_correct(state.length)
    number = next(n for n, turn in enumerate(state.turns, 1) if turn.pattern == last)
    return ngettext(
        "%(word)s, found in %(num)s guess.",
        "%(word)s, found in %(num)s guesses.",
        number,
        word=state.turns[number - 1].guess.upper(),
    )


def analysis_link(state: HelperState, path: str) -> Link:
    """Return the link to the analysis of a word that was found."""
    guesses = [turn.guess for turn in state.turns]
    last = all_correct(state.length)
    answer = next(turn.guess for turn in state.turns if turn.pattern == last)
    played = played_game(answer, guesses, state.mode, hard=state.hard)
    return Link(gettext("Analyse this game"), played.address(path))


def suggestion_view(state: HelperState, found: HelperResult, path: str) -> SuggestionView | None:
    """Return the best next guess with its reasons."""
    suggestion = found.suggestion
    if suggestion.guess is None or not suggestion.best:
        return None
    best = next(
        (guess for guess in suggestion.best if guess.guess == suggestion.guess), suggestion.best[0]
    )
    return SuggestionView(
        word=suggestion.guess,
        caption=_caption(suggestion),
        play=Link(gettext("I played it"), played_url(state, suggestion.guess, path)),
        figures=figures(state, best, suggestion.exact),
        note=other_note(suggestion),
        possible=_likeliest(state, found, path),
    )


def _caption(suggestion: Suggestion) -> str:
    """Return what stands above the suggestion."""
    if suggestion.candidates == 1:
        return gettext("It can only be")
    return gettext("Try next")


def _likeliest(state: HelperState, found: HelperResult, path: str) -> Link | None:
    """Return the word likeliest to be the answer, where it is another and more than a hope."""
    word, chance = found.remaining.words[0], found.remaining.probabilities[0]
    own = found.suggestion.best[0].answer_probability
    if word == found.suggestion.guess or percent(chance) == percent(own):
        return None
    if chance < MIN_CHANCE:
        return None
    note = gettext("Likeliest answer, %(chance)s:", chance=percent(chance))
    return Link(word.upper(), played_url(state, word, path), note)


def mine_view(state: HelperState, found: HelperResult, path: str) -> Mine:
    """Return the player's own guess beside the suggestion."""
    if found.mine is None or found.suggestion.guess is None:
        return Mine(typed=state.mine)
    return Mine(
        typed=state.mine,
        word=state.mine,
        verdict=" ".join(_verdict(found.mine, found.suggestion)),
        figures=figures(state, found.mine.ranked, found.suggestion.exact, prefix="mine-"),
        play=Link(gettext("I played it"), played_url(state, state.mine, path)),
    )


def _verdict(mine: MyGuess, suggestion: Suggestion) -> Iterator[str]:
    """Yield how a guess compares with the best, and what speaks against it."""
    words = [guess.guess for guess in suggestion.best]
    word = mine.ranked.guess
    facts = {"word": word.upper(), "best": (suggestion.guess or "").upper()}
    if word == suggestion.guess:
        yield gettext("%(word)s is the best guess here.", **facts)
    elif word in words:
        yield gettext(
            "%(word)s is number %(rank)s of the ten best.", rank=words.index(word) + 1, **facts
        )
    else:
        yield _comparison(mine.ranked, suggestion.best[0], facts)
    if not mine.is_known:
        yield gettext("It is not in our word list.")
    if mine.violation is not None:
        yield gettext("Hard mode refuses it: %(hint)s.", hint=violation_text(mine.violation))


def _comparison(mine: RankedGuess, best: RankedGuess, facts: dict[str, str]) -> str:
    """Return a guess and the best one by the guesses that they take."""
    return gettext(
        "From here %(word)s takes %(mine)s guesses on average, %(best)s %(theirs)s.",
        mine=turns_text(mine),
        theirs=turns_text(best),
        **facts,
    )


def colourings_view(state: HelperState, found: HelperResult, path: str) -> Colourings | None:
    """Return what each colouring of the suggestion would leave, largest first."""
    guess = found.suggestion.guess
    if guess is None or len(found.cells) < 2:
        return None
    shown = tuple(_colouring(state, guess, cell, path) for cell in found.cells[:MAX_RESULTS])
    rest = found.cells[MAX_RESULTS:]
    return Colourings(guess, shown, _rest_text(rest) if rest else "")


def _colouring(state: HelperState, guess: str, cell: Cell, path: str) -> Colouring:
    """Return one colouring as a link that adds the guess with these marks."""
    marks = marks_of(cell.pattern, state.length)
    is_answer = cell.pattern == all_correct(state.length)
    return Colouring(
        marks=tuple(MARKS[mark] for mark in marks),
        label=", ".join(colour_text(mark) for mark in marks),
        count=gettext("solved") if is_answer else words_left(cell.words),
        share=percent(cell.share),
        url=played_url(state, guess, path, digits_of(cell.pattern, state.length)),
    )


def _rest_text(cells: tuple[Cell, ...]) -> str:
    """Return what the smallest cells come to together."""
    most = max(cell.words for cell in cells)
    return ngettext(
        "And %(num)s more colouring of %(words)s at most.",
        "And %(num)s more colourings of %(words)s at most.",
        len(cells),
        words=words_left(most),
    )


def word_groups(found: HelperResult) -> Iterator[WordGroup]:
    """Yield the words left in folds: the likely ones, then others; never more than a page."""
    words = tuple(
        WordChance(word, percent(chance))
        for word, chance in zip(
            found.remaining.words[: MAX_WORDS + MAX_MORE_WORDS],
            found.remaining.probabilities,
            strict=False,
        )
    )
    total, likely = found.suggestion.candidates, found.suggestion.likely
    first = min(MAX_WORDS, likely or total, total)
    yield WordGroup(_first_summary(first, likely, total), words[:first], "")
    second = words[first:]
    if second:
        more = total - len(words)
        summary = ngettext("Show %(num)s more", "Show %(num)s more", len(second))
        rest = ngettext("And %(num)s other.", "And %(num)s others.", more) if more else ""
        yield WordGroup(summary, second, rest)


def _first_summary(shown: int, likely: int, total: int) -> str:
    """Return what the first fold of words holds."""
    if shown < (likely or total):
        return gettext("Show the %(number)s likeliest words", number=shown)
    if likely and likely < total:
        return ngettext("Show the likely word", "Show the %(num)s likely words", likely)
    return ngettext("Show the word", "Show the %(num)s words", shown)
