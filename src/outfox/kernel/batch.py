"""`Batch`: many games of one kind stepped at once by compiled code, for learners.

What neural methods stand on: observations, masks of legal actions and payoffs as arrays, one row a game. A game that
ends begins anew at once. Seats that are not the learner's are played inside, so that `Batch.step` returns at the
learner's next decision.

Time: of a step, one `apply`, `mover`, `legal_actions` and `observe` a row, and what chance takes. Memory: a row has its
state, `4 W + 9 A` bytes for `W` columns and `A` actions, and a hundred for all else.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.kernel import batch_kernel as kernel
from outfox.kernel.batch_arguments import refuse_arguments, refuse_number, row_numbers
from outfox.kernel.batch_fields import Columns, columns_of, ranges_of
from outfox.kernel.batch_rows import copy_rows, kept, make_rows, put_back, refuse_large
from outfox.kernel.batch_seats import Seat, answer, seats_of
from outfox.kernel.batch_shapes import (
    ASKED,
    BEGIN,
    DRAWN,
    GIVEN,
    GO,
    LIMIT,
    MODE,
    PATIENCE,
    SOLO,
    STARVED,
    WAITED,
    Scratch,
)
from outfox.kernel.link import compiled, link
from outfox.kernel.slots import Ints
from outfox.rules.errors import BadSetting, IllegalAction, NotSupported
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed

__all__ = ["Batch"]

_first_illegal: Any = compiled(kernel.first_illegal)
_draw_actions: Any = compiled(kernel.draw_actions)

_NONE = np.zeros(0, np.int64)
_SURVEY = 64
"""Steps of 256 random games in which `one-hot` looks for the values of fields."""


class Batch:
    """Many games of one kind, each at a decision of the learner.

    The arrays below are written over by the next step: copy what is to be kept. All randomness follows from `seed`, the
    number of a row and how many games it has begun: the deals of a game are the same whatever is played, whichever rows
    are beside it, and however many threads there are.

    Parameters
    ----------
    game
        A game, or its name as `outfox.load` takes it.
    games
        How many rows: games that are played at the same time.
    seed
        The same seed gives the same games.
    seats
        Who plays player 0, and who player 1. None: the learner, whose actions `step` is given; with two of them it
        plays both sides. ``"random"``: any legal action. A `TabularPolicy`: what `outfox equilibrium --out` wrote. A
        function of the movers' observations, (n, W), and masks, (n, A), which returns n actions or (n, A)
        probabilities; or something with a method ``act``, which is given the numbers of the rows, (n,), as well, and
        if it has ``attach`` is given the batch before the first game. `outfox.players.batch_seat` makes a seat of any
        player.
    encoding
        ``"numbers"``: each field of the View, or without one of the State's KEY, is a column, and one of 64 bits as
        many columns. ``"one-hot"``: each value of a field is a column, as far as 16,384 random actions come to it.
        ``"squares"``: a column for each piece on each point of the board, and one for who moves.
    limit
        Plies, chance outcomes included, after which a game is cut and paid as endless play.
    start
        Number of the starting state; None draws it, for games with several.
    first
        Number of the first row: rows 100 to 199 of a larger batch are ``Batch(..., games=100, first=100)``.
    threads
        Among which the rows are shared out.
    ends
        Whether to keep what either player saw at the end of a game, cards that were shown at last included.
    key, tables
        A kernel function in place of the slot `information_key` and the numbers that it reads, for tables whose
        information sets are merged; see `outfox.methods.equilibrium.mccfr.Sampler`.

    Attributes
    ----------
    observations : (N, W) float32
        What the mover of each row sees; `fields` names the columns.
    legal : (N, A) bool
        Its legal actions.
    mover : (N,) int8
        The player to move: one of the learner's seats.
    done : (N,) bool
        Whether the game of the last step ended. What is observed belongs to the next one then.
    cut : (N,) bool
        Whether it was the limit that ended it.
    payoffs : (N,) float64
        Player 0's payoff of the game that ended, 0 where none did.
    lengths : (N,) int64
        Plies of the last game that ended, chance outcomes included.
    actions : (N,) int64
        The learner's last action.
    ends : (N, 2, W) float32
        With `ends`: what player 0 and player 1 saw at the end of the last game that `done` told of; else (N, 2, 0).
    begun : (N,) int64
        Games begun so far, the one that is played included.
    finished : (N,) int64
        Games that ended so far, those in which the learner had nothing to decide included.
    totals, powers : (N,) float64
        Sums over these of player 0's payoff and of its square.

    Raises
    ------
    BadSetting
        Where an argument cannot be.
    NotSupported
        Where the game lacks what a seat or the encoding needs.
    BudgetExceeded
        Where there is not memory enough for so many rows.

    Examples
    --------
    >>> batch = Batch("kuhn", games=4, seed=1)
    >>> batch.observations.shape, batch.fields[0], batch.legal.shape
    ((4, 6), 'card', (4, 2))
    >>> batch.step([1, 1, 0, 0])
    >>> batch.mover.tolist(), batch.done.any().item()
    ([1, 1, 1, 1], False)
    """

    def __init__(
        self,
        game: Game | str,
        games: int = 1024,
        seed: int | np.random.SeedSequence = 0,
        *,
        seats: Sequence[Seat] = (None, None),
        encoding: str = "numbers",
        limit: int = 10_000,
        start: int | None = 0,
        first: int = 0,
        threads: int = 1,
        ends: bool = False,
        key: Any = None,
        tables: Any = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        refuse_arguments(self.game, games, limit, start, first, threads)
        self.games, self.first, self.threads = int(games), int(first), int(threads)
        self._seats = seats_of(self.game, seats)
        self._columns = _columns(self.game, encoding)
        refuse_large(self.game, self.games, len(self.fields), ends)
        self._linked = link(self.game, kernel.move_open if self.game.view is None else kernel.move_hidden, key=key)
        self._tables = np.zeros(0, np.int16) if tables is None else np.ascontiguousarray(tables, np.int16)
        self._options = np.array(
            [0, limit, WAITED not in self._seats.kinds, first, -1 if start is None else start, len(self.fields),
             self._columns.plain, self._columns.squares, ends, *self._seats.kinds, *self._seats.lenient], np.int64,
        )  # fmt: skip
        self._make_rows(root_seed(seed), start or 0, ends)
        self._scratch = [self._room() for _ in range(self.threads)]
        self._workers = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        for seat in seats:
            attach: Any = getattr(seat, "attach", None)
            if attach is not None:
                attach(self)
        self.reset()

    def _make_rows(self, seed: np.random.SeedSequence, start: int, ends: bool) -> None:
        n, game = self.games, self.game
        self._pool = self._linked.states(n + 2)
        self._linked.put(self._pool, n + 1, game.initial(start))
        rows = make_rows(game, n, len(self.fields), task_seed(seed, 0).generate_state(1, np.uint64), ends)
        self._rows = rows
        self.observations: NDArray[np.float32] = rows.observations.reshape(n, len(self.fields))
        self.ends: NDArray[np.float32] = rows.ends.reshape(n, 2, -1)
        self.legal: NDArray[np.bool_] = rows.legal.view(np.bool_).reshape(n, game.actions)
        self.mover: NDArray[np.int8] = rows.mover.view(np.int8)
        self.done: NDArray[np.bool_] = rows.done.view(np.bool_)
        self.cut: NDArray[np.bool_] = rows.cut.view(np.bool_)
        self.payoffs, self.lengths, self.actions = rows.payoffs, rows.lengths, rows.actions
        self.begun, self.finished, self.totals, self.powers = rows.begun, rows.finished, rows.totals, rows.powers

    def _room(self) -> tuple[Any, Scratch]:
        """Return what a thread writes on: views, and `Scratch`."""
        wide = max(self.game.branching, self.game.outcomes, 1)
        scratch = Scratch(np.zeros(wide, np.int64), np.zeros(wide), np.zeros(self._columns.room, np.int64))
        return None if self.game.view is None else self._linked.views(2), scratch

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<Batch of {self.games:,} games of {self.game.spec}, {int(self.finished.sum()):,} finished>"

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the columns of `observations`."""
        return self._columns.names

    # -- playing ---------------------------------------------------------------------------------------------

    def step(self, actions: Any) -> None:
        """Play an action in each row, then on to the learner's next decision.

        Parameters
        ----------
        actions : (N,) integers

        Raises
        ------
        IllegalAction
            Where they are no such array, or one is not legal; the message names the first row. Nothing was played then.
        """
        found = np.asarray(actions)
        if found.shape != (self.games,) or found.dtype.kind not in "iu":
            raise IllegalAction(
                f"actions are {self.games:,} whole numbers, one a row of {self.game.spec}, not {found.dtype} of shape"
                f" {found.shape}"
            )
        chosen = np.ascontiguousarray(found, np.int64)
        self._ready()
        self._refuse_illegal(chosen, _NONE, "")
        self._move(GIVEN, chosen)

    def step_random(self, steps: int = 1) -> None:
        """Play a random legal action in each row, so many times; `actions` has the last ones."""
        refuse_number("steps", steps, 0)
        self._ready()
        for _ in range(steps):
            self._move(DRAWN, _NONE)

    def play(self) -> None:
        """Where no seat is the learner's: play each row's game to its end; `payoffs` has what it paid.

        Raises
        ------
        BadSetting
            Where there is a learner, who would have to be asked.
        """
        if not self._options[SOLO]:
            raise BadSetting("the learner has a seat: step plays its actions; play is for two policies")
        self._move(GO, _NONE)

    def reset(self, rows: Any = None) -> None:
        """Begin a new game in all rows, or in those of these numbers; what is played there is dropped."""
        which = _NONE if rows is None else np.unique(row_numbers(rows, self.games))
        self._stopped = False
        self._move(BEGIN, _NONE, which)

    def _ready(self) -> None:
        if self._options[SOLO]:
            raise BadSetting("no seat is the learner's: give one as None, or let play play whole games")
        if self._stopped:
            raise BadSetting("an error broke off the last step in the middle of it: reset() begins new games")

    def _move(self, mode: int, actions: Any, which: Ints = _NONE) -> None:
        """Move rows, and those that are asked until none is; an error on the way leaves the step unfinished."""
        self._stopped = True
        self._run(mode, actions, which)
        if ASKED in self._seats.kinds:
            self._ask_all()
        self._stopped = False

    def _ask_all(self) -> None:
        """Let whoever is asked play until no row waits for it."""
        for _ in range(int(self._options[LIMIT]) + PATIENCE):
            asked = np.flatnonzero(self._rows.waiting)
            if not len(asked):
                return
            seats = self._rows.waiting[asked] - 1
            for player in np.unique(seats).tolist():
                rows = asked[seats == player]
                self._run(GIVEN, self._ask(player, rows), rows)
        raise self._stop(int(asked[0]), STARVED)

    def _ask(self, player: int, rows: Ints) -> Ints:
        """Return the actions of a seat's function in some rows."""
        function, legal = self._seats.functions[player], self.legal[rows]
        assert function is not None
        name = f"the policy of {self.game.players[player]}"
        found, drawn = answer(name, function(self.observations[rows], legal, rows), legal, rows)
        if not drawn:
            self._refuse_illegal(found, rows, f"{name}: ")
            return np.asarray(found, np.int64)
        actions = np.zeros(len(rows), np.int64)
        _draw_actions(self._rows.streams, found.reshape(-1), self.game.actions, rows, actions)
        return actions

    def _run(self, mode: int, actions: Any, which: Ints) -> None:
        self._options[MODE] = mode
        many = len(which) or self.games
        bounds = np.linspace(0, many, self.threads + 1).astype(int).tolist()
        parts = [
            (self._pool, *([] if views is None else [views]), self._rows, self._columns.plan, self._seats.known,
             self._tables, self._options, scratch, actions, which, begin, end)
            for (views, scratch), begin, end in zip(self._scratch, bounds, bounds[1:], strict=False)
        ]  # fmt: skip
        if self._workers is None:
            stops = [self._linked(*parts[0])]
        else:
            stops = list(self._workers.map(lambda part: self._linked(*part), parts))
        for stop in stops:
            if stop >= 0:
                raise self._stop(int(stop) // 4, int(stop) % 4)

    def _stop(self, row: int, reason: int) -> NotSupported:
        if reason == STARVED:
            return NotSupported(
                f"row {row}: more than {PATIENCE:,} games or plies of {self.game.spec} went by without a decision of"
                " the learner"
            )
        return NotSupported(
            f"row {row}: the policy does not know what {self.game.players[self.position(row).mover]} of"
            f" {self.game.spec} sees there"
        )

    def _refuse_illegal(self, actions: Ints, rows: Ints, who: str) -> None:
        place = _first_illegal(self._rows.legal, self.game.actions, actions, rows)
        if place >= 0:
            row = int(rows[place]) if len(rows) else int(place)
            position = self.position(row)
            known = ", ".join(f"{action} ({position.name(action)})" for action in position.legal[:12])
            raise IllegalAction(
                f"{who}row {row}: action {actions[place]} is not legal in this position of {self.game.spec}; legal:"
                f" {known}"
            )

    # -- rows ------------------------------------------------------------------------------------------------

    def position(self, row: int) -> Position:
        """Return the position of a row, hidden cards and all: for people and for tests."""
        return Position(self.game, self._linked.get(self._pool, int(row_numbers(row, self.games)[0])))

    def copy(self, source: Any, target: Any) -> None:
        """Let the games of rows `target` go on from where rows `source` are, with random numbers of their own.

        Parameters
        ----------
        source, target : (k,) integers
            Rows; one source may have several targets.
        """
        source, target = row_numbers(source, self.games, 0), row_numbers(target, self.games, 0)
        if len(source) not in (1, len(target)):
            raise BadSetting(f"one source has several targets, or each its own: not {len(source)} and {len(target)}")
        copy_rows(self._rows, self._pool, np.broadcast_to(source, target.shape), target)

    def arrays(self) -> dict[str, Any]:
        """Return copies of all that `restore` needs to go on from here: plain arrays, for a checkpoint."""
        return kept(self._rows, self._pool, self.game)

    def restore(self, arrays: dict[str, Any]) -> None:
        """Go on from what `arrays` returned, in a batch of the same game, games, seed and seats.

        Raises
        ------
        BadSetting
            Where the arrays are of another batch.
        """
        put_back(self._rows, self._pool, self._linked, self.game, arrays)
        self._stopped = False


def _columns(game: Game, encoding: str) -> Columns:
    if encoding != "one-hot":
        return columns_of(game, encoding)
    scout = Batch(game, 256, 0)
    seen = [scout.observations.copy()]
    for _ in range(_SURVEY):
        scout.step_random()
        seen.append(scout.observations.copy())
    return columns_of(game, encoding, ranges_of(game, np.concatenate(seen)))
