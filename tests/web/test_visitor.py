"""A complete visitor, driven by Hypothesis: games, tabs, days, settings, machines and keys.

A model plays the same games with only the rules. After any actions of the visitor, the site and the
model agree on every game, no response is a server error, and no result is lost.
"""

from dataclasses import replace

import pytest
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
    ANSWERS,
    NOON,
    OTHERS,
    SECRET_KEY,
    Clock,
    Visitor,
    answer_of_day,
    answer_of_token,
    new_app,
    parts_of,
)

from wordle_web.engine.feedback import digits_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.errors import RefusalError
from wordle_web.game.history.history import MAX_IN_PROGRESS
from wordle_web.game.rules import Game, play
from wordle_web.web.http.cookies import MAX_COOKIE_BYTES

NEXT_KEY = "the next secret key of the tests: mZx0LrTvYpKsWq3"
NASTY = ("", "cran", "cranes", "zzzzé", "cr\nane", "\0", "zzzzz", "ﬀabc", "CRAN3\u202e", "9" * 90)
MAX_RANDOM = 6
PAGES = ("/history", "/settings", "/how-to-play", "/helper", "/healthz", "/nowhere")
WORDS = st.sampled_from((*ANSWERS, *OTHERS))


@pytest.fixture(scope="module")
def machines(lexicons):
    """Two machines with the same keys, then the same two after the secret key was rotated."""
    clock = Clock()
    rotated = {"secret_key": NEXT_KEY, "secret_key_fallbacks": (SECRET_KEY,)}
    WholeVisit.clock = clock
    WholeVisit.apps = [new_app(lexicons, clock) for _ in range(2)]
    WholeVisit.rotated_apps = [new_app(lexicons, clock, **rotated) for _ in range(2)]
    yield
    WholeVisit.apps, WholeVisit.rotated_apps = [], []


