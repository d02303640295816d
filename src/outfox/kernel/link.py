"""`link`: binds a game's rules to a method's kernel and compiles the two into one piece of machine code.

Numba caches no kernel that takes functions as arguments, and a cached kernel that imports its game from elsewhere goes
stale in silence. So for each (game, kernel) there is a text: the rules (`rules.py`, lowered) and the kernel
(`kernel.py`). Their hash, with all else that decides the machine code, names a folder of the cache, which therefore
never changes once it is there; see `outfox.kernel.cache` for how it is kept sound.

The first link of a pair takes a second or two and says so; the next process loads it in a fraction of one.
"""

from __future__ import annotations

import copy
import hashlib
import json
import linecache
import platform
import sys
import types
from collections.abc import Callable
from functools import cache as once
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

from outfox.kernel import cache, interpreted, machine, messages, runtime, text
from outfox.kernel.clock import Clock, note_compiling
from outfox.kernel.faults import Fault
from outfox.kernel.lowering import Lowered, lower
from outfox.kernel.pool import TwinPool
from outfox.rules.errors import OutfoxError
from outfox.rules.game import Game
from outfox.rules.twin import twin_class

announce: Callable[[str], None] | None = None
"""Called with one line when something has to be compiled; a command puts it on its progress line."""

ENTRY = "entry.bin"
"""The compiled kernel in a linked folder."""

_WHAT_COMPILES = "emit faults intrinsics link machine pieces runtime start tested text".split()


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
        self._view: np.dtype[Any] | None = module.__dict__.get("View")

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel; a fault in the rules becomes a `RulesError` with the user's file and line."""
        try:
            return self._entry(*arguments)
        except Fault as fault:
            place, kind, a, b = fault.args
            raise messages.fault(self._lowered, place, kind, a, b) from None
        except (ArithmeticError, LookupError, ValueError, TypeError, AssertionError) as error:
            if self.game is None or isinstance(error, OutfoxError):
                raise
            raise messages.runtime_error(error, self.game.path.name) from error

    def again(self) -> Linked:
        """Return the same kernel as one that had not to be compiled."""
        other = copy.copy(self)
        other.compile_seconds = 0.0
        return other

    def states(self, count: int) -> Any:
        """Return room for `count` states, zeroed: what kernels call `States`."""
        assert self.game is not None
        assert self._state is not None
        if not runtime.JIT:
            return TwinPool(self.game.new_state, count)
        return np.zeros(count, self._state)

    def views(self, count: int) -> Any:
        """Return room for `count` views, zeroed: what kernels call `Views`."""
        assert self.game is not None
        assert self.game.view is not None
        if not runtime.JIT:
            return TwinPool(twin_class(self.game.view), count)
        return np.zeros(count, self._view)

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


_LOADED: dict[str, types.ModuleType] = {}


def link(
    game: Game | None,
    kernel: Any,
    *,
    checked: bool | None = None,
    model: bool = False,
    endings: bool = False,
    merged: bool = False,
    key: Any = None,
) -> Linked:
    """Bind a game to a kernel.

    Parameters
    ----------
    game
        The game; None for a kernel that sees arrays only.
    kernel
        A function written against `outfox.kernel.slots`; the annotations of its arguments are its signature.
    checked
        Whether to test every index, store and division. Default: for games that are not outfox's own.
    model
        Whether `evaluate` is that of a fitted model instead of the rules'.
    endings
        Whether the kernel looks positions up in endgame tables.
    merged
        Whether one state stands for its images under the rules' `symmetry`, in kernels that can have it either way.
    key
        A kernel function in place of the slot `information_key`: what stands for a view in a table.

    Returns
    -------
    Linked

    Raises
    ------
    RulesError
        Where the rules do not compile; the message names the user's file and line.
    """
    checked = (game is not None and not game.trusted) if checked is None else checked
    build = text.Build(checked, model, endings, merged, key)
    # A game object never changes: what it was linked to once need not be lowered and hashed again.
    known = game.linked if game is not None else {}
    earlier: Linked | None = known.get((kernel, build))
    if earlier is not None:
        return earlier.again()
    linked = _link(game, kernel, build)
    known[kernel, build] = linked
    return linked


def _link(game: Game | None, kernel: Any, build: text.Build) -> Linked:
    name, texts, lowered = prepare(game, kernel, build)
    seconds = 0.0
    if name not in _LOADED:
        target = cache.cache_folder() / "linked" / name
        module = _import(name, target, texts, lowered)
        if runtime.JIT and not _load(module, target):
            if announce:
                announce(f"compiling {kernel.__name__} for {game.spec if game else 'arrays'} (first use)")
            clock = Clock()
            _compile(module, lowered, machine.level(texts["kernel.py"]))
            seconds = max(clock.cpu_seconds, 1e-9)
            note_compiling(clock.seconds, seconds)
            _store(module, target, texts)
        _LOADED[name] = module
    return Linked(game, _LOADED[name], lowered, build.checked, seconds)


