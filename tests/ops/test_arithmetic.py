"""Sums, products, quotients, remainders and powers of tensors and numbers."""

from .family import operators_of
from .runner import row
from .samples import B, C, F, N, P, V

NAN = float("nan")
INTS = N(3, 4, dtype="int32")


def binary():
    """Operators that take a tensor or a number on the right."""
    for name in ("add", "sub", "mul", "div", "floor_divide", "fmod", "remainder"):
        tensor, scalar = (f"{name}.Tensor", f"{name}.Scalar") if name != "floor_divide" else (name, f"{name}.Scalar")
        yield row(tensor, F(3, 4), P(3, 4))
        yield row(tensor, F(3, 1), P(4))
        yield row(tensor, F(3, 4), P())
        yield row(tensor, F(3, 4), P(3, 4).of("float64"))
        yield row(tensor, INTS, P(3, 4))
        yield row(tensor, P(0, 4), P(4))
        yield row(scalar, F(3, 4), 2)
        yield row(scalar, F(3, 4), -0.75)
        yield row(scalar, INTS, 3)
        yield row(scalar, INTS, 1.5)
        yield row(scalar, F(3, 4), NAN)
        yield row(f"{name}_.Tensor", F(3, 4), P(4))
        yield row(f"{name}_.Scalar", F(3, 4), 2)
    for name in ("add", "sub", "mul", "div"):
        yield row(f"{name}.Scalar", C(3, 4), 1 - 2j)
        yield row(f"{name}.Tensor", C(3, 4), F(3, 4))
    for name in ("add", "sub"):
        yield row(f"{name}.Tensor", F(3, 4), F(3, 4), alpha=2)
        yield row(f"{name}.Tensor", F(3, 4), F(4), alpha=0.5)
        yield row(f"{name}.Scalar", F(3, 4), 3, alpha=2)
        yield row(f"{name}_.Tensor", F(3, 4), F(3, 4), alpha=-1)
        yield row(f"{name}_.Scalar", F(3, 4), 3, alpha=2)


ROWS = [
    *binary(),
    row("addcdiv", F(3, 4), F(3, 4), P(4), value=0.5),
    row("addcdiv_", F(3, 4), F(3, 4), P(4), value=2),
    row("addcmul", F(3, 4), F(3, 1), F(4), value=2),
    row("addcmul_", F(3, 4), F(3, 1), F(4)),
    row("div.Tensor_mode", F(3, 4), P(3, 4), rounding_mode="floor"),
    row("div.Tensor_mode", INTS, V([1, 2, -3, 4]), rounding_mode="trunc"),
    row("div.Tensor_mode", F(3, 4), P(3, 4), rounding_mode=None),
    row("div.Scalar_mode", F(3, 4), 0.7, rounding_mode="trunc"),
    row("div.Scalar_mode", INTS, -2, rounding_mode="floor"),
    row("div_.Tensor_mode", F(3, 4), P(4), rounding_mode="floor"),
    row("div_.Scalar_mode", F(3, 4), 2, rounding_mode="trunc"),
    row("div.Tensor", INTS, V([1, 2, 3, 0])),
    row("float_power.Tensor_Tensor", P(3, 4), F(4)),
    row("float_power.Tensor_Scalar", P(3, 4), 0.5),
    row("float_power.Scalar", 2, F(3, 4)),
    row("float_power_.Scalar", P(3, 4).of("float64"), 2).fixed(),
    row("float_power_.Tensor", P(3, 4).of("float64"), F(4)).fixed(),
    row("pow.Tensor_Tensor", P(3, 4), F(4)),
    row("pow.Tensor_Tensor", INTS, V([0, 1, 2, 3])),
    row("pow.Tensor_Scalar", F(3, 4), 2),
    row("pow.Tensor_Scalar", F(3, 4), 3.0),
    row("pow.Tensor_Scalar", P(3, 4), -0.5),
    row("pow.Tensor_Scalar", INTS, 2),
    row("pow.Tensor_Scalar", C(3), 2 + 1j),
    row("pow.Scalar", 2, F(3, 4)),
    row("pow.Scalar", 1, F(3, 4)),
    row("pow_.Scalar", P(3, 4), 0.5),
    row("pow_.Tensor", P(3, 4), F(4)),
    row("remainder.Scalar_Tensor", 7, P(3, 4)),
    row("remainder.Tensor", INTS, V([1, -2, 3, -4])),
    row("rsub.Tensor", F(3, 4), F(4), alpha=2),
    row("rsub.Scalar", F(3, 4), 1, 2),
    row("rsub.Scalar", INTS, 2.5),
    row("add.Tensor", F(3, 4).of("bfloat16"), F(3, 4).of("float16")),
    row("mul.Scalar", B(3, 4), 2),
    row("mul.Scalar", N(3, 4, dtype="uint8"), 300),
    row("add.Scalar", F(3), 2**40),
    row("add.Tensor", F(3, 4), other=F(3, 4)),
]

test_op = operators_of("arithmetic")
