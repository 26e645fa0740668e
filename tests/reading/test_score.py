"""The accuracy for pictures with random looks, whatever the reader's thresholds are."""

import json
import sys

import draw_boards
from read_report import Tally, truth_of

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.reading.screenshots import read_screenshot

LEXICONS = [load_lexicon(f"english-{length}") for length in range(4, 9)]
PICTURES = 40


def test_pictures_of_any_style_are_read(tmp_path, monkeypatch):
    """Uncertain tiles are flagged."""
    arguments = ["draw_boards", str(tmp_path), f"--count={PICTURES}", "--seed=7"]
    monkeypatch.setattr(sys, "argv", arguments)
    draw_boards.main()
    tally = Tally()
    for name, entry in json.loads((tmp_path / "truth.json").read_text(encoding="utf-8")).items():
        boards = truth_of(entry)
        assert boards
        tally.add(name, boards, read_screenshot((tmp_path / name).read_bytes(), LEXICONS))
    print(tally.line())
    assert tally.right_count == PICTURES
    assert tally.whole >= PICTURES - 2
    assert tally.silent == 0
    assert tally.doubtful <= tally.tiles / 20
