"""The published run of two tables on cat and mouse, beside its twin in plain Python: same figures, times.

    python benchmarks/reproduce.py            # print
    python benchmarks/reproduce.py --write    # and write the table into docs/performance.md

Times are CPU seconds of one thread, without compiling: the median of some runs; the twin runs once. Both draw from
NumPy's legacy stream: the twin from NumPy itself, the other from the kernel that makes it again.

The second table is of the other published run, of a window policy, with several seeds.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from page import made_by, publish, tell

from outfox.studies.cat_and_mouse.tables import PUBLISHED, TablesResult, climb_tables
from outfox.studies.cat_and_mouse.window import train_window
from outfox.studies.cat_and_mouse.window_games import Games
from outfox.studies.cat_and_mouse.window_kernel import CAREFUL
from outfox.studies.cat_and_mouse.window_report import PUBLISHED as SAID
from tests.naive.cat_and_mouse_tables import Run, climb

WANTED = 0.25
"""CPU seconds that the compiled run may take."""


def compiled(repeats: int) -> tuple[TablesResult, float]:
    """Return the run and its time."""
    tell("compiled")
    runs = [climb_tables() for _ in range(repeats + 1)]  # the first compiles
    assert all(run.figures == PUBLISHED for run in runs)
    return runs[0], statistics.median(run.cpu_seconds for run in runs[1:])


def naive(iterations: int) -> tuple[Run, float]:
    """Return the twin's run and its time."""
    tell("plain Python: some 15 seconds")
    begun = time.process_time()
    return climb(8, 7, iterations), time.process_time() - begun


def windows(seeds: int) -> list[str]:
    """Return a row for each seed: when all games were won, and how the policy does on larger boards."""
    head = "| window, seed | rounds to 1,000 | careful mouse: won at first | rounds to 1,000 | moves | distance |"
    said = [SAID[name] for name in ("phase_1_rounds", "phase_2_begins", "phase_2_rounds", "moves", "distance")]
    lines = [f"{head} won on 15 x 15 | on 20 x 20 | on 30 x 35 | CPU s |", "|---" + "|---:" * 9 + "|"]
    lines.append(f"| published | {' | '.join(map(str, [*said, SAID['won_15x15']]))} | | | |")
    for seed in range(seeds):
        tell(f"window, seed {seed}")
        run = train_window(seed=seed)
        first, last = run.phase(1)[0].score, run.rounds[-1].score
        boards = ((15, 15, "mouse"), (20, 20, "mouse"), (30, 35, "cat"))
        won = [Games(rows, cols, CAREFUL, first=who).play(run.policy).won for rows, cols, who in boards]
        rounds = [run.rounds_to_all(phase) or "never" for phase in (0, 1)]
        cells = [seed, rounds[0], first.won, rounds[1], f"{last.moves:.3f}", f"{last.distance:.4f}", *won]
        lines.append(f"| {' | '.join(map(str, cells))} | {run.cpu_seconds:.1f} |")
    return lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--seeds", type=int, default=10, help="of the window policy")
    chosen = options.parse_args()
    ours, seconds = compiled(chosen.repeats)
    twin, slow = naive(ours.settings.iterations)
    names = {0: "cat", 1: "mouse"}
    assert twin.history == [(names[winner], moves, distance) for winner, moves, distance in ours.history.tolist()]
    taken = f"{seconds:.3f} | {WANTED:g}, {'met' if seconds <= WANTED else '**missed**'}"
    rows = [
        "| 100,000 iterations, seed 0 | won by the mouse | by the cat | last game | CPU s | bar |",
        "|---|---:|---:|---|---:|---:|",
        f"| published | {PUBLISHED['mouse']:,} | {PUBLISHED['cat']:,} | cat, {PUBLISHED['plies']} plies | | |",
        f"| plain Python | {twin.wins('mouse'):,} | {twin.wins('cat'):,} | {twin.history[-1][0]} | {slow:.1f} | |",
        f"| compiled | {ours.mouse_wins:,} | {ours.cat_wins:,} | {ours.winner}, {ours.plies} plies | {taken} |",
    ]
    words = "python benchmarks/reproduce.py" + " --write" * chosen.write
    text = (
        "\n".join(rows)
        + "\n\n"
        + "\n".join(windows(chosen.seeds))
        + "\n\n"
        + made_by(words, f"median of {chosen.repeats} runs; plain Python once")
    )
    publish("reproduce", text, chosen.write)


if __name__ == "__main__":
    main()
