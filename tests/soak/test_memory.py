"""Memory: what hundreds of hostile questions leave behind in each process."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness import hostile
from harness.processes import Server, memory_of
from harness.servers import gunicorn
from harness.visitor import Socket, Visitor

MAX_GROWTH, MAX_MEMORY = 40, 250  # MB, by proportional share
CLIENTS = 4
SETTLING = 6  # visits of each kind, so that each process has loaded what it needs
Figure = Callable[[str], None]


def test_hostile_questions_leave_little(tmp_path: Path, is_short: bool, figure: Figure) -> None:
    share = 4 if is_short else 1
    floods = {
        "600 questions": [asks(each) for each in hostile.helper_questions(600 // share)],
        "200 histories": [restores(each) for each in hostile.histories(200 // share)],
        "300 absurd games": [asks(each) for each in hostile.absurd_games(300 // share)],
        "676 languages": [asks("/archive", each) for each in hostile.languages(676 // share)],
    }
    with gunicorn(tmp_path) as server:
        figure(f"memory at start: {text_of(server)}")
        for visit in [asks("/"), asks("/history"), asks("/helper?length=8")] * SETTLING:
            visit(server)
        before = workers_of(server)
        figure(f"memory after {3 * SETTLING} usual visits: {text_of(server)}")
        for name, visits in floods.items():
            with ThreadPoolExecutor(CLIENTS) as threads:
                list(threads.map(lambda visit: visit(server), visits))
            figure(f"memory after {name}{' / 4' * is_short}: {text_of(server)}")
        after = workers_of(server)
        assert after.keys() == before.keys()
        assert max(after[pid] - before[pid] for pid in after) <= MAX_GROWTH
        assert server.memory() <= MAX_MEMORY


def asks(address: str, languages: str = "en") -> Callable[[Server], None]:
    def visit(server: Server) -> None:
        visitor = Visitor(Socket(server.port), headers={"Accept-Language": languages})
        assert visitor.get(address).status_code == 200

    return visit


def restores(content: bytes) -> Callable[[Server], None]:
    def visit(server: Server) -> None:
        visitor = Visitor(Socket(server.port))
        page = visitor.get("/history")
        form = next(form for form in page.forms if "restore" in form.action)
        page = visitor.send_file(form, "file", content)
        assert page.status_code == 200
        games = dict.fromkeys(re.findall(r'"(/history/challenge/[0-9a-f]+)"', page.text))
        assert len(games) in {0, hostile.GAMES}  # words that are too long are not shown
        for game in list(games)[::8]:
            assert visitor.get(f"{game}?move=6").status_code == 200

    return visit


def workers_of(server: Server) -> dict[int, float]:
    return {pid: memory_of(pid) for pid in server.children()}


def text_of(server: Server) -> str:
    workers = ", ".join(f"{size:.0f}" for size in workers_of(server).values())
    return f"workers {workers} MB, in all {server.memory():.0f} MB"
