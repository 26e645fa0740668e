/** Plays watched games guess by guess, by buttons or automatically. */

import { announce } from "./fragments.js";

const BETWEEN_GUESSES_MS = 1800;

/** Reveal the games under `root`, which are complete in the page, one guess at a time. */
export function enhanceWatch(root) {
  const player = root.querySelector(".watch-player");
  const button = (name) => player.querySelector(`[data-move="${name}"]`);
  const last = Math.max(...Array.from(root.querySelectorAll("[data-game]"), (game) => Number(game.dataset.turns)));
  const { pause: pauseLabel, again } = button("play").dataset;
  const playLabel = button("play").textContent;
  let shown = 0;
  let timer = 0;

  const show = (number, isPlayed) => {
    const isStep = number === shown + 1;
    const before = shown;
    shown = Math.min(Math.max(number, 0), last);
    root.querySelectorAll("[data-turn]").forEach((turn) => {
      turn.inert = Number(turn.dataset.turn) > shown;
      turn.setAttribute("aria-hidden", String(turn.inert)); // for assistive technology that ignores `inert`
    });
    root.querySelectorAll("[data-game]").forEach((game) => showEnd(game, shown));
    player.querySelector("progress").value = shown / last;
    disable(button("start"), shown === 0);
    disable(button("back"), shown === 0);
    disable(button("on"), shown === last);
    disable(button("end"), shown === last);
    nameButton();
    announce(spokenTurns(root, before, shown));
    // Scrolling must not move the buttons, unless they aren't in use.
    if (isStep) turnRows(root, shown, isPlayed || player.getBoundingClientRect().top <= 0);
  };
  const nameButton = () => {
    button("play").textContent = timer ? pauseLabel : shown === last ? again : playLabel;
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    nameButton();
  };
  const play = () => {
    if (shown === last) show(0);
    timer = setInterval(() => {
      show(shown + 1, true);
      if (shown === last) pause();
    }, BETWEEN_GUESSES_MS);
    show(shown + 1, true);
    if (shown === last) pause();
  };
  const moves = {
    start: () => show(0),
    back: () => show(shown - 1),
    on: () => show(shown + 1),
    end: () => show(last),
  };

  player.addEventListener("click", (event) => {
    const name = event.target.closest("[data-move]")?.dataset.move;
    if (!name || event.target.closest("[aria-disabled=true]")) return;
    const isPlaying = timer !== 0;
    pause();
    if (name !== "play") moves[name]();
    else if (!isPlaying) play();
  });
  document.addEventListener("visibilitychange", () => document.hidden && pause());
  root.dataset.ready = "";
  show(1);
}

/* The attribute `disabled` would remove the focus from the button. */
function disable(button, isDisabled) {
  button.setAttribute("aria-disabled", String(isDisabled));
}

/* Show the number of guesses so far, and the text of the last one below it. */
function showEnd(game, shown) {
  const turns = Number(game.dataset.turns);
  const turn = game.querySelector(`[data-turn="${Math.min(shown, turns)}"]`);
  game.querySelector("[data-current]")?.removeAttribute("data-current");
  turn?.setAttribute("data-current", "");
  const rows = game.querySelector(".watched-turns");
  rows.style.setProperty("--shown", String(turn ? Array.from(rows.children).indexOf(turn) + 1 : 1));
  game.querySelector("strong[data-count]").textContent = turn?.dataset.count ?? game.dataset.none;
  game.toggleAttribute("data-playing", shown < turns);
}

/* The last guess shown of each game that has changed. */
function spokenTurns(root, before, shown) {
  const games = Array.from(root.querySelectorAll("[data-game]"));
  const texts = games.map((game) => {
    const [from, to] = [before, shown].map((number) => Math.min(number, Number(game.dataset.turns)));
    const spoken = from === to ? "" : game.querySelector(`[data-turn="${to}"]`)?.dataset.spoken;
    return spoken && games.length > 1 ? `${game.querySelector("h2").textContent}. ${spoken}` : spoken;
  });
  return texts.filter(Boolean).join(". ");
}

function turnRows(root, number, isScrolled) {
  const turns = Array.from(root.querySelectorAll(`[data-turn="${number}"]`));
  for (const turn of turns) turn.querySelectorAll(".tile").forEach(turnTile);
  if (!isScrolled) return;
  for (const part of [".watched-why", ".row"]) turns[0]?.querySelector(part).scrollIntoView({ block: "nearest" });
}

function turnTile(tile, index) {
  const tokens = getComputedStyle(document.documentElement);
  const duration = parseFloat(tokens.getPropertyValue("--flip")) || 0;
  if (!duration) return;
  const from = { transform: "rotateX(-90deg)" };
  tile.animate([from, { transform: "none" }], { duration, delay: (index * duration) / 3, fill: "backwards" });
}
