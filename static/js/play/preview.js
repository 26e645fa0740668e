/** The preview of a challenge beside its form. */

const LENGTHS = [4, 5, 6, 7, 8];

/** Update the preview `root` from the form. */
export function enhancePreview(root) {
  const { word, name, clue } = document.forms.challenge.elements;
  const draw = () => {
    const length = Array.from(word.value.trim().normalize("NFC").replace(/[ßœæ]/giu, "$&$&")).length; // ß is ss
    if (LENGTHS.includes(length)) root.dataset.length = length;
    show(root.querySelector("[data-title]"), root.dataset.from, name);
    show(root.querySelector("[data-note]"), root.dataset.clue, clue);
  };
  document.forms.challenge.addEventListener("input", draw);
  draw();
}

function show(element, text, { value }) {
  element.textContent = text.replace("{}", () => value.trim() || element.dataset.example);
}
