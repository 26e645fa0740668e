/**
 * Uploads a screenshot without leaving the page. The picture is downscaled here, and shown beside its
 * reading from the local copy: the server never returns it.
 */
import { announce, fetchPage, fragment, PageError, submitForm, swap } from "./fragments.js";

/* The server downscales to this size anyway. Smaller files are sent unchanged. */
const MAX_PIXELS = 1_500_000;
const SMALL_BYTES = 1_000_000;
const QUALITY = 0.9;
/* JPEG quality of the copy in the tab's history, which is only shown: 100 to 200 kB. */
const KEPT_QUALITY = 0.5;
/* Long enough for 300 kB over a slow connection, and for a queue on the server. */
const PATIENCE_MS = 60000;

/** Enhance the page `root`, on which a screenshot is sent and its reading checked. */
export function enhanceScreenshot(root) {
  new Screenshot(root);
}

/** Replace this page by the one at `address`, and read `picture` there. */
export async function readOn(address, picture) {
  const page = await fetchPage(address);
  const main = document.querySelector("main");
  main.replaceChildren(...page.document.querySelector("main").childNodes);
  document.title = page.document.title;
  history.pushState(null, "", address);
  await new Screenshot(main.querySelector("[data-enhance=screenshot]")).read(picture);
}

class Screenshot {
  #root;
  #form;
  #request = new AbortController();

  constructor(root) {
    this.#root = root;
    this.#form = root.querySelector("[data-send]");
    this.#form.addEventListener("change", () => this.read(this.#form.elements.screenshot.files[0]));
    this.#form.addEventListener("submit", (event) => this.#onSend(event));
    root.addEventListener("submit", (event) => this.#onSubmit(event));
    root.addEventListener("click", (event) => this.#onClick(event));
    document.addEventListener("paste", (event) => this.#onFiles(event, event.clipboardData));
    document.addEventListener("drop", (event) => this.#onFiles(event, event.dataTransfer));
    document.addEventListener("dragover", (event) => this.#onDrag(event, true));
    document.addEventListener("dragleave", (event) => this.#onDrag(event, event.relatedTarget));
    // The previous step of the history may be a page that `readOn` has replaced.
    const { pathname } = location;
    addEventListener("popstate", () => location.pathname !== pathname && location.reload());
    root.dataset.ready = "";
    // Read a file chosen before this script loaded. After a return to this page, the file has
    // already been read.
    const [picture] = this.#form.elements.screenshot.files;
    if (!root.querySelector("[data-reading]")) this.read(picture);
    else if (picture) this.#shrunk(picture);
    else if (history.state?.picture) this.#shrunk(pictureOf(history.state.picture));
  }

  #onSend(event) {
    event.preventDefault();
    event.stopPropagation();
    this.read(this.#form.elements.screenshot.files[0]);
  }

  /* Highlight the drop area while files are dragged over the window. */
  #onDrag(event, isOver) {
    event.preventDefault();
    this.#root.toggleAttribute("data-over", Boolean(isOver));
  }

  #onFiles(event, transfer) {
    this.#root.removeAttribute("data-over");
    const picture = Array.from(transfer?.files ?? []).find(({ type }) => type.startsWith("image/"));
    if (!picture) return;
    event.preventDefault();
    this.read(picture);
  }

  /* Show `picture`, send it, and show what was read. */
  async read(picture) {
    if (!picture) return;
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    this.#say(this.#root.dataset.busy);
    const body = new FormData(this.#form);
    body.set("screenshot", await this.#shrunk(picture), "screenshot");
    if (signal.aborted) return;
    const options = { method: "POST", body, signal, patience: PATIENCE_MS };
    await this.#show(() => fetchPage(this.#form.action, options));
    const use = this.#root.querySelector("[data-reading] [name=use]");
    if (!use) return;
    this.#root.append(this.#form); // at the end of the page, since few people need another picture
    const label = this.#form.querySelector("[data-another]");
    label.textContent = label.dataset.another;
    use.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /* Downscale the picture to `MAX_PIXELS` and show it. A picture that the browser can't decode is sent
     unchanged, so that the server reports the reason. */
  async #shrunk(picture) {
    const holder = this.#root.querySelector("[data-holder]");
    holder.replaceChildren();
    try {
      const bitmap = await createImageBitmap(picture);
      const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(bitmap.width * scale));
      canvas.height = Math.max(1, Math.round(bitmap.height * scale));
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", this.#root.dataset.picture);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      // Transparent areas would turn black in a JPEG.
      context.fillStyle = "white";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
      holder.append(canvas);
      holder.hidden = false;
      const [, data] = canvas.toDataURL("image/jpeg", KEPT_QUALITY).split(",");
      history.replaceState({ ...history.state, picture: data }, "");
      if (scale === 1 && picture.size <= SMALL_BYTES) return picture;
      return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY))) ?? picture;
    } catch {
      holder.hidden = true;
      return picture;
    }
  }

  /* Handle a pressed tile or a corrected word by the same address as without scripts. */
  #onSubmit(event) {
    if (event.submitter?.name === "use") return;
    event.preventDefault();
    this.#show(() => submitForm(event.target, event.submitter?.name ? event.submitter : null));
  }

  /* Show another game of the picture. */
  #onClick(event) {
    const link = event.target.closest("[data-game]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#show(() => fetchPage(link.href));
  }

  async #show(request) {
    try {
      const page = await request();
      const fresh = fragment(page.document, "screenshot");
      if (!fresh) throw new PageError(String(page.status));
      swap(page.document, ["screenshot"]);
      if (page.status < 400) history.replaceState(history.state, "", fresh.dataset.address);
      this.#say("");
      announce(fresh.dataset.say);
    } catch (error) {
      const { large, offline } = this.#root.dataset;
      // A proxy refuses a large file with a page of its own.
      if (error.name !== "AbortError") this.#say(error.message === "413" ? large : offline);
    }
  }

  #say(text) {
    const status = this.#root.querySelector("[data-status]");
    status.hidden = !text;
    status.textContent = text;
  }
}

function pictureOf(text) {
  return new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]);
}
