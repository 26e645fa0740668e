"""Reading pages without a screen: forms, rows of tiles, links, announcements.

Pages may come from an application in this process, over a socket or from a browser. Paths are those
of lxml: `.//td[@data-column='word']`.

>>> page = Html("<table><tr><th>Word</th><td><a href='/w'>CRANE</a></td></tr></table>")
>>> page.first(".//a")["href"], page.link("CRANE"), page.table()
('/w', '/w', [['Word', 'CRANE']])
"""

import functools
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from lxml import html
from lxml.html import HtmlElement

DIGITS = {"absent": "0", "present": "1", "correct": "2"}
ADDRESSES = ("href", "src", "action")
UNSENT = {"submit", "button", "file", "image", "reset"}


@dataclass(frozen=True, slots=True)
class Form:
    action: str
    method: str
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: its letter, its mark and its label for screen readers."""

    letter: str
    mark: str
    label: str


class Link(NamedTuple):
    address: str
    text: str


class Page:
    text: str

    @property
    def root(self) -> HtmlElement:
        return _tree(self.text)

    @property
    def plain(self) -> str:
        """The HTML with decoded entities."""
        return unescape(self.text)

    @property
    def visible_text(self) -> str:
        """The text of all elements, with white space collapsed."""
        return _visible_text(self.root)

    @property
    def forms(self) -> tuple[Form, ...]:
        return tuple(
            Form(form.get("action", ""), form.get("method", "get").lower(), _fields(form))
            for form in self.root.iter("form")
        )

    @property
    def fields(self) -> dict[str, str]:
        return _fields(self.root)

    @property
    def guess_form(self) -> Form | None:
        return next((form for form in self.forms if "guess" in form.fields), None)

    @property
    def tiles(self) -> tuple[tuple[Tile, ...], ...]:
        """The played rows of the board, without the rows of examples."""
        rows = self.root.iterfind(".//*[@data-row='played']")
        return tuple(
            tuple(
                Tile(_text(tile).lower(), tile.get("data-mark", ""), tile.get("aria-label", ""))
                for tile in row.iterfind(".//*[@data-mark]")
            )
            for row in rows
            if next(row.iterancestors("aside"), None) is None
        )

    @property
    def rows(self) -> list[str]:
        """The marks of the played rows, as digits."""
        return ["".join(DIGITS[tile.mark] for tile in row) for row in self.tiles]

    @property
    def state(self) -> str:
        return self.fact("state")

    @property
    def refusal(self) -> str:
        return self.fragment("refusal")

    @property
    def shared(self) -> list[str]:
        """The lines of the share text."""
        return (self.first(".//textarea[@class='share-text']").root.text or "").splitlines()

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(Link(link.get("href", ""), _text(link)) for link in self.root.iter("a"))

    @property
    def announcements(self) -> tuple[str, ...]:
        """The texts that a screen reader announces: alerts first, then polite announcements."""
        roles = (self.root.iterfind(f".//*[@role='{role}']") for role in ("alert", "status"))
        return tuple(text for elements in roles for element in elements if (text := _text(element)))

    @property
    def addresses(self) -> tuple[str, ...]:
        addresses = (element.get(name) for element in self.root.iter() for name in ADDRESSES)
        return tuple(address for address in addresses if address is not None)

    def fact(self, name: str) -> str:
        """Return the first `data-` attribute with that name; empty if there is none."""
        element = self.root.find(f".//*[@data-{name}]")
        return "" if element is None else element.get(f"data-{name}", "")

    def fragment(self, name: str) -> str:
        """Return the text of a fragment of the page; empty if there is none."""
        element = self.root.find(f".//*[@data-fragment='{name}']")
        return "" if element is None else _text(element)

    def all(self, path: str) -> "list[Part]":
        return [Part(element) for element in self.root.iterfind(path)]

    def first(self, path: str) -> "Part":
        element = self.root.find(path)
        assert element is not None, f"nothing at {path}"
        return Part(element)

    def of_class(self, name: str) -> "list[Part]":
        return [
            Part(element)
            for element in self.root.iter()
            if name in element.get("class", "").split()
        ]

    def texts(self, name: str) -> list[str]:
        return [part.visible_text for part in self.of_class(name)]

    def links_of(self, name: str) -> list[Link]:
        return [Link(part["href"], _text(part.root)) for part in self.of_class(name)]

    def link(self, text: str) -> str:
        addresses = [link.address for link in self.links if link.text == text]
        assert addresses, f"no link says {text!r}"
        return addresses[0]

    def values(self, name: str) -> list[str]:
        return [part["value"] for part in self.all(f".//*[@name='{name}'][@value]")]

    def table(self, path: str = ".//table") -> list[list[str]]:
        rows = self.first(path).all(".//tr")
        return [[cell.visible_text for cell in row.all("*")] for row in rows]

    @property
    def definitions(self) -> dict[str, str]:
        """The descriptions of the terms in definition lists."""
        return {
            term.visible_text: text.visible_text
            for term, text in zip(self.all(".//dt"), self.all(".//dd"), strict=True)
        }


@dataclass
class Html(Page):
    text: str


class Part(Page):
    """An element of a page, read like a page; `part["href"]` is an attribute, empty if missing."""

    def __init__(self, root: HtmlElement) -> None:
        self._root = root

    @property
    def root(self) -> HtmlElement:
        return self._root

    @property
    def text(self) -> str:  # type: ignore[override]  # an attribute of whole pages
        return str(html.tostring(self._root, encoding="unicode", with_tail=False))

    def __getitem__(self, name: str) -> str:
        return str(self._root.get(name, ""))


@functools.lru_cache(maxsize=8)
def _tree(text: str) -> HtmlElement:
    page = html.Element("page")  # so that paths also match the root of a fragment
    page.append(html.document_fromstring(text, html.HTMLParser(remove_comments=True)))
    return page


def _text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _visible_text(element: HtmlElement) -> str:
    return " ".join(" ".join(element.itertext()).split())


def _fields(element: HtmlElement) -> dict[str, str]:
    values = {}
    for field in element.iter():
        name, kind = field.get("name"), field.get("type")
        is_off = kind in {"radio", "checkbox"} and "checked" not in field.attrib
        if not name or kind in UNSENT or is_off:
            continue
        if field.tag == "input":
            values[name] = field.get("value", "")
        elif field.tag == "textarea":
            values[name] = "".join(field.itertext())
        elif field.tag == "select":
            options = [*field.iterfind(".//option[@selected]"), *field.iter("option")]
            values[name] = options[0].get("value", _text(options[0])) if options else ""
    return values
