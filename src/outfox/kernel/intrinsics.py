"""Runtime functions that are written as machine code: they cost a few instructions, and little to compile.

An intrinsic is expanded where it is called; it needs no function of its own for each combination of types. Those of the
checked build are in `outfox.kernel.tested`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from outfox.kernel.emit import fault_if, helper, named, same, whole
from outfox.kernel.faults import SHIFT


@intrinsic
def word(_typing: Any, x: Any) -> Any:
    """Convert a number or an array to uint64."""
    if isinstance(x, types.Array):
        result = types.Array(types.uint64, x.ndim, "C")

        def convert(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.compile_internal(builder, lambda x: x.astype(np.uint64), signature, args)

        return result(x), convert
    if not isinstance(types.unliteral(x), types.Integer | types.Boolean | types.Float):
        return None
    return types.uint64(x), lambda context, builder, sig, args: context.cast(builder, args[0], x, types.uint64)


@intrinsic
def invert(_typing: Any, x: Any) -> Any:
    """Return ``~x`` as Python means it, of a boolean too."""
    kind = whole(x)
    if kind is None:
        if not isinstance(x, types.Array):
            return None

        def flip(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.compile_internal(builder, lambda x: ~x, signature, args)

        return types.Array(x.dtype, x.ndim, "C")(x), flip
    wide = types.uint64 if kind == types.uint64 else types.int64

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.not_(args[0])

    return wide(wide), generate


def _counting(instruction: Any) -> Any:
    def typed(_typing: Any, b: Any) -> Any:
        if whole(b) is None:
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return instruction(context, builder, args[0])

        # Numba converts the argument: a uint64 keeps its bits.
        return types.int64(types.int64), generate

    return typed


count = intrinsic(_counting(lambda context, builder, b: builder.ctpop(b)))
lowest = intrinsic(_counting(lambda context, builder, b: builder.cttz(b, context.get_constant(types.boolean, False))))


@intrinsic
def clear_lowest(_typing: Any, b: Any) -> Any:
    """Return `b` without its lowest set bit."""
    if whole(b) is None:
        return None
    wide = types.uint64 if types.unliteral(b) == types.uint64 else types.int64

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.sub(args[0], ir.Constant(args[0].type, 1)))

    return wide(wide), generate


def _shifting(to_left: bool, checked: bool) -> Any:
    """Return the typing of a shift that has a meaning by any amount: the bits are gone."""

    def typed(_typing: Any, a: Any, n: Any, *line: Any) -> Any:
        if isinstance(a, types.Array) and whole(n) is not None:
            return _shifted_array(a, to_left, checked)
        if whole(a) is None or whole(n) is None:
            return None
        wide = types.uint64 if types.unliteral(a) == types.uint64 else types.int64

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            a, n = args[0], args[1]
            zero, most = ir.Constant(a.type, 0), ir.Constant(a.type, 63)
            inside = builder.icmp_unsigned("<=", n, most)
            if to_left:
                result = builder.select(inside, builder.shl(a, builder.and_(n, most)), zero)
            else:
                shift = builder.lshr if wide == types.uint64 else builder.ashr
                last = zero if wide == types.uint64 else builder.ashr(a, most)
                result = builder.select(inside, shift(a, builder.and_(n, most)), last)
            if checked:
                wrong = builder.icmp_signed("<", n, zero)
                if to_left and wide == types.int64:
                    lost = builder.icmp_signed("!=", builder.ashr(result, builder.and_(n, most)), a)
                    lost = builder.or_(lost, builder.and_(builder.not_(inside), builder.icmp_signed("!=", a, zero)))
                    wrong = builder.or_(wrong, lost)
                fault_if(context, builder, wrong, args[2], SHIFT, n, zero)
            return result

        return wide(wide, types.int64, *([types.int64] if checked else [])), generate

    def shift_checked(typing: Any, a: Any, n: Any, line: Any) -> Any:
        return typed(typing, a, n, line)

    def shift(typing: Any, a: Any, n: Any) -> Any:
        return typed(typing, a, n)

    return named(shift_checked if checked else shift, f"{'left' if to_left else 'right'}{'_checked' * checked}")


def _shifted_array(a: Any, to_left: bool, checked: bool) -> Any:
    result = types.Array(a.dtype, a.ndim, "C")
    number = np.dtype(str(a.dtype)).type
    unsigned = number is np.uint64

    # Two names: in machine code that is loaded from two caches, names tell functions apart.
    def shift_left(a, n):  # type: ignore[no-untyped-def]
        return a << number(n) if 0 <= n < 64 else a ^ a

    def shift_right(a, n):  # type: ignore[no-untyped-def]
        return a >> number(n if 0 <= n < 64 else 63) if n < 64 or not unsigned else a ^ a

    shift = shift_left if to_left else shift_right

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.compile_internal(builder, shift, result(a, types.int64), args[:2])

    return result(a, types.int64, *([types.int64] if checked else [])), generate


left = intrinsic(_shifting(to_left=True, checked=False))
right = intrinsic(_shifting(to_left=False, checked=False))
left_checked = intrinsic(_shifting(to_left=True, checked=True))
right_checked = intrinsic(_shifting(to_left=False, checked=True))


@intrinsic
def number(_typing: Any, x: Any) -> Any:
    """Return a number as one that is known when it runs; Numba compiles a function again for each literal."""
    ty = types.unliteral(x)
    return ty(ty), same


def _result(rule: str) -> Any:
    """Return the typing of what returns a rule's result, if it is a number."""

    def typed(_typing: Any, value: Any) -> Any:
        ty = types.unliteral(value)
        inner = ty.type if isinstance(ty, types.Optional) else ty
        if not isinstance(inner, types.Number | types.Boolean):
            kind = "None: a case lacks its return" if isinstance(inner, types.NoneType) else "no number"
            raise TypingError(f"outfox says: {rule} returns {kind}")
        return ty(ty), same

    return typed


