"""What a key is for people who read it: which of its spellings are words of their own.

The prior knows nothing of this: it follows games elsewhere. Pools and what is shown do.
"""

from collections.abc import Collection
from dataclasses import replace

from wordle_web.wordlists.vocabulary import Entry, Spelling

# German: words in small letters beside which a noun stands that nobody means, "das Jetzt".
SMALL = """
    aber acht drei eins fünf hallo mehr muss nein neun null oder sechs unter viel vier wenn wider
    wohl zehn zwei zwölf selbst nichts heute jetzt etwas früh hoch tief hart rund gelb grau grün
    blau braun weiss schwarz zwanzig niemand gestern zuhause sowieso daheim hinweg voraus vorweg
    jenseits einerlei allerlei mithilfe dreizehn fünfzehn vierzehn sechzehn siebzehn achtzehn
    neunzehn dreissig klein breit flach stolz total wild laut süss nass matt reif rein fest fett
    viert blank beige aktiv eigen flott extra ideal krass lokal mobil nasal platt prima recht reich
    scheu spitz urbar weise zivil bitter defekt dental dunkel extrem gemein gerade irisch junior
    lecker massiv normal passiv schick simpel stumpf textil elegant deutsch dänisch express gotisch
    grotesk komplex negativ paradox perfekt positiv radikal syrisch tanzbar violett arabisch
    bankrott bosnisch brillant englisch estnisch explosiv finnisch gehorsam hessisch integral
    keltisch lettisch objektiv persisch polnisch russisch sekundär serbisch simultan slawisch
    sorbisch souverän spanisch türkisch ungestüm virtuose
"""
# Nouns in -n, unlike the infinitives that look so.
NOUNS = """
    daten eisen laden leben osten regen samen rasen ballen barren bolzen fetzen gaumen graben
    karren knoten korken kosten lappen leinen lumpen masern morgen norden nutzen posten putten
    rahmen ranzen rappen rechen reifen rücken socken topfen willen wissen zapfen zinken brocken
    flecken frieden glauben klumpen schaden tropfen andenken anliegen ansehen aufsehen aussehen
    benehmen bisschen guthaben schatten schoppen schotten schulden schuppen streifen vergehen
    vermögen versehen vorgehen vorhaben haken linsen median hafen kölsch unhold mergel
"""
# With "ß" in the spelling of today; where others stand in both ways, they have "ss".
SHARP = {"maß", "ruß", "spaß", "schoß", "floß", "stoß", "groß", "süß", "weiß", "größe"}
FIRST = frozenset(SMALL.split())
LAST = frozenset(NOUNS.split())
STRANGE = frozenset("āēīōūîû")


def as_read(entry: Entry, nouns: Collection[str]) -> Entry:
    """Return an entry with its spellings as a reader knows them.

    Args:
        entry: A key with all its spellings.
        nouns: What counts as a base form, whatever the dictionaries say, as it is written.
    """
    found = [
        replace(each, is_base=True, is_plural=False) if each.word in nouns else each
        for each in entry.spellings
    ]
    kept = [each for each in found if not _is_odd(each, found)] or found
    kept.sort(key=lambda each: -each.zipf - 0.001 * _is_first(each.word, entry.key))
    return Entry(entry.key, tuple(kept))


def _is_odd(each: Spelling, beside: Collection[Spelling]) -> bool:
    """Tell whether it is an old spelling, a strange one, or one without its accents."""
    word, low = each.word, each.word.lower()
    if STRANGE & set(word):
        return True
    others = {other.word.lower() for other in beside if other.is_base}
    if "ß" in low and low.replace("ß", "ss") in others:
        return low not in SHARP
    if low.replace("ss", "ß", 1) in SHARP & others:
        return True
    # People leave accents away: "maquina" beside "máquina" is no word of its own.
    return low.isascii() and any(
        other.is_base and other.zipf > each.zipf and not other.word.isascii() for other in beside
    )


def _is_first(word: str, key: str) -> bool:
    return word.islower() and (key in FIRST or (key.endswith("n") and key not in LAST))
