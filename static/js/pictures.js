/** Pictures that are pasted or dropped on a page. */

/** Return the picture among the files of a paste or a drop, or null. */
export function pictureOf(transfer) {
  return Array.from(transfer?.files ?? []).find((file) => file.type.startsWith("image/")) ?? null;
}

/**
 * Read the picture that came with `event` on the page for screenshots that `root` links to; call
 * `onFailure` if that page does not come. Return whether there is a picture.
 */
export function readPicture(event, transfer, root, onFailure) {
  const picture = pictureOf(transfer);
  if (!picture || !root.isConnected) return false;
  event.preventDefault();
  const address = root.querySelector("[data-screenshot]").href;
  import("./screenshot.js").then(({ readOn }) => readOn(address, picture)).catch(onFailure);
  return true;
}
