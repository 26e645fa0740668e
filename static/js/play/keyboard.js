/** The on-screen and the physical keyboard, and a queue for keys pressed during a request. */

const CLICK_AFTER_PRESS_MS = 500;
const LONG_PRESS_MS = 500;
const INPUT_METHOD = 229; // the key code of keys that an input method handles

/**
 * Typing into tiles. Keys pressed during a request are queued, and take effect after the response as
 * if it had arrived at once.
 */
export class Typing {
  queue = [];
  #running = 0;

  get isBusy() {
    return this.#running > 0;
  }

  /** @param {string} _key */
  act(_key) {}

  press(key) {
    if (!this.isBusy) this.act(key);
    // Pressing Enter twice sends one row.
    else if (key !== "Enter" || (this.queue.at(-1) ?? "Enter") !== "Enter") this.queue.push(key);
  }

  /** Run `action` while keys are queued, until `catchUp`. */
  async during(action) {
    this.#running += 1;
    try {
      return await action();
    } finally {
      this.#running -= 1;
    }
  }

  catchUp() {
    while (this.queue.length && !this.isBusy) this.act(this.queue.shift());
  }
}

/**
 * Turn the letters under `root` into keys, and listen to the physical keyboard. `press` receives
 * letters, "Enter", "Backspace", and "Clear" for a Backspace held down on the screen. `input` is the
 * field that they fill, or null for on-screen keys only. Return a function that removes the listeners.
 */
export function enhanceKeyboard(root, input, press) {
  const keyboard = root.querySelector(".keyboard");
  const { enterLabel, eraseLabel } = keyboard.dataset;
  for (const key of keyboard.querySelectorAll("[data-key]")) key.replaceWith(button(key));
  const enter = wideKey("Enter", enterLabel);
  const erase = wideKey("Backspace", eraseLabel, icon("backspace"));
  const [first, last] = "swapped" in keyboard.dataset ? [erase, enter] : [enter, erase];
  keyboard.lastElementChild.prepend(first);
  keyboard.lastElementChild.append(last);
  const isScreenOnly = "screenOnly" in keyboard.dataset;
  const stop = new AbortController();
  const { signal } = stop;
  if (!input) {
    listenToKeys(keyboard, { pressInField: press, press, signal });
    return () => stop.abort();
  }
  input.readOnly = isScreenOnly;
  const pressInField = (key) => {
    input.focus({ preventScroll: true });
    press(key);
  };
  listenToKeys(keyboard, { pressInField, press, signal });
  const listen = (event) => (isScreenOnly ? ignoreKey(event, input) : onKeyDown(event, input, pressInField));
  document.addEventListener("keydown", listen, { signal });
  return () => stop.abort();
}

/** Update the marks and labels of the keys of `root`, and the label of their keyboard, from `fresh`. */
export function recolor(root, fresh) {
  const [keyboard, theirs] = [root, fresh].map((page) => page.querySelector(".keyboard"));
  if (keyboard && theirs) keyboard.setAttribute("aria-label", theirs.getAttribute("aria-label"));
  for (const key of fresh.querySelectorAll("[data-key]")) {
    const own = root.querySelector(`[data-key="${CSS.escape(key.dataset.key)}"]`);
    if (!own) continue;
    own.dataset.mark = key.dataset.mark;
    if (own.innerHTML !== key.innerHTML) own.replaceChildren(...key.childNodes);
    own.setAttribute("aria-label", key.getAttribute("aria-label"));
  }
}

/** Put the letters of `text` on the tiles of `row`, and return the changed tiles. */
export function drawLetters(row, text) {
  const letters = Array.from(text, (letter) => letter.toLocaleUpperCase(wordsLang()));
  const tiles = Array.from(row.querySelectorAll(".tile"));
  // Letters that are typed and all others, shown faintly, would read as one word.
  row.toggleAttribute("data-typing", letters.length > 0 && tiles.every(({ dataset }) => dataset.ghost));
  return tiles.filter((tile, index) => drawLetter(tile, letters[index] ?? ""));
}

