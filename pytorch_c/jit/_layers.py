"""Layers in programs: torch's own functions and methods, which are TorchScript, compiled when a program names ours."""

from __future__ import annotations

import ast
import functools
import inspect
from pathlib import Path

from .. import _ops
from .._borrowed import loader
from .._boundary.errors import TorchError
from .._boundary.library import core
from ..nn import functional, init
from ..nn.modules import margin_loss, normalization
from ..nn.modules.rnn import RNNBase
from ..nn.utils import rnn
from . import _marks
from ._builtins import add_builtin, unwrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from .._tensor.tensor import Tensor


@functools.cache
def _torchs_file(name: str) -> ModuleType:
    """Returns torch's file of a module of nn, run on this package; raises TorchError where torch is not installed."""
    try:
        module = loader.beside_ours(name)
    except ImportError as error:
        raise TorchError(f"{name} in a program is compiled from torch's own file: {error}") from None
    for one in vars(module).values():
        if getattr(one, "__module__", None) == module.__name__ and callable(one):
            one.__module__ = f"{loader.PACKAGE}.{name}"  # by which programs and archives name it
    if name == "nn.functional":
        add_builtin(module._no_grad_embedding_renorm_, "aten::_no_grad_embedding_renorm_")
        add_builtin(module.assert_int_or_pair, "aten::_assert_int_or_pair")
    if name == "nn.utils.rnn":
        module.PackedSequence = rnn.PackedSequence  # one class for programs and for Python
    return module


# ---- functions ----


@functools.cache
def _names() -> dict[int, tuple[str, str]]:
    """{id of a function of ours: (torch's file, its name there)}."""
    written = {
        name: one for name, one in vars(functional).items() if callable(one) and not isinstance(one, core.Operator)
    }
    found = {id(unwrapped(one)): ("nn.functional", name) for name, one in written.items()}
    names = (name for name in rnn.__all__ if inspect.isfunction(getattr(rnn, name)))
    found |= {id(getattr(rnn, name)): ("nn.utils.rnn", name) for name in names}
    return found | {id(init.calculate_fan_in_and_fan_out): ("nn.init", "_calculate_fan_in_and_fan_out")}


def torchs_form(function: Any) -> Any:
    """Returns torch's function for one of ours in nn.functional, nn.utils.rnn or nn.init, another function as it is."""
    file, name = _names().get(id(function), ("", ""))
    return unwrapped(getattr(_torchs_file(file), name, function)) if file else function


# ---- methods ----

# Our files whose methods are Python that is no TorchScript.
_FILES = frozenset(
    f"{loader.PACKAGE}.nn.modules.{name}"
    for name in "batchnorm container conv instancenorm loss multihead_attention padding rnn rnn_cells transformer "
    "transformer_layers".split()
)


@functools.cache
def _homes() -> dict[str, str]:
    """{class: the file of torch's nn/modules that has it}."""
    spec = loader.spec_of("nn.modules", "")
    if spec is None:
        raise TorchError("a layer in a program is compiled from torch's own file: install torch beside this package")
    imports = [one for one in ast.parse(Path(spec.origin).read_text()).body if isinstance(one, ast.ImportFrom)]
    return {alias.name: str(one.module).rpartition(".")[2] for one in imports for alias in one.names}


def _torchs_class(module: Any) -> Any:
    """Returns torch's class for the first class of a layer that is nn's own, or None."""
    for cls in type(module).__mro__:
        package, _, place = cls.__module__.partition(".")  # torch's name, where this package has it
        if package in (loader.PACKAGE, "torch") and place.startswith("nn.modules.") and cls.__name__ in _homes():
            return getattr(_torchs_file(f"nn.modules.{_homes()[cls.__name__]}"), cls.__name__)
    return None


def torchs_method(name: str, module: Any) -> Any:
    """Returns torch's method for a layer of ours, or None; modules have some of these in programs only."""
    found = inspect.getattr_static(_torchs_class(module), name, None)
    return found if inspect.isfunction(found) else None


def _file_of(function):
    """The module in which a function stands, whatever its `__module__` says."""
    return getattr(function, "__globals__", {}).get("__name__", "")


def form_of(function: Any, module: Any) -> Any:
    """Returns the method that is compiled for one of a module: itself, one of the forms below, or torch's."""
    if function in _FORMS:
        return _FORMS[function]
    return _file_of(function) in _FILES and torchs_method(function.__name__, module) or function


def overloads(function: Any, name: str, module: Any) -> dict[str, Any]:
    """{name: signature} of the overloads of a method that is compiled as `name`, None for its own signature.

    The first overload of a layer of ours, which takes tensors, has the plain name: as such Python can call the layer.
    """
    if _file_of(function).startswith(f"{loader.PACKAGE}.nn.modules._torchs_"):
        found = _marks.method_overloads(_torchs_class(module), function.__name__)
        return {f"{name}__{n}" if n else name: one for n, one in enumerate(found or [None])}
    found = _marks.method_overloads(type(module), name)
    return {f"{name}__{n}": one for n, one in enumerate(found)} or {name: None}


# ---- forms: Python of the subset, in the place of what neither torch's file nor ours says in it ----


def _flat_weights(self) -> list[Tensor]:
    """The parameters: torch's list is an attribute, which an archive keeps apart from them, without their gradients."""
    return [weight for weight in self.parameters()]


@_marks.ignore
def _cross_map_in_python(input: Tensor, size: int, alpha: float, beta: float, k: float) -> Tensor:
    return normalization._CrossMap.apply(input, size, alpha, beta, k)


def _cross_map(self, input: Tensor) -> Tensor:
    """The layer's call, left to Python: its gradient is a Function's, which no program contains."""
    return _cross_map_in_python(input, self.size, float(self.alpha), float(self.beta), float(self.k))


def _triplet(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
    """The layer's call of triplet_margin_with_distance_loss, which no program can give a function."""
    near, far = self.distance_function(anchor, positive), self.distance_function(anchor, negative)
    if self.swap:
        far = _ops.minimum(far, self.distance_function(positive, negative))
    losses = _ops.clamp_min(self.margin + near - far, 0)
    if self.reduction == "none":
        return losses
    return losses.sum() if self.reduction == "sum" else losses.mean()


_FORMS = {
    RNNBase._flat_weights.fget: _flat_weights,
    normalization.CrossMapLRN2d.forward: _cross_map,
    margin_loss.TripletMarginWithDistanceLoss.forward: _triplet,
}
