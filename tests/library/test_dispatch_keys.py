"""Dispatch keys, kernels for them and fallbacks by torch's names, with torch as the oracle."""

from __future__ import annotations

import re

import pytest
import torch as torch_itself
from support.oracle import agree

import pytorch_c
import pytorch_c as torch


def test_keys_of_tensors():
    agree(lambda t: str(t._C._dispatch_keys(t.ones(2))))
    agree(lambda t: str(t._C._dispatch_keys(t.ones(2, device="meta"))))
    agree(lambda t: str(t._C._dispatch_keys(t.eye(2).to_sparse()).highestPriorityTypeId()))
    agree(lambda t: str(t._C._dispatch_keys(t.ones(2)) - t._C.DispatchKeySet(t._C.DispatchKey.AutogradCPU)))
    agree(lambda t: t._C._dispatch_keys(t.ones(2)).has(t._C.DispatchKey.CPU))


@pytest.mark.parametrize("key", ["CPU", "Meta", "SparseCUDA", "AutogradCPU", "CompositeImplicitAutograd"])
@pytest.mark.parametrize("name", ["aten::add.Tensor", "aten::neg", "aten::layer_norm"])
def test_kernels_of_operators(name, key):
    agree(lambda t: t._C._dispatch_has_kernel_for_dispatch_key(name, key))


@pytest.mark.parametrize("place", ["", "CPU", "Meta", "CompositeExplicitAutograd", "CompositeImplicitAutograd"])
def test_kernels_of_an_operator_of_python(place):
    def answers(t):
        library = t.library.Library(f"{t.__name__}_keys{place}", "DEF")
        library.define("op(Tensor x) -> Tensor")
        if place:
            library.impl("op", lambda x: x, place)
        name = f"{library.ns}::op"
        computed = t._C._dispatch_has_computed_kernel_for_dispatch_key
        found = [computed(name, key) for key in ("CPU", "CUDA", "Meta", "AutogradCPU")]
        with pytest.raises(RuntimeError, match="Alias keys do not have runtime kernel registrations"):
            computed(name, "CompositeExplicitAutograd")
        return [*found, t._C._dispatch_has_kernel_for_dispatch_key(name, "CompositeImplicitAutograd")]

    agree(answers)


def test_operators_that_are_there():
    agree(lambda t: [t._C._dispatch_has_kernel(one) for one in ("aten::add.Tensor", "nope::x")])
    assert "CPU: registered at" in torch._C._dispatch_dump_table("aten::neg")
    with pytest.raises(RuntimeError, match="Foo"):
        torch._C._dispatch_has_kernel_for_dispatch_key("aten::neg", "Foo")
    with pytest.raises(TypeError, match="argument 'dispatch'"):
        torch._C._dispatch_tls_is_dispatch_key_excluded(3)


def _without_places(text):
    return re.sub(r"registered at \S+", "registered", text)


def test_registrations_are_told_as_libtorch_writes_them():
    def answers(t):
        of = t._C
        # Kernels of Python are registered by each library for itself.
        texts = [
            _without_places(of._dispatch_dump(one))
            for one in ("aten::_softmax_backward_data", "nope::x", "aten::add.x")
        ]
        checks = of._dispatch_check_invariants("aten::relu"), of._dispatch_check_all_invariants()
        return [one.split("\n")[:2] for one in texts], of._dispatch_dump_table("nope::x"), checks

    agree(answers)
    said = pytorch_c._C._dispatch_dump("aten::relu")
    assert said.startswith("name: aten::relu\nschema: aten::relu(Tensor self) -> Tensor\n") and "\nCPU: " in said
    assert all("schema: (none)" in one for one in pytorch_c._C._dispatch_find_dangling_impls())


def test_operations_by_name():
    def answers(t):
        function, names = t._C._jit_get_operation("aten::relu")
        return names, function(t.tensor([-1.0, 2.0])), t._C._jit_get_operation("nope::x")

    agree(answers)
    agree(lambda t: t._C._jit_get_operation("nope"), RuntimeError)
    agree(lambda t: t._C._jit_get_operation(3), TypeError, text=False)