def prepare(game: Game | None, kernel: Any, build: text.Build) -> tuple[str, dict[str, str], Lowered | None]:
    """Return what is to be compiled: its key in the cache, its texts by file name, the lowered rules."""
    lowered = lower(game, build.checked) if game is not None else None
    texts = {"kernel.py": text.kernel_text(game, kernel, build)}
    if game is not None and lowered is not None:
        texts["rules.py"] = text.rules_text(game, lowered, build)
    return _key(texts, lowered, build.checked), texts, lowered


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
    # The first line names the game, as somebody spelt it.
    bodies = {name: content.partition("\n")[2] for name, content in texts.items()}
    for part in (*(f"{name}\n{bodies[name]}" for name in sorted(bodies)), *_toolchain(), str(checked)):
        digest.update(part.encode() + b"\0")
    for name, array in sorted((lowered.arrays if lowered else {}).items()):
        digest.update(name.encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:24]


@once
def _toolchain() -> tuple[str, ...]:
    """Return what else decides the machine code: our own runtime, versions, the processor."""
    import llvmlite.binding as llvm

    folder = Path(__file__).parent
    ours = (hashlib.sha256((folder / f"{name}.py").read_bytes()).hexdigest() for name in _WHAT_COMPILES)
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine())
    config = numba.config
    processor = f"{llvm.get_host_cpu_name()} {config.CPU_NAME} {config.CPU_FEATURES} {config.OPT}"
    return (*ours, *versions, processor)


def _load(module: types.ModuleType, folder: Path) -> bool:
    """Give a module its compiled entry from a linked folder; any doubt about that means compiling again."""
    files = cache.read(folder)
    if files is None:
        if folder.is_symlink() or folder.exists():
            cache.discard(folder)
        return False
    try:
        machine.restore(module.__dict__["entry"], files[ENTRY])
    except Exception:  # noqa: BLE001 - whatever a stored entry does when it is read, it can be compiled again
        cache.discard(folder)
        return False
    cache.touch(folder)
    return True


def _compile(module: types.ModuleType, lowered: Lowered | None, level: int) -> None:
    try:
        with machine.quick_build(level):
            machine.compile_entry(module.__dict__["entry"], module.__dict__["SIGNATURE"])
    except (numba.core.errors.NumbaError, LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        raise messages.compile_error(error, lowered) from error


_said: set[str] = set()


def _store(module: types.ModuleType, target: Path, texts: dict[str, str]) -> None:
    """Put what was compiled into the cache; where that fails, it is compiled again next time, and a line says so."""
    stored = machine.dump(module.__dict__["entry"])
    if stored is None:
        return
    files = {name: content.encode() for name, content in texts.items()}
    try:
        cache.write(target, {**files, ENTRY: stored})
    except OSError as error:
        reason = error.strerror or error
        line = f"the cache at {target.parent} cannot be written ({reason}): compiling for this run only"
        if announce and line not in _said:
            _said.add(line)
            announce(line)


def _import(key: str, folder: Path, texts: dict[str, str], lowered: Lowered | None) -> types.ModuleType:
    """Execute the texts as modules of a package; return the kernel's."""
    package = f"outfox_linked_{key}"
    root = types.ModuleType(package)
    root.__path__ = []
    sys.modules[package] = root
    module = root
    for name in ("rules.py", "kernel.py"):
        if name in texts:
            file = str(folder / name)
            module = types.ModuleType(f"{package}.{name[:-3]}")
            module.__file__, module.__package__ = file, package
            if name == "rules.py" and lowered:
                module.__dict__["ARRAYS"] = lowered.arrays
            sys.modules[module.__name__] = module
            content = texts[name]
            if name == "rules.py" and not runtime.JIT:
                content = interpreted.with_plain_numpy(content)
            linecache.cache[file] = (len(content), None, content.splitlines(keepends=True), file)
            exec(compile(content, file, "exec"), module.__dict__)
            if name == "rules.py" and not runtime.JIT:
                interpreted.make_plain(module.__dict__)
    return module


def describe(folder: Path) -> str:
    """Return which game a cached folder was linked for, from its own first line."""
    try:
        first = (folder / "rules.py").read_text(encoding="utf-8").splitlines()[0]
        manifest = json.loads((folder / cache.MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, IndexError):
        return "unreadable"
    kind = first.removeprefix('"""Linked rules of ').partition(". Generated")[0]
    return kind if manifest else "empty"
