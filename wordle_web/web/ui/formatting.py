"""Numbers, dates and names in the visitor's language; all functions are template filters too."""

import functools
from collections.abc import Callable, Mapping
from datetime import date
from inspect import isfunction
from typing import Final

from babel import Locale, dates, numbers
from babel.lists import format_list
from babel.localedata import locale_identifiers
from babel.support import LazyProxy

from wordle_web.engine import letters, rating
from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.puzzles.days import date_of
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.http.paths import HARD_MODES
from wordle_web.web.services import CODES, first_services, services
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.i18n import decimal_in, gettext, language, locale, locale_name, ngettext
from wordle_web.web.ui.i18n import lazy_gettext as _

MIN_SHARE = 0.01


# Babel parses a pattern at every call. Without this cache, the helper takes 43 % longer, and the
# archive 25 %. 8,192 entries of 0.35 kB take at most 2.9 MB.
@functools.lru_cache(maxsize=8192)
def _cached(write: Callable[..., str], *values: object) -> str:
    return write(*values)


def format_decimal(number: float, format: str | None = None) -> str:
    """Format a number by a Unicode number pattern: `0.00` gives two decimals."""
    return decimal_in(locale(), number, format)


def format_percent(share: float, format: str | None = None) -> str:
    """Return a fraction, such as 0.25, as a percentage; `format` is a Unicode number pattern."""
    return _cached(numbers.format_percent, share, format, locale())


def number_text(number: int) -> str:
    """Return an integer with grouped digits: `1,234`."""
    return decimal_in(locale(), number)


def decimal(value: float) -> str:
    """Return a figure for a table, with two decimals below 10, one below 100: `1.04`, `12.3`."""
    pattern = "#,##0" if value >= 99.95 else "#,##0.0" if value >= 9.995 else "#,##0.00"
    return format_decimal(value, pattern)


def percent(share: float) -> str:
    """Return a fraction as a percentage: `12%`, or `<1%` if it is small but not 0."""
    if 0 < share < MIN_SHARE:
        return f"<{format_percent(MIN_SHARE)}"
    return format_percent(round(100 * share) / 100)


def words_text(count: int) -> str:
    """Return a number of words: `1,204 words`."""
    return ngettext("%(number)s word", "%(number)s words", count, number=number_text(count))


def words_left_text(n: int) -> str:
    """Return the number of words left: `1,204 words left`."""
    return ngettext("%(number)s word left", "%(number)s words left", n, number=number_text(n))


def mean_text(mean: float) -> str:
    """Return the average number of guesses per game: `3.422`."""
    return format_decimal(mean, "0.000")


def percent_text(percent: float) -> str:
    """Return the percentage of games won: `99.9%`; 100 only if all games were won."""
    if percent >= 100:
        return format_percent(1)
    return format_percent(1).replace("100", format_decimal(min(round(percent, 1), 99.9), "0.0"))


def milliseconds_text(milliseconds: float) -> str:
    """Return a time in ms with two decimals below 1, one below 10: `0.04 ms`, `1.3 ms`, `55 ms`."""
    pattern = "0" if milliseconds >= 9.95 else "0.0" if milliseconds >= 0.995 else "0.00"
    return f"{format_decimal(milliseconds, pattern)}\N{NO-BREAK SPACE}ms"


def date_text(day: date) -> str:
    """Return a date: `January 31, 2025`."""
    return _cached(dates.format_date, day, "long", locale())


def short_date_text(day: date) -> str:
    """Return a short date: `Jan 31, 2025`."""
    return _cached(dates.format_date, day, "medium", locale())


def day_text(day: date) -> str:
    """Return a date without its year: `Jan 31`."""
    return _cached(dates.format_skeleton, "MMMd", day, None, True, locale())


def month_text(day: date) -> str:
    """Return the month of a date: `January 2025`."""
    return _cached(dates.format_skeleton, "yMMMM", day, None, True, locale())


def weekday_text(day: date) -> str:
    """Return the short name of a weekday in the language of the texts: `Mon`."""
    return _cached(dates.format_date, day, "EEE", locale_name(language()))


def daily_text(number: int) -> str:
    """Return the title of a daily puzzle: `Daily 1,234`."""
    return gettext("Daily %(number)s", number=number_text(number))


def day_date(number: int) -> date:
    """Return the date of a day number."""
    return date_of(number, services().settings.first_day)


def language_text(code: str) -> str:
    """Return the name of a word list's language, for use in a sentence.

    `code` is the language's code or English name. The result is empty if the language is unknown.
    """
    return _cached(_language, tag_of(code) or code, locale())


def _language(tag: str, locale: str) -> str:
    return str(Locale.parse(locale).languages.get(tag, ""))


def own_name(language: str) -> str:
    """Return the name of a language in that language: `Português` for `portuguese`."""
    tag = tag_of(language)
    name = _cached(_language, tag, tag) if tag else language
    return name[:1].title() + name[1:]


