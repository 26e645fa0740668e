"""`play` and `assist`: in a terminal, in a pipe, without colors, and for programs."""

import fcntl
import json
import os
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli.commands import refusal
from click.testing import CliRunner

from wordle_web.cli.commands import main
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.game.puzzles.days import with_pool_versions

ENGLISH = with_pool_versions(load_lexicon("english-5"), frozenset({1}))
SPANISH = with_pool_versions(load_lexicon("spanish-4"), frozenset({1}))
PATIENCE = 120.0  # seconds, on a busy machine
COLOR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def crane(tmp_path: Path) -> list[str]:
    """Options with CRANE as the only answer and every English word as a guess."""
    (tmp_path / "one").write_text("crane\n")
    (tmp_path / "all").write_text("\n".join(ENGLISH.words) + "\n")
    return ["--answers", str(tmp_path / "one"), "--guesses", str(tmp_path / "all")]


class Terminal:
    """A program that runs in its own terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        """Start the program with these arguments."""
        self.side, inner = os.openpty()
        self.text = ""
        usual = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wordle_web", *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={**usual, "TERM": "xterm", **environment},
            start_new_session=True,
            # Ctrl-C reaches the program only from its controlling terminal.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(inner)

    def until(self, wanted: str) -> str:
        """Return the output up to a text, without colors."""
        end = time.monotonic() + PATIENCE
        while wanted not in COLOR.sub("", self.text):
            assert time.monotonic() < end, self.text
            assert self._read(end), self.text
        before, _, after = COLOR.sub("", self.text).partition(wanted)
        self.text = after
        return before

    def _read(self, end: float) -> bool:
        """Read the available output; False once the program has ended."""
        if not select.select([self.side], [], [], max(0.0, end - time.monotonic()))[0]:
            return True
        try:
            data = os.read(self.side, 4096)
        except OSError:  # the other side is closed
            return False
        self.text += data.decode()
        return bool(data)

    def type(self, text: str) -> None:
        """Type text, such as a line or a control character."""
        os.write(self.side, text.encode())

    def rest(self) -> tuple[str, int]:
        """Return the rest of the output, with colors, and the exit status."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            assert time.monotonic() < end, self.text
        return self.text, self.process.wait(PATIENCE)


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    running = Terminal(*arguments, **environment)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.send_signal(signal.SIGKILL)
            running.process.wait()
        os.close(running.side)


def test_game_is_played_in_a_terminal(crane: list[str]) -> None:
    with terminal("play", *crane) as game:
        assert "5-letter word in 6 tries" in game.until("Guess 1 of 6: ")
        for refused, reason in (("zzzzz", "Not in word list."), ("cran", "Not enough letters.")):
            game.type(f"{refused}\n")
            assert reason in game.until("Guess 1 of 6: ")
        game.type("Slate\n")
        row = game.until("Guess 2 of 6: ")
        assert " S  L [A] T [E]" in row
        assert "Not in the word: L S T" in row
        game.type("slate\n")
        assert "Already guessed." in game.until("Guess 2 of 6: ")
        game.type("crane\n")
        end, status = game.rest()
    assert "\x1b[" in end  # colors
    assert "[C][R][A][N][E]" in COLOR.sub("", end)
    assert "Solved in 2 of 6." in end
    assert "Wordle-web 2/6\r\n\r\n⬛⬛🟩⬛🟩\r\n🟩🟩🟩🟩🟩\r\n" in end
    assert status == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_terminal_without_colors_gets_no_escape_codes(crane: list[str], environment) -> None:
    with terminal("play", *crane, **environment) as game:
        game.type("slate\ncrane\n")
        end, status = game.rest()
    assert "\x1b[" not in end
    assert "Solved in 2 of 6." in end
    assert status == 0


@pytest.mark.parametrize("key", ["\x04", "\x03"], ids=["Ctrl-D", "Ctrl-C"])
def test_play_and_assist_commands_end_on_ctrl_c_or_ctrl_d(crane: list[str], key: str) -> None:
    with terminal("play", *crane) as game:
        game.until("Guess 1 of 6: ")
        game.type(key)
        end, status = game.rest()
    assert "The word was CRANE. Goodbye." in end
    assert "Traceback" not in end
    assert status == 0
    with terminal("assist", *crane) as helper:
        helper.until("Marks for CRANE: ")
        helper.type(key)
        end, status = helper.rest()
    assert "Goodbye." in end
    assert status == 0


def test_play_command_names_the_hint_that_hard_mode_requires(crane: list[str]) -> None:
    with terminal("play", "--hard", *crane) as game:
        assert "in hard mode" in game.until("Guess 1 of 6: ")
        game.type("slate\n")
        game.until("Guess 2 of 6: ")
        game.type("mount\n")
        refused = game.until("Guess 2 of 6: ")
        assert "3rd letter must be A." in refused
        assert "MOUNT is a valid word" in refused
        game.type("crane\n")
        assert "Wordle-web 2/6*" in game.rest()[0]


MARKS = {
    "digits": str,
    "signs": lambda digits: digits.translate(str.maketrans("012", "_?!")),
    "letters": lambda digits: digits.translate(str.maketrans("012", "byg")),
    "squares": lambda digits: digits.translate(str.maketrans("012", "⬛🟨🟩")),
}


