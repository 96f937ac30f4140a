"""autocast against torch's: what is cast, blocks in blocks, decorators, custom Functions, errors and warnings."""

import importlib
import threading
import warnings

import pytest
import torch
from support.oracle import agree

import pytorch_c

LOWER = ["bfloat16", "float16"]


def model_of(library):
    library.manual_seed(0)
    model = library.nn.Sequential(library.nn.Linear(6, 5), library.nn.ReLU(), library.nn.Linear(5, 3))
    for number, param in enumerate(model.parameters()):
        library.nn.init.constant_(param, 0.125 * (number + 1))
    return model


def forward(library, dtype="bfloat16", **settings):
    model, x = model_of(library), library.arange(12.0).reshape(2, 6) / 7
    with library.autocast("cpu", dtype=getattr(library, dtype), **settings):
        out = model(x)
        loss = library.nn.functional.cross_entropy(out, library.tensor([0, 2]))
    loss.backward()
    return out.detach(), loss.detach(), [param.grad for param in model.parameters()]


@pytest.mark.parametrize("dtype", LOWER)
@pytest.mark.parametrize("settings", [{}, {"enabled": False}, {"cache_enabled": False}], ids=str)
def test_a_model_under_autocast(dtype, settings):
    agree(lambda library: forward(library, dtype, **settings))


# Operators that libtorch casts down, up, and lets alone.
OPERATORS = {
    "mm": lambda t, a, b: t.mm(a, b),
    "matmul of an integer": lambda t, a, b: a.long() @ b.long(),
    "matmul of double": lambda t, a, b: a.double() @ b.double(),
    "conv": lambda t, a, b: t.nn.functional.conv1d(a[None], b[:, :, None]),
    "softmax": lambda t, a, b: t.softmax(a.to(t.bfloat16), 0),
    "add": lambda t, a, b: a + b.to(t.bfloat16),
    "cat": lambda t, a, b: t.cat([a, b.to(t.bfloat16)]),
    "linear in place": lambda t, a, b: t.zeros(3, 3).addmm_(a, b),
    "mse_loss": lambda t, a, b: t.nn.functional.mse_loss(a.to(t.bfloat16), b.to(t.bfloat16)),
    "bmm": lambda t, a, b: t.bmm(a[None], b[None]),
    "attention": lambda t, a, b: t.nn.functional.scaled_dot_product_attention(*[x[None, None] for x in (a, b, a)]),
    "operator": lambda t, a, b: a @ b,
    "by keyword": lambda t, a, b: t.mm(input=a, mat2=b),
}


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("dtype", LOWER)
def test_operators_give_torchs_dtypes(name, dtype):
    def run(library):
        a, b = (library.arange(9.0).reshape(3, 3) / n for n in (4, 5))
        with library.autocast("cpu", getattr(library, dtype)):
            return OPERATORS[name](library, a, b)

    raises = None
    if name == "linear in place" or name == "matmul of an integer":
        raises = torch_raises(lambda: run(torch))
    agree(run, raises=raises, text=False)


def torch_raises(action):
    try:
        action()
    except Exception as error:
        return type(error)
    return None


def state(library):
    return (
        library.is_autocast_enabled("cpu"),
        str(library.get_autocast_dtype("cpu")).rpartition(".")[2],
        library.is_autocast_cache_enabled(),
    )


def test_blocks_in_blocks():
    def run(library):
        seen = [state(library)]
        with library.autocast("cpu", library.float16) as outer:
            seen += [state(library), outer.device, str(outer.fast_dtype)[-7:]]
            with library.autocast("cpu", enabled=False, cache_enabled=False):
                seen.append(state(library))
                with library.autocast("cpu", library.bfloat16):
                    seen.append(state(library))
            seen.append(state(library))
        return [*seen, state(library)]

    agree(run)


def test_a_block_may_be_entered_in_itself():
    block = pytorch_c.autocast("cpu", pytorch_c.float16)
    with block, block:
        assert state(pytorch_c) == (True, "float16", True)
    assert state(pytorch_c) == (False, "bfloat16", True)


def test_an_exception_leaves_the_state_as_it_was():
    before = state(pytorch_c)
    with pytest.raises(KeyError), pytorch_c.autocast("cpu", pytorch_c.float16):
        raise KeyError
    assert state(pytorch_c) == before
    block = pytorch_c.autocast("cpu")
    with pytest.raises(RuntimeError, match="was not entered"):
        block.__exit__(None, None, None)


def test_decorators():
    def run(library):
        @library.autocast("cpu", library.bfloat16)
        def product(a):
            return a @ a

        return product(library.ones(2, 2)), product.__name__

    def decorated(library):
        wrap = library.amp.autocast_mode.autocast_decorator
        return wrap(library.autocast("cpu", library.float16), lambda a: a @ a)(library.ones(2, 2))

    agree(run)
    agree(decorated)

    def called_with_no_function(library):
        library.autocast("cpu")(3)

    agree(called_with_no_function, raises=TypeError)


