"""Commands use the same pools as the current games."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cli.commands import printed_json, refusal

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.services import services

TODAY = datetime.now(UTC).date()
KEY = "a key of an epoch"


@pytest.mark.parametrize("mode", ["normal", "pool"])
def test_solve_command_finds_every_daily_answer_in_the_pool(mode: str) -> None:
    app = create_app(Settings.from_environment())
    with app.app_context():
        site = services()
        games = [site.daily_answers(site.today - day, Variant(boards=4)) for day in range(3)]
        games += [site.daily_answers(site.today - day) for day in range(12)]
    for answers in games:
        assert printed_json("solve", *answers, "--mode", mode)["solved"]


def own_lists(folder: Path, first: str, second: str) -> Path:
    """Make a host's folder with two versions of the normal pool."""
    words = folder / "english-5"
    (words / "pools").mkdir(parents=True)
    for name, text in (("pools/normal-1", first), ("pools/normal-2", second)):
        (words / f"{name}.txt").write_text("\n".join(sorted(text.split())) + "\n")
    every = sorted({*first.split(), *second.split(), "zzzzz"})
    (words / "words.txt").write_text("\n".join(every) + "\n")
    return folder


@pytest.mark.parametrize(
    ("days", "known", "unknown"), [(-1, "slate", "crane"), (2, "crane", "slate")]
)
def test_solve_command_uses_the_pools_of_the_current_epoch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, known: str, unknown: str
) -> None:
    monkeypatch.setenv(
        "WORDLE_WEB_LEXICONS", str(own_lists(tmp_path, "crane brick", "slate brick"))
    )
    begins = TODAY + timedelta(days=days)
    monkeypatch.setenv("WORDLE_WEB_FIRST_DAY", "2025-01-01")
    monkeypatch.setenv("WORDLE_WEB_EPOCHS", f"2025-01-01:1:{KEY},{begins}:2:{KEY}")
    assert printed_json("solve", known, "--mode", "normal")["solved"]
    assert "Try --mode real" in refusal("solve", unknown, "--mode", "normal")
    assert printed_json("solve", unknown)["solved"]
