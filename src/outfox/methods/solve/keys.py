"""`Keys`: the key under which a position of a solved game is found, in plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfox.formats.packing import Packing, leaf_values
from outfox.rules.game import Game


@dataclass(frozen=True)
class Keys:
    """How the states of a game were numbered.

    Attributes
    ----------
    game
        The game.
    packing
        Of the fields of KEY; not used in games with `rank`.
    images
        How many symmetries were used; 1: none.
    swaps
        Whether players were exchanged.
    """

    game: Game
    packing: Packing
    images: int
    swaps: bool

    def of(self, state: Any) -> tuple[tuple[int, ...], bool] | None:
        """Return the least key of a state and its images, and whether that image has the players exchanged.

        None where the state is out of the range of the packing: then it was not reached.
        """
        frames = [(state, False)]
        if self.swaps:
            other = self.game.new_state()
            self.game.call("swap", state, other)
            frames.append((other, True))
        best: tuple[tuple[int, ...], bool] | None = None
        for frame, flip in frames:
            for k in range(self.images):
                key = self._key(self._image(k, frame))
                if key is None:
                    return None
                if best is None or key < best[0]:
                    best = key, flip
        return best

    def _image(self, k: int, state: Any) -> Any:
        if k == 0:
            return state
        image = self.game.new_state()
        self.game.call("symmetry", k, state, image)
        return image

    def _key(self, state: Any) -> tuple[int, ...] | None:
        if self.game.has("rank"):
            return (int(self.game.call("rank", state)),)
        return self.packing.key(leaf_values(state.record()[0], self.game.key_fields))
