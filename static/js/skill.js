/** Requests the page until the server has rated all games, then shows the result. */

import { PageError, announce, fetchPage, fragment, swap } from "./fragments.js";

const PROGRESS = "skill-progress";
const MAX_FRUITLESS = 8; // a request may rate only a part of a game, once per server process

/** Request the page until all games are rated. */
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
  const result = document.querySelector(".skill-level") ?? document.querySelector("h1");
  announce(result.textContent);
}

function waitingGames(page) {
  return Number(fragment(page, PROGRESS)?.dataset.waiting ?? 0);
}
