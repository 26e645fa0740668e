/**
 * Reads a screenshot without leaving the page: the picture is shrunk here, sent, and shown beside
 * what was read. It never comes back from the server.
 */
import { announce, fetchPage, fragment, PageError, submitForm, swap } from "./fragments.js";

/* What the server shrinks a picture to anyway; a small file is sent as it is. */
const MAX_PIXELS = 1_500_000;
const SMALL_BYTES = 1_000_000;
const QUALITY = 0.9;
/* Of the copy that this entry of the tab's history keeps, 100 to 200 kB, to look at only. */
const KEPT_QUALITY = 0.5;
/* A slow phone needs a while for 300 kB, and others may be in front. */
const PATIENCE_MS = 60000;

/** Enhance the page `root` on which a screenshot is sent and its reading checked. */
export function enhanceScreenshot(root) {
  new Screenshot(root);
}

/** Put the page at `address` in the place of this one, and read `picture` on it. */
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
    // The page before may be one whose place was taken.
    const { pathname } = location;
    addEventListener("popstate", () => location.pathname !== pathname && location.reload());
    root.dataset.ready = "";
    // A file that was chosen before this script came. After going back, it has been read, and one
    // that was pasted is no longer in the form.
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

  /* Files over the page: the place for them shows it until they leave the window. */
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
    this.#root.append(this.#form); // another picture is seldom wanted
    const label = this.#form.querySelector("[data-another]");
    label.textContent = label.dataset.another;
    use.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /* The picture with at most so many pixels, which is drawn on the page as well. One that the
     browser cannot draw is sent as it is: the server says what is wrong with it. */
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
      // What is transparent would turn black in a JPEG.
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

  /* A tile that is pressed, or a word that is corrected: the same address as without scripts. */
  #onSubmit(event) {
    if (event.submitter?.name === "use") return;
    event.preventDefault();
    this.#show(() => submitForm(event.target, event.submitter?.name ? event.submitter : null));
  }

  /* Another game of the picture, which stays beside it. */
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
      if (!fresh) throw new PageError(page.status);
      swap(page.document, ["screenshot"]);
      if (page.status < 400) history.replaceState(history.state, "", fresh.dataset.address);
      this.#say("");
      announce(fresh.dataset.say);
    } catch (error) {
      if (error.name !== "AbortError") this.#say(this.#root.dataset.offline);
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
