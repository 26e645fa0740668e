"""Add the repository's URLs to the package's metadata, and make links in its README absolute.

    python scripts/name_repository.py https://github.com/OWNER/wordle-web v1.2.3

`.github/workflows/release.yml` runs this before the build, since only the workflow knows the
repository. The package index shows README.md, but has none of the linked files.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def with_absolute_links(text: str, url: str, tag: str) -> str:
    """Return Markdown in which relative links lead to the files of a repository at a tag."""

    def absolute(match: re.Match[str]) -> str:
        kind = "raw" if match[1].endswith(".png") else "blob"
        return f"]({url}/{kind}/{tag}/{match[1]})"

    # Skip links to other sites, and to headings of the same page.
    return re.sub(r"\]\((?![a-z]+:|#)([^)\s]+)\)", absolute, text)


def main(url: str, tag: str) -> None:
    """Change README.md and pyproject.toml."""
    readme, project = ROOT / "README.md", ROOT / "pyproject.toml"
    readme.write_text(with_absolute_links(readme.read_text("utf-8"), url, tag), "utf-8")
    with project.open("a", encoding="utf-8") as file:
        file.write(f'\n[project.urls]\nSource = "{url}"\n')
        file.write(f'Changelog = "{url}/blob/main/CHANGELOG.md"\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
