"""The pictures that previews of links show: a shared grid, or an empty board."""

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from wordle_web.web.play.picture import draw_grid, read_grid

bp = Blueprint("previews", __name__)

FOR_EVER = "public, max-age=31536000, immutable"


@bp.get("/picture/<grid>.png")
def picture(grid: str) -> Response:
    """Return the picture of a grid such as `01002-22222`, or of an empty board of a length."""
    marks = read_grid(grid)
    if marks is None:
        raise NotFound
    return Response(draw_grid(marks), mimetype="image/png", headers={"Cache-Control": FOR_EVER})
