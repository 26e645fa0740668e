"""Lists that were written by hand, with their reasons: `lists/<code>-<name>.txt`.

Words stand on lines of their own or several on one; lines that begin with # say why.
"""

from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "lists"


def hand_list(code: str, name: str) -> tuple[str, ...]:
    """Return the words of a list in its order, or none where a language has no such list.

    Args:
        code: Of the language, such as "pt".
        name: Of the list, such as "loanwords".
    """
    path = FOLDER / f"{code}-{name}.txt"
    if not path.exists():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(word for line in lines if not line.startswith("#") for word in line.split())


def hand_meanings(code: str) -> Mapping[str, tuple[str, ...]]:
    """Return definitions that were written by hand, by word.

    Args:
        code: Of the language, such as "en".
    """
    text = (FOLDER / f"{code}-meanings.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    words = [line.split(" = ", 1) for line in lines]
    return {word: tuple(meanings.split(" | ")) for word, meanings in words}
