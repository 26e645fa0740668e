"""The command line, used by a person and by a program.

Complete outputs of single commands are in `frozen_positions.json`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from cli.commands import printed_json, refusal, run
from engine import alike

from wordle_web.cli.commands import main
from wordle_web.engine import simulation, strategies
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.strategies import STRATEGIES


def test_suggest_command_uses_custom_lists_or_the_built_in_words(lists):
    printed = printed_json("suggest", "crane:00000", *lists)
    assert printed["candidates"] == 2
    assert printed["suggestion"] in {"moist", "humid"}
    printed = run("suggest", "crane:01002", "slimy:00110").output
    # MITRE is an unlikely answer, but the only word left.
    assert "0 likely of 1 words left" in printed
    assert "Best next guess: MITRE" in printed


@pytest.mark.parametrize("rows", [[], ["crane:00000"], ["crane:01002"]])
def test_suggest_command_sorts_by_the_expected_number_of_guesses(rows):
    head, *lines = run("suggest", *rows).output.split("\n\n")[1].splitlines()
    assert head.split()[:3] == ["guess", "to", "solve"]
    figures = [float(line.split()[1].strip("≈")) for line in lines if "%" in line]
    assert len(figures) == 10
    assert figures == sorted(figures)
    is_estimated = any("≈" in line for line in lines[:10])
    assert ("≈ estimate, or without unlikely words" in lines) == is_estimated


def test_solve_and_analyze_commands_end_with_the_answer(lists):
    printed = printed_json("solve", "humid", "--opener", "slate", *lists)
    assert printed["guesses"][0] == {"guess": "slate", "marks": "00000"}
    assert printed["guesses"][-1] == {"guess": "humid", "marks": "22222"}
    assert printed["solved"] is True
    solved = run("solve", "humid", "--opener", "humid", *lists).output
    assert solved.splitlines()[-2] == "Solved in 1 guess."
    analyzed = run("analyze", "humid", "slate", "humid", *lists).output
    assert analyzed.splitlines()[-2].startswith("Solved in 2 guesses. Solver: ")


def test_lab_plays_every_strategy(lists):
    printed = printed_json("lab", *lists)
    assert [row["strategy"] for row in printed] == list(STRATEGIES)
    fields = "strategy opener games total_guesses mean max failed win_percent distribution seconds"
    every = {*fields.split(), "proven", "lexicon", "mode", "used"}
    assert all(set(row) == every and row["games"] == 8 for row in printed)


def test_lab_reports_whether_a_result_is_proven_best(lists):
    def proven(strategy: str, *options: str) -> bool:
        (row,) = printed_json("lab", "--strategy", strategy, *options, *lists)
        return row["proven"]

    assert proven("optimal")
    assert proven("optimal", "--opener", "waltz")
    assert not proven("entropy")
    assert not proven("random")
    # "optimal" is the best strategy for all words; for a sample, others may be better.
    assert not proven("optimal", "--sample", "3")
    assert "proven best" in run("lab", "--strategy", "optimal", *lists).output
    assert "proven" not in run("lab", "--strategy", "entropy", *lists).output


def test_lab_reports_answers_that_take_too_many_guesses(lists, monkeypatch):
    (row,) = printed_json("lab", "--within", "6", *lists)
    assert row["failed"] == 0
    assert "take more than" not in run("lab", "--within", "6", *lists).output
    printed = run("lab", "--within", "2", *lists).output
    assert "take more than 2 guesses, proven to be the fewest." in printed
    assert "Proven: nobody can find every word within 2 guesses." in printed
    printed = run("lab", "--within", "2", "--opener", "crane", *lists).output
    assert "within 2 guesses, opening CRANE." in printed
    Path(lists[1]).write_text("\n".join(alike.ANSWERS), encoding="utf-8")
    monkeypatch.setattr(strategies, "MAX_NODES", 0)
    assert "Proven: nobody" in run("lab", "--within", "3", *lists).output
    monkeypatch.setattr(simulation, "MAX_PROVING", -1)
    printed = run("lab", "--within", "3", *lists).output
    assert "Not proven: perhaps every word can be found in time." in printed


def test_lab_results_for_a_seed_do_not_depend_on_the_number_of_processes(lists):
    def play(*options: str) -> object:
        rows = printed_json("lab", "--seed", "5", "--strategy", "random", *options, *lists)
        return [{name: row[name] for name in row if name != "seconds"} for row in rows]

    assert play() == play()
    assert play("--sample", "3") == play("--sample", "3")
    assert play("--strategy", "entropy") == play("--strategy", "entropy", "--processes", "2")


def test_played_option_limits_the_games_to_the_answers_in_a_file(tmp_path):
    played = tmp_path / "played"
    played.write_text("crane\nslate\n", encoding="utf-8")
    options = ["--strategy", "most-partitions", "--opener", "trace"]
    (row,) = printed_json("lab", *options, "--played", str(played))
    assert (row["games"], row["failed"]) == (2, 0)
    played.write_text("crane\nqqqqq\n", encoding="utf-8")
    assert "qqqqq" in refusal("lab", "--played", str(played))


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        (["suggest", "crâne:01002"], ["suggest", "crane:01002"]),
        (["solve", "ｔｒüss", "--opener", "SLÂTE"], ["solve", "truss", "--opener", "slate"]),  # noqa: RUF001
        (["analyse", "trüss", "crâne", "ＴＲＵＳＳ"], ["analyse", "truss", "crane", "truss"]),  # noqa: RUF001
    ],
)
def test_accented_and_full_width_letters_are_read_as_plain_letters(words, plain):
    accented, expected = printed_json(*words), printed_json(*plain)
    names = ("candidates", "answer", "guesses", "summary")
    assert [accented.get(name) for name in names] == [expected.get(name) for name in names]


@pytest.mark.parametrize("command", ["analyse", "analyze"])
def test_game_is_analyzed_turn_by_turn(lists, command):
    printed = printed_json(command, "humid", "slate", "humid", *lists)
    assert [turn["guess"] for turn in printed["turns"]] == ["slate", "humid"]
    assert printed["turns"][0]["words_before"] == 8
    assert printed["solver"][-1]["guess"] == "humid"


@pytest.mark.parametrize(
    ("options", "best"),
    [
        (["eight:00222", "--hard"], HardMode.ON),
        (["--hard", "eight:00222"], HardMode.ON),  # the row is not the value of the option
        (["--hard=on", "eight:00222"], HardMode.ON),
        (["--hard", "ultra", "eight:00222"], HardMode.ULTRA),
        (["eight:00222", "--hard=ULTRA"], HardMode.ULTRA),
        (["--hard", "off", "eight:00222"], HardMode.OFF),
    ],
)
def test_hard_option_takes_an_optional_value(options, best):
    turns = [Turn.parse("eight:00222")]
    guesses = [guess["guess"] for guess in printed_json("suggest", *options)["best"]]
    allowed = [
        mode
        for mode in HardMode
        if not any(hard_mode_violation(guess, turns, mode) for guess in guesses)
    ]
    assert max(allowed) == best


def test_analysis_names_the_colors_ignored_in_ultra_hard_mode():
    lines = run("analyse", "truss", "slimy", "worst", "truss", "--hard", "ultra").output
    assert "worst is not allowed in ultra-hard mode" not in lines
    lines = run("analyse", "truss", "slimy", "shots", "truss", "--hard", "ultra").output
    assert (
        "  shots is not allowed in ultra-hard mode: 1st letter can’t be S: it was yellow" in lines
    )


def test_analysis_lists_guesses_after_the_answer_as_not_counted():
    lines = run("analyse", "truss", "slimy", "crane", "truss", "slate").output.splitlines()
    assert lines[3] == "  crane is not allowed in hard mode: Guess must contain S."
    assert "Not counted after TRUSS was found: SLATE." in lines
    printed = printed_json("analyse", "truss", "slimy", "crane", "truss", "slate")
    assert printed["summary"] in lines
    assert printed["ignored"] == ["slate"]
    assert lines[-1].startswith("Word list: english-5; answers: real")
    lines = run("analyse", "truss", "zzzzz", "truss").output.splitlines()
    assert "  zzzzz is not in the word list." in lines


def test_game_of_several_boards_is_analyzed():
    printed = run("analyse", "crane,slimy", "trace", "slimy", "crane", "--mode", "normal").output
    lines = printed.splitlines()
    assert [line.split()[0] for line in lines if line[0] != " "][1:4] == ["trace", "slimy", "crane"]
    assert lines[lines.index("  Board 2 solved.") - 1].startswith("slimy")
    assert "2 of 2 boards solved in 3 guesses." in lines


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["suggest", "crane:01003"], "needs 5 marks"),
        (["suggest", "x " * 6000], "too long: at most 10,000 characters"),
        (["suggest", "--used", __file__, "--lexicon", "english-9"], "has no lexicon"),
        (["suggest", "⬛🟨⬛⬛🟩 🟩⬛⬛⬛⬛\n" * 2], "has several boards side by side"),
        (["suggest", "?"], "write a guess with its marks, such as crane:01002, not '?'"),
        (["suggest", "crane:22222", "slate:22222"], "no word matches these rows"),
        (["suggest", "--lexicon", "english-3"], "has no lexicon"),
        (["suggest", "--budget-ms", "soon"], "is not a valid float"),
        (["suggest", "--mode", "odd"], "has no pool odd"),
        (["suggest", "--guesses", __file__], "--guesses needs --answers"),
        (["suggest", "--answers", "/nowhere"], "does not exist"),
        (["suggest", "--answers", __file__], "must be lower-case letters only"),
        (["solve", "zzzzz"], "'zzzzz' is not in the word list english-5. Check its spelling"),
        (["solve", "word"], "'word' is not a 5-letter word. Try --lexicon english-4."),
        (["solve", "tschüss"], "Try --lexicon german-7."),
        (["solve", "señal"], "Try --lexicon spanish-5."),  # this list has the word with its tilde
        (["solve", "xylyl", "--mode", "normal"], "but not among its normal answers. Try --mode r"),
        (["suggest", "word:0100"], "'word' is not a 5-letter word. Try --lexicon english-4."),
        (["analyse", "word", "slate"], "Try --lexicon english-4."),
        (["suggest", "--boards", "2", "word:0000.0000"], "Try --lexicon english-4."),
        (["suggest", "--mode", "huge"], "has no pool huge (available: easy, hard, normal)"),
        (["solve", "crane", "--opener", "no"], "is not a 5-letter word"),
        (["solve", "crane", "--strategy", "luck"], "is not one of"),
        (["analyse", "crane"], "Missing argument"),
        (["analyse", "crane", "slat"], "is not a 5-letter word"),
        (["lab", "--sample", "0"], "is not in the range"),
        (["fly"], "No such command"),
        # With several boards.
        (["suggest", "--boards", "1"], "not in the range 2<=x<=32"),
        (["suggest", "--boards", "2", "crane:01003.00000"], "Marks are 0 gray, 1 yellow, 2 green"),
        (["suggest", "--boards", "2", "crane:22222.-", "moist:-.22222"], "all boards are solved"),
        (["solve", "crane", "crane"], "given twice"),
        (["solve", "crane", "zzzzz"], "'zzzzz' is not in the word list english-5"),
        (["solve", "crane", "slate", "--strategy", "entropy"], "--strategy is for one board only"),
        (["lab", "--boards", "4", "--pairs"], "--pairs needs --boards 2"),
        (["lab", "--boards", "2", "--pairs", "--sample", "9"], "without --in-turn, --used,"),
        (["analyse", "crane,crane", "crane"], "'crane' is given twice"),
        (["analyse", "crane,zzzzz", "crane"], "'zzzzz' is not in the word list"),
        (["analyse", "crane,slimy", "crane", "--hard"], "--hard is for one board only"),
        (["analyse", "crane", "crane", "--in-turn"], "--in-turn is for several boards only"),
        (["analyse", "crane,slim", "crane"], "'slim' is not a 5-letter word"),
        (["lab", "--pairs"], "--pairs is for several boards only"),
        (["lab", "--within", "5", "--strategy", "entropy"], "--within is for --strategy optimal"),
        (["lab", "--boards", "2", "--strategy", "random"], "--strategy is for one board only"),
    ],
)
def test_errors_are_reported_in_one_sentence(words: list[str], message: str) -> None:
    assert message in refusal(*words)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("zzzzz", "'zzzzz' is in neither of your lists. Add it to --answers."),
        ("waltz", "'waltz' is only a guess in your lists. Add it to --answers."),
    ],
)
def test_word_missing_from_custom_lists_is_refused_with_advice(
    lists, word: str, message: str
) -> None:
    refused = refusal("solve", word, *lists)
    assert message in refused
    assert "--mode" not in refused


def test_command_line_has_all_commands():
    names = "analyse analyze assist check keys lab openings play read serve skill solve suggest"
    names += " words"
    assert main.list_commands(click.Context(main)) == names.split()


def test_json_option_prints_errors_as_json():
    for words in (["suggest", "--odd"], ["solve", "zzzzz"], ["lab", "--strategy", "luck"]):
        assert json.loads(run(*words, "--json").stdout)["error"]


def test_suggest_command_shows_only_the_chance_to_win_for_the_last_guess():
    rows = ["crane:01002", "slide:00002", "build:00000", "mouth:00000", "fuzzy:00000"]
    printed = printed_json("suggest", *rows)
    assert printed["guesses_left"] == 1
    assert printed["solve_probability"] == printed["best"][0]["answer_probability"]
    assert all(guess["is_candidate"] for guess in printed["best"])
    text = run("suggest", *rows).output
    assert "This is the last guess." in text
    assert "chance to win" in text
    assert "to solve" not in text


def test_past_answers_are_read_from_any_text_file(tmp_path):
    path = tmp_path / "used.txt"
    path.write_text("2024-01-03 THERE\n2024-01-04 ZZZZZ\n", encoding="utf-8")
    rows = ("crane:01002", "slide:00002")
    before, after = (
        printed_json("suggest", *rows),
        printed_json("suggest", *rows, "--used", str(path)),
    )
    assert (before["used"], after["used"]) == (0, 1)
    assert before["candidates"] == after["candidates"]
    result = run("suggest", *rows, "--used", str(path))
    assert "Skipped, not in english-5: zzzzz" in result.stderr
    assert "1 past answers weigh less" in result.stdout
    solved = printed_json("solve", "there", "--used", str(path))
    assert (solved["lexicon"], solved["mode"], solved["used"]) == ("english-5", "real", 1)
    for text, message in (("12 !", "has no word of english-5"), ("crane " * 50_000, "is too long")):
        path.write_text(text, encoding="utf-8")
        assert message in refusal("suggest", "--used", str(path))


def test_lab_reads_past_answers_from_a_file(lists, tmp_path):
    path = tmp_path / "used.txt"
    path.write_text("crane slate", encoding="utf-8")
    rows = printed_json("lab", "--strategy", "optimal", "--used", str(path), *lists)
    assert (rows[0]["mode"], rows[0]["used"], rows[0]["failed"]) == ("normal", 2, 0)


def test_command_line_runs_in_a_single_thread():
    environment = {name: value for name, value in os.environ.items() if "_NUM_THREADS" not in name}
    code = "import os, wordle_web.cli.commands; print(len(os.listdir('/proc/self/task')))"
    command = [sys.executable, "-c", code]
    assert subprocess.check_output(command, env=environment).strip() == b"1"
