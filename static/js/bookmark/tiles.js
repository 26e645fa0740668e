/**
 * The tiles of a page: what a person sees as one letter in a box, whatever the markup is.
 *
 * The bookmark is made from the modules of this folder by `scripts/build_bookmark.py`: joined,
 * without comments, with short names. It has to fit in an address of 10 kB, so they say things once.
 * Functions are arrows, no name in the folder has two meanings, and there are no template literals.
 */

const LARGEST = 130; // pixels of a tile

/** Return what finds whole words: `[class*=help]` would be true of a helper as well. */
export const anyOf = (words) => RegExp("\\b(" + words.replace(/,/g, "|") + ")\\b");

const DIALOGS = anyOf("dialog,modal,help,tutorial,instructions?,examples?");
const KEYBOARDS = anyOf("keyboard,kbd,keys?");

/** Return all elements of `root`, through open shadow roots and frames of the same origin. */
const elementsOf = (root) => [...root.querySelectorAll("*")].flatMap((element) => {
  const inside = element.shadowRoot || element.contentDocument;
  return inside ? [element, ...elementsOf(inside)] : element;
});

/** Return the parent of `element`, out of a shadow root too. */
export const parentOf = (element) => element.parentElement || element.getRootNode().host;

// Hundreds of tiles say the same.
const plain = {};

/** Return `text` as words in small letters: `Tile_notPresent` is `tile not present`. */
export const plainText = (text) => (plain[text] ??= text.normalize("NFD").replace(/\p{M}/gu, "").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[\W_]+/g, " ").toLowerCase());

/** Return `element` and its ancestors, up to `levels` of them. */
export const around = (element, levels) => element && levels ? [element, ...around(parentOf(element), levels - 1)] : [];

/** Return whether `element` can be seen, as checkVisibility() says since Safari 17.4. */
export const isSeen = (element) => element.getClientRects()[0] && getComputedStyle(element).visibility === "visible" && around(element, 99).every((ancestor) => Number(getComputedStyle(ancestor).opacity));

const isAmong = (element, words, levels) => around(element, levels).some((ancestor) => ancestor.tagName !== "BODY" && words.test(plainText(ancestor.tagName + " " + ancestor.className + " " + ancestor.role)));

/* The back of a card that turns, or its front once it has turned. */
const isTurnedAway = (element) => {
  const styles = around(element, 4).map((ancestor) => getComputedStyle(ancestor));
  const turned = styles.reduce((matrix, { transform }) => (transform === "none" ? matrix : new DOMMatrix(transform).multiply(matrix)), new DOMMatrix());
  return turned.m33 < 0 && styles.some((style) => style.backfaceVisibility === "hidden");
};

/* The largest ancestor that is about square; one of more than three times the size holds others. */
const boxOf = (element) => {
  let box;
  for (const ancestor of around(element, 6)) {
    const { offsetWidth, offsetHeight } = ancestor;
    if (offsetWidth > (box ? 3.9 * box.offsetWidth : LARGEST)) break;
    const ratio = offsetWidth / offsetHeight;
    if (offsetWidth <= LARGEST && offsetHeight > 7 && ratio > 0.6 && ratio < 1.7) box = ancestor;
  }
  return box;
};

const cellOf = (element, box, letter, order) => {
  const [place, face, frame] = [box, element, box.ownerDocument.defaultView.frameElement].map((item) => item?.getBoundingClientRect());
  const flat = (face.height * element.offsetWidth) / face.width / element.offsetHeight;
  return {
    element,
    box,
    letter,
    order,
    x: place.x + place.width / 2 + (frame?.x || 0),
    y: place.y + place.height / 2 + (frame?.y || 0),
    // An element that turns is less high, or less wide, than it is laid out.
    isUnsure: !(Math.abs(flat - 1) < 0.3),
  };
};

const ownText = (element) => {
  const texts = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.data : ""));
  return (element.tagName === "INPUT" ? element.value : texts.join("")).trim();
};

const sizeOf = (box) => box.tagName + box.offsetWidth + "," + box.offsetHeight;

/** Return the cells of the page: its tiles, and the boxes of their size that hold nothing. */
export const cellsOf = (root) => {
  const elements = elementsOf(root);
  const cells = [];
  elements.forEach((element, order) => {
    const letter = element.childElementCount < 3 && ownText(element);
    if (letter && /^\p{L}\p{M}*$/u.test(letter) && element.offsetWidth > 2 && isSeen(element) && !isTurnedAway(element)) {
      const box = boxOf(element);
      if (box) cells.push(cellOf(element, box, letter.normalize("NFC").toLowerCase(), order));
    }
  });
  const boxes = new Set(cells.map((cell) => cell.box));
  const sizes = new Set([...boxes].map(sizeOf));
  elements.forEach((element, order) => {
    if (element.childElementCount < 3 && !boxes.has(element) && sizes.has(sizeOf(element)) && !(element.value || element.textContent.trim())) cells.push(cellOf(element, element, "", order));
  });
  return cells.filter((cell) => !isAmong(cell.box, KEYBOARDS, 3) && !isAmong(cell.box, DIALOGS, 9));
};
