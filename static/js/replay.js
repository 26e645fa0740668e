/** A finished game, step by step, without loading the page each time. */

import { announce, fetchPage, fragment, swap } from "./fragments.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

/** Let the steps under `root` change it in place, by their links and by the arrow keys. */
export function enhanceReplay() {
  document.addEventListener("click", (event) => {
    const step = event.target.closest("a[data-step]");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!step || !isPlain) return;
    event.preventDefault();
    take(step);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, summary")) return;
    const step = document.querySelector(`a[data-step="${KEYS[event.key]}"]`);
    if (!step) return;
    event.preventDefault();
    take(step);
  });
}

async function take(step) {
  const { step: name } = step.dataset;
  const hadFocus = document.activeElement === step;
  try {
    const page = await fetchPage(step.href);
    if (!fragment(page.document, "replay")) throw new Error("no replay");
    swap(page.document, ["replay"]);
  } catch {
    location.assign(step.href);
    return;
  }
  history.replaceState(null, "", step.href);
  const next = document.querySelector(`[data-step="${name}"]`);
  if (hadFocus) next?.focus({ preventScroll: true });
  announce(fragment(document, "replay").dataset.announcement);
}
