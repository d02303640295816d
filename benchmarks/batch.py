"""Many games stepped at once, beside OpenSpiel from Python, RLCard and pgx, as far as they are installed.

    python benchmarks/batch.py                              # print
    python benchmarks/batch.py --peers other/bin/python     # RLCard and pgx from another environment
    python benchmarks/batch.py --write                      # and write the tables into docs/performance.md

A step is one action of a player, drawn at random from the legal ones, with all that belongs to it: chance, the next
mover's observation and mask, the payoff at the end, and the next game. Steps a CPU second; compiling is not in them.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from page import made_by, publish, tell

from outfox.kernel.batch import Batch

PEERS = Path(__file__).with_name("batch_peers.py")
LIMIT_HOLDEM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,firstPlayer=1 2 2 2,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=2 2 4 4,maxRaises=3 4 4 4)"
)
GAMES = {
    "leduc": "leduc_poker",
    "kuhn": "kuhn_poker",
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "limit-holdem": LIMIT_HOLDEM,
}
BAR = 10e6
"""Steps a second of Leduc poker."""

SPREAD = 256, 1024, 4096, 16384, 65536
SOME = 1_500_000
"""Steps of a run."""


def median(run: Callable[[], int], repeats: int) -> float:
    """Return the median of so many CPU rates."""
    rates = []
    for _ in range(repeats):
        begun = time.process_time()
        steps = run()
        rates.append(steps / (time.process_time() - begun))
    return statistics.median(rates)


def ours(game: str, games: int, repeats: int, encoding: str = "numbers", threads: int = 1) -> tuple[float, float]:
    """Return our rate, and how many bytes of its arrays a step goes through."""
    batch = Batch(game, games, seed=1, encoding=encoding, threads=threads)
    bytes_a_row = sum(array.nbytes for array in batch.arrays().values()) / games
    count = max(1, SOME // games)

    def run() -> int:
        batch.step_random(count)
        return count * games

    run()
    return median(run, repeats), bytes_a_row


def openspiel(name: str, repeats: int) -> float | None:
    """Return OpenSpiel's rate, stepped from Python: its C++ states, tensors and masks."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
                continue
            _ = state.information_state_tensor() if hidden else state.observation_tensor()
            _ = state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        state.returns()
        return steps

    return median(lambda: sum(play() for _ in range(500)), repeats)


def peers(python: str, games: int, repeats: int) -> dict[str, Any]:
    """Return the rates of RLCard and pgx by library and game."""
    done = subprocess.run([python, str(PEERS), str(games), str(repeats)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{PEERS.name} failed: {done.stderr.strip().splitlines()[-1:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])  # type: ignore[no-any-return]


def bandwidth(repeats: int) -> float:
    """Return how many bytes a second one thread reads and writes when it copies 256 MB."""
    source = np.ones(2**25)
    target = np.empty_like(source)

    def run() -> int:
        np.copyto(target, source)
        return 2 * source.nbytes

    run()
    return median(run, max(repeats, 5))


def against(games: int, repeats: int, others: dict[str, Any]) -> list[str]:
    lines = [
        "| random steps a CPU second | outfox | OpenSpiel | RLCard | pgx | bar |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for game, name in GAMES.items():
        tell(game)
        rate, _ = ours(game, games, repeats)
        beside = [openspiel(name, repeats), *(others.get(library, {}).get(game) for library in ("rlcard", "pgx"))]
        installed = [True, "rlcard" in others, "pgx" in others]
        shown = [
            f"{x:,.0f}" if x else "has not this game" if known else "not installed"
            for x, known in zip(beside, installed, strict=True)
        ]
        bar = f"{BAR / 1e6:.0f} M, {'met' if rate >= BAR else '**missed**'}" if game == "leduc" else ""
        lines.append(f"| {game} | {rate:,.0f} | {' | '.join(shown)} | {bar} |")
    return lines


def sizes(repeats: int) -> list[str]:
    tell("memory")
    most = bandwidth(repeats)
    lines = [
        "| Leduc | steps a CPU second | a step | arrays | through memory | of what copying reaches |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for games in SPREAD:
        tell(f"{games} games")
        rate, size = ours("leduc", games, repeats)
        lines.append(row(f"{games:,} games", rate, size, games, most))
    rate, size = ours("leduc", 4096, repeats, "one-hot")
    return [*lines, row("4,096 games, one-hot", rate, size, 4096, most)]


def row(name: str, rate: float, size: float, games: int, most: float) -> str:
    through = 2 * size * rate
    shown = f"{rate:,.0f} | {1e9 / rate:.0f} ns | {size * games / 2**10:,.0f} KB | {through / 1e9:.1f} GB/s"
    return f"| {name} | {shown} | {through / most:.0%} of {most / 1e9:.1f} GB/s |"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--games", type=int, default=4096, help="games at once")
    options.add_argument("--peers", default=sys.executable, help="a Python that has RLCard and pgx")
    chosen = options.parse_args()
    tell("RLCard and pgx")
    others = peers(chosen.peers, chosen.games, chosen.repeats)
    parts = ["\n".join(against(chosen.games, chosen.repeats, others)), "\n".join(sizes(chosen.repeats))]
    versions = "".join(f", {name} {found['version']}" for name, found in others.items())
    command = "python benchmarks/batch.py" + " --peers PYTHON" * bool(others) + " --write" * chosen.write
    parts.append(made_by(command, f"{chosen.games:,} games at once, medians of {chosen.repeats} runs{versions}"))
    text = "\n\n".join(parts)
    publish("batch", text, chosen.write)


if __name__ == "__main__":
    main()
