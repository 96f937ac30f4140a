"""pytorch_c.ops: any operator by name gives what torch.ops gives."""

import shutil
import subprocess

import pytest
from support.oracle import agree
from support.project import HANG

import pytorch_c
from pytorch_c import ops
from pytorch_c._boundary import constants
from pytorch_c._boundary.library import libtorch_dir
from pytorch_c._calls import values as V


def x(t):
    return t.arange(12.0).reshape(3, 4) / 4 - 1


def seeded(t):
    made = t.Generator()
    made.manual_seed(7)
    return made


# One line an operator; each runs with torch.ops and torch, then with ours.
ROWS = {
    # numbers, defaults, keywords, overloads
    "add": lambda o, t: o.aten.add(x(t), x(t)),
    "add number": lambda o, t: o.aten.add(x(t), 2),
    "add.Tensor": lambda o, t: o.aten.add.Tensor(x(t), x(t), alpha=0.5),
    "add.Scalar": lambda o, t: o.aten.add.Scalar(t.arange(3), 2.5),
    "add 0-dim tensor": lambda o, t: o.aten.add(t.arange(3), t.tensor(2)),
    "all by name": lambda o, t: o.aten.mm(self=x(t), mat2=x(t).t()),
    "int kept": lambda o, t: o.aten.mul(t.arange(3), 3),
    "bool scalar": lambda o, t: o.aten.full([2], True),
    "complex scalar": lambda o, t: o.aten.full([2], 1 + 2j),
    "int for a float": lambda o, t: o.aten.leaky_relu(x(t), 2),
    "scalars left out": lambda o, t: o.aten.clamp(x(t), None, 0.5),
    "scalar first": lambda o, t: o.aten.pow(2, x(t)),
    "arange 1": lambda o, t: o.aten.arange(5),
    "arange 2": lambda o, t: o.aten.arange(1, 5),
    "arange 3": lambda o, t: o.aten.arange(1, 5, 2),
    # of programs alone
    "Int.Tensor": lambda o, t: t.tensor(o.aten.Int.Tensor(t.tensor(3))),
    "prim max": lambda o, t: t.tensor(o.prim.max.int(2, 3)),
    "__contains__.str_list": lambda o, t: t.tensor(o.aten.__contains__.str_list(["a", "b"], "b")),
    "__interpolate": lambda o, t: o.aten.__interpolate(x(t)[None], None, 2.0, "nearest", None, None, False),
    "a bool as an int": lambda o, t: o.aten.__interpolate.default(x(t)[None], None, 2.0, "nearest", None, None, 0),
    # lists
    "dims": lambda o, t: o.aten.sum(x(t), [0, 1], True),
    "an int for a list": lambda o, t: o.aten.sum(x(t), 1),
    "an int for two": lambda o, t: o.aten.avg_pool2d(t.ones(1, 1, 4, 4), 2),
    "empty list": lambda o, t: o.aten.view(t.ones(1), []),
    "tensors": lambda o, t: o.aten.cat([x(t), x(t)], 1),
    "optional tensors": lambda o, t: o.aten.index(x(t), [None, t.tensor([0, 2])]),
    "optional tensors, put": lambda o, t: o.aten.index_put(x(t), [t.tensor([1])], t.tensor(9.0), True),
    "floats": lambda o, t: o.aten.upsample_nearest2d.vec(t.ones(1, 1, 2, 2), None, [2.0, 1.5]),
    "bools": lambda o, t: o.aten.convolution_backward(t.ones(1, 1, 2), t.ones(1, 1, 3), t.ones(1, 1, 2), [1], [1], [0], [1], False, [0], 1, [True, False, True]),
    "scalars": lambda o, t: o.aten._foreach_add.ScalarList([x(t), t.arange(3)], [1.5, 2]),
    "foreach": lambda o, t: o.aten._foreach_mul([x(t), t.arange(3)], 2),
    "histogramdd": lambda o, t: o.aten.histogramdd(t.ones(3, 2), [2, 3], range=[0.0, 2.0, 0.0, 2.0]),
    # other kinds of arguments
    "string": lambda o, t: o.aten.div(x(t), 0.3, rounding_mode="floor"),
    "string for ints": lambda o, t: o.aten.conv2d(t.ones(1, 1, 4, 4), t.ones(1, 1, 3, 3), None, [1, 1], "same"),
    "dtype": lambda o, t: o.aten.sum(t.arange(4), dtype=t.float64),
    "dtype, layout, device": lambda o, t: o.aten.zeros([2], dtype=t.float16, layout=t.strided, device="cpu", pin_memory=False),
    "device object": lambda o, t: o.aten.ones([2], device=t.device("meta")).device,
    "memory format": lambda o, t: o.aten.clone(t.ones(1, 2, 3, 4), memory_format=t.channels_last).stride(),
    "generator": lambda o, t: o.aten.normal(0.0, 1.0, [4], generator=seeded(t)),
    "generator in place": lambda o, t: o.aten.uniform_(t.zeros(4), 1, 2, generator=seeded(t)),
    "convolution": lambda o, t: o.aten.convolution(t.ones(1, 1, 4, 4), t.ones(1, 1, 3, 3), None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1),
    # internal, backward, fused
    "_softmax": lambda o, t: o.aten._softmax(x(t), -1, False),
    "_softmax_backward_data": lambda o, t: o.aten._softmax_backward_data(x(t), x(t), 1, t.float32),
    "_to_copy": lambda o, t: o.aten._to_copy(x(t), dtype=t.int64),
    "_local_scalar_dense": lambda o, t: o.aten._local_scalar_dense(t.tensor(2.5)),
    "threshold": lambda o, t: o.aten.threshold(x(t), 0.5, 0),
    "_adaptive_avg_pool2d": lambda o, t: o.aten._adaptive_avg_pool2d(t.ones(1, 1, 4, 4), [2, 2]),
    # results of every form
    "split": lambda o, t: o.aten.split(x(t), 2),
    "unbind": lambda o, t: o.aten.unbind(x(t)),
    "std_mean": lambda o, t: o.aten.std_mean(x(t)),
    "max.dim": lambda o, t: o.aten.max(x(t), 1),
    "native_layer_norm": lambda o, t: o.aten.native_layer_norm(x(t), [4], None, None, 1e-5),
    "bool": lambda o, t: o.aten.is_floating_point(x(t)),
    "equal": lambda o, t: o.aten.equal(x(t), x(t) + 1),
    "int": lambda o, t: o.aten.sym_size.int(x(t), 1),
    "float": lambda o, t: o.aten.q_scale(o.aten.quantize_per_tensor(x(t), 0.25, 3, t.qint8)),
    "number": lambda o, t: o.aten.item(t.tensor(3)),
    "big number": lambda o, t: o.aten.item(t.tensor(2**63 + 5, dtype=t.uint64)),
    "complex number": lambda o, t: o.aten.item(t.tensor(1 - 2j)),
    "nothing": lambda o, t: [o.aten._foreach_add_([x(t)], 1)],
    "ints result": lambda o, t: o.quantized.conv2d_stride(o.quantized.conv2d_prepack(o.aten.quantize_per_tensor(t.ones(1, 1, 3, 3), 1.0, 0, t.qint8), None, [1, 2], [0, 0], [1, 1], 1)),
    # types without a form of their own are handed on
    "object": lambda o, t: o.quantized.linear_unpack(o.quantized.linear_prepack(o.aten.quantize_per_tensor(x(t), 0.25, 3, t.qint8), None))[0].dequantize(),
    # dunder and keyword names
    "__and__": lambda o, t: o.aten.__and__(t.tensor([True, False]), t.tensor([True, True])),
    "argument from": lambda o, t: o.aten.random_.__getattr__("from")(t.zeros(5), 3, 4),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_operator_equals_torchs(row):
    agree(lambda t: row(t.ops, t))


def test_gradients_are_recorded():
    def gradient(t):
        a = x(t).requires_grad_()
        t.ops.aten.mean(t.ops.aten.sin(a)).backward()
        return a.grad

    agree(gradient)


def test_a_changed_argument_comes_back_as_the_same_object():
    a, out = x(pytorch_c), pytorch_c.empty(0)
    assert ops.aten.add_(a, 1) is a
    assert ops.aten.add(a, a, out=out) is out and out.shape == (3, 4)
    values, indices = pytorch_c.empty(0), pytorch_c.empty(0, dtype=pytorch_c.int64)
    first, second = ops.aten.max(a, 1, max=values, max_values=indices)
    assert first is values and second is indices
    assert ops.aten.view(a, [12]) is not a


def test_dtypes_come_back_as_dtypes():
    # torch.ops gives their numbers
    assert ops.aten.result_type(pytorch_c.arange(3), 1.5) is pytorch_c.float32
    assert ops.aten.promote_types(pytorch_c.int32, pytorch_c.float16) is pytorch_c.float16


def test_an_int_stands_for_each_of_a_fixed_number():
    # torch.ops wants the list where the type is SymInt[2]
    image, weight = pytorch_c.ones(1, 1, 4, 4), pytorch_c.ones(1, 1, 3, 3)
    assert ops.aten.conv2d(image, weight, None, 1, "same").shape == (1, 1, 4, 4)
    assert ops.aten.conv2d(image, weight, stride=2, padding=1).shape == (1, 1, 2, 2)


def test_a_generator_is_advanced():
    made = seeded(pytorch_c)
    first, second = (ops.aten.rand([3], generator=made) for _ in range(2))
    assert first.tolist() != second.tolist()


# what is called, the exception, its words
MISTAKES = [
    (lambda: ops.nope.x, AttributeError, "'_OpNamespace' 'nope' object has no attribute 'x'"),
    (lambda: ops.aten.nope, AttributeError, "there is no operator aten::nope"),
    (lambda: ops.aten.add.nope, AttributeError, "'aten.add' has no overload name 'nope'; its overloads are Scalar, Scalar_out, Tensor, out"),
    (lambda: ops.aten.mm.default(x(pytorch_c)), TypeError, "aten::mm: argument 'mat2' is missing; its schema is aten::mm(Tensor self"),
    (lambda: ops.aten.mm.default(x(pytorch_c), 3), TypeError, "aten::mm: argument 'mat2' must be Tensor, not int"),
    (lambda: ops.aten.mm.default(x(pytorch_c), None), TypeError, "argument 'mat2' must be Tensor, not NoneType"),
    (lambda: ops.aten.mm.default(1, 2, 3), TypeError, "takes 2 positional arguments, got 3"),
    (lambda: ops.aten.mm.default(1, self=2), TypeError, "argument 'self' is given twice"),
    (lambda: ops.aten.mm.default(x(pytorch_c), x(pytorch_c), other=1), TypeError, "has no argument 'other'"),
    (lambda: ops.aten.mm(x(pytorch_c), "text"), TypeError, "aten::mm(): no form takes these arguments"),
    (lambda: ops.aten.sum(x(pytorch_c), dim=["a"]), TypeError, "argument 'dim' must be a list or tuple of ints"),
    (lambda: ops.aten.mm(x(pytorch_c), x(pytorch_c)), pytorch_c.TorchError, "cannot be multiplied (3x4 and 3x4)"),
    (lambda: ops.aten.sum(x(pytorch_c), [7]), IndexError, "Dimension out of range"),
    (lambda: ops.quantized.linear_unpack.default(x(pytorch_c)), TypeError, "LinearPackedParamsBase"),
    (lambda: ops.aten.full([1], 2**64), OverflowError, "int too big"),
]  # fmt: skip


@pytest.mark.parametrize("mistake, kind, words", MISTAKES, ids=[m[2][:40] for m in MISTAKES])
def test_mistakes_raise(mistake, kind, words):
    with pytest.raises(kind) as caught:
        mistake()
    assert words in str(caught.value)


def test_a_closed_tensor_raises():
    a = x(pytorch_c)
    a.close()
    for call in (lambda: ops.aten.neg(a), lambda: ops.aten.cat([a, a]), lambda: ops.aten.index(a, [a])):
        with pytest.raises(pytorch_c.ClosedTensorError, match="aten::.* was closed"):
            call()


def test_an_object_of_another_type_is_refused():
    weight = ops.aten.quantize_per_tensor(pytorch_c.ones(1, 1, 3, 3), 1.0, 0, pytorch_c.qint8)
    packed = ops.quantized.conv2d_prepack(weight, None, [1, 1], [0, 0], [1, 1], 1)
    with pytest.raises(
        TypeError, match="must be __torch__.*LinearPackedParamsBase, not __torch__.*Conv2dPackedParamsBase"
    ):
        ops.quantized.linear_unpack(packed)


def test_names_can_be_listed():
    assert {"aten", "quantized"} <= set(dir(ops))
    assert "softmax" in dir(ops.aten) and len(dir(ops.aten)) > 1500
    assert ops.aten.add.overloads() == dir(ops.aten.add) == ["Scalar", "Scalar_out", "Tensor", "out"]
    assert ops.aten.mm.default.schema == ops.aten.mm.default.__doc__ == "aten::mm(Tensor self, Tensor mat2) -> Tensor"
    assert repr(ops.aten.add.Tensor) == "<OpOverload(op='aten.add', overload='Tensor')>"


CUSTOM = """
#include <ATen/ops/add.h>
#include <torch/library.h>
at::Tensor twice(const at::Tensor &x) { return at::add(x, x); }
TORCH_LIBRARY(ptc_custom_test, m) {
  m.def("twice(Tensor x) -> Tensor", &twice);
  m.def("speak(str[] words, int? times=2) -> str", [](std::vector<std::string> words, std::optional<int64_t> times) {
    std::string out;
    for (int64_t i = 0; i < times.value_or(1); ++i) for (const auto &word : words) out += word;
    return out;
  });
}
"""


@pytest.mark.skipif(not shutil.which("g++"), reason="no g++ on this machine")
def test_a_library_that_is_loaded_later_is_found(tmp_path):
    with pytest.raises(AttributeError, match="ptc_custom_test"):
        _ = ops.ptc_custom_test.twice
    torch_dir, source, library = libtorch_dir(), tmp_path / "custom.cc", tmp_path / "libcustom.so"
    source.write_text(CUSTOM)
    subprocess.run(["g++", "-std=c++20", "-shared", "-fPIC", "-O0", "-isystem", torch_dir / "include",
                    "-isystem", torch_dir / "include/torch/csrc/api/include", source, "-o", library,
                    "-L", torch_dir / "lib", "-ltorch_cpu", "-lc10"], check=True, timeout=HANG)  # fmt: skip
    ops.load_library(library)
    assert ops.ptc_custom_test.twice(x(pytorch_c)).equal(x(pytorch_c) * 2)
    assert ops.ptc_custom_test.speak(["ü", "ab"]) == "üabüab"
    assert ops.ptc_custom_test.speak(["x"], None) == "x"
    assert ops.ptc_custom_test.speak([], times=5) == ""


OF_ANY = [
    (pytorch_c.ones, constants.VALUE_TENSOR),
    ("a", constants.VALUE_STRING),
    (1, constants.VALUE_INT),
    (2.5, constants.VALUE_FLOAT),
    (True, constants.VALUE_BOOL),
    ([1], constants.VALUE_INTS),
    ([1.5], constants.VALUE_FLOATS),
]


@pytest.mark.parametrize("value, kind", OF_ANY, ids=[str(kind) for _, kind in OF_ANY])
def test_an_argument_of_the_type_any_says_itself_what_it_is(value, kind):
    assert V._value("Any", value(2) if callable(value) else value, [])[0] == kind


def test_an_argument_of_the_type_any_may_hold_others():
    keep = []
    kind, *_, length = V._value("Any", {"a": [1, "x"], "b": (None, {})}, keep)
    assert (kind, length) == (constants.VALUE_DICT, 2)
    with pytest.raises(TypeError, match="TorchScript has no type for object"):
        V._value("Any", [1, object()], keep)
    with pytest.raises(ValueError, match="100 deep"):
        x = []
        x.append(x)
        V._value("Any", ["text", x], keep)


def test_lists_of_any_type_are_taken_where_torch_has_the_operator_alone():
    import torch

    assert (str(ops.aten.add.t._schema), str(ops.aten.len.t._schema)) == tuple(
        str(one._schema) for one in (torch.ops.aten.add.t, torch.ops.aten.len.t)
    )
    assert ops.aten.add.t([1, 2], [3]) == [1, 2, 3] and ops.aten.add([1.5], [2.5]) == [1.5, 2.5]
    assert ops.aten.len.t([x(pytorch_c), x(pytorch_c)]) == 2 and ops.aten.len.Dict_str({"a": 1}) == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda o, x: o.aten.add.Tensor(x, x, out=x),
        lambda o, x: o.aten.add.Tensor(x, "text"),
        lambda o, x: o.aten.add(x, "text"),
        lambda o, x: o.aten.mm(x),
        lambda o, x: o.aten.add.t(x, x),
        lambda o, x: o.aten.len.t(),
    ],
)
def test_wrong_arguments_are_a_runtime_error_as_in_torch_and_a_type_error(call):
    import torch

    with pytest.raises(RuntimeError):
        call(torch.ops, torch.ones(2, 2))
    with pytest.raises(RuntimeError):
        call(ops, pytorch_c.ones(2, 2))


def test_an_operator_that_is_gone_is_no_more_among_those_that_were_asked_for():
    library = pytorch_c.library.Library("gone_from_here", "DEF")
    library.define("one(Tensor x) -> Tensor")
    library.define("other(Tensor x) -> Tensor")
    library.impl("one", lambda x: x, "CPU")
    assert ops.gone_from_here.one(x(pytorch_c)).shape == (3, 4) and list(ops.gone_from_here) == ["one"]
    library._destroy()
    assert list(ops.gone_from_here) == []