def test_weights_are_cast_once_in_a_block():
    weight = pytorch_c.ones(4, 4, requires_grad=True)
    with pytorch_c.autocast("cpu", pytorch_c.bfloat16):
        one, other = (pytorch_c.ones(2, 4) @ weight for _ in range(2))
    first = one.grad_fn.next_functions[1][0]
    assert first is other.grad_fn.next_functions[1][0] and first.name() == "ToCopyBackward0"


def test_setting_the_state_by_hand():
    def run(library):
        seen = [state(library)]
        library.set_autocast_enabled("cpu", True)
        library.set_autocast_dtype("cpu", library.float16)
        library.set_autocast_cache_enabled(False)
        seen += [state(library), (library.ones(2, 2) @ library.ones(2, 2)).dtype == library.float16]
        library.set_autocast_enabled("cpu", False)
        library.set_autocast_dtype("cpu", library.bfloat16)
        library.set_autocast_cache_enabled(True)
        library.clear_autocast_cache()
        return [*seen, state(library)]

    agree(run)


def test_old_names():
    def run(library):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            found = library.is_autocast_cpu_enabled(), str(library.get_autocast_cpu_dtype())[-8:]
            library.set_autocast_cpu_dtype(library.bfloat16)
            library.set_autocast_cpu_enabled(False)
            found += (str(library.get_autocast_gpu_dtype())[-7:], library.is_autocast_enabled())
        return found, len(said)

    ours, theirs = run(pytorch_c), run(torch)
    assert ours[0] == theirs[0] and ours[1] >= 4


def test_threads_have_states_of_their_own():
    seen = []
    with pytorch_c.autocast("cpu", pytorch_c.float16):
        thread = threading.Thread(target=lambda: seen.append(state(pytorch_c)))
        thread.start()
        thread.join()
    assert seen == [(False, "bfloat16", True)]


@pytest.mark.parametrize("cast_inputs", [None, "float32", "bfloat16"])
@pytest.mark.parametrize("enabled", [True, False])
def test_custom_functions(cast_inputs, enabled):
    def run(library):
        amp = library.amp
        seen = []

        class Product(library.autograd.Function):
            @staticmethod
            @amp.custom_fwd(device_type="cpu", cast_inputs=cast_inputs and getattr(library, cast_inputs))
            def forward(ctx, a, b):
                seen.append((str(a.dtype)[-8:], library.is_autocast_enabled("cpu")))
                ctx.save_for_backward(a, b)
                return a @ b

            @staticmethod
            @amp.custom_bwd(device_type="cpu")
            def backward(ctx, grad):
                a, b = ctx.saved_tensors
                seen.append(library.is_autocast_enabled("cpu"))
                return (grad @ b.t()).to(a.dtype), (a.t() @ grad).to(b.dtype)

        a, b = (library.arange(4.0).reshape(2, 2).requires_grad_() for _ in range(2))
        with library.autocast("cpu", library.bfloat16, enabled=enabled):
            out = Product.apply(a, b)
        out.float().sum().backward()
        return out.detach(), a.grad, b.grad, seen

    agree(run)


def test_values_are_cast_in_containers():
    def run(library):
        cast = library.amp.autocast_mode._cast
        given = {
            "x": [library.ones(1), (library.ones(1, dtype=library.float64), 3)],
            "s": "text",
            "i": library.ones(1).int(),
        }
        return cast(given, "cpu", library.bfloat16)

    agree(run)


@pytest.mark.parametrize(
    "name, raises",
    [("foo", RuntimeError), (3, ValueError), ("meta", RuntimeError)],
)
def test_devices_that_cannot_be(name, raises):
    agree(lambda library: library.autocast(name), raises=raises, text=False)


def test_availability():
    agree(lambda library: [library.amp.is_autocast_available(name) for name in ("cpu", "cuda", "xpu", "mps", "meta")])


def test_a_dtype_that_cannot_be_is_warned_of():
    def run(library):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            with library.autocast("cpu", library.float64):
                found = (library.ones(2, 2) @ library.ones(2, 2)).dtype == library.float32
            with library.autocast("cuda"):
                found = found, library.is_autocast_enabled("cuda")
        return found, [(one.category.__name__, str(one.message).replace("torch.", "")) for one in said]

    ours, theirs = run(pytorch_c), run(torch)
    assert ours[0] == theirs[0]
    assert [(kind, text.replace("pytorch_c.", "")) for kind, text in ours[1]] == theirs[1]


@pytest.mark.parametrize("t", [pytorch_c, torch])
def test_a_capturing_mode_that_raises_leaves_autocast_as_it_was(t):
    capturing = importlib.import_module(f"{t.__name__}.fx.experimental.proxy_tensor").PreDispatchTorchFunctionMode

    class Mode(capturing):
        def __init__(self):
            t.overrides.TorchFunctionMode.__init__(self)

        def __torch_function__(self, function, types, args=(), kwargs=None):
            raise KeyError("told")

    with pytest.raises(KeyError, match="told"), Mode(), t.autocast("cpu"):
        pass
    assert not t.is_autocast_enabled("cpu") or t is torch  # torch leaves it on
    t.set_autocast_enabled("cpu", False)
