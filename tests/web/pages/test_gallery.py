"""The gallery of components."""

from collections.abc import Callable

from flask import Flask


def test_the_gallery_shows_developers_every_mark_in_every_theme(
    make_app: Callable[..., Flask],
) -> None:
    assert make_app().test_client().get("/gallery").status_code == 404
    page = make_app(debug=True).test_client().get("/gallery")
    assert page.status_code == 200
    for theme in ("light, normal", "dark, normal", "light, high", "dark, high"):
        assert f'aria-label="{theme} contrast"' in page.text
    for mark in ("correct", "present", "absent", "typed", "empty"):
        assert page.text.count(f'data-mark="{mark}"') >= 4
    assert page.text.count('data-seconds="26000"') == page.text.count(">07:13:20<") == 1
