/**
 * The helper's rows, for one board or several, and the keys on their tiles. Only the server interprets
 * them.
 */

import { isLetter } from "../play/keyboard.js";

const MARKS = ["absent", "present", "correct"];
/* The keys that color a new row. */
const COLORS = { 0: 0, 1: 1, 2: 2, b: 0, x: 0, ".": 0, "-": 0, y: 1, g: 2 };
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };
const TURNS = { ArrowUp: 1, ArrowDown: 2 };

export class Rows {
  isStale = false; // whether the answer on the page is for earlier colors
  #root;
  /* Tiles of the last row, by value, that are gray by default since another one was colored. */
  #assumed = new Set();

  constructor(root) {
    this.#root = root;
  }

  /** Note that the answer on the page is for the current rows. */
  settle() {
    this.isStale = false;
    const row = this.lines.at(-1)?.[0].value.split(".", 1);
    this.assumed = this.assumed.filter((value) => value.startsWith(`${row}.`));
  }

  get assumed() {
    return Array.from(this.#assumed);
  }

  set assumed(values) {
    this.#assumed = new Set(values);
    this.#draw();
  }

  #draw() {
    for (const row of this.#all("[data-tiles]")) {
      const marks = tilesOf(row).map((tile) => {
        const wasAssumed = "assumed" in tile.dataset;
        const isAssumed = tile.toggleAttribute("data-assumed", this.#assumed.has(tile.value));
        if (isAssumed || wasAssumed) this.#label(tile);
        return isAssumed ? "_" : MARKS.indexOf(tile.dataset.mark);
      });
      // Assumed tiles are sent as "_", so that the server never reports untouched tiles as wrong.
      const field = row.querySelector("input");
      if (field.value) field.value = marks.join("");
    }
  }

  /* Name a tile by its mark, and say whether the mark is only assumed. */
  #label(tile) {
    const name = tile.dataset[tile.dataset.mark];
    const text = "assumed" in tile.dataset ? this.#root.dataset.assuming.replace("{tile}", name) : name;
    tile.setAttribute("aria-label", text);
  }

  get areSeveral() {
    return "several" in this.#root.dataset;
  }

  /** The tiles of each row; with several boards, those of each board in the edited row. */
  get lines() {
    return this.#all("[data-tiles]").map(tilesOf);
  }

  /** The tiles to color next: those of the last row, or of the first uncolored board of several. */
  get newest() {
    const waiting = this.#root.querySelector("[data-tiles][data-waiting]");
    return this.areSeveral ? waiting : this.#all("[data-tiles]").at(-1);
  }

  get isWaiting() {
    return this.newest?.dataset.waiting === "";
  }

  /**
   * Mark the tiles of a row, and put the marks into its field for the next request (`act` in edits.py).
   * `touched` is the marked tile; without it, the player has chosen all marks.
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
      delete tile.dataset.wrong;
      tile.setAttribute("aria-label", tile.dataset[marks[place]]);
    });
    row.querySelector("input").value = `${marks}`; // any text: `#draw` writes the marks of fields in use
    this.#draw();
  }

  /** `address` with the fields of marks, as the form sends them. */
  colored(address) {
    for (const { name, value } of this.#all("[data-tiles] > input")) if (value) address.searchParams.set(name, value);
    return address;
  }

  /** Remove the last row from the page and from the form. */
  dropNewest() {
    this.newest?.closest(".helper-row")?.remove();
    this.#all("[name=row]").at(-1)?.remove();
  }

  /** The tile `steps` positions further, across rows. Home and End stay in the row. */
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
 * Keys on tiles: arrows move the focus or change the mark, and 0, 1 and 2 set it. In an uncolored row,
 * each of these digits, or a letter for a color, colors the next tile.
 */
export class Dictation {
  #rows;
  #act;
  /* The tile, by its value, that the next color belongs to. */
  #next = null;

  /** `act` has the callbacks: setMark, finish (the colors), undo, untake, write and askColors. */
  constructor(rows, act) {
    this.#rows = rows;
    this.#act = act;
  }

  /** Let colors typed from now on mark the row of `tile`, whose word `typed` has just been added. */
  begin(tile, typed) {
    this.#next = { tile: tile.value, first: tile.value, typed };
  }

  end() {
    this.#next = null;
  }

  /** Run `action`, which moves the focus temporarily. */
  during(action) {
    const next = this.#next;
    action();
    this.#next = next;
  }

  /** Handle a key on `tile`, and return whether it has a meaning there. */
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
      // After b, g, x or y, a letter may continue a word that begins with them.
      this.#act[next?.isSpelled && !next.isDone ? "askColors" : "write"](key);
    } else if (key in TURNS) {
      this.#act.setMark(tile, turned(tile, TURNS[key]));
    } else if (key in STEPS) {
      this.#rows.neighbor(tile, STEPS[key]).focus();
    }
    return key === "Enter" || isLetter(key) || key in TURNS || key in STEPS;
  }

  /* Typed colors continue from any focused tile. With one board, a digit on a colored tile only corrects it. */
  #beginOn(key, tile) {
    const isWaiting = "waiting" in tile.parentElement.dataset;
    const isOpen = isWaiting || this.#rows.areSeveral || "assumed" in tile.dataset;
    const isColor = /^[012]$/.test(key) ? isOpen : key.toLowerCase() in COLORS && isWaiting;
    this.end();
    if (isColor) this.begin(tile);
  }

  #color(key, tile, next, isFresh) {
    const following = next && this.#beside(tile, 1);
    // After the last tile, the request needs no delay.
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

/** The mark of a tile after some taps. The first one makes an untouched tile yellow. */
export function turned({ dataset }, taps = 1) {
  const mark = "assumed" in dataset ? 0 : Math.max(0, MARKS.indexOf(dataset.mark));
  return MARKS[(mark + taps) % 3];
}

export function tilesOf(row) {
  return Array.from(row.querySelectorAll(".tile"));
}

/** The default marks of a row: known ones, otherwise gray. */
export function startOf(row) {
  return Array.from(row.dataset.start, (digit) => MARKS[digit]);
}
