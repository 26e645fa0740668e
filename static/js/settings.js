/** Saves settings as soon as they change. */

import { PageError, submitForm } from "./fragments.js";

const IN_HEAD = 'meta[name="theme-color"], meta[name="color-scheme"]';

/** Save `form` after every change, and update the page. */
export function enhanceSettings(form) {
  const button = form.querySelector("button");
  let isChanged = false;
  let saving = null;
  // Requests run one after another, so that the last choice is saved last.
  const save = async () => {
    while (isChanged) {
      isChanged = false;
      button.hidden = await saved(form);
    }
    saving = null;
  };
  const change = () => {
    isChanged = true;
    form.querySelector("[data-said]").textContent = "";
    saving ??= save();
  };
  button.hidden = true;
  form.addEventListener("change", change);
  // A choice may have been made before this script ran.
  if (Array.from(form.elements).some(isChosen)) change();
}

/* Whether a field was changed since the page loaded. */
function isChosen({ options, checked, defaultChecked }) {
  if (options) return Array.from(options).some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return checked !== defaultChecked;
}

/* Save the settings, and return whether that worked. If not, the button lets the player retry. */
async function saved(form) {
  try {
    // Request the whole page rather than fragments, because its root element has the theme.
    const send = () => submitForm(form, null, { headers: { Accept: "text/html" } });
    const page = await (navigator.locks?.request("session", send) ?? send()); // as `inTurn` for guesses
    const fresh = page.document.querySelector("form[data-enhance=settings]");
    if (!fresh) throw new PageError("no settings");
    form.elements.csrf_token.value = fresh.elements.csrf_token.value;
    say(form, ...Array.from(page.document.querySelectorAll(".notice, .field-error"), (message) => message.textContent));
    if (page.status !== 200) return false;
    show(page);
    return true;
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    say(form, form.dataset.offline);
    return false;
  }
}

/* Apply the new theme, and load the new address if the language has changed. */
function show(page) {
  const own = document.documentElement;
  const { lang, dataset } = page.document.documentElement;
  if (lang !== own.lang || new URL(page.url).pathname !== location.pathname) location.assign(page.url);
  Object.assign(own.dataset, dataset);
  document.querySelectorAll(IN_HEAD).forEach((element) => element.remove());
  document.head.append(...page.document.querySelectorAll(IN_HEAD));
}

/* Clear the line first, so that screen readers repeat an unchanged sentence. */
function say(form, ...sentences) {
  const line = form.querySelector("[data-said]");
  line.textContent = "";
  requestAnimationFrame(() => {
    line.textContent = sentences.join(" ");
  });
}
