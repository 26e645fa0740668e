"""A Hypothesis state machine: a browser with any sequence of games, restores, moves and faults."""

import re
from pathlib import Path

from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from web_visitor import (
    OTHERS,
    SECRET_KEY,
    Clock,
    Visitor,
    answer_of_day,
    answer_of_token,
    backup_of,
    new_app,
)

from harness.cookies import long_history
from wordle_web.game.history.history import MAX_SOURCES, History
from wordle_web.web.history.views import number_of_games
from wordle_web.web.http import sessions
from wordle_web.web.http.cookies import MAX_COOKIE_BYTES

DAYS = st.integers(1, 7)
WORDS = st.sampled_from(OTHERS[:5])


class Browsers(RuleBasedStateMachine):
    """A browser whose invariants are that no day is lost and all written data can be read.

    `sites` are the same site after each rotation of its key, with the earlier keys as fallbacks.
    `foreign` is another site on the same host.
    """

    sites: tuple[Flask, ...]
    foreign: Flask

    @initialize()
    def begin(self) -> None:
        self.visitor, self.other = Visitor(self.sites[0]), Visitor(self.sites[0])
        self.before = History()
        self.files: list[str] = []
        self.is_deleted = self.is_full = False

    @property
    def app(self) -> Flask:
        return self.visitor.app

    @property
    def history(self) -> History:
        """The history that the site reads from the browser's cookies."""
        sent = "; ".join(f"{name}={value}" for name, value in self.visitor.cookies.items())
        with self.app.test_request_context("/", headers={"Cookie": sent}):
            return sessions.history()

    @rule(day=DAYS, word=WORDS)
    def guess(self, day: int, word: str) -> None:
        assert self.visitor.guess(word, f"/daily/{day}").status_code in {303, 400, 422}

    @rule(day=DAYS)
    def win(self, day: int) -> None:
        word = answer_of_day(self.app, day)
        assert self.visitor.guess(word, f"/daily/{day}").status_code in {303, 400, 422}
        assert self.history.days.result(day)

    @rule()
    def count(self) -> None:
        path = self.visitor.begin()
        games = number_of_games(self.history)
        self.visitor.guess(answer_of_token(self.app, path), path)
        assert number_of_games(self.history) == games + 1

    @rule()
    def give_up_on_a_random_game(self) -> None:
        path = self.visitor.begin()
        assert self.visitor.fill(f"{path}/give-up").status_code == 303

    @rule(theme=st.sampled_from(["dark", "light"]))
    def choose(self, theme: str) -> None:
        self.visitor.fill("/settings", {"theme": theme})
        assert f'data-theme="{theme}"' in self.visitor.get("/settings").text

    @rule(path=st.sampled_from(["/", "/history", "/skill", "/helper", "/history/move"]))
    def look(self, path: str) -> None:
        assert self.visitor.get(path).status_code == 200

    @rule()
    def save(self) -> None:
        self.files.append(self.visitor.client.get("/history/download").text)

    @precondition(lambda self: self.files)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        file = data.draw(st.sampled_from(self.files))
        assert self.visitor.restore(file).status_code == 303

    @rule()
    def restore_many_years(self) -> None:
        self.is_full = True
        years = backup_of(self.app, long_history())
        assert self.visitor.restore(years).status_code == 303

    @rule(count=st.integers(1, MAX_SOURCES + 2))
    def restore_counts_of_other_browsers(self, count: int) -> None:
        for _ in range(count):
            other = Visitor(self.app)
            path = other.begin()
            other.guess(answer_of_token(self.app, path), path)
            file = other.client.get("/history/download").text
            assert self.visitor.restore(file).status_code == 303
        # Every source counts once; above the limit, the sources with the fewest games are dropped.
        self.is_full = True

    @rule()
    def restore_the_foreign_sites_file(self) -> None:
        visitor = Visitor(self.foreign)
        visitor.guess(answer_of_day(self.foreign, 2), "/daily/2")
        file = visitor.client.get("/history/download").text
        days = self.history.days
        assert self.visitor.restore(file).status_code == 303
        assert self.history.days == days

    @rule(day=DAYS, is_back=st.booleans())
    def move(self, day: int, is_back: bool) -> None:
        self.other = self.other.at(self.app)
        self.other.guess(answer_of_day(self.app, day), f"/daily/{day}")
        self._move(self.other, self.visitor)
        if is_back:
            own = dict(self.other.history.days)
            self._move(self.visitor, self.other)
            theirs = dict(self.other.history.days)
            for number, result in self.history.days:
                # If both have finished a day, each browser keeps its own result.
                assert theirs[number] in {result, own.get(number)}

    def _move(self, source: Visitor, target: Visitor) -> None:
        match = re.search(
            r"http://localhost(/history/move\?data=[\w-]+)", source.get("/history/move").text
        )
        if match:  # otherwise there is nothing to move
            target.get(match[1])
            assert target.post("/history/move").status_code == 303

    @rule()
    def delete(self) -> None:
        self.is_deleted = True
        assert self.visitor.fill("/history/delete").status_code == 303
        assert self.history == History()

    @rule()
    def rotate_the_key(self) -> None:
        index = self.sites.index(self.app)
        self.visitor = self.visitor.at(self.sites[min(index + 1, len(self.sites) - 1)])
        self.visitor.get("/")

    @rule(word=WORDS)
    def visit_the_foreign_site(self, word: str) -> None:
        visitor, cookies = self.visitor.at(self.foreign), self.visitor.cookies
        cookies.pop(visitor.cookie_name, None)
        visitor.guess(word, "/daily/3")
        assert self.visitor.cookies.items() >= cookies.items()

    @rule(first=DAYS, second=DAYS, word=WORDS)
    def two_tabs_at_once(self, first: int, second: int, word: str) -> None:
        """The later response wins, and contains everything from before."""
        jar = dict(self.visitor.client._cookies or {})
        self.visitor.guess(word, f"/daily/{first}")
        assert self.visitor.client._cookies is not None
        self.visitor.client._cookies.clear()
        self.visitor.client._cookies.update(jar)
        self.visitor.guess(word, f"/daily/{second}")

    @rule(number=st.integers(2, 4), junk=st.sampled_from(["x", "a.b.c", "y" * 900]))
    def junk(self, number: int, junk: str) -> None:
        name = f"{self.visitor.cookie_name}-{number}"
        if name not in self.visitor.cookies:
            self.visitor.carry(junk, name)

    @invariant()
    def nothing_is_lost(self) -> None:
        if not hasattr(self, "before"):
            return
        history = self.history
        sizes = (len(name + value) for name, value in self.visitor.cookies.items())
        assert max(sizes, default=0) < MAX_COOKIE_BYTES
        if not self.is_deleted:
            for day, result in self.before.days:
                stored = history.days.result(day)
                assert stored == result or (stored and not result.is_on_time), day
            for record in () if self.is_full else self.before.in_progress:
                now = history.record(record.puzzle)
                is_empty_random = record.kind == "random" and not record.guesses
                assert is_empty_random or now, record.puzzle
                assert (
                    not now or now.guesses[: len(record.guesses)] == record.guesses or now.is_over
                )
            if not self.is_full:
                assert number_of_games(history) >= number_of_games(self.before)
        self.before, self.is_deleted = history, False


KEYS = (SECRET_KEY, *(f"a later key, of forty characters or so, {n}rW" for n in range(2)))
FOREIGN = {"secret_key": "of another site: Xe81LmC5sRtOq6ZkWbV3yNg", "daily_key": "x" * 40}


def check_sequences(lexicons: Path, count: int) -> None:
    """Run `count` random sequences on sites that all have the same words."""
    sites = tuple(
        new_app(lexicons, Clock(), secret_key=key, secret_key_fallbacks=KEYS[:number])
        for number, key in enumerate(KEYS)
    )
    foreign = new_app(lexicons, Clock(), **FOREIGN)
    machine = type("SiteBrowsers", (Browsers,), {"sites": sites, "foreign": foreign})
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=count, stateful_step_count=12, deadline=None, suppress_health_check=checks
        ),
    )
