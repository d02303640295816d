"""What intrinsics are written with: the types they take, and faults raised from machine code."""

from __future__ import annotations

from typing import Any

from numba import njit, types
from numba.core import cgutils

from outfox.kernel.faults import Fault

# Compiled code calls these, Python does not: without the wrappers for Python they compile in half the time.
helper = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=True)


@helper
def raise_fault(line: Any, kind: Any, a: Any, b: Any) -> None:
    """Raise a fault."""
    raise Fault(line, kind, a, b)


_FOUR = (types.int64, types.int64, types.int64, types.int64)


def whole(ty: Any) -> Any:
    """Return the integer type behind a literal or boolean, or None."""
    ty = types.unliteral(ty)
    return types.int64 if isinstance(ty, types.Boolean) else ty if isinstance(ty, types.Integer) else None


def fault_if(context: Any, builder: Any, condition: Any, line: Any, kind: int, a: Any, b: Any) -> None:
    """Emit a fault under a condition, with its kind and the two numbers that it tells."""
    with cgutils.if_unlikely(builder, condition):
        code = context.get_constant(types.int64, kind)
        function = context.typing_context.resolve_value_type(raise_fault)
        signature = function.get_call_type(context.typing_context, _FOUR, {})
        call = context.get_function(function, signature)
        call(builder, (line, code, a, b))
        context.add_linking_libs(getattr(call, "libs", ()))


def same(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Emit the first argument as it is."""
    if context.enable_nrt:
        context.nrt.incref(builder, signature.args[0], args[0])
    return args[0]


def named(function: Any, title: str) -> Any:
    """Give a typing function the name that Numba's messages show."""
    function.__name__ = title
    return function