@pytest.mark.parametrize("notation", MARKS)
def test_assist_command_continues_until_the_word_is_solved(notation: str) -> None:
    with terminal("assist") as helper:
        while True:
            output = helper.until("Marks for ")
            guess = helper.until(": ").lower()
            assert f"Best next guess: {guess.upper()}" in output
            digits = digits_of(feedback(guess, "watch"), 5)
            helper.type(f"{MARKS[notation](digits)}\n")
            if guess == "watch":
                break
        end, status = helper.rest()
    assert re.search(r"Solved in \d guesses\.", end)
    assert status == 0


def piped(command: str, *lines: str, options: Sequence[str] = ()) -> list[str]:
    typed = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(main, [command, *options], input=typed)
    assert result.exit_code == 0, result.output
    assert "\x1b[" not in result.output
    return result.output.splitlines()


def test_game_is_played_through_a_pipe(crane: list[str]) -> None:
    lines = piped("play", "slate", "", "CRÂNE", options=crane)
    assert lines[2:4] == [" S  L [A] T [E]", "Not in the word: L S T"]
    assert lines[4:] == ["[C][R][A][N][E]", "Solved in 2 of 6.", "", "Wordle-web 2/6", "",
                         "⬛⬛🟩⬛🟩", "🟩🟩🟩🟩🟩"]  # fmt: skip
    guesses = ["slate", "mount", "fight", "vivid", "jumpy", "sword"]
    lost = piped("play", *guesses, options=crane)
    assert "The word was CRANE." in lost
    assert "Wordle-web X/6" in lost
    assert piped("play", "slate", options=crane)[-1] == "The word was CRANE. Goodbye."


def test_play_command_with_json_prints_lines_of_json(crane: list[str]) -> None:
    lines = piped("play", "slate", "zzzzz", "crane", options=[*crane, "--json"])
    first, refused, solved, end = map(json.loads, lines)
    assert first == {"guess": "slate", "marks": "00202", "guesses_left": 5}
    assert refused == {"error": "Not in word list"}
    assert solved["marks"] == "22222"
    share = end.pop("share")
    assert end == {"answer": "crane", "solved": True, "guesses": ["slate", "crane"]}
    assert share.endswith("🟩🟩🟩🟩🟩")
    (left,) = map(json.loads, piped("play", options=[*crane, "--json"]))
    assert left == {"answer": "crane", "solved": False, "guesses": []}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], ENGLISH.pool().words),
        (["--pool", "easy"], ENGLISH.pool("easy").words),
        (["--lexicon", "spanish-4"], SPANISH.pool().words),
    ],
)
def test_play_command_draws_a_word_from_the_chosen_pool(
    options: list[str], words: Sequence[str]
) -> None:
    drawn = [json.loads(piped("play", options=[*options, "--json"])[0]) for _ in range(4)]
    answers = {end["answer"] for end in drawn}
    assert answers <= set(words)
    assert len(answers) > 1
    assert "has no pool huge" in refusal("play", "--pool", "huge")


def test_assist_command_undoes_a_row_and_accepts_another_guess() -> None:
    lines = piped("assist", "crane", "00000", "-", "crane 01002", "xyz", "slimy 00110", "22222")
    assert " C  R  A  N  E " in lines
    opener = [line for line in lines if line.startswith("Best next guess: ")]
    assert opener[0] == opener[2]  # after the row was taken back
    assert " C (R) A  N [E]" in lines
    assert "'xyz' is not a 5-letter word." in lines
    assert lines[-4:] == ["1 word left: MITRE", "Best next guess: MITRE", "[M][I][T][R][E]",
                          "Solved in 3 guesses."]  # fmt: skip


def test_ultra_hard_mode_names_the_ignored_color(crane: list[str]) -> None:
    with terminal("play", "--hard", "ultra", *crane) as game:
        assert "in ultra-hard mode" in game.until("Guess 1 of 6: ")
        game.type("mount\n")
        game.until("Guess 2 of 6: ")
        game.type("slate\n")
        refused = game.until("Guess 2 of 6: ")
        assert "4th letter must be N: it was green there." in refused
        assert "in ultra-hard mode a guess has to fit all colors" in refused
        game.type("crane\n")
        assert "Wordle-web 2/6**" in game.rest()[0]


def test_assist_command_asks_again_for_impossible_marks() -> None:
    lines = piped("assist", "crane 01002", "slimy 11111", "slimy 00110")
    refused = next(line for line in lines if "No word matches" in line or "Perhaps row" in line)
    after = lines[lines.index(refused) + 1 :]
    assert "1 word left: MITRE" in after
    assert lines[-1] == "Goodbye."
    two = piped("assist", "crane 01002 slimy 00110")
    assert "One row at a time, please." in two


def test_assist_command_with_json_prints_lines_of_json() -> None:
    options = ["--json", "--hard", "--mode", "normal"]
    lines = [json.loads(line) for line in piped("assist", "crane 01002", "x", options=options)]
    opener, after, refused, end = lines
    assert after["candidates"] < opener["candidates"] == len(ENGLISH.pool())
    assert after["suggestion"]
    assert "not a 5-letter word" in refused["error"]
    assert end == {"solved": False, "guesses": 1}


def test_binary_input_and_very_long_lines_use_no_guess(crane: list[str]) -> None:
    command = [sys.executable, "-m", "wordle_web", "play", *crane]
    typed = b"\xff\xfe\xfa\xfb\xfc\n" + b"x" * 50_000 + b"\ncrane\n"
    done = subprocess.run(command, input=typed, capture_output=True, check=True)
    assert b"Solved in 1 of 6." in done.stdout
    assert done.stderr == b""
