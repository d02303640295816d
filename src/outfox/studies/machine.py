"""What measured numbers belong to: the processor, the system, the versions. Loads nothing."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import outfox

FAST = "numpy", "numba", "open_spiel"
"""Packages whose versions decide speed."""

REPORTED = "numpy", "numba", "matplotlib"
"""Packages that make a report."""


def machine() -> dict[str, str]:
    """Return the processor, the system and the versions that decide speed.

    Examples
    --------
    >>> machine()["python"] == platform.python_version()
    True
    """
    system = {"system": platform.platform(), "python": platform.python_version()}
    return {"processor": processor(), **system, **_versions(FAST)}


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
    unknown = dict.fromkeys(REPORTED, "unknown")  # where a package was put in place by hand
    return versions | unknown | _versions(REPORTED) | {"system": platform.system(), "machine": platform.machine()}


def _versions(packages: Sequence[str]) -> dict[str, str]:
    """Return the versions of those packages that are installed."""
    found = {}
    for package in packages:
        with suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found
