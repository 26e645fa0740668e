"""Properties of every page with everything unfolded, for a player with a year of games.

axe reports no violation, text is readable in each theme and contrast, and targets are large enough.
Nothing scrolls horizontally, and no layout shifts occur while loading.
"""

import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from gettext import GNUTranslations
from typing import Any

import pytest
from browser_looks import DESK, EMPTY, PHONE, SMALL_TARGETS, SMALLEST, contrast, guess, violations
from playwright.sync_api import Page, expect
from web_visitor import session_name, write_cookie
from werkzeug.serving import make_server

from wordle_web.game.history.codec import encode
from wordle_web.game.history.history import History
from wordle_web.game.history.records import new_game, record_of
from wordle_web.game.league.kept import Calendar, KeptTable, own_game, pack_kept
from wordle_web.game.league.packing import pack
from wordle_web.game.league.table import LOSS, ResultKey, Table
from wordle_web.game.puzzles.days import daily_answer, daily_answers, daily_id
from wordle_web.game.puzzles.tokens import new_token, random_answers, random_id
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, Status
from wordle_web.web.ui import i18n

# The usual theme comes last, so that the page keeps it.
THEMES = [("dark", "normal"), ("light", "high"), ("dark", "high"), ("light", "normal")]
PARTS = 8  # number of tests that share the pages, so that several workers can run them
STATES = """
/daily/400 /random/5-easy-1-AAAAAAAAAAAAAAAAAAAAAA /random/8-hard-1-AAAAAAAAAAAAAAAAAAAAAA/give-up
/boards/4 /boards/4?board=2 /boards/8/in-turn /boards/32 /boards/2/challenge /es/boards/4 /de/
/history/boards/8/daily/424?move=2 /history?month=2025-12 /history/daily/424
/history?month=2026-02 /history?day=x /challenge?made=x /no-such-page
/helper?row=crane:00000&row=crane:22222 /helper?row=crane:01002&row=slimy:22220
/helper?row=crane:01002&row=clxpt:00000&guess=shrub&hard=1
/helper?row=crane:01002&guess=prize&hard=ultra /helper?row=crane:22221
/helper?row=:21000&row=crane:01002 /helper?row=crane:01002&row=there:22222
/helper?row=cr4ne:01002&row=crane:0&mode=x&guess=toolong /helper?row=crane:01002&row=slide:
/helper?row=printing:00000000&length=8&mode=pool /helper?row=crane:01002&hint=3&only=1
/helper?boards=2&row=crane:01002.00000 /fr/helper?row=coeur:01002 /helper/screenshot?problem=none
/helper/screenshot?row=crane:01002&row=t%3Fade:01002&typed=mo&doubt=0.3.0&doubt=1.1.0
/analysis/screenshot?row=printing:00000000.00000000&row=x /analysis?answer=tr8ss&guess=crane
/analysis?answer=truss&guess=crane&guess=slimy&guess=roust&guess=truss&mode=pool
/analysis?answer=truss&guess=:02000&guess=truss /pt/analysis?answer=sabia&guess=verde&guess=sabia
/pt/analysis?answer=sabia+verde&guess=sabia&guess=verde
/absurd?played=crane.moist.fuzzy.bulky.jumpy.puppy.guppy.wooly /es/absurd?row=señal
/watch?word=patch&strategy=minimax&against=frequency-then-minimax&opener=raise
/watch?word=stunning&against=random /de/watch?word=füsse /lab?length=7&opener=crane
/lab/openers?word=crane /lab/openers?best=1
"""
# Opening a fold has effects, such as focusing a field, which end by the next frame.
OPEN_FOLDS = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  while (document.querySelector(".helper:not([data-ready])")) await frame();
  document.querySelectorAll("main details").forEach((fold) => (fold.open = true));
  await frame();
}"""
# The layout shifts up to the second frame after all scripts have started.
SHIFTS = """() => new Promise((done) => {
  const moved = [];
  const name = ({ node }) => node?.className ?? node?.nodeName;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) moved.push(`${value} ${sources.map(name)}`);
  }).observe({ type: "layout-shift", buffered: true });
  const frame = (next) => requestAnimationFrame(() => setTimeout(next));
  frame(() => frame(() => done(moved)));
})"""
# The other words of a list are like the first ones, and axe needs time for each.
SHORTEN_LISTS = """document.querySelectorAll(
  "main li:nth-child(n + 9), main tbody tr:nth-child(n + 9)"
).forEach((word) => word.remove())"""
HEADER = """(headers) => headers.map((header) => {
  const links = Array.from(header.querySelectorAll(".site-nav-link"));
  const lines = new Set(links.map((link) => link.getBoundingClientRect().top));
  return [header.getBoundingClientRect().height, links.length, lines.size];
})"""
# Pairs of overlapping texts. Lines of one text may touch. Fixed elements have their own background,
# and cover scrolled content.
OVERPRINTED = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const out = ".visually-hidden, .guess-button, .absurd .board, table, svg, textarea, select";
  const boxes = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement;
    const isSeen = owner.checkVisibility({ visibilityProperty: true }) && !owner.closest(out);
    if (!isSeen || !node.textContent.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = node.textContent.trim().slice(0, 30);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const box = { node, text, left, top, right, bottom, isLayer: false };
      for (let around = owner; around; around = around.parentElement) {
        const { overflowY, position, backgroundColor } = getComputedStyle(around);
        box.isLayer ||= /^(?:fixed|sticky)$/.test(position) && /^rgb\\(/.test(backgroundColor);
        if (overflowY === "visible") continue;
        const shown = around.getBoundingClientRect(); // content scrolled out of view is not seen
        box.top = Math.max(box.top, shown.top);
        box.bottom = Math.min(box.bottom, shown.bottom);
      }
      if (box.bottom > box.top) boxes.push(box);
    }
  }
  boxes.sort((one, other) => one.top - other.top);
  const overlaps = [];
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (other.top >= one.bottom) break;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - other.top;
      const least = Math.min(one.bottom - one.top, other.bottom - other.top);
      const isApart = one.node === other.node || one.isLayer !== other.isLayer;
      const isOver = !isApart && wide > 2 && high > 0.3 * least;
      if (isOver) overlaps.push(`${one.text} | ${other.text}`);
    }
  });
  return overlaps;
}"""
# For each theme and contrast, each pair of colors of a text, with the last such text.
TEXTS = """(themes) => {
  const says = (element) => Array.from(element.childNodes)
    .some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim());
  const texts = Array.from(document.querySelectorAll("body *"))
    .filter((element) => says(element) && element.checkVisibility() && !element.closest("svg"));
  return themes.flatMap(([theme, contrast]) => {
    Object.assign(document.documentElement.dataset, { theme, contrast, motion: "reduced" });
    const mixed = (over, under) => {
      const [[red, green, blue, share = 1], below] = [over, under]
        .map((color) => color.match(/[0-9.]+/g).map(Number));
      const mix = [red, green, blue].map((part, at) => part * share + below[at] * (1 - share));
      return `rgb(${mix.join(", ")})`;
    };
    const known = new Map([[null, { fill: "rgb(255, 255, 255)", opacity: 1 }]]);
    const painted = (element) => {
      if (known.has(element)) return known.get(element);
      const { backgroundColor, opacity } = getComputedStyle(element);
      const around = painted(element.parentElement);
      const fill = mixed(backgroundColor, around.fill);
      known.set(element, { fill, opacity: opacity * around.opacity });
      return known.get(element);
    };
    const colors = new Map();
    for (const element of texts) {
      const look = { text: getComputedStyle(element).color, ...painted(element) };
      const name = `${element.className} ${element.textContent.trim().slice(0, 40)}`;
      colors.set(JSON.stringify(look), { name, theme, contrast, ...look });
    }
    return [...colors.values()];
  });
}"""


