/** The form in which players choose their name in a table with friends. */

/** Let the last choice count: a typed name, or one of the table. The other one is cleared. */
export function enhancePerson(form) {
  form.addEventListener("input", ({ target }) => {
    if (target.name === "person") form.elements.namedItem("name").value = "";
    if (target.name !== "name" || !target.value) return;
    for (const choice of form.querySelectorAll("[name=person]")) choice.checked = false;
  });
}
