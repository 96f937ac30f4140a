"""Settings of how programs run: what is optimized and fused, for the whole process (torch.jit._fuser)."""

from __future__ import annotations

import contextlib

from .._boundary import api, constants
from .._C._ir import Graph, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["fuser", "last_executed_optimized_graph", "optimized_execution", "set_fusion_strategy"]

_PROFILING = {constants.JIT_PROFILING_EXECUTOR: 1, constants.JIT_PROFILING_MODE: 1}


def _fusing(cpu: int, gpu: int, tensor_exprs: int) -> dict[int, int]:
    return {
        constants.JIT_FUSE_ON_CPU: cpu,
        constants.JIT_FUSE_ON_GPU: gpu,
        constants.JIT_FUSE_TENSOR_EXPRS: tensor_exprs,
    }


_FUSERS = {
    "fuser0": _fusing(1, 1, 0),
    "fuser1": _PROFILING | _fusing(1, 1, 1),
    "fuser2": _fusing(0, 0, 0),
    "fuser3": _PROFILING | _fusing(1, 0, 1),
    "none": _fusing(0, 0, 0),
}


@contextlib.contextmanager
def _options(wanted: dict[int, int]) -> Iterator[None]:
    before = {option: api.jit_option(option) for option in wanted}
    try:
        for option, value in wanted.items():
            api.jit_set_option(option, value)
        yield
    finally:
        for option, value in before.items():
            api.jit_set_option(option, value)


def optimized_execution(should_optimize: bool) -> Any:
    """A block in which programs are optimized before they run, or are not."""
    return _options({constants.JIT_OPTIMIZE: int(bool(should_optimize))})


def fuser(name: str) -> Any:
    """A block with another fuser: "fuser0" the old one, "fuser1" tensor expressions, "none" none.

    "fuser2" and "fuser3" (nvFuser, oneDNN Graph) are taken as torch takes them, without these fusers.
    """
    if name not in _FUSERS:
        raise Exception(f"unrecognized fuser option (name: {name})")
    return _options(_FUSERS[name])


def last_executed_optimized_graph() -> Graph:
    """The graph that ran last on this thread, as it was optimized. Raises RuntimeError where none has run."""
    return wrapped(Graph, api.ir_graph_last_executed())


def set_fusion_strategy(strategy: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Sets how often programs are specialized to "STATIC" and to "DYNAMIC" shapes; gives the strategy of before.

    Raises ValueError for another word. Source: torch.jit.set_fusion_strategy.
    """
    before = [line.split() for line in api.jit_fusion_strategy().split("\n") if line]
    api.jit_set_fusion_strategy("\n".join(f"{kind} {depth}" for kind, depth in strategy))
    return [(kind, int(depth)) for kind, depth in before]
