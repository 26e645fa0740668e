"""The possible results of a guess: which of them are shown, and in what order."""

from collections import Counter, defaultdict

import pytest

from wordle_web.engine.advice import letter_hint, pattern_counts
from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import load_lexicon

LEXICON = load_lexicon("english-5")


@pytest.mark.parametrize("mode", ["real", "normal"])
def test_largest_and_likeliest_results_of_a_guess_are_listed_by_size(mode: str) -> None:
    belief = belief_of(LEXICON, mode)
    candidates = candidates_after(LEXICON, (), belief)
    sizes, weights, words = Counter[int](), defaultdict[int, float](float), defaultdict(list)
    for index in candidates.tolist():
        pattern = feedback("crate", LEXICON.words[index])
        sizes[pattern] += 1
        weights[pattern] += belief.weights[index]
        words[pattern].append(LEXICON.words[index])
    largest = sorted(sizes, key=lambda pattern: (-sizes[pattern], -weights[pattern], pattern))
    likeliest = sorted(sizes, key=lambda pattern: (-weights[pattern], -sizes[pattern], pattern))
    wanted = {*largest[:24], *likeliest[:24]}
    assert (len(wanted) > 24) == (mode == "real")

    counts = pattern_counts(LEXICON, candidates, belief, "crate")
    assert counts.total == len(sizes)
    assert [count.pattern for count in counts.shown] == [
        pattern for pattern in largest if pattern in wanted
    ]
    assert [count.pattern for count in counts.likeliest(5)] == likeliest[:5]
    for count in counts.shown:
        assert count.words == sizes[count.pattern]
        assert count.probability == pytest.approx(weights[count.pattern] / sum(weights.values()))
        assert count.likeliest == tuple(words[count.pattern][:8])


@pytest.mark.parametrize("rows", [(), ("crane:01002",), ("eerie:00020", "slant:00100")])
def test_letter_hint_is_the_likeliest_letter_in_an_open_position(rows: tuple[str, ...]) -> None:
    belief, turns = belief_of(LEXICON, "real"), [Turn.parse(row) for row in rows]
    known, weights = learn(turns, 5, LEXICON.alphabet), defaultdict[str, float](float)
    left = candidates_after(LEXICON, turns, belief)
    places = defaultdict[tuple[str, int], float](float)
    for index in left.tolist():
        word, weight = LEXICON.words[index], belief.weights[index] / belief.weights[left].sum()
        unplaced = [
            (letter, position)
            for position, letter in enumerate(word)
            if position not in known.positions
        ]
        for letter in {letter for letter, _ in unplaced if letter not in known.at_least}:
            weights[letter] += weight
        for place in unplaced:
            places[place] += weight
    hint = letter_hint(LEXICON, left, belief, known)
    assert hint.letter == max(weights, key=weights.__getitem__)
    assert hint.probability == pytest.approx(weights[hint.letter], rel=1e-6)
    assert hint.place == max(range(5), key=lambda position: places[hint.letter, position])
    probability = places[hint.letter, hint.place]
    assert hint.place_probability == pytest.approx(probability, rel=1e-6)


def test_there_is_no_letter_hint_if_all_letters_are_known() -> None:
    belief, turns = belief_of(LEXICON), [Turn.parse("steal:11111")]
    left = candidates_after(LEXICON, turns, belief)
    assert letter_hint(LEXICON, left, belief, learn(turns, 5, LEXICON.alphabet)) is None
