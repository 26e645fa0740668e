/**
 * The helper, for one board or several: tiles change at once, and the server's answer follows. This
 * module handles clicks, the field for words, pasted text and pictures; the rest is in `helper/`.
 */
import { fragment, submitForm } from "./fragments.js";
import { Requests } from "./helper/requests.js";
import { Typing, drawLetters, enhanceKeyboard, isLetter, isShortcut, wordsLang } from "./play/keyboard.js";
import { Dictation, Rows, startOf, tilesOf, turned } from "./helper/rows.js";

/* The delay between a color and its request, so that colors typed at once need only one. */
const ANSWER_MS = 20;

/** Enhance the helper's form `root`. */
export function enhanceHelper(root) {
  new Helper(root);
}

class Helper extends Typing {
  #entry;
  #rows;
  #requests;
  #dictation;

  constructor(root) {
    super();
    this.root = root;
    this.#entry = root.elements.add;
    this.#rows = new Rows(root);
    this.#requests = new Requests(root, (swapIt) => this.#onSwap(swapIt));
    this.#dictation = new Dictation(this.#rows, {
      setMark: (...change) => this.#setMark(...change),
      finish: () => this.#finish(),
      untake: () => this.#untake(),
      undo: () => this.#undo(),
      write: (letter) => this.#write(letter),
      askColors: () => this.#askColors(),
    });
    enhanceKeyboard(root, null, (key) => this.#onScreenKey(key));
    const { paste } = this;
    paste.addEventListener("toggle", () => {
      root.toggleAttribute("data-pasting", paste.open);
      this.#entry.inputMode = paste.open ? "text" : "none";
      if (paste.open) this.#entry.focus();
    });
    this.#entry.inputMode = "none";
    root.addEventListener("submit", (event) => this.#onSubmit(event));
    root.addEventListener("click", (event) => this.#onClick(event));
    root.addEventListener("change", (event) => event.target.matches("[data-apply]") && this.#submit(null));
    // A phone shows its own keyboard for a visible field.
    const isInSight = ({ target }) => target.matches(".input") && (target !== this.#entry || paste.open);
    root.addEventListener("focusin", (event) => root.toggleAttribute("data-typing", isInSight(event)));
    root.addEventListener("focusout", () => {
      root.removeAttribute("data-typing");
      this.#dictation.end();
    });
    document.addEventListener("paste", (event) => this.#onPaste(event));
    document.addEventListener("drop", (event) => this.#onPicture(event, event.dataTransfer));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => this.#onKey(event));
    this.#entry.addEventListener("input", (event) => this.#onInput(event));
    this.#draw();
    this.#showChip();
    // Take a word typed before this script loaded.
    if (this.#entry.value !== this.#entry.defaultValue && this.#isWholeWord()) this.#take();
    root.dataset.ready = "";
  }

  /* The section with the field, which stays closed while the typed text fits into the tiles. */
  get paste() {
    return this.root.querySelector('[data-fold="paste"]');
  }

  #draw() {
    const text = this.#entry.value.trim();
    const row = this.root.querySelector('[data-row="current"]');
    if (row) drawLetters(row, text);
    // Set the attribute on the row, since changed tiles would restyle all keys.
    row?.parentElement.toggleAttribute("data-typed", text !== "");
    if (text && !this.#rows.areSeveral) row?.parentElement.scrollIntoView({ block: "nearest" });
    if (row && Array.from(text).length > row.querySelectorAll(".tile").length) this.paste.open = true;
  }

  #setText(text) {
    this.#entry.value = text;
    this.#draw();
  }

  #onSwap(swapIt) {
    this.#dictation.during(swapIt);
    this.#rows.settle();
    this.#draw();
    requestAnimationFrame(() => this.#showChip()); // after the layout that the focus has needed
  }

  /* Scroll the line of words to the current row. */
  #showChip() {
    const chip = this.root.querySelector(".boards-row[aria-current]")?.parentElement;
    if (chip) chip.parentElement.scrollLeft = chip.offsetLeft - chip.parentElement.offsetLeft;
  }

  /* Tiles. */

  /* Mark a tile. The first mark of a row gives its other tiles their default colors. */
  #setMark(tile, mark, wait) {
    const row = tile.closest("[data-tiles]");
    const tiles = tilesOf(row);
    const marks = "waiting" in row.dataset ? startOf(row) : tiles.map(({ dataset }) => dataset.mark);
    marks[tiles.indexOf(tile)] = mark;
    this.#setMarks(row, marks, wait, tile);
    this.#requests.say(tile.dataset[mark]);
  }

  /* Mark tiles and change the address at once, then request the answer. */
  #setMarks(row, marks, wait, touched) {
    const { assumed } = this.#rows;
    this.#rows.paint(row, marks, touched);
    // The next word may be incomplete, so it isn't sent.
    this.#requests.loadSoon({ add: "" }, wait ?? ANSWER_MS);
    this.#requests.recolor(this.#requests.formAddress({ add: "" }).href, touched?.value, assumed);
  }

  async #undo() {
    this.#rows.assumed = this.#requests.assumedBefore ?? [];
    await this.during(() => this.#requests.undo());
    this.catchUp();
  }

  /* Enter asks for missing colors, or focuses the button of the best guess, which the next Enter presses.
     It never sets colors. */
  #finish() {
    if (this.#isUncolored) this.#askColors();
    else if (!this.#rows.isWaiting) this.#focusPlay();
  }

  async #focusPlay() {
    await this.#answered();
    this.root.querySelector("[data-focus=play]")?.focus({ preventScroll: true });
    this.catchUp();
  }

  /* Wait until the answer on the page is for the current colors. */
  async #answered() {
    const address = this.#requests.formAddress({ add: "" });
    if (this.#rows.isStale) await this.during(() => this.#requests.open(address, "replace"));
  }

  /* With several boards, colors may follow after the next word. */
  get #isUncolored() {
    return this.#rows.isWaiting && !this.#rows.areSeveral;
  }

  async #askColors() {
    await this.#answered();
    this.#requests.refuse(this.root.dataset.uncolored);
    if (this.#isUncolored && !document.activeElement.matches(".tile[name]")) this.#focusRow();
    this.catchUp();
  }

  /* Set all tiles of a board with one tap: default colors, solved, or a likely result. */
  #setBoard({ name, children, parentElement }) {
    const row = parentElement.closest(".board-card").querySelector("[data-tiles]");
    const start = startOf(row);
    const pips = Array.from(children[0]?.children ?? [], (pip) => pip.dataset.mark);
    this.#setMarks(row, { gray: start, solved: start.map(() => "correct"), result: pips }[name]);
    this.#focusRow();
  }

  /* Focus the tiles to color next. Digits typed from now on color them in order. */
  #focusRow(typed = "") {
    const row = this.#rows.newest;
    const target = row ? tilesOf(row)[0] : this.root.querySelector(".helper-result [data-focus]");
    target?.focus({ preventScroll: true });
    row?.closest(".board-card, .helper-row").scrollIntoView({ block: "nearest" });
    if (this.#rows.isWaiting) this.#dictation.begin(target, typed);
  }

  #keepFocus() {
    // Focusing the field would open the keyboard of a phone.
    if (document.activeElement !== document.body) return;
    (this.#rows.newest?.querySelector(".tile") ?? this.#entry).focus({ preventScroll: true });
  }

  /* Links and buttons. */

  #onClick(event) {
    const tile = event.target.closest(".tile[name]");
    const typed = event.target.closest('[data-fragment="helper-entry"] .tile');
    const link = event.target.closest("[data-follow]");
    const whole = event.target.closest(".board-card :is([name=gray], [name=solved], [name=result])");
    if (whole) {
      event.preventDefault();
      this.#setBoard(whole);
    } else if (tile) {
      event.preventDefault();
      this.#setMark(tile, turned(tile));
    } else if (typed && this.#isWholeWord()) {
      this.#colorTyped(Array.from(typed.parentElement.children).indexOf(typed));
    } else if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      // A link that adds or replaces a word also gets the colors that were not sent yet.
      const isWord = link.closest('[data-kind="word"], .helper-suggestion > a:not(.helper-mend)');
      const address = isWord ? this.#rows.colored(new URL(link.href)) : link.href;
      // Selecting a row isn't an edit, so it needs no step in the history.
      // A chosen word replaces the typed one.
      const replaced = link.closest(".helper-refusal, .helper-suggestion > a:not(.helper-mend)") && this.#entry.value;
      this.#follow(address, link.matches(".boards-row") ? "replace" : "push", replaced);
    } else if (event.target.closest("[href^='#fix-']")) {
      event.preventDefault();
      this.#showFixes(event.target.hash);
    } else if (event.target.closest("[data-undo]")) {
      this.#undo();
    } else if (event.target.closest("[data-copy]")) {
      const field = this.root.querySelector("[data-share]");
      field.select();
      if (document.execCommand("copy")) this.#requests.say(this.root.dataset.copied); // over plain HTTP too
    }
  }

  /* Add an unlisted word, which is only shown in the tiles so far, when its first tile is tapped. */
  async #colorTyped(place) {
    await this.#submit(null);
    if (this.#rows.isWaiting) this.#setMark(tilesOf(this.#rows.newest)[place], "present");
  }

  /* Show the fixes of a board. Following the link would add a step to the history. */
  #showFixes(hash) {
    const title = this.root.querySelector(hash);
    title.scrollIntoView();
    title.parentElement.querySelector("summary, a")?.focus({ preventScroll: true });
  }

  async #follow(address, history, typed) {
    const before = this.#rows.lines.length;
    const page = await this.#requests.open(address, history);
    if (page && this.#entry.value === typed) this.#setText("");
    if (page && (this.#rows.areSeveral || this.#rows.isWaiting || this.#rows.lines.length > before)) this.#focusRow(typed);
    else this.#keepFocus();
  }

  #onSubmit(event) {
    event.preventDefault();
    const button = event.submitter?.name ? event.submitter : null;
    const tools = [event.submitter, document.activeElement].map((one) => one?.closest(".helper-tools")).find(Boolean);
    if (!button && document.activeElement === this.#entry && !this.#entry.value.trim()) this.#finish();
    else this.#submit(button, [], tools?.dataset.fold);
  }

  /* Send the form. If a new word needs colors, its first tile gets the focus. Keys typed meanwhile are
     queued. `tools` names the row's tools from which it was sent, which are then closed. */
  async #submit(button, keys = [], tools = "") {
    const typed = this.#entry.value;
    // The step that ends here keeps the typed text, so that undo can restore it.
    if (button?.name === "clear") history.replaceState({ ...history.state, typed }, "");
    if (button?.name === "rest" || button?.name === "gray") this.#rows.assumed = [];
    this.queue.unshift(...keys); // before keys typed ahead
    const request = (options) => submitForm(this.root, button, options);
    const page = await this.during(() => this.#requests.load(request, button?.name === "sort" ? "replace" : "push"));
    if (page) this.#onSubmitted(page, button ?? {}, typed, tools);
    if (!(page?.status < 400)) this.#keepColors();
    this.catchUp();
  }

  /* Put colors typed for a row that was refused into the field, after its word. */
  #keepColors() {
    const colors = this.queue.filter(isDigit).join("");
    if (colors) this.#setText(`${this.#entry.value.trim()} ${colors}`);
    this.queue = this.queue.filter((key) => !isDigit(key));
  }

  #onSubmitted(page, { name, value }, typed, tools) {
    const draft = page.document.querySelector("[name=add]");
    this.#entry.toggleAttribute("aria-invalid", draft.hasAttribute("aria-invalid"));
    if (this.#entry.value === typed) this.#setText(draft.value);
    if (name === "clear") this.#requests.forgetRows();
    if (page.status >= 400) this.#requests.sayRefusal();
    else if (this.#rows.isWaiting && document.activeElement.closest(".helper-field")) this.#focusRow();
    else if (name === "gray" || name === "rest") this.#focusRow();
    else if (name === "delete") this.#focusAfterDeletion(value);
    else if (tools) this.#closeTools(tools)?.firstElementChild.focus({ preventScroll: true });
    this.#keepFocus();
  }

  #closeTools(name) {
    const tools = this.root.querySelector(`[data-fold="${name}"]`);
    if (tools) tools.open = false;
    return tools;
  }

  /* Focus the row that has taken the place of a deleted one. */
  #focusAfterDeletion(number) {
    const { lines } = this.#rows;
    this.#closeTools(`row-${number}`);
    lines[Math.min(number, lines.length) - 1]?.[0].focus({ preventScroll: true });
  }

  /* Handle pasted text, because a single-line field would drop the line breaks of a grid. Text pasted
     outside of any field is also read as rows. */
  #onPaste(event) {
    if (this.#onPicture(event, event.clipboardData) || !this.root.isConnected) return;
    const text = event.clipboardData.getData("text");
    const isRows = event.target === this.#entry ? text.trim().includes("\n") : !event.target.matches?.("input, select, textarea");
    if (!isRows || !text.trim()) return;
    event.preventDefault();
    this.#requests.open(this.#requests.formAddress({ add: text }), "push").then((page) => {
      if (page?.status >= 400) this.#requests.sayRefusal();
    });
  }

  #onPicture(event, transfer) {
    const picture = Array.from(transfer?.files ?? []).find(({ type }) => type.startsWith("image/"));
    if (!picture || !this.root.isConnected) return false;
    event.preventDefault();
    const { href } = this.root.querySelector("[data-screenshot]");
    import("./screenshot.js").then(({ readOn }) => readOn(href, picture)).catch(() => this.#requests.showOffline());
    return true;
  }

  /* Keys. Letters write a new row; rows.js handles keys on tiles. */

  #onKey(event) {
    if (isShortcut(event) || !this.root.isConnected) return;
    const isHeld = event.repeat && event.key === "Enter";
    if (this.isBusy || isHeld) {
      event.preventDefault();
      if (!event.repeat) this.press(event.key);
      return;
    }
    const tile = event.target.closest?.(".tile[name]");
    if (event.target === this.#entry) this.#onEntryKey(event);
    else if (event.key === "Enter" && event.target === document.body && !this.#entry.value) this.#finish();
    else if (tile && this.#dictation.press(event.key, tile)) event.preventDefault();
    else if (event.target.closest?.("input, select, textarea") || !isLetter(event.key) || event.repeat) return;
    else if (this.#isUncolored) this.#askColors();
    else this.#entry.focus();
  }

  #onEntryKey(event) {
    if (this.#beginColors(event.key)) event.preventDefault();
    const isBack = event.key === "Backspace" && !this.#entry.value && this.#untake();
    if (!isBack && !(event.key === "ArrowUp" && this.#rows.lines.length)) return;
    event.preventDefault();
    if (!isBack) this.#focusRow();
  }

  /* On-screen letters are never colors, and keep the focus. */
  #onScreenKey(key) {
    if (this.isBusy) this.press(key);
    else if (!this.#entry.value && key === "Backspace") this.#untake();
    else if (!this.#entry.value && key === "Enter") this.#finish();
    else if (key.length > 1 || !this.#isWholeWord()) this.#type(key);
  }

  #type(key) {
    if (key.length === 1) this.#write(key);
    else if (key === "Clear") this.#setText("");
    else if (key === "Backspace") this.#setText(this.#entry.value.slice(0, -1));
    else if (key === "Enter" && this.#entry.value) this.#submit(null);
  }

  /* Add a letter to the typed text, unless the last word still needs colors. */
  #write(letter) {
    if (this.#isUncolored) {
      this.#askColors();
      return;
    }
    if (!matchMedia("(pointer: coarse)").matches) this.#entry.focus({ preventScroll: true });
    this.#setText(this.#entry.value + letter);
    if (this.#isWholeWord()) this.#take();
  }

  /* Send a complete unlisted word when its first color is typed. */
  #beginColors(key) {
    const isColor = isDigit(key) && this.#isWholeWord();
    if (isColor) this.#submit(null, [key]);
    return isColor;
  }

  /* Take a word at its last letter. Pasted text waits for Enter, since more may follow. */
  #onInput(event) {
    // Tiles show no cursor, so text is always added at the end.
    if (!this.paste.open) this.#entry.setSelectionRange(this.#entry.value.length, this.#entry.value.length);
    this.#draw();
    const isTyped = /^insert.*Text$/.test(event.inputType);
    const isAtEnd = this.#entry.selectionEnd === this.#entry.value.length;
    if (isTyped && isAtEnd && this.#isWholeWord()) this.#take();
  }

  #isWholeWord() {
    const letters = Array.from(this.#entry.value.trim().replace(/[ßœæ]/giu, "$&$&")); // two tiles each
    return letters.length === Number(this.root.dataset.length) && letters.every(isLetter);
  }

  /* Add the typed word as a row to be colored. If it isn't listed, the page asks about it, and Enter adds
     it anyway. */
  async #take() {
    const word = this.#entry.value.trim();
    const page = await this.during(() => this.#requests.open(this.#requests.formAddress({ add: "", try: word }), "push"));
    if (page?.document.querySelector("[name=add]").value) {
      this.#requests.say(fragment(this.root, "helper-unknown").textContent.trim());
    } else if (page?.status < 400) {
      this.#setText("");
      if (this.#rows.isWaiting) this.#focusRow(word);
    }
    this.catchUp();
  }

  /* Turn the uncolored row back into typed text, without its last letter. */
  #untake() {
    const { newest, isWaiting, areSeveral } = this.#rows;
    if (!isWaiting || areSeveral || !this.#requests.canUndo) return false;
    const word = newest.textContent.replace(/\s/g, "").toLocaleLowerCase(wordsLang());
    this.#entry.focus({ preventScroll: true });
    this.#entry.value = word.slice(0, -1);
    // A request before the previous page has loaded must not contain the row.
    this.#rows.dropNewest();
    history.back();
    return true;
  }

  /** @override */
  act(key) {
    const tile = document.activeElement.closest(".tile[name]");
    if (tile) this.#dictation.press(key, tile);
    else if (!this.#beginColors(key)) this.#type(key);
  }
}

function isDigit(key) {
  return /^[012]$/.test(key);
}
