"""torch's oldest constructors on CUDA devices: cuda.FloatTensor, …"""

from __future__ import annotations

from .._composites import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._tensor.tensor import Tensor

    BFloat16Tensor: type[Tensor]
    BoolTensor: type[Tensor]
    ByteTensor: type[Tensor]
    CharTensor: type[Tensor]
    DoubleTensor: type[Tensor]
    FloatTensor: type[Tensor]
    HalfTensor: type[Tensor]
    IntTensor: type[Tensor]
    LongTensor: type[Tensor]
    ShortTensor: type[Tensor]

globals().update(typed.family("cuda"))
