"""Arguments of custom_op, define, impl and register_fake, and defaults that are dtypes and devices."""

import pytest
import torch

import pytorch_c

LIBRARIES = (torch, pytorch_c)


def both(case):
    given, expected = case(pytorch_c), case(torch)
    assert given == expected
    return given


def test_defaults_of_dtypes_and_devices():
    def case(t):
        seen, place = [], t.device("cpu:0")

        def f(x, a=None, b=3.14, c=True, d=3, e="foo", f=t.float, g=t.int, h=place, i="cpu"):
            seen.extend(map(str, [a, b, c, d, e, f, g, h, i]))
            return x.clone()

        kinds = {
            "x": t.Tensor,
            "a": "int | None",
            "b": float,
            "c": bool,
            "d": int,
            "e": str,
            "f": t.dtype,
            "g": t.dtype,
        }
        f.__annotations__ = {**kinds, "a": int | None, "h": t.device, "i": t.device, "return": t.Tensor}
        op = t.library.custom_op(f"of_{t.__name__}::defaults", f, mutates_args=())
        op(t.ones(1))
        packet = getattr(t.ops, f"of_{t.__name__}").defaults
        packet(t.ones(1))
        op(t.ones(1), 4, f=t.int64, h="cpu")
        schema = packet.default._schema
        return seen, [str(one.default_value) for one in schema.arguments], str(schema).partition("(")[2]

    both(case)


def test_versions_of_what_is_written():
    def case(t):
        @t.library.custom_op(f"of_{t.__name__}::writes", mutates_args={"y", "z", "w"})
        def writes(x: t.Tensor, y: t.Tensor | None, z: list[t.Tensor], w: list[t.Tensor | None]) -> None:
            y.detach()[0] = 3

        x, y, z, w = t.ones(2), t.ones(2), [t.ones(1), t.ones(1)], [t.ones(1), None]
        writes(x, y, z, w)
        with t.inference_mode():
            writes(x, t.ones(2), z, w)
        return [one._version > 0 for one in (x, y, *z, w[0])], y.tolist()

    both(case)


def made(t, name, schema, mutates_args=()):
    return t.library.custom_op(name, lambda x: None, mutates_args=mutates_args, schema=schema)


