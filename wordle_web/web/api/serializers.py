"""Suggestions and analyses as plain values for JSON.

The names are those of the command line's `--json`. Imports the engine and the helper's
findings, not Flask.
"""

from dataclasses import asdict

from wordle_web.engine.analysis import AnalysedTurn, Analysis, Step
from wordle_web.engine.diagnosis.diagnosis import Diagnosis
from wordle_web.engine.feedback import digits_of
from wordle_web.web.helper.solve import HelperResult

MAX_FIXES = 10

Facts = dict[str, object]


def suggestion_facts(found: HelperResult, most_words: int) -> Facts:
    """Return a suggestion with at most so many of the words left."""
    suggestion = found.suggestion
    chances = zip(found.remaining.words, found.remaining.probabilities, strict=True)
    facts: Facts = {
        "candidates": suggestion.candidates,
        "likely": suggestion.likely,
        "suggestion": suggestion.guess,
        "expected_guesses": suggestion.expected_guesses,
        "exact": suggestion.exact,
        "milliseconds": round(suggestion.milliseconds, 2),
        "best": [asdict(guess) for guess in suggestion.best],
        "words": [
            {"word": word, "probability": chance}
            for (word, chance), _ in zip(chances, range(most_words), strict=False)
        ],
        "diagnosis": None if found.diagnosis is None else diagnosis_facts(found.diagnosis),
    }
    return facts


def diagnosis_facts(found: Diagnosis) -> Facts:
    """Return why no word is left; rows count from 1."""
    return {
        "wider": found.wider,
        "conflict": [row + 1 for row in found.conflict],
        "at_fault": [row + 1 for row in found.at_fault],
        "impossible": [
            {"row": row + 1, "reason": str(fault), "fix": fault.fix.text()}
            for row, fault in found.impossible
        ],
        "fixes": [
            {"row": fix.row + 1, "turn": fix.turn.text(), "words": fix.words}
            for fix in found.fixes[:MAX_FIXES]
        ],
    }


def analysis_facts(found: Analysis) -> Facts:
    """Return an analysis."""
    return {
        "answer": found.answer,
        "is_expected": found.is_expected,
        "skill": found.skill,
        "luck": found.luck,
        "turns": [_turn_facts(turn) for turn in found.turns],
        "solver": [_step_facts(step) for step in found.solver],
    }


def _step_facts(step: Step) -> Facts:
    """Return one turn with the words before and after it."""
    return {
        "guess": step.turn.guess,
        "marks": digits_of(step.turn.pattern, len(step.turn.guess)),
        "words_before": step.words_before,
        "words_after": step.words_after,
    }


def _turn_facts(turn: AnalysedTurn) -> Facts:
    """Return one turn of the player."""
    return {
        **_step_facts(turn.step),
        "expected_remaining": turn.ranked.expected_remaining,
        "skill": turn.skill,
        "luck": turn.luck,
        "guesses_lost": turn.lost,
        "is_known": turn.is_known,
        "hard_mode_violation": None if turn.violation is None else str(turn.violation),
        "best": None if turn.best is None else asdict(turn.best),
    }
