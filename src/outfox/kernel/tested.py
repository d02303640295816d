"""What the checked build tests, written as machine code.

Each takes `line` and raises `Fault` with that place in the user's file.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outfox.kernel.emit import fault_if, named, raise_fault, same, whole
from outfox.kernel.faults import (
    ASSERTION,
    CROWD,
    DEEPEST,
    DEPTH,
    DIVISION,
    FIELD,
    FORM,
    INDEX,
    KEY,
    LARGE,
    MINUS,
    NOTHING,
    PLAYER,
    PLUS,
    RANGE,
    TIMES,
    UNSET,
    WHOLE,
)  # fmt: skip


@intrinsic
def ordinary(_typing: Any, x: Any, line: Any) -> Any:
    """Convert a word to an ordinary integer; one of 64 bits does not fit."""
    if whole(x) is None:
        return None

    def convert(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = context.cast(builder, args[0], signature.args[0], types.int64)
        if signature.args[0] == types.uint64:
            zero = context.get_constant(types.int64, 0)
            fault_if(context, builder, builder.icmp_signed("<", value, zero), args[1], LARGE, zero, zero)
        return value

    return types.int64(whole(x), types.int64), convert


@intrinsic
def index(_typing: Any, i: Any, n: Any, line: Any) -> Any:
    """Return the index `i` of an axis of length `n`, tested; arrays of indices are tested too."""
    if whole(i) is None:
        if isinstance(i, types.Array) and isinstance(i.dtype, types.Integer):

            def test_all(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return context.compile_internal(builder, _index_all, signature, args)

            return i(i, types.int64, types.int64), test_all
        return i(i, types.int64, types.int64), same
    wide = types.uint64 if types.unliteral(i) == types.uint64 else types.int64

    def test(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        i, n, line = args
        wrong = builder.icmp_unsigned(">=", i, n)
        if wide == types.int64:
            wrong = builder.and_(wrong, builder.icmp_unsigned("<", i, builder.neg(n)))
            wrong = builder.or_(wrong, builder.icmp_signed("==", n, ir.Constant(n.type, 0)))
        fault_if(context, builder, wrong, line, INDEX, i, n)
        return i

    return wide(wide, types.int64, types.int64), test


def _index_all(i, n, line):  # type: ignore[no-untyped-def]
    for x in i.flat:
        if x < -n or x >= n:
            raise_fault(line, INDEX, x, n)
    return i


@intrinsic
def room(_typing: Any, n: Any, out: Any, action: Any, most: Any, line: Any) -> Any:
    """Return `action`, number `n` of those yielded into `out`, if there is room and it is at most `most`."""
    given = types.unliteral(action)  # an action out of a table of actions with their odds is a float
    whole = types.int64
    if not isinstance(given, types.Integer | types.Boolean | types.Float):
        return None

    def test(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        n, buffer, action, most, line = args
        action = context.cast(builder, action, signature.args[2], whole)
        size = context.make_array(signature.args[1])(context, builder, buffer).nitems
        fault_if(context, builder, builder.icmp_signed(">=", n, size), line, CROWD, n, size)
        fault_if(context, builder, builder.icmp_unsigned(">", action, most), line, RANGE, action, most)
        return action

    return whole(whole, out, given, whole, whole), test


@intrinsic
def require(_typing: Any, condition: Any, line: Any) -> Any:
    """Assert `condition`."""
    ty = types.unliteral(condition)
    if not isinstance(ty, types.Number | types.Boolean):
        return None

    def test(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = context.get_constant(types.int64, 0)
        failed = builder.not_(context.is_true(builder, ty, args[0]))
        fault_if(context, builder, failed, args[1], ASSERTION, zero, zero)
        return context.get_dummy_value()

    return types.none(ty, types.int64), test


def _numbered(wrong: Any, kind: int, result: Any = None) -> Any:
    """Return the typing of a test of the first of some integers, of which the last is the line."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = context.get_constant(types.int64, 0)
        others = [*args[1:-1], zero]
        fault_if(context, builder, wrong(builder, *args[:-1]), args[-1], kind, *_told(context, kind, args[0], others))
        return args[0] if result is None else result(builder, *args[:-1])

    return generate


def _told(context: Any, kind: int, first: Any, others: list[Any]) -> tuple[Any, Any]:
    """Return the two numbers that a fault tells."""
    if kind == DEPTH:
        return context.get_constant(types.int64, DEEPEST), others[0]
    return (others[0], others[1]) if kind == KEY else (first, others[0])


