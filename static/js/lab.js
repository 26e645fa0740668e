/** The lab's table is filtered and sorted without reloading the page. */

import { PageError, announce, fetchPage, fragment, submitForm, swap } from "./fragments.js";

const TABLE = "lab-table";

/** Update the table under `root` whenever an option changes. */
export function enhanceLab(root) {
  const form = root.querySelector("form");
  form.addEventListener("change", () => follow(root, submitForm(form)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    follow(root, submitForm(form));
  });
  root.addEventListener("click", (event) => {
    const link = event.target.closest(".lab-sort");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const column = Array.from(root.querySelectorAll(".lab-sort")).indexOf(link);
    follow(root, fetchPage(link.href)).then(() => root.querySelectorAll(".lab-sort")[column]?.focus());
  });
  window.addEventListener("popstate", () => location.reload());
}

/* The latest request. Responses to earlier ones are ignored. */
let latest = null;

async function follow(root, request) {
  latest = request;
  fragment(root, TABLE).setAttribute("aria-busy", "true");
  try {
    const page = await request;
    if (latest !== request) return;
    keepOpen(root, page.document);
    swap(page.document, [TABLE]);
    updateSort(root, page.document);
    history.pushState(null, "", page.url);
    announce(fragment(root, TABLE).querySelector("p").textContent);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    fragment(root, TABLE).setAttribute("aria-busy", "false");
  }
}

function keepOpen(root, page) {
  for (const fold of root.querySelectorAll("details[open][data-fold]")) {
    const fresh = page.querySelector(`[data-fold="${fold.dataset.fold}"]`);
    if (fresh) fresh.open = true;
  }
}

/* Put the order of the table into the form, so that the next request keeps it. */
function updateSort(root, page) {
  const form = root.querySelector("form");
  form.querySelectorAll("input[type=hidden]").forEach((field) => field.remove());
  const fresh = page.querySelectorAll('[data-enhance="lab"] form input[type=hidden]');
  form.prepend(...Array.from(fresh, (field) => document.adoptNode(field)));
}
