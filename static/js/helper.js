/**
 * The helper without waiting, for one board or several: a tile turns at once, the answer follows,
 * the address keeps up. Every request is one that the plain page could make; what the rows mean is
 * the server's business.
 */
import { announce, fetchPage, fragment, PageError, submitForm, swap } from "./fragments.js";

/* What this tab keeps of the last rows, for who comes back by the menu. */
const LAST_ROWS = "helper-rows";
const ANSWER_MS = 200;
/* After the first tiles of a row, and with several boards, of which there may be more to come. */
const FIRST_ANSWER_MS = 600;
const ANNOUNCE_MS = 700;
/* In which the next letter of a word comes. */
const LONGER_MS = 1000;
const MARKS = ["absent", "present", "correct"];
/* What colors the next tile of a row that has just been added. */
const COLORS = { 0: 0, 1: 1, 2: 2, b: 0, x: 0, ".": 0, "-": 0, y: 1, g: 2 };
const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -99],
  End: [0, 99],
};

/** Enhance the helper's form `root`. */
export function enhanceHelper(root) {
  new Helper(root);
}

class Helper {
  #root;
  #entry;
  #timer = 0;
  #announcing = 0;
  #requestedAt = 0;
  #request = new AbortController();
  /* How many edits led here, which the history knows after a reload as well. */
  #steps = history.state?.step ?? 0;
  /* When a word was last taken by itself: the Enter that some type after each word is not meant
     for the suggestion. */
  #takenAt = -LONGER_MS;
  #isFresh = false; // whether the first tiles of a row are being turned
  #isStale = false; // whether the answer is that of earlier tiles
  #queued = null; // the keys typed while a row is on the way
  #dictating = null; // the tile, by its value, that the next color belongs to
  #isSwapping = false; // whether the page changes under it

