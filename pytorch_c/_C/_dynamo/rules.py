"""Rules of torch's compiler: what it reads, and what it puts into graphs or runs as it is (_dynamo.trace_rules).

torch's rules name files, which lie in two folders here; functions of its extension; and methods by their kind of C.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache, wraps
from pathlib import Path
from types import ModuleType

from ..._borrowed import loader
from ..._tensor.overriding import _Method, convert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_BELOW = "_C", "_tensor", "func"  # what is C in torch, or stands for it, though a file of that name is there


def take_over(module: ModuleType) -> None:
    """Lets rules for files of torch hold for those that are borrowed, and has this package's own parts run as they are."""
    ours = f"{os.path.dirname(sys.modules[loader.PACKAGE].__file__)}/"  # type: ignore[type-var]
    torchs = f"{loader.torch_folder()}/"
    for name in ("get_legacy_mod_inlinelist", "get_mod_inlinelist", "get_mod_skiplist"):
        setattr(module, name, _of_both(getattr(module, name), ours, torchs))
    module.FORCE_SKIP_FILES |= {torchs + one.removeprefix(ours) for one in module.FORCE_SKIP_FILES}  # type: ignore[attr-defined]
    module.get_torch_obj_rule_map = _rules_of_both(module.get_torch_obj_rule_map, ours, torchs)  # type: ignore[attr-defined]
    module.get_tensor_method = _methods_of_both(module.get_tensor_method)  # type: ignore[attr-defined]
    module.lookup_callable = _with_methods(module)  # type: ignore[attr-defined]
    of_torch, is_torch, own = module.check_file, module.is_torch, _own_parts(ours, torchs)

    @wraps(of_torch)
    def check_file(filename: str | None, is_inlined_call: bool = False) -> Any:
        if not is_inlined_call and filename is not None and filename.startswith(own):
            return module.SkipResult(True, "file is a part of pytorch_c that is C in torch")
        return of_torch(filename, is_inlined_call)

    def is_torch_of_both(filename: str) -> bool:
        return is_torch(filename) or filename.startswith(torchs) and not filename.startswith(f"{torchs}_dynamo/")

    module.check_file, module.is_torch = check_file, is_torch_of_both  # type: ignore[attr-defined]


# Where this package has what is in a file of another name in torch.
_HERE = {"_library/custom_ops": "library/__init__", "_library/autograd": "library/_operators"}


def _of_both(listed: Callable[[], set[str]], ours: str, torchs: str) -> Callable[[], set[str]]:
    def of_both():
        names = {one.removeprefix(ours) for one in listed()}
        moved = {ours + _HERE[one] for one in names & _HERE.keys()}
        return moved | {folder + one for one in names for folder in (ours, torchs)}

    return cache(of_both)


def _rules_of_both(rules, ours, torchs):
    def of_both():
        found = rules()
        files = {torchs + key.removeprefix(ours): rule for key, rule in found.items() if isinstance(key, str)}
        every = _twins(sys.modules[loader.PACKAGE]) | files | found
        del every[convert]  # standing.py says what is read in its place
        return every

    def _twins(package):
        """Rules for functions that torch has in its extension and at its top, which are the same object there."""
        listed = (one for part in module.torch_name_rule_map for one in part.items())
        names = ((key.removeprefix("torch._C."), rule) for key, rule in listed if key.startswith("torch._C."))
        return {getattr(package, name): rule for name, rule in names if name.isidentifier() and hasattr(package, name)}

    module = sys.modules[rules.__module__]
    return cache(of_both)


@cache
def methods_in_python() -> frozenset[str]:
    """Returns the names of the methods and properties of Tensor that are Python in torch."""
    source = (loader.torch_folder() / "_tensor.py").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^    def (\w+)", source, re.M))


def _methods_of_both(of_torch):
    """torch's set of the methods that are C, with those of this package's that torch does not define in Python."""

    def of_both():
        in_python = {*methods_in_python(), "_make_subclass", "_make_wrapper_subclass", "__new__"}
        tensor = sys.modules[loader.PACKAGE].Tensor
        names = (name for name in dir(tensor) if name not in in_python and not hasattr(object, name))
        return of_torch() | {one for one in (getattr(tensor, name) for name in names) if _is_method(one)}

    return cache(of_both)


def _with_methods(module):
    """torch's rule for what can be called, with methods of Tensor that are C in torch, such as Tensor.detach, as functions."""
    lookup = module.lookup_callable

    def lookup_callable(obj: Callable[..., Any]) -> Any:
        found = lookup(obj)
        if found is None and type(obj) is _Method and obj in module.get_tensor_method():
            return module.TorchInGraphFunctionVariable
        return found

    return lookup_callable


def _is_method(one):
    return callable(one) and not isinstance(one, type) and one.__hash__ is not None


def _own_parts(ours, torchs):
    """The beginnings of paths of files that stand for no file of torch's."""
    names = {one.stem for one in Path(ours).iterdir() if one.is_dir() or one.suffix == ".py"}
    theirs = {one.stem for one in Path(torchs).iterdir()} - {*_BELOW}
    return tuple(ours + name + end for name in sorted(names - theirs) for end in ("/", ".py"))
