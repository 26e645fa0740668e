/** Boards: equally spaced cells of one size, in rows of 4 to 8. */

import { cellsOf } from "./tiles.js";

// Rows of keys that are as long as a word, to exclude keyboards that no name identifies.
const KEYS = "zxcvbnm,yxcvbnm,wxcvbn,abcdefghijklmnopqrstuvwxyz";

/** Stop reading the page; `kind` is the reason in the address. */
export const refuse = (kind) => {
  throw Error(kind);
};

/* Sort items by a key, and split them where neighbors differ by more than `most`. */
const split = (items, key, most) => {
  const groups = [];
  let before;
  for (const item of [...items].sort((a, b) => key(a) - key(b))) {
    if (before && key(item) - key(before) <= most) groups.at(-1).push(item);
    else groups.push([item]);
    before = item;
  }
  return groups;
};

/* Sort items by a key, and split them at gaps that are wider than the smallest one. */
const atGaps = (items, key) => {
  const places = items.map(key).sort((a, b) => a - b);
  return split(items, key, Math.min(...places.map((place, index) => (index ? place - places[index - 1] : 1e9))) * 1.06 + 2);
};

const across = (cell) => cell.x;
const down = (cell) => cell.y;
const inOrder = (a, b) => a.order - b.order;

/* Merge cells at the same position. If their letters differ, the visible one is unknown. */
const merged = (line) => split(line, across, 3).map((cells) => {
  const lettered = cells.filter((cell) => cell.letter);
  const [first] = [...lettered, ...cells];
  return lettered.some((cell) => cell.letter !== first.letter) ? { ...first, letter: "", isVoid: true } : first;
});

/* Letters are in document order, so that right-to-left rows are read, too. */
const rowOf = (row) => {
  const { x, y } = row[0];
  const cells = row.sort(inOrder);
  const word = cells.map((cell) => cell.letter).join("");
  const filled = cells.findIndex((cell) => !cell.letter);
  return { x, y, cells, word, isFull: filled < 0, isTyped: filled > 0, isBroken: cells.some((cell, place) => cell.isVoid || (filled >= 0 && place > filled && cell.letter)) };
};

/* A board has complete words, then at most one word being typed, then empty rows. */
const boardOf = (rows) => {
  const words = rows.filter((row) => row.isFull);
  const typed = rows.find((row) => row.isTyped);
  const end = words.length;
  if (rows.some((row, index) => row.isBroken || (row.word && index > end) || row.isFull === index >= end)) refuse("gap");
  return { rows, words, typed, cells: rows.flatMap((row) => row.cells) };
};

/* Split the rows of a column into boards. A gap of one row means that the row could not be read. */
const stacked = (column) => {
  const parts = atGaps(column, down);
  const pitch = parts.find((part) => part[1]);
  parts.forEach((part, index) => {
    const gap = index && (part[0].y - parts[index - 1].at(-1).y) / (pitch?.[1].y - pitch?.[0].y);
    if (Math.abs(gap - 2) < 0.06) refuse("gap");
  });
  return parts;
};

/** Return the boards of the page in document order. All must have the same words. */
export const boardsOf = (root) => {
  const stacks = split(cellsOf(root), (cell) => cell.box.offsetWidth, 2)
    .flatMap((cells) => split(split(cells, down, 3).flatMap((line) => atGaps(merged(line), across)).map(rowOf), (row) => row.cells.length, 0))
    .filter(([{ cells }]) => cells.length > 3 && cells.length < 9)
    .flatMap((rows) => split(rows.filter((row) => row.word.length < 4 || !KEYS.includes(row.word)), across, 3))
    .flatMap(stacked);
  // Next to boards with more rows, a single row is the site's name or an example.
  const isAlone = stacks.every((rows) => rows.length < 2);
  const boards = stacks.filter((rows) => isAlone || rows[1]).map(boardOf).sort((a, b) => inOrder(a.cells[0], b.cells[0]));
  const longest = boards.reduce((best, { words }) => (words.length > best.length ? words : best), []);
  if (!longest.length) refuse("none");
  if (boards.some(({ words, rows }) => rows[0].cells.length !== longest[0].cells.length || words.some(({ word }, index) => word !== longest[index].word))) refuse("several");
  return { boards, longest, isAlone };
};
