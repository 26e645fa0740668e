/**
 * Fetches pages in the background, and replaces the elements with `data-fragment` by their new
 * versions. The server answers these requests without redirects, and some of them with only the
 * fragments.
 */

const PATIENCE_MS = 15000;
/* The time that it takes to notice a button that has just appeared. */
const UNREAD_MS = 500;
const SAME_PLACE_PX = 10;

/** Thrown if the server cannot be reached, or its response is not a page of this site. */
export class PageError extends Error {}

/**
 * Fetch `url` and return { document, status, url } of the response. The request is aborted after
 * `patience` ms, or earlier by the caller's `signal`.
 *
 * @param {string | URL} url
 * @param {RequestInit & { patience?: number }} [options]
 */
export async function fetchPage(url, { signal, patience = PATIENCE_MS, ...options } = {}) {
  // AbortSignal.timeout() needs Safari 16, and AbortSignal.any() needs Safari 17.4.
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, patience);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    const response = await fetch(url, {
      headers: { Accept: "text/html", "X-Requested-With": "fetch" },
      credentials: "same-origin",
      ...options,
      signal: ending.signal,
    });
    const text = await response.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    return { document: page, status: response.status, url: response.url };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new PageError(error.message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Submit `form` by `submitter`, and return the page of the response. The server accepts long texts
 * and files only from `multipart/form-data` forms.
 */
export function submitForm(form, submitter = null, options = {}) {
  const data = formData(form, submitter);
  // Without the attribute, `formAction` is the address of the page.
  const action = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action;
  const method = (submitter?.getAttribute("formmethod") || form.method).toUpperCase();
  if (method === "POST") {
    const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
    return fetchPage(action, { method, body, ...options });
  }
  const address = new URL(action);
  address.search = String(new URLSearchParams(data));
  return fetchPage(address, options);
}

/* The FormData constructor accepts a submitter only since Safari 16.4. */
function formData(form, submitter) {
  const fields = new FormData(form);
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  return fields;
}

/** Return the element of `root` that is the fragment `name`, or null. */
export function fragment(root, name) {
  return root.querySelector(`[data-fragment="${name}"]`);
}

/** Replace the fragments `names`, by default all, by those of the fetched `page`. */
export function swap(page, names = fragmentNames(page)) {
  const focus = focusKey();
  // Removing the focused element would make the browser lay out a page that is still changing.
  if (names.includes(focus?.element.closest("[data-fragment]")?.dataset.fragment)) focus.element.blur();
  for (const name of names) {
    const fresh = fragment(page, name);
    if (fresh) fragment(document, name)?.replaceWith(document.adoptNode(fresh));
  }
  restoreFocus(focus);
  changed();
  document.title = page.title || document.title;
}

let changedAt = -Infinity;
let [pressed, before] = [null, null];

/** Record that the page has changed, so that a double press doesn't hit a button that has appeared. */
export function changed() {
  changedAt = performance.now();
}

document.addEventListener("pointerdown", notePress, { capture: true });
document.addEventListener("click", ignoreUnread, { capture: true });

function notePress({ target, pageX, pageY }) {
  [pressed, before] = [{ name: pressedName(target), pageX, pageY }, pressed];
}

function ignoreUnread(event) {
  if (!event.detail || !before || performance.now() > changedAt + UNREAD_MS) return; // a key press has no detail
  const isElsewhere = Math.hypot(event.pageX - before.pageX, event.pageY - before.pageY) > SAME_PLACE_PX;
  if (isElsewhere || pressedName(event.target) === before.name) return;
  event.preventDefault();
  event.stopPropagation();
}

function pressedName(target) {
  const control = target.closest("a, button, summary");
  return control && [control.name, control.value, control.textContent].join();
}

/** Let screen readers announce `text` after the current announcement. */
export function announce(text) {
  const announcer = document.querySelector("[data-announcer]");
  announcer.textContent = "";
  requestAnimationFrame(() => {
    announcer.textContent = text;
  });
}

function fragmentNames(page) {
  return Array.from(page.querySelectorAll("[data-fragment]"), (element) => element.dataset.fragment);
}

/* Return data-focus or the name of the focused element, to find it after its fragment was replaced. */
function focusKey() {
  const element = /** @type {HTMLButtonElement} */ (document.activeElement);
  if (!element || element === document.body) return null;
  const { focus } = element.dataset;
  const [name, value] = focus ? ["data-focus", focus] : ["name", element.name];
  return { element, selector: value && `[${name}="${CSS.escape(value)}"]` };
}

function restoreFocus(key) {
  if (!key || key.element.isConnected || !key.selector) return;
  document.querySelector(key.selector)?.focus({ preventScroll: true });
}
