"""Where a word is explained at length: its pages in the Wiktionary of its language."""

from urllib.parse import quote

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import capitals
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import tag_of
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import with_words


def dictionary_links(word: str, lexicon: Lexicon) -> tuple[Link, ...]:
    """Return the link to the page of each of a word's spellings, for the end of a game.

    None where the host wants no links to other sites, or the language has no known code.
    """
    site = services()
    code = tag_of(site.language)
    if not code or not site.settings.outside_links:
        return ()
    links = []
    for spelling in lexicon.spellings(word):
        name = capitals(word) if lexicon.spellings_file is None else spelling
        label = with_words(gettext("%(word)s in Wiktionary", word=name), name)
        links.append(Link(label, f"https://{code}.wiktionary.org/wiki/{quote(spelling)}"))
    return tuple(links)