@functools.cache  # without it `/pt/` takes 150 % longer: unknown names are sought in all locales
def tag_of(language: str) -> str:
    """Return the tag of a language, given its English name; empty if it is unknown.

    >>> tag_of("portuguese"), tag_of("turkish"), tag_of("latinx")
    ('pt', 'tr', '')
    """
    if known := CODES.get(language):
        return known
    names = Locale.parse("en").languages
    tags = (tag for tag in locale_identifiers() if "_" not in tag)
    return next((tag for tag in tags if str(names.get(tag, "")).lower() == language), "")


def shared_name() -> str:
    """Return the site's name for shared texts, with the words' language unless it is the first."""
    site = services()
    name = site.settings.site_name
    return name if site is first_services() else f"{name} {own_name(site.language)}"


# The labels of the choices under "Hard mode".
HARD_MODE_TEXTS: Final[Mapping[HardMode, LazyProxy]] = {
    HardMode.OFF: _("Off"),
    HardMode.ON: _("On"),
    HardMode.ULTRA: _("Ultra-hard"),
}


def hard_mode_text(mode: HardMode) -> str:
    """Return the name of a mode: `Hard mode`, `Ultra-hard mode`; empty for `OFF`."""
    return ("", gettext("Hard mode"), gettext("Ultra-hard mode"))[mode]


def hard_mode_options(mode: HardMode) -> tuple[Option, ...]:
    """Return the modes as choices of a form that is sent by GET."""
    return tuple(
        Option(HARD_MODES.get(choice, ""), str(text), choice is mode)
        for choice, text in HARD_MODE_TEXTS.items()
    )


def pool_text(pool: str) -> str:
    """Return the name of a pool for use in a sentence."""
    names = {"easy": gettext("easy"), "normal": gettext("normal"), "hard": gettext("hard")}
    return names.get(pool, pool)


def boards_text(variant: Variant) -> str:
    """Describe boards and order: `4 boards`, `4 boards, one at a time`; empty for one board."""
    if variant.boards == 1:
        return ""
    if variant.in_turn:
        return gettext("%(number)s boards, one at a time", number=variant.boards)
    return gettext("%(number)s boards", number=variant.boards)


def variant_text(variant: Variant) -> str:
    """Describe boards and language: `4 boards, Portuguese`; empty for the default variant."""
    named = language_text(variant.language) or variant.language.capitalize()
    return ", ".join(filter(None, (boards_text(variant), named)))


def sentence(text: str) -> str:
    """Return a text with its first letter in upper case and the rest unchanged."""
    return text[:1].upper() + text[1:]


def list_text(items: list[str]) -> str:
    """Return items as a list in a sentence: `1, 2, and 3`."""
    return format_list(items, locale=locale())


def hints_text(count: int) -> str:
    """Return the number of hints as a phrase: `with a hint`, `with 2 hints`."""
    return gettext("with a hint") if count == 1 else gettext("with %(number)s hints", number=count)


def rating_text(cost: float, luck: float) -> str:
    """Return a line with a game's cost and luck, in guesses."""
    guesses = gettext("Your guesses cost %(number)s more than the best", number=decimal(cost))
    if cost < rating.SLIGHT:
        guesses = gettext("You guessed as well as the best")
    fortune = gettext("luckier by %(number)s guesses", number=decimal(-luck))
    if luck > 0:
        fortune = gettext("unluckier by %(number)s guesses", number=decimal(luck))
    if round(luck, 2) == 0:
        fortune = luck_text(luck)
    return f"{guesses} · {fortune}"


def luck_text(luck: float) -> str:
    """Describe luck, given in guesses: -0.56 is `0.56 luckier`."""
    return rating.luck_text(luck, gettext, decimal)


def luck_term(luck: float) -> str:
    """Return luck with its sign, as the last term of a sum of guesses."""
    return rating.luck_term(luck, gettext, decimal)


def figure(number: float) -> str:
    """Return a number with at most two decimals: `4`, `4.5`."""
    return format_decimal(number, "0.##")


def clock_text(seconds: int) -> str:
    """Return a time span as hours, minutes and seconds.

    >>> clock_text(3 * 3600 + 62)
    '03:01:02'
    """
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}:{second:02}"


def span_text(seconds: int) -> str:
    """Return a time span in its largest unit: `7 hours`."""
    return dates.format_timedelta(seconds, threshold=1, locale=locale())


def capitals(text: str) -> str:
    """Return a text in capitals, by the rules of the words' language in this request."""
    return letters.capitals(text, services().alphabet)


FILTERS: Mapping[str, Callable[..., str]] = {
    function.__name__: function
    for function in tuple(globals().values())
    if isfunction(function) and function.__module__ == __name__
}
