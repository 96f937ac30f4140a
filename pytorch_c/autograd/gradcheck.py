"""gradcheck and gradgradcheck under the name of their module in torch (torch.autograd.gradcheck).

The package has a function of this name: the module can be called as it can.
"""

from __future__ import annotations

import sys
import types

from ._gradcheck import gradcheck, gradgradcheck
from ._gradcheck_parts import GradcheckError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class _Callable(types.ModuleType):
    """A module that is called as its function is."""

    def __call__(self, *args: Any, **kwargs: Any) -> bool:
        return gradcheck(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
