"""What measured numbers belong to: the processor, the system, the versions. Loads nothing."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path

import outfox

PACKAGES = "numpy", "numba", "open_spiel"


def machine() -> dict[str, str]:
    """Return the processor, the system and the versions that decide speed.

    Examples
    --------
    >>> machine()["python"] == platform.python_version()
    True
    """
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    system = {"system": platform.platform(), "python": platform.python_version()}
    return {"processor": processor(), **system, **versions}


def processor() -> str:
    """Return the processor's name, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def environment() -> dict[str, str]:
    """Return the versions and the kind of machine that a report was made with."""
    versions = {"outfox": outfox.__version__, "python": platform.python_version()}
    for package in ("numpy", "numba", "matplotlib"):
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:  # where a package was put in place by hand
            versions[package] = "unknown"
    return versions | {"system": platform.system(), "machine": platform.machine()}