def _outside(builder: Any, low: int, high: int, x: Any) -> Any:
    return builder.or_(
        builder.icmp_signed("<", x, ir.Constant(x.type, low)), builder.icmp_signed(">", x, ir.Constant(x.type, high))
    )


@intrinsic
def depth(_typing: Any, n: Any, line: Any) -> Any:
    """Return `n`, how deep a function has called itself, if that is no sign of an endless recursion."""
    test = _numbered(lambda builder, n: builder.icmp_signed(">", n, ir.Constant(n.type, DEEPEST)), DEPTH)
    return types.int64(types.int64, types.int64), test


@intrinsic
def player(_typing: Any, who: Any, line: Any) -> Any:
    """Return what mover returned, if it is one of the four."""
    if whole(who) is None:
        return None
    test = _numbered(lambda builder, who: _outside(builder, -2, 1, who), PLAYER)
    return types.int64(types.int64, types.int64), test


@intrinsic
def key_of(_typing: Any, k: Any, x: Any, line: Any) -> Any:
    """Return the place `k` of key `x` of a constant dict, if it is there."""
    test = _numbered(lambda builder, k, x: builder.icmp_signed("<", k, ir.Constant(k.type, 0)), KEY)
    return types.int64(types.int64, types.int64, types.int64), test


@intrinsic
def back(_typing: Any, i: Any, n: Any, line: Any) -> Any:
    """Return an index into a padded row of `n` elements, counted from its front."""

    def wrong(builder: Any, i: Any, n: Any) -> Any:
        return builder.or_(builder.icmp_signed("<", i, builder.neg(n)), builder.icmp_signed(">=", i, n))

    def from_front(builder: Any, i: Any, n: Any) -> Any:
        negative = builder.icmp_signed("<", i, ir.Constant(i.type, 0))
        return builder.select(negative, builder.add(i, n), i)

    test = _numbered(wrong, INDEX, from_front)
    return types.int64(types.int64, types.int64, types.int64), test


