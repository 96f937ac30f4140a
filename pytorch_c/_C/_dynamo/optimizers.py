"""Steps of optimizers as torch's compiler reads them: torch's own, in the place of those that are one call of the C library."""

from __future__ import annotations

import importlib
import sys
import types

from ..._borrowed import loader
from ..._compile import _disable_dynamo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PACKAGE = f"{__package__}.optim"  # of torch's files that run beside ours; `_dynamo` imports them by this name
_FILES = "optimizer", "adam", "adamw", "adagrad", "sgd"
_ASKED = (  # by torch's other optimizers, whose answers differ while they are compiled, or are read from C here
    "_default_to_fused_or_foreach",
    "_device_dtype_check_for_fused",
    "_get_capturable_supported_devices",
    "_get_scalar_dtype",
    "_get_value",
    "_stack_if_compiling",
    "_to_scalar",
    "_view_as_real",
)
_LEFT_ALONE = _disable_dynamo(len).__code__


def take_over(module: types.ModuleType) -> None:
    """Gives our optimizers the steps that the compiler reads, and their functions torch's in graphs (_dynamo)."""
    ours = {name: importlib.import_module(f"{loader.PACKAGE}.optim.{name}") for name in _FILES}
    theirs = _of_torch()
    for name in _ASKED:
        module.substitute_in_graph(getattr(ours["optimizer"], name), skip_signature_check=True)(
            getattr(theirs["optimizer"], name)
        )
    base = ours["optimizer"].Optimizer
    for name, function in vars(theirs["optimizer"].Optimizer).items():
        if getattr(function, "__code__", None) is _LEFT_ALONE:
            setattr(base, name, _disable_dynamo(getattr(base, name)))
    for name in _FILES[1:]:
        fused = f"_fused_{name}"
        if hasattr(theirs[name], fused):
            disabled = module.disable(getattr(theirs[name], fused), reason="don't trace into fused optimizer")
            setattr(theirs[name], fused, disabled)
        module.substitute_in_graph(getattr(ours[name], name), skip_signature_check=True)(getattr(theirs[name], name))
        (of,) = (one for one in ours[name].__all__ if one != name)
        getattr(ours[name], of)._step_of_torch = getattr(theirs[name], of).step.__wrapped__


def _of_torch() -> dict[str, Any]:
    """torch's files of the optimizers that are ours, each a module of its own."""
    package = sys.modules[_PACKAGE] = types.ModuleType(_PACKAGE)
    package.__path__ = []
    found = {}
    for name in _FILES:
        path, made = str(loader.torch_folder() / "optim" / f"{name}.py"), types.ModuleType(f"{_PACKAGE}.{name}")
        made.__file__, made.__package__, made.__loader__ = path, _PACKAGE, loader.Loader(made.__name__, path)
        found[name] = sys.modules[made.__name__] = made
        exec(made.__loader__.get_code(made.__name__), vars(made))
    return found
