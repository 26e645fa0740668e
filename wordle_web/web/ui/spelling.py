"""Words as people write them, after they were guessed: `sábio` for the key `sabio`.

A lexicon without spellings, as the English ones, has words that are written as they are typed;
sentences name them in capitals, as the tiles show them.
"""

import functools

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import capitals
from wordle_web.engine.words.spellings import key_of
from wordle_web.game.board import TileBoard, TileRow


def written(word: str, lexicon: Lexicon | None) -> str:
    """Return how a sentence names a word: `TRUSS`, `sábio`, `sabia / sábia`, `Haus`."""
    if lexicon is None or lexicon.spellings_file is None:
        return capitals(word)
    return " / ".join(lexicon.spellings(word))


def written_board(board: TileBoard, lexicon: Lexicon | None) -> TileBoard:
    """Return a board whose guesses have their accents."""
    if lexicon is None or lexicon.spellings_file is None:
        return board
    return board._replace(rows=tuple(written_row(row, lexicon) for row in board.rows))


def written_row(row: TileRow, lexicon: Lexicon | None) -> TileRow:
    """Return a row with the accents of its guess, if it is written in one way, letter by letter.

    Rows that are not played yet stay as they are typed, and so do the spoken labels.
    """
    if lexicon is None or lexicon.spellings_file is None or row.kind != "played":
        return row
    key = key_of("".join(tile.letter for tile in row.tiles), lexicon.alphabet)
    first, *others = lexicon.spellings(key)
    shown = capitals(first)
    is_same = first == key or len(first) != len(key) or len(shown) != len(key)
    return row if others or is_same else _with_letters(row, shown)


# A page has up to 1,200 rows, many of them alike. 1,024 of 2 kB at 8 letters: 2 MB at most.
@functools.lru_cache(maxsize=1024)
def _with_letters(row: TileRow, letters: str) -> TileRow:
    pairs = zip(row.tiles, letters, strict=True)
    return row._replace(tiles=tuple(tile._replace(letter=letter) for tile, letter in pairs))
