"""Bits and truth values."""

from .family import operators_of
from .runner import row
from .samples import B, F, N, V


def bitwise():
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        yield row(f"{name}.Tensor", N(3, 4), N(4))
        yield row(f"{name}.Tensor", B(3, 4), B(4))
        yield row(f"{name}.Scalar", N(3, 4), 3)
        yield row(f"{name}.Scalar", B(3, 4), True)
        yield row(f"{name}.Scalar_Tensor", 3, N(3, 4))
        yield row(f"{name}_.Tensor", N(3, 4), N(4))
        yield row(f"{name}_.Scalar", N(3, 4), 3)
    for name in ("bitwise_left_shift", "bitwise_right_shift"):
        yield row(f"{name}.Tensor", N(3, 4), V([0, 1, 2, 3]))
        yield row(f"{name}.Tensor_Scalar", N(3, 4), 2)
        yield row(f"{name}.Scalar_Tensor", 8, V([0, 1, 2]))


ROWS = [
    *bitwise(),
    row("bitwise_not", N(3, 4)),
    row("bitwise_not", B(3, 4)),
    row("bitwise_not_", N(3, 4, dtype="uint8")),
    row("logical_not", F(3, 4)),
    row("logical_not_", B(3, 4)),
]

test_op = operators_of("bitwise")
