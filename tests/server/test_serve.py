"""The process that runs gunicorn."""

import subprocess
import sys

APP = """
import os, signal
os.kill(os.getpid(), signal.SIGINT)
"""


def test_interrupt_while_the_app_loads_ends_without_a_traceback(tmp_path):
    (tmp_path / "early.py").write_text(APP)
    command = [sys.executable, "-m", "wordle_web.server.serve", "--preload"]
    command += ["--bind", f"unix:{tmp_path / 'socket'}", "--pythonpath", str(tmp_path), "early:app"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
