"""Addresses of games: `/boards/4/in-turn/daily/12`, below the language of the words."""

from dataclasses import replace
from typing import Any

from flask import request, url_for
from werkzeug.routing import BaseConverter

from wordle_web.game.puzzles.variants import COUNT_PATTERN, HOME, Variant, read_variant
from wordle_web.game.rules import Game
from wordle_web.web.http.paths import language_url
from wordle_web.web.services import first_services, request_code


class BoardsConverter(BaseConverter):
    """The number of boards and their order in an address: `4`, `4/in-turn`."""

    regex = rf"(?:{COUNT_PATTERN})(?:/in-turn)?"
    part_isolating = False

    def to_python(self, value: str) -> Variant:
        """Return the variant, of no language yet."""
        return read_variant(f"boards/{value}/") or HOME

    def to_url(self, value: Variant) -> str:
        """Return what stands for a variant in an address."""
        return value.path.removeprefix("boards/").rstrip("/")


def variant_of_request(boards: Variant) -> Variant:
    """Return the variant that an address names, in the language of the request."""
    code = request_code()
    return boards if boards.language == code else replace(boards, language=code)


def variant_url(endpoint: str, variant: Variant, **values: Any) -> str:
    """Return the address of a page of a variant, in its language."""
    if variant.boards > 1:
        values["boards"] = replace(variant, language="")
    url = url_for(endpoint, **values)
    if variant.language == request_code() or "_external" in values:
        return url
    return language_url(variant.language, url.removeprefix(request.script_root))


def analysis_url(game: Game, mode: str) -> str:
    """Return the address of the analysis of a game, whose answers come from the words of `mode`."""
    is_one = not game.others
    return url_for(
        "analysis.analysis",
        answer=" ".join(game.answers),
        guess=game.guesses if is_one else " ".join(game.guesses),
        mode=mode if mode != "real" else None,
        order="in-turn" if game.in_turn else None,
        hard="1" if game.hard and is_one else None,
    )


def is_offered(variant: Variant) -> bool:
    """Return whether this site has words in the language of a variant."""
    return not variant.language or variant.language in first_services().others
