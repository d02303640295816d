"""Calibrates the levels of play of a game: every level from either seat against a fixed ladder of players.

    python benchmarks/levels.py                          print the table
    python benchmarks/levels.py --write                  and keep it where the players find it
    python benchmarks/levels.py --only strong strongest  these levels; of the others stands what was measured
    python benchmarks/levels.py --records FOLDER         keep the games there, and go on with those that are there
    python benchmarks/levels.py --models A B             with other models for the two seats; copied with --write

Each level also plays the one below it, both seats from each opening: whether it is stronger shows there, by an
interval. The games are the same for any number of workers. Thinking time is measured in CPU seconds a move over whole
games: from either seat, against the level itself and against a weak player, so that decided games are among them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import time
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

from outfox.arena import match, play_game
from outfox.arena.evidence import points
from outfox.arena.statistics import score_interval
from outfox.interfaces.cli.output import table
from outfox.players import player
from outfox.players.levels import calibrated
from outfox.rules import load

GAME = "starve-the-fox"
MODELS = "starve-the-fox.foxes.model.json", "starve-the-fox.sheep.model.json"
RUNGS = (
    "random", "mcts:simulations=50", "mcts:simulations=200", "mcts:simulations=700",
    "mcts:simulations=100,model=@", "mcts:simulations=1000,model=@",
)  # fmt: skip
WEAK = "mcts:simulations=200"
LEVELS = {
    "child": "mcts:simulations=4",
    "beginner": "mcts:simulations=25",
    "casual": "mcts:simulations=150",
    "club": "mcts:simulations=60,model=@",
    "strong": "finish:mcts:simulations=1000,model=@",
    "strongest": "finish:mcts:simulations=60000,model=@",
}
"""From weakest to strongest; the same search for both seats, with the seat's own model, as for the rungs. What that
comes to differs, so the shares stand by seat. Strong play of this game is mostly drawn, so the upper levels lie far
apart: 4,000 simulations are not shown to be better than 1,000."""

OPENING_PLIES = 2


class Calibration:
    """Plays what is measured.

    Parameters
    ----------
    models
        For the two seats.
    folder
        Where games are kept; "" for nowhere.
    """

    def __init__(self, models: list[Path], games: int, seed: int, workers: int, folder: str) -> None:
        self.models, self.games, self.seed, self.workers = models, games, seed, workers
        self.folder = Path(folder) if folder else None
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)

    def level(self, name: str, below: str | None) -> dict[str, Any]:
        """Measure a level."""
        spec = LEVELS[name]
        kept: dict[str, Any] = {"name": name, "specs": [spec.replace("model=@", f"model=@{one}") for one in MODELS]}
        kept["over_weaker"] = self.over(name, below) if below else None
        kept["shares"] = [{rung: self.against(name, seat, rung) for rung in RUNGS} for seat in (0, 1)]
        kept["cpu_seconds_a_move"] = self.thinking(spec)
        return kept

    def against(self, name: str, seat: int, rung: str) -> dict[str, float]:
        """Return a level's share of the points against a rung, from one seat."""
        return counted(self.scores(LEVELS[name], seat, rung, self.games, f"{name}-{seat}-rung-{RUNGS.index(rung)}"))

    def over(self, name: str, below: str) -> dict[str, float]:
        """Return a level's share against another, over pairs of games that share their opening."""
        seats = [
            self.scores(LEVELS[name], seat, LEVELS[below], self.games, f"{name}-{seat}-{below}") for seat in (0, 1)
        ]
        return counted([*seats[0], *seats[1]], [statistics.fmean(pair) for pair in zip(*seats, strict=True)], 2)

    def scores(self, spec: str, seat: int, other: str, games: int, cell: str) -> list[float]:
        """Play games with a seat each; return the points of the first player in each."""
        pair = [placed(one, self.models[k]) for k, one in enumerate((spec, other) if seat == 0 else (other, spec))]
        file = self.folder / f"{cell}.jsonl" if self.folder is not None else ""
        result = match(
            GAME, *pair, games=games, seed=self.seed, seats="fixed", workers=self.workers, opening_plies=OPENING_PLIES,
            records=file, resume=bool(file),
        )  # fmt: skip
        if result.interrupted:
            raise KeyboardInterrupt
        return [points(record, seat) for record in result.records]

    def thinking(self, spec: str) -> dict[str, float]:
        """Return CPU seconds of a move: their mean, and the longest."""
        game, seats = load(GAME), [Timed(placed(spec, model)) for model in self.models]
        weak = player(WEAK)
        play_game(game, (seats[0], seats[1]), self.seed, max_plies=2)  # loads what is compiled
        for one in seats:
            one.spent.clear()
        for number, pair in enumerate([(seats[0], seats[1]), (seats[0], weak), (weak, seats[1])]):
            play_game(game, pair, self.seed + number)
        spent = [seconds for one in seats for seconds in one.spent]
        return {"mean": round(statistics.fmean(spent), 4), "longest": round(max(spent), 4)}


