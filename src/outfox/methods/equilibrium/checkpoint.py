"""`Checkpoint`: unfinished work on an equilibrium in a file, so that the same command goes on with it.

It is written now and then, at the end, and when somebody stops the work; a new one replaces the one before when it is
whole, and has a checksum (`outfox.formats.container`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from outfox.formats.container import ArrayFile, write_arrays
from outfox.kernel.runtime import JIT
from outfox.methods.equilibrium.settings import EquilibriumSettings
from outfox.rules.errors import DamagedFile
from outfox.rules.game import Game

KIND = "outfox unfinished equilibrium 2"
WHAT = "unfinished equilibrium"
MINUTES = 5.0

LIMITS = ("iterations", "seconds", "exploitability")
"""Settings that may differ when work is gone on with."""

Parts = tuple[dict[str, Any], dict[str, Any]]


class Checkpoint:
    """Keeps the work in a file.

    Parameters
    ----------
    path
        The file; what is in it is gone on with.
    game, settings
        What is solved, and how.
    seed
        Of the sampled games.
    minutes
        Between two checkpoints.
    say
        Called with a line for people.

    Raises
    ------
    DamagedFile
        Where there is a file that is no such one, is damaged, or is for another game, other rules or settings.
    """

    def __init__(
        self,
        path: str | Path,
        game: Game,
        settings: EquilibriumSettings,
        *,
        seed: int = 0,
        minutes: float = MINUTES,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self.path, self._game, self._pause = Path(path), game, 60 * minutes
        self._settings = {**asdict(settings), "seed": seed}
        self._say = say or (lambda _: None)
        self._last = time.perf_counter()
        self.taken: Parts | None = self._open() if self.path.exists() else None

    def _open(self) -> Parts:
        advice = "delete it to begin anew"
        try:
            file = ArrayFile(self.path, WHAT)
            header = file.header
            if header.get("kind") != KIND:
                raise DamagedFile(f"{self.path} is no unfinished equilibrium that this outfox reads; {advice}")
            self._refuse_other(header, advice)
            arrays = {name: file.array(name).copy() for name in header["arrays"]}
        except DamagedFile as error:
            text = str(error)
            raise DamagedFile(text if advice in text else f"{text.partition(';')[0]}; {advice}") from None
        for name, array in arrays.items():
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                what = name.partition(".")[0].removesuffix("s")
                raise DamagedFile(f"{self.path} has {what}s that are no numbers; {advice}")
        self._say(f"going on with {self.path}: {header['facts']['iterations']:,} iterations")
        return header["facts"], arrays

    def _refuse_other(self, header: Mapping[str, Any], advice: str) -> None:
        if header["game"] != self._game.spec:
            raise DamagedFile(f"{self.path} is work on {header['game']}, not on {self._game.spec}; {advice}")
        if header["rules_key"] != self._game.rules_key:
            raise DamagedFile(f"{self.path} was begun with other rules of {self._game.spec} than these; {advice}")
        for name, value in self._settings.items():
            if name not in LIMITS and header["settings"].get(name) != value:
                was = header["settings"].get(name)
                raise DamagedFile(f"{self.path} was begun with {name} {was}, not {value}; {advice}")

    def offer(self, parts: Callable[[], Parts]) -> None:
        """Keep what `parts` returns if it is time."""
        if time.perf_counter() - self._last < self._pause:
            return
        try:
            self.keep(parts())
        except OSError as error:
            self._pause = float("inf")
            self._say(f"{self.path} cannot be written ({error.strerror or error}): going on without it")

    def keep(self, parts: Parts) -> None:
        """Write the work down.

        Raises
        ------
        OSError
        """
        if not JIT:
            return  # interpreted kernels are interrupted anywhere, and what they leave behind need not fit together
        facts, arrays = parts
        header = {
            "kind": KIND,
            "game": self._game.spec,
            "rules_key": self._game.rules_key,
            "settings": self._settings,
            "facts": facts,
        }
        write_arrays(self.path, header, arrays)
        self._last = time.perf_counter()
