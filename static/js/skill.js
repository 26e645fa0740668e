/** Rates the games that are left, visit by visit, and shows the whole page once all are rated. */

import { PageError, announce, fetchPage, fragment, swap } from "./fragments.js";

const PROGRESS = "skill-progress";

/** Ask for the page until no game under `root` waits; a visit that rates none is the last one. */
export async function enhanceSkill(root) {
  let waiting = waitingGames(document);
  while (waiting) {
    const page = await fetchPage(location.href).catch(ignorePageError);
    const left = page?.status === 200 ? waitingGames(page.document) : waiting;
    if (left >= waiting) return;
    waiting = left;
    swap(page.document, [waiting ? PROGRESS : root.dataset.fragment]);
    announce(waiting ? fragment(document, PROGRESS).textContent : document.querySelector("h1").textContent);
  }
}

function waitingGames(page) {
  return Number(fragment(page, PROGRESS)?.dataset.waiting ?? 0);
}

function ignorePageError(error) {
  if (!(error instanceof PageError)) throw error;
}
