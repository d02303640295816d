"""The games that come with outfox: one plain-Python file each; and where those of installed packages are.

Only files are named here: no rules are loaded, so that commands can list games in milliseconds.
"""

import importlib.util
from pathlib import Path

ENTRY_POINTS = "outfox.games"
"""What a package names the modules of its games under."""

_HERE = Path(__file__).resolve().parent


def packaged() -> dict[str, Path]:
    """Return the files of outfox's own games by name.

    Examples
    --------
    >>> packaged()["tic-tac-toe"].name
    'tic_tac_toe.py'
    """
    return {path.stem.replace("_", "-"): path for path in sorted(_HERE.glob("[!_]*.py"))}


def installed() -> dict[str, Path]:
    """Return the files of the games of installed packages by name."""
    from importlib.metadata import entry_points

    found = {}
    for point in entry_points(group=ENTRY_POINTS):
        spec = importlib.util.find_spec(point.value.partition(":")[0])
        if spec is not None and spec.origin:
            found[point.name] = Path(spec.origin)
    return found


def game_files() -> dict[str, Path]:
    """Return the games that can be named, with their files: those of outfox first.

    Examples
    --------
    >>> "tic-tac-toe" in game_files()
    True
    """
    own = packaged()
    return own | {name: path for name, path in installed().items() if name not in own}
