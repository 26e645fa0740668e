/** The game on the board: typing into the row, sending a guess, turning its tiles. */

import { PageError, announce, fragment, submitForm } from "./fragments.js";
import { enhanceKeyboard, recolour } from "./keyboard.js";

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

  constructor(root) {
    this.root = root;
    this.form = fragment(root, "form");
    this.input = this.form.elements.guess;
    this.length = Number(root.dataset.length);
  }

  letter(letter) {
    this.put(this.input.value + letter);
  }

  erase() {
    this.put(this.input.value.slice(0, -1));
  }

  async enter() {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await play(this);
    } finally {
      this.isBusy = false;
    }
  }

  put(text) {
    if (this.isBusy) return;
    this.type(text);
    this.input.focus({ preventScroll: true });
  }

  type(text) {
    const letters = Array.from(text.toLowerCase()).filter((letter) => /\p{L}/u.test(letter));
    this.input.value = letters.slice(0, this.length).join("");
    drawTyped(currentRow(this.root), this.input.value);
    sayRefusal(this.root, "");
  }
}

/* A tab left open over midnight asks for the new day's word; where a game is under way, which
   still counts for its day, a link tells of it. */
function watchDay(root, input) {
  if (!root.dataset.seconds) return;
  const left = 1000 * Number(root.dataset.seconds);
  const end = Date.now() + left;
  const renew = () => {
    if (!root.isConnected || document.hidden || Date.now() < end) return;
    if (!input.value && playedRows(root).length === 0) location.reload();
    else tellOfDay(root.querySelector("[data-new-day]"));
  };
  document.addEventListener("visibilitychange", renew);
  setTimeout(renew, left + 1000);
}

function tellOfDay(link) {
  if (!link?.hidden) return;
  link.hidden = false;
  announce(link.textContent);
}

/* Send the guess; what comes back is a row to turn, a refusal, or another page altogether. */
async function play(hand) {
  const { root, form } = hand;
  let page;
  try {
    page = await submitForm(form);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    refuse(root, root.dataset.offline);
    return;
  }
  const fresh = fragment(page.document, "play");
  if (!fresh) refuse(root, page.document.querySelector("[data-error]")?.textContent ?? root.dataset.offline);
  else if (fresh.dataset.puzzle !== root.dataset.puzzle) replace(hand, fresh);
  else await take(hand, fresh);
}

async function take(hand, fresh) {
  const { root, input } = hand;
  const hasTurned = await turnNewRows(root, fresh);
  if (!fragment(fresh, "form")) return finish(hand, fresh);
  recolour(root, fresh);
  takeForm(root, fresh);
  takeStanding(root, fresh);
  const refusal = fragment(fresh, "refusal").textContent.trim();
  if (refusal) refuse(root, refusal);
  else if (hasTurned) input.value = "";
  drawTyped(currentRow(root), input.value);
  if (hasTurned && !refusal) announce(fresh.dataset.announcement);
}

async function finish(hand, fresh) {
  if (fresh.dataset.state === "won") await move(playedRows(hand.root).at(-1), "bounce");
  replace(hand, fresh);
  announce(fresh.dataset.announcement);
  fresh.querySelector("[data-result]")?.focus({ preventScroll: true });
}

/* Put the fresh game in the place of this one: it has ended, or a new day has begun. */
function replace(hand, fresh) {
  hand.leaveKeyboard();
  hand.root.replaceWith(document.adoptNode(fresh));
  takeAddress(fresh);
  enhanceGame(fresh);
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
function takeStanding(root, fresh) {
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
  tile.dataset.emptyLabel ??= tile.getAttribute("aria-label");
  const place = tile.dataset.emptyLabel.slice(0, tile.dataset.emptyLabel.lastIndexOf(","));
  tile.textContent = letter;
  tile.dataset.mark = letter ? "typed" : "empty";
  tile.setAttribute("aria-label", letter ? `${place}, ${letter}` : tile.dataset.emptyLabel);
  if (letter) move(tile, "pop");
}

function sayRefusal(root, text) {
  const line = fragment(root, "refusal");
  if (line.textContent !== text) line.textContent = text;
}

function refuse(root, text) {
  sayRefusal(root, "");
  requestAnimationFrame(() => sayRefusal(root, text));
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
  tile.dataset.mark = fresh.dataset.mark;
  tile.setAttribute("aria-label", fresh.getAttribute("aria-label"));
  delete tile.dataset.emptyLabel;
}

function copyRow(row, fresh) {
  if (row.dataset.row === "played") return;
  row.dataset.row = fresh.dataset.row;
  row.setAttribute("aria-label", fresh.getAttribute("aria-label"));
  Array.from(row.children).forEach((tile, index) => copyTile(tile, fresh.children[index]));
}