def rich_history(site) -> History:
    parts = site.app.extensions["wordle_web"]
    history = History()
    words = parts.lexicon().pool("normal").words
    for day in range(60, site.today):
        answer = daily_answer(day, parts.epochs, parts.lexicon())
        wrong = [word for word in words[day : day + 7] if word != answer][:6]
        guesses = wrong if day % 9 == 0 else [*wrong[: day % 6], answer]
        if day % 7:
            game = Game(answer, tuple(guesses), day % 5 == 0)
            history = history.with_record(record_of(daily_id(day), game, day))
    for length in (4, 5, 6, 7, 8):
        token = new_token(length, "normal", 1, secrets.token_bytes)
        answer = random_answers(token, parts.epochs, parts.lexicon(length))[0]
        guess = parts.lexicon(length).pool("normal").words[length]
        game = Game(answer, (guess,), end=Status.LOST if length % 2 == 0 else None)
        history = history.with_record(record_of(random_id(token), game, site.today))
    for day, boards in ((424, 8), (site.today, 4)):
        variant = Variant(boards=boards)
        answers = daily_answers(day, parts.epochs, parts.lexicon(), variant)
        game = new_game(answers, variant, (*words[:3], *answers[: boards - 2]))
        if boards == 8:
            game = replace(game, end=Status.LOST)
        history = history.with_record(record_of(daily_id(day, variant), game, day))
    return history


