"""The promises of docs/engine.md: names, parameters and attributes."""

import dataclasses
import inspect
import re
import subprocess
import sys
from enum import Enum
from pathlib import Path

import pytest

import wordle_web.engine as engine

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
# New parameters are optional and come last. Nothing here is ever changed or removed.
PARAMETERS = {
    "belief_of": "lexicon mode used_words possible",
    "boards_after": "lexicon turns count *belief *in_turn",
    "candidates_after": "lexicon turns belief",
    "digits_of": "pattern length",
    "feedback": "guess answer",
    "feedback_matrix": "guesses answers",
    "learn": "turns length alphabet",
    "letter_codes": "words",
    "lexicon_names": "folder",
    "lexicon_of": "answers guesses",
    "load_lexicon": "name folder",
    "rank_boards_guess": "state guess",
    "rate_game": "game",
    "rate_guesses": "state guesses",
    "rate_player": "games",
    "simulate": "lexicon strategy answers *belief *opener *hard *seed",
    "solve": "lexicon answer strategy *belief *opener *hard *seed",
    "rank_guess": "lexicon turns guess belief beside",
    "suggest": "lexicon turns *belief *hard *answers_only *budget_ms *guesses_left *clock *best",
    "suggest_boards": "state *budget_ms *clock *best",
}
ATTRIBUTES = {
    "Belief": "name weights likely used_words is_listed",
    "Board": "candidates answer is_shown is_solved is_contradictory",
    "BoardCountError": "expected given",
    "BoardProspect": "number solve_probability expected_remaining worst",
    "BoardsState": "lexicon belief guesses boards guesses_left unsolved is_over contradictory",
    "BoardsSuggestion": "guess reason guesses_left best milliseconds",
    "BoardsTurn": "guess patterns parse text",
    "CaseError": "word",
    "HardMode": "OFF ON ULTRA",
    "FinishedGame": "lexicon answer guesses belief hard",
    "GameRating": "needed best cost luck guesses work",
    "GameState": "lexicon turns belief hard",
    "GuessRating": "guess best cost luck chance best_chance kind is_estimate grade",
    "Habit": "kind cost share is_certain more",
    "Knowledge": "possible greens at_least at_most positions inferred must_contain cannot_contain"
    " excluded is_contradictory",
    "LengthError": "expected given",
    "Lexicon": "name language length words codes prior pools alphabet digest index pool spellings"
    " definitions",
    "LexiconError": "",
    "PatternError": "pattern length",
    "Pool": "name version words indices",
    "RankedBoardsGuess": "guess prospects solve_probability expected_solved expected_remaining"
    " is_candidate reason",
    "RankedGuess": "guess expected_remaining entropy_bits worst answer_probability is_candidate"
    " expected_guesses solve_probability is_estimate",
    "Skill": "games cost standard_error margin luck habit",
    "Reason": "kind boards splits",
    "State": "lexicon belief turns candidates weights left hard allowed rng",
    "StateRating": "guesses costs chances is_estimate best best_chance value work",
    "Strategy": "name choose is_random",
    "StrategyError": "strategy reason",
    "Suggestion": "candidates likely guess expected_guesses solve_probability guesses_left exact"
    " milliseconds best is_last_guess",
    "Turn": "guess pattern parse text marks tiles greens colored gray",
    "TurnError": "text",
}


def test_stability_section_lists_exactly_the_public_names() -> None:
    _, stays = PAGE.read_text(encoding="utf-8").split("## Stability")
    rows = [line for line in stays.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)} - {"ValueError"}
    assert named == set(engine.__all__) == PARAMETERS.keys() | ATTRIBUTES.keys() | {"STRATEGIES"}
    errors = [getattr(engine, name) for name in named if name.endswith("Error")]
    assert all(issubclass(error, ValueError) for error in errors)


@pytest.mark.parametrize("name", PARAMETERS)
def test_functions_have_the_promised_parameters(name: str) -> None:
    parameters = list(inspect.signature(getattr(engine, name)).parameters.values())
    written = [
        f"{'*' * (parameter.kind == parameter.KEYWORD_ONLY)}{parameter.name}"
        for parameter in parameters
    ]
    promised = PARAMETERS[name].split()
    assert written[: len(promised)] == promised
    assert all(
        parameter.default is not parameter.empty for parameter in parameters[len(promised) :]
    )


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_classes_have_the_promised_attributes(name: str) -> None:
    kind = getattr(engine, name)
    if dataclasses.is_dataclass(kind):
        has = {*dir(kind), *(field.name for field in dataclasses.fields(kind))}
    elif issubclass(kind, Enum):
        has = {*kind.__members__}
    else:  # an error stores its arguments
        has = set(inspect.signature(kind).parameters)
    assert set(ATTRIBUTES[name].split()) <= has


# Only the standard library, NumPy and this package can be imported.
ALONE = """
import sys
from importlib.abc import MetaPathFinder

class OnlyNumPy(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root not in sys.stdlib_module_names and root not in {"numpy", "wordle_web"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, OnlyNumPy())
"""
USES = """
import numpy as np
from wordle_web.engine import *
from wordle_web.reading import read_boards

english = load_lexicon("english-5")
turns = solve(english, "truss", "letter-frequency")
assert turns[-1].text() == "truss:22222"
assert suggest(english, turns[:1]).guess
assert read_boards(np.zeros((9, 9, 3), dtype=np.uint8), [english]) == ()
try:
    import flask
except ModuleNotFoundError:
    print("alone")
"""


RUN = "import runpy; runpy.run_module('wordle_web', run_name='__main__')"


def test_engine_and_reader_need_only_numpy() -> None:
    completed = subprocess.run(
        [sys.executable, "-c", ALONE + USES], capture_output=True, text=True, check=False
    )
    assert (completed.stdout, completed.stderr) == ("alone\n", "")


@pytest.mark.parametrize("start", [RUN, "from wordle_web.__main__ import main; main()"])
def test_command_without_its_dependencies_names_the_packages_to_install(start: str) -> None:
    completed = subprocess.run(
        [sys.executable, "-c", ALONE + start], capture_output=True, text=True, check=False
    )
    assert completed.returncode == 2
    (line,) = completed.stderr.splitlines()
    assert "click" in line
    assert "pip install ." in line
