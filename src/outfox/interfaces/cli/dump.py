"""`outfox dump`: the game tree with its values, as text or SVG, for teaching."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.files import place, write
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import ascii_only, note, show
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.solve import budget, opened
from outfox.rules.errors import BudgetExceeded, NotSupported

if TYPE_CHECKING:
    from outfox.methods.solve.unfold import Guess, Node, Worth
    from outfox.rules import Position


def dump(
    game: str,
    /,
    *,
    depth: int = 2,
    nodes: int = 500,
    simulations: int = 1000,
    boards: bool = False,
    svg: str = "",
    table: str = "",
    memory: float = 0.0,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Draw the game tree below a position, each node with its exact value.

    A star marks the actions that keep the value for whoever moves. A position that has come before is not drawn
    again: it refers to the first. Where the game cannot be solved, values are shown as far as the tree itself shows
    them, and elsewhere what a tree search makes of each position, marked as such.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    depth
        Plies below the position.
    nodes
        Nodes to draw at most; the deepest are left out.
    simulations
        Where the game cannot be solved: simulations of the search at each node, with a seed of its own that never
        changes; 0: no search.
    boards
        Draw the position under each action.
    svg
        Write a picture to this file instead of text.
    table
        Take the values from this table, which `outfox solve --save` wrote, instead of solving.
    memory
        GB that solving may take at most; default: seven tenths of what is free.
    parameters
        Parameters of the game.
    """
    chosen = options or StartOptions()
    if depth < 0 or nodes < 1 or simulations < 0:
        raise UsageError("--depth and --simulations must be 0 or more, and --nodes 1 or more")
    file = place("--svg", svg) if svg else None
    _, position = game_and_position(game, chosen, parameters, "dump")
    with ProgressLine("dump") as line:
        line.listen()
        worth, why = (_probe(table, position), "") if table else _worth(position, budget(memory), line)
        from outfox.methods.solve.unfold import unfold

        guess, search = (None, "") if worth is not None or not simulations else _search(position, simulations, line)
        tree = unfold(position, depth, worth, guess=guess, most=nodes)
    from outfox.interfaces.cli.tree import legend, tree_dict, tree_text

    cut = any(node.hidden and node.depth < depth for node in tree)
    said = legend(tree, why, nodes if cut else 0, search=search, marks=not svg)
    data = {"game": position.game.spec, "players": list(position.game.players), "depth": depth}
    data |= {"nodes": sum(1 for _ in tree), "cut": cut, "solved": worth is not None, "reason": why}
    data |= {"search": search or None, "svg": svg} | ({"table": table} if table else {})
    if file is not None:
        _write(file, tree, said)
        text = f"{data['nodes']:,} nodes are drawn in {svg}"
    else:
        text = "\n".join([*tree_text(tree, boards=boards, plain=ascii_only(sys.stdout)), "", *said])
    show({**data, "tree": tree_dict(tree)}, text, chosen.json)
    if svg and cut and not chosen.json:
        note(said[-1])
    return DONE


def _probe(table: str, position: Position) -> Worth:
    """Return what a table says of positions, once it has said something of the first: all the others follow it."""
    known = opened(table, position.game)
    known.outcome(position)
    return known.outcome


def _worth(position: Position, memory: int, line: ProgressLine) -> tuple[Worth | None, str]:
    """Solve the game from a position; return what tells values, or None and why there are none."""
    from outfox.methods.solve.estimate import refuse_beyond
    from outfox.methods.solve.solve import solve

    def tell(share: float, text: str) -> None:
        line.share_or_not(share if share >= 0 else None, text)

    judge = refuse_beyond(memory, position.game.spec)
    try:
        return solve(position, memory=memory, judge=judge, progress=tell).outcome, ""
    except (NotSupported, BudgetExceeded) as error:
        return None, " ".join(str(error).split())


def _search(position: Position, simulations: int, line: ProgressLine) -> tuple[Guess | None, str]:
    """Return a search of a fixed budget and seed that values positions, and its spec; none where it cannot."""
    from outfox.methods.search.mcts import MctsSettings, Searcher

    settings = MctsSettings(simulations=simulations, reuse=False)
    try:
        searcher = Searcher(position.game, settings)
    except NotSupported:
        return None, ""
    done = 0

    def guess(at: Position) -> tuple[float, bool]:
        nonlocal done
        result = searcher.search(at, seed=0, line=False)
        if result.stopped == "interrupted":
            raise KeyboardInterrupt
        done += 1
        line.count(done, 0, "positions searched")
        return result.value, result.proven

    return guess, f"mcts:simulations={simulations}"


def _write(path: Path, tree: Node, said: list[str]) -> None:
    from outfox.draw.tree import tree_svg
    from outfox.interfaces.cli.tree import drawn

    write("--svg", path, tree_svg(drawn(tree), f"game tree of {tree.position.game.spec}", said) + "\n")
