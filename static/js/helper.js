/**
 * The helper without waiting: a tile turns at once, the answer follows, the address keeps up.
 * Every request is one that the plain page could make; what the rows mean is the server's business.
 */
import { announce, fetchPage, fragment, submitForm, swap } from "./fragments.js";

const ANSWER_MS = 200;
const ANNOUNCE_MS = 700;
const MARKS = ["absent", "present", "correct"];

/** Enhance the helper's form `root`. */
export function enhanceHelper(root) {
  new Helper(root);
}

class Helper {
  #root;
  #entry;
  #timer = 0;
  #announcing = 0;
  #request = new AbortController();
  #quick = false;
  #dictating = null;
  #steps = 0;

  constructor(root) {
    this.#root = root;
    this.#entry = root.elements.add;
    root.querySelectorAll("[data-plain]").forEach((element) => element.remove());
    this.#revealTools();
    root.addEventListener("submit", (event) => this.#onSubmit(event));
    root.addEventListener("click", (event) => this.#onClick(event));
    root.addEventListener("change", (event) => this.#onChange(event));
    root.addEventListener("paste", (event) => this.#onPaste(event));
    root.addEventListener("focusout", () => this.#endTyping());
    document.addEventListener("keydown", (event) => this.#onKey(event));
    addEventListener("popstate", () => this.#load(() => fetchPage(location.href, this.#options()), "none"));
  }

  /* Requests: the newest one wins, and its fragments replace those on the page. */

  #options() {
    this.#request.abort();
    clearTimeout(this.#timer);
    this.#request = new AbortController();
    return { signal: this.#request.signal };
  }

  async #load(ask, history, keep = []) {
    this.#answer.setAttribute("aria-busy", "true");
    try {
      const page = await ask();
      this.#show(page.document, keep);
      this.#remember(page, history);
      return page;
    } catch (error) {
      if (error.name === "AbortError") return null;
      announce(this.#root.dataset.offline);
      this.#answer.setAttribute("aria-busy", "false");
      this.#say(this.#root.dataset.offline);
      return null;
    }
  }

  #remember(page, history) {
    const address = new URL(page.url);
    if (history === "none" || page.status >= 400) return;
    if (address.href === location.href) return;
    window.history[`${history}State`](null, "", address);
    if (history === "push") this.#steps += 1;
    this.#revealTools();
  }

  #show(page, keep) {
    const folds = new Set(this.#openFolds());
    const names = Array.from(page.querySelectorAll("[data-fragment]"), (element) => element.dataset.fragment);
    swap(page, names.filter((name) => !keep.includes(name)));
    for (const fold of this.#root.querySelectorAll("[data-fold]")) fold.open = folds.has(fold.dataset.fold);
    this.#root.dataset.length = page.querySelector("[data-enhance='helper']").dataset.length;
    this.#root.querySelectorAll("[data-plain]").forEach((element) => element.remove());
    this.#revealTools();
    this.#announceSoon();
  }

  #openFolds() {
    return Array.from(this.#root.querySelectorAll("[data-fold][open]"), (fold) => fold.dataset.fold);
  }

  /* What is on the page. */

  get #answer() {
    return fragment(this.#root, "helper-answer");
  }

  get #rows() {
    return fragment(this.#root, "helper-rows");
  }

  #lines() {
    return Array.from(this.#rows.querySelectorAll(".helper-row:not([aria-hidden])"), (row) =>
      Array.from(row.querySelectorAll(".tile")),
    );
  }

  #revealTools() {
    const undo = this.#root.querySelector("[data-undo]");
    if (undo) undo.hidden = this.#steps === 0;
    const copy = this.#root.querySelector("[data-copy]");
    if (copy) copy.hidden = !navigator.clipboard;
  }

  #say(text) {
    clearTimeout(this.#announcing);
    announce(text);
  }

  #announceSoon() {
    clearTimeout(this.#announcing);
    this.#announcing = setTimeout(() => announce(this.#answer.dataset.say), ANNOUNCE_MS);
  }

  /* Tiles. */

  #setMark(tile, mark) {
    tile.dataset.mark = mark;
    const label = tile.dataset[mark];
    tile.setAttribute("aria-label", label);
    const row = tile.closest(".helper-row");
    const digits = Array.from(row.querySelectorAll(".tile"), (each) => MARKS.indexOf(each.dataset.mark)).join("");
    const value = row.querySelector("[name=row]");
    value.value = `${value.value.split(":")[0]}:${digits}`;
    this.#say(label);
    this.#answerSoon();
  }

  #answerSoon() {
    const address = this.#addressOfTiles();
    const options = this.#options();
    history.replaceState(null, "", address);
    this.#timer = setTimeout(
      () => this.#load(() => fetchPage(address, options), "replace", ["helper-rows", "helper-options"]),
      ANSWER_MS,
    );
  }

  #addressOfTiles() {
    const address = new URL(this.#rows.dataset.address, location);
    const others = Array.from(address.searchParams).filter(([name]) => name !== "row");
    const rows = Array.from(this.#rows.querySelectorAll("[name=row]"), (field) => ["row", field.value]);
    const query = new URLSearchParams([...rows, ...others]).toString();
    address.search = query.replaceAll("%3A", ":").replaceAll("%2C", ",");
    this.#rows.dataset.address = address.href;
    return address;
  }

  /* Everything else the form can do. */

  #onClick(event) {
    const tile = event.target.closest(".tile[name]");
    const link = event.target.closest("[data-follow]");
    if (tile) {
      event.preventDefault();
      this.#setMark(tile, MARKS[(MARKS.indexOf(tile.dataset.mark) + 1) % 3]);
    } else if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      this.#load(() => fetchPage(link.href, this.#options()), "push").then(() => this.#focusAfter());
    } else if (event.target.closest("[data-undo]")) {
      this.#steps -= 1;
      history.back();
    } else if (event.target.closest("[data-copy]")) {
      this.#copy();
    }
  }

  #onSubmit(event) {
    event.preventDefault();
    const button = event.submitter?.name ? event.submitter : null;
    if (button?.name === "sort") return this.#sort(button);
    return this.#submit(button);
  }

  #onChange(event) {
    if (event.target.matches("[data-apply]") && event.target.name.startsWith("text.") === false) this.#submit(null);
  }

