/** Several boards: selecting one by key, tap or swipe, and checking whether a word still fits any. */

import { PageError, announce, fetchPage, fragment } from "../fragments.js";
import { isShortcut, recolor } from "./keyboard.js";

const FITS_AFTER_MS = 250;
const SWIPE_PX = 48;
const OPEN = '.cards > [data-state="open"]';
const ROWS_SO_FAR = '.row:not([data-row="later"])';
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Let clicks, swipes and the arrow keys select a board of `root`, and Escape none. The server renders
 * the selected board, with the letters of `entry`. Return a function that removes the listeners.
 */
export function enhanceBoards(root, entry) {
  const stop = new AbortController();
  const { signal } = stop;
  const space = root.querySelector(".board-space");
  space.addEventListener("click", (event) => onClick(event, root, entry), { signal });
  // A press selects a board, but the focus stays in the field, and thus the cursor in the typed row.
  space.addEventListener("mousedown", (event) => onMouseDown(event, entry), { signal });
  space.addEventListener("pointerdown", (event) => onPointerDown(event, space, root, entry), { signal });
  document.addEventListener("keydown", (event) => onKeyDown(event, root, entry), { signal });
  entry.input.addEventListener("input", () => askWhetherItFits(root, entry), { signal });
  const hintButton = root.querySelector(".hint-button");
  hintButton.addEventListener("click", (event) => selectFollowing(event, root, entry), { signal });
  entry.show(entry.input.value); // on all boards
  return () => stop.abort();
}

function onMouseDown(event, entry) {
  if (event.button || !event.target.closest("[data-card]")) return;
  event.preventDefault();
  entry.input.focus({ preventScroll: true });
}

function onClick(event, root, entry) {
  const card = event.target.closest("[data-card]");
  if (!card || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (event.target.closest(".card-next")) select(root, entry, neighbor(root, 1, largeNumber(root)));
  else select(root, entry, selectedNumber(root) === card.dataset.card ? "" : card.dataset.card);
}

/* After the last hint of a board, the button selects the next board. */
function selectFollowing(event, root, entry) {
  const [, number] = /^board-(\d+)$/.exec(event.currentTarget.value) ?? [];
  if (!number) return;
  event.preventDefault();
  select(root, entry, number);
}

/* A swipe to the left selects the next board. The browser cancels vertical swipes, which scroll. */
function onPointerDown({ pointerId, pointerType, clientX, clientY }, space, root, entry) {
  if (pointerType === "mouse") return;
  const onEnd = (event) => {
    if (event.pointerId !== pointerId) return;
    for (const type of ["pointerup", "pointercancel"]) document.removeEventListener(type, onEnd);
    const [across, down] = [event.clientX - clientX, event.clientY - clientY];
    if (event.type === "pointercancel" || Math.abs(across) < Math.max(SWIPE_PX, 2 * Math.abs(down))) return;
    select(root, entry, neighbor(root, across < 0 ? 1 : -1, largeNumber(root)));
  };
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, onEnd);
}

function onKeyDown(event, root, entry) {
  if (isShortcut(event) || event.target.closest("textarea, select, details")) return;
  if (event.key === "Escape" && selectedNumber(root)) select(root, entry, "");
  if (!(event.key in STEPS)) return;
  event.preventDefault();
  select(root, entry, neighbor(root, STEPS[event.key]));
}

function selectedNumber(root) {
  return fragment(root, "form").elements.board.value;
}

/* The number of the large board, which may be unselected. */
function largeNumber(root) {
  return root.querySelector(".large-card > .card")?.dataset.card ?? selectedNumber(root);
}

/* The number of the nearest unsolved board before or after the board `from`. */
function neighbor(root, step, from = selectedNumber(root)) {
  const open = openNumbers(root);
  const place = open.indexOf(from);
  if (place < 0) return open.at(step > 0 ? 0 : -1) ?? "";
  return open[(place + step + open.length) % open.length];
}

/* The form's field changes at once, so that the next arrow key continues from it. */
async function select(root, entry, number) {
  const { board } = fragment(root, "form").elements;
  board.value = number;
  const { unselect } = fragment(root, "boards").dataset;
  const facts = new URLSearchParams(number ? { board: number } : {});
  if (root.querySelector("[data-priced]")) facts.set("hint", "ask"); // the price stays in view
  const page = await pageOf(`${unselect}?${facts}`);
  if (board.value !== number) return;
  const fresh = page && fragment(page.document, "play");
  if (!fresh || entry.isBusy || fresh.dataset.guesses !== root.dataset.guesses) {
    board.value = root.querySelector(".cards > [data-selected]")?.dataset.card ?? "";
    return;
  }
  recolor(root, fresh);
  renew(root, fresh);
  entry.renewHint(fresh);
  entry.show(entry.input.value);
  const keys = root.querySelector(".keyboard").getAttribute("aria-label");
  if (!number) return announce(keys);
  showCard(root, number);
  announce(`${describe(root.querySelector(`[data-card="${number}"]`))}. ${keys}`);
}

