"""The oldest supported browsers, and features that are newer than these browsers.

A feature is recognized by a pattern for a declaration, a selector, a query or a line of a script. A
newer feature needs a fallback that `scripts/lint_styles.py` accepts, unless its entry explains what
happens without the feature. Versions are from MDN's compatibility tables.
"""

import re
from dataclasses import dataclass

NEVER = 999.0


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions of three browsers: the oldest supported ones, or the first that have a feature."""

    chrome: float
    firefox: float
    safari: float

    def newer_than(self, floor: "Versions") -> bool:
        """Return whether any of these versions is newer than the same browser's in `floor`."""
        return (
            self.chrome > floor.chrome or self.firefox > floor.firefox or self.safari > floor.safari
        )


# Pages look and work as intended from these versions on.
FLOOR = Versions(chrome=105, firefox=115, safari=16.0)
# Scripts also run in iOS 15, where pages are plainer.
SCRIPT_FLOOR = Versions(chrome=105, firefox=115, safari=15.5)


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of style sheets or scripts.

    `without` says what happens without the feature; empty if it needs a fallback.
    """

    name: str
    pattern: re.Pattern[str]
    since: Versions
    without: str = ""


def _feature(
    name: str, pattern: str, chrome: float, firefox: float, safari: float, without: str = ""
) -> Feature:
    return Feature(name, re.compile(pattern), Versions(chrome, firefox, safari), without)


# Patterns for declarations, written as `name: value`.
DECLARATIONS = (
    _feature("light-dark()", r"\blight-dark\(", 123, 120, 17.5),
    _feature("color-mix()", r"\bcolor-mix\(", 111, 113, 16.2),
    _feature("lab(), lch() and color()", r"\b(ok)?l(ab|ch)\(|\bcolor\(", 111, 113, 15.4),
    _feature("relative colors", r"\b(rgb|hsl|hwb)a?\(\s*from ", 119, 128, 16.4),
    _feature("the units dvh, svh and lvh", r"\d[dsl]v(h|w|i|b|min|max)\b", 108, 101, 15.4),
    _feature("the unit lh", r"\dr?lh\b", 109, 120, 16.4),
    _feature("round(), mod() and rem()", r"\b(round|mod|rem)\(", 125, 118, 15.4),
    _feature(
        "sin(), cos() and the like",
        r"\ba?(sin|cos|tan)\(|\b(pow|sqrt|hypot|log|exp)\(",
        111,
        108,
        15.4,
    ),
    _feature("abs() and sign()", r"\b(abs|sign)\(", 138, 118, 15.4),
    _feature("calc-size()", r"\bcalc-size\(|^interpolate-size:", 129, NEVER, NEVER),
    _feature("linear() as an easing", r"(?<!-)\blinear\(", 113, 112, 17.2),
    _feature("image-set()", r"(?<!-)\bimage-set\(", 113, 89, 17.0),
    _feature("if() and sibling-index()", r"\b(if|sibling-(index|count))\(", 137, NEVER, 26.2),
    _feature("subgrid", r"\bsubgrid\b", 117, 71, 16.0),
    _feature("float: inline-start", r"^(float|clear): *inline-", 118, 55, 15.0),
    _feature("the text after / in content", r"^content: .* / ", 77, 128, 17.4),
    _feature(
        "anchor positioning", r"^(anchor|position)-[a-z-]+:|\banchor(-size)?\(", 125, 147, 26.0
    ),
    _feature("masks without a prefix", r"^mask(-[a-z]+)?:", 120, 53, 15.4),
    _feature("backdrop-filter", r"^backdrop-filter:", 76, 103, 18.0),
    _feature("@starting-style", r"^transition-behavior:|\ballow-discrete\b", 117, 129, 18.0),
    _feature(
        "timelines of scrolling", r"^(animation|scroll|view)-(timeline|range)", 115, NEVER, 26.0
    ),
    _feature("view transitions", r"^view-transition-", 111, 144, 18.0),
    _feature("text-box", r"^text-box", 133, NEVER, 18.2),
    _feature("several values of text-decoration", r"^text-decoration: *\S+ +\S", 57, 36, NEVER),
    _feature("user-select", r"^user-select:", 54, 69, NEVER),
    _feature("text-size-adjust", r"^text-size-adjust:", 54, NEVER, NEVER),
    _feature("hyphens", r"^hyphens:", 88, 43, 17.0),
    _feature("text-wrap", r"^text-wrap", 114, 121, 17.4, "lines break as usual"),
    _feature("field-sizing", r"^field-sizing:", 123, NEVER, 26.2, "fields have their usual size"),
    _feature("scrollbar-width", r"^scrollbar-", 121, 64, 18.2, "scroll bars look as usual"),
    _feature("content-visibility", r"^content-visibility:", 85, 125, 18.0, "all is laid out"),
    _feature("forced-color-adjust", r"^forced-color-adjust:", 89, 113, NEVER, "no forced colors"),
    _feature("safe alignment", r"\bsafe (center|end|start)\b", 115, 63, NEVER, "at the start"),
    _feature("zoom", r"^zoom:", 1, 126, 4.0),
)
SELECTORS = (
    _feature(":has()", r":has\(", 105, 121, 15.4),
    _feature(":nth-child(of)", r":nth-(last-)?child\([^)]* of ", 111, 113, 9.0),
    _feature(":dir()", r":dir\(", 120, 49, 16.4),
    _feature(":user-valid", r":user-(in)?valid", 119, 88, 16.5),
    _feature(":popover-open", r":popover-open", 114, 125, 17.0),
    _feature(":open", r":open\b", 133, 136, 26.5),
    _feature("::details-content", r"::details-content", 131, 143, 18.4),
    _feature(
        "::highlight()", r"::(highlight|target-text|spelling-error|grammar-error)", 105, 140, 17.2
    ),
    _feature("::view-transition", r"::view-transition", 111, 144, 18.0),
)
QUERIES = (
    _feature("ranges in media queries", r"[<>=]", 104, 63, 16.4),
    _feature("or and not( in media queries", r"\bor\b|\bnot *\(", 104, 102, 16.4),
    _feature("scripting", r"\bscripting\b", 120, 113, 17.0, "pages wait for scripts (--wait)"),
    _feature(
        "prefers-reduced-transparency", r"prefers-reduced-(transparency|data)", 118, 113, NEVER
    ),
    _feature("forced-colors", r"\bforced-colors\b", 89, 89, NEVER, "a setting of Windows"),
    _feature("style queries", r"\bstyle\(|\bscroll-state\(", 111, NEVER, 18.0),
)
AT_RULES = {
    "nesting": Versions(120, 117, 17.2),
    "@property": Versions(85, 128, 16.4),
    "@scope": Versions(118, 146, 17.4),
    "@starting-style": Versions(117, 129, 17.5),
    "@view-transition": Versions(126, NEVER, 18.2),
    "@position-try": Versions(125, 147, 26.0),
    "@function": Versions(139, NEVER, NEVER),
}
# At-rules that need no fallback: without `@property`, a value is only computed more often.
HARMLESS_AT_RULES = frozenset({"@property"})

# Patterns for lines of scripts, matched after comments are removed.
SCRIPTS = (
    _feature("AbortSignal.any()", r"\bAbortSignal\.any\b", 116, 124, 17.4),
    _feature("AbortSignal.timeout()", r"\bAbortSignal\.timeout\b", 103, 100, 16.0),
    _feature("the submitter of FormData", r"\bnew FormData\([^(),]+,", 112, 111, 16.4),
    _feature("checkVisibility()", r"\.checkVisibility\b", 105, 106, 17.4),
    _feature("requestSubmit()", r"\.requestSubmit\b", 76, 75, 16.0),
    _feature("attributes of ARIA as properties", r"\.(aria[A-Z]\w*|role) *=[^=]", 81, 119, 12.1),
    _feature(":has()", r":has\(", 105, 121, 15.4),
    _feature(":nth-child(of)", r":nth-(last-)?child\([^)]* of ", 111, 113, 9.0),
    _feature("static blocks", r"\bstatic *\{", 94, 93, 16.4),
    _feature("lookbehind", r"\(\?<[=!]", 62, 78, 16.4),
    _feature(
        "the flag v of patterns", r"[(=,:] */[^/*][^\n]*/[dgimsy]*v[dgimsy]*[.,;)]", 112, 116, 17.0
    ),
    _feature("copies of arrays", r"\.(toSorted|toReversed|toSpliced)\(", 110, 115, 16.0),
    _feature("groupBy()", r"\b(Object|Map)\.groupBy\b", 117, 119, 17.4),
    _feature("Array.fromAsync()", r"\bArray\.fromAsync\b", 121, 115, 16.4),
    _feature("new functions of promises", r"\bPromise\.(withResolvers|try)\b", 119, 121, 17.4),
    _feature(
        "operations on sets",
        r"\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(",
        122,
        127,
        17.0,
    ),
    _feature(
        "helpers of iterators",
        r"\bIterator\.from\b|\.(values|keys|entries)\(\)\.(map|filter|take|drop|some|every|find|forEach|toArray|reduce|flatMap)\(",
        122,
        131,
        18.4,
    ),
    _feature("URL.canParse()", r"\bURL\.(canParse|parse)\b", 120, 115, 17.0),
    _feature("import with a type", r"\bimport\b.*\bwith *\{", 123, 138, 17.2),
    _feature("using", r"\b(await )?using \w+ *=", 134, 141, NEVER),
    _feature("view transitions", r"\bstartViewTransition\b", 111, 144, 18.0),
    _feature("popovers", r"\b(show|hide|toggle)Popover\b", 114, 125, 17.0),
    _feature("showPicker()", r"\.showPicker\b", 99, 101, 16.0),
    _feature("scrollend", r"\bscrollend\b", 114, 109, 26.2),
    _feature("requestIdleCallback()", r"\brequestIdleCallback\b", 47, 55, NEVER),
    _feature("the scheduler", r"\bscheduler\.", 94, 142, NEVER),
    _feature(
        "the Navigation API",
        r"\bnavigation\.(navigate|addEventListener|currentEntry)",
        102,
        147,
        26.2,
    ),
    _feature(
        "style sheets that are made", r"\badoptedStyleSheets\b|\bnew CSSStyleSheet\b", 73, 101, 16.4
    ),
    _feature("compression streams", r"\b(De)?[cC]ompressionStream\b", 80, 113, 16.4),
    _feature("OffscreenCanvas", r"\bOffscreenCanvas\b", 69, 105, 16.4),
    _feature("Intl.Segmenter", r"\bIntl\.(Segmenter|DurationFormat)\b", 87, 125, 14.1),
    _feature("well-formed strings", r"\.(isWellFormed|toWellFormed)\(", 111, 119, 16.4),
    _feature("moveBefore()", r"\.moveBefore\(", 133, 144, NEVER),
    _feature("setHTML()", r"\.(setHTML|setHTMLUnsafe|getHTML)\(", 124, 123, 17.4),
)
