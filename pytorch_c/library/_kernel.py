"""One kernel of an operator (torch.library.get_kernel)."""

from __future__ import annotations

from .._boundary import api
from .._calls.opoverload import OpOverload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Kernel(OpOverload):
    """Kernel of an operator for one dispatch key, without what stands before it.

    Gradients are recorded by the keys before it, so that "CPU" records none of its own.
    """

    def __init__(self, name: str, overload: str, dispatch_key: str) -> None:
        super().__init__(name, overload)
        self.dispatch_key = dispatch_key
        self._found = api.operator_kernel(self._found, dispatch_key)

    def __repr__(self) -> str:
        return f"<kernel of {self._name} for {self.dispatch_key}>"

    def call_boxed(self, keyset: Any, *args: Any, **kwargs: Any) -> Any:
        """Calls the kernel; `keyset` is what a kernel of torch's is given, and has no meaning here."""
        return self(*args, **kwargs)

    def _take_forms(self) -> None:
        """Does nothing: the operator's C function would begin at its first key."""

    def _run(self, given):
        return self._run_libtorch(given)


def kernel(qualname: str, dispatch_key: str) -> Kernel:
    """Returns what library.get_kernel does."""
    if not isinstance(dispatch_key, str):
        raise ValueError(f"Invalid dispatch key: {dispatch_key}")
    name, _, overload = qualname.partition(".")
    return Kernel(name, "" if overload == "default" else overload, dispatch_key)
