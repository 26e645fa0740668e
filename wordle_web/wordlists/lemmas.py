"""Dictionary forms of words, from the lemmatizer simplemma if it is installed.

The lemmatizer is optional (`pip install "wordle-web[words]"`), and is used only while a host makes
word lists, never for the built-in word lists.
"""

import importlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

# The codes that the lemmatizer and frequency lists use, by the English names of languages.
CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "albanian": "sq",
        "armenian": "hy",
        "bulgarian": "bg",
        "catalan": "ca",
        "czech": "cs",
        "danish": "da",
        "dutch": "nl",
        "estonian": "et",
        "finnish": "fi",
        "galician": "gl",
        "georgian": "ka",
        "greek": "el",
        "hungarian": "hu",
        "icelandic": "is",
        "irish": "ga",
        "italian": "it",
        "latvian": "lv",
        "lithuanian": "lt",
        "macedonian": "mk",
        "norwegian": "nb",
        "polish": "pl",
        "romanian": "ro",
        "russian": "ru",
        "slovak": "sk",
        "slovenian": "sl",
        "swahili": "sw",
        "swedish": "sv",
        "turkish": "tr",
        "ukrainian": "uk",
        "welsh": "cy",
    }
)

# Returns the dictionary form of a word; empty if the lemmatizer doesn't know the word.
Lemmatizer = Callable[[str], str]


def lemmatizer_of(language: str) -> Lemmatizer | None:
    """Return the lemmatizer of a language, or None if it isn't installed or lacks the language.

    Args:
        language: The English name of the language in lower case, such as "italian".
    """
    code = CODES.get(language)
    if code is None:
        return None
    try:
        simplemma = importlib.import_module("simplemma")
        simplemma.lemmatize("a", lang=code)
    except (ImportError, ValueError):
        return None

    def lemma_of(word: str) -> str:
        is_known: bool = simplemma.is_known(word, lang=code)
        return str(simplemma.lemmatize(word, lang=code)) if is_known else ""

    return lemma_of
