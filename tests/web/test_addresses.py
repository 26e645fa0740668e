"""Forms redirect to the address of their result; our script gets the page at once."""

import pytest

CRANE = "/helper?row=crane:01002"
HARD = f"{CRANE}&mode=pool&hard=1"
TWO = "/helper?boards=2&row=crane:"
LONG = "/absurd?length=7&words=all"


@pytest.mark.parametrize(
    ("form", "address"),
    [
        (f"{CRANE}&add=slide&gray=1", f"{CRANE}&draft=slide"),
        (f"{CRANE}&add=slimy+00110", f"{CRANE}&row=slimy:00110"),
        (f"{CRANE}&row=slide:&gray=2", f"{CRANE}&row=slide:00002"),
        (f"{CRANE}&row=slide:&tap=2.2", f"{CRANE}&row=slide:01002"),
        (f"{CRANE}&tap=1.1&add=sli", "/helper?row=crane:11002&draft=sli"),
        (f"{CRANE}&hint=1&add=", f"{CRANE}&hint=1"),
        (f"{CRANE}&add=&resize=5&guess=&used=&sort=&mode=real&hint=0", CRANE),
        (f"{HARD}&used=shire,+shore&add=", f"{HARD}&used=shire,shore"),
        (f"{CRANE}&guess=shore&sort=&sort=worst&add=", f"{CRANE}&guess=shore&sort=worst"),
        (f"{TWO}.00002&tap=1.2.5", f"{TWO}.00000"),
        (f"{TWO}00002.00000&row=slide:&rest=2", f"{TWO}00002.00000&row=slide:00002.00000"),
        (f"{TWO}&marks.1.1=01002&marks.1.2=00000", f"{TWO}01002.00000"),
        ("/absurd?played=crane&guess=Moist", "/absurd?played=crane.moist"),
        (f"{LONG}&guess=stained", f"{LONG}&played=stained"),
    ],
)
def test_get_form_redirects_to_the_canonical_address(client, form, address):
    answer = client.get(form)
    assert (answer.status_code, answer.location) == (303, address)
    headers = {"X-Requested-With": "fetch"}
    at_once, there = (client.get(target, headers=headers) for target in (form, address))
    assert (at_once.status_code, at_once.text) == (200, there.text)
    assert "<header class" not in at_once.text


@pytest.mark.parametrize(
    ("form", "address", "said"),
    [
        (f"{CRANE}&add=sli&clear=1", "/helper", "All rows cleared. Undo brings them back."),
        (f"{CRANE}&row=slide:&delete=2", CRANE, "Row 2 deleted. Undo brings it back."),
    ],
)
def test_response_to_a_script_reports_a_deletion_that_the_address_omits(
    client, form, address, said
):
    answer = client.get(form)
    assert (answer.status_code, answer.location) == (303, address)
    assert said not in client.get(address).text
    at_once = client.get(form, headers={"X-Requested-With": "fetch"})
    assert said in at_once.visible_text
    assert at_once.fact("say").startswith(said)