class WholeVisit(RuleBasedStateMachine):
    clock: Clock
    apps: list[Flask]
    rotated_apps: list[Flask]

    @initialize()
    def arrive(self) -> None:
        self.clock.now = NOON
        self.is_rotated = False
        self.hard = HardMode.OFF
        self.games: dict[str, Game] = {}
        self.kept: tuple[str, dict[str, Game], HardMode] | None = None
        self.visitor = Visitor(self.apps[0])
        self.visitor.get("/")

    @property
    def app(self) -> Flask:
        return self.visitor.app

    @property
    def today(self) -> int:
        return parts_of(self.app).today

    def game(self, path: str) -> Game:
        if path not in self.games:
            is_day = path.startswith("/daily/")
            answer = (
                answer_of_day(self.app, int(path[7:]))
                if is_day
                else answer_of_token(self.app, path)
            )
            self.games[path] = Game(answer)
        game = self.games[path]
        return game if game.guesses else replace(game, hard=self.hard)

    def guess_at(self, path: str, word: str) -> None:
        place = f"/daily/{self.today}" if path == "/" else path
        game = self.game(place)
        if not game.guesses and self.in_progress >= MAX_IN_PROGRESS:
            return  # the site would intentionally drop the game played longest ago
        self.visitor.get(path)
        if game.is_over:
            assert "data-answer" in self.visitor.page.text
            return
        assert "data-answer" not in self.visitor.page.text
        answer = self.visitor.guess(word, path)
        try:
            later = play(game, word, parts_of(self.app).lexicon())
        except RefusalError:
            assert answer.status_code == 422
        else:
            assert answer.status_code == 303
            self.games[place] = later

    @property
    def in_progress(self) -> int:
        return sum(
            not game.is_over and (bool(game.guesses) or path.startswith("/random/"))
            for path, game in self.games.items()
        )

    @rule(word=WORDS)
    def guess_today(self, word: str) -> None:
        self.guess_at("/", word)

    @rule(word=WORDS, back=st.integers(0, 3))
    def guess_at_an_earlier_day(self, word: str, back: int) -> None:
        self.guess_at(f"/daily/{self.today - back}", word)

    @precondition(lambda self: self.random_paths)
    @rule(word=WORDS, number=st.integers(0, MAX_RANDOM))
    def guess_at_random(self, word: str, number: int) -> None:
        self.guess_at(self.random_paths[number % len(self.random_paths)], word)

    @property
    def random_paths(self) -> list[str]:
        return [path for path in self.games if path.startswith("/random/")]

    @precondition(
        lambda self: len(self.random_paths) < MAX_RANDOM and self.in_progress < MAX_IN_PROGRESS
    )
    @rule()
    def begin_random(self) -> None:
        self.visitor.get("/random")
        answer = self.visitor.post("/random", {"length": "5", "pool": "normal"})
        assert answer.status_code == 303
        self.game(answer.location)

    @rule(text=st.sampled_from(NASTY))
    def guess_nonsense(self, text: str) -> None:
        if not self.game(f"/daily/{self.today}").is_over:
            self.visitor.get("/")
            assert self.visitor.post("/", {"guess": text}).status_code == 422

    @rule(word=WORDS, other=WORDS)
    def guess_in_two_tabs(self, word: str, other: str) -> None:
        if self.game(f"/daily/{self.today}").is_over:
            return
        late = self.visitor.get("/")
        before = self.game(f"/daily/{self.today}").guesses
        self.guess_at("/", word)
        if self.game(f"/daily/{self.today}").guesses == before:
            return
        self.visitor.page = late
        answer = self.visitor.post("/", {"guess": other})
        assert answer.status_code == (303 if other == word else 422)

    @rule(hours=st.integers(1, 60))
    def wait(self, hours: int) -> None:
        self.clock.forward(hours=hours)

    @rule(path=st.sampled_from(PAGES))
    def look_around(self, path: str) -> None:
        before = self.visitor.history
        assert self.visitor.get(path).status_code == (404 if path == "/nowhere" else 200)
        assert self.visitor.history == before

    @rule(hard=st.sampled_from(HardMode))
    def choose(self, hard: HardMode) -> None:
        """Choose a hard mode or none; a game that has begun cannot be made harder."""
        self.visitor.get("/settings")
        fields = {"hard": str(int(hard)), "theme": "dark"}
        assert self.visitor.post("/settings", fields).status_code == 303
        self.hard = hard
        for path, game in self.games.items():
            record = self.visitor.history.record(path[1:])
            if game.guesses and record:
                assert record.hard <= game.hard
                self.games[path] = replace(game, hard=record.hard)

    @rule(number=st.integers(0, 1))
    def be_answered_by(self, number: int) -> None:
        apps = self.rotated_apps if self.is_rotated else self.apps
        cookie = self.visitor.cookie
        self.visitor = Visitor(apps[number])
        self.visitor.carry(cookie)
        self.visitor.get("/")

    @rule()
    def live_through_a_rotation(self) -> None:
        self.is_rotated = True
        self.be_answered_by(0)

    @rule()
    def keep_the_cookie(self) -> None:
        self.kept = (self.visitor.cookie, dict(self.games), self.hard)

    @precondition(lambda self: self.kept)
    @rule()
    def put_the_cookie_back(self) -> None:
        """Restore an older cookie, and with it the older state of the session."""
        assert self.kept
        cookie, games, self.hard = self.kept
        self.games = dict(games)
        self.visitor.carry(cookie)

    @invariant()
    def every_game_stands_as_it_was_played(self) -> None:
        """The session keeps every guess, and every day's result."""
        if not hasattr(self, "visitor"):
            return
        history = self.visitor.history
        for path, game in self.games.items():
            record = history.record(path[1:])
            if game.guesses:
                assert record.guesses == game.guesses
                assert record.is_over == game.is_over
            if game.is_over and path.startswith("/daily/"):
                result = history.days.result(int(path[7:]))
                assert result.tries == (len(game.guesses) if game.is_won else 0)
        assert len(self.visitor.cookie) < MAX_COOKIE_BYTES

    @precondition(lambda self: any(game.guesses for game in self.games.values()))
    @rule()
    def read_a_board(self) -> None:
        path, game = next(item for item in self.games.items() if item[1].guesses)
        shown = self.visitor.get(path).rows[: len(game.guesses)]
        assert shown == [digits_of(pattern, 5) for pattern in game.patterns]


@pytest.mark.usefixtures("machines")
def test_random_visits_agree_with_a_model_of_the_site():
    run_state_machine_as_test(
        WholeVisit,
        settings=settings(
            max_examples=20, stateful_step_count=25, suppress_health_check=list(HealthCheck)
        ),
    )
