"""Df-pn: proofs that a position is worth at least so much, or not, by depth-first proof-number search.

Idea. One question at a time: does player 0 get at least this? One side attacks, who has to reach a finished game of his
kind, and the other defends. Every state carries two numbers, how many unknown states would have to be settled to prove
the attack and to refute it, at the least; the search always goes where that is fewest, so it finds long forced lines in
unbalanced trees long before a search by depth does. Depth-first with limits (Nagai's df-pn) it needs a table and one
path in memory. A limit lets a child be exceeded by a share epsilon before another gets its turn.

Cycles. The attacker is the one who needs play to end: player 0 for a payoff above ENDLESS, else player 1 for one below.
A state that comes back to its path then fails for the attacker. A proof never rests on that. A failure may, and is true
on that path alone: it carries the ply that it came back to and enters the table only where that ply lies no higher than
the state itself, since the same loop is there on every path. So whatever is in the table as settled is settled; the
price is that failures by repetition are found again. In games with many cycles exact solving is faster.

The value. Without a threshold, the questions are: as much as SCALE? if not, more than -SCALE? and if so, by halves
over whole numbers. A value that is no whole number stays between bounds.

Time and memory: no useful bound; a table of fixed size. Draws take two proofs and are the worst case.

Sources: L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, 1994; A. Nagai, *Df-pn Algorithm
for Searching AND/OR Trees and its Applications*, 2002; J. Pawlewicz and L. Lew, *Improving Depth-First PN-Search*,
2007 (the 1 + epsilon trick); A. Kishimoto and M. Müller, *A General Solution to the Graph History Interaction
Problem*, 2004.

Status: proven (agrees with exact solving, alpha-beta and MCTS-Solver in the tests, on games with and without cycles).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from outfox.methods.search.settings import DfpnSettings, Progress
from outfox.methods.solve.dfpn_result import DfpnResult, Question
from outfox.methods.solve.dfpn_run import Proving
from outfox.rules.errors import BadSetting, NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import TERMINAL

__all__ = ["DfpnResult", "DfpnSettings", "Question", "dfpn"]


def dfpn(
    position: Position,
    settings: DfpnSettings | None = None,
    *,
    progress: Progress | None = None,
    **changes: Any,
) -> DfpnResult:
    """Prove what a position is worth.

    Parameters
    ----------
    position
        Where to begin; it must not be over.
    settings, **changes
        `DfpnSettings`, and single settings by name.
    progress
        Called with the share of the budget that is spent (0 without one) and a short text, some twenty times a second.

    Returns
    -------
    DfpnResult

    Raises
    ------
    NotSupported
        Where information is hidden or chance has a part.
    BadSetting
        Where the game is over.

    Examples
    --------
    >>> from outfox.rules import load
    >>> dfpn(load("nim").start()).value
    -1.0
    >>> dfpn(load("tic-tac-toe").start(), threshold=1).questions
    (Question(payoff=1, more=False, holds=False),)
    """
    chosen = replace(settings or DfpnSettings(), **changes)
    refuse(position.game)
    if position.mover == TERMINAL:
        raise BadSetting("the game is over: there is nothing to prove")
    return Proving(position, chosen, progress).answer()


def refuse(game: Game) -> None:
    """Refuse what proof-number search has no meaning for.

    Raises
    ------
    NotSupported
    """
    if game.has("View"):
        raise NotSupported(f"{game.name} has hidden information (View), which df-pn cannot see past")
    if game.has("chance") or game.has("sample_chance"):
        raise NotSupported(f"{game.name} has chance, of which df-pn proves nothing: alpha-beta or solve take averages")
