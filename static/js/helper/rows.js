/**
 * The helper's rows on the page, of one board or of each of several, and the keys on their tiles.
 * What they mean is the server's business.
 */

import { isLetter } from "../play/keyboard.js";

const MARKS = ["absent", "present", "correct"];
/* The colors of a row that has just been added. */
const COLORS = { 0: 0, 1: 1, 2: 2, b: 0, x: 0, ".": 0, "-": 0, y: 1, g: 2 };
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };
const TURNS = { ArrowUp: 1, ArrowDown: 2 };

export class Rows {
  isStale = false; // whether the answer is that of earlier tiles
  #root;
  /* Tiles of the last row, by value, that count as gray since another tile of it got a color. */
  #assumed = new Set();

  constructor(root) {
    this.#root = root;
  }

  /** The answer on the page is the one for these rows. */
  settle() {
    this.isStale = false;
    const row = this.lines.at(-1)?.[0].value.split(".", 1);
    this.assumed = this.assumed.filter((value) => value.startsWith(`${row}.`));
    this.#draw();
    const rest = this.#root.querySelector(".helper-count-rest");
    if (this.#assumed.size && this.#root.querySelector("[data-focus=play]")) rest.textContent = this.#root.dataset.assumed;
  }

  get assumed() {
    return Array.from(this.#assumed);
  }

  set assumed(values) {
    this.#assumed = new Set(values);
  }

  #draw() {
    for (const tile of this.lines.flat()) tile.toggleAttribute("data-assumed", this.#assumed.has(tile.value));
  }

  get areSeveral() {
    return "several" in this.#root.dataset;
  }

  /** The tiles of each row, or of each board in the row that is edited. */
  get lines() {
    return this.#all("[data-tiles]").map(tilesOf);
  }

  /** The tiles to color next: of several boards the first that wait, of one those of its last row. */
  get newest() {
    const waiting = this.#root.querySelector("[data-tiles][data-waiting]");
    return this.areSeveral ? waiting : this.#all("[data-tiles]").at(-1);
  }

  get isWaiting() {
    return this.newest?.dataset.waiting === "";
  }

  /**
   * Give the tiles of a row their marks, and its field for the next request (`act` in edits.py). All
   * are given unless one tile is `touched`.
   */
  paint(row, marks, touched) {
    const isFirst = "waiting" in row.dataset;
    const frame = row.closest(".helper-row, .board-card");
    this.isStale = true;
    for (const element of [row, frame]) delete element.dataset.waiting;
    if (frame.dataset.label) frame.setAttribute("aria-label", frame.dataset.label);
    tilesOf(row).forEach((tile, place) => {
      if (!touched || tile === touched) this.#assumed.delete(tile.value);
      else if (isFirst && tile.dataset.mark === "typed") this.#assumed.add(tile.value);
      tile.dataset.mark = marks[place];
      tile.setAttribute("aria-label", tile.dataset[marks[place]]);
    });
    row.querySelector("input").value = marks.map((mark) => MARKS.indexOf(mark)).join("");
    this.#draw();
  }

  /** `address` with the marks that are on the page as fields of their own, as the form sends them. */
  colored(address) {
    for (const { name, value } of this.#all("[data-tiles] > input")) if (value) address.searchParams.set(name, value);
    return address;
  }

  /** Take the last row away, from what is sent as well. */
  dropNewest() {
    this.newest?.closest(".helper-row")?.remove();
    this.#all("[name=row]").at(-1)?.remove();
  }

  /** The tile so many places further, in the next row after the last; Home and End stay in a row. */
  neighbor(tile, steps) {
    const line = tilesOf(tile.parentElement);
    if (Math.abs(steps) > 1) return steps < 0 ? line[0] : line.at(-1);
    const all = this.lines.flat();
    const isMirrored = tile.closest("[dir]")?.dir === "rtl";
    return all[all.indexOf(tile) + (isMirrored ? -steps : steps)] ?? tile;
  }

  #all(selector) {
    return Array.from(this.#root.querySelectorAll(selector));
  }
}

/**
 * Keys on the tiles: arrows move and turn, 0 1 2 set a mark. Where a row waits for its colors they
 * are dictated: each key colors the next tile.
 */
export class Dictation {
  #rows;
  #act;
  /* The tile, by its value, that the next color belongs to. */
  #next = null;

  /** `act` has what keys ask for: setMark, finish (the colors), undo, untake, write and askColors. */
  constructor(rows, act) {
    this.#rows = rows;
    this.#act = act;
  }

  /** Colors typed from here on belong to the row of `tile`; `typed` is its word, just taken. */
  begin(tile, typed) {
    this.#next = { tile: tile.value, first: tile.value, typed };
  }

  end() {
    this.#next = null;
  }

  /** Do something that moves the focus for a moment. */
  during(action) {
    const next = this.#next;
    action();
    this.#next = next;
  }

  /** Do what a key does on `tile`; return whether it means anything there. */
  press(key, tile) {
    if (this.#next?.tile !== tile.value) this.#beginOn(key, tile);
    const next = this.#next;
    const isColor = next && !next.isDone ? key.toLowerCase() in COLORS : /^[012]$/.test(key);
    const isFresh = next && !next.isDone && next.tile === next.first;
    if (isColor) return this.#color(key.toLowerCase(), tile, next, isFresh);
    if (key === " " && isFresh) return true;
    if (next && key === "Backspace") return isFresh ? next.typed && this.#act.untake() : this.#stepBack(tile, next);
    if (key === "Enter") {
      this.#act.finish();
    } else if (isLetter(key)) {
      // After b, g, x or y it may belong to a word that begins with them.
      this.#act[next?.isSpelled && !next.isDone ? "askColors" : "write"](key);
    } else if (key in TURNS) {
      this.#act.setMark(tile, turned(tile, TURNS[key]));
    } else if (key in STEPS) {
      this.#rows.neighbor(tile, STEPS[key]).focus();
    }
    return key === "Enter" || isLetter(key) || key in TURNS || key in STEPS;
  }

  /* With several boards, colors typed on any tile go on from there. */
  #beginOn(key, tile) {
    const isWaiting = "waiting" in tile.parentElement.dataset;
    const isColor = /^[012]$/.test(key) || (key.toLowerCase() in COLORS && isWaiting);
    this.end();
    if (this.#rows.areSeveral && isColor) this.begin(tile);
  }

  #color(key, tile, next, isFresh) {
    const following = next && this.#beside(tile, 1);
    // After the last of them there is nothing to wait for.
    this.#act.setMark(tile, MARKS[COLORS[key]], next && !following ? 0 : undefined);
    following?.focus();
    const isSpelled = isLetter(key) && (isFresh || next?.isSpelled);
    if (next) this.#next = { ...next, tile: (following ?? tile).value, isDone: !following, isSpelled };
    return true;
  }

  #stepBack(tile, next) {
    const last = next.isDone ? tile : this.#beside(tile, -1);
    last.focus();
    this.#next = { ...next, tile: last.value, isDone: false };
    this.#act.undo();
    return true;
  }

  #beside(tile, steps) {
    const tiles = this.#rows.areSeveral ? this.#rows.lines.flat() : tilesOf(tile.parentElement);
    return tiles[tiles.indexOf(tile) + steps];
  }
}

/** The mark of a tile after some taps; the first one makes it yellow. */
export function turned({ dataset }, taps = 1) {
  const mark = "assumed" in dataset ? 0 : Math.max(0, MARKS.indexOf(dataset.mark));
  return MARKS[(mark + taps) % 3];
}

export function tilesOf(row) {
  return Array.from(row.querySelectorAll(".tile"));
}

/** The marks that a row starts with: gray but for what is known. */
export function startOf(row) {
  return Array.from(row.dataset.start, (digit) => MARKS[digit]);
}
