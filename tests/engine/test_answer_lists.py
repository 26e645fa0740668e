"""Past answers in every format: only the answers and their dates are read."""

import json
import random
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.used_words import parse_answer_list

ENGLISH = load_lexicon("english-5")
C, S = "crane", "slate"
TEXTS = {
    "month, day, year": "March 3, 2024 - crane\nMarch 4, 2024 - slate",
    "talk with a weekday": "Today's answer (Sunday, March 3): crane",
    "a record": '{"id": 2, "solution": "crane", "print_date": "2024-01-03", "editor": "Tracy"}',
    "records": json.dumps(
        [
            {"print_date": "2024-01-03", "days_since_launch": 928, "solution": C},
            {"print_date": "2024-01-04", "days_since_launch": 929, "solution": S},
        ]
    ),
    "json lines": '{"print_date": "2024-01-03", "word": "crane"}\n{"id": 3, "word": "slate"}',
    "a header": "INDEX,WORDS,GUESS\n1,crane,great\n2,slate,other",
    "dates as keys": '{"2024-01-03": "crane", "2024-01-04": "slate"}',
    "words as keys": '{"crane": 928, "slate": 929}',
    "nested": '{"data": {"games": [{"answer": "crane", "other": "about"}]}}',
    "a list of objects with a hint": '[{"answer": "crane", "hint": "birds"}]',
    "tabs": "Date\tNumber\tWord\n3/1/2024\t928\tcrane\n4/1/2024\t929\tslate",
    "semicolons without a header": "2024-01-03;928;crane\n2024-01-04;929;slate",
    "vertical lines": "| 928 | March 3 | CRANE |\n| 929 | March 4 | SLATE |",
    "the word first": "crane,2024-01-03\nslate,2024-01-04",
    "april": "crane: April 3, 2024\nslate: April 4, 2024",
    "day before month": "3 March 2024: crane\n4 March 2024: slate",
    "ordinal": "March 3rd - crane\nMarch 4th - slate",
    "german": "3. März 2024: crane\n4. März 2024: slate",
    "in capitals among talk": "March 3: today's answer was CRANE\nMarch 4: then it was SLATE",
    "a label after the date": "2024-01-03 answer today: crane\n2024-01-04 answer today: slate",
    "number sign": "Wordle #928 answer - crane\nWordle #929 answer - slate",
    "a numbered list": "1. crane\n2. slate",
    "words alone": "crane\nslate",
    "a quoted header": '"date","word"\n"2024-01-03","crane"\n"2024-01-04","slate"',
    "spanish header": "fecha;palabra\n3/1/2024;crane\n4/1/2024;slate",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_answers_are_read_from_every_format(text: str) -> None:
    answers = parse_answer_list(text, ENGLISH)
    assert answers.words in {(C,), (C, S)}
    assert set(answers.words) == {word for word in (C, S) if word in text.lower()}
    assert answers.unknown == ()


WORDS = random.Random(2).sample(ENGLISH.pool().words, 600)
DAYS = [date(2021, 6, 19) + timedelta(number) for number in range(600)]


def rows(line: str) -> str:
    pairs = enumerate(zip(WORDS, DAYS, strict=True))
    return "\n".join(line.format(word=w, day=d, n=n) for n, (w, d) in pairs)


DATED = {
    "json lines": '{{"print_date": "{day}", "solution": "{word}"}}',
    "json lines with a number": '{{"days_since_launch": {n}, "solution": "{word}"}}',
    "month, day and number without a year": "{day:%b}\t{day.day}\t{n}\t{word}",
    "month and day in one column": "{day:%B} {day.day},{n},{word}",
    "talk": "Today's answer ({day:%A}, {day:%B} {day.day}, {day.year}): {word}",
    "number and month": "#{n} ({day:%b} {day.day}) - {word}",
    "a table of the page": "{day:%m/%d/%Y}\t{n}\t{word}",
}


@pytest.mark.parametrize("line", DATED.values(), ids=DATED)
def test_dated_answer_list_keeps_the_order_of_dates(line: str) -> None:
    answers = parse_answer_list(rows(line), ENGLISH)
    assert answers.words == tuple(WORDS)
    assert answers.is_dated
    assert answers.early == set(WORDS[:100])


def test_json_records_and_objects_preserve_dates() -> None:
    pairs = list(zip(WORDS, DAYS, strict=True))
    for value in (
        [{"day": f"{day}", "answer": word} for word, day in pairs],
        {f"{day}": word for word, day in pairs},
        {word: f"{day}" for word, day in pairs},
    ):
        answers = parse_answer_list(json.dumps(value), ENGLISH)
        assert (answers.words, answers.early) == (tuple(WORDS), set(WORDS[:100]))


@pytest.mark.parametrize("line", [*DATED.values(), "{word}", "{n} {word}"])
def test_listed_answers_with_dates_parse_to_the_same_result(line: str) -> None:
    answers = parse_answer_list(rows(line), ENGLISH)
    again = parse_answer_list(answers.listed, ENGLISH)
    assert again == answers


SMALL = lexicon_of(["crane", "slate"])


@given(st.text(st.sampled_from('{}[]":,;\t|\n crane slate march 3.-2024/')))
def test_listed_answers_of_any_text_parse_to_the_same_words(text: str) -> None:
    answers = parse_answer_list(text, SMALL)
    assert set(answers.words) <= {C, S}
    assert parse_answer_list(answers.listed, SMALL).words == answers.words


HOSTILE = {
    "nested lists": "[" * 100_000,
    "nested objects": '{"a":' * 50_000,
    "closed": "[" * 100_000 + "]" * 100_000,
    "quotes": '"' * 250_000,
    "an open quote": 'date,word\n"' + "x\n" * 100_000,
    "delimiters": ",;|\t" * 60_000,
    "dates": "March 3 2024 " * 20_000,
    "numbers": "1 2 3 " * 40_000,
    "many lines": "1,\n" * 80_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_yield_no_words(text: str) -> None:
    assert parse_answer_list(text, ENGLISH).words == ()
