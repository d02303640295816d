"""Poker hands: seven-card hands a second, beside phevaluator and eval7 on the same hands; what the exact tables take.

    python benchmarks/hands.py                 # print
    python benchmarks/hands.py --write         # and write the tables into docs/performance.md

Rates are CPU seconds of one thread, without compiling, the median of some runs. The others are called as Python calls
them, one hand at a time, on cards as they want them: making these is not counted. How fast their machine code is by
itself cannot be seen from here.
"""

from __future__ import annotations

import argparse
import statistics
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version

import numpy as np
from page import made_by, publish, tell

from outfox.formats.cards import DECK, card_name
from outfox.kernel.hands import census, hand_values
from outfox.methods.poker.equity import parse_hands, showdowns

BAR = 30e6
"""Seven-card hands a CPU second that are wanted."""

HANDS, OTHERS = 1_000_000, 200_000


def deals(count: int) -> np.ndarray:
    order = np.random.default_rng(1).random((count, DECK), np.float32).argsort(axis=1)
    return np.ascontiguousarray(order[:, :7].astype(np.uint8))


def rate(work: Callable[[], object], count: int, repeats: int) -> tuple[float, float]:
    """Return how many a CPU second, and half the range of the runs in per cent."""
    work()
    found = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        found.append(count / (time.process_time() - begun))
    middle = statistics.median(found)
    return middle, 50 * (max(found) - min(found)) / middle


def ours(hands: np.ndarray) -> Callable[[], object]:
    return lambda: hand_values(hands)


def phevaluator(hands: np.ndarray) -> Callable[[], object]:
    from phevaluator import evaluate_cards

    dealt = hands.tolist()
    return lambda: [evaluate_cards(*hand) for hand in dealt]


def eval7(hands: np.ndarray) -> Callable[[], object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it uses names that its parser has deprecated
        import eval7 as peer

    deck = [peer.Card(card_name(card)) for card in range(DECK)]
    dealt = [[deck[card] for card in hand] for hand in hands.tolist()]
    return lambda: [peer.evaluate(hand) for hand in dealt]


def rates(repeats: int) -> list[str]:
    hands = deals(HANDS)
    tell("outfox")
    mine, spread = rate(ours(hands), HANDS, repeats)
    verdict = "met" if mine >= BAR else "**missed**"
    lines = ["| seven-card hands, one thread | hands a CPU second | outfox is | bar |", "|---|---:|---:|---|"]
    lines.append(f"| outfox, arrays | {mine:,.0f} ± {spread:.0f} % | | {BAR:,.0f}, {verdict} |")
    for name, peer in (("phevaluator", phevaluator), ("eval7", eval7)):
        tell(name)
        try:
            theirs, spread = rate(peer(hands[:OTHERS]), OTHERS, repeats)
        except ImportError:
            lines.append(f"| {name} | not installed | | |")
        else:
            ratio = f"{mine / theirs:.0f} times"
            lines.append(f"| {name} {version(name)}, from Python | {theirs:,.0f} ± {spread:.0f} % | {ratio} | |")
    return lines


def whole(repeats: int) -> list[str]:
    """Return what it takes to go through everything."""
    jobs: list[tuple[str, int, Callable[[], object]]] = [
        ("all hands of five cards by value", 2_598_960, lambda: census(5)),
        ("all hands of seven cards by value", 133_784_560, lambda: census(7)),
        ("`AcAd` against `KsKh`, all boards", 1_712_304, lambda: showdowns(parse_hands("AcAd"), parse_hands("KsKh"))),
    ]
    lines = ["| gone through | count | CPU seconds |", "|---|---:|---:|"]
    for name, count, job in jobs:
        tell(name)
        speed, spread = rate(job, count, repeats)
        lines.append(f"| {name} | {count:,} | {count / speed:.3f} ± {spread:.0f} % |")
    return [*lines, *tables()]


def tables() -> list[str]:
    """Return what the tables take that are computed once and kept: one run each, past the cache."""
    from outfox.methods.poker import preflop, strength

    lines = []
    for name, count, job in (
        ("kinds of hands before the flop", "169 x 169", lambda: preflop.counted(None)),
        ("strengths on the river", "134,459 x 1,326", lambda: strength.strengths(5)),
    ):
        tell(name)
        begun = time.process_time()
        job()
        lines.append(f"| {name}, one run | {count} | {time.process_time() - begun:.1f} |")
    return lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write into docs/performance.md")
    options.add_argument("--repeats", type=int, default=5)
    chosen = options.parse_args()
    about = made_by("python benchmarks/hands.py --write", f"the median of {chosen.repeats} runs, CPU seconds")
    text = "\n\n".join(["\n".join(rates(chosen.repeats)), "\n".join(whole(chosen.repeats)), about])
    publish("hands", text, chosen.write)


if __name__ == "__main__":
    main()