/* Draw a letter, or an empty tile. Only tiles of the current row have a label for each. */
function drawLetter(tile, letter) {
  if (tile.textContent === letter) return false;
  const { empty, typed } = tile.dataset;
  // A new node would make the browser match all `:has()` selectors again.
  if (tile.firstChild) tile.firstChild.data = letter;
  else tile.textContent = letter;
  if (/^(typed|empty)$/.test(tile.dataset.mark)) tile.dataset.mark = letter ? "typed" : "empty";
  if (typed) tile.setAttribute("aria-label", letter ? typed.replace("{}", letter) : empty);
  return letter !== "";
}

/** The language of the words, which determines their capitals. */
export function wordsLang() {
  return document.querySelector('[name="guess"], [name="add"]')?.lang || document.documentElement.lang;
}

export function isLetter(key) {
  return /^\p{L}$/u.test(key);
}

/** Return whether a key was handled, or belongs to the browser or an input method. */
export function isShortcut(event) {
  return event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey;
}

function button(key) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = key.className;
  made.append(...key.childNodes);
  Object.assign(made.dataset, key.dataset);
  made.setAttribute("aria-label", key.getAttribute("aria-label"));
  return made;
}

function wideKey(name, label, content = label) {
  const item = document.createElement("li");
  item.dataset.wide = "";
  const made = document.createElement("button");
  made.type = "button";
  made.className = "key";
  made.dataset.key = name;
  made.setAttribute("aria-label", label);
  made.append(content);
  item.append(made);
  return item;
}

function icon(name) {
  const drawing = document.querySelector(".icon").cloneNode(true);
  drawing.firstElementChild.setAttribute("href", `#icon-${name}`);
  return drawing;
}

/* A touch counts at its start, so that two thumbs lose no letter, and never takes the focus. The
   click at its end, however late, is the same press. A click without a touch comes from a screen
   reader or from a key reached by Tab, which keeps the focus. */
function listenToKeys(keyboard, { pressInField, press, signal }) {
  let lastAt = -Infinity;
  let longPress = 0;
  const keyOf = (event) => event.target.closest("[data-key]")?.dataset.key;
  keyboard.addEventListener("pointerdown", (event) => {
    const key = keyOf(event);
    if (!key || event.button !== 0) return;
    event.preventDefault();
    lastAt = event.timeStamp;
    pressInField(key);
    if (key === "Backspace") longPress = setTimeout(() => press("Clear"), LONG_PRESS_MS);
  });
  for (const type of ["pointerup", "pointercancel"]) {
    document.addEventListener(type, () => clearTimeout(longPress), { signal });
  }
  keyboard.addEventListener("pointerup", (event) => {
    lastAt = event.timeStamp;
  });
  keyboard.addEventListener("mousedown", (event) => keyOf(event) && event.preventDefault());
  keyboard.addEventListener("contextmenu", (event) => keyOf(event) && event.preventDefault());
  keyboard.addEventListener("click", (event) => {
    const isSamePress = event.timeStamp - lastAt < CLICK_AFTER_PRESS_MS;
    if (keyOf(event) && !isSamePress) press(keyOf(event));
  });
  keyboard.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && keyOf(event) !== "Backspace") event.preventDefault();
  });
}

function onKeyDown(event, input, press) {
  if (isShortcut(event) || belongsElsewhere(event, input)) return;
  // Keys of an input method ("Process", 229) are composed in the field.
  if (event.keyCode === INPUT_METHOD) input.focus({ preventScroll: true });
  if (!isLetter(event.key) && event.key !== "Enter" && event.key !== "Backspace") return;
  event.preventDefault();
  if (!event.repeat || event.key === "Backspace") press(event.key);
}

/* Ignore a physical key, since the player has chosen to use on-screen keys only. */
function ignoreKey(event, input) {
  if (event.target === input && event.key === "Enter") event.preventDefault();
}

/* Return whether another element handles a key: fields handle all keys, links, buttons and menus Enter,
   and on-screen keys also Space. */
function belongsElsewhere(event, input) {
  const { target } = event;
  if (target === input) return false;
  if (target.closest("input, textarea, select, [contenteditable]")) return true;
  return event.key === "Enter" && target.closest("a, button, summary") !== null;
}
