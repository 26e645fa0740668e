/** Settings that apply as they are chosen. */

import { PageError, submitForm } from "./fragments.js";

const IN_HEAD = 'meta[name="theme-color"], meta[name="color-scheme"]';

/** Save `form` whenever something in it changes, and show the page as it then looks. */
export function enhanceSettings(form) {
  const button = form.querySelector("button");
  let isChanged = false;
  let saving = null;
  // One after another, so that the last choice is the one that stays.
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
  // Somebody may have chosen before this ran.
  if (Array.from(form.elements).some(({ checked, defaultChecked }) => checked !== defaultChecked)) change();
}

/* Return whether the settings were saved; if not, the button is there to try again. */
async function saved(form) {
  try {
    // The whole page, as the browser itself would get it: its root element has the theme.
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

/* Texts or words in another language come with a page of their own. */
function show(page) {
  const own = document.documentElement;
  const { lang, dataset } = page.document.documentElement;
  if (lang !== own.lang || new URL(page.url).pathname !== location.pathname) location.assign(page.url);
  Object.assign(own.dataset, dataset);
  document.querySelectorAll(IN_HEAD).forEach((element) => element.remove());
  document.head.append(...page.document.querySelectorAll(IN_HEAD));
}

/* A line that says the same again is heard again. */
function say(form, ...sentences) {
  const line = form.querySelector("[data-said]");
  line.textContent = "";
  requestAnimationFrame(() => {
    line.textContent = sentences.join(" ");
  });
}
