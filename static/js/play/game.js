/** The game on the board: typing into the row, sending a guess, flipping its tiles. */

import { PageError, announce, changed, fragment, submitForm } from "../fragments.js";
import { Typing, drawLetters, enhanceKeyboard, isLetter, recolor, wordsLang } from "./keyboard.js";

const DAY_CHECK_MS = 2000;
const SLOW_MS = 400;
const DOUBLE_PRESS_MS = 400;
const MAX_QUEUE = 60; // keys: more than six words of eight letters, each with its Enter
const SAME_KEY = { ß: "ss", œ: "oe", æ: "ae", ς: "σ", ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ" };

/** Play under `root`, which already works as a form. */
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
    entry.press(event.submitter?.name === "hint" ? "Hint" : "Enter");
  });
  input.addEventListener("input", () => entry.read());
  // An input method owns the field until it is done: its text is drawn, and not written over.
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
  // As on the keys: typing continues after a press of the hint button or beside it.
  form.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-hint]")) return;
    event.preventDefault();
    input.focus({ preventScroll: true });
  });
  form.querySelector("button").tabIndex = -1;
  watchDay(root, input);
  root.dataset.ready = "";
  // What was typed before this script came is in the field; before a look at the helper, in the tab.
  entry.show(input.value || keptLetters(root));
  addEventListener("pagehide", () => root.isConnected && keepLetters(root, entry.shown));
  if (boards) enhanceSeveral(root, entry, boards);
}

const TYPED = "typed";

/* Letters belong to a turn of a game: to the guesses made, whichever way the player comes back. */
function turnName(root) {
  return `${root.dataset.puzzle} ${fragment(root, "form").elements.turn?.value ?? ""}`;
}

