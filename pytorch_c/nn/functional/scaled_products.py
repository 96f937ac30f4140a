"""Products of many matrices, and of scaled small floats: torch.nn.functional.NAME.

TorchError for shapes or dtypes that do not fit each other.
"""

from __future__ import annotations

from enum import Enum

from ... import _ops
from ..._tensor.dtype import DTYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import Dtype, Tensor


def grouped_mm(
    mat_a: Tensor,
    mat_b: Tensor,
    *,
    offs: Tensor | None = None,
    bias: Tensor | None = None,
    out_dtype: Dtype | None = None,
) -> Tensor:
    """A product for each group: (G, m, k), (G, k, n) -> (G, m, n), or groups that differ in length.

    offs: int32 (G), where each group ends in the dimension that a 2-D operand has in place of G:
    (M, k), (G, k, n) -> (M, n); (G, m, k), (k, N) -> (m, N); (m, K), (K, n) -> (G, m, n).
    bfloat16, float16 or float32; strides must be multiples of 16 bytes (else TorchError).
    """
    return _ops._grouped_mm(mat_a, mat_b, offs, bias, out_dtype)


class ScalingType(Enum):
    """Extent of a scale of scaled_mm: a tensor, a row, or a block."""

    TensorWise = 0
    RowWise = 1
    BlockWise1x16 = 2
    BlockWise1x32 = 3
    BlockWise1x128 = 4
    BlockWise128x128 = 5


class SwizzleType(Enum):
    """The order in which the scales of scaled_mm lie in memory."""

    NO_SWIZZLE = 0
    SWIZZLE_32_4_4 = 1


def _listed(value):
    return [] if value is None else value if isinstance(value, list) else [value]


def _numbers(value, kind, name):
    """The numbers of one enum member or a list of them; TypeError for anything else."""
    members = _listed(value)
    if not all(isinstance(member, kind) for member in members):
        raise TypeError(f"{name} must be {kind.__name__} or a list of it, got {value!r}")
    return [member.value for member in members]


def _scales(scale_a, scale_recipe_a, scale_b, scale_recipe_b, swizzle_a, swizzle_b):
    """The six arguments as libtorch takes them."""
    return (
        _listed(scale_a),
        _numbers(scale_recipe_a, ScalingType, "scale_recipe_a"),
        _numbers(swizzle_a, SwizzleType, "swizzle_a"),
        _listed(scale_b),
        _numbers(scale_recipe_b, ScalingType, "scale_recipe_b"),
        _numbers(swizzle_b, SwizzleType, "swizzle_b"),
    )


def scaled_mm(
    mat_a: Tensor,
    mat_b: Tensor,
    scale_a: Tensor | list[Tensor],
    scale_recipe_a: ScalingType | list[ScalingType],
    scale_b: Tensor | list[Tensor],
    scale_recipe_b: ScalingType | list[ScalingType],
    swizzle_a: SwizzleType | list[SwizzleType] | None = None,
    swizzle_b: SwizzleType | list[SwizzleType] | None = None,
    bias: Tensor | None = None,
    output_dtype: Dtype | None = DTYPES["bfloat16"],  # noqa: B008  (a dtype does not change)
    contraction_dim: Sequence[int] = (),
    use_fast_accum: bool = False,
) -> Tensor:
    """(mat_a * scale_a) @ (mat_b * scale_b) + bias of float8 or float4 matrices: (m, k), (k, n) -> (m, n).

    Scales are float tensors, or a list of them for two levels; their recipes ScalingType, swizzles SwizzleType.
    mat_b is column-major. TypeError for another recipe; TorchError or TorchNotImplementedError for what the
    device has no kernel for.
    """
    scales = _scales(scale_a, scale_recipe_a, scale_b, scale_recipe_b, swizzle_a, swizzle_b)
    return _ops._scaled_mm_v2(mat_a, mat_b, *scales, bias, output_dtype, contraction_dim, use_fast_accum)


def scaled_grouped_mm(
    mat_a: Tensor,
    mat_b: Tensor,
    scale_a: Tensor | list[Tensor],
    scale_recipe_a: ScalingType | list[ScalingType],
    scale_b: Tensor | list[Tensor],
    scale_recipe_b: ScalingType | list[ScalingType],
    swizzle_a: SwizzleType | list[SwizzleType] | None = None,
    swizzle_b: SwizzleType | list[SwizzleType] | None = None,
    bias: Tensor | None = None,
    offs: Tensor | None = None,
    output_dtype: Dtype | None = DTYPES["bfloat16"],  # noqa: B008
    contraction_dim: Sequence[int] = (),
    use_fast_accum: bool = False,
) -> Tensor:
    """scaled_mm for groups of matrices, which offs divides as in grouped_mm. libtorch has it on CUDA only."""
    scales = _scales(scale_a, scale_recipe_a, scale_b, scale_recipe_b, swizzle_a, swizzle_b)
    return _ops._scaled_grouped_mm_v2(mat_a, mat_b, *scales, offs, bias, output_dtype, contraction_dim, use_fast_accum)
