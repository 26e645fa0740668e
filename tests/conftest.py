"""Shared setup of all tests. It makes their results independent of the machine's speed.

If all tests run, or all except browser tests, the run fails if a part of a template is rendered by
no test. Parts are files, macros, and the blocks after `if`, `else` and `for`.
"""

import gc
from collections.abc import Generator, Iterator
from functools import cached_property
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.templating import Environment
from hypothesis import HealthCheck, settings
from jinja2 import StrictUndefined
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.compiler import CodeGenerator

from wordle_web.config.settings import resource_folder

# Other settings of the current profile, for example that of mutation tests, are inherited.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
# An undefined name in a template, which a site only logs, is an error here.
Flask.jinja_options["undefined"] = StrictUndefined


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exempt the loaded tests from garbage collection, since they are never freed."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


SECONDS = 0.0002  # between two readings of the clock: about the time for a node of a search


@pytest.fixture(autouse=True, scope="session")
def _counted_time() -> Iterator[None]:
    """Limit searches by work: their clock advances a little with each reading."""
    readings = count()
    with pytest.MonkeyPatch.context() as patch:
        for clock in ("perf_counter", "thread_time"):
            patch.setattr(f"wordle_web.engine.clock.{clock}", lambda: next(readings) * SECONDS)
        yield


COMPILED, RENDERED = set[str](), set[str]()  # parts of templates, by file, line and number


class NotingGenerator(CodeGenerator):
    """A compiler of templates whose parts record that they are rendered."""

    @cached_property
    def numbers(self) -> Iterator[int]:
        return count(1)

    def blockvisit(self, nodes: Any, frame: Any) -> None:
        nodes = list(nodes)
        if self.name and nodes:
            part = f"{self.name}:{nodes[0].lineno}, part {next(self.numbers)}"
            COMPILED.add(part)
            self.writeline(f"environment.note({part!r})")
        super().blockvisit(nodes, frame)


Environment.code_generator_class = NotingGenerator
Environment.note = staticmethod(RENDERED.add)


class CompiledTemplates(BytecodeCache):
    """Templates compiled once for all applications of a process, unless they change."""

    def __init__(self) -> None:
        self.compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.compiled:
            bucket.bytecode_from_string(self.compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.compiled[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options["bytecode_cache"] = CompiledTemplates()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Collect the records of a process of pytest-xdist."""
    compiled, rendered = getattr(node, "workeroutput", {}).get("parts", ((), ()))
    COMPILED.update(compiled)
    RENDERED.update(rendered)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["parts"] = (sorted(COMPILED), sorted(RENDERED))
        return
    option = config.option
    is_part = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    is_part = is_part or option.keyword or option.collectonly
    if exitstatus or is_part or option.markexpr not in {"", "not browser"}:
        return
    names = {part.partition(":")[0] for part in COMPILED}
    folder = resource_folder("templates")
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    if missing := sorted(COMPILED - RENDERED | files - names):
        config.get_terminal_writer().line("\nNo test renders " + ",\n  ".join(missing), red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
