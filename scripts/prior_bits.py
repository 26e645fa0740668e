"""Print the bits per answer under the prior: `python scripts/prior_bits.py [REVISION]`.

The answers are words that other games may have (`words/lists/answers-elsewhere.txt`). With
REVISION, the bits under its prior come first, and words that are not allowed in both revisions are
ignored.

The coefficients of the prior are fitted on every second frequency band; the other bands are held
out.
"""

import subprocess
import sys
from collections import defaultdict
from math import fsum, log2
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READ = ROOT / "scripts" / "words" / "lists" / "answers-elsewhere.txt"
FITTED = {"1.0", "2.2", "3.0", "3.8"}  # lower limits of the bands for fitting


def bits_of(language: str, revision: str) -> dict[str, float]:
    """Return the bits of all words of five letters in a revision; "" is the working tree."""
    paths = (f"wordle_web/data/{language}-5/{name}.txt" for name in ("words", "prior"))
    show = ["git", "-C", str(ROOT), "show"]
    words, prior = (
        subprocess.check_output([*show, f"{revision}:{path}"], text=True)  # noqa: S603
        if revision
        else (ROOT / path).read_text(encoding="utf-8")
        for path in paths
    )
    total = log2(sum(map(int, prior.split())))
    costs = (total - log2(int(chance)) for chance in prior.split())
    return dict(zip(words.split(), costs, strict=True))


weights: dict[tuple[str, bool], dict[str, float]] = defaultdict(dict)
for line in READ.read_text(encoding="utf-8").splitlines():
    if not line.startswith("#"):
        language, _, band, share, *words = line.split()
        weights[language, band in FITTED] |= dict.fromkeys(words, float(share))
for (language, fitted), weight in sorted(weights.items()):
    priors = [bits_of(language, revision) for revision in (*sys.argv[1:], "")]
    mass = {word: weight[word] for word in weight if all(word in prior for prior in priors)}
    bits = (
        fsum(mass[word] * prior[word] for word in mass) / fsum(mass.values()) for prior in priors
    )
    print(language, "fitted" if fitted else "held out", len(mass), *(f"{bit:.3f}" for bit in bits))
