"""What the benchmarks share: a line of progress, and tables between marks of docs/performance.md."""

from __future__ import annotations

import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"


def tell(text: str) -> None:
    """Show what is being measured, where somebody is watching."""
    if sys.stderr.isatty():
        print(f"\r{text:60}", end="", file=sys.stderr, flush=True)


def write(mark: str, text: str) -> None:
    """Replace what stands between ``<!-- mark: begin -->`` and ``<!-- mark: end -->``."""
    begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    before, found, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    if not found:
        raise SystemExit(f"{PAGE} has no mark {begin}")
    _, _, after = rest.partition(end)
    PAGE.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")


def publish(mark: str, text: str, written: bool) -> None:
    """Print what was measured, and write it into the page if that is asked for."""
    tell("")
    print(text)
    if written:
        write(mark, text)


def made_by(command: str, how: str) -> str:
    """Say how a table came about, and on what."""
    from outfox.studies.machine import machine

    about = ", ".join(f"{name} {value}" for name, value in machine().items())
    return f"Made by `{command}`, {how}. {about}."
