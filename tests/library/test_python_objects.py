"""Operators whose arguments only Python has, in programs: both libraries would share a dispatcher in one process."""

import subprocess
import sys

import pytest

OPAQUE = """
import torch
from torch._library.opaque_object import OpaqueBase, register_opaque_type
from torch.fx.experimental.proxy_tensor import make_fx

class Queue(OpaqueBase):
    def __init__(self):
        self.items = []

class Mode:
    def __init__(self, by):
        self.by = by

    def __eq__(self, other):
        return self.by == other.by

    def __hash__(self):
        return hash(self.by)

    def __fx_repr__(self):
        return f"Mode({self.by})", {"Mode": Mode}

register_opaque_type(Queue, typ="reference")
register_opaque_type(Mode, typ="value")

@torch.library.custom_op("opaque_tests::push", mutates_args=())
def push(queue: Queue, x: torch.Tensor) -> torch.Tensor:
    queue.items.append(x.shape)
    return x + len(queue.items)

@torch.library.custom_op("opaque_tests::times", mutates_args=(),
                         schema="(Tensor x, __main__.Mode mode, __main__.Mode[]? more=None) -> Tensor")
def times(x, mode, more=None):
    return x * sum(one.by for one in more or [mode])

@push.register_fake
def _(queue, x):
    return torch.empty_like(x)

@times.register_fake
def _(x, mode, more=None):
    return torch.empty_like(x)

times.register_autograd(lambda ctx, grad: (grad * ctx.by, None, None),
                        setup_context=lambda ctx, inputs, output: setattr(ctx, "by", inputs[1].by))

for op in (torch.ops.opaque_tests.push.default, torch.ops.opaque_tests.times.default):
    print(op._schema, [str(one.type) for one in op._schema.arguments])
print(torch._C.parse_schema("opaque_tests::other(__main__.Queue q, __main__.Mode[] m) -> __main__.Mode"))
queue, x = Queue(), torch.arange(3.0, requires_grad=True)
print(push(queue, x.detach()), torch.ops.opaque_tests.push(queue=queue, x=x.detach()), len(queue.items))

def loss(x, by):
    return times(x, Mode(by), [Mode(1), Mode(by)]).sum()

print(torch.autograd.grad(loss(x, 3), x)[0])
compiled = torch.compile(loss, backend="aot_eager", fullgraph=True, dynamic=False)
print(compiled(x, 3), compiled(x, 4), torch.autograd.grad(compiled(x, 4), x)[0])
pushed = torch.compile(lambda queue, x: push(queue, x).sin(), backend="aot_eager", fullgraph=True)
print(pushed(queue, x.detach()), len(queue.items))
print(make_fx(lambda x: times(x, Mode(2)) + 1, tracing_mode="fake")(torch.ones(2)).code)
print(make_fx(lambda queue, x: push(queue, x) + 1, tracing_mode="fake")(queue, torch.ones(2)).code, len(queue.items))
"""

CLASSES = """
import torch
from torch._library.fake_class_registry import FakeScriptObject
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv


packed = torch.ops.mkldnn_prepacked.conv2d_prepack(
    torch.ones(2, 3, 3, 3), None, [1, 1], [0, 0], [1, 1], 1, [1, 3, 4, 4], "none"
)
x = torch.ones(1, 3, 4, 4)

@torch._library.register_fake_class("mkldnn::ConvOpContext")
class Packed:
    @classmethod
    def __obj_unflatten__(cls, flat):
        return cls()

stand_in = FakeScriptObject(Packed(), "__torch__.torch.classes.mkldnn.ConvOpContext", packed)
conv = torch.ops.mkldnn_prepacked.conv2d_run
print(type(conv.default).__name__, type(torch.ops.aten.sin.default).__name__)
mode = FakeTensorMode(shape_env=ShapeEnv())
for call in (lambda: conv(x, stand_in), lambda: conv.default(x, W_prepack=stand_in)):
    try:
        call()
    except RuntimeError as error:
        print("no python implementation is found" in str(error))

with torch.library._scoped_library("mkldnn_prepacked", "FRAGMENT") as lib:
    @torch.library.register_fake("mkldnn_prepacked::conv2d_run", lib=lib)
    def _(x, packed):
        return x.new_empty(torch.library.get_ctx().new_dynamic_size(), x.shape[0])

    for object in (stand_in, packed):
        with mode:
            found = conv(mode.from_tensor(x), object)
        print(type(found).__name__, str(found.shape))
print(torch._library.simple_registry.singleton.find("mkldnn_prepacked::conv2d_run").fake_impl.kernel)
print(conv(x, packed).shape)
try:
    torch._C._get_custom_class_python_wrapper("quantized", "no_such_class")
except RuntimeError as error:
    print(str(error).splitlines()[0])
"""

WITHOUT_FAKE = """
import torch
from torch.export._draft_export import draft_export

@torch.library.custom_op("draft_tests::add", mutates_args=())
def add(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a + b

class Model(torch.nn.Module):
    def forward(self, a, b):
        return torch.ops.draft_tests.add(a, b).sin()

program = draft_export(Model(), (torch.ones(3), torch.ones(3)))
print(program._report.failures, {name: len(of) for name, of in program._report.op_profiles.items()})
with torch._library.fake_profile.unsafe_generate_fake_kernels(program._report.op_profiles):
    print(program.run_decompositions().graph_module.code)
print(torch._library.custom_ops._maybe_get_opdef("draft_tests::add") is add)
print(torch._library.custom_ops._maybe_get_opdef(torch.ops.draft_tests.add.default) is add)
print(torch._library.custom_ops._maybe_get_opdef("aten::sin"))
"""


def _said(path, *how):
    found = subprocess.run([sys.executable, *how, path], capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr[-3000:]
    return found.stdout.splitlines()


@pytest.mark.parametrize("program", [OPAQUE, CLASSES, WITHOUT_FAKE], ids=["opaque", "classes", "without a fake kernel"])
def test_what_is_found_is_torchs(program, tmp_path):
    path = tmp_path / "program.py"
    path.write_text(program)
    given = _said(path, "-m", "pytorch_c.run")
    assert given == _said(path) and len(given) > 4
