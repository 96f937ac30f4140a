"""torch.library, with torch as the oracle. Both use one dispatcher here, so each has a namespace of its own."""

import importlib
import inspect
import itertools
import typing

import numpy
import pytest
import torch
from support.oracle import agree
from support.surviving import say

import pytorch_c

_numbers = itertools.count()


def new_name(t):
    return f"{t.__name__}_tests::op{next(_numbers)}"


def scaled(t, **options):
    """x * by, whose derivative is ten times too large, so that it shows who computed it."""

    def function(x: t.Tensor, by: float = 2.0) -> t.Tensor:
        return t.from_numpy(numpy.asarray(x.detach().numpy() * by))

    op = t.library.custom_op(new_name(t), function, mutates_args=(), **options)

    def setup_context(ctx, inputs, output):
        ctx.by = inputs[1]
        ctx.save_for_backward(inputs[0])

    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        assert x.shape == grad.shape
        return grad * ctx.by * 10, None

    op.register_autograd(backward, setup_context=setup_context)
    return op


def several(t):
    def function(xs: list[t.Tensor], *, flip: bool = False) -> tuple[t.Tensor, t.Tensor]:
        total = sum(xs[1:], xs[0].clone())
        return (-total if flip else total.clone()), xs[0].clone()

    function.__annotations__ = {"xs": typing.List[t.Tensor], "flip": bool, "return": tuple[t.Tensor, t.Tensor]}  # noqa: UP006
    op = t.library.custom_op(new_name(t), function, mutates_args=())

    def setup_context(ctx, inputs, keyword_only_inputs, output):
        ctx.count, ctx.flip = len(inputs[0]), keyword_only_inputs["flip"]

    def backward(ctx, total, first):
        sign = -1 if ctx.flip else 1
        return [total * sign + (first if i == 0 else 0) for i in range(ctx.count)]

    op.register_autograd(backward, setup_context=setup_context)
    return op


def x(t, *size):
    return t.arange(1.0, 1 + numpy.prod(size, dtype=int)).reshape(size)


def gradient(t, f, *inputs):
    inputs = [one.requires_grad_() for one in inputs]
    return t.autograd.grad(f(*inputs).sum(), inputs)


def by_name(t, op):
    space, _, name = op._qualname.partition("::")
    return getattr(getattr(t.ops, space), name)


def with_rule(t):
    op = scaled(t)
    op.register_vmap(lambda info, in_dims, x, by=2.0: (x.movedim(in_dims[0], 0) * by * 100, 0))
    return op


CASES = {
    "call": lambda t: scaled(t)(x(t, 3)),
    "keyword": lambda t: scaled(t)(x=x(t, 3), by=3.0),
    "by name": lambda t: by_name(t, scaled(t))(x(t, 3), by=3.0),
    "overload": lambda t: by_name(t, scaled(t)).default(x(t, 3)),
    "gradient": lambda t: gradient(t, scaled(t), x(t, 3)),
    "gradient by name": lambda t: gradient(t, by_name(t, scaled(t)), x(t, 3)),
    "list": lambda t: several(t)([x(t, 3), x(t, 3)]),
    "keyword only": lambda t: several(t)([x(t, 3), x(t, 3)], flip=True),
    "gradient of a list": lambda t: gradient(t, lambda a, b: several(t)([a, b], flip=True)[0], x(t, 3), x(t, 3)),
    "both results": lambda t: gradient(t, lambda a, b: sum(several(t)([a, b])), x(t, 3), x(t, 3)),
    "rule for batches": lambda t: t.vmap(with_rule(t), (1, None), 0)(x(t, 2, 3), 2.0),
    "writes": lambda t: written(t),
    "meta": lambda t: faked(t)(t.empty(2, 3, device="meta")).shape,
    "another device's kernel": lambda t: kernels(t)(x(t, 2)),
    "defined": lambda t: defined(t),
    "defined behind its kernels": lambda t: defined_late(t),
    "defined by Library": lambda t: by_library(t),
    "writes without a set": lambda t: written_without_a_set(t),
    "rule for a mode": lambda t: under_a_mode(t),
    "triton_op": lambda t: by_triton_op(t),
    "what was registered": lambda t: registered(t),
}


