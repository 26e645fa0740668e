/** Several boards: one of them selected, the next one in view, and whether a word still fits. */

import { PageError, announce, fetchPage, fragment, swap } from "../fragments.js";
import { recolor } from "./keyboard.js";

const FITS_AFTER_MS = 250;
const OPEN = '.cards > [data-state="open"]';
const LAST_ROW = '.row:nth-last-child(1 of :not([data-row="later"]))';
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Select a board of `root` by a click or the arrow keys, and none by Escape; `entry` is what is
 * typed. The page of the selected board comes from the server. Return what ends all that.
 */
export function enhanceBoards(root, entry) {
  const stop = new AbortController();
  const { signal } = stop;
  const space = root.querySelector(".board-space");
  space.addEventListener("click", (event) => onClick(event, root, entry), { signal });
  document.addEventListener("keydown", (event) => onKeyDown(event, root, entry), { signal });
  entry.input.addEventListener("input", () => askWhetherItFits(root, entry), { signal });
  return () => stop.abort();
}

function onClick(event, root, entry) {
  const card = event.target.closest("[data-card]");
  if (!card || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  select(root, entry, selectedNumber(root) === card.dataset.card ? "" : card.dataset.card);
}

function onKeyDown(event, root, entry) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("textarea, select, details")) return;
  if (event.key === "Escape" && selectedNumber(root)) select(root, entry, "");
  if (!(event.key in STEPS)) return;
  event.preventDefault();
  select(root, entry, neighbor(root, STEPS[event.key]));
}

function selectedNumber(root) {
  return fragment(root, "form").elements.board.value;
}

/* The next board that is not solved, before or after the selected one. */
function neighbor(root, step) {
  const open = openNumbers(root);
  const place = open.indexOf(selectedNumber(root));
  if (place < 0) return open.at(step > 0 ? 0 : -1) ?? "";
  return open[(place + step + open.length) % open.length];
}

/* The form knows at once, so that the next arrow goes on from there. */
async function select(root, entry, number) {
  const { board } = fragment(root, "form").elements;
  board.value = number;
  const { unselect } = fragment(root, "boards").dataset;
  const page = await pageOf(number ? `${unselect}?board=${number}` : unselect);
  if (board.value !== number) return;
  const fresh = page && fragment(page.document, "play");
  if (!fresh || entry.isBusy || fresh.dataset.guesses !== root.dataset.guesses) {
    board.value = root.querySelector(".cards > [data-selected]")?.dataset.card ?? "";
    return;
  }
  recolor(root, fresh);
  swap(page.document, ["boards"]);
  entry.show(entry.input.value);
  if (!number) return;
  showCard(root, number);
  announce(describe(root.querySelector(`[data-card="${number}"]`)));
}

/* A board and its last row, as they are named. */
function describe(card) {
  const row = Array.from(card.querySelectorAll('[data-row="played"]')).at(-1);
  return [card, row].flatMap((each) => each?.getAttribute("aria-label") ?? []).join(". ");
}

/** Bring a board and its last row into view, by default of the first that is not solved. */
export function showCard(root, number) {
  const query = number ? `.cards > [data-card="${number}"]` : OPEN;
  const card = root.querySelector(query);
  card?.scrollIntoView({ block: "nearest" });
  card?.querySelector(LAST_ROW)?.scrollIntoView({ block: "nearest" });
}

/**
 * Return what keeps in view the selected board, or else the first one whose last row is in view now,
 * if it stays unsolved.
 */
export function keepInView(root) {
  const space = root.querySelector(".board-space").getBoundingClientRect();
  const isInView = (card) => {
    const { top, bottom } = card.querySelector(LAST_ROW).getBoundingClientRect();
    return top > space.top - 1 && bottom < space.bottom + 1;
  };
  const numbers = openNumbers(root, isInView);
  numbers.unshift(selectedNumber(root));
  return () => {
    const open = openNumbers(root);
    showCard(root, numbers.find((number) => open.includes(number)));
  };
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

let asking = 0;

/** Show whether the word typed fits no board any more, once its last letter has come. */
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

/** Turn the rows of `root` that are played in `fresh`; return whether there were any. */
export async function turnBoards(root, fresh, turnRow) {
  const turning = turningRows(root, fresh);
  await Promise.all(turning.map(([row, theirs]) => turnRow(row, theirs)));
  root.dataset.guesses = fresh.dataset.guesses;
  return turning.length > 0;
}

/* In pairs. */
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
