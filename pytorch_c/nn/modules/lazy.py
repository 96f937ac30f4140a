"""Base of layers whose sizes the first batch tells (torch.nn.modules.lazy)."""

from __future__ import annotations

import itertools
from typing import Any, NoReturn

from ...autograd.grad_mode import no_grad
from ..parameter import is_lazy

__all__ = ["LazyModuleMixin"]


class LazyModuleMixin:
    """Makes a module's parameters wait for the first call; stands before Module among the bases.

    The class writes initialize_parameters(*args), which materializes its UninitializedParameters from what the
    first call is given. After it the module is one of cls_to_become, unless that is None. A state dict with
    shapes may come first. As torch.nn.modules.lazy.LazyModuleMixin.
    """

    cls_to_become: type[Any] | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        kept = ((name, one) for name, one in self._buffers.items() if name not in self._non_persistent_buffers_set)
        for name, tensor in itertools.chain(self._parameters.items(), kept):
            if tensor is not None:
                destination[prefix + name] = tensor if is_lazy(tensor) or keep_vars else tensor.detach()

    def _lazy_load_hook(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        """Gives what is not initialized the shapes of a state dict that is."""
        for name, tensor in itertools.chain(self._parameters.items(), self._buffers.items()):
            source = state_dict.get(prefix + name)
            if is_lazy(tensor) and source is not None and not is_lazy(source):
                with no_grad():
                    tensor.materialize(source.shape)

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Materialize the parameters, given the arguments of the first call."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self) -> bool:
        """Returns whether a parameter or buffer of this module has no shape yet."""
        return any(map(is_lazy, itertools.chain(self._parameters.values(), self._buffers.values())))

    def _infer_parameters(self, module, args, kwargs=None):
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        module._initialize_hook.remove()
        module._load_hook.remove()
        del module._initialize_hook, module._load_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    def _replicate_for_data_parallel(self) -> NoReturn:
        raise RuntimeError(
            "Modules with uninitialized parameters can't be used with `DataParallel`. "
            "Run a dummy forward pass to correctly initialize the modules"
        )
