/** Reads the game or the statistics of the current page, and opens the helper with them. */

import { boardsOf, refuse } from "./boards.js";
import { markRows } from "./marks.js";
import { statisticsOf } from "./statistics.js";
import { plainText } from "./tiles.js";

const MAX_PLAIN = 1500; // characters of a query above which marks are packed

/* Pages of wordle-web itself have the rows in their link to the helper, or in their own address. */
const ownQuery = () => {
  const link = document.querySelector("[data-puzzle] [data-fragment=helper]") || (location.pathname.endsWith("/helper") && location);
  return /[?&](row|packed)=/.test(link.search) && link.search.slice(1);
};

/* Pack the marks of 4 to 8 letters into two or three digits of base 36. "-" and "_" mean no marks. */
const shortMarks = (marks, size) => (marks > "." ? parseInt(marks, 3).toString(36).padStart(size > 6 ? 3 : 2, "0") : marks || "_");

const queryOf = (fields) => fields.filter((field) => field[1]).map(([called, value]) => called + "=" + encodeURIComponent(value)).join("&");

const rowsQuery = () => {
  const { boards, longest, isAlone } = boardsOf(document);
  const doubts = [markRows(boards)];
  const isSolved = (board) => board.words.some((row) => /^2+$/.test(row.marks));
  const isMarked = (board) => board.words.some((row) => row.marks);
  const open = boards.filter((board) => !isSolved(board));
  const last = longest.length - 1;
  // If other rows have marks, a last row without marks is still being typed.
  const isTyped = open.some(isMarked) && open.every((board) => board.words[last] && !board.words[last].marks && !board.words[last].isNamed);
  // In sequential games, boards after the current one show no marks.
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
  // Statistics appear after a game, or without one.
  const statistics = statisticsOf(plainText);
  return statistics ? queryOf(statistics) : outcome;
};

/** Read the page until two readings agree, then open `address` with the result. */
export const go = async (address, pause) => {
  let query;
  for (let tries = 6; tries--; await new Promise((done) => setTimeout(done, pause))) {
    const again = read();
    if (again === query) break;
    query = tries ? again : "problem=moving";
  }
  location.href = address + "?v=1&" + query;
};
