"""Results of strategies and openers: figures computed from them, and their files."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from lab_data import (
    PossibleWords,
    answers_of,
    belief_in,
    known_when_lost,
    lab_data,
    line_of,
    lost_words,
    write_results,
)

from wordle_web.engine import datafiles
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab import results as module
from wordle_web.lab.results import (
    LabResults,
    Opener,
    Openers,
    openers_for,
    read_openers,
    read_results,
    results_for,
)

FIVE = load_lexicon("english-5")
ANSWERS = ("abbey", "babes", "eerie", "geese", "level", "steel", "these", "three")
COUNTS, HARDEST = (0, 2, 4, 2, 0, 1, 1), (("abbey", 7),)
ONE = module.StrategyResult("minimax", "normal", "", "raise", False, 10, COUNTS, 1.5, HARDEST)


def test_result_figures_are_computed_from_the_distribution() -> None:
    assert ONE.total_guesses == 2 * 2 + 4 * 3 + 2 * 4 + 6 + 7
    assert (ONE.mean, ONE.worst, ONE.failed()) == (3.7, 7, 1)
    assert (ONE.win_percent(), ONE.win_percent(tries=7)) == (90, 100)
    assert ONE.mean_when_won(tries=3) == pytest.approx(16 / 6)
    result = module.StrategyResult.of_games(
        {"b": 4, "a": 4, "c": 6},
        strategy="minimax",
        pool="normal",
        given_opener="",
        opener="raise",
        hard=HardMode.OFF,
        milliseconds=1.5,
    )
    # The hardest words come first; equally hard words are in alphabetical order.
    assert result.hardest == (("c", 6), ("a", 4), ("b", 4))
    assert (result.games, result.distribution) == (3, (0, 0, 0, 2, 0, 1))


def test_lab_results_round_trip_and_are_hidden_after_words_change(tmp_path: Path) -> None:
    results = LabResults("make", "english-5", "d", 10, 20, {"normal": {"minimax": "raise"}}, (ONE,))
    write_results(tmp_path / "english-5.json", results)
    again = read_results(tmp_path / "english-5.json", LabResults)
    assert again.results == (ONE,)
    assert again.first_guesses["normal"]["minimax"] == "raise"
    assert results_for(FIVE, tmp_path) is None
    assert openers_for(FIVE, tmp_path) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"results": [{}]}', "{"])
def test_damaged_results_file_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "english-5.json"
    path.write_text(text)
    with pytest.raises(module.ResultsError, match=r"english-5\.json: cannot be read"):
        read_results(path, LabResults)
    with pytest.raises(module.ResultsError, match="cannot be read"):
        read_openers(path)


def test_openers_are_ranked_by_total_guesses() -> None:
    openers = [Opener("b", 20, 5, 0, 9, 3.0), Opener("a", 20, 5, 0, 9, 2.0, 19, 4)]
    ranked = Openers.ranked({"answers": "6"}, openers)
    assert [opener.word for opener in ranked.openers] == ["a", "b"]
    assert ranked.places["b"] == 1
    assert [opener.word for opener in ranked.searched] == ["a"]
    assert [Opener.parse(line_of(opener)) for opener in ranked.openers] == list(ranked.openers)


def test_openers_are_rated_with_possible_words_as_later_guesses() -> None:
    player = PossibleWords(FIVE, ANSWERS)
    assert player.opener("fuzzy").groups == len({feedback("fuzzy", word) for word in ANSWERS})
    for word in ("these", "fuzzy"):
        opener = player.opener(word)
        games = [played(ANSWERS, word, answer) for answer in ANSWERS]
        assert opener.total == sum(games)
        assert opener.worst == max(games)


def played(words: tuple[str, ...], opener: str, answer: str) -> int:
    """Return the number of guesses that `PossibleWords` takes, computed by a slow reference."""

    def spread(guess: str) -> int:
        return sum(count**2 for count in Counter(feedback(guess, word) for word in left).values())

    left, guess, turn = sorted(words), opener, 1
    while guess != answer:
        given = feedback(guess, answer)
        left = [word for word in left if word != guess and feedback(guess, word) == given]
        guess = min(left, key=lambda word: (spread(word), word))
        turn += 1
    return turn


def test_random_answers_depend_only_on_the_seed() -> None:
    assert answers_of(FIVE, "all", 1) == answers_of(FIVE, "all", 1)
    assert answers_of(FIVE, "all", 1) != answers_of(FIVE, "all", 2)
    assert len(answers_of(FIVE, "all", 1)) == 1000
    assert answers_of(FIVE, "normal", 1) == FIVE.pool().words
    assert belief_in(FIVE, "all").weights.sum() == len(FIVE)


SMALL = lexicon_of(ANSWERS, ("fuzzy", "aahed"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the results of a lexicon that is small enough to be measured completely."""
    monkeypatch.setattr("lab_data.load_lexicon", lambda name: SMALL)
    return tmp_path