def registered(t):
    op = scaled(t, device_types=["cpu", "cuda"], tags=t.Tag.nondeterministic_seeded)
    before = [op._abstract_fn, op._vmap_fn, dict(op._autocast_dtype), dict(op._torch_dispatch_fns)]
    mode = type("Mode", (importlib.import_module(f"{t.__name__}.utils._python_dispatch").TorchDispatchMode,), {})
    functions = [lambda *args, number=number: number for number in range(3)]
    op.register_fake(functions[0])
    op.register_vmap(functions[1])
    op.register_torch_dispatch(mode, functions[2])
    op.register_autocast("cpu", t.bfloat16)
    with op.set_kernel_enabled("cpu", False):
        disabled = sorted(op._disabled_kernel)
    after = [op._abstract_fn(), op._vmap_fn(), op._torch_dispatch_fns[mode](), str(op._autocast_dtype)]
    written = t.library.custom_op(new_name(t), lambda x: None, mutates_args=("x",), schema="(Tensor(a!) x) -> ()")
    return (
        (before, disabled, [one.replace("pytorch_c.", "torch.") for one in after if isinstance(one, str)], after[:3]),
        (op._backward_fn.__name__, op._setup_context_fn.__name__, op._init_fn.__name__, sorted(op._backend_fns)),
        (op._schema, written._schema, list(written._backend_fns), [str(tag) for tag in op._tags]),
        (op._qualname == f"{op._namespace}::{op._name}", op._namespace == f"{t.__name__}_tests"),
    )


def written(t):
    def function(x: t.Tensor, y: t.Tensor) -> None:
        x.add_(y)

    a = x(t, 3)
    t.library.custom_op(new_name(t), function, mutates_args={"x"})(a, a.clone())
    return a


def faked(t):
    op = scaled(t)
    op.register_fake(lambda x, by=2.0: t.empty_like(x))
    return op


def kernels(t):
    op = scaled(t, device_types="cuda")
    op.register_kernel("cpu")(lambda x, by=2.0: x + 100)
    return op


def defined(t):
    name = new_name(t)
    t.library.define(name, "(Tensor x, int n=3) -> Tensor")
    t.library.impl(name, "cpu")(lambda x, n=3: x + n)
    space, _, short = name.partition("::")
    return getattr(getattr(t.ops, space), short)(x(t, 2)), getattr(getattr(t.ops, space), short)(x(t, 2), n=5)


def defined_late(t):
    name = new_name(t)
    t.library.impl(name, "default", lambda x: x * 2)
    t.library.impl(name, "CPU")(lambda x: x + 3)
    t.library.define(name, "(Tensor x) -> Tensor")
    space, _, short = name.partition("::")
    return getattr(getattr(t.ops, space), short)(x(t, 2)), getattr(getattr(t.ops, space), short)(
        x(t, 2).to("meta")
    ).shape


def by_library(t):
    space, _, short = new_name(t).partition("::")
    lib = t.library.Library(space, "FRAGMENT")
    assert lib.define(f"{short}(Tensor x) -> (Tensor, int)") == short
    lib.impl(short, lambda x: (x * 2, 7), "CompositeExplicitAutograd")
    found = getattr(getattr(t.ops, space), short)(x(t, 2))
    lib._destroy()
    return found


def written_without_a_set(t):
    name = new_name(t)
    t.library.define(name, "(Tensor x, Tensor! out, Tensor![] others) -> ()")
    t.library.impl(name, "cpu", lambda x, out, others: [one.add_(x) for one in (out, *others)] and None)
    t.library.register_fake(name, lambda x, out, others: None)
    op = getattr(getattr(t.ops, name.partition("::")[0]), name.partition("::")[2])
    out, others = x(t, 3), [x(t, 3), x(t, 3)]
    op(x(t, 3), out=out, others=others)
    op.default(x(t, 3), out, others)
    said = [
        (str(one.type), one.alias_info and (one.alias_info.is_write, one.alias_info.before_set))
        for one in op.default._schema.arguments
    ]
    return out, others, said


def under_a_mode(t):
    class Mode(importlib.import_module(f"{t.__name__}.utils._python_dispatch").TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {}))

    op, found = scaled(t), []
    op.register_torch_dispatch(Mode)(lambda mode, func, types, args, kwargs: t.full((1,), 4.0))
    with Mode():
        found.append(op(x(t, 3)))
    op.register_torch_dispatch(Mode, lambda mode, func, types, args, kwargs: t.full((1,), 5.0))
    with Mode():
        found.append(op(x(t, 3)))
    return [*found, op(x(t, 3))]


