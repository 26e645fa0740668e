"""What makes the helper quick is computed ahead, once, by one process, where it can be kept."""

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from web_visitor import (
    ANSWERS,
    OTHERS,
    SHORT,
    Clock,
    Visitor,
    new_app,
    parts_of,
    site_settings,
    write_lexicon,
)

from wordle_web.cli.host import EXIT_TERMINATED
from wordle_web.cli.host import prepare as command
from wordle_web.config.parsers import epochs
from wordle_web.config.settings import Settings
from wordle_web.engine import belief_of, load_lexicon
from wordle_web.engine.matrix import available_matrix, matrix_path, open_matrix
from wordle_web.engine.openings import find_opening
from wordle_web.server.warmup import LOCK, CacheFolderError, exclusive_lock, prepare


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A host with small lists of two lengths."""
    write_lexicon(tmp_path / "lexicons", "english-5", ANSWERS, OTHERS)
    write_lexicon(tmp_path / "lexicons", "english-4", SHORT, ("aahs", "zoom"))
    write_lexicon(tmp_path / "lexicons", "klingon-4", SHORT, ())
    return site_settings(tmp_path / "lexicons", instance=tmp_path / "instance")


def kept(settings: Settings) -> set[str]:
    """Return what the cache folder holds, but for the lock."""
    return {path.name for path in settings.cache_folder.iterdir()} - {LOCK}


def test_patterns_and_openings_of_a_hosts_own_lists_are_kept(settings: Settings) -> None:
    said: list[str] = []
    assert prepare(settings, said.append)
    words = [load_lexicon(f"english-{length}", settings.lexicons) for length in (4, 5)]
    files = {matrix_path(lexicon, settings.cache_folder).name for lexicon in words}
    assert kept(settings) == {*files, "english-4.json", "english-5.json"}
    for lexicon in words:
        for mode in ("real", "normal"):
            for hard in (False, True):
                belief = belief_of(lexicon, mode)
                assert find_opening(lexicon, belief, hard, settings.cache_folder)
    assert len(said) == 2 + 8
    assert any("english-5, normal, hard mode: opens with" in line for line in said)


def test_what_is_kept_already_is_left_alone(settings: Settings) -> None:
    prepare(settings)
    before = {path: path.stat().st_mtime_ns for path in settings.cache_folder.glob("*-*")}
    said: list[str] = []
    prepare(settings, said.append)
    assert said == []
    assert {path: path.stat().st_mtime_ns for path in settings.cache_folder.glob("*-*")} == before


def test_words_used_elsewhere_get_an_opening_of_their_own(settings: Settings) -> None:
    prepare(settings)
    said: list[str] = []
    prepare(replace(settings, used_words=("crane", "able", "stranger")), said.append)
    assert [line.partition(":")[0] for line in said] == [
        "english-4, real, normal rules",
        "english-4, real, hard mode",
        "english-5, real, normal rules",
        "english-5, real, hard mode",
    ]


def test_openings_of_words_to_come_are_found_ahead(settings: Settings) -> None:
    for length, words in ((4, SHORT[1:]), (5, ANSWERS[1:])):
        path = settings.lexicons / f"english-{length}" / "pools" / "normal-2.txt"
        path.write_text("\n".join(words) + "\n")
    said: list[str] = []
    prepare(settings, said.append)
    assert sum("normal, " in line for line in said) == 4
    coming = epochs("2025-01-01:1:,2026-01-01:2:")
    said.clear()
    prepare(replace(settings, epochs=coming), said.append)
    assert sum("normal, " in line for line in said) == 4
    assert sum("pattern table" in line for line in said) == 0


def test_the_helper_finds_everything_ready_when_an_epoch_begins(settings: Settings) -> None:
    path = settings.lexicons / "english-5" / "pools" / "normal-2.txt"
    path.write_text("\n".join(OTHERS) + "\n")
    (settings.lexicons / "english-4" / "pools" / "normal-2.txt").write_text("\n".join(SHORT) + "\n")
    coming = replace(settings, epochs=epochs("2025-01-01:1:,2025-03-10:2:"))
    prepare(coming)
    clock = Clock()
    for _ in range(2):
        lexicon = parts_of(new_app(settings.lexicons, clock, epochs=coming.epochs)).lexicon()
        assert matrix_path(lexicon, settings.cache_folder).is_file()
        for mode in ("real", "normal"):
            assert find_opening(lexicon, belief_of(lexicon, mode), False, settings.cache_folder)
        clock.forward(days=30)


def test_the_shipped_words_need_patterns_alone() -> None:
    for length in (4, 5, 6, 7, 8):
        lexicon = load_lexicon(f"english-{length}")
        assert find_opening(lexicon, belief_of(lexicon), False, None), lexicon.name


def test_one_process_prepares_and_the_others_leave_it_to_do_so(settings: Settings) -> None:
    with exclusive_lock(settings.cache_folder) as is_first:
        assert is_first
        assert not prepare(settings)
    assert kept(settings) == set()
    assert prepare(settings)


def test_what_nobody_needs_any_more_is_tidied_away(settings: Settings) -> None:
    folder = settings.cache_folder
    folder.mkdir(parents=True)
    for name in ("english-5-0123456789abcdef.matrix", ".half.tmp", ".young.tmp"):
        (folder / name).write_bytes(b"x")
    old = time.time() - 7200
    os.utime(folder / ".half.tmp", (old, old))
    prepare(settings)
    assert not {"english-5-0123456789abcdef.matrix", ".half.tmp"} & kept(settings)
    assert ".young.tmp" in kept(settings)


def test_a_question_before_the_patterns_are_kept_does_not_wait_for_them(
    settings: Settings,
) -> None:
    lexicon, folder = load_lexicon("english-5", settings.lexicons), settings.cache_folder
    first = available_matrix(lexicon, folder)
    assert not len(first.patterns)
    assert not folder.exists()
    prepare(settings)
    later = available_matrix(lexicon, folder)
    assert isinstance(later.patterns, np.memmap)
    candidates = np.arange(len(ANSWERS))
    assert np.array_equal(first.gather(candidates)[0], later.gather(candidates)[0])


@pytest.mark.parametrize("path", ["/helper?row=crane:01002", "/watch?word=crane"])
def test_no_page_writes_into_the_cache(settings: Settings, path: str) -> None:
    app = new_app(settings.lexicons, instance=settings.instance)
    assert Visitor(app).get(path).status_code == 200
    assert not settings.cache_folder.exists()


def test_an_opening_kept_while_the_site_runs_is_found(settings: Settings) -> None:
    lexicon = load_lexicon("english-5", settings.lexicons)
    belief = belief_of(lexicon, "normal")
    assert find_opening(lexicon, belief, False, settings.cache_folder) is None
    prepare(settings)
    assert find_opening(lexicon, belief, False, settings.cache_folder)


def test_a_folder_that_cannot_be_written_is_told(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "instance").write_text("a file in the way")
    with pytest.raises(CacheFolderError, match="Cannot write to"):
        prepare(settings)


def test_a_full_disk_is_told_and_leaves_no_half_of_a_file(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wordle_web.engine.matrix.Path.replace", full)
    open_matrix.cache_clear()
    with pytest.raises(CacheFolderError, match="no space for the pattern table of english-4"):
        prepare(settings)
    assert kept(settings) == set()


def test_the_command_tells_what_it_keeps_and_where(settings: Settings) -> None:
    environment = {
        "WORDLE_WEB_INSTANCE": str(settings.instance),
        "WORDLE_WEB_LEXICONS": str(settings.lexicons),
    }
    done = CliRunner().invoke(command, env=environment)
    assert done.exit_code == 0
    assert "english-4: pattern table cached, 0 MB." in done.output
    assert done.output.endswith(f"Cache ready in {settings.cache_folder}.\n")
    with exclusive_lock(settings.cache_folder):
        assert (
            "Another process is already preparing the cache"
            in CliRunner().invoke(command, env=environment).output
        )
    nowhere = {**environment, "WORDLE_WEB_INSTANCE": "/dev/null/x"}
    done = CliRunner().invoke(command, env=nowhere)
    assert (done.exit_code, len(done.output.splitlines())) == (2, 1)
    assert CliRunner().invoke(command, ["--log"], env=nowhere).exit_code == 0


ENDED_MIDWAY = """
import os, signal, sys, time
from pathlib import Path
from wordle_web.cli import host as operate
from wordle_web.engine.matrix import replacing

folder = Path(sys.argv.pop())

def prepare(settings, say):
    with replacing(folder / "words.matrix") as file:
        file.write(b"half")
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(10)

operate.prepare_now = prepare
operate.prepare()
"""


def test_who_is_ended_midway_leaves_nothing_half_written(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", ENDED_MIDWAY, str(tmp_path)], check=False)
    assert done.returncode == EXIT_TERMINATED
    assert list(tmp_path.iterdir()) == []
