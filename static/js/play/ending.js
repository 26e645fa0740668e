/** The animated end of a game: obsolete elements fade, then the board and the result move into place. */

import { enhanceResult } from "./result.js";

const EASING = "cubic-bezier(0.2, 0, 0, 1)";
const COUNTED = ".bar-count, .figure > dd";
const RISE = { opacity: 0, transform: "translateY(1.5rem)" };

/** Let Enter, a tap or a click skip all animations. Return a function that ends this, and
    restores the setting for motion. */
export function allowSkipping() {
  const root = document.documentElement;
  const { motion } = root.dataset;
  const stop = new AbortController();
  const skip = (event) => {
    if ((event.key ?? "Enter") !== "Enter") return;
    event.stopPropagation();
    root.dataset.motion = "reduced";
    for (const animation of document.getAnimations()) animation.finish();
  };
  for (const type of ["keydown", "pointerdown"]) {
    document.addEventListener(type, skip, { capture: true, signal: stop.signal });
  }
  return () => {
    stop.abort();
    root.dataset.motion = motion;
  };
}

/** Replace `root` by the finished game `fresh` by calling `change`. `duration` returns the length of a
    named animation, and `move` plays it on elements. */
export async function showEnding(root, fresh, change, { duration, move }) {
  const leaving = root.querySelectorAll('.board-space > .board > :not([data-row="played"]), .play-line, .keyboard');
  await animated(leaving, { opacity: 0 }, { duration: duration("quick"), fill: "forwards" });
  const before = boardOf(root)?.getBoundingClientRect();
  enhanceResult(fresh);
  change();
  const settle = { duration: duration("settle"), easing: EASING };
  if (!settle.duration) return;
  const motions = [animated(fresh.querySelectorAll(".play-game > .result, .play-aside"), [RISE, {}], settle)];
  const board = boardOf(fresh);
  if (board) {
    const after = board.getBoundingClientRect();
    const [x, y] = [before.left - after.left, before.top - after.top];
    const transform = `translate(${x}px, ${y}px) scale(${before.width / after.width})`;
    const frames = [{ transform, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }];
    motions.push(animated([board], frames, settle));
    if (fresh.dataset.state === "won") motions.push(move([board.lastElementChild], "bounce"));
  }
  growBars(fresh, duration("grow"));
  await Promise.all(motions);
}

function animated(elements, frames, options) {
  return Promise.allSettled(Array.from(elements, (element) => element.animate(frames, options).finished));
}

/* The board to animate; several boards are not animated. */
function boardOf(root) {
  return root.querySelector(".board-space > .board");
}

/* Grow the bars and their figures from 0 when they come into view, which on phones is after scrolling.
   Until then the figures are complete, for screen readers. */
function growBars(root, duration) {
  const bars = root.querySelector(".distribution-bars");
  if (!bars) return;
  const statistics = bars.closest(".statistics");
  const isSeen = statistics.getBoundingClientRect().top < innerHeight;
  const starts = [
    ...Array.from(bars.querySelectorAll(".bar-fill"), (bar) => grow(bar, duration)),
    ...Array.from(root.querySelectorAll(COUNTED), (count) => countUp(count, duration, isSeen)),
  ];
  const seen = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    seen.disconnect();
    for (const start of starts) start();
  });
  seen.observe(statistics);
}

function grow(bar, duration) {
  const growth = bar.animate([{ transform: "scaleX(0)" }, {}], { duration, easing: EASING });
  growth.pause();
  return () => growth.play();
}

/* Figure spaces keep the width of the count constant, and with it the bar beside it. */
function countUp(count, duration, isSeen) {
  const text = count.textContent;
  const whole = Number(text.replace(/\D/g, ""));
  const decimals = /\D\d{2}$/.test(text) ? 2 : 0; // of an average
  const show = (left) => {
    const value = (whole * (1 - left ** 3)) / 10 ** decimals;
    count.textContent = left ? value.toFixed(decimals).padStart(text.length, "\u2007") : text;
  };
  if (isSeen) show(1);
  return () => {
    const start = performance.now();
    const step = (now) => {
      const left = Math.max(0, 1 - Math.max(0, now - start) / duration);
      show(left);
      if (left) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
}
