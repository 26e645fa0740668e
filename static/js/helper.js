/**
 * The helper without waiting, for one board or several: a tile turns at once, the answer follows.
 * Clicks, the field of words, pastes and pictures are here; the rest is in `helper/`.
 */
import { fragment, submitForm } from "./fragments.js";
import { Requests } from "./helper/requests.js";
import { Typing, drawLetters, enhanceKeyboard, isLetter, isShortcut, wordsLang } from "./play/keyboard.js";
import { Dictation, Rows, startOf, tilesOf, turned } from "./helper/rows.js";

/* After a tap; one that follows at once makes another request. */
const ANSWER_MS = 60;

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
    // For a field in sight a phone brings its own keyboard.
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
    // It was typed before this script came.
    if (this.#entry.value !== this.#entry.defaultValue && this.#isWholeWord()) this.#take();
    root.dataset.ready = "";
  }

  /* The fold of the field, which is out of sight while what is typed fits the tiles. */
  get paste() {
    return this.root.querySelector('[data-fold="paste"]');
  }

  #draw() {
    const text = this.#entry.value.trim();
    const row = this.root.querySelector('[data-row="current"]');
    if (row) drawLetters(row, text);
    // Marks of the tiles would cost a new style of all keys.
    row?.parentElement.toggleAttribute("data-typed", text !== "");
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
    this.#showChip();
  }

  /* The words so far are in one line. */
  #showChip() {
    const chip = this.root.querySelector(".boards-row[aria-current]")?.parentElement;
    if (chip) chip.parentElement.scrollLeft = chip.offsetLeft - chip.parentElement.offsetLeft;
  }

  /* Tiles. */

  /* The first tile that is turned gives the others of its row their starting colors. */
  #setMark(tile, mark, wait) {
    const row = tile.closest("[data-tiles]");
    const tiles = tilesOf(row);
    const marks = "waiting" in row.dataset ? startOf(row) : tiles.map((other) => other.dataset.mark);
    marks[tiles.indexOf(tile)] = mark;
    this.#setMarks(row, marks, wait, tile);
    this.#requests.say(tile.dataset[mark]);
  }

  /* The address changes at once; the answer follows. */
  #setMarks(row, marks, wait, touched) {
    const { assumed } = this.#rows;
    this.#rows.paint(row, marks, touched);
    // The next word may be half typed by then.
    this.#requests.loadSoon({ add: "" }, wait ?? ANSWER_MS);
    this.#requests.recolor(this.#requests.formAddress({ add: "" }).href, touched?.value, assumed);
  }

  async #undo() {
    this.#rows.assumed = this.#requests.assumedBefore ?? [];
    await this.during(() => this.#requests.undo());
    this.catchUp();
  }

  /* Enter leads to what comes next: tiles without colors, which it never gives, or the button of the
     best guess, which the next Enter presses. */
  #finish() {
    if (this.#isUncolored) this.#askColors();
    else if (!this.#rows.isWaiting) this.#focusPlay();
  }

  async #focusPlay() {
    await this.#answered();
    this.root.querySelector("[data-focus=play]")?.focus({ preventScroll: true });
    this.catchUp();
  }

  /* Wait for the answer to the colors on the page. */
  async #answered() {
    const address = this.#requests.formAddress({ add: "" });
    if (this.#rows.isStale) await this.during(() => this.#requests.open(address, "replace"));
  }

  /* Of several boards some may be colored after the next word. */
  get #isUncolored() {
    return this.#rows.isWaiting && !this.#rows.areSeveral;
  }

  async #askColors() {
    await this.#answered();
    this.#requests.refuse(this.root.dataset.uncolored);
    if (this.#isUncolored && !document.activeElement.matches(".tile[name]")) this.#focusRow();
    this.catchUp();
  }

  /* One tap for all tiles of a board: gray but for what is known, solved, or a likely result. */
  #setBoard({ name, children, parentElement }) {
    const row = parentElement.closest(".board-card").querySelector("[data-tiles]");
    const start = startOf(row);
    const pips = Array.from(children[0]?.children ?? [], (pip) => pip.dataset.mark);
    this.#setMarks(row, { gray: start, solved: start.map(() => "correct"), result: pips }[name]);
    this.#focusRow();
  }

  /* Focus the tiles to color next; colors typed from here on belong to them, one after the other. */
  #focusRow(typed = "") {
    const row = this.#rows.newest;
    const target = row ? tilesOf(row)[0] : this.root.querySelector("[data-focus=play]");
    target?.focus({ preventScroll: true });
    row?.closest(".board-card, .helper-row").scrollIntoView({ block: "nearest" });
    if (this.#rows.isWaiting) this.#dictation.begin(target, typed);
  }

  #keepFocus() {
    // Not into the field: that would bring up the keyboard of a phone.
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
      // The next word, or another one for a row, keeps colors that the server has not seen yet.
      const isWord = link.closest('[data-kind="word"], .helper-suggestion');
      const address = isWord ? this.#rows.colored(new URL(link.href)) : link.href;
      // Selecting a row is no edit.
      this.#follow(address, link.matches(".boards-row") ? "replace" : "push");
    } else if (event.target.closest("[data-undo]")) {
      this.#undo();
    } else if (event.target.closest("[data-copy]")) {
      const field = this.root.querySelector("[data-share]");
      field.select();
      if (document.execCommand("copy")) this.#requests.say(this.root.dataset.copied); // over plain HTTP too
    }
  }

  /* A word in no list waits in its tiles: the first of them that is turned adds it. */
  async #colorTyped(place) {
    await this.#submit(null);
    if (this.#rows.isWaiting) this.#setMark(tilesOf(this.#rows.newest)[place], "present");
  }

  async #follow(address, history = "push") {
    const before = this.#rows.lines.length;
    const page = await this.#requests.open(address, history);
    if (page && (this.#rows.areSeveral || this.#rows.lines.length > before)) this.#focusRow();
    else this.#keepFocus();
  }

  #onSubmit(event) {
    event.preventDefault();
    const button = event.submitter?.name ? event.submitter : null;
    if (!button && document.activeElement === this.#entry && !this.#entry.value.trim()) this.#finish();
    else this.#submit(button);
  }

  /* Send the form; a word without its marks leaves the focus on the first of its tiles, and what
     is typed meanwhile counts. */
  async #submit(button, keys = []) {
    const typed = this.#entry.value;
    this.queue.unshift(...keys); // before what is typed ahead
    const request = (options) => submitForm(this.root, button, options);
    const page = await this.during(() => this.#requests.load(request, button?.name === "sort" ? "replace" : "push"));
    if (page) this.#onSubmitted(page, button ?? {}, typed);
    if (!(page?.status < 400)) this.#keepColors();
    this.catchUp();
  }

  /* Colors typed for a row that did not come stay in the field, after its word. */
  #keepColors() {
    const colors = this.queue.filter(isDigit).join("");
    if (colors) this.#setText(`${this.#entry.value.trim()} ${colors}`);
    this.queue = this.queue.filter((key) => !isDigit(key));
  }

  #onSubmitted(page, { name, value }, typed) {
    const draft = page.document.querySelector("[name=add]");
    this.#entry.toggleAttribute("aria-invalid", draft.hasAttribute("aria-invalid"));
    if (this.#entry.value === typed) this.#setText(draft.value);
    if (name === "clear") this.#requests.forgetRows();
    if (page.status >= 400) this.#requests.sayRefusal();
    else if (this.#rows.isWaiting && document.activeElement.closest(".helper-field")) this.#focusRow();
    else if (name === "gray" || name === "rest") this.#focusRow();
    else if (name === "delete") this.#focusAfterDeletion(value);
    this.#keepFocus();
  }

  /* Where a row was deleted, the focus goes to the row in its place. */
  #focusAfterDeletion(number) {
    const { lines } = this.#rows;
    if (!lines.length) return;
    this.root.querySelectorAll(`[data-fold="row-${number}"]`).forEach((fold) => (fold.open = false));
    lines[Math.min(Number(number), lines.length) - 1][0].focus({ preventScroll: true });
  }

  /* A field would lose the lines of a grid; outside all fields a paste is meant for the rows too. */
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

  /* Keys: those on tiles are in rows.js; letters write a new row. */

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

  /* Letters are never colors there, and the focus stays where it is. */
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

  /* Add a letter to what is typed, but to no word that has just been taken. */
  #write(letter) {
    if (this.#isUncolored) {
      this.#askColors();
      return;
    }
    if (!matchMedia("(pointer: coarse)").matches) this.#entry.focus({ preventScroll: true });
    this.#setText(this.#entry.value + letter);
    if (this.#isWholeWord()) this.#take();
  }

  /* The colors of a word that is in no list: they begin where those of any word do. */
  #beginColors(key) {
    const isColor = isDigit(key) && this.#isWholeWord();
    if (isColor) this.#submit(null, [key]);
    return isColor;
  }

  /* A word is taken with its last letter. What is pasted waits for Enter: more may follow it. */
  #onInput(event) {
    // On the tiles there is no place between letters to type at.
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

  /* Show the row of what was typed, whose colors follow, or ask what was meant if it is no word:
     Enter adds it all the same. */
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

  /* The word of the row that waits goes back to what is typed, without its last letter. */
  #untake() {
    const { newest, isWaiting, areSeveral } = this.#rows;
    if (!isWaiting || areSeveral || !this.#requests.canUndo) return false;
    const word = newest.textContent.replace(/\s/g, "").toLocaleLowerCase(wordsLang());
    this.#entry.focus({ preventScroll: true });
    this.#entry.value = word.slice(0, -1);
    // What is typed before the page of before has come is sent without the row.
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