def by_triton_op(t):
    def function(x: t.Tensor) -> t.Tensor:
        return x * 2

    op = t.library.triton_op(new_name(t), function, mutates_args=())
    return op(x(t, 3)), op(x(t, 3).to("meta")).shape


@pytest.mark.parametrize("name", CASES)
def test_operators(name):
    agree(CASES[name], strides=False)


def test_vmap_without_a_rule_goes_sample_by_sample():
    op = scaled(pytorch_c)
    assert pytorch_c.vmap(op)(x(pytorch_c, 2, 3)).tolist() == (x(pytorch_c, 2, 3) * 2).tolist()
    found = pytorch_c.func.grad(lambda a: pytorch_c.vmap(op)(a).sum())(x(pytorch_c, 2, 3))
    assert found.tolist() == [[20] * 3] * 2


def test_func_grad_of_an_operator():
    assert (
        pytorch_c.vmap(pytorch_c.func.grad(lambda a: scaled(pytorch_c)(a).sum()))(x(pytorch_c, 2, 3)).tolist()
        == [[20] * 3] * 2
    )


# ---- schemas ----


def annotated(t):
    T = t.Tensor
    O, L, S = typing.Optional, list, typing.Sequence  # noqa: E741, N806
    number = typing.Union[int, float, bool]  # noqa: UP007

    def signature(returns, **kinds):
        def function(**kwargs): ...

        parameters = []
        for name, kind in kinds.items():
            kind, *default = kind if isinstance(kind, tuple) else (kind,)
            parameters.append(
                inspect.Parameter(
                    name,
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    annotation=kind,
                    default=default[0] if default else inspect.Parameter.empty,
                )
            )
        function.__signature__ = inspect.Signature(parameters, return_annotation=returns)
        function.__annotations__ = {**{p.name: p.annotation for p in parameters}, "return": returns}
        return function

    return {
        "plain": signature(T, x=T, n=int, f=float, b=bool, s=str),
        "optional": signature(T, x=O[T], n=O[int], f=O[float], b=O[bool], s=O[str]),
        "lists": signature(T, x=L[T], n=L[int], f=S[float], b=S[bool]),
        "lists of optional": signature(T, x=L[O[T]], n=O[L[int]], f=O[S[float]]),
        "defaults": signature(T, x=T, n=(int, 3), f=(float, 0.5), b=(bool, True), s=(str, "a"), o=(O[int], None)),
        "scalar": signature(T, x=T, n=number, l=O[number]),
        "dtype": signature(T, x=T, d=t.dtype, v=t.device, e=(O[t.dtype], None)),
        "tuple": signature(tuple[T, int, T], x=T),
        "none": signature(None, x=T),
        "list of results": signature(list[T], x=T),
        "number": signature(float, x=T),
    }


@pytest.mark.parametrize("name", annotated(pytorch_c))
def test_schemas(name):
    agree(lambda t: t.library.infer_schema(annotated(t)[name], mutates_args=()))


def test_schemas_of_what_is_written():
    agree(lambda t: [t.library.infer_schema(annotated(t)["lists"], mutates_args=m) for m in ({"x"}, "unknown")])
    agree(lambda t: t.library.infer_schema(annotated(t)["plain"], mutates_args=(), op_name="f"))


def unannotated(x):
    return x


def varargs(*x: int) -> int:
    return 0


