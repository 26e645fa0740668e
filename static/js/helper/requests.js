/**
 * The helper's requests. The latest one wins: its fragments replace those of the page, and the address
 * and the history of the tab are updated. All requests also work without JavaScript.
 */
import { announce, fetchPage, fragment, PageError, swap } from "../fragments.js";
import { recolor } from "../play/keyboard.js";

/* The key of the last rows of this tab, which *Resume your rows* restores. */
const LAST_ROWS = "helper-rows";
const ANNOUNCE_MS = 700;
/* The time between the end of a touch and its click. */
const CLICK_MS = 100;

let released = Promise.resolve();
document.addEventListener("pointerdown", awaitRelease, { capture: true });

function awaitRelease() {
  released = new Promise((resolve) => {
    const once = { once: true };
    // Only a new task is later than the form's submission, which a replaced button wouldn't start.
    addEventListener("click", () => setTimeout(resolve), once);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => setTimeout(resolve, CLICK_MS), once);
  });
}

export class Requests {
  #root;
  #around;
  #request = new AbortController();
  #timer = 0;
  #announcing = 0;
  #requestedAt = 0;
  /* The number of edits before this step, as stored in the history. */
  #steps = history.state?.step ?? 0;

  /** `around` gets a function that replaces the fragments, and calls it. */
  constructor(root, around) {
    this.#root = root;
    this.#around = around;
    addEventListener("popstate", (event) => {
      this.#steps = event.state?.step ?? 0;
      if (event.state?.typed) root.elements.add.value = event.state.typed;
      this.open(location.href, "replace");
    });
    // Remember rows that a link has replaced, so that they can be restored.
    const last = lastRows();
    const { search } = location;
    if (!history.state && last && last !== search && hasRows(search)) this.#note("replace", location, [{ search: last }]);
    this.#adapt();
  }

  get answer() {
    return fragment(this.#root, "helper-answer");
  }

  /* Abort the current request, and return the options of the next one. */
  #newest() {
    this.#request.abort();
    clearTimeout(this.#timer);
    this.#requestedAt = performance.now();
    this.#request = new AbortController();
    return { signal: this.#request.signal };
  }

  /** Request the page of the current form after `wait` ms, and abort earlier requests. */
  loadSoon(changes, wait) {
    clearTimeout(this.#announcing);
    const options = this.#newest();
    this.#timer = setTimeout(() => this.open(this.formAddress(changes), "replace", options), wait);
  }

  open(address, history, options) {
    return this.load((request) => fetchPage(address, request), history, options);
  }

  /** Show the page of `request` and return it, or null after an error or a newer request. */
  async load(request, history, options = this.#newest()) {
    this.answer.setAttribute("aria-busy", "true");
    try {
      const page = await request(options);
      if (!fragment(page.document, "helper-answer")) throw new PageError(page.status);
      // A tile or button replaced during a press would get no click.
      await released;
      if (options.signal.aborted) return null;
      this.show(page.document);
      if (page.status < 400) this.remember(history);
      return page;
    } catch (error) {
      if (error.name !== "AbortError") this.showOffline();
      return null;
    }
  }

  /** Replace the fragments by those of `page`. Open sections and typed text are kept. */
  show(page) {
    const folds = new Map(this.#all("[data-fold]").map((fold) => [fold.dataset.fold, fold.open]));
    const typed = this.#all("[data-fragment] input.input[name]").filter((field) => field.value !== field.defaultValue);
    for (const fold of page.querySelectorAll("[data-fold]")) fold.open = folds.get(fold.dataset.fold) ?? fold.open;
    const keys = fragment(page, "keyboard");
    keys.remove();
    this.#around(() => swap(page));
    recolor(this.#root, keys);
    for (const { name, value, defaultValue } of typed) {
      const field = this.#root.elements[name];
      if (field?.defaultValue === defaultValue) field.value = value;
    }
    const { dataset } = page.querySelector("[data-enhance='helper']");
    this.#root.dataset.length = dataset.length;
    this.#root.toggleAttribute("data-finished", "finished" in dataset);
    this.#adapt();
    clearTimeout(this.#announcing);
    const wait = this.#requestedAt + ANNOUNCE_MS - performance.now();
    this.#announcing = setTimeout(() => announce(this.answer.dataset.say), wait);
  }

  /** Add the address of the page to the history (`push`), or change the current step (`replace`). */
  remember(history) {
    const address = new URL(fragment(this.#root, "helper-rows").dataset.address, location.href);
    if (address.href === location.href) return;
    if (history === "push") this.#steps += 1;
    this.#note(history, address);
    this.#adapt();
  }

  /* Earlier colors of this step, newest last, after any rows that a link has replaced. */
  get #past() {
    return (history.state?.past ?? []).slice(-99);
  }

  /** Change the address after new colors of one touched `tile` or of several. */
  recolor(address, tile, assumed) {
    const past = this.#past;
    if (!tile || past.at(-1)?.tile !== tile) past.push({ search: location.search, tile, assumed });
    this.#note("replace", address, past);
  }

  #note(kind, address, past = kind === "push" ? [] : this.#past) {
    history[`${kind}State`]({ step: this.#steps, past }, "", address);
  }

  /** The address of the current form with `changes`. The server returns a shorter one. */
  formAddress(changes) {
    const fields = new URLSearchParams(new FormData(this.#root));
    for (const [name, value] of Object.entries(changes)) fields.set(name, value);
    const address = new URL(this.#root.action);
    const filled = Array.from(fields).filter(([name, value]) => value || name in changes);
    address.search = `${new URLSearchParams(filled)}`;
    return address;
  }

  say(text) {
    clearTimeout(this.#announcing);
    announce(text);
  }

  sayRefusal() {
    const texts = this.#all("[data-kind=problem] p, .field-error").map((text) => text.textContent.trim());
    this.say(texts.filter(Boolean).join(" "));
  }

  showOffline() {
    this.answer.setAttribute("aria-busy", "false");
    this.refuse(this.#root.dataset.offline);
  }

  /** Show and announce the reason for a refusal until the next answer. */
  refuse(text) {
    fragment(this.#root, "helper-add-error").textContent = text;
    this.say(text);
  }

  get canUndo() {
    return this.#steps > 0;
  }

  /** The assumed tiles before the last color. */
  get assumedBefore() {
    return this.#past.at(-1)?.assumed;
  }

  /** Undo the last color or step, or restore rows replaced by a link. */
  undo() {
    const past = this.#past;
    const last = past.pop();
    if (!last) return history.back();
    if (!last.assumed) return this.open(last.search, "push");
    this.#note("replace", last.search, past);
    return this.open(last.search, "replace");
  }

  forgetRows() {
    lastRows("");
  }

  #all(selector) {
    return Array.from(this.#root.querySelectorAll(selector));
  }

  /* Show the controls that currently apply. */
  #adapt() {
    this.#root.querySelector("[data-undo]").hidden = !(this.canUndo || this.#past.length);
    // An empty page that isn't the result of an edit offers the previous rows.
    const place = this.#root.querySelector("[data-resume]");
    const { search } = location;
    const last = lastRows(hasRows(search) ? search : undefined);
    place.hidden = !last || search !== "" || this.#steps > 0;
    if (last) place.firstElementChild.search = last;
  }
}

function hasRows(query) {
  return query.includes("row=");
}

/* The query of the last rows, after storing a new one. Some browsers refuse the storage. */
function lastRows(query) {
  try {
    if (query !== undefined) sessionStorage.setItem(LAST_ROWS, query);
    return sessionStorage.getItem(LAST_ROWS);
  } catch {
    return null;
  }
}