def measured(folder: Path, strategy: str) -> LabResults:
    arguments = ["measure", "own-5", "--strategy", strategy, "--to", str(folder)]
    assert CliRunner().invoke(lab_data, arguments).exit_code == 0
    return read_results(folder / "own-5.json", LabResults)


def test_next_measurement_adds_to_built_in_results(folder: Path, monkeypatch) -> None:
    for name in datafiles.FOLDERS:
        (folder / name).mkdir()
    (folder / "bookmark.js").touch()
    monkeypatch.setattr(datafiles, "DATA_FOLDER", folder)
    monkeypatch.setattr(datafiles, "MANIFEST_FILE", folder / "manifest.json")
    monkeypatch.setattr(datafiles, "digests", datafiles.digests.__wrapped__)
    for number, strategy in enumerate(("letter-frequency", "minimax"), 1):
        assert len(measured(folder / "lab", strategy).results) == number
        assert not list(datafiles.damaged_files())


def test_stopped_commands_continue_from_their_partial_results(folder: Path) -> None:
    partial = folder / "own-5-openers.partial"
    first = PossibleWords(SMALL, ANSWERS).opener("abbey")
    partial.write_text(line_of(first).replace("abbey", "babes") + "\nbroken li")
    options = ["--best", "2", "--to", str(folder)]
    assert CliRunner().invoke(lab_data, ["openers", "own-5", *options]).exit_code == 0
    openers = read_openers(folder / "own-5-openers.txt")
    assert {opener.word for opener in openers.openers} == set(SMALL.words)
    assert openers.openers[openers.places["babes"]].total == first.total
    assert len(openers.searched) == 2
    assert not partial.exists()
    measured(folder, "minimax")
    results = measured(folder, "minimax")
    assert [result.games for result in results.results] == [8]
    assert results.first_guesses["normal"]["minimax"] in SMALL.words


def test_measuring_adds_the_first_guess_of_a_new_strategy(folder: Path) -> None:
    results = measured(folder, "minimax")
    guesses = results.first_guesses
    first = {
        guess: {k: v for k, v in guesses[guess].items() if k != "entropy"} for guess in guesses
    }
    write_results(folder / "own-5.json", replace(results, first_guesses=first))
    assert measured(folder, "entropy").first_guesses == results.first_guesses


def test_lost_games_report_the_number_of_letters_known_in_place() -> None:
    words = [f"{letter}atch" for letter in "bchlmpw"] + ["fjord"]
    lexicon = lexicon_of(words)
    player = Player(
        STRATEGIES["letter-frequency"], matrix_in_memory(lexicon), belief_of(lexicon, "normal")
    )
    counts = player.simulate(words)
    result = module.StrategyResult.of_games(
        counts,
        strategy="",
        pool="normal",
        given_opener="",
        opener="",
        hard=HardMode.OFF,
        milliseconds=0,
    )
    lost = lost_words(result, player, words)
    assert set(lost) == {word for word, count in counts.items() if count > 6}
    assert lost
    assert known_when_lost(player, lost) == 4  # the places of ATCH
    assert known_when_lost(player, ()) is None
    # More words are lost than the result lists.
    assert lost_words(replace(result, hardest=()), player, words) == lost


def test_measuring_adds_missing_figures_of_lost_games_to_earlier_results(folder: Path) -> None:
    results = measured(folder, "minimax")
    (row,) = results.results
    lost = replace(row, distribution=(0, 0, 0, 0, 0, 0, 8))
    write_results(folder / "own-5.json", replace(results, results=(lost,)))
    (again,) = measured(folder, "minimax").results
    assert again == replace(lost, known_when_lost=again.known_when_lost)


def test_lab_measures_cpu_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.process_time", map(float, range(1000)).__next__)
    assert measured(folder, "minimax").results[0].milliseconds == 1000


@pytest.mark.parametrize("length", range(4, 9))
@pytest.mark.parametrize("hard", [HardMode.OFF, HardMode.ON])
def test_every_strategy_was_measured_on_all_words_of_each_length(
    length: int, hard: HardMode
) -> None:
    lexicon = load_lexicon(f"english-{length}")
    results = results_for(lexicon)
    assert results.answers == len(lexicon.pool())
    rows = results.chosen("normal", "", hard=hard)
    assert {row.strategy for row in rows} == set(STRATEGIES)
    assert all(sum(row.distribution) == results.answers == row.games for row in rows)
    fixed = {strategy.name for strategy in STRATEGIES.values() if not strategy.is_random}
    assert set(results.first_guesses["real"]) == fixed
    # The number of letters known in place is stored only for results with lost games.
    known = {row.strategy for row in rows if row.known_when_lost is not None}
    assert known == {row.strategy for row in rows if row.failed()}
    assert all(0 <= (row.known_when_lost or 0) <= length for row in rows)


def test_only_the_best_200_openers_have_a_search_result() -> None:
    openers = openers_for(FIVE)
    assert len(openers.openers) == len(FIVE)
    assert len(openers.searched) == 200
    assert {opener.word for opener in openers.searched} == {
        opener.word for opener in openers.openers[:200]
    }
