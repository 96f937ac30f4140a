"""The module that compile() gives for a module (torch._dynamo.OptimizedModule)."""

from __future__ import annotations

from ..nn.modules.module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_OWN = frozenset(("_orig_mod", "dynamo_ctx", "forward", "_forward", "__dict__"))


def as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the function: the context of a module whose calls nobody takes over."""
    return function


class OptimizedModule(Module):
    """A module around another, `_orig_mod`, whose calls a context may take over; attributes are those of the inner one.

    Source: torch._dynamo.OptimizedModule.
    """

    _opt_mod_attributes = _OWN

    def __init__(self, mod: Module, dynamo_ctx: Callable[..., Any]) -> None:
        super().__init__()
        self._orig_mod = mod
        self.dynamo_ctx = dynamo_ctx
        self._initialize()

    def _initialize(self) -> None:
        self.forward = self.dynamo_ctx(self._orig_mod.__call__)
        if hasattr(self._orig_mod, "_initialize_hook"):
            self._forward, self.forward = self.forward, self._call_lazy_check

    def _call_lazy_check(self, *args: Any, **kwargs: Any) -> Any:
        """Makes the parameters of a lazy module before the context sees it."""
        if hasattr(self._orig_mod, "_infer_parameters"):
            self._orig_mod._infer_parameters(self._orig_mod, args, kwargs)
        return self._forward(*args, **kwargs)

    def __len__(self) -> int:
        return len(self._orig_mod)  # type: ignore[arg-type]

    def __bool__(self) -> bool:
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._orig_mod, self.dynamo_ctx)

    @property
    def training(self) -> bool:  # type: ignore[override]
        """The mode of the inner module."""
        return self._orig_mod.training

    @training.setter
    def training(self, value: bool) -> None:
        if "dynamo_ctx" in vars(self):  # which comes after the mode that every module begins with
            self._orig_mod.training = value

    def __getattr__(self, name: str) -> Any:
        inner = self.__dict__["_modules"]["_orig_mod"]
        return inner if name == "_orig_mod" else getattr(inner, name)

    def __setattr__(self, name: str, value: Any) -> None:
        own = name in _OWN or hasattr(type(self), name)
        super().__setattr__(name, value) if own else setattr(self._orig_mod, name, value)

    def __delattr__(self, name: str) -> None:
        own = name in _OWN or hasattr(type(self), name)
        super().__delattr__(name) if own else delattr(self._orig_mod, name)

    def __dir__(self) -> list[str]:
        return [*{*dir(self._orig_mod), *super().__dir__()}]
