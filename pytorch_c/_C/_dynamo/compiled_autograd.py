"""Backward passes that are compiled while they run (torch._C._dynamo.compiled_autograd).

The C library takes a pass apart and asks for each of its steps (compiler.h). The answers are those of torch's own compiler,
the AutogradCompilerInstance of torch/_dynamo/compiled_autograd.py, which the methods here stand before.
"""

from __future__ import annotations

import itertools

from ..._boundary import api
from ..._boundary.handle import core
from ..._tensor.dtype import BY_CODE, LAYOUT_BY_CODE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..._tensor.tensor import Tensor


class _Passes:
    """Compiled passes, and the compiler of the one that is being written down."""

    def __init__(self) -> None:
        self.make: Callable[[], Any] | None = None
        self.dynamic = self.asked = False
        self.compiler: Any = None
        self.compiled: dict[int, tuple[Any, Any]] = {}
        self.numbers = itertools.count(1)
        self.logger: Any = None

    def answer(self, method, args, objects):
        """The value and the objects that answer one method of compiler.h."""
        own = getattr(self, f"_{method}", None)
        if own is not None:
            return own(*args, objects=objects)
        return getattr(self.compiler, method)(*args), ()

    def _begin(self, inputs, sizes, numbers, origins, accumulates, checks_nans, objects):
        self.compiler = self.make()
        _, *stand_ins = self.compiler.begin_capture(
            inputs, tuple(sizes), numbers, list(origins), accumulates, checks_nans
        )
        return tuple(stand_ins), ()

    def _set_node_origin(self, name, step, objects):
        self.compiler.set_node_origin(name, step, *objects)
        return None, ()

    def _bind_function(self, name, number, is_custom, is_traceable, objects):
        def run(grads, *kept):
            return list(core.call_compiled(number, tuple(grads), kept))

        return self.compiler.bind_function(name, run, is_custom, is_traceable), ()

    def _describe_function(self, objects):
        (ctx,) = objects
        state = ctx._compiled_autograd_backward_state
        others = tuple(getattr(ctx, "opaque_objects", ()))
        number, *symbols = ctx._compiled_autograd_key()
        flags = [int(one) for one in ctx._is_tensor]
        key = [int(state is not None), number, len(flags), *flags, *symbols]
        return key, others if state is None else (state, *others)

    def _proxy_call_backward(self, grads, wanted, saved, function, state, places, symbols, objects):
        (ctx,) = objects
        given = iter(wanted)
        metadata = [_described(next(given)) if is_tensor else None for is_tensor in ctx._is_tensor]
        ctx._compiled_autograd_symints = symbols
        results = self.compiler.proxy_call_backward(
            tuple(grads), tuple(metadata), tuple(saved), function, ctx, state, places
        )
        return [one for one, is_tensor in zip(results, ctx._is_tensor) if is_tensor], ()

    def _unpacking(self, number, objects):
        ((_, unpack, packed),) = objects
        return None, (unpack, packed[number])

    def _end(self, outputs, objects):
        number = next(self.numbers)
        self.compiled[number] = self.compiler.end_capture(outputs)
        return number, ()

    def _close(self, objects):
        if self.compiler is not None:
            compiler, self.compiler = self.compiler, None
            compiler.close()
        return None, ()

    def _run(self, number, inputs, sizes, numbers, hooks, objects):
        wrapper, function = self.compiled[number]
        return list(wrapper(function, inputs, sizes, numbers, objects[:hooks], objects[hooks:])), ()

    def _drop(self, number, objects):
        del self.compiled[number]
        return None, ()

    def _log(self, text, objects):
        if self.logger is not None:
            self.logger.debug(text)
        return None, ()


def _described(wanted):
    if wanted is None:
        return None
    layout, device, dtype, sizes = wanted
    return LAYOUT_BY_CODE[layout], device, BY_CODE[dtype], sizes


_passes = _Passes()


def set_autograd_compiler(compiler: Callable[[], Any] | None, dynamic: bool) -> tuple[Callable[[], Any] | None, bool]:
    """Compiles backward passes from here on by what `compiler()` makes, or no longer for None; returns what was set.

    dynamic: sizes are symbols from the first pass on. Raises TypeError for what cannot be called.
    """
    if compiler is not None and not callable(compiler):
        raise TypeError(f"argument 'compiler' must be callable or None, not {type(compiler).__name__}")
    before = _passes.make, _passes.dynamic
    if compiler is not None and not _passes.asked:
        core.compile_passes(_passes.answer)
        _passes.asked = True
    _passes.make, _passes.dynamic = compiler, bool(dynamic)
    if _passes.asked:
        api.backward_compiler_use(compiler is not None, _passes.dynamic)
    return before


def set_verbose_logger(logger: Any) -> bool:
    """Tells a logger why passes are compiled, or nobody for None; returns True."""
    _passes.logger = logger
    api.backward_compiler_explain(logger is not None)
    return True


def call_cpp_tensor_pre_hooks(idx: int, grad: Tensor) -> Tensor:
    """The gradient that a hook of another language makes of one, in the pass that runs."""
    return api.backward_compiler_hook(idx, grad)


def clear_cache() -> None:
    """Forgets all compiled passes. Raises RuntimeError while one runs."""
    api.backward_compiler_clear()


def is_cache_empty() -> bool:
    """True if no pass is compiled."""
    return api.backward_compiler_is_empty()
