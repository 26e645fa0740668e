/** Reads the game, or the statistics, that the page shows, and goes to the helper with them. */

import { boardsOf, refuse } from "./boards.js";
import { markRows } from "./marks.js";
import { statisticsOf } from "./statistics.js";
import { plainText } from "./tiles.js";

const MAX_PLAIN = 1500; // characters of a query before its marks are written in short

/* A page of this game itself says its rows in an address: in its link to the helper, or its own. */
const ownQuery = () => {
  const link = document.querySelector("[data-puzzle] [data-fragment=helper]") || (location.pathname.endsWith("/helper") && location);
  return /[?&](row|packed)=/.test(link.search) && link.search.slice(1);
};

/* Marks of 4 to 8 letters as two or three digits of base 36; what is no marks stays a sign. */
const shortMarks = (marks, size) => (marks > "." ? parseInt(marks, 3).toString(36).padStart(size > 6 ? 3 : 2, "0") : marks || "_");

const queryOf = (fields) => fields.filter((field) => field[1]).map(([called, value]) => called + "=" + encodeURIComponent(value)).join("&");

const rowsQuery = () => {
  const { boards, longest, isAlone } = boardsOf(document);
  const doubts = [markRows(boards)];
  const isSolved = (board) => board.words.some((row) => /^2+$/.test(row.marks));
  const isMarked = (board) => board.words.some((row) => row.marks);
  const open = boards.filter((board) => !isSolved(board));
  const last = longest.length - 1;
  // A last row without marks, where others have them, is still being typed.
  const isTyped = open.some(isMarked) && open.every((board) => board.words[last] && !board.words[last].marks && !board.words[last].isNamed);
  // Boards that wait for their turn show no marks, and come after the one whose turn it is.
  const isInTurn = boards.some(isMarked) && !boards.every(isMarked);
  if (isInTurn && !open.every((board, index) => isMarked(board) === !index)) refuse("letters");
  const rows = longest.slice(0, isTyped ? last : last + 1).map(({ word }, row) => [word, boards.map((board, number) => {
    const seen = board.words[row];
    if (isInTurn && !isMarked(board)) return "-";
    // A solved board has no more rows.
    if (!seen) return isSolved(board) ? "-" : refuse("several");
    if (seen.marks) for (const place of isAlone ? [...word].keys() : seen.doubts) doubts.push([row, place, number].join("."));
    return seen.marks;
  })]);
  const query = (toText) => queryOf([
    ...rows.map(([word, marks]) => ["row", word + ":" + toText(marks, word.length)]),
    ["boards", boards[1] && boards.length],
    ["order", isInTurn && "in-turn"],
    ["typed", isTyped ? longest[last].word : boards.find((board) => board.typed)?.typed.word],
    ...doubts.map((doubt) => ["doubt", doubt]),
  ]);
  const inFull = query((marks) => marks.join("."));
  return [open.length, inFull.length > MAX_PLAIN ? query((marks, size) => "~" + marks.map((digits) => shortMarks(digits, size)).join("")) : inFull];
};

const read = () => {
  let outcome;
  try {
    const query = ownQuery();
    if (query) return query;
    const [open, rows] = rowsQuery();
    if (open) return rows;
    outcome = rows;
  } catch ({ message }) {
    outcome = "problem=" + message;
  }
  // Figures are shown when a game is over, or without one.
  const statistics = statisticsOf(plainText);
  return statistics ? queryOf(statistics) : outcome;
};

/** Read twice, until both readings agree, and go to `address` with what was read. */
export const go = async (address, pause) => {
  let query;
  for (let tries = 6; tries--; await new Promise((done) => setTimeout(done, pause))) {
    const again = read();
    if (again === query) break;
    query = tries ? again : "problem=moving";
  }
  location.href = address + "?v=1&" + query;
};
