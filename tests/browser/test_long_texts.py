"""Both the form itself and our script send long texts as multipart."""

import pytest
from playwright.sync_api import expect

WORDS = "crane slate\n" * 10_000  # 120 kB
SUBMIT = """async ([address, text]) => {
  const { submitForm } = await import(address);
  const form = document.querySelector("form[enctype]");
  form.elements.text.value = text;
  const { status, document: page } = await submitForm(form);
  return [status, page.querySelector("section button")?.textContent];
}"""


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_long_list_of_words_is_saved(open_page, java_script_enabled):
    page = open_page("/helper/past-answers", java_script_enabled=java_script_enabled)
    field = page.get_by_role("textbox", name="5-letter words").first
    field.evaluate("(element, text) => { element.value = text; }", WORDS)  # `fill` takes a minute
    page.get_by_role("button", name="Find words").first.click()
    page.get_by_role("button", name="Save 2 words").click()
    expect(page.get_by_role("status").first).to_have_text("2 words saved.")


def test_script_sends_long_texts_as_multipart_forms(open_page):
    page = open_page("/helper/past-answers")
    script = page.locator("script[src*='/js/main.js']").get_attribute("src")
    address = script.replace("main.js", "fragments.js")
    assert page.evaluate(SUBMIT, [address, WORDS]) == [200, "Save 2 words"]
