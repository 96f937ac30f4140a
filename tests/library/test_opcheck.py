"""torch's tests of operators (torch.library.opcheck), in programs: in one process both would share torch's fake kernels."""

import subprocess
import sys

PROGRAM = """
import torch

def checked(name, schema, grad=False, test_utils=("test_schema", "test_faketensor"), below=False, **kernels):
    with torch.library._scoped_library("opchecked", "FRAGMENT") as lib:
        lib.define(f"foo{schema}")
        op = torch.ops.opchecked.foo

        class Foo(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                guard = torch._C._AutoDispatchBelowAutograd()
                try:
                    return op(x)
                finally:
                    del guard

            @staticmethod
            def backward(ctx, grad):
                return grad

        for key, kernel in kernels.items():
            lib.impl("foo", kernel, key)
        if below:
            lib.impl("foo", Foo.apply, "Autograd")
        for given in (op, op.default):
            x = torch.ones(3, requires_grad=grad)
            found = torch.library.opcheck(given, (x,), test_utils=test_utils, raise_exception=False)
            told = {test: f"{type(said).__name__}: {said}"[:70] for test, said in found.items()}
            print(name, told)

first, both = "(Tensor x) -> Tensor", {"grad": True, "test_utils": "ALL"}
checked("right", first, **both, CompositeImplicitAutograd=lambda x: x.sin())
checked("changed", "(Tensor(a!) x) -> Tensor(a!)", test_utils="test_schema", CPU=lambda x: x.sin_(), Meta=lambda x: x)
checked("shares", first, test_utils="test_schema", CPU=lambda x: x.view(-1))
checked("shares", first, grad=True, below=True, test_utils="test_schema", CPU=lambda x: x.view(-1))
checked("returns", first, test_utils="test_schema", CPU=lambda x: x)
checked("writes", first, test_utils="test_schema", CPU=lambda x: x.sin_().clone())
checked("writes", first, grad=True, below=True, test_utils="test_schema", CPU=lambda x: x.sin_().clone())
checked("misses", first, CPU=lambda x: x[:1].clone(), Meta=lambda x: x.clone())
checked("lists", "(Tensor[] x) -> Tensor[]", test_utils=(), CPU=lambda x: x)
x = torch.ones(3, requires_grad=True)
print(torch.library.opcheck(torch.ops.aten.sin.default, (x,)))
print(torch.library.opcheck(torch.ops.aten.add_.Tensor, (x.detach(), x.detach())))

@torch.library.custom_op("opchecked::twice", mutates_args=())
def twice(x: torch.Tensor, by: float = 2.0) -> torch.Tensor:
    return x * by

twice.register_fake(lambda x, by=2.0: torch.empty_like(x))
print(torch.library.opcheck(twice, (x.detach(),)))
twice.register_fake(lambda x, by=2.0: torch.empty(1))
sin = torch.ops.aten.sin.default
for call in (
    lambda: torch.library.opcheck(twice, (x.detach(),)), lambda: torch.library.opcheck(sin, (x,), test_utils="none"),
    lambda: torch.library.opcheck(sin, (x,), atol=1.0), lambda: torch.library.opcheck(torch.sin, (x,)),
):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, str(error)[:60])
"""


def _said(path, how):
    found = subprocess.run([sys.executable, *how, path], capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr[-3000:]
    return found.stdout.splitlines()


def test_what_is_found_is_torchs(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    given, expected = _said(path, ["-m", "pytorch_c.run"]), _said(path, [])
    assert given == expected and len(given) == 25
