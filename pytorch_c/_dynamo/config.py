"""Settings of torch's tracer (torch._dynamo.config): they can be set, and change nothing."""

from __future__ import annotations

import contextlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

cache_size_limit: int = 8
recompile_limit: int = 8
accumulated_cache_size_limit: int = 256
suppress_errors: bool = False
verbose: bool = False
disable: bool = False
assume_static_by_default: bool = True
automatic_dynamic_shapes: bool = True
capture_scalar_outputs: bool = False
capture_dynamic_output_shape_ops: bool = False
optimize_ddp: bool = True
guard_nn_modules: bool = False
inline_inbuilt_nn_modules: bool = True
allow_unspec_int_on_nn_module: bool = False
compiled_autograd: bool = False


@contextlib.contextmanager
def patch(**settings: Any) -> Iterator[None]:
    """A block with these settings."""
    before = {name: globals().get(name) for name in settings}
    globals().update(settings)
    try:
        yield
    finally:
        globals().update(before)