@pytest.fixture
def visit(open_page, site):
    app = site.app
    value = write_cookie(app, {"h": encode(rich_history(site), 4093)})
    cookie = {"name": session_name(app), "value": value, "url": site.url}

    def visit_it(path: str, **options: object) -> Page:
        page = open_page(EMPTY, **options)
        page.context.add_cookies([cookie])
        page.goto(path)
        return page

    return visit_it


@pytest.fixture(scope="session")
def addresses(server) -> list[str]:
    rules = []
    client = server.app.test_client()
    for rule in server.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.arguments:
            with client.get(rule.rule) as page:
                if page.mimetype == "text/html":
                    rules.append(rule.rule)
    return [*rules, *STATES.split()]


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible_legible_and_fits_its_window(visit, addresses, part):
    page = visit(EMPTY)
    problems = [issue for path in addresses[part::PARTS] for issue in problems_of(page, path)]
    assert "\n".join(problems) == ""


def problems_of(page: Page, path: str) -> list[str]:
    page.goto(path)
    issues = [*shifts(page), *misfits(page, 1280)]
    page.set_viewport_size(SMALLEST)
    issues += misfits(page, 320)
    page.evaluate(OPEN_FOLDS)
    issues += small_targets(page, 320)
    issues += enlarged(page, 390, 320)
    page.set_viewport_size(DESK)
    issues += [*small_targets(page, 1280), *pale_texts(page)]
    page.evaluate(SHORTEN_LISTS)
    issues += violations(page)
    return [f"{path}: {issue}" for issue in issues]


@pytest.mark.parametrize("is_kept", [False, True])
def test_table_with_friends_is_accessible_legible_and_fits_its_window(visit, site, is_kept):
    parts = site.app.extensions["wordle_web"]
    calendar = Calendar.of(parts.settings.first_day, parts.local_date, parts.latest_date)
    games = [own_game(Variant(boards=count), calendar.epoch) for count in (1, 4)]
    # The table has room for one more person. Names have up to 40 letters, and everybody has two
    # results a day.
    names = ["Ana", "Opa Franz", "x" * 40, "Zoë 🎉", *(f"Person {letter}" for letter in "ABCDEFG")]
    results = {
        ResultKey(name, game.key, day): {game.boards * (3 + place % 3): True, LOSS: place != 2}
        for place, name in enumerate(names)
        for game in games
        for day in calendar.days[-9:]
    }
    few = {key: values for key, values in results.items() if key.number < site.today}
    tables = [
        Table(
            {game.key: game for game in games},
            part,
            sure=frozenset(names),
            hinted=frozenset(few),
            id=table_id,
        )
        for part, table_id in ((results, b"own"), (few, b"own"), (few, b"new"))
    ]
    key = parts.epochs[0].key
    page = visit(EMPTY)
    if is_kept:
        history = rich_history(site)
        for variant in (HOME, Variant(boards=4)):
            answers = daily_answers(site.today, parts.epochs, parts.lexicon(), variant)
            game = new_game(answers, variant, answers)
            record = record_of(daily_id(site.today, variant), game, site.today)
            history = history.with_record(record)
        name, table = session_name(site.app), KeptTable(tables[1], "Ana", "Family of many")
        values = {
            name: write_cookie(site.app, {"h": encode(history, 4093)}),
            f"{name}-table": pack_kept(table, key, 820),
        }
        page.context.add_cookies(
            [{"name": name, "value": value, "url": site.url} for name, value in values.items()]
        )
    links = [f"/league?table={pack(table, key)[0]}&by=Ana" for table in (tables[0], tables[2])]
    made = f"/league?table={pack(replace(tables[1], id=b''), key)[0]}&made=1"
    paths = [made, *links, *["/league", "/", "/boards/4"] * is_kept]
    problems = [issue for path in paths for issue in problems_of(page, path)]
    assert "\n".join(problems) == ""
    text = "Results of " if is_kept else "Already in the table?"
    page.goto(paths[-1])
    expect(page.get_by_text(text)).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/history"])
def test_pages_are_accessible_before_the_first_game(open_page, path):
    assert violations(open_page(path)) == []


def misfits(page: Page, width: int) -> list[str]:
    """Report a page that scrolls horizontally, and a header that is not one line of five links."""
    problems = too_wide(page, width)
    header = page.locator(".site-header").evaluate_all(HEADER)
    if header not in ([], [[48, 5, 1]]):
        problems.append(f"a header of height, links and lines {header} in a window of {width}")
    return problems


