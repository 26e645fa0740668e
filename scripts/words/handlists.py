"""Lists written by hand, with reasons: `lists/<code>-<name>.txt`.

A line may have several words; lines that start with # give reasons.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wordle_web.engine.wordfiles import key_of

MAX_MEANING: Final = 90  # characters
PLAIN: Final = "abcdefghijklmnopqrstuvwxyz"
ACCENTS: Final = {  # letters that definitions may have in addition to a to z
    "pt": "áâãàçéêíóôõú",
    "es": "áéíóúüñ",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "de": "äöüß",
}

FOLDER = Path(__file__).resolve().parent / "lists"


def hand_list(code: str, name: str) -> tuple[str, ...]:
    """Return the words of a list in order; empty if a language has no such list.

    Args:
        code: The code of the language, such as "pt".
        name: The name of the list, such as "loanwords".
    """
    path = FOLDER / f"{code}-{name}.txt"
    if not path.exists():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(word for line in lines if not line.startswith("#") for word in line.split())


def hand_meanings(code: str) -> Mapping[str, tuple[str, ...]]:
    """Return definitions written by hand, by word; empty if a language has no such list.

    Args:
        code: The code of the language, such as "en".
    """
    path = FOLDER / f"{code}-meanings.txt"
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    words = [line.split(" = ", 1) for line in lines]
    return {word: tuple(meanings.split(" | ")) for word, meanings in words}


def meaning_problems(code: str, meanings: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the problems of definitions in a language other than English, as lines."""
    accents = ACCENTS[code]
    problems = []
    for word, texts in meanings.items():
        for text in texts:
            letters = {letter for letter in text.lower() if letter.isalpha()}
            strange = sorted(letters - set(PLAIN + accents))
            folded = [key_of(word, PLAIN + accents) for word in re.findall(r"\w+", text.lower())]
            plain = [key_of(word, PLAIN) for word in folded]
            if word in folded or key_of(word, PLAIN) in plain:
                problems.append(f"{word}: its meaning holds the word itself")
            if len(text) > MAX_MEANING:
                problems.append(f"{word}: {len(text)} characters, at most {MAX_MEANING}")
            if strange:
                problems.append(f"{word}: {' '.join(strange)} is not written in this language")
    return problems