  async #submit(button) {
    const typed = this.#entry.value;
    const before = this.#lines().length;
    const page = await this.#load(() => submitForm(this.#root, button, this.#options()), "push");
    if (!page) return;
    const draft = page.document.querySelector("[name=add]");
    this.#entry.toggleAttribute("aria-invalid", draft.hasAttribute("aria-invalid"));
    if (this.#entry.value === typed) this.#entry.value = draft.value;
    if (page.status >= 400) return this.#say(this.#refusal());
    if (typed && this.#lines().length > before && !/[\d_?!\p{So}]/u.test(typed)) this.#focusLastRow();
    else this.#focusAfter();
  }

  #refusal() {
    return Array.from(this.#root.querySelectorAll("[data-kind=problem] p, .field-error"), (text) => text.textContent)
      .filter(Boolean)
      .join(" ");
  }

  #focusLastRow() {
    this.#lines().at(-1)?.[0].focus({ preventScroll: true });
  }

  #focusAfter() {
    if (document.activeElement === document.body) this.#entry.focus({ preventScroll: true });
  }

  #onPaste(event) {
    const text = event.clipboardData.getData("text");
    if (event.target !== this.#entry || !/\n/.test(text.trim())) return;
    event.preventDefault();
    const address = new URL(this.#root.action);
    address.search = new URLSearchParams([...new FormData(this.#root)].filter(([name]) => name !== "add"));
    address.searchParams.set("add", text);
    this.#load(() => fetchPage(address, this.#options()), "push");
  }

  async #copy() {
    const field = this.#root.querySelector("[data-share]");
    await navigator.clipboard.writeText(field.value);
    field.select();
    this.#say(this.#root.dataset.copied);
  }

  /* The ten best, sorted in place; the server would sort them the same. */

  #sort(button) {
    const heading = button.closest("th");
    const was = heading.getAttribute("aria-sort");
    const order = was ? { ascending: "descending", descending: "ascending" }[was] : button.dataset.order;
    for (const other of heading.parentElement.children) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
    const body = heading.closest("table").tBodies[0];
    const raw = (row) => row.querySelector(`[data-column="${button.value}"]`).dataset.raw;
    const compare = (a, b) => a.localeCompare(b, undefined, { numeric: true });
    const sign = order === "ascending" ? 1 : -1;
    body.append(...Array.from(body.rows).sort((a, b) => sign * compare(raw(a), raw(b))));
  }

  /* Keys: arrows move, space turns, 0 1 2 set, letters write a new row. */

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const tile = event.target.closest?.(".tile[name]");
    if (event.target === this.#entry) this.#onEntryKey(event);
    else if (tile && this.#onTileKey(event, tile)) event.preventDefault();
    else if (tile || event.target === document.body || event.target.id === "main") this.#onLetter(event);
  }

  #onEntryKey(event) {
    if (event.key === "ArrowUp") this.#focusLastRow();
    if (event.key === "ArrowUp") event.preventDefault();
    if (!this.#quick || event.repeat) return;
    if (!/^\p{L}$/u.test(event.key)) {
      this.#quick = event.key === "Backspace";
      return;
    }
    if (this.#entry.value.length + 1 < Number(this.#root.dataset.length)) return;
    event.preventDefault();
    this.#entry.value += event.key;
    this.#dictate();
  }

  /* A word written without the field is complete with its last letter; digits after it are its marks. */
  async #dictate() {
    this.#quick = false;
    await this.#submit(null);
    const tile = document.activeElement.closest(".tile[name]");
    if (tile) this.#dictating = { tile, fresh: true };
  }

  #onLetter(event) {
    if (event.repeat || !/^\p{L}$/u.test(event.key)) return;
    this.#entry.value = "";
    this.#entry.focus();
    this.#quick = true;
  }

  #endTyping() {
    this.#dictating = null;
  }

  #onTileKey(event, tile) {
    const dictating = this.#dictating?.tile === tile ? this.#dictating : null;
    if (/^[012]$/.test(event.key)) return this.#onDigit(Number(event.key), tile, dictating);
    if (dictating && (event.key === "Enter" || (event.key === " " && dictating.fresh))) return true;
    return this.#move(event.key, tile);
  }

  #onDigit(mark, tile, dictating) {
    const at = dictating && !dictating.fresh ? this.#neighbour(tile, 0, 1) : tile;
    if (at !== tile) at.focus();
    this.#setMark(at, MARKS[mark]);
    if (dictating) this.#dictating = { tile: at, fresh: false };
    return true;
  }

  #move(key, tile) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -9], End: [0, 9] };
    if (!(key in steps)) return false;
    const [down, right] = steps[key];
    const next = this.#neighbour(tile, down, right);
    if (next === tile && key === "ArrowDown") this.#entry.focus();
    else next.focus();
    return true;
  }

  #neighbour(tile, down, right) {
    const lines = this.#lines();
    const row = lines.findIndex((line) => line.includes(tile));
    const within = (value, count) => Math.min(Math.max(value, 0), count - 1);
    const line = lines[within(row + down, lines.length)];
    return line[within(lines[row].indexOf(tile) + right, line.length)];
  }
}
