"""The cache of compiled rules: right answers from a damaged, foreign, full or busy one; the right things in its key."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outfox.kernel import cache
from outfox.kernel import link as linker
from outfox.kernel.playout import playouts
from outfox.kernel.text import Build
from outfox.rules import RulesError, load
from tests.kernel.one_link import ask

SPEC = "nim:piles=[1,2]"
FILES = ("entry.bin", "kernel.py", "manifest.json", "rules.py")
NOBODY = 65534
ROOT = Path(__file__).resolve().parents[2]

posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes are those of POSIX")
pytestmark = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="nothing is compiled")
root_only = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be another user")


@pytest.fixture
def said(monkeypatch, fresh_cache):
    """Return the lines announced; nothing is remembered from before this test."""
    lines: list[str] = []
    monkeypatch.setattr(linker, "announce", lines.append)
    monkeypatch.setattr(linker, "_LOADED", {})
    monkeypatch.setattr(linker, "_said", set())
    return lines


@pytest.fixture(scope="module")
def right():
    """Return the right answer, as plain Python gives it."""
    return load(SPEC).start().legal


def again() -> tuple[list[int], float]:
    """Link as a next process does: what this one holds in memory is forgotten."""
    linker._LOADED.clear()
    return ask(load(SPEC))


def only_folder(fresh_cache: Path) -> Path:
    (folder,) = (fresh_cache / "linked").iterdir()
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory, right) -> Path:
    """Return a cache with one build in it, for each test to copy."""
    folder = tmp_path_factory.mktemp("built") / "cache"
    folder.mkdir(mode=0o700)
    lines: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTFOX_CACHE", str(folder))
        patch.setattr(linker, "announce", lines.append)
        patch.setattr(linker, "_LOADED", {})
        patch.setattr(linker, "_said", set())
        actions, seconds = again()
    assert actions == right
    assert seconds > 0
    assert [line for line in lines if "cannot" in line] == []
    return folder


@pytest.fixture
def stored(said, fresh_cache, built) -> Path:
    """Return the folder of a build that has just been stored."""
    shutil.copytree(built, fresh_cache, dirs_exist_ok=True)
    folder = only_folder(fresh_cache)
    assert cache.is_sound(folder)
    assert tuple(sorted(path.name for path in folder.iterdir())) == FILES
    return folder


def assert_built_again(folder: Path, right: list[int]) -> None:
    actions, seconds = again()
    assert actions == right
    assert seconds > 0
    assert cache.is_sound(folder)
    assert again() == (right, 0.0)


def process(*arguments: str, **options) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.kernel.one_link", *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, **options)


# -- processes -----------------------------------------------------------------------------------


def test_the_next_process_compiles_nothing(fresh_cache, right):
    first, second = (json.loads(process(SPEC).communicate()[0]) for _ in range(2))
    assert first["actions"] == second["actions"] == right
    assert first["compile_seconds"] > 0
    assert second["compile_seconds"] == 0
    assert first["lines"] == [f"compiling first for {SPEC} (first use)"]
    assert second["lines"] == []


RECURSIVE = """
def legal_actions(s):
    for k in range({calls}(4)):
        yield k


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def even(n):
    if n == 0:
        return 2
    return odd(n - 1)


def odd(n):
    if n == 0:
        return 1
    return even(n - 1)


