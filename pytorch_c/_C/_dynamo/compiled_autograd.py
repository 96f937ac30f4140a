"""The compiler of backward passes while they run (torch._C._dynamo.compiled_autograd), of which there is none: that is what is set."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def set_autograd_compiler(compiler: Any, dynamic: bool) -> tuple[None, bool]:
    """Returns (None, False), what was set before. Raises NotImplementedError for a compiler."""
    if compiler is not None:
        raise NotImplementedError(
            "backward passes are not compiled here: each node is written down by code of torch's extension module"
        )
    return None, False


def set_verbose_logger(logger: Any) -> bool:
    """Returns False: nothing is logged."""
    return False


def clear_cache() -> None:
    """Does nothing: no backward pass is kept."""


def is_cache_empty() -> bool:
    """Returns True: no backward pass is kept."""
    return True
