/** The game on the board: typing into the row, sending a guess, turning its tiles. */

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
  const hand = new Hand(root);
  const { form, input } = hand;
  hand.leaveKeyboard = enhanceKeyboard(root, input, hand);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    hand.enter();
  });
  input.addEventListener("input", () => hand.isBusy || hand.type(input.value));
  input.inputMode = "none";
  form.querySelector("button").tabIndex = -1;
  watchDay(root, input);
  root.dataset.ready = "";
  drawTyped(currentRow(root), input.value);
}

/** What is typed into the current row, and its sending, one guess at a time. */
class Hand {
  isBusy = false;
  ahead = "";

  constructor(root) {
    this.root = root;
    this.form = fragment(root, "form");
    this.input = this.form.elements.guess;
    this.length = Number(root.dataset.length);
  }

  /* What is typed while a row turns belongs to the next one. A full row takes no more, and what was
     said of it stays. */
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
    sayRefusal(this.root);
  }
}

/* A tab left open over midnight asks for the new day's word; where a game is under way, which
   still counts for its day, a link tells of it. One timer for the whole wait would stand still
   while a laptop sleeps. */
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

/* Send the guess; what comes back is a row to turn, a refusal, or another page altogether. */
async function play(hand) {
  const { root, form } = hand;
  let page;
  try {
    page = await patiently(root, submitForm(form));
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    refuse(root, root.dataset.offline);
    return;
  }
  const fresh = fragment(page.document, "play");
  if (!fresh) refuse(root, page.document.querySelector("[data-error]")?.textContent ?? root.dataset.offline);
  else if (!goesOn(root, fresh)) replace(hand, fresh);
  else await take(hand, fresh);
}

/* Where the server takes its time, the row shows that it is being judged. */
async function patiently(root, answer) {
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
function goesOn(root, fresh) {
  const theirs = playedRows(fresh);
  const isKept = (row, index) => row.textContent === theirs[index]?.textContent;
  return fresh.dataset.puzzle === root.dataset.puzzle && playedRows(root).every(isKept);
}

async function take(hand, fresh) {
  const { root, input } = hand;
  const hasTurned = await turnNewRows(root, fresh);
  if (!fragment(fresh, "form")) return finish(hand, fresh);
  recolor(root, fresh);
  takeForm(root, fresh);
  takeStatus(root, fresh);
  const refusal = fragment(fresh, "refusal").childNodes;
  const isTaken = hasTurned && !refusal.length;
  if (isTaken) hand.type(hand.ahead);
  drawTyped(currentRow(root), input.value);
  if (refusal.length) refuse(root, ...refusal);
  if (isTaken) announce(fresh.dataset.announcement);
}

async function finish(hand, fresh) {
  if (fresh.dataset.state === "won") await move(playedRows(hand.root).at(-1), "bounce");
  replace(hand, fresh);
  announce(fresh.dataset.announcement);
  fresh.querySelector("[data-result]")?.focus({ preventScroll: true });
}

/* Put the fresh game in the place of this one: it has ended, or another one has begun. */
function replace(hand, fresh) {
  hand.leaveKeyboard();
  takeNotices(hand.root, fresh);
  hand.root.replaceWith(document.adoptNode(fresh));
  takeAddress(fresh);
  enhanceGame(fresh);
  const refusal = fragment(fresh, "refusal")?.childNodes;
  if (refusal?.length) refuse(fresh, ...refusal);
}

/* What stands above a game that has ended elsewhere says so. */
function takeNotices(root, fresh) {
  const notices = (play) => play.parentElement.querySelectorAll(":scope > .notice");
  notices(root).forEach((notice) => notice.remove());
  root.before(...notices(fresh));
}

/* The token, the turn's number and the label come from the new page; what was typed stays. */
function takeForm(root, fresh) {
  const form = fragment(root, "form");
  for (const field of fragment(fresh, "form").querySelectorAll("input[type=hidden]")) {
    const own = form.elements.namedItem(field.name);
    if (own) own.value = field.value;
  }
  form.querySelector("label").textContent = fragment(fresh, "form").querySelector("label").textContent;
}

/* What else a page names as changing with each guess; its address, where that is the game. */
function takeStatus(root, fresh) {
  for (const name of (root.dataset.swap ?? "").split(" ").filter(Boolean)) {
    fragment(root, name).replaceWith(document.adoptNode(fragment(fresh, name)));
  }
  takeAddress(fresh);
}

function takeAddress(fresh) {
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

function sayRefusal(root, ...content) {
  fragment(root, "refusal").replaceChildren(...content);
}

function refuse(root, ...content) {
  sayRefusal(root);
  requestAnimationFrame(() => sayRefusal(root, ...content));
  move(currentRow(root), "shake");
}

/* Motion. Durations are tokens of the style sheet, so a theme without motion has none here;
   and a page that nobody sees would wait for its first frame. */

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

/* Turn the rows that are played in `fresh` and not yet here; return whether there were any. */
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
