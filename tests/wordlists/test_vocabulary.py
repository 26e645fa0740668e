"""Keys with their spellings, prior and pools."""

import pytest

from wordle_web.wordlists import vocabulary
from wordle_web.wordlists.hunspell import Form
from wordle_web.wordlists.vocabulary import Entry, Spelling, Terms, entries_of, spellings_of

PLAIN = "abcdefghijklmnopqrstuvwxyz"


def entry(*spellings: Spelling, key: str = "") -> Entry:
    return Entry(key or spellings[0].word, spellings)


def test_vocabulary_excludes_names_and_flags_inflected_forms():
    pairs = (("casa", "casa"), ("casas", "casa"), ("Roma", "Roma"), ("d'or", "or"))
    forms = [Form(*pair) for pair in (*pairs, ("roma", "Roma"))]
    spellings = {
        spelling.word: spelling.is_base
        for spelling in spellings_of(forms, {"casa": 5.0, "casas": 4.0})
    }
    assert spellings == {"casa": True, "casas": False}
    # A common form that is much commoner than its verb counts as a base form.
    for form, verb, is_base in ((4.0, 1.0, True), (4.0, 3.5, False), (2.0, 0.5, False)):
        [spellings] = spellings_of([Form("bolha", "bolhar")], {"bolha": form, "bolhar": verb})
        assert spellings.is_base is is_base


def test_spellings_of_a_key_are_listed_by_frequency():
    words = [Spelling("sábia", 3.4, True), Spelling("sabia", 5.1, False), Spelling("maçã", 4, True)]
    words += [Spelling("xviii", 3.0, True), Spelling("año", 4.0, True)]
    shown = {listed.key: listed.shown for listed in entries_of(words, PLAIN, {4, 5})}
    assert shown == {"maca": ("maçã",), "sabia": ("sabia", "sábia")}
    assert list(shown) == ["maca", "sabia"]
    # A letter that keys keep, such as ñ, makes another key.
    words = [Spelling("Müll", 4.0, True), Spelling("mull", 2.0, True), Spelling("Fuß", 4.0, True)]
    assert [listed.key for listed in entries_of(words, PLAIN + "äöü", {4})] == [
        "fuss",
        "mull",
        "müll",
    ]


@pytest.mark.parametrize(
    ("spellings", "shown"),
    [
        ((Spelling("posó", 3.9, False), Spelling("poso", 3.0, True)), ("poso",)),
        ((Spelling("beten", 4.0, True), Spelling("Bêten", 4.0, False)), ("beten",)),
        ((Spelling("forró", 3.9, True), Spelling("forro", 3.8, True)), ("forró", "forro")),
        # The base form is so rare that people wouldn't think of it.
        ((Spelling("amara", 2.9, False), Spelling("amará", 2.1, True)), ("amara",)),
        ((Spelling("marca", 5.0, False), Spelling("marcá", 2.7, True)), ("marca",)),
        ((Spelling("cantó", 4.1, False), Spelling("canto", 4.0, False)), ("cantó", "canto")),
    ],
)
def test_base_forms_are_shown_unless_they_are_rare(spellings, shown):
    assert Entry(key="", spellings=spellings).shown == shown


@pytest.mark.parametrize(("second", "is_shown"), [(3.0, True), (2.9, False), (0.4, False)])
def test_second_spelling_is_shown_only_if_it_is_common(second, is_shown):
    shown = entry(Spelling("manha", 5.0, True), Spelling("manhã", second, True))
    assert ("manhã" in shown.shown) is is_shown


def test_prior_depends_on_frequency_and_word_form():
    terms = Terms(infinitive=1.0, infinitives=("ar",))

    def chance(zipf: float, word: str = "casa", **others: bool) -> float:
        base = others.pop("is_base", True)
        foreign = others.pop("is_foreign", False)
        return terms.probability(entry(Spelling(word, zipf, base, **others)), foreign)

    assert chance(1.0) < chance(3.0) < chance(4.2)
    assert chance(6.0) < chance(4.2)
    assert chance(4.0, is_base=False) < chance(4.0)
    assert chance(4.0, is_plural=True) < chance(4.0, is_base=False)
    assert chance(4.0, is_doubtful=True) < chance(4.0) < chance(4.0, "amar")
    assert chance(4.0, is_foreign=True) < chance(4.0)


def test_prior_is_never_zero_and_its_total_is_the_sum_of_probabilities():
    words = [entry(Spelling("casa", 5.0, True)), entry(Spelling("zzzz", 0.0, False))]
    prior = vocabulary.prior_of(words, Terms())
    chances = [Terms().probability(word) for word in words]
    assert sum(prior.values()) == pytest.approx(1e6 * sum(chances), abs=2)
    assert prior["zzzz"] > 0.004 * prior["casa"]


def test_pools_contain_only_base_forms_above_a_minimum_frequency():
    zipfs = {"easy": 3.6, "hard": 2.59, "norm": 2.6, "rare": 1.69, "rude": 5.0}
    words = [entry(Spelling(word, zipf, True)) for word, zipf in zipfs.items()]
    words += [
        entry(Spelling("form", 5.0, False)),
        entry(Spelling("pons", 5.0, True, is_plural=True)),
        entry(Spelling("name", 5.0, True, is_doubtful=True)),
    ]
    pools = {"easy": ("easy",), "hard": ("hard",), "normal": ("easy", "norm")}
    assert vocabulary.pools_of(words, {"rude"}) == pools


def test_word_that_is_much_more_common_in_another_language_is_foreign():
    words = [entry(Spelling("noise", 3.0, True)), entry(Spelling("total", 5.0, True))]
    assert vocabulary.foreign_keys(words, [{"noise": 4.3, "total": 5.5}]) == {"noise"}
    assert vocabulary.foreign_keys(words, [{"noise": 4.2}, {}]) == frozenset()
