"""GoTorch's words for what torch says otherwise, or not at all."""

from __future__ import annotations

from .. import _ops
from .._boundary import api
from .._files import archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import DeviceLike, File, Tensor


def to(a: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """a.to(…): GoTorch's To(a, device, dtype), and all of torch's forms of the method."""
    return a.to(*args, **kwargs)


def save(self: Tensor, f: File) -> None:
    """Writes the tensor to a file, from which load() reads it: GoTorch's Tensor.Save, pytorch_c.save(tensor, f)."""
    archive.save(self, f)


def pin_memory(self: Tensor, device: DeviceLike | None = None) -> Tensor:
    """The tensor in memory that a CUDA device can read by itself; without CUDA the tensor itself, as in GoTorch."""
    if not api.cuda_is_available():
        _ops.alias(self)  # a closed tensor raises here too
        return self
    return _ops.pin_memory(self, device)
