/**
 * The tiles of a page: boxes that show one letter, whatever their markup.
 *
 * `scripts/build_bookmark.py` joins the modules of this folder into the bookmark, without comments and
 * with short names. It must fit into an address of 10 kB, so the code is terse. Functions are arrow functions,
 * names are unique in the folder, and there are no template literals.
 */

const LARGEST = 130; // pixels of a tile

/** Return a pattern of whole words. A selector such as `[class*=help]` would also match "helper". */
export const anyOf = (words) => RegExp("\\b(" + words.replace(/,/g, "|") + ")\\b");

const DIALOGS = anyOf("dialog,modal,help,tutorial,instructions?,examples?");
const KEYBOARDS = anyOf("keyboard,kbd,keys?");

/** Return all elements of `root`, through open shadow roots and frames of the same origin. */
const elementsOf = (root) => [...root.querySelectorAll("*")].flatMap((element) => {
  const inside = element.shadowRoot || element.contentDocument;
  return inside ? [element, ...elementsOf(inside)] : element;
});

/** Return the parent of `element`, or the host of its shadow root. */
export const parentOf = (element) => element.parentElement || element.getRootNode().host;

// A cache, since hundreds of tiles have the same texts.
const plain = {};

/** Return `text` as lower-case words: `Tile_notPresent` becomes `tile not present`. */
export const plainText = (text) => (plain[text] ??= text.normalize("NFD").replace(/\p{M}/gu, "").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[\W_]+/g, " ").toLowerCase());

/** Return `element` and its ancestors, up to `levels` of them. */
export const around = (element, levels) => element && levels ? [element, ...around(parentOf(element), levels - 1)] : [];

/** Return whether `element` is visible, like checkVisibility(), which needs Safari 17.4. */
export const isSeen = (element) => element.getClientRects()[0] && getComputedStyle(element).visibility === "visible" && around(element, 99).every((ancestor) => Number(getComputedStyle(ancestor).opacity));

const isAmong = (element, words, levels) => around(element, levels).some((ancestor) => ancestor.tagName !== "BODY" && words.test(plainText(ancestor.tagName + " " + ancestor.className + " " + ancestor.role)));

/* Return whether an element faces away: the back of a flip card, or its front after the flip. */
const isTurnedAway = (element) => {
  const styles = around(element, 4).map((ancestor) => getComputedStyle(ancestor));
  const turned = styles.reduce((matrix, { transform }) => (transform === "none" ? matrix : new DOMMatrix(transform).multiply(matrix)), new DOMMatrix());
  return turned.m33 < 0 && styles.some((style) => style.backfaceVisibility === "hidden");
};

/* The largest ancestor that is about square and no larger than a tile. A much wider ancestor ends the
   search, since it contains several tiles. */
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
    // During a flip, an element is lower or narrower than its layout box.
    isUnsure: !(Math.abs(flat - 1) < 0.3),
  };
};

const ownText = (element) => {
  const texts = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.data : ""));
  return (element.tagName === "INPUT" ? element.value : texts.join("")).trim();
};

const sizeOf = (box) => box.tagName + box.offsetWidth + "," + box.offsetHeight;

/** Return the cells of the page: tiles, and empty boxes of the same size. */
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
