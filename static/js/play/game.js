/** The game: typing into the current row, sending guesses, flipping tiles. */

import { PageError, announce, changed, fragment, submitForm } from "../fragments.js";
import { Typing, drawLetters, enhanceKeyboard, isLetter, recolor, wordsLang } from "./keyboard.js";

const DAY_CHECK_MS = 2000;
const SLOW_MS = 400;
const DOUBLE_PRESS_MS = 400;
const HINT_BUTTONS = { Hint: ".hint-button", Confirm: ".hint-confirm" };
const MAX_QUEUE = 60; // keys: more than six words of eight letters, each with its Enter
const SAME_KEY = { ß: "ss", œ: "oe", æ: "ae", ς: "σ", ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ" };

/** Enhance the game `root`, which already works as a form. */
export async function enhanceGame(root) {
  if (!fragment(root, "form")) (await import("./result.js")).enhanceResult(root);
  else enhanceTurns(root, root.dataset.boards ? await import("./boards.js") : undefined);
}

function enhanceTurns(root, boards) {
  const entry = new Entry(root);
  const { form, input } = entry;
  entry.leaveKeyboard = enhanceKeyboard(root, input, (key) => entry.press(key));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { submitter } = event;
    entry.press(submitter?.name !== "hint" ? "Enter" : submitter.matches(".hint-confirm") ? "Confirm" : "Hint");
  });
  input.addEventListener("input", () => entry.read());
  // While an input method composes text, the field is only drawn, never written.
  input.addEventListener("compositionstart", () => (entry.isComposing = true));
  input.addEventListener("compositionend", () => {
    entry.isComposing = false;
    entry.read();
  });
  root.toggleAttribute("data-typing", document.activeElement === input);
  for (const type of ["focus", "blur"]) {
    input.addEventListener(type, () => root.toggleAttribute("data-typing", type === "focus"));
  }
  input.inputMode = "none";
  input.removeAttribute("maxlength"); // a pasted é can be two characters
  // Keep the focus in the field, so that typing continues after a press of the hint button.
  form.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-hint]")) return;
    event.preventDefault();
    input.focus({ preventScroll: true });
  });
  form.querySelector(".guess-button").tabIndex = -1;
  watchDay(root, input);
  root.dataset.ready = "";
  // Letters typed before this script loaded are in the field; those typed before a visit to the helper
  // are in the session storage.
  entry.show(input.value || keptLetters(root));
  addEventListener("pagehide", () => root.isConnected && keepLetters(root, entry.shown));
  if (boards) enhanceSeveral(root, entry, boards);
}

const TYPED = "typed";

/* The key under which typed letters are stored: the game and the number of the turn. */
function turnName(root) {
  return `${root.dataset.puzzle} ${fragment(root, "form").elements.turn?.value ?? ""}`;
}

function keepLetters(root, letters) {
  try {
    if (letters) sessionStorage.setItem(TYPED, JSON.stringify([turnName(root), letters]));
    else sessionStorage.removeItem(TYPED);
  } catch {
    // The browser refuses the storage.
  }
}

function keptLetters(root) {
  try {
    const [name, letters] = JSON.parse(sessionStorage.getItem(TYPED) ?? "[]");
    return name === turnName(root) ? String(letters) : "";
  } catch {
    return "";
  }
}

function enhanceSeveral(root, entry, boards) {
  entry.boards = boards;
  const leaveBoards = boards.enhanceBoards(root, entry);
  const { leaveKeyboard } = entry;
  entry.leaveKeyboard = () => [leaveKeyboard(), leaveBoards()];
  boards.showCard(root, "");
}

/* The typed letters of the current row. They are sent one guess at a time. */
class Entry extends Typing {
  boards;
  leaveKeyboard;
  shown = "";
  sent = "";
  ending = null;
  isCatchingUp = false;
  isHinting = false;
  isComposing = false;

  constructor(root) {
    super();
    this.root = root;
    this.length = Number(root.dataset.length);
    this.form = fragment(root, "form");
    this.input = this.form.elements.guess;
  }

  /** @override */
  press(key) {
    // Two presses of the hint button count once. Hints and letters don't wait for each other.
    if (HINT_BUTTONS[key] && (this.isHinting || this.queue.includes(key))) return;
    if (!this.isHinting || this.queue.length) super.press(key);
    else if (key === "Enter") this.queue.push(key);
    else this.act(key);
    if (this.queue.length > MAX_QUEUE) this.queue.pop();
    if (this.isBusy) drawAhead(this.root, this.textOf(this.isHinting ? [] : this.queue));
  }

