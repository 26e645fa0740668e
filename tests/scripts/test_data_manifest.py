from pathlib import Path

import pytest
from data_manifest import changed_pools, existing_pools, record_pools, recorded_pools

POOL = "english-5/pools/normal-1.txt"


def test_built_in_pools_match_their_recorded_digests() -> None:
    """After building new pools, run `scripts/data_manifest.py`; a released pool never changes."""
    assert changed_pools(recorded_pools(), existing_pools()) == ()
    assert recorded_pools() == existing_pools()
    assert len(existing_pools()) >= 75


@pytest.fixture
def record(tmp_path: Path) -> Path:
    (tmp_path / POOL).parent.mkdir(parents=True)
    (tmp_path / POOL).write_text("crane\nslate\n")
    record = tmp_path / "pools.sha256"
    record.touch()
    record_pools(tmp_path, record)
    assert list(recorded_pools(record)) == [POOL]
    return record


def test_recording_a_second_pool_version_keeps_the_first(tmp_path: Path, record: Path) -> None:
    before = recorded_pools(record)
    later = POOL.replace("-1", "-2")
    (tmp_path / later).write_text("slate\ncrane\n")
    record_pools(tmp_path, record)
    after = recorded_pools(record)
    assert list(after) == [POOL, later]
    assert after[POOL] == before[POOL] != after[later]


@pytest.mark.parametrize("words", ["slate\ncrane\n", "crane\n", "crane\nslate\ntruss\n", ""])
def test_changed_pool_is_recorded_only_before_its_release(
    tmp_path: Path, record: Path, words: str
) -> None:
    before = record.read_text()
    (tmp_path / POOL).write_text(words)
    with pytest.raises(SystemExit, match=POOL):
        record_pools(tmp_path, record)
    assert record.read_text() == before
    record_pools(tmp_path, record, is_unreleased=True)
    assert recorded_pools(record) == existing_pools(tmp_path)
    assert record.read_text() != before


def test_missing_pool_is_refused(tmp_path: Path, record: Path) -> None:
    (tmp_path / POOL).unlink()
    with pytest.raises(SystemExit, match=POOL):
        record_pools(tmp_path, record)
    assert list(recorded_pools(record)) == [POOL]
