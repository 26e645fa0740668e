"""`security.txt`: there when a host names a contact, and never expired."""

from datetime import UTC, datetime, timedelta

import pytest

from wordle_web.config.settings import Settings, SettingsError

PATH = "/.well-known/security.txt"


def test_a_host_may_name_where_to_report_a_vulnerability(make_app, clock):
    client = make_app(security_contact="mailto:security@words.test").test_client()
    for days in (0, 200):
        clock.forward(days=days)
        answer = client.get(PATH)
        assert (answer.status_code, answer.mimetype) == (200, "text/plain")
        assert "Set-Cookie" not in answer.headers
        contact, expires = answer.text.splitlines()
        assert contact == "Contact: mailto:security@words.test"
        left = datetime.fromisoformat(expires.removeprefix("Expires: ")) - clock()
        assert timedelta(days=170) < left < timedelta(days=365)
    clock.now = datetime(9999, 12, 31, 12, tzinfo=UTC)  # the calendar may end
    assert "Expires: 9999-12-31T00:00:00Z" in client.get(PATH).text
    assert make_app().test_client().get(PATH).status_code == 404


@pytest.mark.parametrize(
    ("written", "contact"),
    [
        ("security@words.test", "mailto:security@words.test"),
        ("mailto:security@words.test", "mailto:security@words.test"),
        ("https://words.test/report", "https://words.test/report"),
        ("tel:+1-201-555-0123", "tel:+1-201-555-0123"),
    ],
)
def test_a_contact_is_an_address(written, contact):
    settings = Settings.from_environment({"WORDLE_WEB_SECURITY_CONTACT": written})
    assert settings.security_contact == contact


@pytest.mark.parametrize("written", ["me", "http://words.test", "a@b\nExpires: x", "mailto:"])
def test_a_contact_that_nobody_reaches_is_refused(written):
    with pytest.raises(SettingsError, match="WORDLE_WEB_SECURITY_CONTACT must be"):
        Settings.from_environment({"WORDLE_WEB_SECURITY_CONTACT": written})
