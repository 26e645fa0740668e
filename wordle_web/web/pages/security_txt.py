"""`/.well-known/security.txt`: where to report a vulnerability. Source: RFC 9116."""

from datetime import UTC, date, timedelta

from flask import Blueprint, Response, abort

from wordle_web.web.services import services

bp = Blueprint("security_txt", __name__)

VALID_FOR = timedelta(days=180)  # from any day on which it is read; the RFC wants under a year


@bp.get("/.well-known/security.txt")
def security_txt() -> Response:
    """Return the contact that the host has set, or 404."""
    site = services()
    if not site.settings.security_contact:
        abort(404)
    day = site.clock().astimezone(UTC).date()
    expires = day + min(VALID_FOR, date.max - day)
    text = f"Contact: {site.settings.security_contact}\nExpires: {expires}T00:00:00Z\n"
    return Response(text, mimetype="text/plain", headers={"Cache-Control": "no-cache"})
