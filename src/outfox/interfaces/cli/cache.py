"""`outfox cache`: the compiled rules on this machine."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Literal

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.output import show, size, table


def cache(
    action: Literal["list", "clear", "trim", "path"] = "list",
    /,
    *,
    limit: int | None = None,
    json: bool = False,
) -> int:
    """List, clear or trim the compiled rules on this machine, or print where they lie.

    Whatever is removed is compiled again when it is needed. OUTFOX_CACHE names another folder.

    Parameters
    ----------
    action
        What to do.
    limit
        For trim: megabytes to keep; what was not used for longest goes first.
    json
        Print one JSON object.
    """
    from outfox.interfaces.cli.errors import UsageError
    from outfox.kernel.cache import cache_folder

    if limit is not None and (action != "trim" or limit < 0):
        raise UsageError("--limit is for trim, and 0 or more megabytes")
    folder = cache_folder()
    if action == "path":
        show({"folder": str(folder)}, str(folder), json)
    elif action == "list":
        _list(folder, json)
    else:
        _remove(folder, 0 if action == "clear" else limit, json)
    return DONE


def entries(folder: Path) -> list[dict[str, Any]]:
    """Return what the cache holds, oldest first: game, bytes, seconds since its use, whether it is sound.

    Tables of poker hands are among them; those are tested when they are read.
    """
    from outfox.kernel.cache import folders, is_sound
    from outfox.kernel.link import describe
    from outfox.methods.poker.kept import files

    now = time.time()
    tables = [
        {
            "name": path.name,
            "game": "poker hands",
            "bytes": path.stat().st_size,
            "unused_seconds": max(0.0, now - path.stat().st_mtime),
            "sound": True,
        }
        for path in files(folder)
    ]
    return tables + [
        {
            "name": entry.name,
            "game": describe(entry),
            "bytes": size_,
            "unused_seconds": max(0.0, now - used),
            "sound": is_sound(entry),
        }
        for entry, size_, used in folders(folder / "linked")
        if not entry.name.startswith(".")
    ]


def _list(folder: Path, json: bool) -> None:
    found = entries(folder)
    total = sum(entry["bytes"] for entry in found)
    summary = f"{len(found)} entries, {size(total)} in {folder}"
    text = "\n".join([*_by_game(found), summary])
    show({"folder": str(folder), "entries": found, "bytes": total}, text, json)


def _by_game(found: list[dict[str, Any]]) -> list[str]:
    """Lay out one line a game and build, what was used last first."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for entry in sorted(found, key=lambda entry: float(entry["unused_seconds"])):
        groups.setdefault(entry["game"], []).append(entry)
    rows = [
        (
            game if len(game) <= 40 else "..." + game[-37:],
            str(len(group)),
            size(sum(entry["bytes"] for entry in group)),
            _age(group[0]["unused_seconds"]),
            "" if all(entry["sound"] for entry in group) else "damaged",
        )
        for game, group in groups.items()
    ]
    return table([("game", "builds", "size", "last used", ""), *rows], right=(1, 2)) if rows else []


def _age(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length:.0f} {unit} ago"
    return "just now"


def _remove(folder: Path, megabytes: int | None, json: bool) -> None:
    """Remove entries until the rest fits; with 0 also what unfinished builds left."""
    from outfox.kernel.cache import discard, folders, trim
    from outfox.methods.poker.kept import files

    root = folder / "linked"
    before = {entry for entry, _, _ in folders(root)}
    freed = trim(root, None if megabytes is None else megabytes * 2**20) if root.is_dir() else 0
    if megabytes == 0:
        for entry, bytes_, _ in folders(root):
            discard(entry)
            freed += bytes_
    removed = len(before - {entry for entry, _, _ in folders(root)})
    for path in files(folder) if megabytes == 0 else ():
        freed += path.stat().st_size
        path.unlink()
        removed += 1
    data = {"folder": str(folder), "removed": removed, "bytes": freed}
    show(data, f"removed {removed} entries, {size(freed)}", json)
