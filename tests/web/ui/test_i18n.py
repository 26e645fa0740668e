"""The language is the player's choice, or else the browser's."""

import pytest

from wordle_web.web.ui.formatting import clock_text, number_text, pool_text
from wordle_web.web.ui.i18n import gettext, language, lazy_gettext, ngettext, translator


def test_translated_messages_get_their_values_and_plural_forms(app):
    with app.test_request_context("/"):
        assert gettext("100 %") == "100 %"
        assert gettext("Hello %(name)s", name="you") == "Hello you"
        assert ngettext("%(num)s game", "%(num)s games", 1) == "1 game"
        assert ngettext("%(num)s game", "%(num)s games", 2) == "2 games"
        assert str(lazy_gettext("Hello %(name)s", name="you")) == "Hello you"
        assert [translator()(word) for word in ("one", "two")] == ["one", "two"]
        assert number_text(1234567) == "1,234,567"
        assert pool_text("hard") == "hard"
        assert [clock_text(seconds) for seconds in (0, 86399)] == ["00:00:00", "23:59:59"]


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("pt-BR", "pt-BR"),
        ("la, pt;q=0.5", "pt-BR"),
        ("en-GB, pt;q=0.5", "en"),
        ("de-AT, en;q=0.5", "de"),
        ("es-MX", "es"),
        ("", "en"),
        ("pt;q=0", "en"),
        ("\xff;q=x,,;;", "en"),
    ],
)
def test_accept_language_header_selects_an_available_language(app, accepted, chosen):
    with app.test_request_context("/", headers={"Accept-Language": accepted}):
        assert language() == chosen


@pytest.mark.parametrize(
    ("accepted", "date", "first_weekday"),
    [
        ("en-GB", "2 March 2025", "Mon"),
        ("la-VA, en-au;q=0.5", "2 March 2025", "Mon"),
        ("en-US, en-GB;q=0.5", "March 2, 2025", "Sun"),
        ("en-GB;q=0, en", "March 2, 2025", "Mon"),
        ("en-Shaw, en-x-own, en-QQQ, en-GB-oed-" + "a" * 99, "March 2, 2025", "Mon"),
        ("pt-BR", "2 de março de 2025", "dom."),
    ],
)
def test_dates_are_formatted_for_the_readers_region(visitor, accepted, date, first_weekday):
    headers = {"Accept-Language": accepted}
    assert date in visitor.get("/daily/61", headers=headers).text
    assert visitor.get("/history", headers=headers).table()[0][0] == first_weekday


@pytest.mark.parametrize(
    ("chosen", "accepted", "date"),
    [
        ("pt-BR", "en", "2 de março de 2025"),
        ("en", "de-CH, en-GB;q=0.3", "2 March 2025"),  # the region is the browser's
    ],
)
def test_chosen_language_overrides_the_browser_language(visitor, chosen, accepted, date):
    visitor.fill("/settings", {"language": chosen})
    page = visitor.get("/daily/61", headers={"Accept-Language": accepted}).text
    assert f'<html lang="{chosen}"' in page
    assert date in page
