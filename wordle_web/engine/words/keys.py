"""The words of a large lexicon, kept as one array: a word is made when it is asked for.

Portuguese has 167,632 words of eight letters. As texts they take 12 MB in every process, as an
array 5 MB that processes share.
"""

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np

from wordle_web.engine.arrays import Codes


class Keys(Sequence[str]):
    """Sorted words of one length as the code points of their letters, compared like a tuple."""

    __slots__ = ("_texts", "codes")

    def __init__(self, codes: Codes) -> None:
        """Keep the code points, uint32, (words, letters), sorted by word."""
        self.codes = codes
        # The same memory: NumPy's texts are the code points of their letters.
        plain = np.ascontiguousarray(codes, dtype="<u4")
        self._texts = plain.view(f"<U{codes.shape[1]}").ravel()

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """Return a word, or a tuple of the words of a slice."""
        if isinstance(index, slice):
            return tuple(self._texts[index].tolist())
        return str(self._texts[index])

    def __iter__(self) -> Iterator[str]:
        """Yield the words in order."""
        return map(str, self._texts)

    def __contains__(self, word: object) -> bool:
        """Whether it is one of the words."""
        return isinstance(word, str) and self.find(word) is not None

    def index(self, word: str, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a word.

        Raises:
            ValueError: it is none of these words, or not in the part asked for.
        """
        place = self.find(word)
        last = len(self) if stop is None else stop
        if place is None or not start <= place < last:
            raise ValueError(f"{word!r} is not one of the words")
        return place

    def __eq__(self, other: object) -> bool:
        """Whether it has the same words as another sequence, in the same order."""
        if not isinstance(other, Keys | tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(str.__eq__, self, other))

    def __hash__(self) -> int:
        """Return the hash of the tuple of these words."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return the tuple of these words as it is written."""
        return repr(tuple(self))

    def find(self, word: str) -> int | None:
        """Return the place of a word, or None."""
        place = int(np.searchsorted(self._texts, word))
        return place if place < len(self) and self[place] == word else None
