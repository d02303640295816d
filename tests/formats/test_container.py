"""Files of arrays: what is written comes back; what was changed is noticed."""

import os
from pathlib import Path

import numpy as np
import pytest

from outfox.formats.container import BLOCK, ArrayFile, write_arrays
from outfox.rules.errors import DamagedFile


@pytest.fixture
def arrays():
    random = np.random.default_rng(1)
    return {
        "small": np.arange(5, dtype=np.int16),
        "large": random.integers(0, 2**62, (BLOCK // 3, 2)),
        "empty": np.zeros((0, 3)),
        "last": random.integers(0, 255, 1000).astype(np.uint8),
    }


def test_what_is_written_comes_back(tmp_path, arrays):
    path = tmp_path / "a.table"
    assert write_arrays(path, {"title": "x"}, arrays) == path.stat().st_size
    file = ArrayFile(path)
    assert file.header["title"] == "x"
    for name, array in arrays.items():
        assert file.array(name).dtype == array.dtype
        assert (file.array(name) == array).all()
    assert file.row("large", 17).tolist() == arrays["large"][17].tolist()
    assert file.row("last", 999) == arrays["last"][999]
    assert [found.name for found in tmp_path.iterdir()] == ["a.table"]


def test_every_flipped_bit_is_noticed(tmp_path, arrays):
    path = tmp_path / "a.table"
    write_arrays(path, {}, arrays)
    whole = path.read_bytes()
    random = np.random.default_rng(2)
    padding, said = 0, []
    for place in [0, 17, 40, *random.integers(0, len(whole), 40).tolist()]:
        changed = bytearray(whole)
        changed[place] ^= 1 << int(random.integers(8))
        path.write_bytes(changed)
        try:
            file = ArrayFile(path)
            same = all((file.array(name) == array).all() for name, array in arrays.items())
        except DamagedFile as error:
            said.append(str(error))
            continue
        padding += same  # a bit between two arrays belongs to none; its block is tested all the same
        assert not same
    assert padding == 0
    assert all(str(path) in line and "\n" not in line for line in said)


@pytest.mark.parametrize("size", [0, 5, 20, 100, 2000, -1])
def test_a_cut_file_is_noticed(tmp_path, arrays, size):
    path = tmp_path / "a.table"
    write_arrays(path, {}, arrays)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(DamagedFile):
        ArrayFile(path)


def test_one_block_is_read_without_the_others(tmp_path, arrays):
    path = tmp_path / "a.table"
    size = write_arrays(path, {}, arrays)
    changed = bytearray(path.read_bytes())
    changed[size - 500] ^= 1  # in `last`
    path.write_bytes(changed)
    file = ArrayFile(path)
    assert (file.array("small") == arrays["small"]).all()
    with pytest.raises(DamagedFile, match="bytes"):
        file.array("last")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_leaves_the_old_file(tmp_path, arrays, monkeypatch):
    path = tmp_path / "a.table"
    write_arrays(path, {"title": "old"}, arrays)
    full = os.fdopen

    def no_room(handle, mode):
        os.close(handle)
        return full(os.open("/dev/full", os.O_WRONLY), mode)

    monkeypatch.setattr(os, "fdopen", no_room)
    with pytest.raises(OSError, match="No space left"):
        write_arrays(path, {"title": "new"}, arrays)
    monkeypatch.undo()
    assert ArrayFile(path).header["title"] == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["a.table"]
