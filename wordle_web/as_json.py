"""The responses of the JSON interface: the schema and the value of each field, defined once.

It imports nothing from the web, so that the command line can use the same fields.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from wordle_web.engine.advice import Advice, BoardAdvice
from wordle_web.engine.analysis import Analysis
from wordle_web.engine.boards.simulation import BoardsAnalysis
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.rating import GRADES
from wordle_web.engine.suggestion import Remaining
from wordle_web.game.puzzles.days import LENGTHS

MAX_FIXES = 10

Schema = dict[str, Any]
Fields = Mapping[str, "Field"]


class Field(NamedTuple):
    """A field of a response."""

    schema: Schema
    value: Callable[[Any], Any] | None = None  # by default the attribute of the same name
    fields: Fields | None = None  # for an object or a list of objects: their fields


def serialize(source: object, fields: Fields) -> dict[str, object]:
    """Return `source` as plain values for JSON."""
    facts = {}
    for name, field in fields.items():
        value = field.value(source) if field.value else getattr(source, name)
        if field.fields and isinstance(value, tuple):
            value = [serialize(item, field.fields) for item in value]
        elif field.fields and value is not None:
            value = serialize(value, field.fields)
        facts[name] = value
    return facts


def object_of(fields: Fields) -> Schema:
    """Return the schema of an object with exactly these `fields`."""
    return {
        "type": "object",
        "properties": {name: field.schema for name, field in fields.items()},
        "required": list(fields),
        "additionalProperties": False,
    }


def list_of(items: Schema) -> Schema:
    """Return the schema of a list of `items`."""
    return {"type": "array", "items": items}


def optional(schema: Schema) -> Schema:
    """Return the schema of a value that may be null."""
    return {"anyOf": [schema, {"type": "null"}]}


def reference(name: str) -> Schema:
    """Return a reference to a schema in the document's components."""
    return {"$ref": f"#/components/schemas/{name}"}


NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}
ROW_NUMBER: Schema = {"type": "integer", "minimum": 1}
TEXT: Schema = {"type": "string"}
SWITCH: Schema = {"type": "boolean"}
MARKS: Schema = {"type": "string", "pattern": f"^[012]{{{LENGTHS[0]},{LENGTHS[-1]}}}$"}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
SHARE_OR_NULL: Schema = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
NUMBER_OR_NULL: Schema = {"type": ["number", "null"]}

MEASURED_GUESS: Fields = {
    "guess": Field(TEXT),
    "expected_remaining": Field(NUMBER),
    "entropy_bits": Field(NUMBER),
    "worst": Field(COUNT),
    "answer_probability": Field(SHARE),
    "is_candidate": Field(SWITCH),
}
RANKED_GUESS: Fields = {
    **MEASURED_GUESS,
    "expected_guesses": Field(NUMBER_OR_NULL),
    "solve_probability": Field(SHARE_OR_NULL),
    "is_estimate": Field(SWITCH),
}
IMPOSSIBLE: Fields = {  # for pairs of a row and the reason why its marks are impossible
    "row": Field(ROW_NUMBER, lambda pair: pair[0] + 1),
    "reason": Field(TEXT, lambda pair: str(pair[1])),
    "fix": Field(TEXT, lambda pair: pair[1].fix.text()),
}
FIX: Fields = {
    "row": Field(ROW_NUMBER, lambda fix: fix.row + 1),
    "turn": Field(TEXT, lambda fix: fix.turn.text()),
    "words": Field(COUNT),
}
DIAGNOSIS: Fields = {
    "wider": Field(COUNT, lambda diagnosis: diagnosis.matching),
    "conflict": Field(
        list_of(ROW_NUMBER), lambda diagnosis: [row + 1 for row in diagnosis.conflict]
    ),
    "at_fault": Field(
        list_of(ROW_NUMBER), lambda diagnosis: [row + 1 for row in diagnosis.at_fault]
    ),
    "impossible": Field(list_of(object_of(IMPOSSIBLE)), fields=IMPOSSIBLE),
    "fixes": Field(list_of(object_of(FIX)), lambda diagnosis: diagnosis.fixes[:MAX_FIXES], FIX),
}
WORD: Fields = {  # for pairs of a word and its probability
    "word": Field(TEXT, lambda pair: pair[0]),
    "probability": Field(NUMBER, lambda pair: pair[1]),
}


def _words(board: BoardAdvice) -> tuple[tuple[str, float], ...]:
    return tuple(zip(board.remaining.words, board.remaining.probabilities, strict=True))


def _reason(suggestion: Any) -> str | None:
    return suggestion.reason and str(suggestion.reason)


