"""Draw the icons of an installed site from their SVG: `python scripts/build_icons.py`.

`icon.svg` fills its square; its letter is inside the circle to which maskable icons may be cropped.
`favicon.svg` has the rounded corners of a tile. The script needs the Chromium of the browser tests.
"""

from pathlib import Path

from playwright.sync_api import Page
from start_browser import chromium

ROOT = Path(__file__).resolve().parent.parent
ICONS = ROOT / "static" / "icons"
DRAWN = {
    "icon-192.png": ("favicon.svg", 192),
    "icon-512.png": ("favicon.svg", 512),
    "maskable-512.png": ("icon.svg", 512),
    "apple-touch-icon.png": ("icon.svg", 180),
}


def main() -> None:
    """Draw every icon."""
    with chromium() as browser:
        page = browser.new_page()
        for name, (source, side) in DRAWN.items():
            draw(page, ICONS / source, side, ICONS / name)


def draw(page: Page, source: Path, side: int, path: Path) -> None:
    """Write the SVG `source` as a PNG of `side` pixels, with transparent corners."""
    page.set_viewport_size({"width": side, "height": side})
    drawing = source.read_text().replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}")
    page.screenshot(path=path, omit_background=True)


if __name__ == "__main__":
    main()
