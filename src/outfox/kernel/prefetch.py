"""`fetch`: asks the processor for a number of an array before it is needed, and waits for nothing."""

from __future__ import annotations

from typing import Any

from outfox.kernel.start import JIT

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def fetch(typing_context: Any, array: Any, index: Any) -> Any:
        """Ask for ``array[index]``, which must be there."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            place = builder.bitcast(builder.gep(data, [arguments[1]]), byte)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            asked = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            builder.call(asked, [place, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, types.int64), generate

else:

    class _Nothing:
        __name__ = "fetch"

        def __call__(self, array: Any, index: int) -> None:
            """Do nothing: nobody waits for memory here."""

    fetch = _Nothing()
