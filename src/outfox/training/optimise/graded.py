"""Kept policies on a board: the edges they take, their grade, and games between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.formats.policy_file import Policy
from outfox.kernel.slots import Floats, Ints
from outfox.methods.policies.arena import Board
from outfox.methods.policies.grade import Grade, grade
from outfox.methods.policies.hidden_board import HiddenBoard
from outfox.methods.policies.hidden_grade import HiddenGrade
from outfox.methods.policies.live_board import LiveBoard
from outfox.players.hidden import policy_array
from outfox.players.policy_player import PolicyPlayer
from outfox.rules.errors import NotSupported
from outfox.training.optimise.field import Field, Maker, drawn, genes_of, maker
from outfox.training.optimise.opponents import with_levels
from outfox.training.optimise.run import Ground
from outfox.workers.seeds import root_seed


def seated(board: Board | LiveBoard, policy: Policy, player: int) -> tuple[Maker, tuple[Ints, Floats]]:
    """Return how a kept policy of a player chooses on a board, and its genes and weights.

    Raises
    ------
    NotSupported
        Where it does not fit.
    """
    side = policy.check(board.game, player)
    made = with_levels(board, maker(board, side.kind, player, bool(side.facts.get("share", True))), side)
    return made, genes_of(board, made, player, policy)


def edges_of_policy(board: Board, policy: Policy, player: int) -> Ints:
    """Return the edge that a kept policy takes in each of a player's states, -1 elsewhere."""
    made, pair = seated(board, policy, player)
    makers = (made, drawn(np.ones(1))) if player == 0 else (drawn(np.ones(1)), made)
    return Field(board, makers, root_seed(0), plays=1, plies=1).edges(player, *pair)


def grade_policy(ground: Ground, policy: Policy, player: int) -> Grade:
    """Grade a kept policy on a board, which need not be the one that it was made on.

    Raises
    ------
    NotSupported
        Where the policy does not fit the game, or the game was not solved.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.training.optimise.run import optimise
    >>> from outfox.training.optimise.settings import OptimiseSettings
    >>> game = load("cat-and-mouse:rows=5,cols=6")
    >>> found = optimise(game, OptimiseSettings(iterations=200, policy="far"), seed=1)
    >>> grade_policy(Ground(game), found.policy, 0).value
    1.0
    """
    if ground.solved is None or ground.optimal is None or not isinstance(ground.board, Board):
        raise NotSupported("a policy is graded by the exact solution, and this game was not solved")
    return grade(ground.solved, ground.optimal, edges_of_policy(ground.board, policy, player), player)


def grade_hidden(board: HiddenBoard, policy: Policy) -> list[HiddenGrade]:
    """Grade a kept policy of a game with hidden information: all sides that it has.

    Raises
    ------
    NotSupported
        Where the policy does not fit the game.

    Examples
    --------
    Against the uniform second player of Kuhn poker one can win 1/2, and a table that does is sure of less:

    >>> from outfox.rules import load
    >>> from outfox.training.optimise.run import optimise
    >>> from outfox.training.optimise.settings import OptimiseSettings
    >>> game = load("kuhn")
    >>> found = optimise(game, OptimiseSettings(iterations=50, regime="fixed"), seed=1)
    >>> [one.player for one in grade_hidden(Ground(game).board, found.policy)]
    [0]
    """
    seats = [seat for seat in (0, 1) if policy.sides[seat] is not None]
    whole = board.ground.uniform
    for seat in seats:
        mine = policy_array(PolicyPlayer(policy), board.ground, seat)
        whole = np.where(np.repeat(board.ground.tree.player == seat, np.diff(board.ground.tree.first)), mine, whole)
    found = board.judge.grades(whole)
    return [found[seat] for seat in seats]


def grades(ground: Ground, policy: Policy) -> list[dict[str, Any]]:
    """Return the grades of all sides of a policy, for printing; none where the game was not solved."""
    if isinstance(ground.board, HiddenBoard):
        return [one.to_dict() for one in grade_hidden(ground.board, policy)]
    if ground.solved is None:
        return []
    return [grade_policy(ground, policy, player).to_dict() for player in (0, 1) if policy.sides[player] is not None]
