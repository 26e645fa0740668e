"""Random games, and their ratings on the page, on the command line and in the JSON API."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from click.testing import CliRunner
from flask.testing import FlaskClient
from harness.visitor import Answer
from web_visitor import Clock, new_app

from wordle_web.cli.commands import main
from wordle_web.engine import Turn, belief_of, candidates_after, feedback, load_lexicon
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.rating import SLIGHT
from wordle_web.engine.rows import Row
from wordle_web.web.analysis.state import AnalysisState

FIGURES = ("needed", "best", "cost", "luck")
SUM = re.compile(
    r"([\d.]+) guesses = ([\d.]+) with best play \+ ([\d.]+) cost "
    r"([+\u2212] [\d.]+) (?:good|bad) luck"
)


@dataclass(frozen=True)
class PlayedGame:
    """A game by a player who mostly guesses words that fit."""

    lexicon: str
    mode: str
    hard: HardMode
    answer: str
    guesses: tuple[str, ...]


def played_games(seed: int, count: int) -> Iterator[PlayedGame]:
    """Yield games; some are lost, and some answers are outside their pool."""
    dice = random.Random(seed)
    for number in range(count):
        lexicon = load_lexicon(dice.choice(("english-5", "english-5", "english-4", "english-6")))
        mode, hard = dice.choice(("pool", "real")), dice.choice((*HardMode, HardMode.OFF))
        words = lexicon.words if number % 10 == 0 else lexicon.pool().words
        answer, turns = dice.choice(words), list[Turn]()
        while len(turns) < TRIES and (not turns or turns[-1].guess != answer):
            left = candidates_after(lexicon, turns, belief_of(lexicon)).tolist()
            likely = [lexicon.words[index] for index in left[: max(3, len(left) // 8)]]
            guess = dice.choice(likely if turns and dice.random() < 0.8 else lexicon.pool().words)
            if not hard_mode_violation(guess, turns, hard):
                turns.append(Turn(guess, feedback(guess, answer)))
        yield PlayedGame(lexicon.name, mode, hard, answer, tuple(turn.guess for turn in turns))


def check_one_rating(seed: int, count: int, folder: Path) -> int:
    """Assert that page, command line and API agree to the last digit; return the lost games."""
    client = FlaskClient(new_app(None, Clock()), Answer, use_cookies=False)
    lost = 0
    for game in played_games(seed, count):
        rows = tuple(Row(guess, ("",)) for guess in game.guesses)
        state = AnalysisState((game.answer,), rows, game.mode, hard=game.hard)
        stated = client.get(state.address("/api/v1/analyse")).get_json()
        is_lost = game.answer not in game.guesses
        lost += is_lost
        assert stated["needed"] == len(game.guesses) + 2 * is_lost
        hundredths = [round(100 * stated[name]) for name in FIGURES]
        assert hundredths[0] == sum(hundredths[1:]), game
        for name in ("cost", "luck"):
            turns = [round(100 * turn[name]) for turn in stated["turns"]]
            assert sum(turns) == round(100 * stated[name]), game
        check_command_line(game, stated, folder)
        check_page(client.get(state.address("/analysis")), stated)
    return lost


def check_command_line(game: PlayedGame, stated: dict[str, object], folder: Path) -> None:
    options = ["--lexicon", game.lexicon, "--mode", game.mode.replace("pool", "normal")]
    options += ["--hard", game.hard.name.lower()]
    printed = run("analyze", game.answer, *game.guesses, *options, "--json")
    for name in (*FIGURES, "turns", "solver", "summary"):
        assert printed[name] == stated[name], (game, name)
    (folder / "game.txt").write_text(" ".join((game.answer, *game.guesses)), encoding="utf-8")
    (rated,) = run("skill", str(folder / "game.txt"), *options, "--json")["games"]
    assert [rated[name] for name in FIGURES] == [stated[name] for name in FIGURES], game
    turns = stated["turns"]
    assert [guess["cost"] for guess in rated["guesses"]] == [turn["cost"] for turn in turns]


def run(*arguments: str) -> dict[str, object]:
    return json.loads(CliRunner().invoke(main, arguments).output)


def luck_of(text: str) -> float:
    """Return the luck, in guesses, that a text states."""
    number, _, kind = text.partition(" ")
    return {"luckier": -1, "unluckier": 1}[kind] * float(number) if kind else 0.0


def check_page(page: Answer, stated: dict[str, object]) -> None:
    """Assert that the page has the same figures as the JSON API, and that they add up."""
    shown = [
        float(text.replace("\u2212", "-").replace(" ", ""))
        for text in SUM.search(page.visible_text).groups()
    ]
    assert shown == [stated[name] for name in FIGURES]
    assert round(100 * shown[0]) == sum(round(100 * part) for part in shown[1:])
    cost, luck = page.texts("rating-figure")
    assert [float(cost), float(luck)] == [shown[2], abs(shown[3])]
    good = {-1: "thanks to good luck", 1: "because of bad luck"}.get(
        int(np.sign(shown[3])), "neither"
    )
    assert good in page.visible_text
    for text, turn in zip(page.texts("analysis-turn"), stated["turns"], strict=True):
        cost, luck = re.search(r"Cost ≈?([\d.]+) Luck (even|[\d.]+ (?:un)?luckier)", text).groups()
        assert [float(cost), luck_of(luck)] == [turn["cost"], turn["luck"]]
        if turn["cost"] >= SLIGHT:
            assert f" {turn['grade'].capitalize()}. " in text
            best = turn["best"]["guess"].upper()
            assert f"Best guess: {best}." in text or f"Best guess: still {best}." in text
