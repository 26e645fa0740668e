"""The documented benchmarks match the lab's data and the published claims."""

from pathlib import Path

import pytest

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.lab.results import StrategyResult, published_claims, results_for

FIVE = load_lexicon("english-5")
DOCS = Path(__file__).parents[2] / "docs"
BENCHMARKS = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
LANGUAGES = (DOCS / "languages.md").read_text(encoding="utf-8")


def rows() -> dict[str, tuple[str, str]]:
    """Return the cells of the table of claims, by the strategies in the first column."""
    table = BENCHMARKS.partition("| strategy | theirs | ours |")[2].partition("\n\n")[0]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    return {name: (theirs, f"{ours} {why}") for name, theirs, ours, why in cells}


def measured(strategy: str, opener: str = "", pool: str = "normal") -> StrategyResult:
    return results_for(FIVE).find((strategy, pool, opener, HardMode.OFF))


def won(result: StrategyResult) -> str:
    return f"{result.win_percent():.1f} %"


FIRST_TEXT = "random distinct-letters common-letters letter-frequency fresh-letters fixed-opener"


@pytest.mark.parametrize("strategy", FIRST_TEXT.split())
def test_documented_results_of_the_first_author_match_the_claims(strategy: str) -> None:
    row = strategy.replace("-", " ")
    theirs, ours = rows()["fixed opener PRISM" if row == "fixed opener" else row]
    claims = published_claims()[0]
    claim = next(claim for claim in claims if (claim.strategy, claim.opener) == (strategy, ""))
    assert [f"{claim.won:g} %", f"{claim.mean}"] == [
        theirs.partition(" won")[0].partition(",")[0],
        theirs.partition(", ")[2].removeprefix("in ").removesuffix(" guesses"),
    ]
    result = measured(strategy, pool="all")
    figures = f"{won(result)}, {result.mean_when_won():.1f}"
    assert ours.replace(", in ", ", ").startswith(figures)


def test_documented_openers_of_the_first_author_are_equally_good() -> None:
    theirs, ours = rows()["fixed opener ROATE, SOARE"]
    assert theirs == "78.1 %, 74.5 %"
    roate, soare = (measured("fixed-opener", word, "all") for word in ("roate", "soare"))
    assert ours.startswith(f"{won(roate)}, {won(soare)}")
    prism = measured("fixed-opener", pool="all")
    won_percent = [result.win_percent() for result in (prism, roate, soare)]
    assert max(won_percent) - min(won_percent) <= 1.5  # two standard errors of 1,000 games


@pytest.mark.parametrize("row", ["candidate frequency", "minimax", "frequency, then minimax"])
def test_documented_results_for_the_second_authors_strategies_match_the_lab(row: str) -> None:
    result = measured(row.replace(", ", "-").replace(" ", "-"))
    assert f"{result.mean:.3f}" in rows()[row][1]
    assert (f"{won(result)} won" if result.failed() else "all won") in rows()[row][1]


@pytest.mark.parametrize(
    ("strategy", "opener", "mean"), [("entropy", "crate", "3.432"), ("optimal", "salet", "3.421")]
)
def test_documented_means_match_the_claims_and_the_lab(
    strategy: str, opener: str, mean: str
) -> None:
    theirs, ours = rows()[f"{strategy}, opener {opener.upper()}"]
    assert theirs.startswith(mean)
    assert ours.startswith(f"{measured(strategy, opener).mean:.3f}")


def test_documented_best_opener_and_mean_match_the_lab() -> None:
    own = measured("optimal")
    assert f"{own.opener.upper()} is better for our words: {own.mean:.3f}" in BENCHMARKS
    assert f"among all {len(FIVE):,}" in BENCHMARKS
    assert f"ours for our {len(FIVE.pool()):,}" in BENCHMARKS


@pytest.mark.parametrize("hard", [HardMode.OFF, HardMode.ON])
def test_documented_results_of_the_best_strategy_match_every_language(hard: HardMode) -> None:
    cells = []
    for language in ("portuguese", "spanish", "french", "german"):
        result = results_for(load_lexicon(f"{language}-5")).find(("optimal", "normal", "", hard))
        cells.append(f"{result.opener} / {result.mean:.3f} / {result.worst}")
    row = (
        "The same in hard mode" if hard else "*Optimal*: opener / mean / maximum number of guesses"
    )
    assert f"| {row} | {' | '.join(cells)} |" in LANGUAGES