function keepLetters(root, letters) {
  try {
    if (letters) sessionStorage.setItem(TYPED, JSON.stringify([turnName(root), letters]));
    else sessionStorage.removeItem(TYPED);
  } catch {
    // A browser that stores nothing keeps no letters.
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

/* What is typed into the current row, and its sending, one guess at a time. */
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
    // A hint asked for twice at once is one, and waits for no letter, nor they for it.
    if (key === "Hint" && (this.isHinting || this.queue.includes(key))) return;
    if (!this.isHinting || this.queue.length) super.press(key);
    else if (key === "Enter") this.queue.push(key);
    else this.act(key);
    if (this.queue.length > MAX_QUEUE) this.queue.pop();
    if (this.isBusy) drawAhead(this.root, this.textOf(this.isHinting ? [] : this.queue));
  }

  /** @override */
  act(key) {
    if (key === "Hint") this.askHint();
    else if (key !== "Enter") this.type(this.textOf([key], this.shown));
    // A guess that was refused is not sent once more just because Enter was pressed ahead.
    else if (!this.isCatchingUp || this.shown !== this.sent) this.send();
  }

  async send() {
    this.sent = this.shown;
    try {
      await this.during(() => {
        const turn = play(this);
        // Any guess can be the last, and the end of a game is to wait for nothing.
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

  /* What is typed stays, and a guess may follow that was typed meanwhile. */
  async askHint() {
    this.isHinting = true;
    try {
      await this.during(() => play(this, this.form.elements.hint));
    } finally {
      this.isHinting = false;
    }
    if (this.form.elements.hint.disabled) this.input.focus({ preventScroll: true });
    this.catchUp();
  }

  renewHint(fresh) {
    renewHint(this.root, fresh);
  }

  /* The field itself is filled by a screen reader or by dictation. */
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
    // On a slow phone 32 boards take long: eight are drawn at once, and no letter pops.
    drawTyped(currentRows(this.root).slice(0, 8), this.shown, !this.isCatchingUp && !this.boards);
    this.boards?.afterPaint(() => drawTyped(currentRows(this.root), this.shown, false));
  }

  /* What a row holds after the keys up to the first Enter. A full row takes no more letters, and
     keeps its message. */
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

  /* Of a letter without a key only the accent is lost; ß is ss. */
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

/* Send the guess, or by its button ask for a hint; the answer is a row to flip, a refusal, or another page. */
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

/* All games are in one cookie: a tab sends its guess when another one has its answer, or the later
   answer would replace what the earlier one saved. Plain HTTP has no locks. */
function inTurn(send) {
  return navigator.locks?.request("session", send) ?? send();
}

/* If the server is slow, the row shows that it is being checked. */
async function markedBusy(root, answer) {
  const slow = setTimeout(() => (root.dataset.busy = ""), SLOW_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(slow);
    delete root.dataset.busy;
  }
}

/* Whether `fresh` is this game with as many rows or more: not another day, nor a game begun anew
   because cookies or history have been deleted meanwhile. */
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

/* Replace this game by another one that has started. */
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

/* The notices above a game say that it has ended in another tab. */
function replaceNotices(root, fresh) {
  const notices = (shown) => shown.parentElement.querySelectorAll(":scope > .notice");
  notices(root).forEach((notice) => notice.remove());
  root.before(...notices(fresh));
}

/* The token, the turn's number and the label come from the new page; what was typed stays. */
function updateForm(root, fresh) {
  const form = fragment(root, "form");
  const theirs = fragment(fresh, "form");
  for (const field of theirs.querySelectorAll("input[type=hidden]")) {
    const own = form.elements.namedItem(field.name);
    if (own) own.value = field.value;
  }
  form.querySelector("label").textContent = theirs.querySelector("label").textContent;
  renewHint(root, fresh);
}

/* Give the line and the button of `root` the hints that `fresh` has. */
function renewHint(root, fresh) {
  const [line, theirs] = [root, fresh].map((page) => page.querySelector("[data-hint]"));
  if (!line || !theirs) return;
  if (line.textContent !== theirs.textContent) line.replaceChildren(...theirs.childNodes);
  const [button, next] = [root, fresh].map((page) => page.querySelector('[name="hint"]'));
  button.value = next.value;
  button.disabled = next.disabled;
  button.hidden = next.hidden;
  if (button.textContent === next.textContent) return;
  button.replaceChildren(...next.childNodes);
  // The second press of two finds no other button under it.
  button.animate({ pointerEvents: ["none", "none"] }, DOUBLE_PRESS_MS);
}

/* The other fragments that a page names in data-swap; and its address, if that holds the game. */
function updateStatus(root, fresh) {
  for (const name of (root.dataset.swap ?? "").split(" ").filter(Boolean)) {
    const theirs = fragment(fresh, name); // lacks the strip for new players once another tab has ended a game
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

/* With several boards, what is typed stands on each of them. */
function currentRows(root) {
  return Array.from(root.querySelectorAll('.board > [data-row="current"]'));
}

function drawTyped(rows, text, pops = true) {
  const tiles = rows.flatMap((row) => drawLetters(row, text));
  if (pops) move(tiles, "pop");
}

/* What is typed ahead is seen in the row where it will stand. */
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

/* Motion. Durations are tokens of the style sheet, so a theme without motion has none here;
   and a hidden page would wait for its first frame. */

function duration(name) {
  if (document.hidden) return 0;
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)) || 0;
}

/* Together, so that 32 boards are laid out once, not 32 times. */
async function move(elements, motion) {
  if (!elements.length) return;
  for (const { dataset } of elements) delete dataset.motion;
  elements[0].getBoundingClientRect();
  for (const { dataset } of elements) dataset.motion = motion;
  const animations = elements.flatMap((element) => element.getAnimations({ subtree: true }));
  await Promise.allSettled(animations.map(({ finished }) => finished));
  for (const { dataset } of elements) if (dataset.motion === motion) delete dataset.motion;
}

/* Flip the rows that are played in `fresh` and not yet here; return whether there were any. */
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
  // Longer words take no longer, and of several boards there are many rows to turn.
  const stagger = (Math.min(1, 4 / (row.children.length - 1)) * duration("stagger")) / (row.closest("[data-boards]") ? 4 : 1);
  const turns = Array.from(row.children, (tile, index) => turnTile(tile, fresh.children[index], index * stagger));
  await Promise.all(turns);
}

async function turnTile(tile, fresh, delay) {
  const flat = { transform: "none" };
  const edgeOn = { transform: "rotateX(-90deg)" };
  await tile.animate([flat, edgeOn], { duration: duration("flip"), delay, easing: "ease-in" }).finished;
  copyTile(tile, fresh);
  await tile.animate([edgeOn, flat], { duration: duration("flip"), easing: "ease-out" }).finished;
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
