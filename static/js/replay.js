/** Replays a finished game without reloading the page. */

import { announce, fetchPage, fragment, swap } from "./fragments.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

/** Let links and arrow keys change the step in place; requests run one after another. */
export function enhanceReplay() {
  let queue = Promise.resolve();
  const goTo = (name) => {
    queue = queue.then(() => showStep(name));
  };
  document.addEventListener("click", (event) => {
    const step = event.target.closest("a[data-step]");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!step || !isPlain) return;
    event.preventDefault();
    goTo(step.dataset.step);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, summary")) return;
    if (!KEYS[event.key]) return;
    event.preventDefault();
    goTo(KEYS[event.key]);
  });
}

async function showStep(name) {
  const step = document.querySelector(`a[data-step="${name}"]`);
  if (!step) return;
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
