/** Rates the games that are left, visit by visit, and shows the whole page once all are rated. */

import { PageError, announce, fetchPage, fragment, swap } from "./fragments.js";

const PROGRESS = "skill-progress";
const MAX_FRUITLESS = 8; // a visit may do no more than a part of a game, once in each process

/** Ask for the page until no game under `root` waits. */
export async function enhanceSkill(root) {
  try {
    await rateAll(root.dataset.fragment);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
  }
}

async function rateAll(whole) {
  let waiting = waitingGames(document);
  for (let fruitless = 0; waiting && fruitless < MAX_FRUITLESS; ) {
    const page = await fetchPage(location.href);
    if (page.status !== 200) return;
    const left = waitingGames(page.document);
    fruitless = left < waiting ? 0 : fruitless + 1;
    waiting = left;
    swap(page.document, [waiting ? PROGRESS : whole]);
  }
  announce(document.querySelector("h1").textContent);
}

function waitingGames(page) {
  return Number(fragment(page, PROGRESS)?.dataset.waiting ?? 0);
}