ERRORS = {
    "no annotation": lambda t: t.library.infer_schema(unannotated, mutates_args=()),
    "varargs": lambda t: t.library.infer_schema(varargs, mutates_args=()),
    "written int": lambda t: t.library.infer_schema(annotated(t)["plain"], mutates_args={"n"}),
    "written what": lambda t: t.library.infer_schema(annotated(t)["plain"], mutates_args={"y"}),
    "written text": lambda t: t.library.infer_schema(annotated(t)["plain"], mutates_args="x"),
    "no namespace": lambda t: t.library.custom_op("name", annotated(t)["plain"], mutates_args=()),
    "kind": lambda t: t.library.Library("a_tests", "KIND"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    agree(ERRORS[name], raises=ValueError, text=False)


def test_no_derivative():
    def case(t):
        def function(x: t.Tensor) -> t.Tensor:
            return x.detach() * 2

        return gradient(t, t.library.custom_op(new_name(t), function, mutates_args=()), x(t, 3))

    agree(case, raises=RuntimeError, text=False)


def test_results_that_are_inputs():
    def case(t):
        def function(x: t.Tensor) -> t.Tensor:
            return x

        return t.library.custom_op(new_name(t), function, mutates_args=())(x(t, 3))

    agree(case, raises=RuntimeError, text=False)


BAD = {
    "arguments": (lambda op: op(1), TypeError),
    "too many": (lambda op: op(x(pytorch_c, 1), 1.0, 2), TypeError),
    "unknown": (lambda op: op(x(pytorch_c, 1), to=1), TypeError),
    "by name": (lambda op: by_name(pytorch_c, op)("a"), TypeError),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name):
    call, kind = BAD[name]
    with pytest.raises(kind):
        call(scaled(pytorch_c))


# ---- the dispatcher ----


def test_libtorch_calls_it():
    """Calls the operator as C does, past the Python way."""
    op = scaled(pytorch_c)
    found = pytorch_c._boundary.api.operator_find(op._qualname, "")
    assert op._qualname in pytorch_c._calls.values.names()
    (result,) = pytorch_c._calls.values.call(found, ["Tensor", "float"], [x(pytorch_c, 3), 4.0], 1)
    assert result.tolist() == [4, 8, 12]


def test_an_error_of_the_kernel_comes_through():
    def function(x: pytorch_c.Tensor) -> pytorch_c.Tensor:
        raise KeyError("inside")

    op = pytorch_c.library.custom_op(new_name(pytorch_c), function, mutates_args=())
    found = pytorch_c._boundary.api.operator_find(op._qualname, "")
    for call in (
        lambda: op(x(pytorch_c, 1)),
        lambda: pytorch_c._calls.values.call(found, ["Tensor"], [x(pytorch_c, 1)], 1),
    ):
        with pytest.raises(KeyError, match="inside"):
            call()


def test_a_kernel_for_an_operator_of_libtorchs():
    lib = pytorch_c.library.Library("aten", "IMPL", "Meta")
    with pytest.raises((RuntimeError, ValueError)):
        lib.impl("no_such_operator", lambda x: x)
    with pytest.raises(ValueError):
        lib.define("f(Tensor x) -> Tensor")


def test_a_destroyed_library_is_gone():
    space, _, short = new_name(pytorch_c).partition("::")
    lib = pytorch_c.library.Library(space, "DEF")
    lib.define(f"{short}(Tensor x) -> Tensor")
    lib.impl(short, lambda x: x + 1, "CPU")
    kept = getattr(getattr(pytorch_c.ops, space), short)
    assert kept(x(pytorch_c, 1)).tolist() == [2]
    lib._destroy()
    with pytest.raises(RuntimeError, match="is gone"):
        kept(x(pytorch_c, 1))
    with pytest.raises(AttributeError):
        getattr(getattr(pytorch_c.ops, space), short)
    assert f"{space}::{short}" not in pytorch_c._calls.values.names()


@pytest.mark.parametrize("t", [torch, pytorch_c], ids=["torch", "pytorch_c"])
@pytest.mark.parametrize("key", ["CPU", "AutogradCPU"])
def test_a_second_kernel_is_refused_until_the_first_is_gone(t, key):
    space, _, short = new_name(t).partition("::")
    lib, first, second = (t.library.Library(space, kind) for kind in ("FRAGMENT", "IMPL", "IMPL"))
    lib.define(f"{short}(Tensor x) -> Tensor")
    first.impl(short, lambda x: x + 1, key)
    with pytest.raises(RuntimeError, match="already a kernel registered from python"):
        second.impl(short, lambda x: x + 2, key, allow_override=False)
    first._destroy()
    second.impl(short, lambda x: x + 2, key, allow_override=False)
    assert getattr(getattr(t.ops, space), short)(x(t, 1)).tolist() == [3]
    del second
    with pytest.raises((NotImplementedError, RuntimeError)):
        getattr(getattr(t.ops, space), short)(x(t, 1))
    lib._destroy()


def test_a_kernel_that_is_taken_back_leaves_the_newest_one():
    space, _, short = new_name(pytorch_c).partition("::")
    lib, first, second = (pytorch_c.library.Library(space, kind) for kind in ("FRAGMENT", "IMPL", "IMPL"))
    lib.define(f"{short}(Tensor x) -> Tensor")
    op = getattr(getattr(pytorch_c.ops, space), short)
    first.impl(short, lambda x: x + 1, "CPU")
    second.impl(short, lambda x: x + 2, "CPU")
    assert op(x(pytorch_c, 1)).tolist() == [3]
    second._destroy()
    assert op(x(pytorch_c, 1)).tolist() == [2]
    second.impl(short, lambda x: x + 2, "CPU")
    first._destroy()
    assert op(x(pytorch_c, 1)).tolist() == [3]
    second._destroy()
    with pytest.raises(NotImplementedError, match="no kernel"):
        op(x(pytorch_c, 1))
    lib._destroy()


def test_an_operator_that_is_defined_anew(capfd):
    space, _, short = new_name(pytorch_c).partition("::")
    ones = x(pytorch_c, 1)
    lib = pytorch_c.library.Library(space, "DEF")
    lib.define(f"{short}(Tensor x) -> Tensor")
    lib.impl(short, lambda x: x + 1, "CPU")
    packet = getattr(getattr(pytorch_c.ops, space), short)
    overload = packet.default
    assert packet(ones).tolist() == overload(ones).tolist() == [2]
    lib._destroy()
    lib = pytorch_c.library.Library(space, "DEF")
    lib.define(f"{short}(Tensor x, int y) -> Tensor")
    lib.impl(short, lambda x, y: x + y, "CPU")
    assert packet(ones, 5).tolist() == getattr(getattr(pytorch_c.ops, space), short)(ones, 5).tolist() == [6]
    with pytest.raises(RuntimeError, match="was defined anew"):
        overload(ones)
    lib._destroy()
    assert "Overriding" not in capfd.readouterr().err  # what is left of the first is in nobody's way


@pytest.mark.parametrize("schema", ["mine::f(", "f(Tensor x) -> Tensor", "aten::f(Tensor x) -> Tensor", "", "a::b"])
def test_schemas_that_are_none(schema):
    with pytest.raises((ValueError, RuntimeError)):
        pytorch_c._boundary.api.library_define(schema)


def test_schemas_too_deep_for_the_parser():
    texts = [
        "'f(' + '(' * 50000",
        "'f(Tensor' + '[]' * 50000 + ' x) -> ()'",
        "'f(' + 'Dict(str,' * 30000",
        "'f(x=' + '[' * 90000",
        "'f() -> ' + '(' * 30000 + 'Tensor' + ')' * 30000",
    ]
    for said in say([f"t._boundary.api.library_define('zz::' + {text})" for text in texts]):
        assert said == "TorchValueError ptc_library_define: argument 'schema': an expression nests more than 500 deep"


@pytest.mark.parametrize("op", [lambda t: t.sin, lambda t: 3], ids=["function", "number"])
@pytest.mark.parametrize(
    "call",
    [
        lambda t, op: t.library.opcheck(op, ()),
        lambda t, op: t.library.register_kernel(op, "cpu", lambda x: x),
        lambda t, op: t.library.register_fake(op, lambda x: x),
        lambda t, op: t.library.register_autograd(op, lambda ctx, grad: grad),
        lambda t, op: t.library.register_vmap(op, lambda info, dims, x: (x, dims)),
    ],
    ids=["opcheck", "register_kernel", "register_fake", "register_autograd", "register_vmap"],
)
def test_what_is_no_operator_is_refused(op, call):
    agree(lambda t: call(t, op(t)), ValueError, text=False)


def test_torch_has_what_is_here():
    assert {"custom_op", "Library", "define", "impl", "infer_schema", "register_fake", "opcheck", "get_ctx"} <= set(
        dir(torch.library)
    )


@pytest.mark.parametrize("key", ["CompositeImplicitAutograd", "CompositeExplicitAutograd", "CPU", ""])
def test_only_kernels_of_other_operators_are_composite_implicit(key):
    found = []
    for t in (torch, pytorch_c):
        space, _, name = new_name(t).partition("::")
        with t.library._scoped_library(space, "FRAGMENT") as lib:
            lib.define(f"{name}(Tensor x) -> Tensor")
            lib.impl(name, lambda x: x + 1, key)
            found.append(t._C._dispatch_has_kernel_for_dispatch_key(f"{space}::{name}", "CompositeImplicitAutograd"))
    assert found[0] == found[1]


def test_a_kernel_for_all_of_autograds_keys_runs_before_those_of_devices():
    def found(t):
        library, name = t.library.Library(new_name(t).partition("::")[0], "FRAGMENT"), new_name(t).partition("::")[2]
        op = f"{library.ns}::{name}"
        library.define(f"{name}(Tensor x) -> Tensor")

        class Fivefold(t.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                with t._C._AutoDispatchBelowAutograd():
                    return getattr(getattr(t.ops, library.ns), name)(x)

            @staticmethod
            def backward(ctx, grad):
                return grad * 5

        library.impl(name, lambda x: x * 2, "CPU")
        library.impl(name, Fivefold.apply, "Autograd")
        given = t.ones(2, requires_grad=True)
        result = getattr(getattr(t.ops, library.ns), name)(given)
        result.sum().backward()
        told = [t._C._dispatch_has_kernel_for_dispatch_key(op, key) for key in ("Autograd", "AutogradCPU", "CPU")]
        with t.no_grad():
            plain = getattr(getattr(t.ops, library.ns), name)(t.ones(2))
        library._destroy()
        return result.tolist(), given.grad.tolist(), plain.tolist(), told

    agree(found)


def test_kernels_are_given_no_defaults_at_the_end():
    def given(t):
        library, found = t.library.Library(new_name(t).partition("::")[0], "FRAGMENT"), []
        name = new_name(t).partition("::")[2]
        library.define(f"{name}(Tensor x, float by=2.0, *, int n=3) -> Tensor")
        library.impl(name, lambda *args, **named: (found.append((args[1:], named)), args[0].clone())[1], "CPU")
        op = getattr(getattr(t.ops, library.ns), name)
        for arguments, named in (((), {}), ((2.0,), {}), ((3.0,), {}), ((2.0,), {"n": 4}), ((), {"n": 3})):
            op(t.ones(2), *arguments, **named)
        return found

    agree(given)


@pytest.mark.parametrize("key", ["CPU", "CompositeImplicitAutograd"])
def test_kernels_are_given_arguments_without_a_default_as_the_schema_says(key):
    def given(t):
        library, name = t.library.Library(new_name(t).partition("::")[0], "FRAGMENT"), new_name(t).partition("::")[2]
        library.define(f"{name}(Tensor x, int n, *, int start, bool[] flags) -> Tensor")
        found = []
        library.impl(name, lambda x, n, *, start, flags: (found.append((n, start, flags)), x.clone())[1], key)
        getattr(getattr(t.ops, library.ns), name)(t.ones(2), 5, flags=[True], start=7)
        return found

    agree(given)


def test_a_kernel_may_give_a_view_of_what_its_schema_says_it_changes():
    def shapes(t):
        library, name = t.library.Library(new_name(t).partition("::")[0], "FRAGMENT"), new_name(t).partition("::")[2]
        library.define(f"{name}(Tensor(a!) x) -> Tensor(a!)")
        library.impl(name, lambda x: x.view(2, 2), "CompositeExplicitAutograd")
        whole = t.ones(4)
        view = getattr(getattr(t.ops, library.ns), name)(whole)
        return tuple(view.shape), tuple(t._prims.as_strided(whole, (2, 0), (2, 1), 0).shape)

    import pytorch_c._prims
    import torch._prims

    assert shapes(pytorch_c) == shapes(torch) == ((2, 2), (2, 0))


def test_effects_and_symmetric_arguments_are_registered():
    def registered(t):
        effects = importlib.import_module(f"{t.__name__}._library.effects").EffectType
        find = importlib.import_module(f"{t.__name__}._library.simple_registry").singleton.find
        space, _, name = new_name(t).partition("::")
        op = scaled(t)
        op.register_effect(effects.ORDERED)
        kept = find(op._qualname).effect.effect.name
        op.register_effect(None)
        lib = t.library.Library(space, "FRAGMENT")
        lib.define(f"{name}(Tensor input, str group_name) -> Tensor")
        lib.register_symm_mem_args(name, ["input"])
        entry = find(f"{space}::{name}").symm_mem_args
        named = list(entry.get())
        lib._destroy()
        return kept, find(op._qualname).effect.effect, named, entry.get()

    agree(registered)
