"""Marks of tiles, inferred from the colors of the whole board.

Similar colors are grouped first. Then every assignment of marks to the groups gets a score, which
depends on hues, on groups that share a mark, and on rows that contradict each other. Usually, green
is correct, yellow present, and gray absent. In a high-contrast palette, orange is correct and blue
present. In the palette of another game, red is correct, yellow present, and blue absent.
"""

from collections import Counter
from collections.abc import Sequence
from colorsys import rgb_to_hsv
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Flags, Floats
from wordle_web.engine.feedback import ABSENT, CORRECT, PRESENT

Colors = NDArray[np.uint8]  # (tiles, 3): red, green, blue

SAME_COLOR = 9.0  # CIELAB distance up to which colors count as equal
MAX_GROUPS = 6  # further, smaller groups get the mark of the sixth
LOW_CHROMA = 14.0  # a board whose colors all have less chroma has only grays
CLEAR_CHROMA = 35.0  # minimum chroma of a color that is clearly not a gray
SURE_MARGIN = 1.6  # a mark with at least these log odds counts as certain
CONTRADICTION = 3.0  # penalty for a contradiction, in nats
MAX_CONTRADICTIONS = 4  # further contradictions add no penalty
UNREAD = "?"

# The ranges of hues for each mark: the upper end in degrees, and a log probability, 0 at best.
HUES = {
    CORRECT: ((12, -3.0), (30, -1.5), (38, -4.0), (70, -5.5), (185, 0.0), (200, -2.0), (345, -4.5),
              (360, -3.0)),
    PRESENT: ((14, -4.0), (30, -2.5), (38, -0.8), (68, 0.0), (75, -2.0), (185, -7.0), (260, -2.5),
              (320, -2.8), (360, -4.0)),
    ABSENT: ((190, -6.0), (265, -3.5), (360, -6.0)),
}  # fmt: skip
# A board with orange and blue, but neither yellow nor green, has the high-contrast palette.
ORANGE, YELLOW_OR_GREEN, BLUE = (12, 38), (38, 185), (185, 260)  # hues in degrees
OTHER_THAN_CONTRAST = -5.0  # log probability, in that palette, of any mark but the color's own


@dataclass(frozen=True, slots=True)
class Marked:
    """The marks of all played tiles of a game, as `mark_tiles` infers them."""

    marks: NDArray[np.int64]  # 0 absent, 1 present, 2 correct
    margins: Floats  # certainty of each mark, as log odds
    contradictions: int  # number of contradictions between rows


