"""The results that a guess can get: which of many are shown, and in what order."""

from collections import Counter, defaultdict

import pytest

from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.results import MAX_DETAILED, MAX_NAMED, pattern_counts

LEXICON = load_lexicon("english-5")


@pytest.mark.parametrize("mode", ["real", "normal"])
def test_the_largest_results_and_the_likeliest_are_shown_largest_first(mode: str) -> None:
    belief = belief_of(LEXICON, mode)
    candidates = candidates_after(LEXICON, (), belief)
    sizes, weights, words = Counter[int](), defaultdict[int, float](float), defaultdict(list)
    for index in candidates.tolist():
        pattern = feedback("crate", LEXICON.words[index])
        sizes[pattern] += 1
        weights[pattern] += belief.weights[index]
        words[pattern].append(LEXICON.words[index])
    largest = sorted(sizes, key=lambda each: (-sizes[each], -weights[each], each))
    likeliest = sorted(sizes, key=lambda each: (-weights[each], -sizes[each], each))
    wanted = {*largest[:MAX_DETAILED], *likeliest[:MAX_DETAILED]}
    assert (len(wanted) > MAX_DETAILED) == (mode == "real")

    found = pattern_counts(LEXICON, candidates, belief, "crate")
    assert found.total == len(sizes)
    assert [each.pattern for each in found.shown] == [each for each in largest if each in wanted]
    assert [each.pattern for each in found.likeliest(5)] == likeliest[:5]
    for each in found.shown:
        assert each.words == sizes[each.pattern]
        assert each.probability == pytest.approx(weights[each.pattern] / sum(weights.values()))
        assert each.likeliest == tuple(words[each.pattern][:MAX_NAMED])