  /** @override */
  act(key) {
    if (HINT_BUTTONS[key]) this.askHint(this.root.querySelector(HINT_BUTTONS[key]));
    else if (key !== "Enter") this.type(this.textOf([key], this.shown));
    // An Enter pressed ahead doesn't send a refused guess again.
    else if (!this.isCatchingUp || this.shown !== this.sent) this.send();
  }

  async send() {
    this.sent = this.shown;
    try {
      await this.during(() => {
        const turn = play(this);
        // Load the animation of the end in advance, since any guess can be the last.
        this.ending ??= import("./ending.js").catch(() => null);
        return turn;
      });
    } finally {
      drawAhead(this.root, "");
    }
    this.isCatchingUp = true;
    this.catchUp();
    this.isCatchingUp = false;
    if (this.isBusy) drawAhead(this.root, this.textOf(this.queue));
  }

  /* Typed letters stay, and a guess typed meanwhile is sent afterwards. */
  async askHint(button) {
    if (button.hidden) return; // pressed ahead of a guess or a hint that hid it
    const hadFocus = button === document.activeElement;
    this.isHinting = true;
    try {
      await this.during(() => play(this, button));
    } finally {
      this.isHinting = false;
    }
    const [next, confirm] = [HINT_BUTTONS.Hint, HINT_BUTTONS.Confirm].map((name) => this.root.querySelector(name));
    if (next?.hidden) this.input.focus({ preventScroll: true });
    else if (hadFocus) (confirm?.hidden === false ? confirm : next)?.focus({ preventScroll: true });
    this.catchUp();
  }

  renewHint(fresh) {
    renewHint(this.root, fresh);
  }

  /* Read the field, which screen readers and dictation fill directly. */
  read() {
    if (!this.isBusy || this.isHinting) this.type(this.input.value);
    else if (!this.isComposing) this.input.value = this.sent;
  }

  type(text) {
    const before = this.shown;
    this.show(text);
    if (this.shown === before) return;
    showRefusal(this.root);
    this.boards?.askWhetherItFits(this.root, this);
  }

  show(text) {
    this.shown = this.textOf(Array.from(text.normalize("NFC")));
    if (!this.isComposing) this.input.value = this.shown;
    // 32 boards are slow on some phones, so eight are drawn at once and letters aren't animated.
    drawTyped(currentRows(this.root).slice(0, 8), this.shown, !this.isCatchingUp && !this.boards);
    this.boards?.afterPaint(() => drawTyped(currentRows(this.root), this.shown, false));
  }

  /* The text of a row after the keys up to the first Enter. A full row ignores letters and keeps its
     message. */
  textOf(keys, text = "") {
    const letters = Array.from(text);
    for (const key of keys) {
      if (key === "Enter") break;
      if (key === "Backspace") letters.pop();
      else if (key === "Clear") letters.length = 0;
      else if (letters.length < this.length && isLetter(key)) letters.push(...this.plain(key));
    }
    return letters.slice(0, this.length).join("");
  }

  /* The letters of the keyboard for a typed letter: without its accent, or "ss" for ß. */
  plain(key) {
    const letter = key.toLocaleLowerCase(wordsLang());
    if (this.root.querySelector(`[data-key="${letter}"]`)) return letter;
    return SAME_KEY[letter] ?? letter.normalize("NFD")[0];
  }
}

/* A tab left open past midnight loads the new day's word; a game in progress, which still counts
   for its day, shows a link to it. A single timer for the whole wait would stop while a laptop
   sleeps. */
function watchDay(root, input) {
  if (!root.dataset.seconds) return;
  const end = Date.now() + 1000 * Number(root.dataset.seconds);
  const renew = () => {
    if (root.isConnected && (document.hidden || Date.now() < end)) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", renew);
    if (!root.isConnected) return;
    if (!input.value && playedRows(root).length === 0) location.reload();
    else announceNewDay(root.querySelector("[data-new-day]"));
  };
  document.addEventListener("visibilitychange", renew);
  const timer = setInterval(renew, DAY_CHECK_MS);
}

function announceNewDay(link) {
  if (!link?.hidden) return;
  link.hidden = false;
  announce(link.textContent);
}

/* Send the guess, or request a hint by its button. The response has a new row, a refusal, or another page. */
async function play(entry, submitter = null) {
  const { root, form } = entry;
  let page;
  try {
    page = await markedBusy(root, inTurn(() => submitForm(form, submitter)));
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    refuse(root, root.dataset.offline);
    return;
  }
  const fresh = fragment(page.document, "play");
  if (!fresh) refuse(root, page.document.querySelector("[data-error]")?.textContent ?? root.dataset.offline);
  else if (!continues(root, fresh)) replace(entry, fresh);
  else await applyPage(entry, fresh);
}

