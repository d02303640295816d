"""`link`: binds a game's rules to a method's kernel and compiles the two into one piece of machine code.

Numba caches no kernel that takes functions as arguments, and a cached kernel that imports its game from elsewhere goes
stale in silence. So for each (game, kernel) a folder is written with the rules (`rules.py`, lowered) and the kernel
(`kernel.py`) as text; Numba compiles and caches inside it. The folder's name is a hash of all that decides the
machine code, so a folder never changes once it is there; see `outfox.kernel.cache` for how it is kept sound.

The first link of a pair takes seconds and says so; the next process loads it in a fraction of one.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

from outfox.kernel import cache, messages, runtime, text
from outfox.kernel.lowering import Lowered, lower
from outfox.kernel.pool import TwinPool
from outfox.rules.errors import OutfoxError, RulesError
from outfox.rules.game import Game

announce: Callable[[str], None] | None = None
"""Called with one line when something has to be compiled; a command puts it on its progress line."""


class Linked:
    """A kernel with a game's rules in it.

    Attributes
    ----------
    game
        The game, or None for a kernel over plain arrays.
    checked
        Whether every index, store and division is tested.
    compile_seconds
        CPU seconds spent on compiling; 0 where the cache had it.
    """

    def __init__(
        self, game: Game | None, module: types.ModuleType, lowered: Lowered | None, checked: bool, seconds: float
    ) -> None:
        self.game, self.checked, self.compile_seconds = game, checked, seconds
        self._lowered = lowered
        self._entry = module.__dict__["entry"]
        self._state: np.dtype[Any] | None = module.__dict__.get("State")

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel; a fault in the rules becomes a `RulesError` with the user's file and line."""
        try:
            return self._entry(*arguments)
        except runtime.Fault as fault:
            place, kind, a, b = fault.args
            raise messages.fault(self._lowered, place, kind, a, b) from None
        except (IndexError, ZeroDivisionError, OverflowError, ValueError, AssertionError) as error:
            if self.game is None or isinstance(error, OutfoxError):
                raise
            raise RulesError.at(self.game.path.name, None, f"{type(error).__name__} in compiled rules: {error}") from error

    def states(self, count: int) -> Any:
        """Return room for `count` states, zeroed: what kernels call `States`."""
        assert self.game is not None and self._state is not None
        if not runtime.JIT:
            return TwinPool(self.game, count)
        return np.zeros(count, self._state)

    def put(self, pool: Any, index: int, twin: Any) -> None:
        """Store a twin state in a pool."""
        if isinstance(pool, TwinPool):
            pool[index] = twin
        else:
            pool[index] = twin.record().view(pool.dtype)[0]

    def get(self, pool: Any, index: int) -> Any:
        """Return a pool's state as a twin."""
        assert self.game is not None
        if isinstance(pool, TwinPool):
            return pool[index].copy()
        twin = self.game.new_state()
        twin.load(pool[index : index + 1].view(self.game.state)[0])
        return twin


_LOADED: dict[str, tuple[types.ModuleType, Lowered | None]] = {}


def link(game: Game | None, kernel: Any, *, checked: bool | None = None) -> Linked:
    """Bind a game to a kernel.

    Parameters
    ----------
    game
        The game; None for a kernel that sees arrays only.
    kernel
        A function written against `outfox.kernel.slots`; the annotations of its arguments are its signature.
    checked
        Whether to test every index, store and division. Default: for games that are not outfox's own.

    Returns
    -------
    Linked

    Raises
    ------
    RulesError
        Where the rules do not compile; the message names the user's file and line.
    """
    checked = (game is not None and not game.trusted) if checked is None else checked
    lowered = lower(game, checked) if game is not None else None
    texts = {"kernel.py": text.kernel_text(game, kernel, checked)}
    if game is not None and lowered is not None:
        texts["rules.py"] = text.rules_text(game, lowered, checked)
    key = _key(texts, lowered, checked)
    if key in _LOADED:
        return Linked(game, _LOADED[key][0], lowered, checked, 0.0)
    package = f"outfox_linked_{key}"
    target = cache.cache_folder() / "linked" / key
    seconds = 0.0
    module = _load(target, package, texts) if runtime.JIT else None
    if module is None:
        before = time.process_time()
        if announce and runtime.JIT:
            announce(f"compiling {kernel.__name__} for {game.spec if game else 'arrays'} (first use)")
        module = _build(target, package, texts, lowered)
        seconds = time.process_time() - before
    _LOADED[key] = (module, lowered)
    return Linked(game, module, lowered, checked, seconds)


def compiled(kernel: Any) -> Callable[..., Any]:
    """Return a kernel over plain arrays, compiled when it is first called."""
    linked: list[Linked] = []

    def run(*arguments: Any) -> Any:
        if not linked:
            linked.append(link(None, kernel))
        return linked[0](*arguments)

    run.__doc__ = kernel.__doc__
    return run


