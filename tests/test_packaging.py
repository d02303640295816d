"""The wheel is pure and complete, and the version is the same wherever it is written."""

from __future__ import annotations

import email
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import outfox


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (path,) = folder.iterdir()
    assert path.name == f"outfox-{outfox.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(path) as archive:
        yield archive


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> email.message.Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return email.message_from_bytes(wheel.read(name))


def test_wheel_holds_every_source_file_and_nothing_else(wheel, root):
    source = root / "src"
    expected = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == expected
    assert "outfox/games/starve_the_fox.py" in packed
    assert "outfox/py.typed" in packed


def test_every_folder_is_a_package(root):
    """import-linter sees no modules in a folder without `__init__.py`, so its layer would go unchecked."""
    package = root / "src" / "outfox"
    folders = {path.parent for path in package.rglob("*.py")} - {package / "games"}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_wheel_says_pure(wheel):
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/WHEEL"))
    assert "Root-Is-Purelib: true" in wheel.read(name).decode()


def test_metadata(metadata):
    assert metadata["Version"] == outfox.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"


def test_every_core_dependency_has_a_lower_bound(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    for requirement in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
        assert re.fullmatch(r"[A-Za-z0-9_-]+>=[\d.]+(,<[\d.]+)?", requirement), requirement
    heavy = {"torch", "ray", "mujoco", "textual", "open_spiel"}
    assert not heavy & {re.split("[>=]", line)[0] for line in project["dependencies"]}


def test_changelog_names_this_version(root):
    text = (root / "CHANGELOG.md").read_text()
    versions = re.findall(r"^## \[(.+?)\]", text, re.MULTILINE)
    assert versions[:2] == ["Unreleased", outfox.__version__]
    for section in re.findall(r"^### (.+)$", text, re.MULTILINE):
        assert section in {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Rules"}
