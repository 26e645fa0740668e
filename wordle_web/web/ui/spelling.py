"""The usual spelling of words, for display after a guess: `sábio` for the key `sabio`.

If a lexicon has no spellings, as in English, sentences show words as they are typed, in capitals
like the tiles.
"""

import functools
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata
from urllib.parse import quote, urlencode

from wordle_web.engine.knowledge import Turn
from wordle_web.engine.letters import capitals
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.wordfiles import key_of
from wordle_web.game.board import TileBoard, TileRow, played_row
from wordle_web.game.puzzles.days import date_of
from wordle_web.web.http.paths import joined
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import tag_of
from wordle_web.web.ui.i18n import gettext, translator
from wordle_web.web.ui.layout import with_words


def alphabet_of(lexicon: Lexicon | None) -> str:
    """Return the letters of a lexicon, by default those of this request's words."""
    return lexicon.alphabet if lexicon else services().alphabet


def written(word: str, lexicon: Lexicon | None) -> str:
    """Return a word's form in sentences: `TRUSS`, `sábio`, `sabia / sábia`, `Haus`."""
    if lexicon is None or lexicon.spellings_file is None:
        return capitals(word, alphabet_of(lexicon))
    return " / ".join(lexicon.spellings(word))


def spelled(word: str, lexicon: Lexicon | None) -> str:
    """Return a guess in capitals, with accents, for tiles and sentences: `TRUSS`, `SUMIÓ`.

    Accents are not added if the guess has several spellings, or one with another number of letters.
    """
    typed = capitals(word, alphabet_of(lexicon))
    if lexicon is None or lexicon.spellings_file is None:
        return typed
    first, *others = lexicon.spellings(key_of(word, lexicon.alphabet))
    shown = capitals(first, lexicon.alphabet)
    return typed if others or not len(typed) == len(first) == len(shown) else shown


def written_board(board: TileBoard, lexicon: Lexicon | None) -> TileBoard:
    """Return a board with the accents of its guesses."""
    return board._replace(rows=tuple(written_row(row, lexicon) for row in board.rows))


def written_row(row: TileRow, lexicon: Lexicon | None) -> TileRow:
    """Return a row with the accents of its guess, if there is one spelling of the same length.

    Rows that are not played yet, and labels for screen readers, are unchanged.
    """
    if lexicon is None or lexicon.spellings_file is None or row.kind != "played":
        return row
    typed = "".join(tile.letter for tile in row.tiles)
    shown = spelled(typed, lexicon)
    if shown == typed:
        return row
    pairs = zip(row.tiles, shown, strict=True)
    return row._replace(tiles=tuple(tile._replace(letter=letter) for tile, letter in pairs))


def spelled_here(word: str) -> str:
    """Return `spelled` for a guess with the lexicon of this request."""
    site = services()
    return spelled(word, site.lexicon(len(word)) if len(word) in site.lengths else None)


def tile_row(turn: Turn, number: int) -> TileRow:
    """Return a played row with the spelling of this request's words."""
    site, length = services(), len(turn.guess)
    lexicon = site.lexicon(length) if length in site.lengths else None
    return written_row(played_row(turn, number, site.alphabet, translator()), lexicon)


def dictionary_links(word: str, lexicon: Lexicon) -> tuple[Link, ...]:
    """Return links to Wiktionary for all spellings of a word, for the end of a game.

    Empty if the host wants no links to other sites, or if the code of the language is unknown.
    """
    site = services()
    code = tag_of(site.language)
    if not code or not site.settings.outside_links:
        return ()
    links = []
    for spelling in lexicon.spellings(word):
        name = capitals(spelling, lexicon.alphabet)
        label = with_words(gettext("%(word)s in Wiktionary", word=name), name)
        links.append(Link(label, f"https://{code}.wiktionary.org/wiki/{quote(spelling)}"))
    return tuple(links)


def report_link(
    answers: Sequence[str], lexicon: Lexicon, day: int | None = None, *, is_private: bool = False
) -> Link | None:
    """Return the link for reporting a word to the host, for the end of a game.

    None if the host wants no links to other sites, or if there is no address for reports. Unless
    the address is for email, also None for the word of a `day` that still runs anywhere, and for a
    private word, which a player chose for a friend, since only reports by email are private.
    """
    site = services()
    address = site.settings.reports or project_form()
    is_mail = address.startswith("mailto:")
    if not address or not site.settings.outside_links or (is_private and not is_mail):
        return None
    facts = {
        "word": ", ".join(written(answer, lexicon) for answer in answers),
        "language": site.language.capitalize(),
        "length": lexicon.length,
    }
    if day is not None:
        facts["day"] = date_of(day, site.settings.first_day)
        if not is_mail and day > site.last_day_ended:
            return None
    if is_mail:
        body = "\r\n".join(f"{name}: {fact}" for name, fact in facts.items())
        facts = {"subject": facts["word"], "body": body}
    query = urlencode(facts, quote_via=quote)
    label = gettext("Report this word") if len(answers) == 1 else gettext("Report a word")
    return Link(label, joined(address, query))


@functools.cache
def project_form() -> str:
    """Return the address of the project's form for reports; empty if the metadata is missing."""
    with suppress(PackageNotFoundError):
        for line in metadata("wordle-web").get_all("Project-URL", ()):
            name, _, url = line.partition(", ")
            if name == "Source":
                return f"{url}/issues/new?template=word.yml"
    return ""