REFUSED = {
    "written": (ValueError, lambda t, n: made(t, n, "(Tensor(a!) x) -> ()")),
    "not written": (ValueError, lambda t, n: made(t, n, "(Tensor x) -> ()", ("x",))),
    "tensor by name": (NotImplementedError, lambda t, n: made(t, n, "(Tensor x, *, Tensor y) -> Tensor")),
    "named schema": (ValueError, lambda t, n: t.library.define(n, "foo(Tensor x) -> Tensor")),
    "place": (RuntimeError, lambda t, n: t.library.impl(n, "somethingsomething")),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused_with_torchs_words(kind):
    error, call = REFUSED[kind]
    words = []
    for t in LIBRARIES:
        with pytest.raises(error) as caught:
            call(t, "custom_arguments::refused")
        words.append(str(caught.value)[:60])
    assert words[0] == words[1]


def test_an_implicit_kernel_has_no_fake_one():
    for t in LIBRARIES:
        with t.library._scoped_library(f"of_{t.__name__}", "FRAGMENT") as lib:
            lib.define("implicit(Tensor x) -> Tensor")
            lib.impl("implicit", lambda x: x.sin(), "CompositeImplicitAutograd")
            with pytest.raises(RuntimeError, match="CompositeImplicitAutograd"):
                t.library.register_fake(f"of_{t.__name__}::implicit", lambda x: x, lib=lib)


def test_a_fake_kernel_goes_with_its_library():
    def case(t):
        name, x = f"of_{t.__name__}::faked", t.empty(2, device="meta")
        found = []
        with t.library._scoped_library(f"of_{t.__name__}", "FRAGMENT") as lib:
            lib.define("faked(Tensor x) -> Tensor")
            op = getattr(t.ops, f"of_{t.__name__}").faked
            t.library.register_fake(name, lambda x: x.new_empty(3), lib=lib)
            found.append(op(x).shape[0])
            with t.library._scoped_library(f"of_{t.__name__}", "FRAGMENT") as other:
                t.library.register_fake(name, lambda x: x.new_empty(4), lib=other)
                found.append(op(x).shape[0])
            found.append(op(x).shape[0])
            with pytest.raises(RuntimeError, match="already has a fake impl registered at .*test_custom_op_arguments"):
                t.library.register_fake(name, lambda x: x, lib=lib, allow_override=False)
        return found

    both(case)


def test_one_library_alone_defines_a_namespace():
    def case(t):
        name, said = f"alone_{t.__name__}", []
        for ns, first in ((name, t.library.Library(name, "DEF")), ("aten", None)):
            with pytest.raises(RuntimeError, match="Only a single TORCH_LIBRARY") as caught:
                t.library.Library(ns, "DEF")
            said.append(str(caught.value).replace(name, "ns"))
            assert t.library.Library(ns, "FRAGMENT") is not None
            if first is not None:
                first._destroy()
        t.library.Library(name, "DEF")._destroy()
        places = "test_custom_op_arguments.py" in said[0].partition("Previous")[2], said[0].count(".py:")
        return [one.partition("Previous")[0] for one in said], places

    both(case)


def test_switches_of_kernels_are_logged(caplog):
    def case(t):
        caplog.clear()
        op = t.library.custom_op(
            f"of_{t.__name__}::logged", lambda x: x + 1, mutates_args=(), schema="(Tensor x) -> Tensor"
        )
        for place, enabled in (("gpu", False), ("cpu", True)):
            with op.set_kernel_enabled(place, enabled=enabled):
                op(t.ones(1))
        op.register_kernel("cpu")(lambda x: x + 2)
        with op.set_kernel_enabled("cpu", enabled=False), op.set_kernel_enabled("cpu", enabled=False):
            found = op(t.ones(1)).tolist()
        return found, op(t.ones(1)).tolist(), [" ".join(one.getMessage().split()) for one in caplog.records]

    both(case)


def test_defaults_at_the_end_need_no_gradients():
    def case(t):
        with t.library._scoped_library(f"of_{t.__name__}", "FRAGMENT") as lib:
            lib.define("scaled(Tensor w, int x=2, *, int y=3, int z) -> Tensor")
            lib.impl("scaled", lambda w, x=2, *, y=3, z: w * x * y * z, "CPU")

            def keep(ctx, inputs, keyword_only_inputs, output):
                ctx.count, ctx.by = len(inputs), inputs[1] * keyword_only_inputs["y"] * keyword_only_inputs["z"]

            def backward(ctx, grad):
                return grad * ctx.by if ctx.by == 42 else (grad * ctx.by, None)

            t.library.register_autograd(f"of_{t.__name__}::scaled", backward, setup_context=keep, lib=lib)
            found, w = [], t.ones(2, requires_grad=True)
            for given in ({"z": 7}, {"x": 3, "z": 1}):
                getattr(t.ops, f"of_{t.__name__}").scaled(w, **given).sum().backward()
                found.append(w.grad.tolist())
            return found

    both(case)


def test_tensors_by_keyword_have_neither_derivative_nor_batches():
    for t in LIBRARIES:
        with t.library._scoped_library(f"of_{t.__name__}", "FRAGMENT") as lib:
            lib.define("by_keyword(Tensor x, *, Tensor? y) -> Tensor")
            name, words = f"of_{t.__name__}::by_keyword", "with kwarg-only Tensor args. In the original definition"
            with pytest.raises(NotImplementedError, match=words):
                t.library.register_autograd(name, lambda ctx, grad: grad, lib=lib)
            with pytest.raises(NotImplementedError, match=words):
                t.library.register_vmap(name, lambda info, dims, x, *, y: (x, 0), lib=lib)
