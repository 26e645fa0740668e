"""Train the network that reads letters: `python scripts/train_glyphs.py FONTS`.

FONTS is the folder filled by `scripts/glyph_fonts.sh`. Tiles are drawn in many fonts, sizes and
colors, with the flaws of screenshots, and cut out by the reader's own functions. The same fonts,
Pillow version and seed give the same tiles. Training takes about a quarter of an hour on one core.
The weights and their provenance are written to `wordle_web/data/glyphs/`.
"""

import argparse
import io
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont, __version__

from wordle_web.reading.glyphs import (
    CAPITALS,
    CLASSES,
    LETTERS,
    SIDE,
    WEIGHTS_FILE,
    background,
    glyph,
    patches,
)

SEED = 17
# Fonts for testing the network, which are not used for training.
HELD_OUT = ("OpenSans", "Play-", "Carlito", "NationalPark", "Sora")
SKIPPED = ("Italic", "Oblique", "Thin", "Hairline", "ExtraLight", "UltraLight", "-It", "Symbol")
CAPITALS_ONLY = ("Bebas",)
NOTO = ("NotoSans-", "NotoSerif-", "NotoSansDisplay-", "NotoSansMono-")
ACCENTED = {
    "A": "ÁÀÂÃ", "E": "ÉÈÊË", "I": "ÍÌÎÏ", "O": "ÓÒÔÕ", "U": "ÚÙÛ", "C": "Ç",
}  # fmt: skip
DIGITS = "23456789"
SYMBOLS = "?!+-=×÷#@%&*<>/()[]{}~^$€£←→↑↓✓✕…:;♠♥♦♣★●■▲"  # noqa: RUF001  # a real multiplication sign
LAYERS = ((25, 12), (9 * 12, 36), (9 * 36, 72))  # inputs and outputs of each convolution
LAST_SIDE = 3  # width and height after the last convolution
Net = dict[str, np.ndarray]


def fonts_in(folder: Path) -> list[Path]:
    """Return the upright text fonts in a folder, sorted by name."""
    paths = []
    for path in sorted(folder.rglob("*.[ot]tf"), key=lambda path: path.name):
        name = path.name
        if any(word in name for word in SKIPPED) or "Tamil" in str(path):
            continue
        if name.startswith("Noto") and not name.startswith(NOTO):
            continue
        if name.startswith("texgyre") and not name.startswith(("texgyreheros", "texgyreadv")):
            continue
        paths.append(path)
    return paths


