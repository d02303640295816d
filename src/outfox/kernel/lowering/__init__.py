"""Lowering: a game's rules, as syntax trees, into functions that Numba compiles to what plain Python means.

The stages, each a module, run in this order on every function the rules reach:

1. `constants`: module constants become frozen arrays; their uses (dicts, ragged tuples, `in`) become array code;
2. `expressions`: `any(...)`, record keys, whole-array stores, `match` and the like become loops and calls;
3. `generators`: loops over generator helpers are inlined; slots that yield fill a buffer;
4. `unsigned`: what is uint64 stays uint64;
5. `checks`: the checked build tests every index, store and division and knows the line.

Every new node keeps the line of the node it replaces, so that errors are told in terms of the user's file.
"""

from outfox.kernel.lowering.program import Lowered, lower

__all__ = ["Lowered", "lower"]
