"""Measures the strength of the learned player of Starve the Fox against plain search, from either seat.

    python benchmarks/strength.py                        a second a move against 700 simulations
    python benchmarks/strength.py --equal 0.25           both a quarter of a second a move
    python benchmarks/strength.py --write                and put the tables into docs/performance.md

The clock decides here how far the players see, so the games are not the same twice; run it on an idle machine.
"""

from __future__ import annotations

import argparse
from importlib import resources

from levels import MODELS
from page import made_by, publish, tell

from outfox.arena import match, wilson
from outfox.arena.statistics import score_interval
from outfox.rules import load

GAME = "starve-the-fox"
SHIPPED = [str(resources.files("outfox.players.levels").joinpath(name)) for name in MODELS]
PLAIN = "solver=false,reuse=false"
BARS = {0: 0.9, 1: 0.8}
"""Share of all games to be won as foxes and as sheep, a second a move against 700 simulations."""


def rows(learned: list[str], plain: str, bars: dict[int, float], games: int, seed: int, workers: int) -> list[str]:
    """Return a row for each seat of the learned player, and one for plain search in that seat where that is asked."""
    lines = []
    for seat, name in enumerate(load(GAME).players):
        tell(f"{learned[seat]} as {name}")
        pair = (learned[0], plain) if seat == 0 else (plain, learned[1])
        result = match(GAME, *pair, games=games, seed=seed, seats="fixed", workers=workers, opening_plies=2)
        won, lost = result.wins if seat == 0 else result.wins[::-1]
        low, high = wilson(won, games)
        bar = f"{100 * bars[seat]:.0f} %, {'met' if won / games >= bars[seat] else 'MISSED'}" if bars else ""
        cells = [name, f"{won}", f"{result.draws}", f"{lost}", f"{100 * won / games:.0f} %"]
        lines.append(f"| {' | '.join([*cells, f'[{100 * low:.0f}, {100 * high:.0f}]', bar])} |")
    return lines


def better_in_each_seat(learned: list[str], plain: str, games: int, seed: int, workers: int) -> list[str]:
    """Return, by seat, the learned player's score against plain search less that of plain search against itself."""
    base = match(GAME, plain, plain, games=games, seed=seed, seats="fixed", workers=workers, opening_plies=2)
    lines = []
    for seat, name in enumerate(load(GAME).players):
        tell(f"{learned[seat]} as {name}, equal time")
        pair = (learned[0], plain) if seat == 0 else (plain, learned[1])
        result = match(GAME, *pair, games=games, seed=seed, seats="fixed", workers=workers, opening_plies=2)
        mine, theirs = (_scores(found, seat) for found in (result, base))
        gain = [a - b for a, b in zip(mine, theirs, strict=True)]
        low, high = (2 * x - 1 for x in score_interval([(g + 1) / 2 for g in gain], 2))
        shown = f"{100 * sum(gain) / games:+.0f} points [{100 * low:+.0f}, {100 * high:+.0f}]"
        cells = [name, f"{100 * sum(mine) / games:.0f} %", f"{100 * sum(theirs) / games:.0f} %", shown]
        lines.append(f"| {' | '.join([*cells, 'met' if low > 0 else 'MISSED'])} |")
    return lines


def _scores(result, seat: int) -> list[float]:
    """Return a seat's score in each game, in order."""
    return [0.5 if one.winner is None else float(one.winner == seat) for one in result.records]


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=40, help="for each seat, a second a move")
    options.add_argument("--equal-games", type=int, default=80, help="for each seat, at equal time")
    options.add_argument("--seconds", type=float, default=1.0)
    options.add_argument("--equal", type=float, default=0.25)
    options.add_argument("--models", nargs=2, metavar=("FOXES", "SHEEP"), default=SHIPPED)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    timed, equal = (
        [f"mcts:seconds={seconds:g},model={model}" for model in chosen.models]
        for seconds in (chosen.seconds, chosen.equal)
    )
    how = chosen.seed, chosen.workers
    first = rows(timed, f"mcts:simulations=700,{PLAIN}", BARS, chosen.games, *how)
    second = better_in_each_seat(equal, f"mcts:seconds={chosen.equal:g},{PLAIN}", chosen.equal_games, *how)
    command = f"python benchmarks/strength.py --games {chosen.games} --equal-games {chosen.equal_games} --write"
    text = "\n".join(
        [
            f"| {chosen.seconds:g} s a move against 700 simulations, as | won | drawn | lost | share | 95 % | bar |",
            "|---|---:|---:|---:|---:|---|---:|",
            *first,
            "",
            f"| {chosen.equal:g} s a move each, as | score | plain search there | gain | without 0 |",
            "|---|---:|---:|---:|---:|",
            *second,
            "",
            made_by(command, f"{chosen.games} and {chosen.equal_games} games a seat"),
        ]
    )
    publish("strength", text, chosen.write)


if __name__ == "__main__":
    main()
