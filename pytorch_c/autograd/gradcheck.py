"""gradcheck and gradgradcheck: torch's own file (torch.autograd.gradcheck).

The package has a function of this name: the module can be called as it can.
"""

from __future__ import annotations

import sys
import types

from .._borrowed import loader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._tensor.tensor import Tensor

    class GradcheckError(RuntimeError):
        """A derivative is not that of its function."""

    def gradcheck(
        func: Callable[..., Tensor | Sequence[Tensor]],
        inputs: Tensor | Sequence[Any],
        *,
        eps: float = 1e-6,
        atol: float = 1e-5,
        rtol: float = 1e-3,
        raise_exception: bool = True,
        nondet_tol: float = 0.0,
        check_undefined_grad: bool = True,
        check_grad_dtypes: bool = False,
        check_batched_grad: bool = False,
        check_batched_forward_grad: bool = False,
        check_forward_ad: bool = False,
        check_backward_ad: bool = True,
        fast_mode: bool = False,
        masked: bool | None = None,
    ) -> bool: ...
    def gradgradcheck(
        func: Callable[..., Tensor | Sequence[Tensor]],
        inputs: Tensor | Sequence[Any],
        grad_outputs: Tensor | Sequence[Tensor] | None = None,
        *,
        eps: float = 1e-6,
        atol: float = 1e-5,
        rtol: float = 1e-3,
        gen_non_contig_grad_outputs: bool = False,
        raise_exception: bool = True,
        nondet_tol: float = 0.0,
        check_undefined_grad: bool = True,
        check_grad_dtypes: bool = False,
        check_batched_grad: bool = False,
        check_fwd_over_rev: bool = False,
        check_rev_over_rev: bool = True,
        fast_mode: bool = False,
        masked: bool = False,
    ) -> bool: ...
else:
    exec(loader.spec_of("autograd.gradcheck", __name__).loader.get_code(__name__), globals())

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class _Callable(types.ModuleType):
    """A module that is called as its function is."""

    def __call__(self, *args: Any, **kwargs: Any) -> bool:
        return gradcheck(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
