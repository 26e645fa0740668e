import os
import re
from pathlib import Path

import pytest
from flask import Flask

from wordle_web.config.settings import SettingsError
from wordle_web.web.http import metrics

TOKEN = "a token of the tests: 7Hq2mZx0LrTvYpKs"


@pytest.fixture(scope="session")
def counts(tmp_path_factory):
    """The folder with the counts; the library always uses the first folder that it gets."""
    yield tmp_path_factory.mktemp("counts")
    # Imported here, since the library reads the name of its folder on import.
    from prometheus_client.values import close_all_multiprocess_files

    close_all_multiprocess_files()


@pytest.fixture
def watched(make_app, monkeypatch, counts):
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(counts))
    return make_app(metrics_token=TOKEN)


def figures(app: Flask, token: str = TOKEN) -> str:
    answer = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    return answer.text


def count(text: str, labels: str) -> float:
    match = re.search(rf"^wordle_web_requests_total{{{labels}}} (\S+)$", text, re.MULTILINE)
    return float(match[1]) if match else 0


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", "é"])
def test_request_for_metrics_without_the_token_gets_404(app, watched, shown):
    for site in (app, watched):
        answer = site.test_client().get("/metrics", headers={"Authorization": shown})
        assert answer.status_code == 404
        assert "wordle_web_requests" not in answer.text


def test_metrics_count_requests_by_page_method_and_status_only(watched):
    client = watched.test_client()
    before = figures(watched)
    client.get("/")
    client.get("/")
    client.get("/nowhere")
    client.open("/", method="BREW")
    client.get("/random/5-normal-1-abcdefghijklmnopqrstuv")
    client.get("/helper?row=crane:01002")
    after = figures(watched)
    for labels, more in {
        'method="GET",page="play.today",status="200"': 2,
        'method="GET",page="none",status="404"': 1,
        'method="other",page="none",status="405"': 1,
    }.items():
        assert count(after, labels) - count(before, labels) == more
    assert 'wordle_web_seconds_bucket{le="0.1",page="play.today"}' in after
    assert "crane" not in after
    assert "abcdefgh" not in after


def test_metrics_folder_is_on_disk_if_memory_is_unavailable(tmp_path, monkeypatch):
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(metrics, "MEMORY", str(tmp_path / "nowhere"))
    metrics.share_folder()
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR")
    assert folder.parent == tmp_path
    assert list(folder.iterdir()) == []


def test_start_without_a_metrics_folder_fails_with_a_message(make_app, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SettingsError, match="no writable folder to share their counts"):
        make_app(metrics_token=TOKEN)


def test_metrics_folder_is_removed_only_by_its_creator(tmp_path):
    folder = tmp_path / "counts"
    folder.mkdir()
    metrics._remove(str(folder), os.getpid() + 1)
    assert folder.exists()
    metrics._remove(str(folder), os.getpid())
    assert not folder.exists()
