/** The game on the board: typing into the row, sending a guess, flipping its tiles. */

import { PageError, announce, fragment, submitForm } from "./fragments.js";
import { enhanceKeyboard, recolor } from "./keyboard.js";

const DAY_CHECK_MS = 2000;
const SLOW_MS = 400;

/** Play under `root`, which already works as a form. */
export function enhanceGame(root) {
  if (fragment(root, "form")) enhanceTurns(root);
  else enhanceResult(root);
}

async function enhanceResult(root) {
  const { enhanceCountdown, enhanceShare } = await import("./result.js");
  enhanceShare(root);
  enhanceCountdown(root);
}

function enhanceTurns(root) {
  const entry = new Entry(root);
  const { form, input } = entry;
  entry.leaveKeyboard = enhanceKeyboard(root, input, entry);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    entry.enter();
  });
  input.addEventListener("input", () => entry.isBusy || entry.type(input.value));
  input.inputMode = "none";
  form.querySelector("button").tabIndex = -1;
  watchDay(root, input);
  root.dataset.ready = "";
  drawTyped(currentRow(root), input.value);
}

/** What is typed into the current row, and its sending, one guess at a time. */
class Entry {
  isBusy = false;
  ahead = "";

  constructor(root) {
    this.root = root;
    this.form = fragment(root, "form");
    this.input = this.form.elements.guess;
    this.length = Number(root.dataset.length);
  }

  /* What is typed while a row flips belongs to the next one. A full row takes no more letters, and
     keeps its message. */
  letter(letter) {
    if (this.isBusy) this.ahead += letter;
    else if (Array.from(this.input.value).length < this.length) this.put(this.input.value + letter);
  }

  erase() {
    if (this.isBusy) this.ahead = this.ahead.slice(0, -1);
    else this.put(this.input.value.slice(0, -1));
  }

  async enter() {
    if (this.isBusy) return;
    this.isBusy = true;
    this.ahead = "";
    try {
      await play(this);
    } finally {
      this.isBusy = false;
    }
  }

  put(text) {
    this.type(text);
    this.input.focus({ preventScroll: true });
  }

