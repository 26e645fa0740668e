"""Everything named in documents exists: files, links, commands, targets of make, settings."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab_data import lab_data
from packaging.requirements import Requirement

from wordle_web.cli.commands import MODULES
from wordle_web.config.settings import KEYS, variable_name, variables

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").glob("*.md"),
    ROOT / "NOTICE",
    *(path for path in (ROOT / "deploy").iterdir() if path.is_file()),
    *(ROOT / "wordle_web" / "data").rglob("README.md"),
]
TOUR = ROOT / "docs" / "architecture.md"
DEFINITION = re.compile(
    r"^ *(?:export |async )*(?:def|class|function) (\w+)|^(\w+)(?:: [^=\n]+)? = ", re.MULTILINE
)
ENDINGS = {".py", ".md", ".toml", ".sh", ".conf", ".yaml", ".service", ".socket", ".example"}
ENDINGS |= {".txt", ".json", ".html", ".css", ".js", ".po"}
PATH = re.compile(r"(?:\.?[\w-][\w.-]*/)*(?:[\w*-][\w.*-]*)?/?")
# Files that readers create, or that only a running site has.
MADE = {"keys.env", "instance", "lexicons", "pools", "deploy/wordle-web.env", "wordle-web.env"}
MADE |= {"definitions.json", "normal-2.txt", "manifest.json", "prior.txt", "security.txt"}
MADE |= {"package", "spellings.txt", "words.txt"}  # npm unpacks into `package`


def code_in(text: str) -> Iterator[str]:
    for span in re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL):
        yield from span.strip("`\n").splitlines()


def is_path(word: str) -> bool:
    first = word.split("/")[0]
    if not first or not PATH.fullmatch(word) or {word, first} & MADE:
        return False
    return Path(word).suffix in ENDINGS or (ROOT / first).is_dir()


def is_there(word: str, document: Path) -> bool:
    """Return whether a path exists relative to the root, the document, the package or its data."""
    if word.startswith(".venv/bin/"):
        return Path(sys.prefix, *Path(word).parts[1:]).exists()
    package, words = ROOT / "wordle_web", ROOT / "wordle_web/data/english-5"
    places = (ROOT, document.parent, package, words, words / "pools")
    return any(list(place.glob(word.rstrip("/"))) for place in places)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_name_only_existing_paths_commands_and_settings(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    words = {word.strip("().,:;") for line in code_in(text) for word in line.split()}
    assert sorted(word for word in words if is_path(word) and not is_there(word, document)) == []
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [link for link in links if not (document.parent / link).exists()] == []
    targets = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets
    code = "\n".join(code_in(text))
    assert set(re.findall(r"^make ([a-z-]+)", code, re.MULTILINE)) <= set(targets[1].split())
    ours = re.findall(r"(?:-m wordle_web|^wordle-web) ([a-z-]+)", code, re.MULTILINE)
    assert set(ours) <= set(MODULES)
    assert set(re.findall(r"lab_data\.py ([a-z]+)", text)) <= set(lab_data.commands)
    files = {f"{variable_name(name)}_FILE" for name in KEYS}
    assert set(re.findall(r"WORDLE_WEB_[A-Z_]+[A-Z]", text)) <= variables().keys() | files


def test_every_name_in_the_code_tour_is_defined() -> None:
    sources = [*(ROOT / "wordle_web").rglob("*.py"), *(ROOT / "static").rglob("*.js")]
    definitions = [DEFINITION.findall(path.read_text(encoding="utf-8")) for path in sources]
    defined = {name for names in definitions for pair in names for name in pair}
    spans = re.findall(r"`([A-Za-z_]\w*(?:\.\w+)?)(?:\(\))?`", TOUR.read_text(encoding="utf-8"))
    names = {name for span in spans if not is_path(span) for name in span.split(".")}
    assert len(names) > 50
    assert sorted(names - defined) == []


def test_code_tour_gives_the_right_file_for_each_name() -> None:
    tour = TOUR.read_text(encoding="utf-8")
    pairs = re.findall(r"`(\w+)(?:\(\))?` in `([\w/]+\.(?:py|js))`", tour)
    assert len(pairs) > 40
    wrong = []
    for name, file in pairs:
        source = next(path for path in (ROOT / "wordle_web" / file, ROOT / file) if path.exists())
        definitions = DEFINITION.findall(source.read_text(encoding="utf-8"))
        wrong += [(name, file)] * (name not in {name for pair in definitions for name in pair})
    assert wrong == []


def test_table_of_dependencies_lists_every_dependency() -> None:
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| .+ \|$", text.partition("## Dependencies")[2], re.MULTILINE)
    names = [name.lower() for row in rows[2:] for name in row.split(", ")]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(names) == sorted(Requirement(line).name for line in project["dependencies"])
