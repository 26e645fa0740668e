/** The end of a game: praise while the board is whole, then board and result move into place. */

import { enhanceResult } from "./result.js";

const EASING = "cubic-bezier(0.2, 0, 0, 1)";
const RISE = { opacity: 0, transform: "translateY(1.5rem)" };

/** Say under the board of `root` how its game ended: by the praise of the page `fresh`, or by the
    answer. `duration` tells how long a motion takes, by its name. */
export async function showPraise(root, fresh, duration) {
  const line = root.querySelector(".play-line");
  const words = fresh.querySelector(fresh.dataset.state === "won" ? ".praise" : ".answer");
  if (!duration("praise") || !line || !words) return;
  const praise = document.createElement("p");
  praise.className = "moment";
  praise.setAttribute("aria-hidden", "true"); // announced with the result
  praise.append(...words.cloneNode(true).childNodes);
  line.append(praise);
  line.dataset.moment = "";
  praise.animate([{ opacity: 0, transform: "scale(0.8)" }, {}], { duration: duration("quick"), easing: EASING });
  await new Promise((done) => setTimeout(done, duration("praise")));
  const keys = root.querySelector(".keyboard");
  const fading = [line, keys].map((each) => each.animate({ opacity: 0 }, { duration: duration("quick"), fill: "forwards" }));
  await Promise.allSettled(fading.map(({ finished }) => finished));
}

/** Replace `root` by `fresh` through `change`; the board moves from where it was, and the result
    rises beside it. */
export function moveIntoPlace(root, fresh, change, duration) {
  const before = boardOf(root).getBoundingClientRect();
  enhanceResult(fresh);
  change();
  const settle = { duration: duration("settle"), easing: EASING };
  if (!settle.duration) return;
  const after = boardOf(fresh).getBoundingClientRect();
  const [x, y] = [before.left - after.left, before.top - after.top];
  const transform = `translate(${x}px, ${y}px) scale(${before.width / after.width})`;
  boardOf(fresh).animate([{ transform, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], settle);
  fresh.querySelector(".play-aside").animate([RISE, {}], settle);
  growBars(fresh, duration("grow"));
}

function boardOf(root) {
  return root.querySelector(".board");
}

/* The bars and their figures start from nothing when they are first seen, on a phone later. */
function growBars(root, duration) {
  const bars = root.querySelector(".distribution-bars");
  if (!bars) return;
  const starts = [
    ...Array.from(bars.querySelectorAll(".bar-fill"), (bar) => grow(bar, duration)),
    ...Array.from(bars.querySelectorAll(".bar-count"), (count) => countUp(count, duration)),
  ];
  const seen = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    seen.disconnect();
    for (const start of starts) start();
  });
  seen.observe(bars);
}

function grow(bar, duration) {
  const growth = bar.animate([{ transform: "scaleX(0)" }, {}], { duration, easing: EASING });
  growth.pause();
  return () => growth.play();
}

/* Spaces as wide as a figure keep the width of a count, and so that of the bar beside it. */
function countUp(count, duration) {
  const text = count.textContent;
  const whole = Number(text.replace(/\D/g, ""));
  const show = (left) => {
    count.textContent = left ? String(Math.round(whole * (1 - left ** 3))).padStart(text.length, "\u2007") : text;
  };
  show(1);
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
