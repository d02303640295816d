"""Unfinished work: interrupted anywhere, killed, gone on with; the table is that of undisturbed work, byte for byte."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from outfox.kernel import grower
from outfox.methods.solve import layers, solve
from outfox.methods.solve.checkpoint import Checkpoint
from outfox.rules import DamagedFile, load


def work(game, table, *, stop=None, symmetry=None, minutes=1e9, said=None):
    """Solve a game and save its table, interrupted at some look at the world outside; return how many there were."""
    looks = 0

    def look(share, text):
        nonlocal looks
        looks += 1
        if looks == stop:
            raise KeyboardInterrupt

    say = said.append if said is not None else None
    with Checkpoint(table, game.start(), symmetry=symmetry, minutes=minutes, say=say) as checkpoint:
        solution = solve(game, symmetry=symmetry, checkpoint=checkpoint, progress=look)
        solution.table.save(table)
        checkpoint.done()
    return looks


@pytest.fixture
def small_chunks(monkeypatch):
    """Let a small graph be looked at often."""
    monkeypatch.setattr(grower, "CHUNK", 30)
    monkeypatch.setattr(layers, "CHUNK", 60)


@pytest.mark.parametrize(
    ("spec", "symmetry"), [("cat-and-mouse:rows=3,cols=4", False), ("nim", True), ("pig:target=8", None)]
)
def test_interrupted_at_any_look(small_chunks, tmp_path, spec, symmetry):
    """While states are found, while values are spread, while they are swept."""
    game = load(spec)
    whole, table = tmp_path / "whole.table", tmp_path / "a.table"
    looks = work(game, whole, symmetry=symmetry)
    assert looks > 6
    kept = 0
    for stop in range(1, looks + 1, max(looks // 12, 1)):
        with pytest.raises(KeyboardInterrupt):
            work(game, table, symmetry=symmetry, stop=stop)
        assert not table.exists()
        said = []
        kept += (tmp_path / "a.table.unfinished").exists()
        work(game, table, symmetry=symmetry, said=said)
        assert not said or said[0].startswith(f"going on with {table}.unfinished: ")
        assert table.read_bytes() == whole.read_bytes()
        assert {path.name for path in tmp_path.iterdir()} == {"whole.table", "a.table"}
        table.unlink()
    assert kept > 4


@pytest.mark.parametrize("spec", ["tic-tac-toe", "pig:target=8"])
def test_interrupted_again_and_again(small_chunks, tmp_path, spec):
    game = load(spec)
    whole, table = tmp_path / "whole.table", tmp_path / "a.table"
    work(game, whole, symmetry=True)
    said = []
    for _ in range(100):
        try:
            work(game, table, symmetry=True, stop=5, said=said)
            break
        except KeyboardInterrupt:
            pass
    assert table.read_bytes() == whole.read_bytes()
    assert len({line for line in said if line.startswith("going on")}) > 3  # it came farther each time


def test_merging_is_decided_once(tmp_path, monkeypatch):
    monkeypatch.setattr(grower, "PROBE", 1000)
    monkeypatch.setattr(grower, "CHUNK", 100)
    game, table = load("tic-tac-toe"), tmp_path / "a.table"
    with pytest.raises(KeyboardInterrupt):
        work(game, table, stop=14)
    said = []
    work(game, table, said=said)
    assert said
    assert solve(game).states == 765
    work(game, tmp_path / "whole.table")
    assert table.read_bytes() == (tmp_path / "whole.table").read_bytes()


def unfinished(game, table, **how):
    with pytest.raises(KeyboardInterrupt):
        work(game, table, stop=4, **how)
    return table.with_name(f"{table.name}.unfinished")


def test_what_does_not_belong_is_refused(small_chunks, tmp_path):
    nim, table = load("nim"), tmp_path / "a.table"
    path = unfinished(nim, table, symmetry=True)
    with pytest.raises(DamagedFile, match="is work on nim, not on tic-tac-toe; delete it"):
        Checkpoint(table, load("tic-tac-toe").start())
    with pytest.raises(DamagedFile, match="from another position of nim"):
        Checkpoint(table, nim.start().play(nim.start().legal[0]))
    with pytest.raises(DamagedFile, match="another --merge"):
        Checkpoint(table, nim.start(), symmetry=False)
    raw = path.read_bytes()
    rules = tmp_path / "nim.py"
    rules.write_text(nim.path.read_text(encoding="utf-8").replace("return 1.0 if", "return 2.0 if"), encoding="utf-8")
    path.write_bytes(raw.replace(b'"game": "nim"', b'"game": "mim"'))
    with pytest.raises(DamagedFile, match="header was changed or cut off; delete it"):
        Checkpoint(table, nim.start())
    path.write_bytes(raw[: len(raw) // 2])
    with pytest.raises(DamagedFile, match=r"instead of .*; delete it"):
        Checkpoint(table, nim.start())
    path.write_bytes(raw[:-20] + bytes([raw[-20] ^ 4]) + raw[-19:])
    with pytest.raises(DamagedFile, match="were changed; delete it"):
        Checkpoint(table, nim.start())
    path.write_bytes(b"what is this")
    with pytest.raises(DamagedFile, match="is no unfinished table; delete it"):
        Checkpoint(table, nim.start())


def test_other_rules_under_the_same_name_are_refused(small_chunks, tmp_path):
    source, table = load("nim").path.read_text(encoding="utf-8"), tmp_path / "a.table"
    path = tmp_path / "heaps.py"
    path.write_text(source, encoding="utf-8")
    unfinished(load(str(path)), table, symmetry=False)
    path.write_text(source.replace("1.0", "2.0"), encoding="utf-8")
    assert "2.0" in path.read_text(encoding="utf-8")
    with pytest.raises(DamagedFile, match="begun with other rules"):
        Checkpoint(table, load(str(path)).start())


def test_it_is_written_now_and_then_and_as_a_whole_or_not_at_all(small_chunks, tmp_path, monkeypatch):
    written = []
    real = Checkpoint._write

    def write(self):
        real(self)
        written.append(self.path.stat().st_size)

    monkeypatch.setattr(Checkpoint, "_write", write)
    monkeypatch.setattr("outfox.methods.solve.checkpoint.DEAREST", 0)
    game, table = load("nim"), tmp_path / "a.table"
    looks = work(game, table, symmetry=True, minutes=0)
    assert len(written) > looks // 3
    path = unfinished(game, table.with_name("b.table"), symmetry=True, minutes=0)
    before = path.read_bytes()
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):  # Ctrl-C, and again while what is done is written
        work(game, table.with_name("b.table"), symmetry=True, stop=3)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob(".*"))


def test_where_it_cannot_be_written_the_work_goes_on(small_chunks, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("outfox.methods.solve.checkpoint.write_arrays", full)
    said = []
    work(load("nim"), tmp_path / "a.table", minutes=0, said=said)
    assert said == [f"{tmp_path}/a.table.unfinished cannot be written (No space left on device): going on without it"]
    assert (tmp_path / "a.table").exists()


KILLED = """
import sys
from outfox.kernel import grower
from outfox.methods.solve import checkpoint
from outfox.interfaces.cli import main
grower.CHUNK = 2000
checkpoint.DEAREST = 0
main(["solve", "connect-four:rows=4,cols=4", "--merge", "false", "--checkpoint", "0", "--save", sys.argv[1]])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_and_gone_on_with(tmp_path):
    table, whole = tmp_path / "a.table", tmp_path / "whole.table"
    path = tmp_path / "a.table.unfinished"
    with subprocess.Popen([sys.executable, "-c", KILLED, str(table)], stderr=subprocess.DEVNULL) as child:
        while not path.exists() and child.poll() is None:
            time.sleep(0.001)
        child.kill()
    assert path.exists()
    assert not table.exists()
    (tmp_path / ".a.table.unfinished.x.part").write_bytes(b"half")  # as one killed while writing leaves it
    game, said = load("connect-four:rows=4,cols=4"), []
    work(game, table, symmetry=False, said=said)
    assert "states found" in said[0]
    work(game, whole, symmetry=False)
    assert table.read_bytes() == whole.read_bytes()
    assert {file.name for file in tmp_path.iterdir()} == {"a.table", "whole.table"}
