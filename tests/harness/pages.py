"""Pages as a visitor without a screen reads them: forms to fill, tiles with their marks."""

import functools
from dataclasses import dataclass, field
from html.parser import HTMLParser

DIGITS = {"absent": "0", "present": "1", "correct": "2"}


@dataclass(slots=True)
class Form:
    """A form: where it goes and what it would send if nothing were changed."""

    action: str
    method: str
    css_class: str
    fields: dict[str, str] = field(default_factory=dict)


class _Reader(HTMLParser):
    """Collects forms and played rows."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self.forms: list[Form] = []
        self.rows: list[str] = []
        self.facts: dict[str, str] = {}
        self.addresses: list[str] = []
        self._is_form_open = False
        self._divisions: list[str] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read one tag."""
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_form_open = True
            where = found.get("action", ""), found.get("method", "get").lower()
            self.forms.append(Form(*where, found.get("class", "")))
        elif self._is_form_open and tag in {"input", "textarea", "select", "option"}:
            self._read_field(tag, found)
        if tag == "div":
            self._divisions.append(found.get("data-fragment") or found.get("data-row", ""))
            self.rows += [""] * self._is_in_played_row
        elif self._is_in_played_row and found.get("data-mark") in DIGITS:
            self.rows[-1] += DIGITS[found["data-mark"]]
        for name, value in found.items():
            if name in {"href", "src", "action"}:
                self.addresses.append(value)
            if name.startswith("data-"):
                self.facts.setdefault(name, value)

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a form or a row."""
        if tag == "form":
            self._is_form_open = False
        elif tag == "div" and self._divisions:
            self._divisions.pop()
        elif tag == "select":
            self._select = ""

    @property
    def _is_in_played_row(self) -> bool:
        """Whether what comes stands in a row of the board that has been played."""
        return self._divisions[-2:] == ["board", "played"]

    def _read_field(self, tag: str, found: dict[str, str]) -> None:
        """Note what a field would send."""
        fields = self.forms[-1].fields
        if tag == "select":
            self._select = found.get("name", "")
        elif tag == "option":
            if self._select and ("selected" in found or self._select not in fields):
                fields[self._select] = found.get("value", "")
        elif found.get("type") in {"radio", "checkbox"} and "checked" not in found:
            return
        elif found.get("name") and found.get("type") not in {"submit", "file", "button"}:
            fields[found["name"]] = found.get("value", "")


@dataclass(frozen=True)
class Page:
    """An answer to a visitor.

    Attributes:
        status: Of the last answer, after redirections.
        headers: Of the last answer, names in lower case.
        body: Its bytes, not compressed.
        path: Where it was found.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    path: str

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode(errors="replace")

    def header(self, name: str) -> str:
        """Return the value of a header; empty where there is none."""
        return next((value for key, value in self.headers if key == name), "")

    @functools.cached_property
    def _read(self) -> _Reader:
        """What the page holds."""
        reader = _Reader()
        reader.feed(self.text)
        return reader

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms on the page."""
        return tuple(self._read.forms)

    @property
    def guess_form(self) -> Form | None:
        """The form for a guess; None when the game is over."""
        return next((form for form in self.forms if "guess" in form.fields), None)

    @property
    def rows(self) -> tuple[str, ...]:
        """The marks of the rows that have been played, as digits."""
        return tuple(self._read.rows)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses that the page leads to, loads from or sends to."""
        return tuple(self._read.addresses)

    def fact(self, name: str) -> str:
        """Return the first `data-` attribute of that name; empty where there is none."""
        return self._read.facts.get(f"data-{name}", "")
