"""Layers in programs: torch's own functions and methods, which are TorchScript, compiled when a program names ours."""

from __future__ import annotations

import ast
import functools
import inspect
from pathlib import Path

from .._borrowed import loader
from .._boundary.errors import TorchError
from ..nn import functional
from ._builtins import add_builtin, unwrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


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
    return module


@functools.cache
def _names() -> dict[int, str]:
    """{id of a function of ours: its name}."""
    return {id(unwrapped(found)): name for name, found in vars(functional).items() if callable(found)}


def torchs_form(function: Any) -> Any:
    """Returns torch's function for one of nn.functional's, another function as it is."""
    name = _names().get(id(function))
    return function if name is None else unwrapped(getattr(_torchs_file("nn.functional"), name, function))


@functools.cache
def _homes() -> dict[str, str]:
    """{class: the file of torch's nn/modules that has it}."""
    spec = loader.spec_of("nn.modules", "")
    if spec is None:
        raise TorchError("a layer in a program is compiled from torch's own file: install torch beside this package")
    imports = [one for one in ast.parse(Path(spec.origin).read_text()).body if isinstance(one, ast.ImportFrom)]
    return {alias.name: str(one.module).rpartition(".")[2] for one in imports for alias in one.names}


def torchs_method(name: str, module: Any) -> Any:
    """Returns torch's method for a layer of ours, or None: by the first of the layer's classes that is nn's own."""
    for cls in type(module).__mro__:
        package, _, place = cls.__module__.partition(".")  # torch's name, where this package has it
        if package in (loader.PACKAGE, "torch") and place.startswith("nn.modules.") and cls.__name__ in _homes():
            theirs = getattr(_torchs_file(f"nn.modules.{_homes()[cls.__name__]}"), cls.__name__)
            return inspect.getattr_static(theirs, name, None)
    return None
