"""`outfox new`: a rules file to begin with."""

from __future__ import annotations

from pathlib import Path

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.output import show


def new(name: str, /, *, json: bool = False) -> int:
    """Write a rules file that runs: a small game with every required part and comments that say what each is.

    Change it into your game, then run `outfox check` on it. A file that exists is left alone.

    Parameters
    ----------
    name
        The file to write, such as mygame.py; a folder in front is fine.
    json
        Print one JSON object.
    """
    from outfox.interfaces.cli.errors import UsageError
    from outfox.rules.template import new_game

    path = _path(name)
    if not path.stem.isidentifier():
        raise UsageError(f"{path.name!r} is no name for a rules file: use letters, digits and underscores")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {str(path.parent)!r}")
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(new_game(path.name))
    except FileExistsError:
        raise UsageError(f"{str(path)!r} is there already: choose another name") from None
    commands = [f"outfox {verb} {path}" for verb in ("check", "play")]
    show(
        {"file": str(path), "next": commands},
        "\n".join([f"wrote {path}; now", *(f"  {c}" for c in commands)]),
        json,
    )
    return DONE


def _path(name: str) -> Path:
    path = Path(name).expanduser()
    if path.suffix == ".py":
        return path
    return path.with_name(path.name.replace("-", "_") + ".py") if path.name else path
