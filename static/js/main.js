/** Enhances the elements with `data-enhance` by their modules. */

const ENHANCEMENTS = {
  game: async (root) => (await import("./play/game.js")).enhanceGame(root),
  share: async (root) => (await import("./play/result.js")).enhanceShare(root),
  preview: async (root) => (await import("./play/preview.js")).enhancePreview(root),
  replay: async () => (await import("./replay.js")).enhanceReplay(),
  settings: async (root) => (await import("./settings.js")).enhanceSettings(root),
  lab: async (root) => (await import("./lab.js")).enhanceLab(root),
  skill: async (root) => (await import("./skill.js")).enhanceSkill(root),
  watch: async (root) => (await import("./watch.js")).enhanceWatch(root),
  helper: async (root) => (await import("./helper.js")).enhanceHelper(root),
  screenshot: async (root) => (await import("./screenshot.js")).enhanceScreenshot(root),
  bookmark: async (root) => (await import("./bookmark-page.js")).enhanceBookmark(root),
};

const page = document.documentElement;

/* Browsers without cascade layers get no styles, so they get no scripts either. */
if ("CSSLayerBlockRule" in window) {
  page.dataset.scripts = "";
  for (const root of document.querySelectorAll("[data-enhance]")) {
    ENHANCEMENTS[root.dataset.enhance]?.(root);
  }
}

/* If a module fails to load, the page shows its controls for browsers without scripts. */
addEventListener("unhandledrejection", () => delete page.dataset.scripts);

/** Close the menu on Escape, and on a click or focus outside it. */
function enhanceMenu(menu) {
  const close = () => menu.removeAttribute("open");
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    close();
    menu.querySelector("summary").focus();
  });
  for (const type of ["click", "focusin"]) {
    document.addEventListener(type, (event) => menu.contains(event.target) || close());
  }
}

document.querySelectorAll("[data-more]").forEach(enhanceMenu);

/* Close a strip at once, and notify the server in the background. */
document.addEventListener("submit", async (event) => {
  if (!event.target.matches("[data-strip]")) return;
  event.preventDefault();
  const { submitForm } = await import("./fragments.js");
  const answer = submitForm(event.target, event.submitter, { keepalive: true });
  event.target.hidden = true;
  document.querySelector("main").focus({ preventScroll: true });
  await answer.catch(() => {});
});

/* The service worker shows a page when there is no connection. It needs HTTPS, and a window that isn't private. */
const { serviceWorker } = page.dataset;
if (serviceWorker) navigator.serviceWorker?.register(serviceWorker).catch(() => {});

/* Days begin at midnight in the zone of this device. */
const { zone } = document.body.dataset;
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
if (zone && zone !== timeZone) import("./zone.js").then((module) => module.tellZone(zone, timeZone), () => {});
