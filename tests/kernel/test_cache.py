"""The cache of compiled rules and its faults: the right answer, or one clear line; never somebody else's code."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from outfox.kernel import cache
from outfox.kernel import link as linking
from outfox.kernel.slots import Ints, States, apply, legal_actions, mover
from outfox.rules import load

pytestmark = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="nothing is compiled")
POSIX = pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX's")


def count(pool: States, out: Ints) -> int:
    """Return the number of legal actions, a hundred times the mover on top."""
    n = legal_actions(pool[0], out)
    apply(pool[0], out[0])
    return n + 100 * mover(pool[0])


ANSWER = 103
"""Nim with piles 1 and 2 has three first actions, after which player 1 moves."""


class Cache:
    """A cache folder of one test, and a fresh link into it as another process would make."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes: list[str] = []

    def link(self, spec: str = "nim:piles=[1,2]", **options: bool) -> float:
        """Link anew; return CPU seconds of compiling, having checked the answer."""
        linking._LOADED.clear()
        linked = linking.link(load(spec), count, **options)
        pool = linked.states(1)
        linked.put(pool, 0, load(spec).initial())
        assert linked(pool, np.zeros(linked.game.branching, np.int64)) == ANSWER
        return linked.compile_seconds

    @property
    def linked(self) -> Path:
        """The one linked folder."""
        (folder,) = (p for p in (self.folder / "linked").iterdir() if not p.name.startswith("."))
        return folder

    def names(self) -> set[str]:
        return {p.name for p in (self.folder / "linked").iterdir() if not p.name.startswith(".")}


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cache]:
    monkeypatch.setenv("OUTFOX_CACHE", str(tmp_path / "cache"))
    one = Cache(tmp_path / "cache")
    monkeypatch.setattr(linking, "announce", one.notes.append)
    yield one
    linking._LOADED.clear()


def test_the_second_link_compiles_nothing(fresh: Cache) -> None:
    assert fresh.link() > 0
    assert "compiling count" in fresh.notes[0]
    assert fresh.link() == 0
    assert len(fresh.notes) == 1


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(bytes(content))


def empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("damage", [truncate, flip, empty, Path.unlink])
@pytest.mark.parametrize("kind", ["*.nbc", "*.nbi", "rules.py", "manifest.json"])
def test_damaged_files_are_built_again(fresh: Cache, damage: Callable[[Path], None], kind: str) -> None:
    fresh.link()
    (file,) = fresh.linked.rglob(kind)
    damage(file)
    assert fresh.link() > 0
    assert fresh.link() == 0


def test_a_file_too_many_is_not_trusted(fresh: Cache) -> None:
    fresh.link()
    (fresh.linked / "__pycache__" / "extra.nbc").write_bytes(b"code")
    assert fresh.link() > 0


@POSIX
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o720, 0o755])
def test_a_folder_open_to_others_is_not_trusted(fresh: Cache, mode: int) -> None:
    fresh.link()
    fresh.linked.chmod(mode)
    assert fresh.link() > 0
    assert fresh.linked.stat().st_mode & 0o777 == 0o700


