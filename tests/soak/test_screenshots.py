"""Screenshots by the hundred: memory stays flat."""

import io
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path

import numpy as np
from draw_boards import Look, picture
from harness.processes import Server, memory_of
from harness.servers import gunicorn
from PIL import Image
from web_visitor import multipart

UPLOADS, SETTLING = 200, 20
MAX_GROWTH = 8  # MB of a worker, in the second half of the uploads
MAX_ABOVE_REST = 60  # MB of a worker while it reads
ROWS = [("crane", "01002"), ("slimy", "00110")]


def pictures() -> list[tuple[bytes, str]]:
    """Return pictures of many kinds, each with the start of the address that it leads to."""
    phone = picture(Look(tile=200, palette="dark"), [(ROWS, "mo")])
    small = picture(Look(jpeg=70), [(ROWS, "")])
    noise = np.random.default_rng(5).integers(0, 256, (1_000, 1_400, 3), dtype=np.uint8)
    empty = Image.new("RGB", (3_840, 2_560), "white")
    return [
        (stored(phone, "PNG"), "/helper?row=crane"),
        (stored(small, "JPEG"), "/helper?row=crane"),
        (stored(Image.fromarray(noise), "JPEG"), "/helper/screenshot?problem="),
        (stored(empty, "PNG"), "/helper/screenshot?problem=none"),
        (stored(phone, "PNG")[:3_000], "/helper/screenshot?problem=damaged"),
        (stored(phone.resize((1_170, 2_532)), "WEBP"), "/helper?row=crane"),
    ]


def stored(image: Image.Image, kind: str) -> bytes:
    data = io.BytesIO()
    image.save(data, kind)
    return data.getvalue()


def share(server: Server, data: bytes) -> str:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    form = multipart({}, "screenshot", data)
    head = {"Content-Type": form["content_type"]}
    connection.request("POST", "/helper/share", form["data"], head)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.headers["Location"] or str(answer.status)


def status_of(pid: int, name: str) -> float:
    """Return a figure of a process in MB: VmRSS is its memory, VmHWM the most that it ever was."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{name}:"))


def test_memory_stays_flat(tmp_path: Path, is_short: bool, figure: Callable[[str], None]) -> None:
    kinds = pictures()
    # One worker, which sees every kind in both halves: of two, one may meet the largest only late.
    with gunicorn(tmp_path, workers="1") as server:
        # It has then seen the word lists, which all workers share.
        for _ in range(SETTLING):
            share(server, kinds[1][0])
        rest = {pid: memory_of(pid) for pid in server.children()}
        resting = {pid: status_of(pid, "VmRSS") for pid in rest}
        seen: list[dict[int, float]] = []
        for number in range(UPLOADS // (4 if is_short else 1)):
            data, start = kinds[number % len(kinds)]
            assert share(server, data).startswith(start)
            seen.append({pid: memory_of(pid) for pid in server.children()})
        assert seen[-1].keys() == rest.keys()
        # The most of the second half beside the most of the first: single figures vary by what the
        # allocator has just given back.
        halves = (seen[: len(seen) // 2], seen[len(seen) // 2 :])
        most = [{pid: max(each[pid] for each in half) for pid in rest} for half in halves]
        growth = max(most[1][pid] - most[0][pid] for pid in rest)
        above = max(status_of(pid, "VmHWM") - resting[pid] for pid in rest)
        figure(
            f"{len(seen)} uploads: {growth:.1f} MB more a worker, at most {above:.0f} MB above rest"
        )
        assert growth <= MAX_GROWTH
        assert above <= MAX_ABOVE_REST
