"""Fake tensors: storages that several share, sizes of data, symbols, and numbers that are written.

python fakes.py: runs each function here whose name begins with "that", and prints what failed as JSON.
"""

import io
import json
import traceback

from pytorch_c._guards import TracingContext, tracing
from pytorch_c._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from pytorch_c.fx.experimental.symbolic_shapes import ShapeEnv

import pytorch_c as torch
from pytorch_c import nn
from pytorch_c.fx.experimental.proxy_tensor import make_fx


@torch.library.custom_op("tests_fakes::nonzero", mutates_args=())
def nonzero(x: torch.Tensor) -> torch.Tensor:
    return x.nonzero()


@nonzero.register_fake
def _(x):
    return x.new_empty([torch.library.get_ctx().new_dynamic_size(), x.dim()], dtype=torch.int64)


def that_tensors_that_share_memory_share_it_as_fake_ones():
    x = torch.rand(2, 2, 2)
    y = torch.empty(0).set_(x.untyped_storage(), 0, (4, 2), (2, 1))
    mode = FakeTensorMode()
    one, other = mode.from_tensor(x), mode.from_tensor(y)
    assert one.untyped_storage()._cdata == other.untyped_storage()._cdata
    memo = mode.fake_tensor_converter.meta_converter.storage_memo
    assert len(memo) == 1
    del x, y, one, other
    assert len(memo) == 0


def that_real_zeros_without_memory_get_it_within_a_mode():
    real = torch._efficientzerotensor(3)
    with FakeTensorMode():
        assert real.untyped_storage().nbytes() == 12
    assert real.tolist() == [0, 0, 0] and real.add_(1).tolist() == [1, 1, 1]


def that_symbolic_sizes_are_told_of():
    with FakeTensorMode(shape_env=ShapeEnv()) as mode:
        size = mode.shape_env.create_unbacked_symint()
        assert torch.empty(size, 2)._has_symbolic_sizes_strides
        assert not torch.empty(3, 2)._has_symbolic_sizes_strides


def that_numbers_are_added_into_a_fake_tensor():
    with FakeTensorMode():
        out = torch.empty(())
        assert torch.add(2, 3, out=out) is out and torch.mul(2, 3, out=out) is out


def that_a_storage_tells_its_size_as_a_symbol():
    with FakeTensorMode(shape_env=ShapeEnv()) as mode:
        storage = torch.empty(mode.shape_env.create_unbacked_symint(), 2).untyped_storage()
        assert isinstance(storage.size(), torch.SymInt) and isinstance(storage.nbytes(), torch.SymInt)
        assert torch.empty(3, 2).untyped_storage().size() == 24


def that_a_fake_kernel_makes_sizes_that_data_tells():
    with FakeTensorMode(shape_env=ShapeEnv()):
        found = nonzero(torch.ones(3))
    assert isinstance(found, FakeTensor) and str(found.shape) == "torch.Size([u0, 1])"
    assert nonzero(torch.ones(3)).shape == (3, 1)


def that_an_operator_of_libtorchs_own_runs_for_fake_tensors():
    function = torch.ops.aten._adaptive_avg_pool2d_backward

    def refuses_real_tensors():
        try:
            function(torch.rand(1, 2, 2, 2), torch.rand(1, 2, 4, 4))
        except RuntimeError as error:
            return "libtorch's own use" in str(error)

    assert refuses_real_tensors()
    with FakeTensorMode():
        assert function(torch.rand(1, 2, 2, 2), torch.rand(1, 2, 4, 4)).shape == (1, 2, 4, 4)
    assert refuses_real_tensors()


def that_graphs_name_the_options_that_torchs_name():
    for function, said in [
        (
            lambda x: torch.zeros(x.size(0)),
            "zeros.default([sym_size_int], device = device(type='cpu'), pin_memory = False)",
        ),
        (lambda x: x.new_ones(x.size(0)), "new_ones.default(x_1, [sym_size_int], pin_memory = False)"),
        (lambda x: torch.randperm(x.size(0)), "randperm.default(sym_size_int, device = device(type='cpu'), pin_memory"),
        (lambda x: x.__setitem__(0, x.size(0)), "scalar_tensor.default(sym_size_int, dtype = torch.float32"),
        (lambda x: x.__setitem__(0, 2), "lift_fresh"),
    ]:
        assert said in make_fx(function, tracing_mode="symbolic")(torch.rand(5)).code, said
    early = make_fx(lambda x: torch.no_grad()(torch.sin)(x), pre_dispatch=True)(torch.rand(5)).code
    assert "torch._C._set_grad_enabled(False)" in early, early


def that_a_file_is_read_as_fake_tensors_within_a_mode():
    module, file = nn.Linear(5, 10), io.BytesIO()
    torch.save(module.state_dict(), file)
    for options in {}, {"map_location": "cpu"}:
        file.seek(0)
        with FakeTensorMode():
            found = torch.load(file, **options)
        assert {name: (type(one), tuple(one.shape), one.device.type) for name, one in found.items()} == {
            "weight": (FakeTensor, (10, 5), "cpu"),
            "bias": (FakeTensor, (10,), "cpu"),
        }
        assert found._metadata == module.state_dict()._metadata
    file.seek(0)
    assert type(torch.load(file)["bias"]) is torch.Tensor
    file.seek(0)
    with tracing(TracingContext(FakeTensorMode())):  # which is asked for too, and no mode that can be left
        assert type(torch.load(file)["bias"]) is FakeTensor


def that_dynamos_export_captures_the_call():
    module = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
    graph, _ = torch._dynamo.export(module, aten_graph=True)(torch.ones(1, 3))
    assert torch.equal(graph(torch.ones(1, 3)), module(torch.ones(1, 3)))
    assert "relu" in graph.code


def that_functions_of_nn_have_the_schemas_of_their_operators():
    schemas = torch.fx.operator_schemas.get_signature_for_torch_op(nn.functional.adaptive_avg_pool1d)
    assert list(schemas[0].parameters) == ["input", "output_size"]


if __name__ == "__main__":
    found = {}
    for name, check in list(globals().items()):
        if name.startswith("that_"):
            try:
                check()
                found[name] = None
            except Exception:
                found[name] = traceback.format_exc()
    print(json.dumps(found))