mover_number, payoff_number = intrinsic(_result("mover")), intrinsic(_result("payoff"))


@intrinsic
def copy(_typing: Any, x: Any) -> Any:
    """Copy a state, into the frame of the function that calls this, or an array, list or set."""
    if isinstance(x, types.Record):

        def private(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            slot = cgutils.alloca_once(builder, context.get_data_type(signature.args[0]))
            cgutils.raw_memcpy(builder, slot, args[0], context.get_constant(types.intp, signature.args[0].size), 1)
            return slot

        return x(x), private
    if isinstance(x, types.Array):
        result = types.Array(x.dtype, x.ndim, "C")
    elif isinstance(x, types.List | types.Set):
        result = x
    else:
        return None

    def copied(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.compile_internal(builder, lambda x: x.copy(), signature, args)

    return result(x), copied


@intrinsic
def leaf(_typing: Any, x: Any) -> Any:
    """Return a number of a state as a signed integer: a word as its bit pattern."""
    kind = types.unliteral(x)

    def convert(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], types.int64)

    return types.int64(kind), convert


@intrinsic
def wide(_typing: Any, x: Any) -> Any:
    """Return an array of small numbers as one of 64 bits; everything else as it is."""
    if isinstance(x, types.NestedArray) and x.dtype in (types.uint64, types.int64, types.float64):
        view = types.Array(x.dtype, x.ndim, "A", aligned=False)

        def opened(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.compile_internal(builder, lambda x: x[:], signature, args)

        return view(x), opened
    if isinstance(x, types.Array) and isinstance(x.dtype, types.Integer | types.Float):
        kind = types.float64 if isinstance(x.dtype, types.Float) else types.int64
        if x.dtype not in (types.uint64, types.int64, types.float64):
            dtype = np.dtype(str(kind)).type

            def widen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return context.compile_internal(builder, lambda x: x.astype(dtype), signature, args)

            return types.Array(kind, x.ndim, "C")(x), widen
    if isinstance(x, types.Float):
        return types.float64(types.float64), lambda context, builder, signature, args: args[0]
    return types.unliteral(x)(types.unliteral(x)), same


@helper
def bools(x: Any) -> Any:
    """Return the bytes of a boolean array field as booleans: a view."""
    return x.view(np.bool_)
