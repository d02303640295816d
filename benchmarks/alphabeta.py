"""Alpha-beta beside OpenSpiel's, C++ and Python, in one run: leaves a CPU second.

    python benchmarks/alphabeta.py              # the C++ is built from the sources in the wheel, where g++ is there
    python benchmarks/alphabeta.py --no-build   # beside its Python alone
    python benchmarks/alphabeta.py --write      # and write the table into docs/performance.md

Three ways to search connect-four and others to the same depth, with every leaf worth 0:

- plain: no table, no ordering, one depth: the same tree as OpenSpiel's, but that a won game cuts off at once;
- ordered: iterative deepening, killers and history;
- whole: and the table.

A rate counts leaves at the horizon over CPU seconds of one thread. The last column is what it is for: how much longer
the C++ takes to search to that depth.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from page import made_by, publish, tell

from outfox.methods.search.alphabeta import AlphaBeta, AlphaBetaSettings
from outfox.rules import load

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build" / "openspiel"
BARS = {"C++": 4.0, "Python": 30.0}
TASKS = [
    # ours, theirs, depth, depth of their Python, whether their game can take moves back, which is faster
    ("connect-four", "connect_four", 11, 9, False),
    ("breakthrough", "breakthrough", 7, 5, True),
    ("othello", "othello", 9, 7, False),
]
WAYS = {
    "plain": AlphaBetaSettings(memory=0, ordering=False, deepen=False),
    "ordered": AlphaBetaSettings(memory=0),
    "whole": AlphaBetaSettings(),
}
SHORTEST = 0.3
"""CPU seconds that one measured run takes at least."""

SOURCES = [
    "algorithms/minimax.cc", "spiel.cc", "spiel_utils.cc", "action_view.cc", "game_parameters.cc", "observer.cc",
    "simultaneous_move_game.cc", "utils/usage_logging.cc", "utils/random.cc", "utils/status.cc",
    "games/connect_four/connect_four.cc", "games/breakthrough/breakthrough.cc", "games/othello/othello.cc",
    "games/tic_tac_toe/tic_tac_toe.cc",
]  # fmt: skip


def build() -> Path | None:
    """Build OpenSpiel's alpha-beta from the sources that its wheel carries; None where that is not possible."""
    try:
        import open_spiel
    except ImportError:
        return None
    compiler, home = shutil.which("g++"), Path(open_spiel.__file__).parent
    if compiler is None or not (home / "spiel.cc").exists():
        return None
    program = BUILD / "alphabeta"
    if program.exists():
        return program
    (BUILD / "include").mkdir(parents=True, exist_ok=True)
    link = BUILD / "include" / "open_spiel"
    if not link.exists():
        link.symlink_to(home)
    absl = [path for path in (home / "abseil-cpp" / "absl").rglob("*.cc") if _wanted(path)]
    files = [HERE / "alphabeta.cc", *(home / name for name in SOURCES if (home / name).exists()), *absl]
    objects = []
    for number, file in enumerate(files):
        tell(f"building OpenSpiel: {number} of {len(files)}")
        made = BUILD / "_".join(
            (file.relative_to(home) if home in file.parents else Path(file.name)).with_suffix(".o").parts
        )
        objects.append(str(made))
        if not made.exists():
            flags = ["-std=c++17", "-O3", "-DNDEBUG", "-ffunction-sections", "-w"]
            include = [f"-I{BUILD / 'include'}", f"-I{home}", f"-I{home / 'abseil-cpp'}", f"-I{home / 'json/include'}"]
            subprocess.run([compiler, *flags, *include, "-c", str(file), "-o", str(made)], check=True)
    subprocess.run([compiler, *objects, "-Wl,--gc-sections", "-lpthread", "-o", str(program)], check=True)
    return program