def test_owners_of_memory():
    def answers(t):
        x = t.ones(3)
        storage = x.untyped_storage()
        weak = storage._weak_ref()
        found = [t._C._storage_Use_Count(weak)]
        y = x.detach()
        found.append(t._C._storage_Use_Count(weak))
        same = t._C._storage_address(x) == t._C._storage_address(y) == weak
        t.UntypedStorage._free_weak_ref(weak)
        return found, same

    agree(answers)
    with pytest.raises(ValueError):
        pytorch_c._C._storage_Use_Count(3)


def test_guards():
    def case(t):
        is_excluded, found = t._C._dispatch_tls_is_dispatch_key_excluded, []
        keys = t._C.DispatchKeySet(t._C.DispatchKey.AutogradCPU)
        with t._C._ExcludeDispatchKeyGuard(keys):
            with t._C._ExcludeDispatchKeyGuard(keys):
                found.append((t.ones(2, requires_grad=True) * 2).requires_grad)
            found.append(is_excluded("AutogradCPU"))
        return [*found, is_excluded("AutogradCPU")]

    agree(case)
    with pytest.raises(TypeError, match="argument 'keyset'"):
        torch._C._ExcludeDispatchKeyGuard("CPU")


KEY = "TESTING_ONLY_GenericMode"


def test_fallback():
    lib, seen = torch.library.Library("_", "IMPL"), []
    excluded = torch._C.DispatchKeySet(KEY)

    def watch(keys, op, *args, **kwargs):
        seen.append((op.name(), keys.has("CPU"), keys.has(KEY)))
        with torch._C._ExcludeDispatchKeyGuard(excluded):
            return op(*args, **kwargs)

    lib.fallback(watch, KEY, with_keyset=True)
    with pytest.raises(RuntimeError, match="multiple backend fallbacks"):
        lib.fallback(watch, KEY)
    x = torch.ones(2)
    try:
        with torch._C._IncludeDispatchKeyGuard(torch._C.DispatchKey(KEY)):
            y = torch.add(x, x, alpha=3)
    finally:
        lib._destroy()
    assert y.tolist() == [4, 4]
    assert seen == [("aten::add.Tensor", True, True)]


def test_mistakes_of_fallbacks():
    agree(lambda t: t.library.Library("aten", "IMPL").fallback(print, "CPU"), raises=RuntimeError)
    agree(lambda t: t.library.Library("_", "IMPL").fallback(print), raises=AssertionError)
    with pytest.raises(TypeError, match="argument 'fn'"):
        torch.library.Library("_", "IMPL").fallback(3, KEY)


