"""Forms that result from a dictionary's affixes."""

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

UTF = "SET UTF-8\n"
CASES = {
    "letters are written as people write them, entries and affixes alike": (
        f"{UTF}ICONV 1\nICONV ij ĳ\nOCONV 2\nOCONV ĳ ij\nOCONV Ĳ IJ\nSFX S Y 1\nSFX S 0 en .\n",
        *("2\ntĳd/S\nbijna\n", "tijd tijden bijna"),
    ),
    "of letters to replace the longest come first": (
        f"{UTF}OCONV 2\nOCONV a x\nOCONV ab y\n",
        *("1\ncabac\n", "cyxc"),
    ),
    "a suffix needs its condition and takes what it strips": (
        *(PLAIN, "3\ncat/S\npony/S\nbus/S\n", "cat cats pony ponies bus"),
    ),
    "both sides go together where both cross": (PLAIN, "1\ntie/SU\n", "tie ties untie unties"),
    **{
        f"{side} that does not cross stands alone": (
            *(PLAIN.replace(f"{side} Y", f"{side} N"), "1\ntie/SU\n", "tie ties untie"),
        )
        for side in ("SFX S", "PFX U")
    },
    "a condition of a prefix is about the beginning": (
        f"{UTF}PFX I Y 3\nPFX I 0 im [bp]\nPFX I 0 in [^bpl]\nPFX I 0 il l\n",
        "3\npure/I\nsane/I\nlogic/I\n",
        "pure impure sane insane logic illogic",
    ),
    "a suffix can take another": (
        f"{UTF}SFX S Y 1\nSFX S 0 s .\nSFX R Y 1\nSFX R 0 er/S .\n",
        *("1\ndrink/R\n", "drink drinker drinkers"),
    ),
    "aliases stand for flags": (
        PLAIN.replace(UTF, f"{UTF}AF 2\nAF S\nAF SU\n"),
        *("2\ncat/1\ntie/2\n", "cat cats tie ties untie unties"),
    ),
    "a stem that needs an affix is no word": (f"{PLAIN}NEEDAFFIX X\n", "1\nfour/SX\n", "fours"),
    "an affix that needs another makes no word alone": (
        f"{UTF}NEEDAFFIX X\nSFX A Y 1\nSFX A 0 iz/XB .\nSFX B Y 1\nSFX B 0 ed .\n",
        *("1\nreal/A\n", "real realized"),
    ),
    **{
        f"{option} is no word": (f"{PLAIN}{option} !\n", "2\ncat/S!\ndog/S\n", "dog dogs")
        for option in ("FORBIDDENWORD", "ONLYINCOMPOUND")
    },
    **{
        f"what an affix writes with {sign} is no word": (
            f"{UTF}PFX L Y 2\nPFX L 0 l{sign} .\nPFX L 0 ri .\nSFX G Y 1\nSFX G 0 {sign}s .\n",
            *("1\namo/LG\n", "amo riamo"),
        )
        for sign in "'’"
    },
    "the halves of a circumfix come together": (
        f"{UTF}CIRCUMFIX X\nPFX G Y 1\nPFX G 0 ge/X .\nSFX T Y 1\nSFX T 0 t/XG .\n",
        *("1\nsag/T\n", "sag gesagt"),
    ),
    "entries keep their comments and numbers to themselves": (
        *(PLAIN, "3\ncat/S po:noun\ndog\tpo:noun\nand\\/or\n", "cat cats dog and/or"),
    ),
}


@pytest.mark.parametrize(("aff", "dic", "words"), CASES.values(), ids=CASES)
def test_affixes_are_applied_to_entries(aff: str, dic: str, words: str) -> None:
    assert words_of(aff, dic) == set(words.split())


FLAGS = [("", "A", "B", "AB"), ("FLAG long\n", "a1", "a2", "a1a2")]
FLAGS += [("FLAG num\n", "1", "200", "1,200"), ("FLAG UTF-8\n", "é", "ñ", "éñ")]


@pytest.mark.parametrize(("kind", "first", "second", "flags"), FLAGS)
def test_dictionary_flags_are_read_in_each_notation(
    kind: str, first: str, second: str, flags: str
) -> None:
    aff = f"SET UTF-8\n{kind}SFX {first} Y 1\nSFX {first} 0 s .\n"
    aff += f"SFX {second} Y 1\nSFX {second} 0 en ."
    assert words_of(aff, f"1\nox/{flags}\n") == {"ox", "oxs", "oxen"}


def test_expanded_forms_keep_their_stem() -> None:
    forms = {
        form.word: (form.stem, form.word == form.stem)
        for form in expand(PLAIN.encode(), b"1\ncat/S\n")
    }
    assert forms == {"cat": ("cat", True), "cats": ("cat", False)}
    assert words_of(PLAIN, "1\npony/S\n", max_letters=5) == {"pony"}
    expanded = expand(b"SET ISO8859-1\n", "1\nseñor\n".encode("latin-1"))
    assert [form.word for form in expanded] == ["señor"]


@pytest.mark.parametrize(
    ("aff", "line"),
    [("SET UTF-8\nSFX S 0 s .", 2), ("SET UTF-8\nSFX S Y 1\nSFX S 0", 3), ("SET KLINGON\n", 1)],
)
def test_damaged_affix_file_is_refused_with_its_line(aff: str, line: int) -> None:
    with pytest.raises(HunspellError) as caught:
        list(expand(aff.encode(), b"1\ncat/S\n"))
    assert caught.value.line == line


def test_word_length_is_counted_after_conversion_of_letters():
    aff = f"{UTF}OCONV 1\nOCONV ĳ ij\n"
    assert words_of(aff, "2\ntĳd\nĳsje\n", 4) == {"tijd"}
    steps: list[int] = []
    list(expand(aff.encode(), b"word\n" * 2500, progress=steps.append))
    assert steps == [1000, 1000]