/* All games share one cookie, so tabs send their guesses one after another: concurrent responses
   would overwrite each other's history. Over HTTP there are no locks. */
function inTurn(send) {
  return navigator.locks?.request("session", send) ?? send();
}

/* Mark the row as busy while a slow response is pending. */
async function markedBusy(root, answer) {
  const slow = setTimeout(() => (root.dataset.busy = ""), SLOW_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(slow);
    delete root.dataset.busy;
  }
}

/* Return whether `fresh` is the same game with at least as many rows. It is another game on a new day,
   or after cookies or the history were deleted. */
function continues(root, fresh) {
  const { guesses } = root.dataset;
  if (guesses !== undefined) {
    return fresh.dataset.puzzle === root.dataset.puzzle && fresh.dataset.guesses.startsWith(guesses);
  }
  const theirs = playedRows(fresh);
  const isKept = (row, index) => row.textContent === theirs[index]?.textContent;
  return fresh.dataset.puzzle === root.dataset.puzzle && playedRows(root).every(isKept);
}

async function applyPage(entry, fresh) {
  const { root, input } = entry;
  const ending = fragment(fresh, "form") ? null : await entry.ending;
  const endSkipping = ending?.allowSkipping();
  const hasTurned = await (entry.boards?.turnBoards(root, fresh, turnRow) ?? turnNewRows(root, fresh));
  if (!fragment(fresh, "form")) return finish(entry, fresh, ending).then(endSkipping);
  const keepInView = entry.boards?.keepInView(root);
  recolor(root, fresh);
  updateForm(root, fresh);
  entry.boards?.renew(root, fresh);
  updateStatus(root, fresh);
  const refusal = fragment(fresh, "refusal").childNodes;
  const isTaken = hasTurned && !refusal.length;
  if (isTaken) entry.type("");
  else entry.show(input.value);
  keepInView?.();
  if (refusal.length) refuse(root, ...refusal);
  if (isTaken) announce(fresh.dataset.announcement);
}

async function finish(entry, fresh, ending) {
  const change = () => {
    (ending ? swapRoots : replace)(entry, fresh);
    announce(fresh.dataset.announcement);
    fresh.querySelector("[data-result]")?.focus({ preventScroll: true });
  };
  await (ending?.showEnding(entry.root, fresh, change, { duration, move }) ?? change());
}

/* Replace this game by another one. */
function replace(entry, fresh) {
  swapRoots(entry, fresh);
  enhanceGame(fresh);
  const refusal = fragment(fresh, "refusal")?.childNodes;
  if (refusal?.length) refuse(fresh, ...refusal);
}

function swapRoots(entry, fresh) {
  entry.leaveKeyboard();
  entry.queue = [];
  replaceNotices(entry.root, fresh);
  entry.root.replaceWith(document.adoptNode(fresh));
  changed();
  updateAddress(fresh);
}

/* Replace the notices above the game, such as that it has ended in another tab. */
function replaceNotices(root, fresh) {
  const notices = (shown) => shown.parentElement.querySelectorAll(":scope > .notice");
  notices(root).forEach((notice) => notice.remove());
  root.before(...notices(fresh));
}

/* Update the token, the number of the turn and the label. Typed letters stay. */
function updateForm(root, fresh) {
  const form = fragment(root, "form");
  const theirs = fragment(fresh, "form");
  for (const field of theirs.querySelectorAll("input[type=hidden]")) {
    const own = form.elements.namedItem(field.name);
    if (own) own.value = field.value;
  }
  renewHint(root, fresh);
}

/* Update the label of the field, and the hints and their buttons, of `root` from `fresh`. */
function renewHint(root, fresh) {
  const [label, newLabel] = [root, fresh].map((page) => page.querySelector(".guess-label"));
  if (label && newLabel) label.replaceChildren(...newLabel.childNodes);
  const [line, theirs] = [root, fresh].map((page) => page.querySelector("[data-hint]"));
  if (!line || !theirs) return;
  line.parentElement.toggleAttribute("data-priced", theirs.parentElement.matches("[data-priced]"));
  if (line.textContent !== theirs.textContent) line.replaceChildren(...theirs.childNodes);
  for (const name of Object.values(HINT_BUTTONS)) renewButton(...[root, fresh].map((page) => page.querySelector(name)));
}

function renewButton(button, next) {
  const isOther = button.textContent !== next.textContent || button.hidden !== next.hidden;
  button.value = next.value;
  button.hidden = next.hidden;
  if (!isOther) return;
  button.replaceChildren(...next.childNodes);
  // The second press of a double press must not hit the changed button.
  button.animate({ pointerEvents: ["none", "none"] }, DOUBLE_PRESS_MS);
}

