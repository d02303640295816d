"""`Keys`: the key under which a position of a solved game is found, in plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfox.formats.packing import Packing, key_fields, leaf_values, store_leaves
from outfox.kernel.graph import by_rank
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

    @property
    def ranked(self) -> bool:
        """Whether keys are the rules' ranks."""
        return by_rank(self.game, self.merges)

    @property
    def keyed(self) -> int:
        """How many leaves belong to KEY."""
        if self.ranked:
            return 1
        return sum(leaf.size for leaf in key_fields(self.game.state, self.game.key_fields))

    @property
    def merges(self) -> bool:
        """Whether one state stands for several positions."""
        return self.swaps or self.images > 1

    def of(self, state: Any) -> tuple[tuple[int, ...], bool] | None:
        """Return the least key of a state and its images, and whether that image has the players exchanged.

        None where the state is out of the range of the packing: then it was not reached.
        """
        frames = self._frames(state)
        best: tuple[tuple[int, ...], bool] | None = None
        for frame, flip in frames:
            for k in range(self.images):
                key = self._key(self._image(k, frame))
                if key is None:
                    return None
                if best is None or key < best[0]:
                    best = key, flip
        return best

    def _frames(self, state: Any) -> list[tuple[Any, bool]]:
        """Return the ways to look at a state: with player 0 to move, or either where nobody moves."""
        who = self.game.mover(state) if self.swaps else 0
        frames = [(state, False)] if who != 1 else []
        if self.swaps and who != 0:
            other = self.game.new_state()
            self.game.call("swap", state, other)
            frames.append((other, True))
        return frames

    def state(self, key: tuple[int, ...]) -> Any:
        """Return the twin state with these words, those of KEY first."""
        if self.ranked:
            state = self.game.new_state()
            self.game.call("unrank", key[0], state)
            return state
        state = self.game.new_state()
        record = state.record()
        store_leaves(record[0], self.game.stored_fields, self.packing.leaves(key))
        state.load(record[0])
        return state

    def _image(self, k: int, state: Any) -> Any:
        if k == 0:
            return state
        image = self.game.new_state()
        self.game.call("symmetry", k, state, image)
        return image

    def _key(self, state: Any) -> tuple[int, ...] | None:
        if self.ranked:
            return (int(self.game.call("rank", state)),)
        return self.packing.key(leaf_values(state.record()[0], self.game.key_fields))
