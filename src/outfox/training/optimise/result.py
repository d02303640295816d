"""`OptimiseResult`: the policies that were found, how they were found, and the file that holds both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from outfox.formats.policy_file import Policy, open_policy_file, policy_in
from outfox.kernel.slots import Floats, Floats2, Ints
from outfox.rules.errors import DamagedFile
from outfox.training.optimise.settings import OptimiseSettings

HISTORY = "history."
"""How the names of a history's arrays begin in a file."""


@dataclass(frozen=True)
class History:
    """What happened, iteration by iteration; each is the games between the policies after it.

    Attributes
    ----------
    winner : (n,) int64
        0 or 1; -1 where neither won. With hidden information who won more than the game is worth.
    moves : (n,) float64
        Plies of a game.
    distance : (n,) float64
        How far apart the sides were at its end; 0 where nothing says so.
    regret : (n, 2) float64
        What player 0 and player 1 gave away in it, in units of payoff; with hidden information by how much each is not
        sure of what the game is worth to it. NaN where the game was not solved.
    late : (n, 2) float64
        Plies that they gave away while they kept the value; NaN likewise.
    games : (n,) int64
        Games played until then, by all candidates.
    payoff : (n,) float64
        Player 0's, of a game.
    """

    winner: Ints
    moves: Floats
    distance: Floats
    regret: Floats2
    late: Floats2
    games: Ints
    payoff: Floats

    def __len__(self) -> int:
        return len(self.winner)

    def wins(self, player: int) -> int:
        """Return in how many iterations a player won."""
        return int((self.winner == player).sum())

    def games_until(self, player: int, *, plies: bool = False) -> int | None:
        """Return how many games it took until a player gave nothing away any more; None where it still does.

        Parameters
        ----------
        player
            Whose regret counts.
        plies
            Whether plies count too.
        """
        gave = self.regret[:, player] + (self.late[:, player] if plies else 0.0)
        wrong = np.flatnonzero(~(gave <= 0.0))
        at = int(wrong[-1]) + 1 if len(wrong) else 0
        return int(self.games[at]) if at < len(self) else None


@dataclass(frozen=True)
class OptimiseResult:
    """What an optimisation came to.

    Attributes
    ----------
    policy
        Of both players, as far as they learned; it can be played with.
    history
        By iteration.
    settings, seed
        What it was made with.
    stopped
        ``iterations``, ``games``, ``patience`` or ``interrupted``.
    seconds, cpu_seconds, compile_seconds
        Wall clock and CPU, without compiling, which is apart.
    """

    policy: Policy
    history: History
    settings: OptimiseSettings
    seed: int
    stopped: str
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    compile_seconds: float = 0.0

    def save(self, path: str | Path) -> int:
        """Write everything to one file, whole or not at all; return its size in bytes.

        Raises
        ------
        OSError
            Where it cannot be written.
        """
        facts = {
            "settings": asdict(self.settings),
            "seed": self.seed,
            "stopped": self.stopped,
            "times": [self.seconds, self.cpu_seconds, self.compile_seconds],
        }
        arrays = {HISTORY + field.name: getattr(self.history, field.name) for field in fields(History)}
        return self.policy.save(path, facts, arrays)

    def to_dict(self) -> dict[str, Any]:
        """Return what is printed, with its stable keys."""
        history = self.history
        last = len(history) - 1
        return {
            "game": self.policy.game,
            "iterations": len(history),
            "games": int(history.games[last]),
            "stopped": self.stopped,
            "wins": [history.wins(0), history.wins(1)],
            "winner_player": None if history.winner[last] < 0 else int(history.winner[last]),
            "payoff": float(history.payoff[last]),
            "moves": float(history.moves[last]),
            "distance": float(history.distance[last]),
            "regret": history.regret[last].tolist(),
            "late": history.late[last].tolist(),
            "policy": [None if side is None else side.kind for side in self.policy.sides],
            "settings": asdict(self.settings),
            "seed": self.seed,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "compile_seconds": self.compile_seconds,
        }


def load(path: str | Path) -> OptimiseResult:
    """Read what `OptimiseResult.save` wrote.

    Raises
    ------
    DamagedFile
        Where the file is no policy, was cut off or changed, or has no history.
    FileNotFoundError
    """
    file = open_policy_file(path)
    names = [field.name for field in fields(History)]
    if not all(file.has(HISTORY + name) for name in names):
        raise DamagedFile(f"{path} is a policy without the history of how it was found")
    header: Mapping[str, Any] = file.header
    known = {field.name for field in fields(OptimiseSettings)}
    settings = OptimiseSettings(**{name: value for name, value in header["settings"].items() if name in known})
    history = History(*(file.array(HISTORY + name) for name in names))
    return OptimiseResult(
        policy_in(file), history, settings, int(header["seed"]), str(header["stopped"]), *header["times"]
    )
