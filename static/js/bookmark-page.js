/** The page of the bookmark: copying its address, and testing it without installing it. */
import { announce } from "./fragments.js";

/** Enhance the page `root` that explains the bookmark. */
export function enhanceBookmark(root) {
  const button = root.querySelector("[data-copy]");
  const field = root.querySelector("input");
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(field.value).then(() => announce(root.dataset.copied), () => {
      field.closest("details").open = true;
      field.select();
    });
    button.textContent = root.dataset.copied;
  });
  field.addEventListener("focus", () => field.select());
  const attempt = root.querySelector("[data-try]");
  attempt.addEventListener("click", async () => {
    const { go } = await import(root.dataset.module);
    go(root.dataset.target, 600);
  });
  // The site's content security policy would block a click on this link.
  root.querySelector("[data-drag]").addEventListener("click", (event) => event.preventDefault());
}
