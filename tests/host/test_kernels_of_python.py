"""Rules of py_impl() for operators whose kernels are Python's and for modes, with torch as the oracle."""

import contextlib

import pytest
from support.oracle import agree


def _operators(t, said):
    """Yields {name: an operator of a Library}, and aten's mul."""

    def kernel(text):
        def run(x):
            said.append(text)
            return x + 1

        return run

    def autograd(x):
        said.append("autograd")
        with t._C._AutoDispatchBelowAutograd():
            return getattr(t.ops, space).auto(x)

    space = f"rules_{t.__name__}"
    with t.library._scoped_library(space, "DEF") as lib:
        for name in ("raw", "auto", "composed", "explicit"):
            lib.define(f"{name}(Tensor x) -> Tensor")
        lib.impl("raw", kernel("cpu"), "CPU")
        lib.impl("auto", kernel("cpu"), "CPU")
        lib.impl("auto", autograd, "Autograd")
        lib.impl("composed", kernel("composed"), "CompositeImplicitAutograd")
        lib.impl("explicit", kernel("explicit"), "CompositeExplicitAutograd")
        custom = t.library.custom_op(
            f"{space}::custom", kernel("custom"), mutates_args=(), schema="(Tensor x) -> Tensor"
        )
        custom.register_autograd(lambda ctx, grad: grad)
        found = {name: getattr(getattr(t.ops, space), name).default for name in ("raw", "auto", "composed", "explicit")}
        yield {**found, "custom": custom._opoverload, "mul": t.ops.aten.mul.Tensor}


def _asked(t, register, enter):
    """Records of calls of each operator, by its name, whether a derivative is wanted, and whether the dispatcher is on."""
    said, found = [], {}
    with contextlib.contextmanager(_operators)(t, said) as operators:
        for name, op in operators.items():
            before = dict(op.py_kernels), dict(op.python_key_table)
            register(op, said)
            for derived in (False, True):
                for on in (False, True):
                    said.clear()
                    x = t.ones(2, requires_grad=derived)
                    with t._C._EnablePythonDispatcher() if on else contextlib.nullcontext(), enter(said):
                        y = op(x, x) if name == "mul" else op(x)
                    found[name, derived, on] = [*said, y.requires_grad]
            for table, kept in zip((op.py_kernels, op.python_key_table), before):
                table.clear()
                table.update(kept)
            op._dispatch_cache.clear()
    return found


@pytest.mark.parametrize("registered", [True, False])
def test_a_rule_for_a_mode_comes_before_its_method(registered):
    def asked(t):
        class Mode(t.utils._python_dispatch.TorchDispatchMode):
            def __init__(self, said):
                super().__init__()
                self.said = said

            def __torch_dispatch__(self, function, types, args=(), kwargs=None):
                self.said.append(str(function).replace(t.__name__, "lib"))
                return function(*args, **(kwargs or {}))

        class Other(Mode):
            pass

        def register(op, said):
            def rule(mode, *args):
                said.append(type(mode).__name__)
                assert t.utils._python_dispatch._get_current_dispatch_mode() is None  # put aside
                return args[0].clone()

            op.py_impl(Mode)(rule)

        return _asked(t, register, Mode if registered else Other)

    agree(asked)


@pytest.mark.parametrize("key", ["CPU", "AutogradCPU", "CompositeExplicitAutograd", "CompositeImplicitAutograd"])
def test_a_rule_for_a_key_comes_before_a_kernel_of_python(key):
    def asked(t):
        def register(op, said):
            op.py_impl(getattr(t._C.DispatchKey, key))(lambda x, *rest: said.append("rule") or x.clone())

        return _asked(t, register, lambda said: contextlib.nullcontext())

    agree(asked)


def test_an_operator_that_is_defined_anew_is_the_one_that_a_mode_is_given():
    def given(t):
        space, found = f"anew_{t.__name__}", []

        class Mode(t.utils._python_dispatch.TorchDispatchMode):
            def __torch_dispatch__(self, function, types, args=(), kwargs=None):
                found.append(function is getattr(t.ops, space).one.default)
                return function(*args, **(kwargs or {}))

        for more in (1, 2):
            with t.library._scoped_library(space, "DEF") as lib:
                lib.define("one(Tensor x) -> Tensor")
                lib.impl("one", lambda x, more=more: x + more, "CPU")
                with Mode():
                    found.append(getattr(t.ops, space).one(t.zeros(2)))
        return found

    agree(given)
