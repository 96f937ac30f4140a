"""Functions of torch._C._dynamo.guards that the programs of torch's compiler call: tensors by sizes and steps, and tests."""

from __future__ import annotations

from ..._boundary.handle import core
from ..._ops import empty_strided
from ..._tensor.dtype import dtype
from ..._tensor.tensor import Tensor
from ...autograd.grad_mode import no_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_ADVICE = (
    "\nThis error most often comes from a incorrect fake (aka meta) kernel for a custom op."
    "\nUse torch.library.opcheck to test your custom op."
    "\nSee https://pytorch.org/docs/stable/library.html#torch.library.opcheck"
)
_torchinductor_pyobject_tensor_data_ptr: int = core.elements_of  # the address of a function of C, for kernels
_ALIGNED = 16  # bytes, as the programs assume of their inputs


def _checked(item: Any) -> Tensor:
    if not isinstance(item, Tensor):
        raise TypeError("expected Tensor()")
    return item


@core.quick
def assert_size_stride(
    item: Tensor, size: tuple[int, ...], stride: tuple[int, ...], op_name: str | None = None
) -> bool:
    """Returns True for a tensor of these sizes and steps, else raises AssertionError; no step of a size 1 is looked at."""
    _checked(item)
    if type(size) is not tuple or type(stride) is not tuple:
        raise TypeError("expected tuple()")
    actual = tuple(item.shape), item.stride()
    if actual == (size, stride):
        return True
    if not len(size) == len(stride) == item.dim():
        raise AssertionError(
            "wrong number of dimensions" + str(item.dim()) + (f" for op: {op_name}" if op_name else "")
        )
    rows = enumerate(zip(*actual, size, stride))
    wrong = [
        f"expected size {is_size}=={want_size}, stride {is_step}=={want_step} at dim={i}"
        for i, (is_size, is_step, want_size, want_step) in rows
        if is_size != want_size or (is_step != want_step and is_size > 1)
    ]
    if wrong:
        raise AssertionError("; ".join(wrong) + (f"\nError in op: {op_name}" if op_name else "") + _ADVICE)
    return True


def assert_alignment(item: Tensor, alignment: int, op_name: str | None = None) -> bool:
    """Returns True for a tensor whose first element is at a multiple of so many bytes, else raises AssertionError."""
    _checked(item)
    if alignment == 0:
        raise AssertionError("alignment cannot be 0")
    if item.storage_offset() * item.itemsize % alignment == 0:
        return True
    raise AssertionError(
        (f"\nError in op: {op_name}" if op_name else "")
        + f"\nExpect the tensor to be {alignment} bytes aligned. Fail due to storage_offset={item.storage_offset()} "
        f"itemsize={item.itemsize}"
    )


def copy_if_misaligned(item: Tensor) -> Tensor:
    """Returns a tensor, or a copy of it where its first element is not at a multiple of 16 bytes."""
    return item if _checked(item).data_ptr() % _ALIGNED == 0 else item.clone()


def _empty_strided(size: Any, stride: Any, kind: Any, device: str, **settings: Any) -> Tensor:
    if type(size) is not tuple or type(stride) is not tuple or not isinstance(kind, dtype):
        raise RuntimeError("expected (sizes: tuple, strides: tuple, dtype)")
    if any(one < 0 for one in (*size, *stride)):
        raise RuntimeError("expected sizes and strides of 0 or more")
    return empty_strided(size, stride, dtype=kind, device=device, **settings)


@core.quick
def _empty_strided_cpu(size: tuple[int, ...], stride: tuple[int, ...], kind: dtype) -> Tensor:
    """Returns a tensor with these sizes and steps, whose elements are not written."""
    return _empty_strided(size, stride, kind, "cpu")


def _empty_strided_cpu_pinned(size: tuple[int, ...], stride: tuple[int, ...], kind: dtype) -> Tensor:
    """Returns such a tensor in memory from which accelerators copy fast."""
    return _empty_strided(size, stride, kind, "cpu", pin_memory=True)


def _empty_strided_cuda(size: tuple[int, ...], stride: tuple[int, ...], kind: dtype) -> Tensor:
    """Returns such a tensor on the current CUDA device."""
    return _empty_strided(size, stride, kind, "cuda")


def _empty_strided_xpu(size: tuple[int, ...], stride: tuple[int, ...], kind: dtype) -> Tensor:
    """Returns such a tensor on the current XPU device."""
    return _empty_strided(size, stride, kind, "xpu")


def _empty_strided_mtia(size: tuple[int, ...], stride: tuple[int, ...], kind: dtype) -> Tensor:
    """Returns such a tensor on the current MTIA device."""
    return _empty_strided(size, stride, kind, "mtia")


@core.quick
def _reinterpret_tensor(base: Tensor, size: Sequence[int], stride: Sequence[int], offset_increment: int = 0) -> Tensor:
    """Returns a tensor upon the same memory with these sizes and steps, some elements further on, without a gradient."""
    with no_grad():
        return base.detach().as_strided(size, stride, base.storage_offset() + offset_increment)
