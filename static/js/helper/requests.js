/**
 * The helper's requests: the newest one wins, its fragments replace those on the page, and the
 * address and the history of the tab keep up. Every request is one that the plain page could make.
 */
import { announce, fetchPage, fragment, PageError, swap } from "../fragments.js";
import { recolor } from "../play/keyboard.js";

/* What this tab keeps of the last rows, for who comes back by the menu. */
const LAST_ROWS = "helper-rows";
const ANNOUNCE_MS = 700;
/* After a finger has left the screen, in which its click comes. */
const CLICK_MS = 100;

let released = Promise.resolve();
document.addEventListener("pointerdown", awaitRelease, { capture: true });

function awaitRelease() {
  released = new Promise((resolve) => {
    const once = { once: true };
    addEventListener("click", () => resolve(), once); // after all handlers of the page
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
  /* How many edits led here, which the history knows after a reload as well. */
  #steps = history.state?.step ?? 0;

  /** `around` is called with what swaps the fragments of the page, and calls it. */
  constructor(root, around) {
    this.#root = root;
    this.#around = around;
    addEventListener("popstate", (event) => {
      this.#steps = event.state?.step ?? 0;
      this.open(location.href, "replace");
    });
    // A link with other rows took the place of those that this tab had.
    const last = lastRows();
    const { search } = location;
    if (!history.state && last && last !== search && hasRows(search)) this.#note("replace", location, last);
    this.#adapt();
  }

  get answer() {
    return fragment(this.#root, "helper-answer");
  }

  /* End the request under way, and return the options of the next one. */
  #newest() {
    this.#request.abort();
    clearTimeout(this.#timer);
    this.#requestedAt = performance.now();
    this.#request = new AbortController();
    return { signal: this.#request.signal };
  }

  /** Ask for the page of the form as it is, in a while; the newest one ends what is under way. */
  loadSoon(changes, wait) {
    clearTimeout(this.#announcing);
    const options = this.#newest();
    this.#timer = setTimeout(() => this.open(this.formAddress(changes), "replace", options), wait);
  }

  /** Load the page at `address`. */
  open(address, history, options) {
    return this.load((request) => fetchPage(address, request), history, options);
  }

  /** Show the page that `request` answers, and return it; null if there was none or a newer one. */
  async load(request, history, options = this.#newest()) {
    this.answer.setAttribute("aria-busy", "true");
    try {
      const page = await request(options);
      if (!fragment(page.document, "helper-answer")) throw new PageError(page.status);
      // A tile that is replaced while a finger is on it would not be clicked.
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

  /** Put the fragments of `page` in place; folds that are open and what is typed stay. */
  show(page) {
    const folds = this.#all("[data-fold][open]").map((fold) => fold.dataset.fold);
    const typed = this.#all("[data-fragment] input.input[name]").filter((field) => field.value !== field.defaultValue);
    for (const fold of page.querySelectorAll("[data-fold]")) fold.open = folds.includes(fold.dataset.fold);
    const keys = fragment(page, "keyboard");
    recolor(this.#root, keys);
    keys.remove();
    this.#around(() => swap(page));
    for (const { name, value, defaultValue } of typed) {
      const field = this.#root.elements[name];
      if (field?.defaultValue === defaultValue) field.value = value;
    }
    this.#root.dataset.length = page.querySelector("[data-enhance='helper']").dataset.length;
    this.#adapt();
    clearTimeout(this.#announcing);
    const wait = this.#requestedAt + ANNOUNCE_MS - performance.now();
    this.#announcing = setTimeout(() => announce(this.answer.dataset.say), wait);
  }

  /** Give the tab the address of what is shown: as a new step, or in the place of this one. */
  remember(history) {
    const address = new URL(this.address, location.href);
    if (address.href === location.href) return;
    if (history === "push") this.#steps += 1;
    this.#note(history, address);
    this.#adapt();
  }

  /** The address of the rows; what is sent are the fields of the form. */
  get address() {
    return fragment(this.#root, "helper-rows").dataset.address;
  }

  set address(address) {
    fragment(this.#root, "helper-rows").dataset.address = address;
    this.#note("replace", address);
  }

  /* Only the first step has rows that it replaced. */
  #note(kind, address, replaced = this.#steps ? "" : history.state?.replaced) {
    history[`${kind}State`]({ step: this.#steps, replaced }, "", address);
  }

  /** The address of the form as it is, but for some fields; the server answers with a shorter one. */
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

  /** Say why the form was refused. */
  sayRefusal() {
    const texts = this.#all("[data-kind=problem] p, .field-error").map((text) => text.textContent.trim());
    this.say(texts.filter(Boolean).join(" "));
  }

  showOffline() {
    this.answer.setAttribute("aria-busy", "false");
    this.refuse(this.#root.dataset.offline);
  }

  /** Show and say why something was not done, until the next answer. */
  refuse(text) {
    fragment(this.#root, "helper-add-error").textContent = text;
    this.say(text);
  }

  /** Whether there is an edit to go back before. */
  get canUndo() {
    return this.#steps > 0;
  }

  /** Go back before the last edit, or to the rows that those of a link replaced. */
  undo() {
    if (this.canUndo) history.back();
    else this.open(new URL(history.state.replaced, this.#root.action), "push");
  }

  forgetRows() {
    lastRows("");
  }

  #all(selector) {
    return Array.from(this.#root.querySelectorAll(selector));
  }

  /* Show what there is something for. */
  #adapt() {
    this.#root.querySelector("[data-undo]").hidden = !this.canUndo && !history.state?.replaced;
    // The rows of before are offered on an empty page that is not reached by an edit.
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

/* The query of the last rows; a new one is kept. Browsers that keep nothing refuse the storage. */
function lastRows(query) {
  try {
    if (query !== undefined) sessionStorage.setItem(LAST_ROWS, query);
    return sessionStorage.getItem(LAST_ROWS);
  } catch {
    return null;
  }
}
