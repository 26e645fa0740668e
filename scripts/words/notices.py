"""The license file of a lexicon's folder: the sources of its files, and their conditions."""

import textwrap

from words.inputs import (
    FRENCH_DICTIONARY,
    FRENCH_LETTERPRESS,
    GERMAN_ADJECTIVES,
    GERMAN_NOUNS,
    GERMAN_VERBS,
    GERMAN_WORDS,
    PORTUGUESE_DICTIONARY,
    SPANISH_DEBIAN,
    SPANISH_LETTERPRESS,
    WORDFREQ,
)
from words.languages import Language

SHARE_ALIKE = "https://creativecommons.org/licenses/by-sa/4.0/"
ABOUT = {
    PORTUGUESE_DICTIONARY.name: (
        "VERO, the Brazilian spelling dictionary, copyright 2006-2013 by Raimundo Santos Moura and "
        "its contributors; taken under the Mozilla Public License 2.0. Its entries with their "
        "affixes are the allowed words and their spellings."
    ),
    FRENCH_DICTIONARY.name: (
        "Dictionnaires orthographiques français 7.5, by Olivier R. and its contributors, "
        "https://grammalecte.net/; Mozilla Public License 2.0. Its entries with their affixes are "
        "the allowed words and their spellings."
    ),
    SPANISH_LETTERPRESS.name: (
        "The Letterpress word list, CC0, as published by Zeke Sikelianos. Its words are allowed."
    ),
    FRENCH_LETTERPRESS.name: (
        "The Letterpress word list, CC0, as published by Zeke Sikelianos. Its words are allowed."
    ),
    SPANISH_DEBIAN.name: (
        "Debian's Spanish word list, public domain. Its words are allowed, and are base forms."
    ),
    GERMAN_WORDS.name: (
        "Words from the German Wiktionary, by its authors, https://de.wiktionary.org/, CC BY-SA, "
        "and from the Letterpress word list, collected by CreativeCouple. They are the allowed "
        "words and their spellings; names are left out."
    ),
    GERMAN_NOUNS.name: (
        "Nouns with their forms from the German Wiktionary, by its authors, "
        "https://de.wiktionary.org/, CC BY-SA 4.0, compiled by Gregor Weichbrodt. They are "
        "allowed; their part of speech tells names from nouns."
    ),
    GERMAN_VERBS.name: (
        "Verbs with their forms from LanguageTool's german-pos-dict, "
        "https://github.com/languagetool-org/german-pos-dict, CC BY-SA 4.0, an export from Morphy "
        "by Wolfgang Lezius, extended by korrekturen.de; compiled by Ludan Stoecklé. They are "
        "allowed, and tell which words are inflected."
    ),
    GERMAN_ADJECTIVES.name: (
        "Adjectives with their forms, of the same origin and license. They are allowed, and tell "
        "which words are inflected."
    ),
    WORDFREQ.name: (
        "How often words are used, by Robyn Speer, https://doi.org/10.5281/zenodo.7199437; data "
        "under CC BY-SA 4.0. It has data of Wikipedia, ParaCrawl, the Leeds Internet Corpus, "
        "Google Books Ngrams (http://books.google.com/ngrams), OpenSubtitles "
        "(http://www.opensubtitles.org/) by OPUS, and the SUBTLEX lists by Marc Brysbaert and "
        "others, which are freely available. "
        "From it come prior.txt, the pools, and which spelling of a word is the commonest."
    ),
}


def notice_of(language: Language) -> str:
    """Return the license text for the folders of a language."""
    head = (
        "The word data in this folder is licensed under the Creative Commons "
        "Attribution-ShareAlike 4.0 International License: give credit, say what you changed, and "
        f"share it under the same license. {SHARE_ALIKE}"
    )
    change = (
        "It was made by scripts/build_words.py of wordle-web, which selected, folded and sorted "
        "the words, joined the spellings of each, and computed probabilities. The program itself "
        "is under the MIT license. Offensive words were kept out of the pools with the help of "
        "naughty-words (Shutterstock, Inc., CC BY 4.0) and cuss (Titus Wormer, MIT). Made from:"
    )
    sources = [
        f"{package.name} {package.version} ({package.manager})\n"
        + textwrap.fill(ABOUT[package.name], 92, initial_indent="    ", subsequent_indent="    ")
        for package in language.sources
    ]
    files = (
        "words.txt and spellings.txt keep the Mozilla Public License 2.0 as well: "
        "https://www.mozilla.org/MPL/2.0/. This form is their source form."
    )
    parts = [textwrap.fill(head, 96), textwrap.fill(change, 96), *sources]
    if {PORTUGUESE_DICTIONARY, FRENCH_DICTIONARY} & set(language.sources):
        parts.append(textwrap.fill(files, 96))
    return "\n\n".join(parts) + "\n"
