/**
 * Marks of tiles, from their class names and labels, from a known theme, or else from the hue of their
 * fill. A tile is doubtful if its names and its fill contradict each other.
 */

import { anyOf, around, parentOf, plainText } from "./tiles.js";

// Names of marks in the languages of the site. Those about the position come first, as in "correct
// letter, wrong place".
/** @type {any[][]} */
const NAMES = [
  [0, "(not,nicht,nao,no,pas) (present,vorhanden,enthalten,in (the )?word)"],
  [1, "presente?,misplaced,elsewhere,partial,close,almost,vorhanden,(wrong,other,another,different,falsche.?,andere.?,outr[ao],otr[ao],autre,mauvaise) (spot,pla.+?,pos.*?,lo.+?,stelle,lugar),mal placee?"],
  [0, "absente?,ausente,incorrect,wrong,miss,missing,falsch,not in"],
  [2, "correct[aeo]?,corret[ao],hit,exact,match,richtig,korrekt"],
].map(([mark, words]) => [mark, anyOf(words)]);
const UNSURE = "?";
// A color for each ten degrees of hue: orange, yellow, green, blue or purple.
const HUES = "?oooyyy?ggggggggggbbbbbbbppppppp????";

// The usual meaning of yellow and green.
const COMMON = { y: 1, g: 2 };

// Fills of the newspaper's themes (light, dark, high contrast), and of themes that clones share.
const THEMES = { c9b458: 1, b59f3b: 1, "85c0f9": 1, eab308: 1, f0b100: 1, "6aaa64": 2, "538d4e": 2, f5793a: 2, "22c55e": 2, c950: 2 };
// The gray of absent tiles in these themes. Tiles being typed have other grays, or no fill.
const GRAY = "n787c7e";

const namedMark = (text) => NAMES.find(([, words]) => words.test(text))?.[0];

/* The texts that may name a mark: class names, other attributes, and text, including hidden text. */
const namesOf = ({ element, box }) => {
  const chain = around(element, 6);
  return [box.textContent, ...chain.slice(0, chain.indexOf(box) + 1).flatMap((ancestor) => [...ancestor.attributes].flatMap((attribute) => {
    const { name: called, value } = attribute;
    if (called === "class") return value.split(" ");
    return /^(id|style|value|on.*)$/.test(called) || value === "false" ? [] : called + " " + value;
  }))].map(plainText);
};

const canvas = document.createElement("canvas").getContext("2d");
const known = {};

const painted = (color) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
};

/* Convert any CSS color to red, green, blue and opacity, 0 to 255. */
const pixelOf = (color) => (known[color] ??= painted(color));

/* The colors of the innermost filled element, up to the ancestor `end`. */
const fillOf = (element, end) => {
  for (const ancestor of around(element, 40)) {
    const { backgroundColor, backgroundImage, filter } = getComputedStyle(ancestor);
    // The colors of a picture or behind a filter are unknown.
    if (backgroundImage.includes("url") || filter !== "none") return [[255, 0, 0]];
    const pixels = (backgroundImage.match(/\w+\([^()]*\d[^()]*\)/g) || [backgroundColor]).map(pixelOf).filter((pixel) => pixel[3] > 40);
    if (pixels[0] || ancestor === end) return pixels;
  }
  return [];
};

const shadeOf = ([red, green, blue]) => ((red << 16) | (green << 8) | blue).toString(16);

/* Return "" for no fill, "n" and the shade for gray, a letter for a hue, or UNSURE. */
const kindOf = (fill, blanks) => {
  const kinds = fill.map((pixel) => {
    const [red, green, blue] = pixel;
    const top = Math.max(red, green, blue);
    const chroma = top - Math.min(red, green, blue);
    const hue = (Math.atan2(1.73 * (green - blue), 2 * red - green - blue) * 57.3 + 360) % 360;
    if (chroma < 16 || (chroma < 50 && hue > 190 && hue < 270)) return blanks.some((blank) => [0, 1, 2].every((part) => Math.abs(blank[part] - pixel[part]) < 7)) ? "" : "n" + shadeOf(pixel);
    return chroma < 40 ? UNSURE : HUES[(hue / 10) | 0];
  });
  return kinds.some((kind) => kind[0] !== kinds[0][0]) ? UNSURE : kinds[0] || "";
};