def shifts(page: Page) -> list[str]:
    return [f"moved: {shift}" for shift in page.evaluate(SHIFTS)]


def enlarged(page: Page, *widths: int) -> list[str]:
    """Report overlapping texts and horizontal scrolling on phones with text at twice the size."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    problems = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": SMALLEST["height"]})
        problems += [f"large text: {problem}" for problem in too_wide(page, width)]
        over = page.evaluate(OVERPRINTED)
        problems += [f"large text in a window of {width}: {element}" for element in over[:3]]
    page.evaluate("document.documentElement.style.fontSize = ''")
    return problems


def too_wide(page: Page, width: int) -> list[str]:
    whole = page.evaluate("document.documentElement.scrollWidth")
    return [] if whole == width else [f"{whole} wide in a window of {width}"]


def small_targets(page: Page, width: int) -> list[str]:
    return [f"{target} in a window of {width}" for target in page.evaluate(SMALL_TARGETS)]


def pale_texts(page: Page) -> list[str]:
    texts = page.evaluate(TEXTS, THEMES)
    return [
        f"pale: {text}"
        for text in texts
        if contrast(text["text"], text["fill"]) < 4.5 or text["opacity"] < 1
    ]


class Longest:
    """A catalog with each message in the language in which it is longest."""

    def __init__(self, catalogs: Sequence[GNUTranslations]) -> None:
        self.catalogs = catalogs

    def gettext(self, message: str) -> str:
        return max((catalog.gettext(message) for catalog in self.catalogs), key=len)

    def pgettext(self, context: str, message: str) -> str:
        return max((catalog.pgettext(context, message) for catalog in self.catalogs), key=len)

    def ngettext(self, singular: str, plural: str, num: int) -> str:
        return max((catalog.ngettext(singular, plural, num) for catalog in self.catalogs), key=len)


@pytest.fixture
def longest(monkeypatch) -> str:
    """Add a language to the site in which each text is the longest of all languages."""
    tag, catalog = "fi", i18n.catalog
    texts = Longest([catalog(language) for language in i18n.LANGUAGES])
    monkeypatch.setattr(i18n, "LANGUAGES", {**i18n.LANGUAGES, tag: "Suomi"})
    monkeypatch.setattr(
        i18n, "catalog", lambda language: texts if language == tag else catalog(language)
    )
    return tag


def test_every_page_fits_a_phone_with_the_longest_texts(visit, addresses, longest):
    page = visit(EMPTY, viewport=SMALLEST, locale=longest)
    problems = []
    for path in addresses:
        page.goto(path)
        issues = [*shifts(page), *too_wide(page, 320)]
        page.evaluate(OPEN_FOLDS)
        issues += [*small_targets(page, 320), *enlarged(page, 320)]
        problems += [f"{path}: {issue}" for issue in issues]
    assert "\n".join(problems) == ""


@pytest.mark.parametrize("locale", ["pt-BR", "es-ES", "fr-FR", "de-DE"])
def test_header_is_one_line_in_every_language(visit, locale):
    assert misfits(visit("/how-to-play", viewport=SMALLEST, locale=locale), 320) == []


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "fr-FR", "de-DE"])
@pytest.mark.parametrize("length", [4, 8])
def test_game_of_any_length_fits_a_small_phone_in_every_language(open_page, length, locale):
    page = open_page(
        f"/random/{length}-normal-1-AAAAAAAAAAAAAAAAAAAAAA", viewport=PHONE, locale=locale
    )
    guess(page, "xz")
    page.get_by_role("alert").wait_for()
    root = "document.documentElement"
    assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == [360, 640]
    assert page.locator(".board .tile").first.bounding_box()["width"] >= 30


@pytest.mark.parametrize("address", ["/", "/boards/4", "/helper?boards=2&row=crane:01002.00000"])
def test_page_that_loads_in_parts_has_no_layout_shift(open_page, site, address):
    """Pages load in parts over slow connections, and in browsers too busy to parse them at once."""

    def answer(environ: Any, start_response: Any) -> Iterator[bytes]:
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        whole = b"".join(site.app(environ, start_response))
        size = len(whole) // 6 + 1
        for start in range(0, len(whole), size):
            yield whole[start : start + size]
            time.sleep(0 if "/static/" in environ["PATH_INFO"] else 0.1)

    server = make_server("127.0.0.1", 0, answer, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page: Page = open_page(EMPTY, viewport=PHONE)
    page.goto(f"http://127.0.0.1:{server.server_port}{address}")
    assert page.evaluate(SHIFTS) == []
    server.shutdown()
    server.server_close()
