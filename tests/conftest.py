"""What all tests share: a busy machine is no reason to fail, and a fast one none to pass."""

from collections.abc import Iterator
from itertools import count

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import StrictUndefined

# What is set already, by whoever looks for mutants, stays.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
# An unknown name in a template, which a site only logs, is an error.
Flask.jinja_options["undefined"] = StrictUndefined

SECONDS = 0.0002  # between two readings of the clock, about what a node of a search takes


@pytest.fixture(autouse=True, scope="session")
def _counted_time() -> Iterator[None]:
    """Let searches stop by counted work: each reading of their clock is a moment later."""
    readings = count()
    with pytest.MonkeyPatch.context() as patch:
        for clock in ("perf_counter", "thread_time"):
            patch.setattr(f"wordle_web.engine.clock.{clock}", lambda: next(readings) * SECONDS)
        yield
