"""Where a word is explained at length: its page in the Wiktionary of its language."""

from urllib.parse import quote

from wordle_web.engine.lexicon import Lexicon
from wordle_web.web.services import CODES, services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext


def dictionary_link(word: str, lexicon: Lexicon) -> Link | None:
    """Return the link to the page of a word's commonest spelling, for the end of a game.

    None where the host wants no links to other sites, or the language has no known code.
    """
    site = services()
    code = CODES.get(site.language)
    if code is None or not site.settings.outside_links:
        return None
    spelling = lexicon.spellings(word)[0]
    name = word.upper() if lexicon.spellings_file is None else spelling
    label = gettext("%(word)s in Wiktionary", word=name)
    return Link(label, f"https://{code}.wiktionary.org/wiki/{quote(spelling)}")
