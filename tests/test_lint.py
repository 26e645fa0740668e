"""A planted fault is found: one for each kind of file, by `make lint` or `make types`."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
WORKFLOW = """on: pull_request_target
permissions: {}
jobs:
  job:
    runs-on: ubuntu-24.04
    steps:
      - run: echo ${{ github.event.pull_request.title }}
"""
PLANTED = [
    ("ruff", "test_planted.py", "def test_it() -> None:\n    assert nothing\n", "F821"),
    ("oxlint", "planted.js", 'import { nothing } from "./other.js";\nnothing();\n', "not found"),
    ("oxlint", "planted.js", "document.tilte = titel;\n", "'titel' is not defined"),
    (
        "deno",
        "planted.js",
        'import { take } from "./other.js";\ntake(1);\n',
        "Expected 0 arguments",
    ),
    ("djlint", "planted.html", "<div><p>Text</p>\n", "H025"),
    ("djlint", "planted.html", "{% if this %}that\n", "T038"),
    ("zizmor", ".github/workflows/planted.yml", WORKFLOW, "template-injection"),
    ("check-jsonschema", ".github/workflows/planted.yml", WORKFLOW.replace("run:", "rnu:"), "rnu"),
]


def command(program: str) -> list[str]:
    """Return the first command of the Makefile that runs a program, without its files."""
    found = re.search(
        rf"^\t.*\$\(BIN\)/({program} (?!format).*)$", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert found
    words = [word for word in found[1].split() if "/" not in word and word[0] not in "$."]
    return [
        str(BIN / words[0]),
        *(word for word in words[1:] if word not in {"templates", "static"}),
    ]


@pytest.mark.parametrize(("program", "name", "text", "fault"), PLANTED)
def test_a_planted_fault_is_found(
    program: str, name: str, text: str, fault: str, tmp_path: Path
) -> None:
    for config in ("pyproject.toml", ".oxlintrc.json", "deno.json", "scripts/dom.d.ts"):
        (tmp_path / config).parent.mkdir(exist_ok=True)
        (tmp_path / config).write_text((ROOT / config).read_text(encoding="utf-8"))
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    (tmp_path / "other.js").write_text("export const something = 1;\nexport function take() {}\n")
    done = subprocess.run(
        [*command(program), name], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert fault in done.stdout + done.stderr


@pytest.mark.browser
def test_a_planted_fault_in_a_style_sheet_is_found(tmp_path: Path) -> None:
    faults = {
        ".a { dispaly: none; }": "dispaly",
        ".b { color: 12qx; }": "12qx",
        ".c:hoover { color: red; }": ":hoover",
        "@media (min-width 3px) { .d { color: red; } }": "min-width",
        ".e { color: var(--nobody-declares-this); }": "--nobody-declares-this",
        ".f { --nobody-uses-this: 1px; }": "--nobody-uses-this",
        '@property --a { syntax: "<lenght>"; inherits: true; initial-value: 0px }': "<lenght>",
    }
    (tmp_path / "planted.css").write_text("\n".join([".fine { color: red; }", *faults]))
    script = ROOT / "scripts" / "lint_styles.py"
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    found = dict(re.findall(r"planted\.css:(\d+): (.*)", done.stdout))
    assert sorted(map(int, found)) == list(range(2, 9))
    for line, fault in enumerate(faults.values(), start=2):
        assert fault in found[str(line)]
