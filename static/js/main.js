/** Finds what can be more than plain HTML on this page and hands it to its module. */

const ENHANCEMENTS = {
  game: async (root) => (await import("./game.js")).enhanceGame(root),
  share: async (root) => (await import("./result.js")).enhanceShare(root),
  replay: async (root) => (await import("./replay.js")).enhanceReplay(root),
  lab: async (root) => (await import("./lab.js")).enhanceLab(root),
  watch: async (root) => (await import("./watch.js")).enhanceWatch(root),
  helper: async (root) => (await import("./helper.js")).enhanceHelper(root),
};

for (const root of document.querySelectorAll("[data-enhance]")) {
  ENHANCEMENTS[root.dataset.enhance]?.(root);
}

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

/* A page for when there is no connection. Plain HTTP and private windows do without. */
const { serviceWorker } = document.documentElement.dataset;
if (serviceWorker) navigator.serviceWorker?.register(serviceWorker).catch(() => {});