  type(text) {
    const letters = Array.from(text.toLowerCase()).filter((letter) => /\p{L}/u.test(letter));
    this.input.value = letters.slice(0, this.length).join("");
    drawTyped(currentRow(this.root), this.input.value);
    showRefusal(this.root);
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

/* Send the guess; the answer is a row to flip, a refusal, or another page. */
async function play(entry) {
  const { root, form } = entry;
  let page;
  try {
    page = await markedBusy(root, submitForm(form));
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
  const theirs = playedRows(fresh);
  const isKept = (row, index) => row.textContent === theirs[index]?.textContent;
  return fresh.dataset.puzzle === root.dataset.puzzle && playedRows(root).every(isKept);
}

async function applyPage(entry, fresh) {
  const { root, input } = entry;
  const hasTurned = await turnNewRows(root, fresh);
  if (!fragment(fresh, "form")) return finish(entry, fresh);
  recolor(root, fresh);
  updateForm(root, fresh);
  updateStatus(root, fresh);
  const refusal = fragment(fresh, "refusal").childNodes;
  const isTaken = hasTurned && !refusal.length;
  if (isTaken) entry.type(entry.ahead);
  drawTyped(currentRow(root), input.value);
  if (refusal.length) refuse(root, ...refusal);
  if (isTaken) announce(fresh.dataset.announcement);
}

async function finish(entry, fresh) {
  if (fresh.dataset.state === "won") await move(playedRows(entry.root).at(-1), "bounce");
  replace(entry, fresh);
  announce(fresh.dataset.announcement);
  fresh.querySelector("[data-result]")?.focus({ preventScroll: true });
}

/* Replace this game by the fresh one: it has ended, or another one has started. */
function replace(entry, fresh) {
  entry.leaveKeyboard();
  replaceNotices(entry.root, fresh);
  entry.root.replaceWith(document.adoptNode(fresh));
  updateAddress(fresh);
  enhanceGame(fresh);
  const refusal = fragment(fresh, "refusal")?.childNodes;
  if (refusal?.length) refuse(fresh, ...refusal);
}

/* The notices above a game say that it has ended in another tab. */
function replaceNotices(root, fresh) {
  const notices = (play) => play.parentElement.querySelectorAll(":scope > .notice");
  notices(root).forEach((notice) => notice.remove());
  root.before(...notices(fresh));
}

/* The token, the turn's number and the label come from the new page; what was typed stays. */
function updateForm(root, fresh) {
  const form = fragment(root, "form");
  for (const field of fragment(fresh, "form").querySelectorAll("input[type=hidden]")) {
    const own = form.elements.namedItem(field.name);
    if (own) own.value = field.value;
  }
  form.querySelector("label").textContent = fragment(fresh, "form").querySelector("label").textContent;
}

/* The other fragments that a page names in data-swap; and its address, if that holds the game. */
function updateStatus(root, fresh) {
  for (const name of (root.dataset.swap ?? "").split(" ").filter(Boolean)) {
    fragment(root, name).replaceWith(document.adoptNode(fragment(fresh, name)));
  }
  updateAddress(fresh);
}

function updateAddress(fresh) {
  if (fresh.dataset.address) history.replaceState(null, "", fresh.dataset.address);
}

function playedRows(root) {
  return Array.from(root.querySelectorAll('.board > [data-row="played"]'));
}

function currentRow(root) {
  return root.querySelector('.board > [data-row="current"]');
}

function drawTyped(row, text) {
  if (!row) return;
  const letters = Array.from(text);
  Array.from(row.children).forEach((tile, index) => drawLetter(tile, (letters[index] ?? "").toUpperCase()));
}

function drawLetter(tile, letter) {
  if (tile.textContent === letter) return;
  const { empty, typed } = tile.dataset;
  tile.textContent = letter;
  tile.dataset.mark = letter ? "typed" : "empty";
  tile.setAttribute("aria-label", letter ? typed.replace("{}", letter) : empty);
  if (letter) move(tile, "pop");
}

function showRefusal(root, ...content) {
  fragment(root, "refusal").replaceChildren(...content);
}

function refuse(root, ...content) {
  showRefusal(root);
  requestAnimationFrame(() => showRefusal(root, ...content));
  move(currentRow(root), "shake");
}

/* Motion. Durations are tokens of the style sheet, so a theme without motion has none here;
   and a hidden page would wait for its first frame. */

function duration(name) {
  if (document.hidden) return 0;
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)) || 0;
}

async function move(element, motion) {
  delete element.dataset.motion;
  element.getBoundingClientRect();
  element.dataset.motion = motion;
  await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
  if (element.dataset.motion === motion) delete element.dataset.motion;
}

/* Flip the rows that are played in `fresh` and not yet here; return whether there were any. */
async function turnNewRows(root, fresh) {
  const own = Array.from(root.querySelector(".board").children);
  const theirs = Array.from(fresh.querySelector(".board").children);
  const isNew = (row, index) => theirs[index].dataset.row === "played" && row.dataset.row !== "played";
  const turning = own.filter(isNew);
  for (const row of turning) await turnRow(row, theirs[own.indexOf(row)]);
  own.forEach((row, index) => copyRow(row, theirs[index]));
  theirs.slice(own.length).forEach((row) => root.querySelector(".board").append(document.adoptNode(row)));
  return turning.length > 0;
}

async function turnRow(row, fresh) {
  const stagger = duration("stagger");
  const turns = Array.from(row.children, (tile, index) => turnTile(tile, fresh.children[index], index * stagger));
  await Promise.all(turns);
}

async function turnTile(tile, fresh, delay) {
  const half = duration("flip");
  const flat = { transform: "none" };
  const edgeOn = { transform: "rotateX(-90deg)" };
  await tile.animate([flat, edgeOn], { duration: half, delay, easing: "ease-in" }).finished;
  copyTile(tile, fresh);
  await tile.animate([edgeOn, flat], { duration: half, easing: "ease-out" }).finished;
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
