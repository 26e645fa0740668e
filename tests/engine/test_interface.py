"""What the page of the engine promises: the names, their parameters and their attributes."""

import dataclasses
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import wordle_web.engine as engine

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
# What comes to these later is optional, and comes last. Nothing here is ever changed or removed.
PARAMETERS = {
    "belief_of": "lexicon mode used possible",
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
    "rate": "game",
    "regret": "state guesses",
    "skill": "games",
    "rank_guess": "lexicon turns guess belief beside",
    "suggest": "lexicon turns *belief *hard *answers_only *budget_ms *guesses_left *clock *best",
    "suggest_boards": "state *budget_ms *clock *best",
}
ATTRIBUTES = {
    "Belief": "name weights likely used is_listed",
    "Board": "candidates answer is_shown is_solved is_contradictory",
    "BoardCountError": "expected found",
    "BoardProspect": "number solve_probability expected_remaining worst",
    "BoardsState": "lexicon belief guesses boards guesses_left unsolved is_over contradictory",
    "BoardsSuggestion": "guess reason guesses_left best milliseconds",
    "BoardsTurn": "guess patterns parse text",
    "FinishedGame": "lexicon answer guesses belief hard",
    "GameState": "lexicon turns belief hard",
    "Habit": "kind cost share even is_certain more",
    "Knowledge": "possible greens at_least at_most positions inferred must_contain cannot_contain"
    " excluded mark_of is_contradictory",
    "LengthError": "expected found",
    "Lexicon": "name language length words codes prior pools alphabet digest index pool spellings"
    " definitions",
    "LexiconError": "",
    "Pool": "name version words indices",
    "RankedBoardsGuess": "guess prospects solve_probability expected_solved expected_remaining"
    " is_candidate reason",
    "RankedGuess": "guess expected_remaining entropy_bits worst answer_probability is_candidate"
    " expected_guesses solve_probability is_estimate",
    "RatedGame": "needed best cost luck guesses work",
    "RatedGuess": "guess best cost kind is_estimate even",
    "Regret": "guesses costs is_estimate best expected work plausible plausible_costs",
    "Skill": "games cost standard_error margin luck habit",
    "Reason": "kind boards splits",
    "Suggestion": "candidates likely guess expected_guesses solve_probability guesses_left exact"
    " milliseconds best is_last_guess",
    "Turn": "guess pattern parse text marks tiles greens colored gray",
    "TurnError": "text",
}


def test_the_page_names_what_is_promised() -> None:
    _, stays = PAGE.read_text(encoding="utf-8").split("## What stays")
    rows = [line for line in stays.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)} - {"ValueError"}
    assert named == set(engine.__all__) == PARAMETERS.keys() | ATTRIBUTES.keys()
    errors = [getattr(engine, name) for name in named if name.endswith("Error")]
    assert all(issubclass(error, ValueError) for error in errors)


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_function_is_called_as_promised(name: str) -> None:
    found = list(inspect.signature(getattr(engine, name)).parameters.values())
    written = [f"{'*' * (each.kind == each.KEYWORD_ONLY)}{each.name}" for each in found]
    promised = PARAMETERS[name].split()
    assert written[: len(promised)] == promised
    assert all(each.default is not each.empty for each in found[len(promised) :])


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_value_has_the_attributes_that_are_promised(name: str) -> None:
    kind = getattr(engine, name)
    if dataclasses.is_dataclass(kind):
        has = {*dir(kind), *(field.name for field in dataclasses.fields(kind))}
    else:  # an error keeps what it is made of
        has = set(inspect.signature(kind).parameters)
    assert set(ATTRIBUTES[name].split()) <= has


def test_the_engine_loads_neither_the_web_nor_pictures() -> None:
    source = "import sys, wordle_web.engine; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", source], capture_output=True, check=True).stdout
    roots = {name.partition(".")[0] for name in loaded.decode().split()}
    assert not roots & {"flask", "werkzeug", "jinja2", "click", "PIL"}
    assert "numpy" in roots