/* Replace the fragments named in `data-swap`, and the address if it contains the game. */
function updateStatus(root, fresh) {
  for (const name of (root.dataset.swap ?? "").split(" ").filter(Boolean)) {
    const theirs = fragment(fresh, name); // missing for the strip for new players once another tab has ended a game
    if (theirs) fragment(root, name).replaceWith(document.adoptNode(theirs));
  }
  updateAddress(fresh);
}

function updateAddress(fresh) {
  if (fresh.dataset.address) history.replaceState(null, "", fresh.dataset.address);
}

function playedRows(root) {
  return Array.from(root.querySelectorAll('.board > [data-row="played"]'));
}

/* The current row of each board, since typed letters are shown on all. */
function currentRows(root) {
  return Array.from(root.querySelectorAll('.board > [data-row="current"]'));
}

function drawTyped(rows, text, pops = true) {
  const tiles = rows.flatMap((row) => drawLetters(row, text));
  if (pops) move(tiles, "pop");
}

/* Show letters typed ahead in the row that they will be in. */
function drawAhead(root, text) {
  const row = currentRows(root)[0]?.nextElementSibling;
  if (row) drawTyped([row], text);
}

function showRefusal(root, ...content) {
  fragment(root, "refusal").replaceChildren(...content);
}

function refuse(root, ...content) {
  const rows = currentRows(root);
  const end = rows[0].getBoundingClientRect().bottom - rows[0].closest(".play-game").getBoundingClientRect().top;
  fragment(root, "refusal").style.setProperty("--row-end", `${end}px`);
  showRefusal(root);
  requestAnimationFrame(() => showRefusal(root, ...content));
  move(rows, "shake");
}

/* Animations. Durations are tokens of the style sheet, so they are 0 without motion. In a hidden page,
   an animation would never start. */

function duration(name) {
  if (document.hidden) return 0;
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)) || 0;
}

/* Animate all elements together, so that 32 boards need one layout instead of 32. */
async function move(elements, motion) {
  if (!elements.length) return;
  for (const { dataset } of elements) delete dataset.motion;
  elements[0].getBoundingClientRect();
  for (const { dataset } of elements) dataset.motion = motion;
  const animations = elements.flatMap((element) => element.getAnimations({ subtree: true }));
  await Promise.allSettled(animations.map(({ finished }) => finished));
  for (const { dataset } of elements) if (dataset.motion === motion) delete dataset.motion;
}

/* Flip the rows that are new in `fresh`, and return whether there were any. */
async function turnNewRows(root, fresh) {
  const own = Array.from(root.querySelector(".board").children);
  const theirs = Array.from(fresh.querySelector(".board").children);
  const isNew = (row, index) => theirs[index]?.dataset.row === "played" && row.dataset.row !== "played";
  const turning = own.filter(isNew);
  for (const row of turning) await turnRow(row, theirs[own.indexOf(row)]);
  own.slice(0, theirs.length).forEach((row, index) => copyRow(row, theirs[index]));
  theirs.slice(own.length).forEach((row) => root.querySelector(".board").append(document.adoptNode(row)));
  return turning.length > 0;
}

async function turnRow(row, fresh) {
  const [flip, stagger] = [duration("flip"), duration("stagger")];
  // Longer words take the same time, and several boards, with many rows, a quarter of it.
  const step = (Math.min(1, 4 / (row.children.length - 1)) * stagger) / (row.closest("[data-boards]") ? 4 : 1);
  const turns = Array.from(row.children, (tile, index) => turnTile(tile, fresh.children[index], flip, index * step));
  await Promise.all(turns);
}

/* Both halves are planned at once: reading the duration again after a tile has changed would cost a layout per tile. */
async function turnTile(tile, fresh, flip, delay) {
  const flat = { transform: "none" };
  const edgeOn = { transform: "rotateX(-90deg)" };
  const closing = tile.animate([flat, edgeOn], { duration: flip, delay, easing: "ease-in" });
  const opening = tile.animate([edgeOn, flat], { duration: flip, delay: delay + flip, easing: "ease-out" });
  await closing.finished;
  copyTile(tile, fresh);
  await opening.finished;
}

function copyTile(tile, fresh) {
  tile.textContent = fresh.textContent;
  for (const { name, value } of fresh.attributes) tile.setAttribute(name, value);
}

function copyRow(row, fresh) {
  if (row.dataset.row === "played") return;
  row.dataset.row = fresh.dataset.row;
  row.setAttribute("aria-label", fresh.getAttribute("aria-label"));
  Array.from(row.children).forEach((tile, index) => copyTile(tile, fresh.children[index]));
}
