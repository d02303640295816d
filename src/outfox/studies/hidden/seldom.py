"""What to do where a strategy itself seldom comes: the best answer to the other side, not what is left of learning.

The average strategies of regret minimisation weigh each iteration by how likely its player came to an information set.
Where it stopped coming early, they say what it did early, which may be bad. Nobody is hurt by that but a reader, or a
person who came there by a choice of its own.
"""

from __future__ import annotations

import numpy as np

from outfox.kernel.slots import Floats
from outfox.kernel.tree import Tree
from outfox.methods.equilibrium.best_response import best_response
from outfox.methods.equilibrium.ground import Ground
from outfox.studies.hidden.worth import Worth

SELDOM = 5e-4
"""A player's own choices lead there less often."""


def own_reach(tree: Tree, policy: Floats) -> Floats:
    """Return how likely a player's own choices lead to each information set, (sets,).

    Examples
    --------
    >>> from outfox.kernel.tree import game_tree
    >>> from outfox.rules import load
    >>> own_reach(game_tree(load("kuhn")), np.full(24, 0.5))[:2].tolist()
    [1.0, 0.5]
    """
    found, above = np.ones(tree.sets), np.searchsorted(tree.first, tree.before, "right") - 1
    for info in np.flatnonzero(tree.before >= 0).tolist():
        found[info] = found[above[info]] * policy[tree.before[info]]
    return found


def sensible(ground: Ground, policy: Floats) -> Floats:
    """Return a policy that takes the best answer to the other's where its own choices seldom lead.

    Parameters
    ----------
    policy : (slots,) float64
        Over the slots of ``ground.tree``.

    Examples
    --------
    Who never checks a king need not know what to do after it; who does, calls a bet:

    >>> from outfox.rules import load
    >>> kuhn = Ground(load("kuhn"))
    >>> policy = kuhn.uniform.copy()
    >>> king = [info for info in range(6) if kuhn.tree.view(info).card == 3]
    >>> policy[kuhn.tree.first[king[0]] : kuhn.tree.first[king[0]] + 2] = 0.0, 1.0
    >>> slot = kuhn.tree.first[king[1]]
    >>> policy[slot : slot + 2].tolist(), sensible(kuhn, policy)[slot : slot + 2].tolist()
    ([0.5, 0.5], [0.0, 1.0])
    """
    tree, counts = ground.tree, np.diff(ground.tree.first)
    seldom = np.repeat(own_reach(tree, policy) < SELDOM, counts)
    known = ~np.isnan(Worth(tree, policy).values)  # elsewhere the other never comes, and anything is best
    answers = [ground.form.split(best_response(ground, seat, policy).policy)[seat] for seat in (0, 1)]
    return np.where(seldom & known, ground.form.joined(*answers), policy)