def _wanted(path: Path) -> bool:
    parts = set(path.parts)
    wanted = {
        "strings",
        "base",
        "numeric",
        "types",
        "time",
        "random",
        "hash",
        "container",
        "synchronization",
        "debugging",
    }
    ending = (
        "_test",
        "_benchmark",
        "_test_util",
        "_testing",
        "_mock",
        "test_util",
        "_tests",
        "_test_common",
        "benchmarks",
        "print_hash_of",
        "nanobenchmark",
    )
    return bool(parts & wanted) and not path.stem.endswith(ending) and "gentables" not in path.stem


def theirs(program: Path, game: str, depth: int, undo: bool, repeats: int) -> tuple[float, float, int]:
    """Return leaves a CPU second, CPU seconds and leaves of OpenSpiel's C++."""
    words = [str(program), game, str(depth), str(repeats), str(int(undo))]
    out = subprocess.run(words, check=True, capture_output=True, text=True)
    rows = [line.split() for line in out.stdout.splitlines()]
    seconds = statistics.median(float(row[2]) for row in rows)
    return int(rows[0][1]) / seconds, seconds, int(rows[0][1])


def their_python(game: str, depth: int) -> float:
    """Return leaves a CPU second of OpenSpiel's Python alpha-beta on its C++ game."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    leaves = 0

    def leaf(state: object) -> float:
        nonlocal leaves
        leaves += 1
        return 0.0

    before = time.process_time()
    minimax.alpha_beta_search(pyspiel.load_game(game), value_function=leaf, maximum_depth=depth, maximizing_player_id=0)
    return leaves / (time.process_time() - before)


def ours(game: str, depth: int, settings: AlphaBetaSettings, repeats: int) -> tuple[float, float, int]:
    """Return leaves a CPU second, CPU seconds and leaves of ours: medians of runs of SHORTEST at least."""
    from dataclasses import replace

    search = AlphaBeta(load(game), replace(settings, depth=depth))
    position = search.game.start()
    result = search.search(position, line=False)
    rates, seconds = [], []
    for _ in range(repeats):
        runs, before = 0, time.process_time()
        while time.process_time() - before < SHORTEST:
            result = search.search(position, line=False)
            runs += 1
        seconds.append((time.process_time() - before) / runs)
        rates.append(result.leaves / seconds[-1])
    return statistics.median(rates), statistics.median(seconds), result.leaves


HEAD = "game, depth", "way", "leaves/s", "leaves", "C++", "ratio", "Python", "ratio", "time, C++ / ours"


def rows(program: Path | None, repeats: int) -> list[str]:
    lines = [f"| {' | '.join(HEAD)} |", "|---|---|" + "---:|" * 7]
    for game, peer, depth, shallow, undo in TASKS:
        python = statistics.median(their_python(peer, shallow) for _ in range(repeats))
        for way, settings in WAYS.items():
            tell(f"{game}, {way}")
            rate, seconds, leaves = ours(game, depth, settings, repeats)
            beside = ["", "", ""]
            if program is not None:
                cpp, their_seconds, _ = theirs(program, peer, depth, undo, repeats)
                beside = [f"{cpp:,.0f}", f"{rate / cpp:.1f}", f"{their_seconds / seconds:,.1f}"]
            cells = [f"{game}, {depth}", way, f"{rate:,.0f}", f"{leaves:,}", *beside[:2], f"{python:,.0f}"]
            lines.append(f"| {' | '.join([*cells, f'{rate / python:.0f}', beside[2]])} |")
    return lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    options.add_argument("--no-build", action="store_true", help="do not build OpenSpiel's C++")
    options.add_argument("--repeats", type=int, default=5)
    chosen = options.parse_args()
    words = "python benchmarks/alphabeta.py" + " --no-build" * chosen.no_build + " --write" * chosen.write
    table = rows(None if chosen.no_build else build(), chosen.repeats)
    bars = f"Bars on connect-four, plain: {BARS['C++']:g} times the C++, {BARS['Python']:g} times the Python."
    text = "\n\n".join(["\n".join(table), bars, made_by(words, f"medians of {chosen.repeats} runs, CPU seconds")])
    publish("alphabeta", text, chosen.write)


if __name__ == "__main__":
    main()
