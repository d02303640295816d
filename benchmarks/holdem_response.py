"""Limit hold'em: exact best responses to opponents that ignore their cards, and local best response beside them.

    python benchmarks/holdem_response.py            # print
    python benchmarks/holdem_response.py --write    # and write the table into docs/performance.md

Each opponent is answered in the full game, all 1,755 canonical flops. CPU seconds of one thread, without compiling, one
run each; each run finds the strengths of hands anew. The known values are those that others computed. Local best
response plays a number of deals from both seats and gives a lower bound, with its 95 % interval; the exact value shows
how far below it is.
"""

from __future__ import annotations

import argparse

from page import made_by, publish, tell

from outfox.arena.statistics import mean_interval
from outfox.methods.poker.card_blind import response_to_blind
from outfox.methods.poker.holdem_local import local_response
from outfox.players import player
from outfox.players.card_blind import betting_against
from outfox.players.hand_odds import hand_odds
from outfox.rules import load

KNOWN = {
    "fold": (1.0, 0.5, 750.00),
    "call": (1.163476, 1.163476, 1163.48),
    "raise": (3.697693, 3.697693, 3697.69),
    "mix": (2.598112, 2.214989, 2406.55),
    "random": (4.400892, 2.531751, 3466.32),
}
"""Big blinds a game as dealer and as big blind, and the average in mbb/g."""

BAR = 900.0
"""CPU seconds that all of them together may take."""


def exact(spec: str) -> tuple[tuple[float, float, float], float]:
    """Return what a best response wins, as `KNOWN` has it, and the CPU seconds that it took."""
    found = response_to_blind(betting_against(load("limit-holdem"), [player(spec), player(spec)], (0, 1)))
    first, second = found.payoffs[0], found.payoffs[1]
    return (first, second, 500 * (first + second)), found.cpu_seconds


def local(spec: str, deals: int) -> tuple[str, float]:
    """Return the interval of what local best response wins on average, mbb/g, and the CPU seconds that it took."""
    game = load("limit-holdem")
    found = local_response(game, {seat: hand_odds(player(spec), game, seat) for seat in (0, 1)}, hands=deals)
    low, high = mean_interval((1000 * found.values.mean(axis=1)).tolist()) or (0.0, 0.0)
    return f"{low:,.0f} to {high:,.0f}", found.cpu_seconds


def table(deals: int) -> list[str]:
    lines = [
        "| opponent | as dealer | as big blind | average, mbb/g | known | CPU s | local best response, mbb/g | CPU s |",
        "|---|---:|---:|---:|---|---:|---:|---:|",
    ]
    total = 0.0
    for spec, known in KNOWN.items():
        tell(spec)
        (first, second, average), seconds = exact(spec)
        total += seconds
        digits = (round(first, 6), round(second, 6), round(average, 2))
        verdict = "the same" if digits == known else f"**{known[0]:.6f}, {known[1]:.6f}, {known[2]:.2f}**"
        span, more = local(spec, deals)
        numbers = f"{first:.6f} | {second:.6f} | {average:,.2f} | {verdict} | {seconds:.0f}"
        lines.append(f"| `{spec}` | {numbers} | {span} | {more:.0f} |")
    met = "met" if total <= BAR else "**missed**"
    return [*lines, f"| all | | | | | {total:.0f}, bar {BAR:.0f}: {met} | | |"]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write into docs/performance.md")
    options.add_argument("--deals", type=int, default=1000, help="of local best response")
    chosen = options.parse_args()
    how = f"one run, CPU seconds; {chosen.deals:,} deals of local best response"
    text = "\n\n".join(["\n".join(table(chosen.deals)), made_by("python benchmarks/holdem_response.py --write", how)])
    publish("holdem-response", text, chosen.write)


if __name__ == "__main__":
    main()
