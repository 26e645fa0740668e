"""The results of games of several boards, and the files that store them."""

import pytest
from click.testing import CliRunner
from lab_data import lab_data, write_results

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.lab import results
from wordle_web.lab.playing import drawn_games
from wordle_web.lab.results import BoardsResult, BoardsResults

GAMES = {"opener": "crane", "games": 10, "seed": 1, "distribution": (0, 0, 0, 4, 5, 0, 0, 1)}
RESULT = BoardsResult(2, in_turn=False, **GAMES, milliseconds=1.0, milliseconds_p95=2.0)


def test_result_for_several_boards_has_mean_losses_and_standard_error(tmp_path):
    assert (RESULT.total_guesses, RESULT.mean, RESULT.win_percent) == (49, 4.9, 90)
    assert RESULT.failed == 1  # a game took eight guesses, and seven are allowed
    assert RESULT.standard_error == pytest.approx((1.29 / 10) ** 0.5)
    path = tmp_path / "file.json"
    written = BoardsResults("command", "english-5", "digest", (RESULT,))
    write_results(path, written)
    assert results.read_results(path, BoardsResults) == written
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(results.ResultsError):
        results.read_results(path, BoardsResults)


def test_each_random_game_has_different_answers_chosen_by_the_seed():
    words = load_lexicon("english-5").pool().words
    games = drawn_games(words, 32, 20, seed=3)
    assert all(len(set(game)) == 32 for game in games)
    assert games == drawn_games(words, 32, 20, seed=3)
    assert games[:5] == drawn_games(words, 32, 5, seed=3)
    assert games != drawn_games(words, 32, 20, seed=4)


def test_boards_command_measures_every_number_of_boards(tmp_path):
    options = ["boards", "english-4", "--share", "0.0005", "--to", str(tmp_path)]
    assert CliRunner().invoke(lab_data, options).exit_code == 0
    lexicon = load_lexicon("english-4")
    measured = results.boards_results_for(lexicon, tmp_path)
    assert [result.boards for result in measured.results] == [2, 4, 8, 16, 32]
    assert all(result.games == sum(result.distribution) for result in measured.results)
    assert measured.command == "python scripts/lab_data.py boards english-4 --share 0.0005"
    assert results.results_path(lexicon, tmp_path, "-boards.json").exists()
