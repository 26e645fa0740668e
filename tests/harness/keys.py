"""The keys of the servers started by tests, and the name of their cookie."""

from wordle_web.web.http.cookies import cookie_name

KEYS = {
    "WORDLE_WEB_SECRET_KEY": "soak-secret-4rYh7Qk2vTnB9xLwPz0dGcJmSfUaEi",
    "WORDLE_WEB_DAILY_KEY": "soak-daily-Xe81LmC5sRtOq6ZkWbV3yNgHpFuIjDo",
}
BASE_NAME = "__Host-wordle_web"
NAME = cookie_name(BASE_NAME, KEYS["WORDLE_WEB_SECRET_KEY"])