@POSIX
def test_another_owner_or_a_link_is_not_trusted(fresh: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.link()
    here = fresh.linked
    moved = here.rename(here.parent.parent / "elsewhere")
    here.symlink_to(moved)
    assert not cache.is_sound(here)
    assert fresh.link() > 0
    assert cache.is_sound(fresh.linked)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert not cache.is_sound(fresh.linked)


@POSIX
def test_a_generous_umask_does_no_harm(fresh: Cache) -> None:
    old = os.umask(0o002)
    try:
        fresh.link()
    finally:
        os.umask(old)
    assert fresh.link() == 0


SCRIPT = """
import json, sys
sys.path.insert(0, {folder!r})
import test_cache as t
from outfox.kernel import link as linking
notes = []
linking.announce = notes.append
one = t.Cache(None)
print(json.dumps([one.link(), notes]))
"""


def start(folder: Path) -> subprocess.Popen[str]:
    script = SCRIPT.format(folder=str(Path(__file__).parent))
    environment = {**os.environ, "OUTFOX_CACHE": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_eight_cold_processes_at_once(fresh: Cache) -> None:
    processes = [start(fresh.folder) for _ in range(8)]
    for process in processes:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        assert json.loads(out)[0] >= 0
    assert cache.is_sound(fresh.linked)
    assert [p.name for p in (fresh.folder / "linked").iterdir() if p.name.startswith(".")] == []
    assert fresh.link() == 0  # the same key in every process


@POSIX
def test_a_killed_build_leaves_nothing_that_looks_whole(fresh: Cache) -> None:
    process = start(fresh.folder)
    deadline = time.monotonic() + 60
    while not list(fresh.folder.glob("linked/.build-*/rules.py")) and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert fresh.names() == set()
    assert fresh.link() > 0
    (left,) = fresh.folder.glob("linked/.build-*")
    old = time.time() - 2 * cache.STALE_SECONDS
    os.utime(left, (old, old))
    cache.trim(fresh.folder / "linked")
    assert not left.exists()


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("OUTFOX_CACHE", str(file / "below"))
    one = Cache(tmp_path)
    monkeypatch.setattr(linking, "announce", one.notes.append)
    assert one.link() > 0
    assert "cannot be written" in one.notes[1]
    assert "\n" not in one.notes[1]
    linking._LOADED.clear()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root to mount a small disk")
def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if (
        shutil.which("mount") is None
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=24k", "tmpfs", str(disk)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("cannot mount a small disk here")
    try:
        monkeypatch.setenv("OUTFOX_CACHE", str(disk / "cache"))
        one = Cache(disk / "cache")
        monkeypatch.setattr(linking, "announce", one.notes.append)
        assert one.link() > 0
        assert "No space left" in one.notes[-1]
        assert one.names() == set()
    finally:
        subprocess.run(["umount", str(disk)], check=True)
        linking._LOADED.clear()


def test_the_oldest_goes_first(fresh: Cache) -> None:
    fresh.link()
    first = fresh.linked
    old = time.time() - 100
    os.utime(first, (old, old))
    fresh.link(checked=True)
    sizes = {folder.name: size for folder, size, _ in cache.folders(fresh.folder / "linked")}
    assert len(sizes) == 2
    freed = cache.trim(fresh.folder / "linked", limit=max(sizes.values()))
    assert freed == sizes[first.name]
    assert not first.exists()
    assert len(fresh.names()) == 1


RULES = (Path(__file__).parent.parent / "data" / "games" / "countdown.py").read_text(encoding="utf-8")


def key(folder: Path, text: str, checked: bool | None = None, **parameters: int) -> str:
    """Return the name of the folder that rules of this text link to."""
    folder.mkdir(exist_ok=True)
    (folder / "countdown.py").write_text(text, encoding="utf-8")
    game = load(str(folder / "countdown.py"), **parameters)
    from outfox.kernel.lowering import lower
    from outfox.kernel.text import kernel_text, rules_text

    checked = bool(checked)
    lowered = lower(game, checked)
    texts = {"kernel.py": kernel_text(game, count, checked), "rules.py": rules_text(game, lowered, checked)}
    return linking._key(texts, lowered, checked)


def test_the_key_is_all_that_decides_and_nothing_else(tmp_path: Path) -> None:
    plain = key(tmp_path, RULES)
    assert key(tmp_path, "# a comment\n" + RULES.replace('"first", "second"', '"a", "b"')) == plain
    assert key(tmp_path, RULES.replace('f"{s.left} left', 'f"{s.left} remain')) == plain
    assert key(tmp_path, RULES.replace("min(3, s.left)", "min(2, s.left)")) != plain
    assert key(tmp_path, RULES, checked=True) != plain
    assert key(tmp_path, RULES, pile=12) != plain
    assert key(tmp_path, RULES.replace("np.int8), (", "np.int16), (")) != plain
