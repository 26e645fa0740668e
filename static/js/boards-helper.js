/**
 * The helper with several boards without waiting: a tile turns at once, the answer follows, the
 * address keeps up. Every request is one that the plain page could make.
 */
import { announce, fetchPage, fragment, PageError, submitForm, swap } from "./fragments.js";
import { readPicture } from "./pictures.js";

const ANSWER_MS = 600; // after the last tile, of which there may be more to come
const ANNOUNCE_MS = 700;
const MARKS = ["absent", "present", "correct"];
const COLORS = { 0: 0, 1: 1, 2: 2, b: 0, x: 0, ".": 0, "-": 0, y: 1, g: 2 };

/** Enhance the form `root`. */
export function enhanceBoardsHelper(root) {
  new BoardsHelper(root);
}

class BoardsHelper {
  #root;
  #timer = 0;
  #announcing = 0;
  #request = new AbortController();
  #waiting = null; // the keys pressed while a row is on its way
  #steps = 0; // that can be undone
  #colored = ""; // the last tile, once its color has been typed

  constructor(root) {
    this.#root = root;
    root.addEventListener("submit", (event) => this.#onSubmit(event));
    root.addEventListener("click", (event) => this.#onClick(event));
    document.addEventListener("keydown", (event) => this.#onKey(event));
    root.addEventListener("change", (event) => event.target.matches("[data-apply]") && root.submit());
    document.addEventListener("paste", (event) => this.#onPaste(event));
    document.addEventListener("drop", (event) => this.#onPicture(event, event.dataTransfer));
    document.addEventListener("dragover", (event) => event.preventDefault());
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
    this.#request = new AbortController();
    return { signal: this.#request.signal };
  }

  async #load(request, history) {
    const answer = fragment(this.#root, "boards-answer");
    answer.setAttribute("aria-busy", "true");
    try {
      const page = await request();
      if (!fragment(page.document, "boards-answer")) throw new PageError(page.status);
      const folds = this.#all("[data-fold][open]").map((fold) => fold.dataset.fold);
      for (const fold of page.document.querySelectorAll("[data-fold]")) fold.open = folds.includes(fold.dataset.fold);
      const hadWord = answer.dataset.suggestion;
      swap(page.document);
      const fresh = fragment(this.#root, "boards-answer");
      if (fresh.dataset.suggestion && !hadWord) fresh.scrollIntoView({ block: "nearest" });
      if (page.status < 400 && history !== "none") this.#remember(history);
      this.#adapt();
      this.#announceSoon(page.status >= 400 ? this.#refusal() : fragment(this.#root, "boards-answer").dataset.say);
      return page;
    } catch (error) {
      if (error.name === "AbortError") return null;
      this.#showOffline();
      return null;
    }
  }

  #showOffline() {
    fragment(this.#root, "boards-answer").setAttribute("aria-busy", "false");
    fragment(this.#root, "boards-add-error").textContent = this.#root.dataset.offline;
    announce(this.#root.dataset.offline);
  }

  #remember(kind) {
    const address = new URL(fragment(this.#root, "boards-rows").dataset.address, location);
    if (address.href === location.href) return;
    if (kind === "push") this.#steps += 1;
    history[`${kind}State`]({ step: this.#steps }, "", address);
  }

  #refusal() {
    return this.#all("[data-kind=problem] p, .field-error").map((text) => text.textContent.trim()).join(" ");
  }

  #announceSoon(text) {
    clearTimeout(this.#announcing);
    this.#announcing = setTimeout(() => announce(text), ANNOUNCE_MS);
  }

  #all(selector) {
    return Array.from(this.#root.querySelectorAll(selector));
  }

  #adapt() {
    this.#all("[data-plain]").forEach((element) => element.remove());
    this.#all("[data-undo]").forEach((button) => (button.hidden = this.#steps === 0));
    this.#all("[data-copy]").forEach((button) => (button.hidden = !navigator.clipboard));
  }

  /* Tiles. */

  #setMark(tile, mark) {
    const row = tile.closest(".row");
    const isWaiting = "waiting" in row.closest(".board-card").dataset;
    const tiles = Array.from(row.querySelectorAll(".tile"));
    const marks = isWaiting ? startOf(row) : tiles.map((each) => each.dataset.mark);
    marks[tiles.indexOf(tile)] = mark;
    this.#setMarks(row, marks);
    announce(tile.dataset[mark]);
  }

  /* On the page at once, and with the next request: one that is under way is given up for it. */
  #setMarks(row, marks) {
    delete row.closest(".board-card").dataset.waiting;
    row.querySelectorAll(".tile").forEach((tile, place) => paint(tile, marks[place]));
    row.querySelector("input").value = marks.map((mark) => MARKS.indexOf(mark)).join("");
    clearTimeout(this.#announcing);
    const options = this.#newest();
    // The next word may be half typed by then.
    const load = () => this.#load(() => fetchPage(this.#address(""), options), "replace");
    this.#timer = setTimeout(load, ANSWER_MS);
  }

  /* The address of the form as it is, but with this text in its field. */
  #address(text) {
    const fields = new URLSearchParams(new FormData(this.#root));
    fields.set("add", text);
    const address = new URL(this.#root.action);
    address.search = fields;
    return address;
  }

  /* Letters write the next word, wherever the focus is but in another field. */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !this.#root.isConnected) return;
    if (this.#waiting) {
      event.preventDefault();
      if (!event.repeat) this.#waiting.push(event.key);
      return;
    }
    const tile = event.target.closest(".tile[name]");
    if (tile && this.#onTileKey(event.key, tile)) event.preventDefault();
    else if (!event.target.closest("input, select, textarea") && isLetter(event.key) && !event.repeat) {
      this.#root.elements.add.focus();
    }
  }

  /* Do what a key does that was pressed while a row was on its way. */
  #replay(key) {
    const { add } = this.#root.elements;
    const tile = document.activeElement.closest(".tile[name]");
    if (tile && this.#onTileKey(key, tile)) return;
    if (key === "Enter") return this.#root.requestSubmit();
    if (key === "Backspace") add.value = add.value.slice(0, -1);
    if (key.length > 1 || (tile && !isLetter(key))) return;
    add.value += key;
    add.focus();
  }

  /* Colors typed on a tile go on with the next one, and with the next board that waits; after the
     last one letters are no colors any more. */
  #onTileKey(key, tile) {
    const tiles = this.#all(".board-card .tile[name]");
    const at = tiles.indexOf(tile);
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -at, End: tiles.length - 1 - at };
    const isWord = this.#colored === tile.value && isLetter(key);
    const color = isWord ? undefined : COLORS[key.toLowerCase()];
    if (!(key in steps) && color === undefined) return false;
    if (color !== undefined) this.#setMark(tile, MARKS[color]);
    const next = tiles[at + (steps[key] ?? 1)];
    this.#colored = next || color === undefined ? "" : tile.value;
    next?.focus();
    return true;
  }

  #onClick(event) {
    const tile = event.target.closest(".tile[name]");
    const link = event.target.closest("[data-follow]");
    const whole = event.target.closest("[name=gray], [name=solved]");
    if (whole) {
      event.preventDefault();
      const row = whole.closest(".board-card").querySelector(".row");
      const start = startOf(row);
      this.#setMarks(row, whole.name === "solved" ? start.fill("correct") : start);
      this.#focusWaiting();
    } else if (tile) {
      event.preventDefault();
      // A tile without a color counts as gray: so would the next one, where it is left alone.
      this.#setMark(tile, MARKS[(Math.max(0, MARKS.indexOf(tile.dataset.mark)) + 1) % 3]);
    } else if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      this.#load(() => fetchPage(link.href, this.#newest()), "push").then((page) => page && this.#focusWaiting());
    } else if (event.target.closest("[data-undo]")) {
      history.back();
    } else if (event.target.closest("[data-copy]")) {
      const field = this.#root.querySelector("[data-share]");
      navigator.clipboard.writeText(field.value).then(() => announce(this.#root.dataset.copied), () => field.select());
    }
  }

  /* Everything else that the form can do. */

  async #onSubmit(event) {
    event.preventDefault();
    const { add } = this.#root.elements;
    const typed = add.value;
    const button = event.submitter?.name ? event.submitter : null;
    const keys = [];
    this.#waiting = keys;
    const page = await this.#load(() => submitForm(this.#root, button, this.#newest()), "push");
    this.#waiting = null;
    if (page) {
      const draft = page.document.querySelector("[name=add]");
      add.toggleAttribute("aria-invalid", draft.hasAttribute("aria-invalid"));
      if (add.value === typed) add.value = draft.value;
      if (page.status < 400) this.#focusWaiting();
    }
    while (keys.length && !this.#waiting) this.#replay(keys.shift());
    this.#waiting?.push(...keys);
  }

  /* Not into the field: that would bring up the keyboard of a phone. */
  #focusWaiting() {
    const tile = this.#root.querySelector("[data-waiting] .tile[name]");
    (tile ?? this.#root.querySelector("[data-focus=play]"))?.focus({ preventScroll: true });
    tile?.closest(".board-card").scrollIntoView({ block: "nearest" });
  }

  /* A field of one line would lose the lines of a pasted grid. */
  #onPaste(event) {
    if (this.#onPicture(event, event.clipboardData) || !this.#root.isConnected) return;
    const text = event.clipboardData.getData("text");
    const { add } = this.#root.elements;
    const isRows = event.target === add ? text.trim().includes("\n") : !event.target.matches?.("input, select");
    if (!isRows || !text.trim()) return;
    event.preventDefault();
    this.#load(() => fetchPage(this.#address(text), this.#newest()), "push");
  }

  #onPicture(event, transfer) {
    return readPicture(event, transfer, this.#root, () => this.#showOffline());
  }
}

/* The marks that a board starts with: gray but for what is known. */
function startOf(row) {
  return Array.from(row.querySelectorAll(".tile"), (_, place) => MARKS[row.dataset.start[place] ?? 0]);
}

function paint(tile, mark) {
  tile.dataset.mark = mark;
  tile.setAttribute("aria-label", tile.dataset[mark]);
}

function isLetter(key) {
  return /^\p{L}$/u.test(key);
}