def test_a_kernel_for_autograd():
    def case(t):
        space = f"{t.__name__}_keys"
        lib = t.library.Library(space, "DEF")
        lib.define("double(Tensor x) -> Tensor")
        op, keys = getattr(t.ops, space).double.default, t._C.DispatchKeySet(t._C.DispatchKey.AutogradCPU)

        class Double(t.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                with t._C._ExcludeDispatchKeyGuard(keys):
                    return op(x)

            @staticmethod
            def backward(ctx, grad):
                return grad * 20

        lib.impl("double", lambda x: x * 2, "CPU")
        lib.impl(
            "double",
            lambda keyset, x: (
                Double.apply(x) if keyset.has("AutogradCPU" if t is torch else t._C.DispatchKey.AutogradCPU) else None
            ),
            "AutogradCPU",
            with_keyset=True,
        )
        x = t.ones(3, requires_grad=True)
        y = op(x)
        y.sum().backward()
        found = y.detach(), x.grad
        lib._destroy()
        return found

    agree(case)


def test_fallthrough_of_one_operator():
    lib, all_of_them, seen = torch.library.Library("aten", "IMPL"), torch.library.Library("_", "IMPL"), []
    all_of_them.fallback(lambda op, *args: seen.append(op.name()), KEY)
    lib.impl("neg", torch.library.fallthrough_kernel, KEY)
    x = torch.ones(1)
    try:
        with torch._C._IncludeDispatchKeyGuard(torch._C.DispatchKey(KEY)):
            y = torch.neg(x)
    finally:
        lib._destroy()
        all_of_them._destroy()
    assert y.tolist() == [-1] and not seen


def test_fallthrough_of_a_whole_key():
    lib, x = torch.library.Library("_", "IMPL"), torch.ones(1)
    key = torch._C.DispatchKey("TESTING_ONLY_GenericWrapper")
    with (
        torch._C._IncludeDispatchKeyGuard(key),
        pytest.raises(NotImplementedError, match="TESTING_ONLY_GenericWrapper"),
    ):
        torch.neg(x)
    lib.fallback(torch.library.fallthrough_kernel, key.name)
    try:
        with torch._C._IncludeDispatchKeyGuard(key):
            assert torch.neg(x).tolist() == [-1]
    finally:
        lib._destroy()


# Ways to register a kernel, by the name of the operator that gets it.
REGISTERED = {
    "cpu": lambda lib, path, f: lib.impl(path, f, "CPU"),
    "explicit": lambda lib, path, f: lib.impl(path, f, "CompositeExplicitAutograd"),
    "implicit": lambda lib, path, f: lib.impl(path, f, "CompositeImplicitAutograd"),
    "plain": lambda lib, path, f: lib.impl(path, f),
    "meta": lambda lib, path, f: lib.impl(path, f, "Meta"),
    "of_type": lambda lib, path, f: lib.library.impl(path, "cpu", f),
    "default": lambda lib, path, f: lib.library.impl(path, "default", f),
    "faked": lambda lib, path, f: (lib.library.impl(path, "CPU", f), lib.library.register_fake(path, f)),
}


def annotated(t):
    scope = {"t": t}
    exec("def add_one(x: t.Tensor) -> t.Tensor:\n    return x + 1", scope)
    return scope["add_one"]


def test_kernels_of_python_are_told():
    """Kernels of a Library, of library.impl and of custom_op; also among all operators with one for a key."""
    keys = [
        "CPU",
        "CUDA",
        "Meta",
        "CompositeImplicitAutograd",
        "CompositeExplicitAutograd",
        "BackendSelect",
        "Autograd",
    ]

    def case(t):
        name = f"told_by_{t.__name__}"
        lib, told, space = t.library.Library(name, "DEF"), {}, f"{name}::"
        lib.library = t.library
        for name, register in REGISTERED.items():
            lib.define(f"{name}(Tensor x) -> Tensor")
            register(lib, f"{space}{name}", lambda x: x + 1)
        for name, types in {"of_all": None, "of_cpu": "cpu"}.items():
            t.library.custom_op(space + name, annotated(t), mutates_args=(), device_types=types)
        for name in [*REGISTERED, "of_all", "of_cpu"]:
            told[name] = (
                [key for key in keys if t._C._dispatch_has_kernel_for_dispatch_key(space + name, key)],
                [key for key in keys[:3] if t._C._dispatch_has_computed_kernel_for_dispatch_key(space + name, key)],
                told_by_overload(t, getattr(getattr(t.ops, lib.ns), name).default, keys),
            )
        for key in keys:
            found = t._C._dispatch_get_registrations_for_dispatch_key(key)
            told[key] = sorted(one.removeprefix(space) for one in found if one.startswith(space))
        lib._destroy()
        return told

    assert case(pytorch_c) == case(torch_itself)


def told_by_overload(t, op, keys):
    """Answers of an OpOverload about kernels for keys, alone and in sets, which are those of the functions by name."""
    sets = [
        t._C.DispatchKeySet(getattr(t._C.DispatchKey, key))
        for key in keys
        if key != "Autograd" and "Composite" not in key
    ]
    told = [
        [op.has_kernel_for_dispatch_key(getattr(t._C.DispatchKey, key)) for key in keys],
        [op.has_kernel_for_any_dispatch_key(one) for one in sets],
    ]
    assert told[1] == [t._C._dispatch_has_kernel_for_any_dispatch_key(op.name(), one) for one in sets]
    return told


def test_a_librarys_kernel_for_backend_select_is_first():
    def case(t):
        space = f"selects_by_{t.__name__}"
        lib = t.library.Library(space, "DEF")
        lib.define("f(Tensor x) -> Tensor")
        lib.impl("f", lambda x: x + 1, "CPU")
        before = getattr(t.ops, space).f(t.zeros(2))
        lib.impl("f", lambda x: x + 2, "BackendSelect")
        after = getattr(t.ops, space).f(t.zeros(2))
        told = t._C._dispatch_has_kernel_for_dispatch_key(f"{space}::f", "BackendSelect")
        lib._destroy()
        return before.tolist(), after.tolist(), told

    assert case(pytorch_c) == case(torch_itself) == ([1, 1], [2, 2], True)