/* The marks of hues without names. Green is correct; next to blue, orange is correct. */
const rolesOf = (hues) => {
  const one = hues.includes("g") ? "g" : hues.includes("o") && hues.includes("b") ? "o" : "";
  const others = hues.filter((hue) => hue !== one);
  return others.length > 1 || !(one || others[0] === "y") ? {} : { [one]: 2, [others[0]]: 1 };
};

/**
 * Set the marks of each row of `boards` as digits ("" if unknown), and its doubtful positions. Return
 * "colors" or "theme" if some marks are known only by their hue or by a theme.
 */
export const markRows = (boards) => {
  for (const { cells } of boards) {
    const lists = cells.map(namesOf);
    const blanks = [[255, 255, 255], ...fillOf(parentOf(cells[0].box)), ...cells.filter((cell) => !cell.letter).slice(0, 3).flatMap((cell) => fillOf(cell.element, cell.box))];
    // Names that all tiles have, such as `select-none`, don't identify marks.
    const common = lists[0].filter((text) => lists.every((texts) => texts.includes(text)));
    cells.forEach((cell, index) => {
      const marks = new Set(lists[index].filter((text) => !common.includes(text)).map(namedMark));
      const fill = cell.letter ? fillOf(cell.element, cell.box) : [];
      const theme = THEMES[fill.map(shadeOf)];
      marks.delete();
      cell.isThemed = theme && !marks.size;
      if (theme) marks.add(theme);
      [cell.named] = marks;
      cell.isUnsure ||= marks.size > 1;
      cell.kind = kindOf(fill, blanks);
      cell.hue = cell.kind[0] || "";
    });
  }
  const rows = boards.flatMap((board) => board.words);
  const tiles = rows.flatMap((row) => row.cells);
  // The mark of each fill, learned from named tiles. Gray is absent; no fill has no meaning.
  const learnt = { n: 0, "": "" };
  for (const { hue, named } of tiles) if (hue > UNSURE && named >= 0) learnt[hue] = (learnt[hue] ?? COMMON[hue] ?? named) === named ? named : UNSURE;
  const roles = rolesOf([...new Set(tiles.map((cell) => cell.hue))].filter((hue) => !(hue in learnt)));
  // Gray means absent in rows that also have a colored tile.
  const grays = [GRAY, ...rows.filter(({ cells }) => cells.some((cell) => roles[cell.hue] || learnt[cell.hue] > 0)).flatMap(({ cells }) => cells.map((cell) => cell.kind))];
  // If both present and correct tiles have names, tiles without a name are absent.
  const isWhole = [1, 2].every((mark) => tiles.some((cell) => cell.named === mark));
  for (const { words } of boards) {
    words.forEach((row, index) => {
      const { cells } = row;
      const marks = cells.map(({ named, hue }) => named ?? learnt[hue] ?? roles[hue] ?? (hue === UNSURE ? hue : ""));
      row.isNamed = cells.some(({ named }) => named >= 0);
      // A row that the player may still be typing is doubtful.
      const isSure = row.isNamed || cells.every(({ kind, hue }) => hue !== "n" || grays.includes(kind));
      // Tiles turn in order, so an unmarked tile before a marked one stays unmarked.
      const isAbsent = (place) => isWhole && (words[index + 1] || marks.slice(place).join(""));
      row.marks = marks.includes(UNSURE) || !marks.join("") ? "" : marks.map((mark) => mark || 0).join("");
      row.doubts = [...marks.keys()].filter((place) => cells[place].isUnsure || !isSure || (marks[place] === "" ? !isAbsent(place) : learnt[cells[place].hue] === UNSURE));
    });
  }
  return tiles.some((cell) => roles[cell.hue]) ? "colors" : tiles.some((cell) => cell.isThemed) && "theme";
};
