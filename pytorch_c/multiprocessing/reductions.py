"""Ways of tensors between processes: the memory is shared, the rest is a few numbers (torch.multiprocessing.reductions).

A storage is moved into a segment where it lies in none yet, and what is sent says where that is: a descriptor, which
the standard library hands over, or a name. In the process that receives, one segment is one storage, whether it comes
once or twice, in one message or several, or back to where it was made.
"""

from __future__ import annotations

import multiprocessing.reduction
import os
from multiprocessing.reduction import ForkingPickler as _ForkingPickler

from .._boundary import constants
from .._files import pickling
from .._files.layouts import kind_of, quantizer_of
from .._files.storages import flat_view
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from ..nn.parameter import Buffer, Parameter
from ..storage import UntypedStorage, sharing, untyped_storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["init_reductions", "reduce_storage", "reduce_tensor"]

_UINT8 = DTYPES["uint8"]


class SenderEnded(RuntimeError):
    """Error of a tensor that went with the process that sent it."""


# ---- storages ----


def reduce_storage(storage: UntypedStorage) -> tuple[Any, ...]:
    """(function, arguments) from which another process makes the storage over the same memory.

    Memory at which an array or another view of this process looks has to stay where it is: of that, and of memory on
    a device, a copy is sent.

    Raises:
        RuntimeError: there is no descriptor left, …
        OutOfMemoryError: there is no room for a segment
    """
    if storage.device.type != "cpu":
        return storage.__reduce__()
    if not storage.nbytes():
        return _rebuild_empty, ()
    kind = storage._kind()
    if kind == constants.SHARED_BY_FILE:
        return _rebuild_from_file, (os.path.abspath(storage.filename), storage.nbytes())
    if kind == constants.NOT_SHARED and storage._is_lent():
        storage = storage.clone()
    if kind == constants.SHARED_BY_NAME or (kind == constants.NOT_SHARED and sharing.strategy() == "file_system"):
        _, name, nbytes = storage._share_filename_cpu_()
        storage._shared_incref()  # for the one who will open it
        return _rebuild_from_name, (name, nbytes)
    fd, nbytes = storage._share_fd_cpu_()
    return _rebuild_from_fd, (multiprocessing.reduction.DupFd(fd), nbytes)


def _rebuild_empty():
    return UntypedStorage(0)


def _rebuild_from_file(path, nbytes):
    fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        return UntypedStorage._new_shared_fd_cpu(fd, nbytes)
    finally:
        os.close(fd)


def _rebuild_from_name(name, nbytes):
    try:
        storage = UntypedStorage._new_shared_filename_cpu(b"", name, nbytes)
    except RuntimeError as error:
        raise SenderEnded(f"the process that sent this tensor ended before it was received ({error})") from None
    return storage._shared_decref()


def _rebuild_from_fd(sent, nbytes):
    try:
        fd = sent.detach()
    except (OSError, EOFError) as error:
        raise SenderEnded(
            f"the process that sent this tensor ended before it was received ({type(error).__name__}: {error})"
        ) from None
    try:
        return UntypedStorage._new_shared_fd_cpu(fd, nbytes)
    finally:
        os.close(fd)


# ---- tensors ----


def reduce_tensor(tensor: Tensor) -> tuple[Any, ...]:
    """(function, arguments) from which another process makes a tensor over the same memory.

    Sizes, strides, requires_grad, a class's attributes and the conjugate bit go with it, the graph and the gradient
    do not. Raises RuntimeError for the result of a computation that requires grad.
    """
    if tensor.requires_grad and not tensor.is_leaf:
        raise RuntimeError(
            "Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support "
            "crossing process boundaries.  If you just want to transfer the data, call detach() on the tensor before "
            "serializing (e.g., putting it on the queue)."
        )
    if type(tensor) is not Tensor:
        state = getattr(tensor, "__dict__", None) or None
        return pickling.rebuild_subclass, (type(tensor), tensor.detach(), tensor.requires_grad), state
    kind = kind_of(tensor)
    if kind in ("sparse", "nested") or tensor.device.type != "cpu":
        return pickling.reduce(tensor)  # its parts are tensors, and come back here
    tensor = pickling.materialized(tensor)
    if kind == "quantized":
        args = flat_view(tensor), tensor.dtype, *pickling.geometry(tensor)
        return pickling.rebuild_from_quantizer, (*args, quantizer_of(tensor), tensor.requires_grad)
    args = untyped_storage(tensor), tensor.dtype, *pickling.geometry(tensor)
    return _rebuild_tensor, (*args, tensor.requires_grad, pickling.flags(tensor))


def _rebuild_tensor(storage, dtype, offset, size, stride, requires_grad, bits):
    return pickling.rebuild(storage._tensor(_UINT8), dtype, offset, size, stride, requires_grad, bits)


def init_reductions() -> None:
    """Tells the standard library how tensors are sent; importing pytorch_c.multiprocessing does so."""
    for kind in (Tensor, Parameter, Buffer):
        _ForkingPickler.register(kind, reduce_tensor)
    _ForkingPickler.register(UntypedStorage, reduce_storage)
