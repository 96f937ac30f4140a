"""Names for the types of arguments, for annotations only: a program imports this when it asks for a signature."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import IO, Any, TypeAlias, TypeVar

from ._tensor.device import device
from ._tensor.dtype import dtype as Dtype
from ._tensor.dtype import layout as Layout
from ._tensor.dtype import memory_format as MemoryFormat
from ._tensor.generator import Generator
from ._tensor.tensor import Tensor

Number: TypeAlias = int | float | complex
Argnums: TypeAlias = int | tuple[int, ...]  # which positional arguments
Ints: TypeAlias = int | Sequence[int]
File: TypeAlias = str | PathLike[str] | IO[bytes]
Operand: TypeAlias = Tensor | int | float | complex
DeviceLike: TypeAlias = device | str | int
Tensors: TypeAlias = Tensor | Sequence[Tensor]
TensorT = TypeVar("TensorT", bound=Tensor)  # Tensor or a class derived from it
# Parameters of an optimizer: tensors, groups of them with their settings, or named_parameters().
Params: TypeAlias = Iterable[Tensor] | Iterable[Mapping[str, Any]] | Iterable[tuple[str, Tensor]]
Rates: TypeAlias = list[float | Tensor]  # the learning rates of an optimizer's groups
Lambda: TypeAlias = Callable[[int], float]  # a function of the epoch

__all__ = [
    "Argnums",
    "DeviceLike",
    "Dtype",
    "File",
    "Generator",
    "Ints",
    "Lambda",
    "Layout",
    "MemoryFormat",
    "Number",
    "Operand",
    "Params",
    "Rates",
    "Tensor",
    "TensorT",
    "Tensors",
]
