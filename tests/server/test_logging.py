import json
import logging
import re
import sys

import pytest

from wordle_web.server.logging import HomeLog, JsonFormatter, PlainFormatter


def line(message: str, *arguments: object, fault: BaseException | None = None) -> dict[str, object]:
    """Return what a log says of an event."""
    information = (type(fault), fault, fault.__traceback__) if fault else None
    record = logging.LogRecord("any", logging.ERROR, "", 1, message, arguments, information)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    facts: dict[str, object] = json.loads(text)
    return facts


def raised(message: str) -> ValueError:
    """Return an error that has been raised, for the reason of another."""
    try:
        try:
            int(message)
        except ValueError as reason:
            raise ValueError(message) from reason
    except ValueError as error:
        return error


def test_an_event_is_one_line_with_its_time_level_and_process() -> None:
    facts = line("Listening at: %s", "here")
    assert facts["message"] == "Listening at: here"
    assert facts["level"] == "error"
    assert str(facts["time"]).endswith("+00:00")
    assert "fault" not in facts


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "Invalid request from ip=203.0.113.9: Invalid HTTP request line: 'GET /?row=crane'",
            "Bad request: Invalid HTTP request line",
        ),
        ("Invalid request from ip=::1: ", "Bad request: malformed"),
        ("Error handling request GET /helper?row=crane:01002", "Error handling request"),
    ],
)
def test_what_gunicorn_repeats_of_a_request_is_left_out(message: str, said: str) -> None:
    assert line(message)["message"] == said


def test_a_fault_tells_its_kind_and_place_and_not_its_message() -> None:
    facts = line("Error on /random/<token> [POST]", fault=raised("the answer is crane"))
    fault = facts["fault"]
    assert isinstance(fault, list)
    assert fault[0] == "ValueError"
    assert fault.count("ValueError") == 2
    assert any(place.startswith(__file__) and place.endswith(" raised") for place in fault)
    assert "crane" not in json.dumps(facts)


def test_a_fault_without_a_place_is_told_too() -> None:
    assert line("x", fault=KeyError("crane"))["fault"] == ["KeyError"]
    assert sys.exc_info()[0] is None


def test_at_home_a_line_is_for_people() -> None:
    fault = raised("the answer is crane")
    information = (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("any", logging.ERROR, "", 1, "Error on /", (), information)
    first, *places = PlainFormatter().format(record).splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d error: Error on /", first)
    assert places[0] == "    ValueError"
    assert any(place.endswith(" raised") for place in places)
    assert "crane" not in "".join(places)


def test_at_home_pages_are_logged_and_what_they_load_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    # Not set up, which would change the logs of the whole process.
    log = HomeLog.__new__(HomeLog)
    log.access_log = logging.getLogger("of-the-tests")
    with caplog.at_level(logging.INFO, "of-the-tests"):
        log.answered("GET", "/helper", 200, 5000, 12.3)
        log.answered("GET", "/static/*", 200, 5000, 1.0)
    (line,) = [record.getMessage() for record in caplog.records]
    assert re.fullmatch(r"\d\d:\d\d:\d\d GET /helper 200 12 ms", line)