"""


@pytest.mark.parametrize(("calls", "actions", "stores"), [("down", [0, 1, 2, 3], True), ("even", [0, 1], False)])
def test_functions_that_call_themselves(fresh_cache, tmp_path, calls, actions, stores):
    path = tmp_path / "recursive.py"
    rules = RULES.replace("ACTIONS = LARGEST", "ACTIONS = 9")
    start = rules.index("def legal_actions")
    path.write_text(rules[:start] + RECURSIVE.format(calls=calls) + rules[rules.index("def apply") :], encoding="utf-8")
    for again in (False, True):
        found = json.loads(process(str(path)).communicate()[0])
        assert found["actions"] == actions
        assert (found["compile_seconds"] == 0) == (again and stores)


def test_eight_cold_processes_at_once(fresh_cache, right):
    running = [process(SPEC) for _ in range(8)]
    for child in running:
        output, _ = child.communicate()
        assert child.returncode == 0
        assert json.loads(output)["actions"] == right
    assert cache.is_sound(only_folder(fresh_cache))
    assert json.loads(process(SPEC).communicate()[0])["compile_seconds"] == 0


@posix
def test_a_build_that_is_killed_leaves_no_half(said, fresh_cache, right):
    child = process(SPEC, "kill")
    child.communicate()
    assert child.returncode < 0
    (left,) = (fresh_cache / "linked").iterdir()
    assert left.name.startswith(".build-")
    actions, seconds = again()
    assert actions == right
    assert seconds > 0
    old = time.time() - 2 * cache.LEFT_OVER
    os.utime(left, (old, old))
    assert ask(load("nim:piles=[2,2]"))[1] > 0
    assert not left.exists()


# -- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("part", [0.0, 0.5, 0.999])
def test_a_truncated_file(stored, right, file, part):
    content = (stored / file).read_bytes()
    (stored / file).write_bytes(content[: int(len(content) * part)])
    assert_built_again(stored, right)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("place", [0.0, 0.3, 0.7, 1.0])
def test_one_flipped_bit(stored, right, file, place):
    content = bytearray((stored / file).read_bytes())
    content[int(place * (len(content) - 1))] ^= 4
    (stored / file).write_bytes(bytes(content))
    assert_built_again(stored, right)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file(stored, right, file):
    (stored / file).unlink()
    assert_built_again(stored, right)


def test_one_file_more(stored, right):
    (stored / "more.py").write_text("raise SystemExit\n")
    assert_built_again(stored, right)


def test_an_entry_that_cannot_be_read_back(stored, right):
    files = {name: (stored / name).read_bytes() for name in FILES if name != cache.MANIFEST}
    files["entry.bin"] = b"no pickle"
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    (stored / "entry.bin").write_bytes(files["entry.bin"])
    (stored / cache.MANIFEST).write_text(json.dumps(digests))
    assert cache.is_sound(stored)
    assert_built_again(stored, right)


@pytest.mark.parametrize("content", ["[]", "3", "null", '{"entry.bin": 7}', "{"])
def test_an_odd_manifest(stored, right, content):
    (stored / cache.MANIFEST).write_text(content)
    assert_built_again(stored, right)


def test_a_file_where_the_folder_should_be(stored, right):
    shutil.rmtree(stored)
    stored.write_text("no folder")
    assert_built_again(stored, right)


# -- owners and modes ------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("name", ["", *FILES])
@pytest.mark.parametrize("mode", [stat.S_IWGRP, stat.S_IWOTH])
def test_what_others_can_write_is_not_loaded(stored, right, name, mode):
    path = stored / name
    path.chmod(path.stat().st_mode | mode)
    assert not cache.is_sound(stored)
    assert_built_again(stored, right)


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o720, 0o755])
def test_a_folder_open_to_others_is_not_loaded(stored, right, mode):
    stored.chmod(mode)
    assert_built_again(stored, right)
    assert stored.stat().st_mode & 0o777 == 0o700


@posix
def test_a_generous_umask_does_no_harm(said, right):
    old = os.umask(0o002)
    try:
        assert again()[1] > 0
    finally:
        os.umask(old)
    assert again() == (right, 0.0)


@posix
@root_only
@pytest.mark.parametrize("name", ["", *FILES])
def test_what_another_user_owns_is_not_loaded(stored, right, name):
    os.chown(stored / name, NOBODY, NOBODY)
    assert not cache.is_sound(stored)
    assert_built_again(stored, right)


@posix
def test_a_place_that_others_can_write_to_is_not_used(stored, said, right):
    stored.parent.chmod(0o777)
    said.clear()
    for _ in range(2):
        actions, seconds = again()
        assert actions == right
        assert seconds > 0
    told = [line for line in said if "cannot be written" in line]
    assert len(told) == 1
    assert f"others can write to it: chmod go-w {stored.parent}" in told[0]
    stored.parent.chmod(0o700)
    assert again()[0] == right


@posix
def test_a_folder_that_is_a_link_is_not_loaded(stored, right, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    stored.rename(elsewhere)
    stored.symlink_to(elsewhere)
    assert_built_again(stored, right)
    assert not stored.is_symlink()
    assert elsewhere.is_dir()


@posix
@pytest.mark.parametrize("file", FILES)
def test_a_file_that_is_a_link_is_not_loaded(stored, right, tmp_path, file):
    elsewhere = tmp_path / "elsewhere"
    (stored / file).rename(elsewhere)
    (stored / file).symlink_to(elsewhere)
    assert_built_again(stored, right)


@pytest.fixture
def nobody(said, right, tmp_path_factory):
    """Become a user whom modes bind, for root they do not; yield a function that gives that user a folder."""
    ask(load(SPEC))  # what is imported late lies where only root may read
    if not hasattr(os, "geteuid"):
        pytest.skip("modes are those of POSIX")
    was = os.geteuid()

    def give(folder: Path) -> None:
        if was == 0:
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
            for above in folder.parents:
                if above.stat().st_uid == 0 and above not in (Path("/"), Path("/tmp")) and not above.stat().st_mode & 1:
                    above.chmod(above.stat().st_mode | 0o011)
            os.seteuid(NOBODY)

    yield give
    if was == 0:
        os.seteuid(0)


def test_an_unreadable_file(stored, right, nobody, fresh_cache):
    nobody(fresh_cache)
    (stored / "entry.bin").chmod(0)
    assert_built_again(stored, right)


def test_a_read_only_cache_is_read(stored, right, nobody, fresh_cache, said):
    nobody(fresh_cache)
    for path in (stored, stored.parent, fresh_cache):
        path.chmod(0o500)
    said.clear()
    assert again() == (right, 0.0)
    assert said == []
    for path in (fresh_cache, stored.parent, stored):
        path.chmod(0o700)


def test_a_read_only_cache_is_not_written(right, nobody, fresh_cache, said):
    cache.trim(fresh_cache / "linked", 0)
    nobody(fresh_cache)
    (fresh_cache / "linked").chmod(0o500)
    said.clear()
    actions, seconds = again()
    assert actions == right
    assert seconds > 0
    assert "cannot be written (Permission denied): compiling for this run only" in said[-1]
    (fresh_cache / "linked").chmod(0o700)


def test_a_cache_that_cannot_be_there(said, right, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OUTFOX_CACHE", str(tmp_path / "file" / "below"))
    assert again()[0] == right
    assert "cannot be written" in said[-1]
    assert "\n" not in said[-1]


# -- space ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_a_disk_that_fills_up(said, fresh_cache, right, monkeypatch, file):
    write = cache._write

    def full(path: Path, content: bytes) -> None:
        write(path, content[:10] if path.name == file else content)
        if path.name == file:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(cache, "_write", full)
    actions, seconds = again()
    assert actions == right
    assert seconds > 0
    assert said[-1].endswith("cannot be written (No space left on device): compiling for this run only")
    assert list((fresh_cache / "linked").iterdir()) == []


@root_only
def test_a_full_disk(said, tmp_path, right, monkeypatch):
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k,mode=0700", "tmpfs", str(small)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("cannot mount here")
    try:
        monkeypatch.setenv("OUTFOX_CACHE", str(small))
        actions, seconds = again()
        assert actions == right
        assert seconds > 0
        assert "No space left on device" in said[-1]
        assert [path for path in (small / "linked").iterdir() if not path.name.startswith(".")] == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_what_was_not_used_for_longest_goes_first(said, fresh_cache, monkeypatch):
    specs = [f"nim:piles=[1,{k}]" for k in (3, 4, 5)]
    for spec in specs:
        ask(load(spec))
    linked = fresh_cache / "linked"
    by_spec = {linker.describe(folder).partition(" (")[0]: folder for folder in linked.iterdir()}
    for age, spec in enumerate(reversed(specs)):
        then = time.time() - 100 * (age + 1)
        os.utime(by_spec[spec], (then, then))
    linker._LOADED.clear()
    assert ask(load(specs[0]))[1] == 0  # used: now the newest
    size = max(size for _, size, _ in cache.folders(linked))
    monkeypatch.setenv("OUTFOX_CACHE_LIMIT", str(int(2.5 * size)))
    ask(load("nim:piles=[1,6]"))
    assert not by_spec[specs[1]].exists()
    assert not by_spec[specs[2]].exists()
    assert by_spec[specs[0]].exists()
    assert len(list(linked.iterdir())) == 2


@pytest.mark.parametrize("limit", ["0", "nonsense"])
def test_an_odd_limit(stored, right, monkeypatch, limit):
    monkeypatch.setenv("OUTFOX_CACHE_LIMIT", limit)
    stored.chmod(0o770)
    assert again()[0] == right
    assert stored.exists() == (limit != "0")


# -- the key -------------------------------------------------------------------------------------

RULES = '''"""A pile."""

import numpy as np

from outfox.rules import TERMINAL

PILE: int = 5
LARGEST = 2
WORTH = tuple(k * k for k in range(LARGEST + 1))
ACTIONS = LARGEST
State = np.dtype([("pile", np.int8), ("turn", np.int8), ("score", np.int16)])


def initial(s):
    s.pile = PILE


def mover(s):
    return TERMINAL if s.pile == 0 else s.turn


def legal_actions(s):
    for number in range(1, LARGEST + 1):
        if number <= s.pile:
            yield number - 1


def apply(s, action):
    s.pile -= action + 1
    s.score += gain(action)
    s.turn = 1 - s.turn


def gain(action):
    return WORTH[action + 1]


def payoff(s):
    return -1.0 if s.turn == 0 else 1.0


def text(s):
    return f"{s.pile} left"
'''

SAME = {
    "a comment": (
        "    s.score += gain(action)\n",
        "    # What was taken counts.\n    s.score += gain(action)  # squared\n",
    ),
    "the text": ('f"{s.pile} left"', 'f"a pile of {s.pile}"'),
    "the docstring": ('"""A pile."""', '"""One pile,\n\nof a few."""'),
    "a docstring of a helper": ("def gain(action):\n", 'def gain(action):\n    """Return the gain."""\n'),
    "an annotation": ("def gain(action):\n", "def gain(action: int) -> int:\n"),
    "layout": ("    s.turn = 1 - s.turn\n", "    s.turn = (\n        1 - s.turn\n    )\n"),
    "a constant that rules do not use": ("LARGEST = 2\n", "LARGEST = 2\nNAMES = ('a', 'b')\n"),
    "names of the players": ("PILE: int = 5\n", 'PLAYERS = "a", "b"\nPILE: int = 5\n'),
}
DIFFERENT = {
    "a rule": ("s.turn = 1 - s.turn", "s.turn = (s.turn + 1) % 2"),
    "a helper": ("return WORTH[action + 1]", "return WORTH[action + 1] + 1"),
    "a constant": ("LARGEST = 2", "LARGEST = 3"),
    "a derived constant": ("k * k for k", "k + k for k"),
    "the default of a parameter": ("PILE: int = 5", "PILE: int = 6"),
    "a field": ('("score", np.int16)', '("score", np.int32)'),
    "KEY": ("LARGEST = 2\n", 'LARGEST = 2\nKEY = ("pile", "turn")\n'),
    "ENDLESS": ("LARGEST = 2\n", "LARGEST = 2\nENDLESS = 0.5\n"),
}


def key(path: Path, code: str, checked: bool = True, **parameters: int) -> str:
    path.write_text(code, encoding="utf-8")
    return linker.prepare(load(path, **parameters), playouts, Build(checked))[0]


@pytest.mark.parametrize("change", SAME)
def test_what_does_not_change_the_key(tmp_path, change):
    for checked in (False, True):
        assert key(tmp_path / "a.py", RULES, checked) == key(tmp_path / "b.py", RULES.replace(*SAME[change]), checked)


@pytest.mark.parametrize("change", DIFFERENT)
def test_what_changes_the_key(tmp_path, change):
    assert RULES.replace(*DIFFERENT[change]) != RULES
    assert key(tmp_path / "a.py", RULES) != key(tmp_path / "b.py", RULES.replace(*DIFFERENT[change]))


def test_parameters_and_builds_change_the_key(tmp_path):
    path = tmp_path / "a.py"
    keys = [key(path, RULES), key(path, RULES, pile=6), key(path, RULES, False), key(path, RULES, pile=5)]
    assert keys[0] == keys[3]
    assert len(set(keys)) == 3


def test_a_fault_names_the_line_of_today(said, tmp_path):
    wrong = RULES.replace("s.pile = PILE", "s.pile = WORTH[PILE + 9]")
    for code in (wrong, wrong.replace("def initial", "# One line\n# and another.\ndef initial")):
        path = tmp_path / "a.py"
        path.write_text(code, encoding="utf-8")
        linker._LOADED.clear()
        with pytest.raises(RulesError, match=rf"a\.py:{code[: code.index('PILE + 9')].count(chr(10)) + 1}: index "):
            ask(load(path))
    assert len([line for line in said if line.startswith("compiling")]) == 1


def test_a_table_that_is_too_large_to_store(said, fresh_cache, tmp_path):
    code = RULES.replace("for k in range(LARGEST + 1)", "+ 10**10 for k in range(200_000)").replace(
        "s.pile = PILE", "s.pile = WORTH[PILE] % 7 + 3"
    )
    path = tmp_path / "a.py"
    path.write_text(code, encoding="utf-8")
    for _ in range(2):
        linker._LOADED.clear()
        assert ask(load(path))[1] > 0
    assert not (fresh_cache / "linked").exists()
