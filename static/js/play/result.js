/** After a game: sharing the result, and the countdown to the next word. */

const CONFIRMED = 3000; // milliseconds

/** Enhance the result of a finished game. */
export function enhanceResult(root) {
  enhanceShare(root);
  enhanceCountdown(root);
}

/** Let share buttons use the share sheet, the clipboard, or a field to copy from. */
export function enhanceShare(root) {
  root.querySelectorAll("[data-share]").forEach(enhanceButton);
}

function enhanceButton(share) {
  const field = share.querySelector("textarea");
  const button = share.querySelector("button");
  const note = share.querySelector("[data-share-note]");
  const { text } = share.dataset; // the text to share, if the field shows only its link
  if (text) field.addEventListener("focus", () => field.select());
  if (isLight()) field.value = field.value.replaceAll("⬛", "⬜");
  button.addEventListener("click", async () => {
    const way = await shareText(text ?? field.value);
    const isCopied = way === "copied" || (way === "select" && copyField(field, button));
    if (isCopied) note.textContent = share.dataset.copied;
    if (isCopied && !text) confirmOn(button, share.dataset.done);
    if (isCopied || way !== "select") return;
    note.textContent = share.dataset.select;
    field.scrollIntoView({ block: "nearest" });
  });
}

/* Show a confirmation on the button for a while, since the note can be out of view. The button keeps its
   height, and its name, so that only the note is announced. */
function confirmOn(button, confirmation) {
  if (button.hasAttribute("aria-label")) return;
  const label = button.querySelector("span");
  const name = label.textContent;
  button.setAttribute("aria-label", name);
  button.style.minBlockSize = `${button.getBoundingClientRect().height}px`;
  label.textContent = confirmation;
  setTimeout(() => {
    label.textContent = name;
    button.removeAttribute("aria-label");
  }, CONFIRMED);
}

/* The server doesn't know the theme if the system chooses it. */
function isLight() {
  const { theme } = document.documentElement.dataset;
  return theme === "system" && matchMedia("(prefers-color-scheme: light)").matches;
}

/* Share the text, and return how. Clipboard and share sheet need HTTPS. */
async function shareText(text) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ text });
      return "shared";
    } catch (error) {
      if (error.name === "AbortError") return "canceled";
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "select";
  }
}

/* Copy with `execCommand`, which works over HTTP, and return whether it did. The field has to be visible
   for this. After a failure it stays visible, with its text selected to be copied by hand. */
function copyField(field, button) {
  const hidden = field.closest("[data-plain]"); // the field, or the fold around it
  if (hidden) delete hidden.dataset.plain;
  if (hidden instanceof HTMLDetailsElement) hidden.open = true;
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand("copy");
  if (isCopied && hidden) {
    hidden.dataset.plain = "";
    button.focus({ preventScroll: true });
  }
  return isCopied;
}

/* Count down to the next word from the number of seconds in the page. */
function enhanceCountdown(root) {
  const countdown = root.querySelector("[data-seconds]");
  if (!countdown) return;
  const end = Date.now() + 1000 * Number(countdown.dataset.seconds);
  const clock = countdown.querySelector("time");
  const tick = () => {
    const left = Math.max(0, Math.round((end - Date.now()) / 1000));
    clock.textContent = clockText(left);
    if (left > 0) return;
    clearInterval(timer);
    countdown.querySelector("[data-now]").hidden = false;
    countdown.querySelector("[data-until]").hidden = true;
  };
  const timer = setInterval(tick, 1000);
  tick();
}

function clockText(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
