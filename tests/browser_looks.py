"""What the browser tests measure by: contrast, and targets that are too small."""

SMALL_TARGETS = """() => {
  const targets = document.querySelectorAll("a, button, input, select, summary, textarea");
  const isInText = (element) => element.closest("p, li:not(:has(.button, .choice))");
  return Array.from(targets)
    .filter((element) => element.checkVisibility() && !isInText(element))
    .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.width < 24 || box.height < 24))
    .map(([name, box]) => `${name} ${box.width} by ${box.height}`);
}"""


def luminance(colour: str) -> float:
    """Return the relative luminance of `rgb(…)`. Source: WCAG 2.2."""
    channels = [float(part) / 255 for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21. Source: WCAG 2.2."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