MILLISECONDS = Field(NUMBER, lambda advice: round(advice.suggestion.milliseconds, 2))
SUGGESTION: Fields = {
    "candidates": Field(COUNT, lambda advice: advice.boards[0].candidates),
    "likely": Field(COUNT, lambda advice: advice.boards[0].likely),
    "suggestion": Field(TEXT_OR_NULL, lambda advice: advice.guess),
    "expected_guesses": Field(NUMBER_OR_NULL, lambda advice: advice.suggestion.expected_guesses),
    "solve_probability": Field(SHARE_OR_NULL, lambda advice: advice.suggestion.solve_probability),
    "guesses_left": Field(COUNT),
    "exact": Field(SWITCH, lambda advice: advice.is_exact),
    "milliseconds": MILLISECONDS,
    "best": Field(list_of(reference("RankedGuess")), fields=RANKED_GUESS),
    "words": Field(list_of(object_of(WORD)), lambda advice: _words(advice.boards[0]), WORD),
    "diagnosis": Field(
        optional(reference("Diagnosis")), lambda advice: advice.boards[0].diagnosis, DIAGNOSIS
    ),
}
BOARD_NUMBER = Field(ROW_NUMBER, lambda board: board.number + 1)
PROSPECT: Fields = {
    "board": BOARD_NUMBER,
    "solve_probability": Field(SHARE),
    "expected_remaining": Field(NUMBER),
    "worst": Field(COUNT),
}
REASON: Schema = {**TEXT_OR_NULL, "description": "Why it is good, in English."}
RANKED_BOARDS_GUESS: Fields = {
    "guess": Field(TEXT),
    "expected_solved": Field({**NUMBER, "description": "Boards that it solves on average."}),
    "expected_remaining": Field(NUMBER),
    "solve_probability": Field({**SHARE, "description": "Chance to solve at least one board."}),
    "is_candidate": Field(SWITCH),
    "boards": Field(
        list_of(object_of(PROSPECT)), lambda suggestion: suggestion.prospects, PROSPECT
    ),
    "reason": Field(REASON, _reason),
}
BOARD: Fields = {
    "board": BOARD_NUMBER,
    "candidates": Field(COUNT),
    "likely": Field(COUNT),
    "answer": Field(TEXT_OR_NULL),
    "is_shown": Field(SWITCH),
    "words": Field(list_of(object_of(WORD)), _words, WORD),
    "diagnosis": Field(optional(reference("Diagnosis")), fields=DIAGNOSIS),
}
BOARDS_SUGGESTION: Fields = {
    "candidates": Field(
        list_of(COUNT), lambda advice: [board.candidates for board in advice.boards]
    ),
    "suggestion": Field(TEXT_OR_NULL, lambda advice: advice.guess),
    "reason": Field(REASON, lambda advice: _reason(advice.suggestion)),
    "guesses_left": Field(COUNT),
    "milliseconds": MILLISECONDS,
    "boards": Field(list_of(object_of(BOARD)), fields=BOARD),
    "best": Field(list_of(object_of(RANKED_BOARDS_GUESS)), fields=RANKED_BOARDS_GUESS),
}
STEP: Fields = {
    "guess": Field(TEXT, lambda step: step.turn.guess),
    "marks": Field(MARKS, lambda step: step.turn.digits),
    "words_before": Field(COUNT),
    "words_after": Field(COUNT),
}
COST: Schema = {
    "type": ["number", "null"],
    "minimum": 0,
    "description": "Expected guesses more than with the best guess, in hundredths.",
}
LUCK: Schema = {
    **NUMBER_OR_NULL,
    "description": "Guesses more than were expected, in hundredths; below 0, luck saved some.",
}


def _rated(field: str) -> Callable[[Any], Any]:
    """Return a getter for a field of a turn's or game's rating; it returns None if unrated."""
    return lambda turn: None if turn.rating is None else getattr(turn.rating, field)


