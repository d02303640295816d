"""Runtime functions that are written as machine code: they cost a few instructions, and little to compile.

An intrinsic is expanded where it is called; it needs no function of its own for each combination of types. Those that
take `line` belong to the checked build: they raise `Fault` with the place in the user's file.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

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
    SHIFT,
    TIMES,
    UNSET,
    WHOLE,
    Fault,
)  # fmt: skip

# Compiled code calls these, Python does not: without the wrappers for Python they compile in half the time.
helper = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=True)


@helper
def raise_fault(line: Any, kind: Any, a: Any, b: Any) -> None:
    """Raise a fault."""
    raise Fault(line, kind, a, b)


_FOUR = (types.int64, types.int64, types.int64, types.int64)


def _whole(ty: Any) -> Any:
    """Return the integer type behind a literal or boolean, or None."""
    ty = types.unliteral(ty)
    return types.int64 if isinstance(ty, types.Boolean) else ty if isinstance(ty, types.Integer) else None


def _fault_if(context: Any, builder: Any, condition: Any, line: Any, kind: int, a: Any, b: Any) -> None:
    with cgutils.if_unlikely(builder, condition):
        code = context.get_constant(types.int64, kind)
        function = context.typing_context.resolve_value_type(raise_fault)
        signature = function.get_call_type(context.typing_context, _FOUR, {})
        call = context.get_function(function, signature)
        call(builder, (line, code, a, b))
        context.add_linking_libs(getattr(call, "libs", ()))


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
def ordinary(_typing: Any, x: Any, line: Any) -> Any:
    """Convert a word to an ordinary integer; one of 64 bits does not fit."""
    if _whole(x) is None:
        return None

    def convert(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = context.cast(builder, args[0], signature.args[0], types.int64)
        if signature.args[0] == types.uint64:
            zero = context.get_constant(types.int64, 0)
            _fault_if(context, builder, builder.icmp_signed("<", value, zero), args[1], LARGE, zero, zero)
        return value

    return types.int64(_whole(x), types.int64), convert


@intrinsic
def invert(_typing: Any, x: Any) -> Any:
    """Return ``~x`` as Python means it, of a boolean too."""
    kind = _whole(x)
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
        if _whole(b) is None:
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
    if _whole(b) is None:
        return None
    wide = types.uint64 if types.unliteral(b) == types.uint64 else types.int64

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.sub(args[0], ir.Constant(args[0].type, 1)))

    return wide(wide), generate


def _shifting(to_left: bool, checked: bool) -> Any:
    """Return the typing of a shift that has a meaning by any amount: the bits are gone."""

    def typed(_typing: Any, a: Any, n: Any, *line: Any) -> Any:
        if isinstance(a, types.Array) and _whole(n) is not None:
            return _shifted_array(a, to_left, checked)
        if _whole(a) is None or _whole(n) is None:
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
                _fault_if(context, builder, wrong, args[2], SHIFT, n, zero)
            return result

        return wide(wide, types.int64, *([types.int64] if checked else [])), generate

    def shift_checked(typing: Any, a: Any, n: Any, line: Any) -> Any:
        return typed(typing, a, n, line)

    def shift(typing: Any, a: Any, n: Any) -> Any:
        return typed(typing, a, n)

    return _named(shift_checked if checked else shift, f"{'left' if to_left else 'right'}{'_checked' * checked}")


def _named(function: Any, title: str) -> Any:
    """Give a typing function the name that Numba's messages show."""
    function.__name__ = title
    return function


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
def index(_typing: Any, i: Any, n: Any, line: Any) -> Any:
    """Return the index `i` of an axis of length `n`, tested; arrays of indices are tested too."""
    if _whole(i) is None:
        if isinstance(i, types.Array) and isinstance(i.dtype, types.Integer):

            def test_all(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return context.compile_internal(builder, _index_all, signature, args)

            return i(i, types.int64, types.int64), test_all
        return i(i, types.int64, types.int64), _same
    wide = types.uint64 if types.unliteral(i) == types.uint64 else types.int64

    def test(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        i, n, line = args
        wrong = builder.icmp_unsigned(">=", i, n)
        if wide == types.int64:
            wrong = builder.and_(wrong, builder.icmp_unsigned("<", i, builder.neg(n)))
            wrong = builder.or_(wrong, builder.icmp_signed("==", n, ir.Constant(n.type, 0)))
        _fault_if(context, builder, wrong, line, INDEX, i, n)
        return i

    return wide(wide, types.int64, types.int64), test


def _same(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    if context.enable_nrt:
        context.nrt.incref(builder, signature.args[0], args[0])
    return args[0]


def _index_all(i, n, line):  # type: ignore[no-untyped-def]
    for x in i.flat:
        if x < -n or x >= n:
            raise_fault(line, INDEX, x, n)
    return i


@intrinsic
def number(_typing: Any, x: Any) -> Any:
    """Return a number as one that is known when it runs; Numba compiles a function again for each literal."""
    ty = types.unliteral(x)
    return ty(ty), _same


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
        _fault_if(context, builder, builder.icmp_signed(">=", n, size), line, CROWD, n, size)
        _fault_if(context, builder, builder.icmp_unsigned(">", action, most), line, RANGE, action, most)
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
        _fault_if(context, builder, failed, args[1], ASSERTION, zero, zero)
        return context.get_dummy_value()

    return types.none(ty, types.int64), test


def _numbered(wrong: Any, kind: int, result: Any = None) -> Any:
    """Return the typing of a test of the first of some integers, of which the last is the line."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = context.get_constant(types.int64, 0)
        others = [*args[1:-1], zero]
        _fault_if(context, builder, wrong(builder, *args[:-1]), args[-1], kind, *_told(context, kind, args[0], others))
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
    if _whole(who) is None:
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
        _fault_if(context, builder, builder.not_(args[1]), args[2], UNSET, zero, zero)
        return _same(context, builder, signature, args)

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
        _fault_if(context, builder, wrong, args[1], DIVISION, zero, zero)
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
        sides = _whole(a), _whole(b)
        if None in sides or types.uint64 in sides:
            signature = typing.resolve_function_type(operation, (types.unliteral(a), types.unliteral(b)), {})
            if signature is None:
                return None

            def generic(context: Any, builder: Any, outer: Any, args: Any) -> Any:
                return context.get_function(operation, signature)(builder, args[:2])

            return signature.return_type(*signature.args, types.int64), generic

        def tested(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pair = getattr(builder, instruction)(args[0], args[1])
            _fault_if(context, builder, builder.extract_value(pair, 1), args[2], kind, args[0], args[1])
            return builder.extract_value(pair, 0)

        return types.int64(types.int64, types.int64, types.int64), tested

    return typed


times = intrinsic(_named(_arithmetic(operator.mul, "smul_with_overflow", TIMES), "times"))
plus = intrinsic(_named(_arithmetic(operator.add, "sadd_with_overflow", PLUS), "plus"))
minus = intrinsic(_named(_arithmetic(operator.sub, "ssub_with_overflow", MINUS), "minus"))


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
            _fault_if(context, builder, builder.not_(optional.valid), args[2], NOTHING, zero, zero)
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
        _fault_if(context, builder, builder.fcmp_unordered("!=", back, value), line, WHOLE, zero, zero)
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
    _fault_if(context, builder, wrong, line, FIELD, number, width)
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


def _result(rule: str) -> Any:
    """Return the typing of what returns a rule's result, if it is a number."""

    def typed(_typing: Any, value: Any) -> Any:
        ty = types.unliteral(value)
        inner = ty.type if isinstance(ty, types.Optional) else ty
        if not isinstance(inner, types.Number | types.Boolean):
            kind = "None: a case lacks its return" if isinstance(inner, types.NoneType) else "no number"
            raise TypingError(f"outfox says: {rule} returns {kind}")
        return ty(ty), _same

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
    return types.unliteral(x)(types.unliteral(x)), _same


@helper
def bools(x: Any) -> Any:
    """Return the bytes of a boolean array field as booleans: a view."""
    return x.view(np.bool_)
