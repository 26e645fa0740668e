"""The rules: refusals, the order of refusals, and the properties of a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import Lexicon, lexicon_of
from wordle_web.game import errors
from wordle_web.game.errors import AlreadyGuessedError, HardModeError, NotLettersError
from wordle_web.game.rules import (
    MAX_HINTS,
    Game,
    PastHints,
    Status,
    ask_hint,
    max_revealing_turns,
    normalize,
    play,
)

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def played(answer: str, *guesses: str, hard: HardMode = HardMode.OFF) -> Game:
    return Game(answer, guesses, hard)


def test_guesses_are_normalized_with_the_alphabet_of_the_lexicon(lexicon: Lexicon) -> None:
    assert play(Game("curly"), "curly", lexicon).is_won
    lexicon = lexicon_of(["größe", "weiße"])
    assert play(Game("größe"), "GRÖßE", lexicon).is_won
    with pytest.raises(NotLettersError):
        play(Game("größe"), "crane", lexicon)


@pytest.mark.parametrize(
    ("text", "refusal", "message"),
    [
        ("", errors.NotEnoughLettersError, "Not enough letters"),
        ("slat", errors.NotEnoughLettersError, "Not enough letters"),
        ("slates", errors.TooManyLettersError, "Too many letters"),
        ("a" * 5000, errors.TooManyLettersError, "Too many letters"),
        ("zzzzz", errors.NotInWordListError, "Not in word list"),
        ("abbey", AlreadyGuessedError, "Already guessed"),
        ("slate", HardModeError, "4th letter must be E"),
    ],
)
def test_each_refusal_has_a_specific_message(
    lexicon: Lexicon, text: str, refusal, message: str
) -> None:
    game = played("steel", "abbey", hard=HardMode.ON)
    with pytest.raises(refusal) as refused:
        play(game, text, lexicon)
    assert str(refused.value) == refused.value.message() == message


def test_guess_that_breaks_several_rules_is_refused_by_the_first(lexicon: Lexicon) -> None:
    """The rules have a fixed order."""
    hard = played("steel", "slate", "abbey", "zzzzz", hard=HardMode.ON)
    for text, refusal in (
        ("zzzz", errors.NotEnoughLettersError),
        ("zzzzz", errors.NotInWordListError),
        ("slate", AlreadyGuessedError),
    ):
        with pytest.raises(refusal):
            play(hard, text, lexicon)


@pytest.mark.parametrize("guess", ["slate", "zzzzz", "no", ""])
def test_guess_after_the_end_is_refused_with_a_specific_error(lexicon: Lexicon, guess: str) -> None:
    with pytest.raises(errors.GameOverError) as refused:
        play(played("crane", "crane"), guess, lexicon)
    assert refused.value.message() == "This game is over"


def test_hard_mode_checks_all_rows_and_reports_greens_first(lexicon: Lexicon) -> None:
    game = played("steel", "eerie", "slate", hard=HardMode.ON)
    with pytest.raises(HardModeError, match="1st letter must be S"):
        play(game, "crane", lexicon)
    with pytest.raises(HardModeError, match="Guess must contain two Es"):
        play(game, "slaty", lexicon_of(["slaty", "steel"]))


def test_ultra_hard_mode_error_names_the_color_and_its_rule(lexicon: Lexicon) -> None:
    game = played("steel", "eerie", hard=HardMode.ULTRA)
    with pytest.raises(HardModeError) as refused:
        play(game, "steer", lexicon_of(["steer", "steel"]))
    assert refused.value.message() == "R is gray: it isn’t in the word"
    text = refused.value.rule % vars(refused.value)
    assert text == "STEER is a valid word, but in ultra-hard mode a guess has to fit all colors."
    assert (
        play(played("steel", "eerie", hard=HardMode.ON), "steer", lexicon_of(["steer"])).guesses[1]
        == "steer"
    )
    assert play(game, "steel", lexicon).is_won


def test_hard_mode_error_says_that_the_word_is_valid(lexicon: Lexicon) -> None:
    with pytest.raises(HardModeError) as refused:
        play(played("steel", "abbey", hard=HardMode.ON), "slate", lexicon)
    text = refused.value.rule % vars(refused.value)
    assert text == "SLATE is a valid word, but in hard mode you have to use the hints you’ve found."
    assert refused.value.violation.position == 4
    assert errors.NotInWordListError("zzzzz").rule == ""
    catalog = {"%(place)s letter must be %(letter)s": "%(letter)s ist %(place)s"}
    assert refused.value.message(lambda text: catalog.get(text, text)) == "E ist 4th"


NO_LETTERS = {"cra\nne": "\n", "grøn": "ø", "eﬀes": "ﬀ", "cra\x07ne": "\x07"}
NO_LETTERS |= {"crane\x00": "\x00", "cr4ne": "4", "cra ne": " ", "crañe\u0436": "\u0436"}
NO_LETTERS |= {"\ud800rane": "\ud800"}


@pytest.mark.parametrize(("text", "character"), NO_LETTERS.items())
def test_character_outside_the_alphabet_is_refused(text: str, character: str) -> None:
    with pytest.raises(NotLettersError) as refused:
        normalize(text, ALPHABET)
    assert refused.value.character == character
    assert refused.value.message().startswith("Use letters only: ")
    refused.value.message().encode()


@pytest.mark.parametrize(
    "text", ["CRÂNE", "cra\u0302ne", "\uff43rane", "\uff23\uff32\uff21\uff2e\uff25", "cr\u0337ane"]
)
def test_accents_outside_the_alphabet_are_removed(text: str) -> None:
    assert normalize(text, ALPHABET) == "crane"
    assert normalize("Sen\u0303al", ALPHABET + "ñ") == "señal"
    # Without an alphabet, all letters are allowed that remain single letters when converted.
    assert [normalize(letter) for letter in "éÑΩ\u0131"] == ["é", "ñ", "ω", "\u0131"]


@pytest.mark.parametrize(
    "text",
    [*("ß", "İ", "ﬁ", "ª", "\u017f", "1", "-"), *("İcran", "groß", "eﬀes", "\u017ftone")],
)
def test_normalize_without_an_alphabet_refuses_letters_that_change_with_case(text: str) -> None:
    with pytest.raises(NotLettersError):
        normalize(text)


@given(st.text())
def test_normalize_returns_letters_of_the_alphabet_or_raises_an_error(text: str) -> None:
    try:
        word = normalize(text, ALPHABET)
    except NotLettersError:
        return
    assert set(word) <= set(ALPHABET)
    assert normalize(word, ALPHABET) == word


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=8))
def test_play_returns_a_game_or_raises_refusal_error_for_any_text(text: str) -> None:
    game = played("steel", "abbey", hard=HardMode.ON)
    try:
        later = play(game, text, lexicon_of(["abbey", "steel", "geese"]))
    except errors.RefusalError:
        return
    assert later.guesses[0] == "abbey"
    assert len(later.guesses) == 2


FOUR = Game("crane", others=("slate", "orbit", "truss"), tries=9)


def test_word_that_solved_a_board_cannot_be_guessed_again(lexicon: Lexicon) -> None:
    with pytest.raises(AlreadyGuessedError):
        play(play(FOUR, "slate", lexicon), "slate", lexicon)


def test_repr_of_a_game_does_not_contain_the_answer() -> None:
    for game in (played("crane", "slate"), FOUR):
        assert not any(answer in repr(game) for answer in game.answers)


def test_hint_uses_no_guess_and_disappears_after_the_next_guess(lexicon: Lexicon) -> None:
    game = Game("crane", ("slate",), others=("truss",), tries=7)
    for count in range(1, 6):
        game = ask_hint(game, 1)
        assert (game.hint_count, game.hints) == (
            min(count, MAX_HINTS),
            (1,) * min(count, MAX_HINTS),
        )
    game = ask_hint(game, 0)
    assert (game.hints, game.turn, game.status) == ((1, 1, 1, 1, 0), 2, Status.PLAYING)
    game = play(game, "crane", lexicon)
    assert (game.hint_count, game.hints, game.turn) == (5, (), 3)


def test_past_hints_of_a_board_are_kept_until_it_is_solved(lexicon: Lexicon) -> None:
    game = Game("crane", others=("truss", "moist"), tries=8)
    for board in (0, 1, 1, 2, 2, 2, 2):
        game = ask_hint(game, board)
    assert game.past_hints == ()
    game = play(game, "slate", lexicon)
    assert game.past_hints == (PastHints(0, 0, 1), PastHints(0, 1, 2), PastHints(0, 2, 4))
    game = play(ask_hint(ask_hint(game, 0), 0), "truss", lexicon)
    assert game.past_hints == (PastHints(0, 0, 1), PastHints(0, 2, 4), PastHints(1, 0, 2))
    game = play(play(game, "moist", lexicon), "crane", lexicon)
    assert (game.is_won, game.hinted, game.past_hints) == (True, True, ())


def test_guesses_named_by_hints_are_recorded_only_for_several_boards(lexicon: Lexicon) -> None:
    game = Game("crane", others=("truss", "moist"), tries=8, hint_count=9)
    for guess, named in (
        ("slate", ()),
        ("truss", ("slate", "truss")),
        ("moist", ("crane",)),
        ("crane", ("crane",)),
    ):
        game = play(game, guess, lexicon, named=named)
    assert (game.is_won, game.named) == (True, (2, 4))
    alone = play(Game("crane", hint_count=9), "slate", lexicon, named=("slate",))
    assert alone.named == ()


def test_number_of_stored_past_hints_is_limited(lexicon: Lexicon) -> None:
    game = Game("crane", others=("truss",) * 31, tries=37)
    for guess in [word for word in lexicon.words if word not in game.answers][:12]:
        game = play(ask_hint(ask_hint(game, 0), 0), guess, lexicon)
    assert game.past_hints == tuple(PastHints(turn, 0, 2) for turn in range(max_revealing_turns(5)))


def test_finished_game_gives_no_hint() -> None:
    for game in (Game("crane", ("crane",)), Game("crane", end=Status.LOST)):
        with pytest.raises(errors.GameOverError):
            ask_hint(game, 0)
