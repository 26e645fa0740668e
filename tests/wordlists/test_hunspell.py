"""What a dictionary's affixes make of its entries."""

import pytest

from wordle_web.wordlists.hunspell import HunspellError, expand


def words_of(aff: str, dic: str, max_letters: int | None = None) -> set[str]:
    return {form.word for form in expand(aff.encode(), dic.encode(), max_letters)}


PLAIN = """SET UTF-8
SFX S Y 2
SFX S 0 s [^sy]
SFX S y ies y
PFX U Y 1
PFX U 0 un .
"""


def test_a_suffix_stands_where_its_condition_allows_and_takes_what_it_strips() -> None:
    assert words_of(PLAIN, "3\ncat/S\npony/S\nbus/S\n") == {"cat", "cats", "pony", "ponies", "bus"}


def test_both_sides_go_together_where_both_cross() -> None:
    assert words_of(PLAIN, "1\ntie/SU\n") == {"tie", "ties", "untie", "unties"}


@pytest.mark.parametrize("side", ["SFX S", "PFX U"])
def test_one_side_that_does_not_cross_stands_alone(side: str) -> None:
    aff = PLAIN.replace(f"{side} Y", f"{side} N")
    assert words_of(aff, "1\ntie/SU\n") == {"tie", "ties", "untie"}


def test_a_condition_of_a_prefix_is_about_the_beginning() -> None:
    aff = "SET UTF-8\nPFX I Y 2\nPFX I 0 im [bp]\nPFX I 0 in [^bp]\n"
    assert words_of(aff, "2\npure/I\nsane/I\n") == {"pure", "impure", "sane", "insane"}


def test_a_suffix_can_take_another() -> None:
    aff = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\nSFX R Y 1\nSFX R 0 er/S .\n"
    assert words_of(aff, "1\ndrink/R\n") == {"drink", "drinker", "drinkers"}


@pytest.mark.parametrize(
    ("kind", "first", "second", "flags"),
    [
        ("", "A", "B", "AB"),
        ("FLAG long\n", "a1", "a2", "a1a2"),
        ("FLAG num\n", "1", "200", "1,200"),
        ("FLAG UTF-8\n", "é", "ñ", "éñ"),
    ],
)
def test_flags_are_read_in_each_of_their_kinds(
    kind: str, first: str, second: str, flags: str
) -> None:
    aff = f"SET UTF-8\n{kind}SFX {first} Y 1\nSFX {first} 0 s .\n"
    aff += f"SFX {second} Y 1\nSFX {second} 0 en ."
    assert words_of(aff, f"1\nox/{flags}\n") == {"ox", "oxs", "oxen"}


def test_aliases_stand_for_flags() -> None:
    aff = "SET UTF-8\nAF 2\nAF S\nAF SU\n" + PLAIN.removeprefix("SET UTF-8\n")
    assert words_of(aff, "2\ncat/1\ntie/2\n") == {"cat", "cats", "tie", "ties", "untie", "unties"}


def test_a_stem_that_needs_an_affix_is_no_word() -> None:
    aff = PLAIN + "NEEDAFFIX X\n"
    assert words_of(aff, "1\nfour/SX\n") == {"fours"}


def test_an_affix_that_needs_another_makes_no_word_alone() -> None:
    aff = "SET UTF-8\nNEEDAFFIX X\nSFX A Y 1\nSFX A 0 iz/XB .\nSFX B Y 1\nSFX B 0 ed .\n"
    assert words_of(aff, "1\nreal/A\n") == {"real", "realized"}


@pytest.mark.parametrize("option", ["FORBIDDENWORD", "ONLYINCOMPOUND"])
def test_what_is_forbidden_or_only_in_compounds_is_no_word(option: str) -> None:
    assert words_of(PLAIN + f"{option} !\n", "2\ncat/S!\ndog/S\n") == {"dog", "dogs"}


def test_the_halves_of_a_circumfix_come_together() -> None:
    aff = "SET UTF-8\nCIRCUMFIX X\nPFX G Y 1\nPFX G 0 ge/X .\nSFX T Y 1\nSFX T 0 t/XG .\n"
    assert words_of(aff, "1\nsag/T\n") == {"sag", "gesagt"}


def test_entries_keep_their_comments_and_numbers_to_themselves() -> None:
    dic = "3\ncat/S po:noun\ndog\tpo:noun\nand\\/or\n"
    assert words_of(PLAIN, dic) == {"cat", "cats", "dog", "and/or"}


def test_longer_words_are_left_out() -> None:
    assert words_of(PLAIN, "1\npony/S\n", max_letters=5) == {"pony"}


def test_a_form_names_its_entry() -> None:
    forms = {form.word: (form.stem, form.is_base) for form in expand(PLAIN.encode(), b"1\ncat/S\n")}
    assert forms == {"cat": ("cat", True), "cats": ("cat", False)}


def test_other_encodings_are_read() -> None:
    aff, dic = b"SET ISO8859-1\n", "1\nseñor\n".encode("latin-1")
    assert [form.word for form in expand(aff, dic)] == ["señor"]


@pytest.mark.parametrize(
    ("aff", "line"),
    [("SET UTF-8\nSFX S 0 s .", 2), ("SET UTF-8\nSFX S Y 1\nSFX S 0", 3), ("SET KLINGON\n", 1)],
)
def test_a_damaged_file_is_refused_by_its_line(aff: str, line: int) -> None:
    with pytest.raises(HunspellError) as caught:
        list(expand(aff.encode(), b"1\ncat/S\n"))
    assert caught.value.line == line
