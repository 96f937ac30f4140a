"""The graph of a trace alone, with parameters as inputs (torch.jit._get_trace_graph)."""

from __future__ import annotations

from .._C import _jit
from .._tensor.tensor import Tensor
from ..nn import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _unique_state_dict(module: Module, keep_vars: bool = False) -> dict[str, Tensor]:
    """Returns the state of a module with each tensor once."""
    found, seen = {}, set()
    for name, tensor in module.state_dict(keep_vars=True).items():
        if id(tensor) not in seen:
            seen.add(id(tensor))
            found[name] = tensor if keep_vars else tensor.detach()
    return found


class ONNXTracedModule(Module):
    """A module or function whose call is traced: the graph's inputs are the call's, then the tensors of the state."""

    def __init__(
        self,
        inner: Any,
        strict: bool = True,
        force_outplace: bool = False,
        return_inputs: bool = False,
        return_inputs_states: bool = False,
    ) -> None:
        super().__init__()
        self.inner = inner
        self.strict, self._force_outplace = strict, force_outplace
        self._return_inputs, self._return_inputs_states = return_inputs, return_inputs_states

    def forward(self, *args: Any) -> Any:
        tensors, how = _jit._jit_flatten(args)
        state = list(_unique_state_dict(self, keep_vars=True).values())
        inputs, states, results = [], [], []

        def traced(*given):
            own = list(given[: len(tensors)])
            if not all(isinstance(one, Tensor) for one in own):
                raise RuntimeError("Expected Tensor argument")
            call = _jit._jit_unflatten(own, how)
            if self._return_inputs:
                inputs.append(tuple(one.clone() for one in given))
            if self._return_inputs_states:
                states.append(_jit._jit_unflatten(own, how))
            results.append(self.inner(*call))
            if self._return_inputs_states:
                states[0] = (states[0], call)
            flat, _ = _jit._jit_flatten(results)
            return flat[0] if len(flat) == 1 else tuple(flat)

        graph, _ = _jit._create_graph_by_tracing(traced, tensors + state, None, self.strict, self._force_outplace)
        if self._return_inputs:
            return graph, results[0], inputs[0]
        if self._return_inputs_states:
            return graph, results[0], states[0]
        return graph, results[0]


def _get_trace_graph(
    f: Any,
    args: Any = (),
    kwargs: dict[str, Any] | None = None,
    strict: bool = True,
    _force_outplace: bool = False,
    return_inputs: bool = False,
    _return_inputs_states: bool = False,
) -> Any:
    """Runs a function or module once; returns the graph of what it did, and its result.

    Args:
        f: A module, or a function of tensors
        args: Its arguments, or the only one
        kwargs: More of them, by name
        return_inputs: Returns copies of the graph's inputs too

    The inputs of the graph are the tensors of `args`, then the module's parameters and buffers. Source:
    torch.jit._get_trace_graph.
    """
    module = ONNXTracedModule(f, strict, _force_outplace, return_inputs, _return_inputs_states)
    return module(*(args if isinstance(args, tuple) else (args,)), **(kwargs or {}))
