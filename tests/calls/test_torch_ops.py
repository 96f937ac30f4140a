"""Operators of torch.ops as objects: what they say of themselves, copies, keys and other ways to call them."""

from __future__ import annotations

import copy
import importlib
import pickle

import pytest
import torch as real
from support.oracle import agree

import pytorch_c
from pytorch_c._calls.function_schema import FunctionSchema


def argument(one):
    alias = one.alias_info and (one.alias_info.is_write, one.alias_info.before_set, one.alias_info.after_set)
    return (one.name, str(one.type), str(one.real_type), type(one.type).__name__, repr(one.default_value), alias,
            one.has_default_value(), one.kwarg_only, one.N, one.is_out)  # fmt: skip


def described(schema):
    parts = [[argument(one) for one in part] for part in (schema.arguments, schema.returns)]
    return schema.name, schema.overload_name, str(schema), schema.is_mutable, schema._is_view_op(), parts


def schemas():
    for full in real._C._dispatch_get_all_op_names():
        name, _, overload = full.partition(".")
        try:
            yield real._C._get_schema(name, overload)
        except RuntimeError:  # only kernels have the name
            continue


def test_every_schema_is_read_as_torch_reads_it():
    differ = [str(one) for one in schemas() if described(one) != described(FunctionSchema.of(str(one)))]
    assert not differ


def test_tags_and_views_are_torchs():
    differ = []
    for full in pytorch_c._C._dispatch_get_all_op_names():
        name, _, overload = full.partition(".")
        space, _, short = name.partition("::")
        if space != "aten" or not hasattr(real.ops.aten, short):
            continue
        mine = pytorch_c.ops.overload(name, overload)
        theirs = getattr(getattr(real.ops.aten, short), overload or "default")
        said = [
            (one.is_view, [str(tag) for tag in one.tags], one.name(), str(one), repr(one)) for one in (mine, theirs)
        ]
        if said[0] != said[1]:
            differ.append(said)
    assert not differ


