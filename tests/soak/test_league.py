"""Chats of several megabytes: read in time, while `/healthz` answers, and not kept in memory."""

import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness.pages import Html
from harness.processes import Figure, Server, memory_of
from harness.servers import gunicorn
from harness.visitor import Socket, Visitor, seconds_to_answer
from web_visitor import multipart

MAX_CALLS = 85  # function calls per message, whose number doesn't depend on the machine
MAX_LARGEST = 6  # time for 8 MB, in units of the time for counting its words in the same run
MAX_MEMORY, MAX_GROWTH = 60, 12  # MB, for 10,000 messages and after many uploads
MAX_HEALTH = 0.1  # seconds for a health check, 99th percentile
GRID = "\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩"
MEASURE = """
import cProfile, pstats, sys, time, tracemalloc
from datetime import date
from pathlib import Path
from wordle_web.game.league.chats import read_messages
from wordle_web.game.league.packing import pack
from wordle_web.game.league.reading import OwnGames, Reader
text = Path(sys.argv[1]).read_text(encoding="utf-8")
profile = cProfile.Profile()
if "memory" in sys.argv:
    tracemalloc.start()
if "calls" in sys.argv:
    profile.enable()
began = time.process_time()
reader = Reader(OwnGames(), lambda *_: None, date(2025, 1, 1))
found = reader.read(read_messages(text))
pack(found.table, b"k" * 32)
seconds = time.process_time() - began
profile.disable()
calls = pstats.Stats(profile).total_calls if "calls" in sys.argv else 0
began, words = time.process_time(), {}
for line in text.splitlines():
    for word in line.split(" "):
        words[word] = words.get(word, 0) + len(word.casefold().strip("."))
yardstick = time.process_time() - began
memory = tracemalloc.get_traced_memory()[1] / 1e6
print(seconds, yardstick, memory, calls, len(found.table.results))
"""


def chat(messages: int) -> str:
    """Return a chat of a year, in which every third message is a result."""
    rng = random.Random(1)
    people = ("Ana", "Bob 🎉", "Käthe", "+351 912 345 678", "José Miguel")
    lines = []
    for number in range(messages):
        day, who = number * 365 // messages, people[number % 5]
        stamp = f"{1 + day % 28:02}.{1 + day // 31:02}.26, {number % 24:02}:{number % 60:02}"
        text = "shall we meet at 8, or is that too late for all of you who work tomorrow?"
        if number % 3 == 0:
            text = f"Wordle 1,{300 + day} {rng.choice('23456X')}/6{GRID}"
        lines.append(f"{stamp} - {who}: {text}")
    return "\n".join(lines)


def send(server: Server, data: bytes) -> tuple[int, float]:
    visitor = Visitor(Socket(server.port))
    token = Html(visitor.get("/league").text).fields["csrf_token"]
    form, began = multipart({"csrf_token": token}, "file", data), time.monotonic()
    answer = visitor.client.post("/league", Socket(server.port).url, **form)
    # On a busy machine, it may be another network's turn for long.
    while answer.status_code in {429, 503}:
        time.sleep(int(answer.headers["Retry-After"]))
        answer = visitor.client.post("/league", Socket(server.port).url, **form)
    return answer.status_code, time.monotonic() - began


def measured(path: Path, text: str) -> tuple[float, float, float, int, int]:
    """Return CPU seconds, their ratio to counting words (best of five), MB, calls and results."""
    path.write_text(text, encoding="utf-8")
    runs = []
    for more in ([], [], [], [], [], ["memory"], ["calls"]):
        command = [sys.executable, "-c", MEASURE, str(path), *more]
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
        runs.append(answer.stdout.split())
    calls = int(runs.pop()[3])
    memory = float(runs.pop()[2]) + sys.getsizeof(text) / 1e6
    cpu, yardstick = (min(float(run[place]) for run in runs) for place in (0, 1))
    return cpu, cpu / yardstick, memory, calls, int(runs[0][4])


def test_largest_chats_are_read_in_limited_time_and_memory(tmp_path: Path, figure: Figure) -> None:
    cpu, ratio, memory, calls, results = measured(tmp_path / "chat.txt", chat(10_000))
    figure(
        f"10,000 messages: {1000 * cpu:.0f} ms, {ratio:.1f} x counting words, "
        f"{calls} calls, {memory:.0f} MB, {results} results"
    )
    largest = chat(10_000) * 20
    largest = largest.encode()[: 8 * 1024 * 1024].decode(errors="ignore")
    most, largest_ratio, most_memory, *_ = measured(tmp_path / "large.txt", largest)
    figure(f"8 MB: {most:.2f} s, {largest_ratio:.1f} x, {most_memory:.0f} MB")
    assert calls <= MAX_CALLS * 10_000
    assert memory <= MAX_MEMORY
    assert largest_ratio <= MAX_LARGEST


def test_health_checks_succeed_during_large_uploads(
    tmp_path: Path, is_short: bool, figure: Figure
) -> None:
    largest = (chat(10_000) * 20).encode()[: 8 * 1024 * 1024]
    kinds = [largest, b"x" * len(largest), b"12 3/6 " * 1_000_000, chat(10_000).encode()]
    with gunicorn(tmp_path, workers="1") as server, ThreadPoolExecutor(2) as threads:
        for data in kinds:
            send(server, data)
        rest = sum(memory_of(pid) for pid in server.children())
        number = 8 if is_short else 60
        uploads = [threads.submit(send, server, kinds[index % 4]) for index in range(number)]
        waits = []
        while not all(upload.done() for upload in uploads):
            waits.append(seconds_to_answer(server.port))
            time.sleep(0.01)
        answers = [upload.result() for upload in uploads]
        growth = sum(memory_of(pid) for pid in server.children()) - rest
        waits.sort()
        late = waits[int(0.99 * len(waits))]
        longest = max(seconds for _, seconds in answers)
        figure(
            f"{number} chats of up to 8 MB: /healthz 99 % below {1000 * late:.0f} ms of "
            f"{len(waits)}, {longest:.1f} s at most, {growth:.1f} MB more"
        )
        assert {status for status, _ in answers} <= {303, 422}
        assert growth <= MAX_GROWTH
        assert late <= MAX_HEALTH