/* The labels of a board and of its last row. */
function describe(card) {
  const row = Array.from(card.querySelectorAll('[data-row="played"]')).at(-1);
  return [card, row].flatMap((element) => element?.getAttribute("aria-label") ?? []).join(". ");
}

/** Update the boards of `root` from `fresh`. */
export function renew(root, fresh) {
  morph(fragment(root, "boards"), fragment(fresh, "boards"));
}

/* Update element by element, so that unchanged ones (nearly all of 32 boards) need no layout. */
function morph(own, fresh) {
  for (const { name } of Array.from(own.attributes)) if (!fresh.hasAttribute(name)) own.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (own.getAttribute(name) !== value) own.setAttribute(name, value);
  morphChildren(own, fresh);
}

function morphChildren(own, fresh) {
  let next = own.firstChild;
  for (const node of Array.from(fresh.childNodes)) {
    if (next?.nodeName !== node.nodeName) {
      own.insertBefore(document.adoptNode(node), next);
      continue;
    }
    if (node.nodeType === Node.ELEMENT_NODE) morph(next, node);
    else if (next.data !== node.data) next.data = node.data;
    next = next.nextSibling;
  }
  while (next) {
    const rest = next;
    next = rest.nextSibling;
    rest.remove();
  }
}

/** Scroll a board and its last row into view, by default those of the first unsolved board. */
export function showCard(root, number) {
  const query = number ? `.cards > [data-card="${number}"]` : OPEN;
  const card = root.querySelector(query);
  card?.scrollIntoView({ block: "nearest" });
  lastRow(card)?.scrollIntoView({ block: "nearest" });
}

/**
 * Return a function that scrolls a board back into view while it is unsolved: the selected one, or
 * else the first whose last row is in view now.
 */
export function keepInView(root) {
  const space = root.querySelector(".board-space").getBoundingClientRect();
  const isInView = (card) => {
    const { top, bottom } = lastRow(card).getBoundingClientRect();
    return top > space.top - 1 && bottom < space.bottom + 1;
  };
  const numbers = openNumbers(root, isInView);
  numbers.unshift(selectedNumber(root));
  return () => {
    const open = openNumbers(root);
    showCard(root, numbers.find((number) => open.includes(number)));
  };
}

function lastRow(card) {
  return Array.from(card?.querySelectorAll(ROWS_SO_FAR) ?? []).at(-1);
}

function openNumbers(root, isWanted = () => true) {
  return Array.from(root.querySelectorAll(OPEN)).filter(isWanted).map((card) => card.dataset.card);
}

async function pageOf(url) {
  try {
    return await fetchPage(url);
  } catch (error) {
    if (error instanceof PageError) return null;
    throw error;
  }
}

/** Call `draw` after the next paint. */
export function afterPaint(draw) {
  requestAnimationFrame(() => setTimeout(draw));
}

let asking = 0;

/** Ask the server whether a complete word still fits any board, and show a note if not. */
export function askWhetherItFits(root, entry) {
  clearTimeout(asking);
  const note = fragment(root, "fits");
  note.replaceChildren();
  const word = entry.shown;
  if (Array.from(word).length < entry.length || !root.dataset.guesses) return;
  asking = setTimeout(async () => {
    const { unselect } = fragment(root, "boards").dataset;
    const page = await pageOf(`${unselect}?typed=${encodeURIComponent(word)}`);
    const fresh = page && fragment(page.document, "fits");
    if (fresh && entry.shown === word && !entry.isBusy) fragment(root, "fits").replaceChildren(...fresh.childNodes);
  }, FITS_AFTER_MS);
}

/** Flip the rows that are new in `fresh`, and return whether there were any. */
export async function turnBoards(root, fresh, turnRow) {
  const turning = turningRows(root, fresh);
  // Rows that shrink for one more do so right after the press, not after their turn.
  if (turning.length) fragment(root, "boards").dataset.turn = fragment(fresh, "boards").dataset.turn;
  await Promise.all(turning.map(([row, theirs]) => turnRow(row, theirs)));
  root.dataset.guesses = fresh.dataset.guesses;
  return turning.length > 0;
}

/* The rows to flip, each with its new version. */
function turningRows(root, fresh) {
  if (root.dataset.guesses === fresh.dataset.guesses) return [];
  const cards = Array.from(root.querySelectorAll("[data-card]"));
  const pairs = cards.map((card) => [
    card.querySelector('[data-row="current"], [data-row="empty"]'),
    Array.from(counterpart(card, fresh)?.querySelectorAll('[data-row="played"]') ?? []).at(-1),
  ]);
  return pairs.filter(([own, theirs]) => own && theirs);
}

function counterpart(card, fresh) {
  const place = card.closest(".large-card") ? ".large-card" : ".cards";
  return fresh.querySelector(`${place} > [data-card="${card.dataset.card}"]`);
}