ROWS = {
    "packet": lambda o: (str(o.aten.add), repr(o.aten.add), o.aten.add.__name__, sorted(o.aten.mm.overloads())),
    "overload": lambda o: (o.aten.add.Tensor.__name__, o.aten.add.Tensor.__qualname__, o.aten.add.Tensor.__module__),
    "parts": lambda o: (o.aten.neg.default._overloadname, o.aten.neg.default._opname, o.aten.neg.default.namespace),
    "packet of an overload": lambda o: o.aten.neg.default.overloadpacket is o.aten.neg,
    "one object": lambda o: (o.aten.neg.default is o.aten.neg.default, o.aten.neg is o.aten.neg),
    "copies": lambda o: (
        copy.deepcopy(o.aten.add) is o.aten.add and copy.deepcopy([o.aten.add.Tensor])[0] is o.aten.add.Tensor
    ),
    "hash": lambda o: len({o.aten.add.Tensor, o.aten.add.Tensor, o.aten.add.Scalar}),
    "no such namespace": lambda o: hasattr(o.nope, "x"),
    "no such overload": lambda o: hasattr(o.aten.add, "nope") or hasattr(o.aten.add, "__nope__"),
    "schema text": lambda o: str(o.aten.add_.Tensor._schema),
    "seeded": lambda o: o.aten.dropout.default._nondeterministic_seeded,
    "can decompose": lambda o: (o.aten.linear.default._can_decompose(), o.aten.mm.default._can_decompose()),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_operators_say_of_themselves_what_torchs_do(row):
    agree(lambda t: row(t.ops))


def test_pickles():
    for one in (pytorch_c.ops.aten.add, pytorch_c.ops.aten.add.Tensor):
        assert pickle.loads(pickle.dumps(one)) is one


def keys(t, *names):
    found = t._C.DispatchKeySet(getattr(t._C.DispatchKey, names[0]))
    for one in names[1:]:
        found = found | t._C.DispatchKeySet(getattr(t._C.DispatchKey, one))
    return found


def test_redispatch_runs_the_kernel_of_these_keys():
    def case(t):
        x = t.ones(3, requires_grad=True)
        add = t.ops.aten.add.Tensor
        below, whole = (
            add.redispatch(keys(t, "CPU"), x, x, alpha=2),
            add.redispatch(keys(t, "CPU", "AutogradCPU"), x, x),
        )
        return below.detach(), below.requires_grad, whole.requires_grad

    agree(case)


def test_redispatch_refuses_tensors_without_the_key():
    x = pytorch_c.ones(2)
    with pytest.raises(TypeError, match="its kernel for SparseCPU does not take these tensors"):
        pytorch_c.ops.aten.add.Tensor.redispatch(keys(pytorch_c, "SparseCPU"), x, x)
    with pytest.raises(TypeError, match="argument 'keyset'"):
        pytorch_c.ops.aten.neg.default.redispatch("CPU", x)


def test_decompose():
    agree(lambda t: t.ops.aten.linear.default.decompose(t.ones(2, 3), t.ones(4, 3)))
    agree(lambda t: t.ops.aten.mm.default.decompose(t.ones(2, 3), t.ones(3, 4)) is NotImplemented)


def test_py_impl():
    op = pytorch_c.ops.aten.cosh.default
    key = pytorch_c._C.DispatchKey.FuncTorchVmapMode
    assert not op.has_kernel_for_dispatch_key(key)
    op.py_impl(key)(print)
    try:
        assert op.py_kernels[key] is print and op.has_kernel_for_dispatch_key(key)
        with pytest.raises(RuntimeError, match="override a python impl"):
            op.py_impl(key)
            op.py_impl(key)(print)
    finally:
        del op.py_kernels[key]
    with pytest.raises(AssertionError, match="expected DispatchKey"):
        op.py_impl(3)(print)


def test_classes_are_asked_with_the_operator():
    def case(t):
        seen = []

        class Asked(t.Tensor):
            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                seen.append(str(func))
                return super().__torch_function__(func, types, args, kwargs)

        x = t.ones(2).as_subclass(Asked)
        t.ops.aten.neg(x), t.ops.aten.neg.default(x)
        return seen[-2:]

    agree(case)


SETS = {
    "bits": lambda C: (C.DispatchKeySet(C.DispatchKey.CPU).raw_repr(), C._dispatch_keyset_full().raw_repr()),
    "of bits": lambda C: str(C.DispatchKeySet.from_raw_repr(C.DispatchKeySet(C.DispatchKey.Meta).raw_repr())),
    "after": lambda C: str(C._dispatch_keyset_full_after(C.DispatchKey.ADInplaceOrView)),
    "minus": lambda C: str(C._dispatch_keyset_full() - C.DispatchKeySet(C.DispatchKey.AutogradCPU)),
    "first": lambda C: str(C.DispatchKeySet(C.DispatchKey.SparseCPU).highestPriorityTypeId()),
    "remove": lambda C: str(C.DispatchKeySet(C.DispatchKey.AutogradCPU).remove(C.DispatchKey.AutogradCPU)),
    "aliases": lambda C: (C._dispatch_is_alias_key(C.DispatchKey.Autograd), C._dispatch_is_alias_key(C.DispatchKey.CPU)),
    "in alias": lambda C: C._dispatch_is_included_in_alias(C.DispatchKey.AutogradCPU, C.DispatchKey.Autograd),
    "functionality": lambda C: str(C._to_functionality_key(C.DispatchKey.AutogradCPU)),
    "backends": lambda C: str(C._dispatch_get_backend_keyset_from_autograd(C.DispatchKey.AutogradCPU)),
    "fallback": lambda C: C._dispatch_has_backend_fallback(C.DispatchKey.AutogradCPU),
    "parse": lambda C: (int(C._parse_dispatch_key("CPU")), C._dispatch_key_name(C.DispatchKey.Meta)),
    "device": lambda C: C._dispatch_key_for_device("cuda"),
    "local": lambda C: (str(C._dispatch_tls_local_include_set()), str(C._dispatch_tls_local_exclude_set())),
    "any kernel": lambda C: C._dispatch_has_kernel_for_any_dispatch_key("aten::neg", C.DispatchKeySet(C.DispatchKey.CPU)),
    "computed": lambda C: C._dispatch_has_computed_kernel_for_dispatch_key("aten::linear", "CPU"),
    "fallthrough": lambda C: C._dispatch_kernel_for_dispatch_key_is_fallthrough("aten::neg", "CPU"),
    "numbers": lambda C: {name: int(getattr(C.DispatchKey, name)) for name in ("CPU", "Meta", "Python", "Autograd")},
}  # fmt: skip


@pytest.mark.parametrize("row", SETS.values(), ids=SETS.keys())
def test_keys_and_sets_are_torchs(row):
    agree(lambda t: row(t._C))


@pytest.mark.parametrize("guard", ["_AutoDispatchBelowAutograd", "_AutoDispatchBelowADInplaceOrView"])
def test_guards_below_autograd(guard):
    def case(t):
        x = t.ones(2, requires_grad=True)
        with getattr(t._C, guard)():
            inside = (x * 2).requires_grad, str(t._C._dispatch_tls_local_exclude_set())
        return inside, (x * 2).requires_grad

    agree(case)


def test_guards_without_a_block():
    def case(t):
        x, keys = t.ones(2, requires_grad=True), t._C.DispatchKeySet(t._C.DispatchKey.ADInplaceOrView)
        told = []
        for made in (
            t._C._AutoDispatchBelowAutograd,
            lambda: t._C.ExcludeDispatchKeyGuard(keys),
            lambda: t._C._ExcludeDispatchKeyGuard(keys),
        ):
            guard = made()
            told.append(((x * 2).requires_grad, str(t._C._dispatch_tls_local_exclude_set())))
            with guard:
                told.append((x * 2).requires_grad)
            del guard
            told.append(((x * 2).requires_grad, str(t._C._dispatch_tls_local_exclude_set())))
        return told

    agree(case)


def test_reserved_namespaces_say_so():
    with pytest.raises(ValueError, match="prim is a reserved namespace. Please"):
        pytorch_c.library.Library("prim", "DEF")
    with pytest.raises(ValueError, match="Unsupported kind: NOPE"):
        pytorch_c.library.Library("prim", "NOPE")


def test_other_operators_want_tensors():
    with pytest.raises(TypeError, match="must be Tensor"):
        pytorch_c.ops.aten.maximum.default(pytorch_c.ones(2), 3)
    x = pytorch_c.arange(3.0)
    assert pytorch_c.ops.aten.mul.Tensor(x, 3).tolist() == [0.0, 3.0, 6.0]


@pytest.mark.parametrize(
    "call",
    [
        "t.sub(1, x)",
        "t.sub(1, t.ops.aten.relu(y), alpha=2)",
        "t.mul(1.5, x)",
        "t.mul(2, y, out=t.ops.aten.relu(y))",
        "t.floor_divide(True, y)",
        "t.add(1, 2)",
        "t.ops.aten.sub(1, x)",
        "t.ops.aten.sub.Tensor(1.5, y)",
    ],
)
def test_modes_see_a_number_that_stands_for_a_tensor(call):
    def told(t):
        class Mode(t.utils._python_dispatch.TorchDispatchMode):
            def __torch_dispatch__(self, func, types, args=(), kwargs=None):
                seen.append((str(func), [one if isinstance(one, (bool, int, float)) else "tensor" for one in args]))
                return func(*args, **kwargs or {})

        seen, x, y = [], t.tensor(0.5, dtype=t.float64), t.ones(2)
        plain = eval(call, {"t": t, "x": x, "y": y})
        with Mode():
            given = eval(call, {"t": t, "x": x, "y": y})
        assert given.dtype == plain.dtype and given.tolist() == plain.tolist()
        return seen, str(given.dtype), given.tolist()

    importlib.import_module("torch.utils._python_dispatch")
    importlib.import_module("pytorch_c.utils._python_dispatch")
    assert told(pytorch_c) == told(real)
