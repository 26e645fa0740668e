"""Figures of the lab in the reader's language."""

from wordle_web.web.helper.text import format_decimal, format_percent


def mean_text(mean: float) -> str:
    """Return guesses of a game: `3.422`."""
    return format_decimal(mean, format="0.000")


def percent_text(percent: float) -> str:
    """Return games won, of 100; never 100 before all are: `99.9%`."""
    shown = min(round(percent, 1), 99.9) if percent < 100 else 100
    return format_percent(shown / 100, format="0.0%" if shown < 100 else "0%")


def milliseconds_text(milliseconds: float) -> str:
    """Return a time in ms, two digits that count: `0.04`, `1.3`, `55`."""
    pattern = "0" if milliseconds >= 9.95 else "0.0" if milliseconds >= 0.995 else "0.00"
    return format_decimal(milliseconds, format=pattern)
