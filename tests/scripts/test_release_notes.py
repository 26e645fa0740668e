import pytest
from release_notes import main, notes_of

CHANGELOG = """# Changelog

## 2.0.0 (not yet released)
- Soon.

## 1.10.0 (2026-12-01)
Two lines,

### Play
- and a list.

## 1.1.0 (2026-11-22)
"""


def test_release_notes_are_the_changelog_section_of_the_version() -> None:
    assert notes_of(CHANGELOG, "1.10.0") == "Two lines,\n\n### Play\n- and a list.\n"


@pytest.mark.parametrize("version", ["1.1.0", "1.10", "1.1", "2.0.0", "3.0.0"])
def test_version_without_a_dated_section_stops_the_release(version: str) -> None:
    with pytest.raises(SystemExit, match=r"has no section like ## "):
        notes_of(CHANGELOG, version)


def test_tag_that_differs_from_the_package_version_stops_the_release() -> None:
    with pytest.raises(SystemExit, match=r"pyproject\.toml says "):
        main("99.0.0")
