"""Draw pictures of boards to evaluate the reader: `python scripts/draw_boards.py FOLDER`.

Each picture has a random look: a palette, a font, a size, and flaws of screenshots. The correct
boards are written to truth.json, for `scripts/read_report.py`. The tests draw their pictures with
this module, too.
"""

import argparse
import io
import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.lexicon import load_lexicon

Color = str
# Parts of the names of fonts that are rare on tiles.
RARE = ("Thin", "ExtraLight", "Hairline", "Italic", "Oblique", "Outline")


@dataclass(frozen=True)
class Palette:
    """The colors of a game."""

    page: Color  # the background
    marks: tuple[Color, Color, Color]  # colors of absent, present and correct tiles
    ink: Color  # color of letters on marked tiles
    frame: Color  # color of an empty tile's frame
    typed_ink: Color  # color of letters being typed
    tile: Color | None = None  # color of an empty tile; by default that of the page
    key: Color = "#888888"  # color of the keyboard's keys


PALETTES = {
    "light": Palette("#ffffff", ("#777b7d", "#c8b359", "#6ba965"), "#ffffff", "#d2d5d9", "#000000",
                     key="#d2d5d9"),
    "dark": Palette("#121214", ("#3b3b3d", "#b49f3c", "#538d4f"), "#ffffff", "#3b3b3d", "#ffffff"),
    "contrast-light": Palette("#ffffff", ("#777b7d", "#84bff8", "#f4783b"), "#ffffff", "#d2d5d9",
                              "#000000"),
    "contrast-dark": Palette("#121214", ("#3b3b3d", "#84bff8", "#f4783b"), "#ffffff", "#3b3b3d",
                             "#ffffff"),
    "brown": Palette("#6d5d64", ("#302929", "#d2ac68", "#3aa293"), "#fafaff", "#4c4346", "#fafaff"),
    "bluish": Palette("#fafbff", ("#a3aec4", "#f2c138", "#78b750"), "#ffffff", "#dbe0ea",
                      "#333344"),
    "vivid": Palette("#1e2937", ("#364253", "#ffcb00", "#00cb87"), "#ffffff", "#64748a", "#ffffff",
                     tile="#2b3546"),
    "primary": Palette("#eeeeee", ("#808080", "#ffff00", "#00ff00"), "#000000", "#555555",
                       "#000000", tile="#ffffff"),
    "material": Palette("#ffffff", ("#757575", "#e5a91c", "#44a047"), "#ffffff", "#bdbdbd",
                        "#212121"),
    "night": Palette("#000000", ("#2d2d2f", "#d69d2a", "#30d157"), "#ffffff", "#48484b",
                     "#ffffff"),
    "pastel": Palette("#fdf6e4", ("#93a0a0", "#dfc07c", "#93bf85"), "#ffffff", "#dfd8c2",
                      "#586d74"),
    "plain": Palette("#17181c", ("#17181c", "#b49f3c", "#538d4f"), "#ffffff", "#818384",
                     "#ffffff"),
}  # fmt: skip


@dataclass(frozen=True)
class Look:
    """How a picture is drawn: its colors, font, sizes and flaws."""

    palette: str = "light"
    font: str = ""  # a font file; by default Pillow's own
    tile: int = 62  # side of a tile, in pixels
    gap: float = 0.08  # gap between tiles, as a fraction of a tile
    radius: float = 0.0  # radius of the corners, as a fraction of a tile
    letter: float = 0.55  # size of letters, as a fraction of a tile
    is_lower: bool = False  # whether letters are lower-case
    frame: float = 0.035  # width of the frame of empty tiles, as a fraction of a tile
    boards: int = 1  # number of boards, side by side
    rows: int = 6  # rows of each board
    has_keyboard: bool = True  # whether there is a keyboard below
    jpeg: int = 0  # JPEG quality; 0 for PNG
    scale: float = 1.0  # multiplies the size of the finished picture
    toast: int = -1  # row that a notice partly covers; -1 for none
    dim: float = 0.0  # darkness of the page behind a dialog, from 0 to 1
    margin: float = 0.6  # margin around the board, as a fraction of a tile


