"""The names that the contract of a game gives a meaning to: one table, read by loading, checking and linking."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Slot:
    """One rule function of the contract.

    Attributes
    ----------
    parameters
        How many arguments the function takes.
    required
        Whether every game has it.
    compiled
        Whether it is turned into machine code (else it stays plain Python and may do anything).
    generator
        Whether it yields.
    """

    parameters: int
    required: bool = False
    compiled: bool = True
    generator: bool = False


SLOTS: dict[str, Slot] = {
    "initial": Slot(1, required=True),
    "mover": Slot(1, required=True),
    "legal_actions": Slot(1, required=True, generator=True),
    "apply": Slot(2, required=True),
    "payoff": Slot(1, required=True),
    "chance": Slot(1, generator=True),
    "sample_chance": Slot(2),
    "observe": Slot(3),
    "sees": Slot(2),
    "private": Slot(2),
    "public": Slot(2),
    "same_chance": Slot(2),
    "features": Slot(2),
    "squares": Slot(2),
    "start": Slot(2),
    "relations": Slot(2),
    "progress": Slot(1),
    "rank": Slot(1),
    "unrank": Slot(2),
    "swap": Slot(2),
    "symmetry": Slot(3),
    "symmetry_action": Slot(2),
    "evaluate": Slot(2),
    "prior": Slot(3),
    "action_name": Slot(2, compiled=False),
    "text": Slot(1, compiled=False),
    "parse": Slot(2, compiled=False),
    "parse_action": Slot(2, compiled=False),
}

CONSTANTS = frozenset(
    "PLAYERS ACTIONS ENDLESS OUTCOMES PRIVATES KEY VERSION BRANCHING SCALE FEATURES BOARD STUCK STARTS RELATIONS "
    "STATES SYMMETRIES State View".split()
)

CONTRACT = CONSTANTS | frozenset(SLOTS)

STUCK_WORDS = ("loses", "wins", "draws", "passes")

TOGETHER = (("rank", "unrank", "STATES"),)
"""Names that mean something to outfox only when a module has all of them; else they are the user's own."""
