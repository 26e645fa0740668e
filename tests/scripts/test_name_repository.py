import re
from pathlib import Path

import pytest
from name_repository import with_absolute_links

ROOT = Path(__file__).parents[2]
URL = "https://forge.example/words/wordle-web"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](docs/a.md#b)", f"[a]({URL}/blob/v1.2.3/docs/a.md#b)"),
        ("![a](docs/a.png)", f"![a]({URL}/raw/v1.2.3/docs/a.png)"),
        ("[![a](a.png)](LICENSE)", f"[![a]({URL}/raw/v1.2.3/a.png)]({URL}/blob/v1.2.3/LICENSE)"),
        ("[a](https://a.example/b) [c](#d)", "[a](https://a.example/b) [c](#d)"),
    ],
)
def test_readme_links_to_files_point_to_the_release_tag(text: str, expected: str) -> None:
    assert with_absolute_links(text, URL, "v1.2.3") == expected


def test_every_relative_link_of_the_readme_becomes_absolute() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    changed = with_absolute_links(text, URL, "v1.2.3")
    targets = re.findall(r"\]\(([^)]*)\)|(?:src|srcset|href)=\"([^\"]*)\"", changed)
    assert all(re.match("https?:|#", link or attribute) for link, attribute in targets)
    assert f"]({URL}/raw/v1.2.3/docs/screenshots/" in changed