Board = tuple[list[tuple[str, str]], str]  # played rows with their marks, and the typed letters


class Drawing:
    """A picture in progress."""

    def __init__(self, look: Look, size: tuple[int, int]) -> None:
        """Start with an empty page."""
        self.look = look
        self.palette = PALETTES[look.palette]
        self.image = Image.new("RGB", size, self.palette.page)
        self.draw = ImageDraw.Draw(self.image)

    def font(self, size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """Return the look's font in a size, in pixels."""
        if self.look.font:
            return ImageFont.truetype(self.look.font, max(6, int(size)))
        return ImageFont.load_default(max(6, int(size)))

    def tile(self, x: float, y: float, letter: str, mark: str) -> None:
        """Draw a tile; without a mark, it has no color."""
        look, palette, side = self.look, self.palette, self.look.tile
        box = (round(x), round(y), round(x + side) - 1, round(y + side) - 1)
        width = max(1, round(side * look.frame))
        fill = palette.marks[int(mark)] if mark else palette.tile or palette.page
        is_framed = not mark or fill == palette.page
        self.draw.rounded_rectangle(
            box, side * look.radius, fill, palette.frame if is_framed else None, width
        )
        if letter:
            ink = palette.ink if mark else palette.typed_ink
            text = letter if look.is_lower else letter.upper()
            middle = (x + side / 2, y + side / 2)
            if look.is_lower:
                anchor, middle = "ms", (middle[0], y + side * 0.68)
            else:
                anchor, middle = "ms", (middle[0], y + side * (0.5 + 0.36 * look.letter))
            self.draw.text(middle, text, ink, self.font(side * look.letter), anchor=anchor)

    def keyboard(self, left: float, top: float, width: float) -> None:
        """Draw a keyboard."""
        key, height = width / 10.5, width / 8
        for line, letters in enumerate(("qwertyuiop", "asdfghjkl", "zxcvbnm")):
            for place, letter in enumerate(letters):
                x = left + (place + line * 0.5) * key * 1.05
                y = top + line * height * 1.1
                self.draw.rounded_rectangle((x, y, x + key, y + height), 3, self.palette.key)
                self.draw.text(
                    (x + key / 2, y + height / 2), letter.upper(), self.palette.typed_ink,
                    self.font(key * 0.5), anchor="mm",
                )  # fmt: skip


def picture(look: Look, boards: list[Board]) -> Image.Image:
    """Return a picture of the boards. All words must have the same length."""
    length = len(next(word for rows, typed in boards for word, _ in [*rows, ("?" * 5, "")]))
    pitch = look.tile * (1 + look.gap)
    width, height = length * pitch, look.rows * pitch
    margin = look.margin * look.tile
    keyboard = 5 * width / 10 if look.has_keyboard else 0
    total = (
        round(look.boards * (width + margin) + margin),
        round(3 * margin + height + keyboard + margin),
    )
    drawing = Drawing(look, total)
    drawing.draw.text(
        (total[0] / 2, margin), "Word game", drawing.palette.typed_ink,
        drawing.font(look.tile * 0.5), anchor="mm",
    )  # fmt: skip
    for number, (rows, typed) in enumerate(boards):
        left, top = margin + number * (width + margin), 2 * margin
        lines = [*rows, (typed.ljust(length), ""), *[(" " * length, "")] * look.rows][: look.rows]
        for row, (word, marks) in enumerate(lines):
            for column in range(length):
                drawing.tile(
                    left + column * pitch, top + row * pitch, word[column].strip(),
                    marks[column : column + 1],
                )  # fmt: skip
    if look.has_keyboard:
        drawing.keyboard(margin, 3 * margin + height, width)
    return finished(drawing, look, 2 * margin, pitch)


def finished(drawing: Drawing, look: Look, top: float, pitch: float) -> Image.Image:
    """Return the finished picture with the flaws of `look`."""
    image, draw = drawing.image, drawing.draw
    if look.toast >= 0:
        middle, y = image.width / 2, top + (look.toast + 0.5) * pitch
        half = look.tile * 0.55
        draw.rounded_rectangle(
            (middle - half, y - half / 2, middle + half, y + half / 2), 4, "#fff"
        )
        draw.text((middle, y), "Great", "#000", drawing.font(look.tile / 4), anchor="mm")
    if look.dim:
        image = Image.blend(image, Image.new("RGB", image.size, "#000"), look.dim)
    if look.scale != 1:
        size = (max(1, round(image.width * look.scale)), max(1, round(image.height * look.scale)))
        image = image.resize(size, Image.Resampling.LANCZOS)
    if look.jpeg:
        stored = io.BytesIO()
        image.save(stored, "JPEG", quality=look.jpeg)
        image = Image.open(stored).convert("RGB")
    return image


def game(rng: np.random.Generator, length: int, rows: int, typed: int) -> Board:
    """Return a board with random words, of which the last is partly typed."""
    pool = load_lexicon(f"english-{length}").pool().words
    answer, *guesses = (pool[index] for index in rng.integers(len(pool), size=rows + 2))
    played = [(word, digits_of(feedback(word, answer), length)) for word in guesses[:rows]]
    return played, guesses[rows][:typed]


def random_look(rng: np.random.Generator, fonts: list[str]) -> Look:
    """Return a random, realistic look."""
    names = list(PALETTES)
    look = Look(
        palette=names[rng.integers(len(names))],
        font=fonts[rng.integers(len(fonts))] if fonts else "",
        tile=int(rng.integers(26, 120)),
        gap=float(rng.choice([0.04, 0.08, 0.1, 0.15, 0.3])),
        radius=float(rng.choice([0, 0, 0.05, 0.12, 0.25])),
        letter=float(rng.uniform(0.45, 0.75)),
        is_lower=bool(rng.random() < 0.12),
        rows=int(rng.choice([6, 6, 6, 7, 9])),
        has_keyboard=bool(rng.random() < 0.7),
    )
    spoiled = rng.random()
    if spoiled < 0.25:
        look = replace(look, jpeg=int(rng.integers(40, 92)))
    elif spoiled < 0.4:
        look = replace(look, scale=float(rng.uniform(0.5, 0.95)))
    elif spoiled < 0.5:
        look = replace(look, dim=float(rng.uniform(0.2, 0.6)))
    elif spoiled < 0.56:
        look = replace(look, toast=0)
    return look


def main() -> None:
    """Draw pictures into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fonts", type=Path, help="folder of fonts; by default Pillow's own font")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    paths = sorted(options.fonts.rglob("*.[ot]tf")) if options.fonts else []
    fonts = [str(path) for path in paths if not any(word in path.name for word in RARE)]
    options.folder.mkdir(parents=True, exist_ok=True)
    truth = {}
    for number in range(options.count):
        look = random_look(rng, fonts)
        length = int(rng.choice([4, 5, 5, 5, 5, 6, 7, 8]))
        count = 1 if look.tile > 60 or rng.random() < 0.85 else int(rng.choice([2, 4]))
        look = replace(look, boards=count)
        rows, typed = int(rng.integers(1, 6)), int(rng.choice([0, 0, 1, 3]))
        boards = [game(rng, length, rows, typed) for _ in range(count)]
        name = f"{number:04}.{'jpg' if look.jpeg else 'png'}"
        # The PNG format ignores the quality.
        picture(look, boards).save(options.folder / name, quality=95)
        truth[name] = {
            "boards": [{"rows": played, "typed": part} for played, part in boards],
            "palette": look.palette,
            "tile": round(look.tile * look.scale),
            "look": repr(look),
        }
    text = json.dumps(truth, indent=1)
    (options.folder / "truth.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