def lab(colors: Colors) -> Floats:
    """Return colors in CIELAB, (..., 3): lightness from 0 to 100, and two coordinates of hue.

    Source: IEC 61966-2-1 (sRGB) and CIE 15, white D65.
    """
    linear = colors.astype(np.float64) / 255
    linear = np.where(linear > 0.04045, ((linear + 0.055) / 1.055) ** 2.4, linear / 12.92)
    matrix = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    shares = linear @ matrix.T / (0.9505, 1.0, 1.089)
    roots = np.where(shares > 0.008856, np.cbrt(shares), 7.787 * shares + 16 / 116)
    x, y, z = np.moveaxis(roots, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def distance(colors: Colors, other: Colors) -> Floats:
    """Return the CIELAB distances, (...), between colors and other colors, both (..., 3)."""
    apart: Floats = np.linalg.norm(lab(colors) - lab(other), axis=-1)
    return apart


def color_groups(colors: Colors) -> NDArray[np.int64]:
    """Return the group of each tile's color, int64, (tiles,); 0 is the largest group."""
    values = lab(colors)
    groups = np.full(len(values), -1)
    centers: list[Floats] = []
    for index, value in enumerate(values):
        apart = [float(np.linalg.norm(value - center)) for center in centers]
        if apart and min(apart) < SAME_COLOR:
            groups[index] = int(np.argmin(apart))
            members = values[groups == groups[index]]
            centers[groups[index]] = members.mean(axis=0)
        else:
            groups[index] = len(centers)
            centers.append(value)
    sizes = np.bincount(groups, minlength=len(centers))
    rank = np.argsort(np.argsort(-sizes, kind="stable"), kind="stable")
    ordered: NDArray[np.int64] = rank[groups].astype(np.int64)
    return ordered


def mark_tiles(colors: Colors, boards: Sequence[Sequence[str]], base: Colors) -> Marked:
    """Return the marks of the tiles of all boards, given their colors, (tiles, 3).

    `boards` holds the played words of each board, with `?` for unread letters. `base` is the color
    of an empty tile, or of the page.
    """
    groups = color_groups(colors)
    count = min(MAX_GROUPS, int(groups.max()) + 1)
    weights = _weights(colors, groups, count, base)
    # The score of each assignment, and its marks, one per group.
    assignments: list[tuple[float, tuple[int, ...]]] = []
    for marks in product((ABSENT, PRESENT, CORRECT), repeat=count):
        fit = sum(weights[group, mark] for group, mark in enumerate(marks))
        # Groups rarely share a mark: two grays may do so, but not a gray and a color.
        shared = np.maximum(0, np.bincount(marks, minlength=3) - 1)
        grays = [weights[group, ABSENT] for group, mark in enumerate(marks) if mark == ABSENT]
        gray_penalty = 3.5 if min(grays, default=0) < -1 else 1.5
        fit -= gray_penalty * shared[ABSENT] + 4 * (shared[PRESENT] + shared[CORRECT])
        assignments.append((float(fit), marks))
    assignments.sort(reverse=True)
    # Finding contradictions takes long, so only the likely assignments are checked.
    enough = assignments[0][0] - 3 * CONTRADICTION
    checked = []
    kinds = np.minimum(groups, count - 1)
    for fit, marks in [assignment for assignment in assignments if assignment[0] > enough][:60]:
        faults = contradictions(boards, np.array(marks)[kinds])
        checked.append((fit - CONTRADICTION * min(faults, MAX_CONTRADICTIONS), marks, faults))
    checked.sort(reverse=True)
    best, marks, faults = checked[0]
    # The certainty of a group's mark is the lead over the best assignment that gives it another.
    margins = np.zeros(len(colors))
    for group in range(count):
        others = [fit for fit, other, _ in checked if other[group] != marks[group]]
        margins[groups == group] = best - max(others, default=best - 3 * CONTRADICTION)
    return Marked(np.array(marks)[kinds], margins, faults)


def _weights(colors: Colors, groups: NDArray[np.int64], count: int, base: Colors) -> Floats:
    """Return the weights of the marks for each group, as log probabilities, (groups, 3)."""
    centers = np.stack([np.median(colors[groups == group], axis=0) for group in range(count)])
    values = lab(centers.astype(np.uint8))
    chromas = np.hypot(values[:, 1], values[:, 2])
    largest = float(chromas.max())
    if largest < LOW_CHROMA and count == 1:
        # A single gray on the whole board means that no letter was right.
        return np.array([[0.0, -4.0, -5.0]])
    if largest < LOW_CHROMA:
        # Without hues, absent tiles look most like empty tiles, and correct ones least.
        apart = np.abs(values[:, 0] - lab(base)[0])
        ranks = apart / max(float(apart.max()), 1.0)
        absent, present, correct = -3 * ranks, -4 * np.abs(ranks - 0.4) - 1, -4 * (1 - ranks) - 0.5
        return np.stack([absent, present, correct], axis=1)
    # The strength of each color relative to the strongest one, so a bluish gray counts as gray.
    strengths = np.clip((chromas / max(largest, CLEAR_CHROMA) - 0.25) / 0.3, 0, 1)
    hues = np.array([360 * rgb_to_hsv(*map(float, center))[0] for center in centers])

    def are(span: tuple[int, int]) -> Flags:
        return (strengths > 0.5) & (hues > span[0]) & (hues <= span[1])

    orange, blue = are(ORANGE), are(BLUE)
    is_contrast = orange.any() and blue.any() and not are(YELLOW_OR_GREEN).any()
    weights = np.zeros((count, 3))
    for mark in (ABSENT, PRESENT, CORRECT):
        for group, (strength, hue) in enumerate(zip(strengths, hues, strict=True)):
            colored = next(weight for end, weight in HUES[mark] if hue <= end)
            if is_contrast and (orange | blue)[group]:
                wanted = CORRECT if orange[group] else PRESENT
                colored = 0.0 if mark == wanted else OTHER_THAN_CONTRAST
            gray = 0.0 if mark == ABSENT else -7.0
            weights[group, mark] = strength * colored + (1 - strength) * gray
    return weights


def contradictions(boards: Sequence[Sequence[str]], marks: NDArray[np.int64]) -> int:
    """Return the number of contradictions between the marks of words on the same board.

    Unread letters are ignored.
    """
    faults, mark_of = 0, iter(marks.tolist())
    for words in boards:
        rows = [[(letter, next(mark_of)) for letter in word] for word in words]
        correct: dict[int, str] = {}  # the correct letter of each column
        least: Counter[str] = Counter()  # the minimum count of each letter in the answer
        hits = [Counter(letter for letter, mark in row if mark != ABSENT) for row in rows]
        for row, known in zip(rows, hits, strict=True):
            least |= known
            for column, (letter, mark) in enumerate(row):
                if mark == CORRECT and letter != UNREAD:
                    faults += correct.setdefault(column, letter) != letter
        for row, known in zip(rows, hits, strict=True):
            for column, (letter, mark) in enumerate(row):
                if letter != UNREAD:
                    faults += mark != CORRECT and correct.get(column) == letter
                    faults += mark == ABSENT and known[letter] < least[letter]
    return faults