def _key(texts: dict[str, str], lowered: Lowered | None, checked: bool) -> str:
    """Hash all that decides the machine code; Numba's own key leaves out bounds checking."""
    digest = hashlib.sha256()
    for part in (
        *(f"{name}\n{texts[name]}" for name in sorted(texts)),
        Path(runtime.__file__).read_text(encoding="utf-8"),
        *(str(v) for v in (numba.__version__, llvmlite.__version__, np.__version__, sys.version)),
        platform.machine(),
        _processor(),
        str(checked),
    ):
        digest.update(part.encode() + b"\0")
    for name, array in sorted((lowered.arrays if lowered else {}).items()):
        digest.update(name.encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:24]


def _processor() -> str:
    import llvmlite.binding as llvm

    return f"{llvm.get_host_cpu_name()} {numba.config.CPU_NAME} {numba.config.CPU_FEATURES} {numba.config.OPT}"


def _load(folder: Path, package: str, texts: dict[str, str]) -> types.ModuleType | None:
    """Load a linked folder if it is sound; any doubt means building it again."""
    if not folder.exists():
        return None
    if not cache.is_sound(folder):
        cache.discard(folder)
        return None
    try:
        module = _import(folder, package, texts)
    except Exception:
        _forget(package)
        cache.discard(folder)
        return None
    cache.touch(folder)
    return module


def _build(target: Path, package: str, texts: dict[str, str], lowered: Lowered | None) -> types.ModuleType:
    if not runtime.JIT:
        return _import_in_memory(package, texts, lowered)
    try:
        with cache.building(target) as folder:
            for name, content in texts.items():
                (folder / name).write_text(content, encoding="utf-8")
            for name, array in (lowered.arrays if lowered else {}).items():
                np.save(folder / f"{name}.npy", array)
            return _compiling(lambda: _import(folder, package, texts), package, lowered)
    except OSError as error:
        if announce:
            announce(f"the cache at {target.parent} cannot be written ({error.strerror or error}): compiling for this run only")
        return _compiling(lambda: _import_in_memory(package, texts, lowered), package, lowered)


def _compiling(action: Callable[[], types.ModuleType], package: str, lowered: Lowered | None) -> types.ModuleType:
    try:
        return action()
    except numba.core.errors.NumbaError as error:
        _forget(package)
        raise messages.compile_error(error, lowered) from None
    except Exception:
        _forget(package)
        raise


def _import(folder: Path, package: str, texts: dict[str, str]) -> types.ModuleType:
    """Execute the texts as modules of a package whose files are in `folder`.

    The text comes from us, not from the file (which is there for Numba's cache and for reading), and Python is kept
    from adding .pyc files to a folder that a manifest describes.
    """
    root = types.ModuleType(package)
    root.__path__ = [str(folder)]
    sys.modules[package] = root
    for name in ("rules.py", "kernel.py"):
        if name in texts:
            module = types.ModuleType(f"{package}.{name[:-3]}")
            module.__file__, module.__package__ = str(folder / name), package
            sys.modules[module.__name__] = module
            exec(compile(texts[name], str(folder / name), "exec"), module.__dict__)
    return module


def _import_in_memory(package: str, texts: dict[str, str], lowered: Lowered | None) -> types.ModuleType:
    uncached = {name: content.replace("cache=True", "cache=False") for name, content in texts.items()}
    for name in lowered.arrays if lowered else ():
        uncached["rules.py"] = uncached["rules.py"].replace(
            f'np.load(Path(__file__).with_name("{name}.npy"))', f"__array_{name}__"
        )
    root = types.ModuleType(package)
    root.__path__ = []
    sys.modules[package] = root
    for name in ("rules.py", "kernel.py"):
        if name in uncached:
            module = types.ModuleType(f"{package}.{name[:-3]}")
            module.__file__, module.__package__ = f"<linked {name}>", package
            if name == "rules.py" and lowered:
                module.__dict__.update({f"__array_{key}__": array for key, array in lowered.arrays.items()})
            sys.modules[module.__name__] = module
            exec(compile(uncached[name], f"<linked {name}>", "exec"), module.__dict__)
    return module


def _forget(package: str) -> None:
    for name in [package, f"{package}.rules", f"{package}.kernel"]:
        sys.modules.pop(name, None)


def describe(folder: Path) -> str:
    """Return which game a cached folder was linked for, from its own first line."""
    try:
        first = (folder / "rules.py").read_text(encoding="utf-8").splitlines()[0]
        manifest = json.loads((folder / cache.MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, IndexError):
        return "unreadable"
    kind = first.removeprefix('"""Linked rules of ').partition(". Generated")[0]
    return kind if manifest else "empty"
