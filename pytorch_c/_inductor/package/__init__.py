"""Packages of compiled models (torch._inductor.package): a `.pt2` file, which holds machine code for each model.

Loading one runs its code: load what you trust.
"""

from __future__ import annotations

import os
import tempfile
from functools import cached_property

from ..._boundary import api
from ..._tensor.tensor import Tensor
from ...utils import _pytree as pytree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import IO, Any

__all__ = ["AOTICompiledModel", "load_library", "load_package", "model_names"]


class AOTICompiledModel:
    """A model that AOTInductor has compiled, ready to be called with what the source model took.

    Inputs are checked by the model in each call: number, dtype, sizes, strides and device, against what it was compiled for.
    No gradients are recorded. Calls from several threads wait for one another beyond `num_runners`.

    Source: torch._inductor.package.AOTICompiledModel.
    """

    def __init__(self, loader: Any, metadata: dict[str, str] | None = None) -> None:
        self.loader = loader
        self._metadata = metadata or {}

    @cached_property
    def _specs(self):
        return tuple(pytree.treespec_loads(text) for text in api.aoti_call_spec(self.loader))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the model; results are nested as the source model's.

        Raises:
            TypeError, ValueError: more or fewer arguments, or others by name
            Error: an input of another dtype, size, stride or device than the model was compiled for
        """
        taken, given = self._specs
        inputs = [one for one in _flat_inputs(args, kwargs, taken) if isinstance(one, Tensor)]
        return pytree.tree_unflatten(api.aoti_run(self.loader, inputs), given)

    def get_metadata(self) -> dict[str, str]:
        """Returns what the package says of the model: device, machine, instruction sets."""
        return dict(self._metadata)

    def get_constant_fqns(self) -> list[str]:
        """The names of parameters and buffers, as in the source model's state_dict."""
        return api.aoti_constants(self.loader).splitlines()

    def get_constant(self, name: str, *, use_inactive: bool = False) -> Tensor:
        """A copy of a parameter or buffer; of the second buffer with `use_inactive`. (Not in torch.)"""
        return api.aoti_constant(self.loader, name, use_inactive)

    def load_constants(
        self,
        constants_map: Mapping[str, Tensor],
        *,
        check_full_update: bool,
        user_managed: bool = False,
        allow_h2d_copy: bool = False,
        use_inactive: bool = False,
    ) -> None:
        """Copies new values of parameters and buffers into the model, by their names.

        Arguments:
            check_full_update: whether all names must be there
            user_managed: not here, since a model that does not own its weights reads what is gone; NotImplementedError
            allow_h2d_copy: whether tensors of the CPU are copied to the model's device
            use_inactive: into a second buffer, which `swap_constants` makes the one in use (not in torch's form)

        Raises:
            ValueError: a name that is not the model's; another shape, dtype or device; then nothing is changed

        Source: torch._inductor.package.AOTICompiledModel.load_constants.
        """
        if user_managed:
            raise NotImplementedError(
                "load_constants(): argument 'user_managed': the model keeps copies of its own here"
            )
        tensors = [constants_map[name] for name in constants_map]
        if allow_h2d_copy:
            places = {name: self.get_constant(name).device for name in constants_map}
            tensors = [one.to(places[name]) for name, one in zip(constants_map, tensors)]
        api.aoti_update_constants(self.loader, "\n".join(constants_map), tensors, use_inactive, check_full_update)

    def swap_constants(self) -> None:
        """The second buffer of weights becomes the one in use, and the other way round. (In torch: swap_constant_buffer.)"""
        api.aoti_swap_constants(self.loader)

    def free_inactive_constants(self) -> None:
        """Gives the memory of the second buffer back. (In torch: free_inactive_constant_buffer.)"""
        api.aoti_free_inactive(self.loader)

    def __deepcopy__(self, memo: dict[int, Any] | None) -> AOTICompiledModel:
        return AOTICompiledModel(self.loader, self._metadata)


def _flat_inputs(args, kwargs, spec):
    """The leaves of the arguments in the model's order, as many as it was compiled with, however they are nested."""
    names = spec.child(1).context
    if set(kwargs) != set(names):
        raise ValueError(f"the model takes the keywords {list(names)}, got {list(kwargs)}")
    leaves, found = pytree.tree_flatten((args, {name: kwargs[name] for name in names}))
    if len(leaves) != spec.num_leaves:
        raise TypeError(f"the model takes arguments that are nested as {spec}, got {found}")
    return leaves


def load_package(
    path: str | os.PathLike[str] | IO[bytes],
    model_name: str = "model",
    run_single_threaded: bool = False,
    num_runners: int = 1,
    device_index: int = -1,
) -> AOTICompiledModel:
    """Loads a model of a package that torch._inductor.aoti_compile_and_package has written; a path, or a file that is open.

    Arguments:
        model_name: which of the package's; `model_names(path)` lists them
        run_single_threaded: leaves locks out; then only one thread may call the model
        num_runners: how many calls may be under way at once
        device_index: of a GPU; -1: the current one

    Raises:
        ValueError: a file that is no package, or a model that is not in it
        NotImplementedError: a model for another device, or for instructions that this processor lacks

    Source: torch._inductor.package.load_package.
    """
    if not hasattr(path, "read"):
        name = os.fspath(path)
        return _loaded(name, model_name, run_single_threaded, num_runners, device_index)
    with tempfile.NamedTemporaryFile(suffix=".pt2") as file:  # libtorch reads files only
        path.seek(0)
        file.write(path.read())
        file.flush()
        return _loaded(file.name, model_name, run_single_threaded, num_runners, device_index)


def _loaded(name, model_name, run_single_threaded, num_runners, device_index):
    said = dict(line.partition("=")[::2] for line in api.aoti_metadata(name, model_name).splitlines())
    handle = api.aoti_load(name, model_name, bool(run_single_threaded), num_runners, device_index)
    return AOTICompiledModel(handle, said)


def load_library(
    path: str | os.PathLike[str], device: str = "cpu", run_single_threaded: bool = False, num_runners: int = 1
) -> AOTICompiledModel:
    """Loads a shared object that torch._inductor.aot_compile has written.

    Source: torch._export.aot_load.
    """
    return AOTICompiledModel(
        api.aoti_load_library(os.fspath(path), str(device), bool(run_single_threaded), num_runners)
    )


def model_names(path: str | os.PathLike[str]) -> list[str]:
    """The models in a package. (In torch: the keys of load_pt2(path).aoti_runners.)"""
    return api.aoti_models(os.fspath(path)).splitlines()
