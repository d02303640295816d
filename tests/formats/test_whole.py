"""Files that are there whole or not at all."""

from __future__ import annotations

import pytest

from outfox.formats.whole import put, put_json


def test_what_is_put_is_there_alone(tmp_path):
    put(tmp_path / "a" / "b.txt", "one")
    put(tmp_path / "a" / "b.txt", b"two")
    put_json(tmp_path / "a" / "c.json", {"game": "nim"})
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"two"
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["b.txt", "c.json"]


def test_what_cannot_be_put_leaves_nothing_behind(tmp_path):
    (tmp_path / "folder" / "inside").mkdir(parents=True)
    with pytest.raises(OSError, match="folder"):
        put(tmp_path / "folder", "one")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
