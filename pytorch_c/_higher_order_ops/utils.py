"""What torch's operators upon functions share (torch._higher_order_ops.utils)."""

from __future__ import annotations

import contextlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def setup_compilation_env() -> Iterator[str]:
    """A block in which a function may be compiled, with the name of the compiler: the one that leaves it as it is."""
    yield "eager"