@intrinsic
def given(_typing: Any, x: Any, known: Any, line: Any) -> Any:
    """Return the variable `x`, if it is known to have a value."""

    def test(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = context.get_constant(types.int64, 0)
        fault_if(context, builder, builder.not_(args[1]), args[2], UNSET, zero, zero)
        return same(context, builder, signature, args)

    ty = types.unliteral(x)
    return ty(ty, types.boolean, types.int64), test


@intrinsic
def nonzero(_typing: Any, x: Any, line: Any) -> Any:
    """Return the divisor `x` if it is not 0."""
    ty = types.unliteral(x)
    if isinstance(ty, types.Array):

        def test_all(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.compile_internal(builder, _nonzero_all, signature, args)

        return x(x, types.int64), test_all
    if isinstance(ty, types.Boolean):
        ty = types.int64
    if not isinstance(ty, types.Integer | types.Float):
        return None

    def test(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = context.get_constant(types.int64, 0)
        if isinstance(ty, types.Float):
            wrong = builder.fcmp_ordered("==", args[0], ir.Constant(args[0].type, 0.0))
        else:
            wrong = builder.icmp_signed("==", args[0], ir.Constant(args[0].type, 0))
        fault_if(context, builder, wrong, args[1], DIVISION, zero, zero)
        return args[0]

    return ty(ty, types.int64), test


def _nonzero_all(x, line):  # type: ignore[no-untyped-def]
    for y in x.flat:
        if y == 0:
            raise_fault(line, DIVISION, 0, 0)
    return x


def _arithmetic(operation: Any, instruction: str, kind: int) -> Any:
    """Return the typing of an operation that is tested for overflow where both sides are ordinary integers."""

    def typed(typing: Any, a: Any, b: Any, line: Any) -> Any:
        sides = whole(a), whole(b)
        if None in sides or types.uint64 in sides:
            signature = typing.resolve_function_type(operation, (types.unliteral(a), types.unliteral(b)), {})
            if signature is None:
                return None

            def generic(context: Any, builder: Any, outer: Any, args: Any) -> Any:
                return context.get_function(operation, signature)(builder, args[:2])

            return signature.return_type(*signature.args, types.int64), generic

        def tested(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pair = getattr(builder, instruction)(args[0], args[1])
            fault_if(context, builder, builder.extract_value(pair, 1), args[2], kind, args[0], args[1])
            return builder.extract_value(pair, 0)

        return types.int64(types.int64, types.int64, types.int64), tested

    return typed


times = intrinsic(named(_arithmetic(operator.mul, "smul_with_overflow", TIMES), "times"))
plus = intrinsic(named(_arithmetic(operator.add, "sadd_with_overflow", PLUS), "plus"))
minus = intrinsic(named(_arithmetic(operator.sub, "ssub_with_overflow", MINUS), "minus"))


@intrinsic
def fit(_typing: Any, target: Any, value: Any, line: Any) -> Any:
    """Return `value`, which is to be stored in `target` (an array or a scalar of the field's type), if it fits."""
    kind = target.dtype if isinstance(target, types.Array) else types.unliteral(target)
    ty = types.unliteral(value)
    if isinstance(ty, types.Array):
        implementation = _fit_all(kind, ty.dtype, isinstance(target, types.Array))

        def test_all(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.compile_internal(builder, implementation, signature, args)

        return value(target, value, types.int64), test_all
    if isinstance(ty, types.Optional):
        inner = types.unliteral(ty.type)

        def opened(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            optional = context.make_helper(builder, signature.args[1], value=args[1])
            zero = context.get_constant(types.int64, 0)
            fault_if(context, builder, builder.not_(optional.valid), args[2], NOTHING, zero, zero)
            if isinstance(kind, types.Integer) and isinstance(inner, types.Integer | types.Float):
                return _tested(context, builder, kind, inner, optional.data, args[2])
            return optional.data

        return inner(target, value, types.int64), opened
    if not isinstance(kind, types.Integer) or not isinstance(ty, types.Integer | types.Float):
        return value(target, value, types.int64), _second

    def test(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _tested(context, builder, kind, ty, args[1], args[2])

    return ty(target, ty, types.int64), test


def _second(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    if context.enable_nrt:
        context.nrt.incref(builder, signature.args[1], args[1])
    return args[1]


def _tested(context: Any, builder: Any, kind: Any, ty: Any, value: Any, line: Any) -> Any:
    """Emit the tests of one number; `kind` is the field's type."""
    zero = context.get_constant(types.int64, 0)
    width = context.get_constant(types.int64, kind.bitwidth if not kind.signed else -kind.bitwidth)
    if isinstance(ty, types.Float):
        whole = context.cast(builder, value, ty, types.int64)
        back = context.cast(builder, whole, types.int64, ty)
        fault_if(context, builder, builder.fcmp_unordered("!=", back, value), line, WHOLE, zero, zero)
        source, number = types.int64, whole
    else:
        source, number = (types.uint64 if not ty.signed and ty.bitwidth == 64 else types.int64), None
        number = context.cast(builder, value, ty, source)
    if kind == types.uint64 or (kind == types.int64 and source == types.int64):
        return value
    low = ir.Constant(number.type, int(kind.minval))
    high = ir.Constant(number.type, int(kind.maxval))
    if source == types.uint64:
        wrong = builder.icmp_unsigned(">", number, high)
    else:
        wrong = builder.or_(builder.icmp_signed("<", number, low), builder.icmp_signed(">", number, high))
    fault_if(context, builder, wrong, line, FIELD, number, width)
    return value


def _fit_all(kind: Any, given: Any, formed: bool) -> Any:
    """Return the test of an array that is to be stored in another: its form, and each element."""
    tested = isinstance(kind, types.Integer) and kind.bitwidth < 64 and isinstance(given, types.Integer | types.Float)
    tested = tested and kind != given
    low, high = (int(kind.minval), int(kind.maxval)) if tested else (0, 0)
    width = 0 if not tested else -kind.bitwidth if kind.signed else kind.bitwidth
    floats = isinstance(given, types.Float) and isinstance(kind, types.Integer)

    def fit_all(target, value, line):  # type: ignore[no-untyped-def]
        if formed:
            for k in range(min(target.ndim, value.ndim)):
                size = value.shape[value.ndim - 1 - k]
                if size not in (1, target.shape[target.ndim - 1 - k]):
                    raise_fault(line, FORM, target.shape[target.ndim - 1 - k], size)
        if tested or floats:
            for x in value.flat:
                if floats and np.floor(x) != x:
                    raise_fault(line, WHOLE, 0, 0)
                if tested and (x < low or x > high):
                    raise_fault(line, FIELD, np.int64(x), width)
        return value

    return fit_all
