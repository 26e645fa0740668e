"""English ordinals and counted letters, shared by refusals and spoken labels.

The parameter is named `gettext` so that the extractor of messages finds the texts.
"""

from collections.abc import Callable

from wordle_web.engine.words.letters import capitals

Gettext = Callable[[str], str]
N_ = str  # marks a text for the extractor of messages; it is translated later


def ordinal(number: int, gettext: Gettext = str) -> str:
    """Return the ordinal of a place, counted from 1.

    >>> ordinal(1), ordinal(3), ordinal(8), ordinal(11), ordinal(22)
    ('1st', '3rd', '8th', '11th', '22nd')
    """
    ending = 0 if number % 100 in {11, 12, 13} else number % 10
    if ending == 1:
        return gettext("%(number)dst") % {"number": number}
    if ending == 2:
        return gettext("%(number)dnd") % {"number": number}
    if ending == 3:
        return gettext("%(number)drd") % {"number": number}
    return gettext("%(number)dth") % {"number": number}


def counted_letter(letter: str, count: int, gettext: Gettext = str) -> str:
    """Return a letter and how often: "E", "two Es", "6 Es".

    >>> counted_letter("e", 1), counted_letter("e", 2), counted_letter("e", 6)
    ('E', 'two Es', '6 Es')
    """
    facts = {"letter": capitals(letter), "count": count}
    if count == 1:
        return capitals(letter)
    wordings = {
        2: gettext("two %(letter)ss"),
        3: gettext("three %(letter)ss"),
        4: gettext("four %(letter)ss"),
        5: gettext("five %(letter)ss"),
    }
    return wordings.get(count, gettext("%(count)d %(letter)ss")) % facts
