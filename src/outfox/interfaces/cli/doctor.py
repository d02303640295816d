"""`outfox doctor`: is this installation well, and if not, how to mend it."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
import time
from dataclasses import asdict, dataclass
from importlib import import_module, metadata, util
from pathlib import Path
from typing import Any

from outfox.interfaces.cli.codes import DONE, NEGATIVE
from outfox.interfaces.cli.output import fit, show, size, table
from outfox.interfaces.cli.progress import ProgressLine
from outfox.studies.machine import processor

CORE = "outfox numpy numba llvmlite scipy rich cyclopts msgspec platformdirs matplotlib".split()
EXTRAS = {
    "deep": ("torch", "safetensors"),
    "sumo": ("mujoco",),
    "web": ("starlette", "uvicorn", "websockets"),
    "terminal": ("textual",),
    "ray": ("ray",),
    "tune": ("cma", "optuna"),
    "peer for bench": ("pyspiel",),
}
_ROOM = 200 * 2**20
"""Bytes that should be free where the cache lies."""


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be, and what to do about it."""

    problem: str
    remedy: str


def doctor(*, json: bool = False) -> int:
    """Look at the installation: versions, processor, cache, and whether rules compile.

    The exit code is 1 where something is wrong; each problem has its remedy beside it.

    Parameters
    ----------
    json
        Print one JSON object.
    """
    findings: list[Finding] = []
    versions = _versions(findings)
    machine = _machine()
    cache = _cache(findings)
    with ProgressLine("doctor") as line:
        line.share_or_not(None, "compiling tic-tac-toe")
        compiles = _compiles(findings)
    extras = {name: {module: _installed(module) for module in modules} for name, modules in EXTRAS.items()}
    data = {
        "ok": not findings,
        "versions": versions,
        "machine": machine,
        "cache": cache,
        "compiles": compiles,
        "extras": extras,
        "findings": [asdict(finding) for finding in findings],
    }
    show(data, _text(data, findings), json)
    return NEGATIVE if findings else DONE


def _versions(findings: list[Finding]) -> dict[str, str | None]:
    from outfox import __version__

    versions: dict[str, str | None] = {"python": platform.python_version()}
    for name in CORE:
        try:
            versions[name] = __version__ if name == "outfox" else metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = None
            findings.append(Finding(f"{name} is not installed", f"pip install {name}"))
    return versions


def _machine() -> dict[str, Any]:
    return {
        "system": platform.platform(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "usable_cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
    }


def _cache(findings: list[Finding]) -> dict[str, Any]:
    from outfox.kernel.cache import LIMIT, cache_folder

    folder = cache_folder()
    state: dict[str, Any] = {"folder": str(folder), "exists": folder.is_dir(), "limit": LIMIT}
    state |= {"bytes": 0, "entries": 0, "damaged": 0}
    findings += _place_findings(folder)
    if folder.is_dir():
        from outfox.interfaces.cli.cache import entries

        try:
            found = entries(folder)
        except (OSError, ImportError):
            found = []
        damaged = sum(not entry["sound"] for entry in found)
        state |= {"bytes": sum(entry["bytes"] for entry in found), "entries": len(found), "damaged": damaged}
        if damaged:
            findings.append(Finding(f"{damaged} cache entries are damaged or not private", "outfox cache clear"))
    return state


def _place_findings(folder: Path) -> list[Finding]:
    """Look at where the cache lies: whether it can be written, has room, is private."""
    found = []
    there = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        remedy = "set OUTFOX_CACHE to a folder that you can write to; until then every run compiles anew"
        found.append(Finding(f"the cache {folder} cannot be written", remedy))
    elif shutil.disk_usage(there).free < _ROOM:
        free = size(shutil.disk_usage(there).free)
        found.append(Finding(f"only {free} are free where the cache lies", "free some space, or set OUTFOX_CACHE"))
    if os.name == "posix" and folder.is_dir():
        info = folder.stat()
        if info.st_uid != os.getuid():
            found.append(
                Finding(f"the cache {folder} belongs to somebody else", "set OUTFOX_CACHE to a folder of yours")
            )
        elif info.st_mode & 0o022:
            found.append(Finding(f"others can write to the cache {folder}", f"chmod go-w {folder}"))
    return found


def _compiles(findings: list[Finding]) -> dict[str, Any]:
    """Compile a small game in a folder of its own and play it."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        findings.append(Finding("NUMBA_DISABLE_JIT is set: rules run as plain Python", "unset NUMBA_DISABLE_JIT"))
    before = os.environ.get("OUTFOX_CACHE")
    begun, cpu = time.perf_counter(), time.process_time()
    try:
        with tempfile.TemporaryDirectory(prefix="outfox-doctor-") as folder:
            os.environ["OUTFOX_CACHE"] = folder
            perft = import_module("outfox.kernel.perft").perft
            counts = perft(import_module("outfox.rules").load("tic-tac-toe"), 3)
        works, said = counts == [9, 72, 504], "" if counts == [9, 72, 504] else f"perft gave {counts}"
    except Exception as error:  # noqa: BLE001 - whatever keeps rules from compiling is what is asked for
        works, said = False, f"{type(error).__name__}: {' '.join(str(error).split())}"
    finally:
        os.environ.pop("OUTFOX_CACHE")
        if before is not None:
            os.environ["OUTFOX_CACHE"] = before
    if not works:
        remedy = "pip install --force-reinstall numba llvmlite numpy"
        findings.append(Finding(f"rules do not compile: {said}", remedy))
    return {
        "works": works,
        "message": said,
        "seconds": time.perf_counter() - begun,
        "cpu_seconds": time.process_time() - cpu,
    }


def _installed(module: str) -> bool:
    try:
        return util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _text(data: dict[str, Any], findings: list[Finding]) -> str:
    machine, cache, compiles = data["machine"], data["cache"], data["compiles"]
    lines = table([(name, version or "missing") for name, version in data["versions"].items()])
    lines += [
        "",
        fit(f"{machine['system']}"),
        fit(f"{machine['processor']}, {machine['usable_cores']} of {machine['cores']} cores"),
        f"cache: {cache['entries']} entries, {size(cache['bytes'])} in {cache['folder']}",
        f"compiling a small game: {'works' if compiles['works'] else 'fails'}, {compiles['seconds']:.1f} s",
        "",
        "optional:",
        *table([(f"  {name}", _extra(modules)) for name, modules in data["extras"].items()]),
        "",
    ]
    if not findings:
        return "\n".join([*lines, "all is well"])
    for finding in findings:
        lines += [f"problem: {finding.problem}", f"   mend: {finding.remedy}"]
    return "\n".join(lines)


def _extra(modules: dict[str, bool]) -> str:
    return ", ".join(f"{module} {'yes' if there else 'no'}" for module, there in modules.items())