class Artist:
    """Draws random tiles."""

    def __init__(self, fonts: list[Path], rng: np.random.Generator) -> None:
        """Store the fonts and the random generator."""
        self.fonts = fonts
        self.rng = rng
        self.cache: dict[tuple[Path, int], ImageFont.FreeTypeFont] = {}
        self.missing: dict[tuple[Path, str], bool] = {}

    def font(self, path: Path, size: int) -> ImageFont.FreeTypeFont:
        """Return a font, cached in a few sizes."""
        size = max(8, size // 16 * 16)
        if (path, size) not in self.cache:
            self.cache[path, size] = ImageFont.truetype(path, size)
        return self.cache[path, size]

    def lacks(self, path: Path, letter: str) -> bool:
        """Whether a font lacks a letter, and would draw a box instead."""
        if (path, letter) not in self.missing:
            masks = [self.font(path, 32).getmask(char) for char in (letter, "\uffff")]
            self.missing[path, letter] = bytes(masks[0]) == bytes(masks[1])
        return self.missing[path, letter]

    def text(self) -> tuple[str, int, Path]:
        """Return a random text to draw, its class and a font."""
        rng = self.rng
        path = self.fonts[rng.integers(len(self.fonts))]
        kind = rng.random()
        if kind < 0.07:
            pool = DIGITS if rng.random() < 0.5 else SYMBOLS
            return pool[rng.integers(len(pool))], CLASSES - 1, path
        if kind < 0.11:
            pool = "0123456789" if rng.random() < 0.6 else CAPITALS + LETTERS
            count = int(rng.integers(2, 5))
            return "".join(pool[i] for i in rng.integers(len(pool), size=count)), CLASSES - 1, path
        place = int(rng.integers(len(CAPITALS)))
        if place >= 26 and rng.random() < 0.5:
            place = int(rng.integers(26))
        letter = CAPITALS[place]
        if letter in ACCENTED and rng.random() < 0.18:
            letter = ACCENTED[letter][rng.integers(len(ACCENTED[letter]))]
        is_lower = rng.random() < 0.36 and not any(word in path.name for word in CAPITALS_ONLY)
        letter = letter.lower() if is_lower else letter
        return self.text() if self.lacks(path, letter) else (letter, place + 30 * is_lower, path)

    def colors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return random colors for a tile and its letter, with sufficient contrast."""
        rng = self.rng
        while True:
            tile = rng.integers(0, 256, 3) if rng.random() < 0.6 else np.full(3, rng.integers(256))
            dark = rng.random() < 0.5
            ink = rng.integers(0, 60, 3) if dark else rng.integers(200, 256, 3)
            if rng.random() < 0.3:
                ink = np.full(3, 0 if dark else 255)
            if np.abs(ink - tile).max() > 70:
                return tuple(map(int, tile)), tuple(map(int, ink))

    def tile(self) -> tuple[np.ndarray, int]:
        """Return the pixels of a random tile, and the class of its letter."""
        rng = self.rng
        text, kind, path = self.text()
        color, ink = self.colors()
        side = int(rng.choice([18, 22, 26, 32, 40, 50, 64, 84]) * rng.uniform(0.85, 1.15))
        big = max(64, 2 * side)
        image = Image.new("RGB", (big, big), color)
        draw = ImageDraw.Draw(image)
        share = rng.uniform(0.42, 0.92) / (1 if len(text) == 1 else 0.55 * len(text))
        font = self.font(path, int(big * share))
        center = (big * (0.5 + rng.normal(0, 0.02)), big * (0.5 + rng.normal(0, 0.03)))
        if rng.random() < 0.06:
            soft = tuple(int(0.5 * (a + b)) for a, b in zip(color, ink, strict=True))
            draw.text(
                (center[0] + big * 0.02, center[1] + big * 0.03), text, soft, font, anchor="mm"
            )
        draw.text(center, text, ink, font, anchor="mm")
        kind = self.spoil(draw, big, kind, color, ink)
        if rng.random() < 0.25:
            frame = tuple(int(channel) for channel in rng.integers(0, 256, 3))
            draw.rectangle((0, 0, big - 1, big - 1), outline=frame, width=max(1, big // 32))
        if rng.random() < 0.06:
            image = image.rotate(rng.uniform(-6, 6), Image.Resampling.BILINEAR, fillcolor=color)
        return self.shot(image, side), kind

    def spoil(
        self,
        draw: ImageDraw.ImageDraw,
        big: int,
        kind: int,
        color: tuple[int, ...],
        ink: tuple[int, ...],
    ) -> int:
        """Draw over the tile with some probability, and return its class afterward."""
        rng = self.rng
        dice = rng.random()
        if dice < 0.03:  # half of the letter is covered, so it is no longer a letter
            edge = big * rng.uniform(0.42, 0.58)
            area = [(0, 0, big, edge), (0, edge, big, big), (0, 0, edge, big), (edge, 0, big, big)]
            fill = color if rng.random() < 0.5 else tuple(map(int, rng.integers(0, 256, 3)))
            draw.rectangle(area[rng.integers(4)], fill=fill)
            return CLASSES - 1
        if dice < 0.06:
            for _ in range(rng.integers(1, 6)):
                x, y = rng.uniform(0, big, 2)
                size = big * rng.uniform(0.02, 0.08)
                fill = tuple(map(int, rng.integers(0, 256, 3)))
                draw.rectangle((x, y, x + size, y + size), fill=fill)
        elif dice < 0.09:  # a small mark in a corner
            x, y = big * rng.choice([0.1, 0.8]), big * rng.choice([0.1, 0.8])
            size = big * rng.uniform(0.05, 0.12)
            draw.ellipse((x, y, x + size, y + size), fill=ink)
        elif dice < 0.105:  # shapes from other games
            draw.rectangle((0, 0, big, big), fill=color)
            box = sorted(rng.uniform(0.15, 0.85, 2) * big)
            low, high = box[0], max(box[1], box[0] + big * 0.2)
            getattr(draw, ["ellipse", "rectangle"][rng.integers(2)])(
                (low, low, high, high), fill=ink
            )
            return CLASSES - 1
        elif dice < 0.12:
            draw.rectangle((0, 0, big, big), fill=color)
            for _ in range(rng.integers(3, 9)):
                points = [tuple(rng.uniform(0.1, 0.9, 2) * big) for _ in range(3)]
                draw.line(points, fill=ink, width=int(rng.integers(2, big // 8)))
            return CLASSES - 1
        return kind

    def shot(self, image: Image.Image, side: int) -> np.ndarray:
        """Return the pixels of a tile as in a screenshot."""
        rng = self.rng
        if rng.random() < 0.25:
            image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0, image.width / side * 0.7)))
        width = max(12, int(side * rng.uniform(0.9, 1.1)))
        filters = [Image.Resampling.LANCZOS, Image.Resampling.BILINEAR, Image.Resampling.BOX]
        image = image.resize((width, side), filters[rng.integers(3)])
        if rng.random() < 0.3:
            stored = io.BytesIO()
            image.save(stored, "JPEG", quality=int(rng.integers(35, 92)))
            image = Image.open(stored).convert("RGB")
        pixels = np.asarray(image).astype(np.int16)
        if rng.random() < 0.15:
            pixels = pixels + rng.normal(0, rng.uniform(1, 8), pixels.shape).astype(np.int16)
        return np.clip(pixels, 0, 255).astype(np.uint8)

    def glyphs(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return glyphs as uint8, (count, 24, 24), and their classes, (count,)."""
        images = np.zeros((count, SIDE, SIDE), dtype=np.uint8)
        kinds = np.zeros(count, dtype=np.int64)
        done = 0
        while done < count:
            pixels, kind = self.tile()
            image = glyph(pixels, background(pixels))
            if image is not None:
                images[done] = np.rint(image * 255)
                kinds[done] = kind
                done += 1
        return images, kinds


def new_net(rng: np.random.Generator) -> Net:
    """Return an untrained network."""
    net: Net = {}
    for number, (inputs, outputs) in enumerate(LAYERS, 1):
        net[f"kernel{number}"] = rng.normal(0, (2 / inputs) ** 0.5, (inputs, outputs))
        net[f"bias{number}"] = np.zeros(outputs)
    inputs = LAST_SIDE * LAST_SIDE * LAYERS[-1][1]
    net["dense"] = rng.normal(0, (1 / inputs) ** 0.5, (inputs, CLASSES))
    net["offset"] = np.zeros(CLASSES)
    return {name: value.astype(np.float32) for name, value in net.items()}


def gradients(net: Net, images: np.ndarray, kinds: np.ndarray) -> tuple[Net, float]:
    """Return the gradient of each weight for a batch, and the mean loss."""
    count = len(images)
    layer, seen, layers = images[..., None], [], []
    for number in (1, 2, 3):
        seen.append(patches(layer, LAYERS[number - 1][0]))
        layer = np.maximum(seen[-1] @ net[f"kernel{number}"] + net[f"bias{number}"], 0)
        layers.append(layer)
    flat = layer.reshape(count, -1)
    scores = flat @ net["dense"] + net["offset"]
    scores -= scores.max(axis=1, keepdims=True)
    odds = np.exp(scores)
    odds /= odds.sum(axis=1, keepdims=True)
    loss = -np.log(odds[np.arange(count), kinds] + 1e-9).mean()
    wanted = np.full_like(odds, 0.03 / CLASSES)
    wanted[np.arange(count), kinds] += 0.97
    error = (odds - wanted) / count
    gradients = {"dense": flat.T @ error, "offset": error.sum(axis=0)}
    back = (error @ net["dense"].T).reshape(layer.shape)
    for number in (3, 2, 1):
        back = back * (layers[number - 1] > 0)
        inputs, outputs = LAYERS[number - 1]
        gradients[f"kernel{number}"] = seen[number - 1].reshape(-1, inputs).T @ back.reshape(
            -1, outputs
        )
        gradients[f"bias{number}"] = back.sum(axis=(0, 1, 2))
        if number > 1:
            back = unpatched(back @ net[f"kernel{number}"].T, layers[number - 2].shape)
    return gradients, float(loss)


def unpatched(back: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the gradients of patches, summed for each source pixel."""
    count, side, _, channels = shape
    size = round((back.shape[3] / channels) ** 0.5)
    half = back.shape[1]
    padded = np.zeros((count, side + size - 1, side + size - 1, channels), dtype=np.float32)
    for place in range(size * size):
        dy, dx = divmod(place, size)
        part = back[..., place * channels : (place + 1) * channels]
        padded[:, dy : dy + 2 * half - 1 : 2, dx : dx + 2 * half - 1 : 2] += part
    edge = size // 2
    return padded[:, edge : edge + side, edge : edge + side]


def train(images: np.ndarray, kinds: np.ndarray, epochs: int, rng: np.random.Generator) -> Net:
    """Return the weights of a network trained by Adam."""
    net = new_net(rng)
    first = {name: np.zeros_like(value) for name, value in net.items()}
    second = {name: np.zeros_like(value) for name, value in net.items()}
    batch, step = 128, 0
    total = epochs * (len(images) // batch)
    for epoch in range(epochs):
        order, losses, began = rng.permutation(len(images)), [], time.monotonic()
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start : start + batch]
            grads, loss = gradients(net, images[chosen].astype(np.float32) / 255, kinds[chosen])
            losses.append(loss)
            step += 1
            rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * step / total)) + 1e-5
            for name, grad in grads.items():
                first[name] += 0.1 * (grad - first[name])
                second[name] += 0.001 * (grad * grad - second[name])
                scale = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
                net[name] -= rate * (first[name] / (1 - 0.9**step)) / scale
        seconds = time.monotonic() - began
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, {seconds:.0f} s", flush=True)
    return net


def accuracy(images: np.ndarray, kinds: np.ndarray) -> dict[str, float]:
    """Return the shares of letters read, letters taken for other shapes, and other shapes refused.

    The stored weights are used, which have less precision than the trained ones.
    """
    from wordle_web.reading.glyphs import classify

    predicted = np.concatenate(
        [classify((part / 255).astype(np.float32)).argmax(1) for part in np.array_split(images, 20)]
    )
    is_letter = kinds < CLASSES - 1
    return {
        "letters_read": float(
            (predicted % 30 == kinds % 30)[is_letter & (predicted < CLASSES - 1)].sum()
        )
        / int(is_letter.sum()),
        "letters_taken_for_none": float((predicted == CLASSES - 1)[is_letter].mean()),
        "others_refused": float((predicted == CLASSES - 1)[~is_letter].mean()),
    }


def main() -> None:
    """Train, evaluate and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fonts", type=Path)
    parser.add_argument("--glyphs", type=int, default=150_000)
    parser.add_argument("--epochs", type=int, default=12)
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    fonts = fonts_in(options.fonts)
    known = [path for path in fonts if not path.name.startswith(HELD_OUT)]
    unseen = [path for path in fonts if path.name.startswith(HELD_OUT)]
    print(f"{len(known)} fonts to learn from, {len(unseen)} to measure with", flush=True)
    images, kinds = Artist(known, rng).glyphs(options.glyphs)
    net = train(images, kinds, options.epochs, rng)
    WEIGHTS_FILE.parent.mkdir(parents=True, exist_ok=True)
    weights: dict[str, Any] = {name: value.astype(np.float16) for name, value in net.items()}
    np.savez(WEIGHTS_FILE, **weights)
    measured = accuracy(*Artist(unseen, rng).glyphs(8_000))
    print(measured)
    packages = options.fonts / "packages.json"
    record = {
        "made_by": "scripts/train_glyphs.py",
        "seed": SEED,
        "glyphs": options.glyphs,
        "epochs": options.epochs,
        "pillow": __version__,
        "numpy": np.__version__,
        "packages": json.loads(packages.read_text()) if packages.exists() else [],
        "fonts": [path.name for path in known],
        "held_out": [path.name for path in unseen],
        "on_held_out_fonts": {name: round(value, 4) for name, value in measured.items()},
    }
    text = json.dumps(record, indent=1, ensure_ascii=False)
    WEIGHTS_FILE.with_name("provenance.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
