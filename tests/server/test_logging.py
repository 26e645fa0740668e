import json
import logging
import re
import sys
from datetime import timedelta
from types import SimpleNamespace

from wordle_web.server.logging import HomeLog, JsonFormatter, PlainFormatter, ServerLog, logged_path
from wordle_web.web.http.request_ids import id_of, mark


def line(message: str, *arguments: object, fault: BaseException | None = None) -> dict[str, object]:
    information = (type(fault), fault, fault.__traceback__) if fault else None
    record = logging.LogRecord("any", logging.ERROR, "", 1, message, arguments, information)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    facts: dict[str, object] = json.loads(text)
    return facts


def raised(message: str) -> ValueError:
    """Return an error that was raised with another error as its cause."""
    try:
        try:
            int(message)
        except ValueError as reason:
            raise ValueError(message) from reason
    except ValueError as error:
        return error


def test_log_event_is_one_line_with_time_level_and_process():
    facts = line("Listening at: %s", "here")
    assert facts["message"] == "Listening at: here"
    assert facts["level"] == "error"
    assert str(facts["time"]).endswith("+00:00")
    assert "fault" not in facts


def test_request_quoted_by_gunicorn_is_removed_from_the_log():
    invalid = "Invalid HTTP request line"
    for message, logged in (
        (f"Invalid request from ip=203.0.113.9: {invalid}: 'GET /?x=y'", f"Bad request: {invalid}"),
        ("Invalid request from ip=::1: ", "Bad request: malformed"),
        ("Error handling request GET /helper?row=crane:01002", "Error handling request"),
    ):
        assert line(message)["message"] == logged


def test_exception_is_logged_with_type_and_location_but_no_message():
    facts = line("Error on /random/<token> [POST]", fault=raised("the answer is crane"))
    fault = facts["fault"]
    assert isinstance(fault, list)
    assert fault[0] == "ValueError"
    assert fault.count("ValueError") == 2
    assert any(place.startswith(__file__) and place.endswith(" raised") for place in fault)
    assert "crane" not in json.dumps(facts)
    assert line("x", fault=KeyError("crane"))["fault"] == ["KeyError"]  # without a location
    assert sys.exc_info()[0] is None


def test_local_log_is_plain_text_and_lists_only_pages(caplog):
    fault = raised("the answer is crane")
    information = (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("any", logging.ERROR, "", 1, "Error on /", (), information)
    first, *places = PlainFormatter().format(record).splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d error: Error on /", first)
    assert places[0] == "    ValueError"
    assert any(place.endswith(" raised") for place in places)
    assert "crane" not in "".join(places)
    # The test doesn't call `setup`, which would change the logging of the whole process.
    log = HomeLog.__new__(HomeLog)
    log.access_log = logging.getLogger("of-the-tests")
    with caplog.at_level(logging.INFO, "of-the-tests"):
        log.answered("GET", "/helper", 200, 5000, 12.3, "0a1b2c3d")
        log.answered("GET", "/static/*", 200, 5000, 1.0, "0a1b2c3d")
    (line,) = [record.getMessage() for record in caplog.records]
    assert re.fullmatch(r"\d\d:\d\d:\d\d GET /helper 200 12 ms", line)


def test_only_the_first_part_of_a_path_is_logged():
    for uri in ("/crane:01002", "/crane%3A01002", '/"x', "/" + "x" * 21, "/\N{SNOWMAN}"):
        assert logged_path(uri) == "/*"
    for uri, logged in (
        ("/", "/"),
        ("", "/"),
        ("/helper?row=crane:01002", "/helper"),
        ("/how-to-play", "/how-to-play"),
        ("/random/5-normal-1-AAAA?row=/x", "/random/*"),
        ("//evil", "/evil"),
    ):
        assert logged_path(uri) == logged


def test_request_is_logged_without_query_and_token(caplog):
    log = ServerLog.__new__(ServerLog)
    log.access_log, log._access_log_enabled = logging.getLogger("of-the-tests"), True
    environ = {"REQUEST_METHOD": "GET", "RAW_URI": "/random/5-normal-1-AAAA?row=crane"}
    mark(environ)
    answer = SimpleNamespace(status="200 OK", sent=5)
    with caplog.at_level(logging.INFO, "of-the-tests"):
        log.access(answer, None, environ, timedelta(milliseconds=12))
        log._access_log_enabled = False
        log.access(answer, None, environ, timedelta(milliseconds=12))
    (record,) = caplog.records
    facts = json.loads(record.getMessage())
    del facts["time"]
    assert facts.pop("request") == id_of(environ)
    assert facts == {"method": "GET", "path": "/random/*", "status": 200, "bytes": 5, "ms": 12}


def test_only_workers_ended_by_an_unexpected_signal_log_a_warning(caplog):
    log = ServerLog.__new__(ServerLog)
    log.error_log = logging.getLogger("of-the-tests")
    with caplog.at_level(logging.WARNING, "of-the-tests"):
        for name in ("SIGQUIT", "SIGINT", "SIGSEGV"):
            log.warning("Worker (pid:%s) was sent %s!", 5, name)
    assert [record.getMessage() for record in caplog.records] == [
        "Worker (pid:5) was sent SIGSEGV!"
    ]
