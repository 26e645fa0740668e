/** Marks of tiles: by what they are called where that tells, else by the color of their fill. */

import { anyOf, around, parentOf, plainText } from "./tiles.js";

// In the languages of the site. What is said of a place comes first: "correct letter, wrong place".
/** @type {any[][]} */
const NAMES = [
  [0, "(not,nicht,nao,no,pas) (present,vorhanden,enthalten,in (the )?word)"],
  [1, "presente?,misplaced,elsewhere,partial,close,almost,vorhanden,(wrong,other,another,different,falsche.?,andere.?,outr[ao],otr[ao],autre,mauvaise) (spot,pla.+?,pos.*?,lo.+?,stelle,lugar),mal placee?"],
  [0, "absente?,ausente,incorrect,wrong,miss,missing,falsch,not in"],
  [2, "correct[aeo]?,corret[ao],hit,exact,match,richtig,korrekt"],
].map(([mark, words]) => [mark, anyOf(words)]);
const UNSURE = "?";
// By tens of degrees of hue: orange, yellow, green, blue, purple.
const HUES = "?oooyyy?ggggggggggbbbbbbbppppppp????";

// What gray, yellow and green mean everywhere.
const COMMON = { n: 0, y: 1, g: 2 };

const namedMark = (text) => NAMES.find(([, words]) => words.test(text))?.[0] ?? "";

/* Class words, other attributes and what is written in the tile, unseen text too. */
const namesOf = ({ element, box }) => {
  const chain = around(element, 6);
  return [box.textContent, ...chain.slice(0, chain.indexOf(box) + 1).flatMap((each) => [...each.attributes].flatMap((attribute) => {
    const { name: called, value } = attribute;
    if (called === "class") return value.split(" ");
    return /^(id|style|value|on.*)$/.test(called) || value === "false" ? [] : called + " " + value;
  }))].map(plainText);
};

const canvas = document.createElement("canvas").getContext("2d");
const known = {};

/* Red, green, blue and opacity of any color that a style sheet can name, 0 to 255. */
const pixelOf = (color) => {
  if (!known[color]) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    known[color] = canvas.getImageData(0, 0, 1, 1).data;
  }
  return known[color];
};

/* The colors of a fill, from the innermost element up to `end` that has one. */
const fillOf = (element, end) => {
  for (const each of around(element, 40)) {
    const { backgroundColor, backgroundImage, filter } = getComputedStyle(each);
    // A picture, or colors that are changed once more.
    if (backgroundImage.includes("url") || filter !== "none") return [[255, 0, 0]];
    const pixels = (backgroundImage.match(/\w+\([^()]*\d[^()]*\)/g) || [backgroundColor]).map(pixelOf).filter((pixel) => pixel[3] > 40);
    if (pixels[0]) return pixels;
    if (each === end) break;
  }
  return [];
};

/* "" for no fill, "n" and its brightness for a gray one, a letter for a hue, or UNSURE. */
const kindOf = (fill, blanks) => {
  const kinds = fill.map((pixel) => {
    const [red, green, blue] = pixel;
    const top = Math.max(red, green, blue);
    const chroma = top - Math.min(red, green, blue);
    const hue = (Math.atan2(1.73 * (green - blue), 2 * red - green - blue) * 57.3 + 360) % 360;
    if (chroma < 16 || (chroma < 50 && hue > 190 && hue < 270)) return blanks.some((blank) => [0, 1, 2].every((part) => Math.abs(blank[part] - pixel[part]) < 7)) ? "" : "n" + (top >> 3);
    return chroma < 40 ? UNSURE : HUES[(hue / 10) | 0];
  });
  return kinds.some((kind) => kind[0] !== kinds[0][0]) ? UNSURE : kinds[0] || "";
};

/* What hues mean where no name says it: green, or orange beside blue, is correct. */
const rolesOf = (hues) => {
  const one = hues.includes("g") ? "g" : hues.includes("o") && hues.includes("b") ? "o" : "";
  const others = hues.filter((hue) => hue !== one);
  return others.length > 1 || !(one || others[0] === "y") ? {} : { [one]: 2, [others[0]]: 1 };
};

/* Names and colors both: where they disagree, the row has no marks. */
const markOf = ({ named, hue }, learnt, roles) => {
  if (named === "") return hue === "n" ? 0 : hue && (learnt[hue] ?? roles[hue] ?? "");
  return learnt[hue] === UNSURE || (hue in COMMON && named !== COMMON[hue]) ? UNSURE : named;
};

/**
 * Give each row of `boards` its marks: digits, "" where they are not known, and the places that
 * are doubtful. Return whether some are known by their color alone.
 */
export const markRows = (boards) => {
  for (const { cells } of boards) {
    const lists = cells.map(namesOf);
    const blanks = [[255, 255, 255], ...fillOf(parentOf(cells[0].box)), ...cells.filter((cell) => !cell.letter).slice(0, 3).flatMap((cell) => fillOf(cell.element, cell.box))];
    // What all tiles are called says nothing of one: `select-none`.
    const common = lists[0].filter((text) => lists.every((texts) => texts.includes(text)));
    cells.forEach((cell, index) => {
      const marks = new Set(lists[index].filter((text) => !common.includes(text)).map(namedMark));
      marks.delete("");
      cell.named = marks.size > 1 ? UNSURE : [...marks][0] ?? "";
      cell.kind = cell.letter ? kindOf(fillOf(cell.element, cell.box), blanks) : "";
      cell.hue = cell.kind[0] || "";
    });
  }
  const rows = boards.flatMap((board) => board.words);
  const tiles = rows.flatMap((row) => row.cells);
  const learnt = {};
  for (const { hue, named } of tiles) if (hue && named !== "") learnt[hue] = (learnt[hue] ?? named) === named ? named : UNSURE;
  const roles = rolesOf([...new Set(tiles.map((cell) => cell.hue))].filter((hue) => hue && hue !== "n"));
  const grays = rows.filter(({ cells }) => cells.some((cell) => roles[cell.hue] || learnt[cell.hue] > 0)).flatMap(({ cells }) => cells.map((cell) => cell.kind)).filter((kind) => kind[0] === "n");
  for (const row of rows) {
    const marks = row.cells.map((cell) => markOf(cell, learnt, roles));
    const isNamed = row.cells.some(({ named }) => named !== "");
    // Gray means absent where a tile beside it has a color. A row that may only be typed is doubtful.
    const isSure = isNamed || (grays.length && row.cells.every(({ kind, hue }) => hue !== "n" || grays.includes(kind)));
    const isUnknown = marks.includes(UNSURE) || marks.every((mark) => mark === "");
    row.isNamed = isNamed;
    row.marks = isUnknown ? "" : marks.map((mark) => mark || 0).join("");
    row.doubts = isUnknown ? [] : [...marks.keys()].filter((place) => marks[place] === "" || row.cells[place].isMoving || !isSure);
  }
  return tiles.some(({ hue, named }) => named === "" && roles[hue] && !(hue in learnt));
};
