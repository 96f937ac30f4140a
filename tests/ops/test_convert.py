"""dtypes, devices, copies, and what reaches the C library through other overloads only."""

import pytest
import torch
from support.compare import same

import pytorch_c
from pytorch_c._boundary import api

from .family import operators_of
from .runner import row
from .samples import C, D, Device, F, L, N, V

X = F(3, 4)

ROWS = [
    row("can_cast", D("float32"), D("int32")),
    row("can_cast", from_=D("int32"), to=D("float32")),
    row("promote_types", D("int32"), D("float16")),
    row("result_type.Tensor", X, N(3)),
    row("result_type.Scalar", N(3), 1.5),
    row("result_type.Scalar_Tensor", 2, X),
    row("result_type.Scalar_Scalar", 1, 2.5),
    row("clone", X),
    row("clone", F(1, 2, 3, 3), memory_format=D("channels_last")),
    row("contiguous", F(1, 2, 3, 3), memory_format=D("channels_last")),  # in order already: test_same_object.py
    row("copy_", X, F(3, 4)),
    row("copy_", X, N(4)),
    row("copy_", N(3, 4), F(3, 4), non_blocking=True),
    row("resize_", F(4), (2, 2)).no_grad().fixed(),
    row("pin_memory", X).refused(),
    row("to_mkldnn", F(3, 4)).fixed(),  # no empty ones: tests/boundary/test_crashes.py
    row("resolve_conj", C(3)),
    row("set_", X),
    row("set_.source_Tensor", X, F(2)),
    row("set_.source_Tensor_storage_offset", X, F(12), 1, (2, 2), (1, 2)),
    row("to.dtype_layout", X, device=Device("cpu"), copy=True),
    row("to.dtype", X, D("float64")),
    row("to.device", X, "cpu", D("float64")),
    row("to.device", X, Device("cpu"), D("int32")),
    row("to.device", X, device="cpu", dtype=D("float16"), copy=True),
    row("to.device", X, N(2)),
    row("type_as", X, N(2)),
    row("_to_copy", X, dtype=D("float64")),
    row("_assert_async", V([1])).fixed(),
    row("_assert_async.msg", V([True]), "never").fixed(),
    row("_has_compatible_shallow_copy_type", X, N(2)).fixed(),
    row("_is_zerotensor", X).fixed(),
    row("_is_zerotensor", L(lambda t: t.ops.aten._efficientzerotensor((2, 3)))).fixed(),
    row("view_as_complex", F(3, 2)),
    row("view_as_real", C(3, 4)),
]

test_op = operators_of("convert")


def index_out(x):
    out = pytorch_c.empty(0)
    assert api.index_Tensor_out(x, [None, pytorch_c.tensor([1, 0])], out) is None
    return api.alias(out)


DIRECT = {
    "to.other": (lambda x: api.to_other(x, x, False, True, None), lambda x: x.to(x, copy=True)),
    "index.Tensor_out": (lambda x: index_out(x), lambda x: x[:, [1, 0]]),
    "index.Tensor": (
        lambda x: api.index_Tensor(x, [None, pytorch_c.tensor([1, 0])]),
        lambda x: x[:, [1, 0]],
    ),
}


@pytest.mark.parametrize("op", DIRECT)
def test_overload_that_python_does_not_call(op):
    ours, theirs = DIRECT[op]
    values = [[1.0, 2.0], [3.0, 4.0]]
    same(ours(pytorch_c.tensor(values)), theirs(torch.tensor(values)))