  constructor(root) {
    this.#root = root;
    this.#entry = root.elements.add;
    root.addEventListener("submit", (event) => this.#onSubmit(event));
    root.addEventListener("click", (event) => this.#onClick(event));
    root.addEventListener("change", (event) => event.target.matches("[data-apply]") && this.#submit(null));
    document.addEventListener("paste", (event) => this.#onPaste(event));
    document.addEventListener("drop", (event) => this.#onPicture(event, event.dataTransfer));
    document.addEventListener("dragover", (event) => event.preventDefault());
    root.addEventListener("focusout", () => {
      if (!this.#isSwapping) this.#dictating = null;
    });
    document.addEventListener("keydown", (event) => this.#onKey(event));
    this.#entry.addEventListener("input", (event) => this.#onInput(event));
    addEventListener("popstate", (event) => {
      this.#steps = event.state?.step ?? 0;
      this.#load(() => fetchPage(location.href, this.#newest()), "none");
    });
    this.#adapt();
    root.dataset.ready = "";
  }

  /* Requests: the newest one wins, and its fragments replace those on the page. */

  #newest() {
    this.#request.abort();
    clearTimeout(this.#timer);
    this.#requestedAt = performance.now();
    this.#request = new AbortController();
    return { signal: this.#request.signal };
  }

  async #load(request, history) {
    this.#answer.setAttribute("aria-busy", "true");
    try {
      const page = await request();
      if (!fragment(page.document, "helper-answer")) throw new PageError(page.status);
      this.#show(page.document);
      if (page.status < 400) this.#remember(history);
      return page;
    } catch (error) {
      if (error.name !== "AbortError") this.#showOffline();
      return null;
    }
  }

  #show(page) {
    const folds = this.#all("[data-fold][open]").map((fold) => fold.dataset.fold);
    const typed = this.#all("[data-fragment] input.input[name]").filter((field) => field.value !== field.defaultValue);
    const { suggestion } = this.#answer.dataset;
    for (const fold of page.querySelectorAll("[data-fold]")) fold.open = folds.includes(fold.dataset.fold);
    this.#isFresh = this.#isStale = false;
    this.#isSwapping = true;
    swap(page);
    this.#isSwapping = false;
    for (const { name, value, defaultValue } of typed) {
      const field = this.#root.elements[name];
      if (field?.defaultValue === defaultValue) field.value = value;
    }
    this.#root.dataset.length = page.querySelector("[data-enhance='helper']").dataset.length;
    // The cards of many boards push it out of sight.
    if (this.#isSeveral && this.#answer.dataset.suggestion && !suggestion) this.#answer.scrollIntoView({ block: "nearest" });
    this.#adapt();
    this.#announceSoon();
  }

  #remember(history) {
    const address = new URL(this.#rows.dataset.address, location.href);
    if (history === "none" || address.href === location.href) return;
    if (history === "push") this.#steps += 1;
    window.history[`${history}State`]({ step: this.#steps }, "", address);
    this.#adapt();
  }

  #showOffline() {
    const text = this.#root.dataset.offline;
    this.#answer.setAttribute("aria-busy", "false");
    fragment(this.#root, "helper-add-error").textContent = text;
    this.#say(text);
  }

  /* What is on the page. */

  get #answer() {
    return fragment(this.#root, "helper-answer");
  }

  get #rows() {
    return fragment(this.#root, "helper-rows");
  }

  #all(selector) {
    return Array.from(this.#root.querySelectorAll(selector));
  }

  get #isSeveral() {
    return "several" in this.#root.dataset;
  }

  /* The tiles of each row, or of each board in the row that is edited. */
  #tileRows() {
    return this.#all("[data-tiles]").map(tilesOf);
  }

  /* Remove what only the page without scripts needs, and show what needs scripts. */
  #adapt() {
    this.#all("[data-plain]").forEach((element) => element.remove());
    this.#all("[data-undo]").forEach((button) => (button.hidden = this.#steps === 0));
    this.#all("[data-copy]").forEach((button) => (button.hidden = !navigator.clipboard));
    this.#offerLastRows();
  }

  /* The rows of before, on an empty page that is not reached by an edit. */
  #offerLastRows() {
    const place = this.#root.querySelector("[data-resume]");
    const { search } = location;
    const last = lastRows(search.includes("row=") ? search : undefined);
    place.hidden = !last || search !== "" || this.#steps > 0;
    if (last) place.firstElementChild.search = last;
  }

  #say(text) {
    clearTimeout(this.#announcing);
    announce(text);
  }

  #announceSoon() {
    clearTimeout(this.#announcing);
    const wait = this.#requestedAt + ANNOUNCE_MS - performance.now();
    this.#announcing = setTimeout(() => announce(this.#answer.dataset.say), wait);
  }

  /* Tiles. */

  /* The first tile that is turned gives the others of its row their starting colors. */
  #setMark(tile, mark, wait) {
    const row = tile.closest("[data-tiles]");
    const tiles = tilesOf(row);
    const marks = "waiting" in row.dataset ? startOf(row) : tiles.map((each) => each.dataset.mark);
    marks[tiles.indexOf(tile)] = mark;
    this.#setMarks(row, marks, wait);
    this.#say(tile.dataset[mark]);
  }

  /* On the page at once, and to `act` in form.py with the next request, which ends one under way. */
  #setMarks(row, marks, wait) {
    const frame = row.closest(".helper-row, .board-card");
    this.#isStale = true;
    if ("waiting" in row.dataset) this.#isFresh = true;
    for (const each of [row, frame]) delete each.dataset.waiting;
    if (frame.dataset.label) frame.setAttribute("aria-label", frame.dataset.label);
    tilesOf(row).forEach((tile, place) => {
      tile.dataset.mark = marks[place];
      tile.setAttribute("aria-label", tile.dataset[marks[place]]);
    });
    row.querySelector("input").value = marks.map((mark) => MARKS.indexOf(mark)).join("");
    clearTimeout(this.#announcing);
    const options = this.#newest();
    // The next word may be half typed by then.
    const load = () => this.#load(() => fetchPage(this.#formAddress({ add: "" }), options), "replace");
    this.#timer = setTimeout(load, wait ?? (this.#isFresh || this.#isSeveral ? FIRST_ANSWER_MS : ANSWER_MS));
    this.#replaceAddress();
  }

  /* The address of the rows as they are on the page, for who copies it or goes back; a packed one
     comes with the answer. What is sent are the fields of the form. */
  #replaceAddress() {
    const address = new URL(this.#rows.dataset.address, location.href);
    const rows = address.searchParams.getAll("row").map((row) => row.split(/[:.]/));
    for (const { name, value } of this.#all("[data-tiles] > input")) {
      const [, row, board] = name.split(".");
      if (rows[row - 1]) rows[row - 1][board] = value;
    }
    const texts = rows.map(([word, ...marks]) => `${word}:${marks.join(".").replace(/\.+$/, "")}`);
    const pairs = Array.from(address.searchParams, ([name, value]) => [name, name === "row" ? texts.shift() : value]);
    address.search = new URLSearchParams(pairs).toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
    this.#rows.dataset.address = address.href;
    history.replaceState({ step: this.#steps }, "", address);
  }

  /* The address of the form as it is, but for some fields; the server answers with a shorter one. */
  #formAddress(changes) {
    const fields = new URLSearchParams(new FormData(this.#root));
    for (const [name, value] of Object.entries(changes)) fields.set(name, value);
    const address = new URL(this.#root.action);
    const kept = Array.from(fields).filter(([name, value]) => value || name in changes);
    address.search = `${new URLSearchParams(kept)}`;
    return address;
  }

  /* Everything else that the form can do. */

  #onClick(event) {
    const tile = event.target.closest(".tile[name]");
    const link = event.target.closest("[data-follow]");
    const whole = event.target.closest(".board-card :is([name=gray], [name=solved], [name=result])");
    if (whole) {
      event.preventDefault();
      this.#setBoard(whole);
    } else if (tile) {
      event.preventDefault();
      // A tile without a color counts as gray: so would the next one, where it is left alone.
      this.#setMark(tile, MARKS[(Math.max(0, MARKS.indexOf(tile.dataset.mark)) + 1) % 3]);
    } else if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      // To select a row is no edit.
      this.#follow(link.href, link.matches(".boards-row") ? "replace" : "push");
    } else if (event.target.closest("[data-undo]")) {
      history.back();
    } else if (event.target.closest("[data-copy]")) {
      const field = this.#root.querySelector("[data-share]");
      field.select();
      navigator.clipboard.writeText(field.value).then(() => this.#say(this.#root.dataset.copied));
    }
  }

  /* One tap for all tiles of a board: gray but for what is known, solved, or a likely result. */
  #setBoard({ name, children, parentElement }) {
    const row = parentElement.closest(".board-card").querySelector("[data-tiles]");
    const start = startOf(row);
    const pips = Array.from(children[0]?.children ?? [], (pip) => pip.dataset.mark);
    this.#setMarks(row, { gray: start, solved: start.map(() => "correct"), result: pips }[name]);
    this.#focusRow();
  }

  async #follow(address, history = "push") {
    const before = this.#tileRows().length;
    const page = await this.#load(() => fetchPage(address, this.#newest()), history);
    if (page && (this.#isSeveral || this.#tileRows().length > before)) this.#focusRow();
    else this.#keepFocus();
  }

  #onSubmit(event) {
    event.preventDefault();
    const button = event.submitter?.name ? event.submitter : null;
    const isEmpty = document.activeElement === this.#entry && !this.#entry.value.trim();
    if (isEmpty && !button) this.#play();
    else this.#submit(button);
  }

  /* Play the suggestion, if it is the one for the rows on the page, and could be seen. */
  #play() {
    const link = this.#root.querySelector(".helper-suggestion [data-focus=play]");
    if (link && !this.#isStale && performance.now() > this.#takenAt + LONGER_MS) this.#follow(link.href);
  }

  /* Send the form; a word without its marks leaves the focus on the first of its tiles, and what
     is typed meanwhile counts. */
  async #submit(button, keys = []) {
    const typed = this.#entry.value;
    this.#queued = keys;
    const page = await this.#load(() => submitForm(this.#root, button, this.#newest()), button?.name === "sort" ? "replace" : "push");
    this.#queued = null;
    if (!page) return;
    const draft = page.document.querySelector("[name=add]");
    this.#entry.toggleAttribute("aria-invalid", draft.hasAttribute("aria-invalid"));
    if (this.#entry.value === typed) this.#entry.value = draft.value;
    if (button?.name === "clear") lastRows("");
    if (page.status >= 400) this.#say(this.#refusal());
    else if (this.#isWaiting && document.activeElement.closest(".helper-add")) this.#focusRow();
    else if (button?.name === "gray" || button?.name === "rest") this.#focusRow();
    else if (button) this.#followRow(button);
    this.#keepFocus();
    this.#replayAll(keys);
  }

  /* Where a row was deleted, the focus goes to the row in its place. */
  #followRow({ name, value }) {
    if (name !== "delete" || !this.#tileRows().length) return;
    this.#all(`[data-fold="row-${value}"]`).forEach((fold) => (fold.open = false));
    this.#tileRows()[Math.min(Number(value), this.#tileRows().length) - 1][0].focus({ preventScroll: true });
  }

  #refusal() {
    const texts = this.#all("[data-kind=problem] p, .field-error").map((text) => text.textContent.trim());
    return texts.filter(Boolean).join(" ");
  }

  /* The tiles to color next: of several boards the first that wait, of one those of its last row. */
  get #newestRow() {
    const waiting = this.#root.querySelector("[data-tiles][data-waiting]");
    return this.#isSeveral ? waiting : this.#all("[data-tiles]").at(-1);
  }

  get #isWaiting() {
    return this.#newestRow?.dataset.waiting === "";
  }

  /* Focus the tiles to color next; colors typed from here on belong to them, one after the other. */
  #focusRow(typed = "") {
    const row = this.#newestRow;
    const target = row?.querySelector(".tile") ?? this.#root.querySelector("[data-focus=play]");
    target?.focus({ preventScroll: true });
    row?.closest(".board-card")?.scrollIntoView({ block: "nearest" });
    if (this.#isWaiting) this.#dictating = { tile: target.value, isFresh: true, typed, at: performance.now() };
  }

  #keepFocus() {
    // Not into the field: that would bring up the keyboard of a phone.
    if (document.activeElement !== document.body) return;
    (this.#newestRow?.querySelector(".tile") ?? this.#entry).focus({ preventScroll: true });
  }

  /* A field of one line would lose the lines of a pasted grid; outside all fields a paste is meant
     for the rows as well. */
  #onPaste(event) {
    if (this.#onPicture(event, event.clipboardData) || !this.#root.isConnected) return;
    const text = event.clipboardData.getData("text");
    const isRows = event.target === this.#entry ? text.trim().includes("\n") : !event.target.matches?.("input, select, textarea");
    if (!isRows || !text.trim()) return;
    event.preventDefault();
    this.#load(() => fetchPage(this.#formAddress({ add: text }), this.#newest()), "push").then((page) => {
      if (page?.status >= 400) this.#say(this.#refusal());
    });
  }

  #onPicture(event, transfer) {
    const picture = Array.from(transfer?.files ?? []).find(({ type }) => type.startsWith("image/"));
    if (!picture || !this.#root.isConnected) return false;
    event.preventDefault();
    const { href } = this.#root.querySelector("[data-screenshot]");
    import("./screenshot.js").then(({ readOn }) => readOn(href, picture)).catch(() => this.#showOffline());
    return true;
  }

  /* Keys: arrows move, space turns, 0 1 2 set, letters write a new row. */

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !this.#root.isConnected) return;
    if (this.#queued) {
      event.preventDefault();
      if (!event.repeat) this.#queued.push(event.key);
      return;
    }
    const tile = event.target.closest?.(".tile[name]");
    if (event.target === this.#entry) this.#onEntryKey(event);
    else if (event.key === "Enter" && event.target === document.body && !this.#entry.value) this.#play();
    else if (tile && this.#onTileKey(event.key, tile)) event.preventDefault();
    else if (!event.target.closest?.("input, select, textarea") && isLetter(event.key) && !event.repeat) this.#entry.focus();
  }

  #onEntryKey(event) {
    if (this.#beginColors(event.key)) event.preventDefault();
    if (event.key !== "ArrowUp" || !this.#tileRows().length) return;
    event.preventDefault();
    this.#focusRow();
  }

  /* The colors of a word that is in no list: they begin where those of any word do. */
  #beginColors(key) {
    const isColor = /^[012]$/.test(key) && this.#isWholeWord();
    if (isColor) this.#submit(null, [key]);
    return isColor;
  }

  /* A word is taken with its last letter. What is pasted waits for Enter: more may follow it. */
  #onInput(event) {
    const isTyped = /^insert(Text|CompositionText|ReplacementText)$/.test(event.inputType);
    const isAtEnd = this.#entry.selectionEnd === this.#entry.value.length;
    if (isTyped && isAtEnd && this.#isWholeWord()) this.#take();
  }

  #isWholeWord() {
    const letters = Array.from(this.#entry.value.trim().replace(/[ßœæ]/giu, "$&$&")); // two tiles each
    return letters.length === Number(this.#root.dataset.length) && letters.every(isLetter);
  }

  /* Ask whether what was typed is a word, and show its row if so; colors that follow are those of
     the row. `keys` were typed before it was there; others may come meanwhile. */
  async #take(keys = []) {
    const word = this.#entry.value.trim();
    this.#queued = keys;
    const page = await this.#tried(word);
    this.#queued = null;
    if (page?.isUnknown) {
      swap(page.document, ["helper-unknown"]);
      announce(fragment(this.#root, "helper-unknown").textContent.trim());
    } else if (page) {
      this.#newest();
      this.#takenAt = performance.now();
      this.#entry.value = "";
      this.#show(page.document);
      this.#remember("push");
      if (this.#isWaiting) this.#focusRow(word);
    }
    this.#replayAll(keys);
  }

  #replayAll(keys) {
    while (keys.length && !this.#queued) {
      if (this.#replay(keys.shift())) this.#take(keys);
    }
    if (this.#queued !== keys) this.#queued?.push(...keys);
  }

  /* The page with the row of `word`, or with the question what was meant where it is no word, which
     Enter adds all the same. */
  async #tried(word) {
    try {
      const page = await fetchPage(this.#formAddress({ add: "", try: word }));
      const draft = page.document.querySelector("[name=add]");
      return page.status < 400 && draft ? { document: page.document, isUnknown: Boolean(draft.value) } : null;
    } catch {
      return null;
    }
  }

  /* Do what a key does; return whether it completes a word. */
  #replay(key) {
    const tile = document.activeElement.closest(".tile[name]");
    if (tile && this.#onTileKey(key, tile)) return false;
    if (!tile && this.#beginColors(key)) return false;
    // After a word that was taken by itself, Enter has nothing left to do.
    if (key === "Enter" && !tile && this.#entry.value) this.#root.requestSubmit();
    if (key === "Backspace" && !tile) this.#entry.value = this.#entry.value.slice(0, -1);
    if (key.length > 1 || (tile && !isLetter(key))) return false;
    this.#entry.value += key;
    this.#entry.focus();
    return this.#isWholeWord();
  }

  #onTileKey(key, tile) {
    const dictating = this.#dictating?.tile === tile.value ? this.#dictating : this.#dictatingFrom(key, tile);
    const isColor = dictating && !dictating.isDone ? key.toLowerCase() in COLORS : /^[012]$/.test(key);
    if (isColor) return this.#onColor(COLORS[key.toLowerCase()], tile, dictating);
    if (dictating?.isDone && key === "Enter") {
      // Some end their colors with Enter, and have seen no suggestion by then.
      if (performance.now() > dictating.at + FIRST_ANSWER_MS) this.#play();
      return true;
    }
    if (dictating && (key === "Enter" || (key === " " && dictating.isFresh))) return true;
    if (dictating?.isFresh && dictating.typed) {
      if (key === "Backspace") return this.#untake(dictating.typed.slice(0, -1));
      // A word goes on that is longer than those here: it was taken too early.
      if (isLetter(key) && performance.now() < dictating.at + LONGER_MS) return this.#untake(dictating.typed + key);
    }
    return this.#move(key, tile);
  }

  /* With several boards, colors typed on any tile go on from there. */
  #dictatingFrom(key, tile) {
    const isColor = this.#isSeveral && (/^[012]$/.test(key) || (key.toLowerCase() in COLORS && "waiting" in tile.parentElement.dataset));
    return isColor ? { tile: tile.value, isFresh: true } : null;
  }

  #onColor(mark, tile, dictating) {
    const tiles = this.#isSeveral ? this.#tileRows().flat() : tilesOf(tile.parentElement);
    const isNext = dictating && !dictating.isFresh && !dictating.isDone;
    const target = (isNext && tiles[tiles.indexOf(tile) + 1]) || tile;
    if (target !== tile) target.focus();
    const isDone = target === tiles.at(-1);
    // After the last of them there is nothing to wait for.
    this.#setMark(target, MARKS[mark], dictating && isDone ? 0 : undefined);
    if (dictating) this.#dictating = { tile: target.value, isFresh: false, isDone, at: performance.now() };
    return true;
  }

  /* The word that was taken with its last letter goes back to the field, shorter or longer. */
  #untake(text) {
    this.#entry.focus();
    this.#entry.value = text;
    // What is typed before the page of before has come is sent without the row.
    this.#newestRow?.closest(".helper-row")?.remove();
    this.#all("[name=row]").at(-1)?.remove();
    history.back();
    return true;
  }

  #move(key, tile) {
    if (!(key in STEPS)) return false;
    const [down, right] = STEPS[key];
    const next = this.#neighbor(tile, down, right);
    if (next === tile && key === "ArrowDown") this.#entry.focus();
    else next.focus();
    return true;
  }

  #neighbor(tile, down, right) {
    const lines = this.#tileRows();
    const row = lines.findIndex((line) => line.includes(tile));
    const within = (value, count) => Math.min(Math.max(value, 0), count - 1);
    const line = lines[within(row + down, lines.length)];
    return line[within(lines[row].indexOf(tile) + right, line.length)];
  }
}

/* The query of the last rows; a new one is kept. Browsers that keep nothing refuse the storage. */
function lastRows(query) {
  try {
    if (query !== undefined) sessionStorage.setItem(LAST_ROWS, query);
    return sessionStorage.getItem(LAST_ROWS);
  } catch {
    return null;
  }
}

function tilesOf(row) {
  return Array.from(row.querySelectorAll(".tile"));
}

/* The marks that a row starts with: gray but for what is known. */
function startOf(row) {
  return Array.from(row.dataset.start, (digit) => MARKS[digit]);
}

function isLetter(key) {
  return /^\p{L}$/u.test(key);
}