TURN: Fields = {
    "guess": Field(TEXT, lambda turn: turn.step.turn.guess),
    "marks": Field(MARKS, lambda turn: turn.step.turn.digits),
    "words_before": Field(COUNT, lambda turn: turn.step.words_before),
    "words_after": Field(COUNT, lambda turn: turn.step.words_after),
    "expected_remaining": Field(
        {**NUMBER, "description": "Average words left after this guess, over all answers."},
        lambda turn: turn.ranked.expected_remaining,
    ),
    "fewer_probability": Field(
        {**SHARE_OR_NULL, "description": "Chance that it would have left fewer words."},
        lambda turn: turn.fewer,
    ),
    "cost": Field(COST, _rated("cost")),
    "luck": Field(LUCK, _rated("luck")),
    "grade": Field(
        {
            "type": ["string", "null"],
            "enum": [*(grade.name for grade in GRADES), None],
            "description": "A word for the cost.",
        },
        lambda turn: turn.rating and turn.rating.grade.name,
    ),
    "is_estimate": Field(
        {
            "type": ["boolean", "null"],
            "description": "Whether a longer search may find another cost.",
        },
        _rated("is_estimate"),
    ),
    "solve_probability": Field(
        {**SHARE_OR_NULL, "description": "Chance to solve the game after it."}, _rated("chance")
    ),
    "best_solve_probability": Field(
        {**SHARE_OR_NULL, "description": "The same after the best guess."}, _rated("best_chance")
    ),
    "is_known": Field(SWITCH),
    "hard_mode_violation": Field(
        TEXT_OR_NULL, lambda turn: None if turn.violation is None else str(turn.violation)
    ),
    "best": Field(optional(object_of(MEASURED_GUESS)), fields=MEASURED_GUESS),
}
ANALYSIS: Fields = {
    "answer": Field(TEXT),
    "is_expected": Field(SWITCH),
    "is_solved": Field(SWITCH),
    "summary": Field(
        {**TEXT, "description": "One sentence on the guesses and on luck, in English."},
        lambda step: step.summary(),
    ),
    "ignored": Field(
        {**list_of(TEXT), "description": "Guesses after the answer, which do not count."},
        lambda analysis: list(analysis.ignored),
    ),
    "needed": Field(
        {
            **NUMBER_OR_NULL,
            "description": "best + cost + luck: the guesses made, two more if the game was lost.",
        },
        _rated("needed"),
    ),
    "best": Field(
        {**NUMBER_OR_NULL, "description": "Guesses that the best play could expect."},
        _rated("best"),
    ),
    "cost": Field(COST, _rated("cost")),
    "luck": Field(LUCK, _rated("luck")),
    "turns": Field(list_of(reference("Turn")), fields=TURN),
    "solver": Field(list_of(reference("Step")), fields=STEP),
}
BOARD_STEP: Fields = {  # for pairs of a guess and its effect on one board
    "board": Field(ROW_NUMBER, lambda pair: pair[1].number + 1),
    "marks": Field(MARKS, lambda pair: digits_of(pair[1].pattern, len(pair[0]))),
    "words_before": Field(COUNT, lambda pair: pair[1].before),
    "words_after": Field(COUNT, lambda pair: pair[1].left),
    "is_solved": Field(SWITCH, lambda pair: pair[1].is_solved),
}
BOARDS_TURN: Fields = {
    "guess": Field(TEXT),
    "boards": Field(
        list_of(object_of(BOARD_STEP)),
        lambda turn: tuple((turn.guess, step) for step in turn.steps),
        BOARD_STEP,
    ),
    "expected_solved": Field(
        NUMBER_OR_NULL, lambda turn: None if turn.own is None else turn.own.expected_solved
    ),
    "expected_remaining": Field(
        NUMBER_OR_NULL, lambda turn: None if turn.own is None else turn.own.expected_remaining
    ),
    "is_best": Field(SWITCH),
    "best": Field(optional(object_of(RANKED_BOARDS_GUESS)), fields=RANKED_BOARDS_GUESS),
}
BOARDS_ANALYSIS: Fields = {
    "answers": Field(list_of(TEXT), lambda analysis: list(analysis.answers)),
    "is_solved": Field(SWITCH),
    "turns": Field(
        list_of(object_of(BOARDS_TURN)), lambda analysis: analysis.guesses, fields=BOARDS_TURN
    ),
}
SCHEMAS: Mapping[str, Schema] = {
    "RankedGuess": object_of(RANKED_GUESS),
    "Suggestion": object_of(SUGGESTION),
    "BoardsSuggestion": object_of(BOARDS_SUGGESTION),
    "Diagnosis": object_of(DIAGNOSIS),
    "Step": object_of(STEP),
    "Turn": object_of(TURN),
    "Analysis": object_of(ANALYSIS),
    "BoardsAnalysis": object_of(BOARDS_ANALYSIS),
}


def advice_json(advice: Advice, max_words: int = 0) -> dict[str, object]:
    """Return advice as JSON, with at most `max_words` of the words left on each board.

    Some fields exist only for one board or only for several boards.
    """
    boards = tuple(
        board._replace(remaining=Remaining(left.words[:max_words], left.probabilities[:max_words]))
        for board in advice.boards
        for left in (board.remaining,)
    )
    fields = SUGGESTION if len(boards) == 1 else BOARDS_SUGGESTION
    return serialize(replace(advice, boards=boards), fields)


def analysis_json(analysis: Analysis | BoardsAnalysis) -> dict[str, object]:
    """Return the analysis of a game as JSON, for one board or several."""
    return serialize(analysis, ANALYSIS if isinstance(analysis, Analysis) else BOARDS_ANALYSIS)
