"""Faults and load against the real server. `--short` does less of each, in a few minutes.

Everything runs on the loopback interface, started and ended by the tests. Measurements are printed
at the end.
"""

from typing import Any

import pytest
from harness.programs import MissingProgramError, program
from harness.servers import gunicorn

FIGURES = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--short", action="store_true", help="do less of each, in a few minutes")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = []


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    terminalreporter.section("figures")
    for line in config.stash[FIGURES]:
        terminalreporter.write_line(line)


@pytest.fixture
def is_short(request):
    return bool(request.config.getoption("--short"))


@pytest.fixture(scope="session")
def figure(request):
    return request.config.stash[FIGURES].append


def needs(name: str) -> Any:
    """Return a fixture that skips tests if an optional program is not installed."""

    @pytest.fixture(scope="session")
    def require_program(request):
        try:
            program(name)
        except MissingProgramError as error:
            request.config.stash[FIGURES].append(f"left out: {error}")
            pytest.skip(str(error))

    return require_program


has_caddy, has_systemd, has_strace = map(needs, ("caddy", "systemd-analyze", "strace"))


@pytest.fixture
def server(tmp_path):
    """The app under gunicorn, in production, without rate limits."""
    with gunicorn(tmp_path) as running:
        yield running