class Timed:
    """A player that notes the CPU seconds of each of its choices."""

    def __init__(self, spec: str) -> None:
        self.inner = player(spec)
        self.name, self.start, self.spent = self.inner.name, self.inner.start, []

    def choose(self, seen: Any) -> int:
        """Return the player's choice."""
        before = time.process_time()
        action = self.inner.choose(seen)
        self.spent.append(time.process_time() - before)
        return action


def counted(scores: list[float], units: list[float] | None = None, size: int = 1) -> dict[str, float]:
    """Return a share of the points, what it is made of, and its 95 % interval, from units of so many games."""
    low, high = score_interval(units or scores, size)
    return {
        "share": round(statistics.fmean(scores), 4),
        "wins": scores.count(1.0),
        "draws": scores.count(0.5),
        "losses": scores.count(0.0),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def placed(spec: str, model: Path) -> str:
    """Put a model into a spec that leaves it open."""
    return spec.replace("model=@", f"model={model}")


def rows_of(level: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return the lines of a level in the table, one a seat."""
    took = level["cpu_seconds_a_move"]
    times = (f"{took['mean']:.3f}", f"{took['longest']:.3f}") if took else ("", "")
    return [
        (level["name"], name, *(f"{100 * by_rung[rung]['share']:.0f} %" for rung in RUNGS), *times)
        for name, by_rung in zip(load(GAME).players, level["shares"], strict=True)
    ]


def over_text(level: dict[str, Any], below: str) -> str:
    """Say what a level wins against the one below it."""
    over = level["over_weaker"]
    if over is None:
        return f"{level['name']} against {below}: not measured"
    share, low, high = (f"{100 * over[key]:.1f}" for key in ("share", "low", "high"))
    return f"{level['name']} against {below}: {share} % of the points ({low} to {high})"


def main() -> None:
    """Calibrate."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--games", type=int, default=40, help="for each level, seat and opponent")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--workers", type=int, default=2)
    words.add_argument("--only", nargs="+", choices=list(LEVELS), default=list(LEVELS), metavar="LEVEL")
    words.add_argument("--records", default="", metavar="FOLDER")
    words.add_argument("--models", nargs=2, metavar=("FOXES", "SHEEP"))
    words.add_argument("--write", action="store_true")
    chosen = words.parse_args()
    folder = Path(str(resources.files("outfox.players.levels")))
    models = [Path(name) for name in chosen.models or (folder / name for name in MODELS)]
    calibration = Calibration(models, chosen.games, chosen.seed, chosen.workers, chosen.records)
    earlier = {level["name"]: level for level in (calibrated(GAME) or {"levels": []})["levels"]}
    below = {higher: lower for lower, higher in pairwise(LEVELS)}
    kept = []
    for name in LEVELS:
        kept.append(calibration.level(name, below.get(name)) if name in chosen.only else earlier[name])
        print("\n".join(table(rows_of(kept[-1]))), flush=True)
    rungs = [rung.removeprefix("mcts:simulations=").replace(",model=@", "*") for rung in RUNGS]
    head = ("level", "seat", *rungs, "CPU s", "longest")
    print("\n".join(["", *table([head, *(row for level in kept for row in rows_of(level))]), ""]))
    print("\n".join(over_text(level, below[level["name"]]) for level in kept[1:]))
    if chosen.write:
        for model, name in zip(models, MODELS, strict=True):
            if model.resolve() != (folder / name).resolve():
                shutil.copy(model, folder / name)
        content = {
            "format": "outfox-levels-1",
            "game": GAME,
            "how": f"python benchmarks/levels.py --games {chosen.games} --seed {chosen.seed} --write",
            "ladder": list(RUNGS),
            "levels": kept,
        }
        text = json.dumps(content, indent=1) + "\n"
        (folder / f"{GAME}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
