"""The command line with several boards."""

from cli.commands import found, refusal, run


def test_a_suggestion_for_a_person_tells_of_every_board(lists):
    first = run("suggest", "--boards", "3", *lists).output.splitlines()
    assert first[0] == "Board 1: 8 likely of 8 words left"
    assert any(line.startswith("Best next guess: ") and "(a good opener)" in line for line in first)
    rows = ["crane:22222.-.-", "moist:-.00000.-"]
    lines = run("suggest", "--boards", "3", "--in-turn", *rows, *lists).output.splitlines()
    assert "CRANE" in lines[0]
    assert "not shown yet" in lines[2]
    lines = run("suggest", "--boards", "3", "aahed:00000.00000.00000", *lists).output.splitlines()
    assert any("boards 1, 2 and 3" in line for line in lines)


def test_several_answers_are_solved_as_boards(lists):
    printed = found("solve", "crane", "humid", "gloat", *lists)
    assert printed["solved"] is True
    assert printed["guesses_allowed"] == 8
    assert {"crane", "humid", "gloat"} <= {turn["guess"] for turn in printed["guesses"]}
    marks = [turn["marks"] for turn in printed["guesses"]]
    for board in range(3):
        shown = [each[board] for each in marks if each[board] is not None]
        assert shown.index("22222") == len(shown) - 1


def test_games_that_cannot_be_won_and_lists_that_are_too_short_are_told(tmp_path):
    answers = [f"{letter}atch" for letter in "bchlmnpw"]
    (tmp_path / "alike").write_text("\n".join(answers) + "\n", encoding="utf-8")
    alike = ["--answers", str(tmp_path / "alike")]
    lines = run("solve", "patch", "watch", *alike).output.splitlines()
    assert "Not solved in 7 guesses." in lines
    few = refusal("lab", "--boards", "9", "--sample", "1", *alike)
    assert "9 boards need as many words; the list has 8." in few


def test_the_lab_plays_boards_the_same_in_any_number_of_processes(lists):
    options = ["lab", "--boards", "3", "--sample", "25", "--seed", "5", *lists]
    (one,), (two,) = found(*options), found(*options, "--processes", "2")
    assert one["distribution"] == two["distribution"]
    assert (one["games"], one["failed"], one["seed"]) == (25, 0, 5)
    assert one["mean"] == one["total_guesses"] / 25
    assert one["milliseconds_p95"] >= 0
    for processes in ("1", "2"):
        pairs = ["--boards", "2", "--pairs", "--processes", processes]
        (row,) = found("lab", *pairs, *lists)
        assert (row["games"], row["failed"], row["standard_error"]) == (8 * 7 // 2, 0, 0)
