"""Programs that fail to compile leave what was there; programs whose operators are gone say so."""

import io

import pytest
import torch

import pytorch_c
from pytorch_c import jit, library
from pytorch_c._boundary import api

HOOK = "def {}(self, input: Tuple[Tensor], output: {}) -> Tensor:\n  return {}\n"


class Plain(pytorch_c.nn.Module):
    def forward(self, x):
        return x + 1


def Module():  # noqa: N802
    """A module of a class of its own: modules of one class share what is defined."""
    return type("Module", (Plain,), {})()


@pytest.mark.parametrize(
    "source",
    [
        HOOK.format("one", "Tensor", "nothing(output)"),
        HOOK.format("one", "int", "torch.ones(2)"),
        HOOK.format("one", "Tensor", "output * 2") + HOOK.format("two", "Tensor", "nothing(output)"),
    ],
)
def test_hooks_that_do_not_compile(source):
    module = jit.script(Module())
    for before in (0, 1):
        with pytest.raises(RuntimeError):
            api.jit_module_define_hooks(module._c, source, "hooks.py", 1, before, None)
        assert api.jit_module_hooks(module._c, True) == api.jit_module_hooks(module._c, False) == ""
    assert module(pytorch_c.zeros(1)).item() == 1
    api.jit_module_define_hooks(module._c, HOOK.format("one", "Tensor", "output * 2"), "hooks.py", 1, 0, None)
    read = torch.jit.load(io.BytesIO(module.save_to_buffer()))
    assert read(torch.zeros(1)).item() == 2


def test_methods_that_do_not_compile():
    module = jit.script(Module())
    for source in (
        "def two(self, x):\n  return nothing(x)\n",
        "def one(self, x):\n  return x\ndef two(self, x):\n  return nothing(x)\n",
    ):
        with pytest.raises(RuntimeError, match="nothing"):
            module.define(source)
        assert not hasattr(module, "one") and not hasattr(module, "two")
    module.define("def one(self, x):\n  return x + 1\ndef two(self, x):\n  return self.one(x) * 2\n")
    assert module.two(pytorch_c.ones(1)).item() == 4
    with pytest.raises(ValueError, match="has another member 'one'"):
        module.define("def one(self, x):\n  return x\n")
    api.jit_module_define_hooks(module._c, HOOK.format("three", "Tensor", "output"), "hooks.py", 1, 0, None)
    with pytest.raises(ValueError, match="has a hook 'three' already"):
        module.define("def three(self, x):\n  return x\n")
    assert jit.load(io.BytesIO(module.save_to_buffer())).forward(pytorch_c.zeros(1)).item() == 1


class Foo:
    """An operator of a library that opens and closes."""

    def __init__(self, schema, kernel):
        self.library = library.Library("failed_programs", "DEF")
        self.library.define(schema)
        self.library.impl("foo", kernel, "CompositeExplicitAutograd")

    def close(self):
        self.library._destroy()


def call(x):
    return pytorch_c.ops.failed_programs.foo(x) * 2


def only_call(x):
    return pytorch_c.ops.failed_programs.foo(x)


def test_an_operator_that_is_gone():
    x = pytorch_c.ones(2)
    foo = Foo("foo(Tensor x) -> Tensor", lambda x: x + 1)
    module = jit.trace(pytorch_c.nn.Sequential(Module()), x)
    programs = [jit.script(call), jit.trace(call, x)]
    never_run = jit.script(only_call)
    assert all(program(x).tolist() == [4, 4] for program in programs)
    archive = programs[0].save_to_buffer()
    foo.close()
    for wrong in (None, "foo(Tensor x, int n) -> Tensor", "foo(Tensor x) -> (Tensor, Tensor)", "foo(int x) -> Tensor"):
        other = wrong and Foo(wrong, lambda *given: given[0])
        for program in (*programs, never_run, programs[0]):
            for use in (lambda: program(x), program.save_to_buffer):  # noqa: B023
                with pytest.raises(
                    RuntimeError, match="failed_programs::foo is gone, or has other arguments"
                ) as caught:
                    use()
                assert "INTERNAL ASSERT" not in str(caught.value)
        if wrong is None:
            with pytest.raises(RuntimeError, match="foo"):
                jit.load(io.BytesIO(archive))
        if other:
            other.close()
    assert module(x).tolist() == [2, 2]  # what does not call it
    again = Foo("foo(Tensor x) -> Tensor", lambda x: x + 2)
    assert all(program(x).tolist() == [6, 6] for program in programs)
    assert jit.load(io.BytesIO(archive))(x).tolist() == [6, 6]
    again.close()


def test_an_operator_that_is_gone_from_a_method():
    x = pytorch_c.ones(2)
    foo = Foo("foo(Tensor x) -> Tensor", lambda x: x + 1)

    class Calls(pytorch_c.nn.Module):
        def forward(self, x):
            return call(x)

    outer = jit.trace(pytorch_c.nn.Sequential(Calls()), x).eval()
    assert outer(x).tolist() == [4, 4]
    foo.close()
    for use in (lambda: outer(x), lambda: jit.freeze(outer), outer.save_to_buffer, lambda: outer.forward(x)):
        with pytest.raises(RuntimeError, match="foo is gone"):
            use()
