/** The statistics of a page: games, streaks, and the wins in 1 to 6 guesses. */

import { isSeen } from "./tiles.js";

const LABELS = {
  played: /^(games )?(played|gespielt|jogos|jogadas|partidas|jugadas|jouees|parties)$/,
  current_streak: /^(current|aktuell|atual|actual|racha|sequencia|serie)/,
  max_streak: /^(max|best|longest|langste|melhor|mejor|meilleure)/,
};
const WINS = RegExp([1, 2, 3, 4, 5, 6].map((guesses) => "^" + guesses + "\\n(\\d+)").join("\\n[^a-z]*?"), "m");

/** Return the fields of the statistics; nothing if the page doesn't show all of them. */
export const statisticsOf = (seen) => {
  const walker = document.createTreeWalker(document.body, 4);
  const texts = [];
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode;
    if (nodeValue.trim() && isSeen(parentElement)) texts.push(seen(nodeValue).trim());
  }
  const numberAt = (index) => (/^\d+$/.test(texts[index]) ? texts[index] : "");
  const fields = Object.entries(LABELS).map(([called, label]) => {
    const index = texts.findIndex((text) => label.test(text));
    return [called, numberAt(index - 1) || numberAt(index + 1)];
  });
  const wins = texts.join("\n").match(WINS);
  return wins && fields.every((field) => field[1]) && [...fields, ...wins.slice(1).map((count, index) => ["won_" + (index + 1), count])];
};
