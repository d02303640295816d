"""Limit hold'em: hands put into buckets by strength or by distribution, the strategies played against each other.

    python benchmarks/abstraction.py --folder FOLDER           # print; add --write for docs/performance.md
    python benchmarks/abstraction.py --folder FOLDER --seeds 1 --iterations 200000     # quicker, and worse

Strategies of both kinds are trained with the same number of buckets and iterations, from several seeds. What is in the
folder is not made again, and work that was stopped goes on there. Then all play each other, every deck from both seats,
and some styles. Intervals are of the cards; how much the seed of the training matters is to be seen from strategies of
one kind against each other.
"""

from __future__ import annotations

import argparse
import math
import time
from itertools import combinations
from pathlib import Path

from page import made_by, publish, tell

from outfox.formats.tabular import TabularPolicy, open_tabular
from outfox.methods.equilibrium.checkpoint import Checkpoint
from outfox.methods.equilibrium.settings import BY, EquilibriumSettings
from outfox.methods.equilibrium.unmeasured import sampled
from outfox.methods.poker.duels import Table, Won
from outfox.players.style_player import STYLES, StyleSettings
from outfox.rules import Game, load

RIVALS = {"random": StyleSettings(noise=1.0)} | {name: STYLES[name].settings for name in ("call", "raise", "la", "ta")}
MILLI = 1000
"""Big blinds are told in thousandths."""


def strategy(game: Game, settings: EquilibriumSettings, seed: int, folder: Path) -> TabularPolicy:
    """Return a strategy from the folder, or else train it and put it there."""
    name = f"{settings.by}-{settings.buckets}-{seed}"
    path, work = folder / f"{name}-{settings.iterations}.npz", folder / f"{name}.work"
    if not path.exists():
        found = sampled(
            game, settings, seed=seed, checkpoint=Checkpoint(work, game, settings, seed=seed),
            progress=lambda _, text: tell(f"{name}: {text}"),
        )  # fmt: skip
        if found.sampler.iterations != settings.iterations:
            raise SystemExit(
                f"{work} is at {found.sampler.iterations:,} iterations, not at {settings.iterations:,}: where there are"
                " fewer, the same command goes on; where there are more, name another folder"
            )
        found.table().save(path, game)
    return open_tabular(path)


def styles(tables: dict[str, Table], decks: int) -> list[str]:
    """Return what each strategy wins from simple players."""
    lines = [f"| mbb/g, 95 %; won from | {' | '.join(RIVALS)} |", "|---|" + "---:|" * len(RIVALS)]
    for name, table in tables.items():
        cells = []
        for rival, style in RIVALS.items():
            tell(f"{name} against {rival}")
            cells.append(shown(table.against((style.stay, style.bet, style.bluff, style.noise), decks)))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def meetings(tables: dict[str, Table], decks: int) -> tuple[dict[tuple[str, str], Won], float]:
    """Return what each strategy wins from each after it, on decks of their own; and CPU seconds a hand."""
    found, begun = {}, time.process_time()
    for number, (one, other) in enumerate(combinations(tables, 2)):
        tell(f"{one} against {other}")
        found[one, other] = tables[one].against(tables[other], decks, seed=number + 1)
    return found, (time.process_time() - begun) / (2 * decks * max(len(found), 1))


def matrix(names: list[str], found: dict[tuple[str, str], Won]) -> list[str]:
    """Return all meetings, for the one in the row."""
    lines = [f"| mbb/g, 95 %; won from | {' | '.join(names[1:])} |", "|---|" + "---:|" * (len(names) - 1)]
    for row in names[:-1]:
        cells = [shown(found[row, column]) if (row, column) in found else "" for column in names[1:]]
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return lines


def shown(won: Won) -> str:
    return f"{MILLI * won.average:+,.1f} ± {MILLI * won.margin:.1f}"


def summary(found: dict[tuple[str, str], Won]) -> str:
    """Return in a sentence what distribution wins from strength, with the interval of a mean of all pairs of seeds."""
    between = [won for (one, other), won in found.items() if kind(one) == BY[0] and kind(other) == BY[1]]
    alike = [abs(won.average) for (one, other), won in found.items() if kind(one) == kind(other)]
    means = [-MILLI * won.average for won in between]
    mean = sum(means) / len(means)
    margin = MILLI * math.sqrt(sum(won.margin**2 for won in between)) / len(between)
    verdict = "loses to" if mean + margin < 0 else "wins from" if mean - margin > 0 else "is not told apart from"
    text = (
        f"By distribution {verdict} by strength: {mean:+.1f} ± {margin:.1f} mbb/g (95 %, of the cards) on"
        f" {sum(won.decks for won in between):,} decks, from both seats; by pairs of seeds {min(means):+.1f} to"
        f" {max(means):+.1f}."
    )
    if alike:
        text += f" Two of one kind, which differ by the seed alone, are up to {MILLI * max(alike):.1f} mbb/g apart."
    return text


def kind(name: str) -> str:
    return name.partition(",")[0]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="write into docs/performance.md")
    options.add_argument("--folder", type=Path, required=True, help="where strategies are kept")
    options.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    options.add_argument("--iterations", type=int, default=4_000_000)
    options.add_argument("--buckets", type=int, default=100)
    options.add_argument("--decks", type=int, default=400_000, help="of each meeting of two strategies")
    chosen = options.parse_args()
    game = load("limit-holdem")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    tables: dict[str, Table] = {}
    for by in BY:
        first = None
        for seed in chosen.seeds:
            settings = EquilibriumSettings(
                "external-sampling", iterations=chosen.iterations, buckets=chosen.buckets, by=by, weighting=1.0,
                streams=2,
            )  # fmt: skip
            policy = strategy(game, settings, seed, chosen.folder)
            tell(f"buckets by {by}")
            tables[f"{by}, seed {seed}"] = first.beside(policy) if first else Table(game, policy)
            first = first or tables[f"{by}, seed {seed}"]
    found, cost = meetings(tables, chosen.decks)
    how = f"{chosen.buckets:,} buckets a round, {chosen.iterations:,} iterations of external sampling each"
    parts = ["\n".join(matrix(list(tables), found)), summary(found), "\n".join(styles(tables, chosen.decks // 4))]
    parts.append(
        f"{how}; {chosen.decks:,} decks a meeting, {chosen.decks // 4:,} against styles; {1e6 * cost:.1f} microseconds"
        " of the processor a hand."
    )
    parts.append(made_by("python benchmarks/abstraction.py --folder FOLDER" + " --write" * chosen.write, "one run"))
    text = "\n\n".join(parts)
    publish("abstraction", text, chosen.write)


if __name__ == "__main__":
    main()
