"""Modules whose parameters become constants, and what is made faster then (torch.jit._freeze)."""

from __future__ import annotations

from .._boundary import api, constants
from .._boundary.errors import TorchError, TorchValueError
from ._modules import ScriptModule, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["freeze", "optimize_for_inference", "run_frozen_optimizations"]


def freeze(mod: Any, preserved_attrs: list[str] | None = None, optimize_numerics: bool = True) -> Any:
    """A module whose parameters, submodules and attributes are constants of forward's graph.

    Args:
        mod: A ScriptModule in eval mode
        preserved_attrs: Attributes and methods that stay beside forward
        optimize_numerics: Batch norms are folded into convolutions, and the like

    Raises RuntimeError for what is no ScriptModule, or is in training mode, and for an attribute that is not there.
    Source: torch.jit.freeze.
    """
    if not isinstance(mod, ScriptModule):
        raise RuntimeError(
            "Freezing expects a ScriptModule as input. "
            "Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'."
        )
    if getattr(mod, "training", False):
        raise RuntimeError(
            "Freezing is currently only implemented for modules in eval mode. "
            "Please call .eval() on your module before freezing."
        )
    try:
        return wrap(api.jit_module_freeze(mod._c, "\n".join(preserved_attrs or ()), optimize_numerics))
    except TorchValueError as error:  # an unknown name, which torch calls a RuntimeError
        raise TorchError(str(error)) from None


def run_frozen_optimizations(
    mod: Any, optimize_numerics: bool = True, preserved_methods: list[str] | None = None
) -> None:
    """Optimizes the graphs of a module that was frozen, as freeze() does: forward's, and those of `preserved_methods`.

    Source: torch.jit.run_frozen_optimizations.
    """
    methods = ["forward"] if api.jit_module_has(mod._c, "forward") == constants.JIT_METHOD else []
    api.jit_module_optimize_frozen(mod._c, "\n".join([*methods, *(preserved_methods or ())]), optimize_numerics)


def optimize_for_inference(mod: Any, other_methods: list[str] | None = None) -> Any:
    """A module for inference: frozen, unless it is already, with operators of the machine's in place of general ones.

    Raises as freeze() does. Source: torch.jit.optimize_for_inference.
    """
    if not isinstance(mod, ScriptModule):
        raise RuntimeError(
            "optimize_for_inference expects ScriptModule as input. "
            "Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'."
        )
    if hasattr(mod, "training"):
        mod = freeze(mod.eval(), preserved_attrs=other_methods)
    return wrap(api.jit_module_optimize_for_inference(mod._c, "\n".join(other_methods or ())))
