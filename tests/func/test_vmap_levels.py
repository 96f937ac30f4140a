"""vmap's levels: what is left when one is closed, threads, tensors that outlive theirs, memory, warnings, printing."""

import gc
import json
import subprocess
import sys
import threading

import pytest
import torch
from support.project import HANG, TESTS

import pytorch_c
from pytorch_c import vmap
from pytorch_c._boundary import api


def depth():
    return api.vmap_depth()


class Stop(BaseException):
    pass


def test_levels_are_closed_when_the_function_raises():
    def fails(a):
        assert depth() == 2
        raise Stop

    with pytest.raises(Stop):
        vmap(vmap(fails))(pytorch_c.ones(2, 3))
    assert depth() == 0


def test_a_level_can_be_closed_once():
    def closes(a):
        assert api.vmap_pop(1) is None
        return a

    with pytest.raises(ValueError, match="no level 1 is open"):
        vmap(closes)(pytorch_c.ones(2))
    assert depth() == 0


def nest(count, a):
    return a + 1 if count == 0 else vmap(lambda b: nest(count - 1, b))(a)


def test_there_is_a_deepest_level():
    assert nest(40, pytorch_c.zeros([1] * 40)).sum().item() == 1

    def endless(a):
        return vmap(lambda b: endless(b) + a)(pytorch_c.ones(1))

    with pytest.raises(RuntimeError, match="more than 63 levels"):
        endless(pytorch_c.ones(1))
    assert depth() == 0


def test_threads_have_their_own_levels():
    found, both_inside = {}, threading.Barrier(4)

    def work(i):
        def sample(a):
            both_inside.wait(HANG)
            return a * i, depth()

        found[i] = vmap(sample, out_dims=(0, None))(pytorch_c.arange(3) + i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert {i: (x.tolist(), level) for i, (x, level) in found.items()} == {
        i: ([i * i, i * (1 + i), i * (2 + i)], 1) for i in range(4)
    }


def escaped(size=3):
    caught = []
    vmap(lambda a: caught.append(a) or a)(pytorch_c.ones(size, 2))
    return caught[0]


USES = {
    "operator": lambda a: a + 1,
    "reduction": lambda a: a.sum(),
    "index": lambda a: a[0],
    "in place": lambda a: a.add_(1),
    "item": lambda a: a.sum().item(),
    "numpy": lambda a: a.numpy(),
    "tolist": lambda a: a.tolist(),
    "data_ptr": lambda a: a.data_ptr(),
    "another size": lambda a: vmap(lambda b: b + a)(pytorch_c.ones(5, 2)),
    "returned from another": lambda a: vmap(lambda b: a)(pytorch_c.ones(5, 2)),
    "batched again": lambda a: vmap(lambda b: vmap(lambda c: c)(a))(pytorch_c.ones(2, 2)),
    "save": lambda a: pytorch_c.save(a, "/dev/null"),
    "backward": lambda a: a.backward(a),
}


@pytest.mark.parametrize("use", USES)
def test_a_tensor_that_escaped(use):
    a = escaped()
    before = pytorch_c.ones(2)
    with pytest.raises((RuntimeError, ValueError)):
        USES[use](a)
    assert a.shape == (2,)
    assert depth() == 0
    assert (before + 1).tolist() == [2, 2]


def test_memory_goes_with_the_last_reference():
    gc.collect()
    before = pytorch_c.live_tensors()
    x = pytorch_c.ones(3, 2, requires_grad=True)
    found = vmap(lambda a: {"a": (a * 2).sum(), "b": [a]}, chunk_size=2)(x)
    found["a"].sum().backward()
    with pytest.raises(RuntimeError):
        vmap(lambda a: a.item())(x)
    caught = escaped()
    assert pytorch_c.live_tensors() > before
    del x, found, caught
    gc.collect()
    assert pytorch_c.live_tensors() == before


def test_an_identity_gives_the_tensor_itself():
    x = pytorch_c.ones(2)
    assert vmap(lambda a: a)(x).is_same(x)


def test_printing():
    """Prints as torch does."""

    def texts(t):
        said = []

        def outer(a):
            return t.vmap(lambda b: said.append(repr(b)) or b * a.sum(), 1)(a)

        t.vmap(outer)(t.arange(12.0).reshape(2, 3, 2))
        return said

    assert texts(pytorch_c) == texts(torch)
    assert "BatchedTensor(lvl=2, bdim=1, value=\n    BatchedTensor(lvl=1" in texts(pytorch_c)[0]


def test_a_custom_function_says_so():
    class Double(pytorch_c.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    with pytest.raises(RuntimeError, match="autograd.Function with functorch transforms"):
        vmap(Double.apply)(pytorch_c.ones(2, requires_grad=True))


def test_a_custom_function_without_a_gradient():
    """Also the one that another one's backward calls."""

    class Double(pytorch_c.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, grad):
            return Double.apply(grad)

    assert vmap(Double.apply)(pytorch_c.ones(2)).tolist() == [2, 2]
    x = pytorch_c.ones(2, requires_grad=True)
    for create_graph in (False, True):
        (found,) = pytorch_c.autograd.grad(
            Double.apply(x), x, pytorch_c.eye(2), is_grads_batched=True, create_graph=create_graph
        )
        assert found.tolist() == [[2, 0], [0, 2]]


def test_a_custom_backward_gets_all_rows_at_once():
    class Double(pytorch_c.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, grad):
            shapes.append(grad.shape)
            return grad * 2

    shapes, x = [], pytorch_c.ones(3, requires_grad=True)
    (found,) = pytorch_c.autograd.grad(Double.apply(x), x, pytorch_c.eye(3), is_grads_batched=True)
    assert found.tolist() == (pytorch_c.eye(3) * 2).tolist()
    assert shapes == [(3,)]


CHECKED = {
    "infinity": (lambda a: pytorch_c.linalg.eigvals(a), pytorch_c.full((2, 3, 3), float("inf"))),
    "pivots": (
        lambda p: pytorch_c.linalg.ldl_solve(pytorch_c.eye(2), p, pytorch_c.eye(2)),
        pytorch_c.tensor([[1, 2], [-1, -2]]).int(),
    ),
    "labels": (
        lambda y: pytorch_c.ctc_loss(pytorch_c.zeros(4, 1, 3), y, [4], [2]),
        pytorch_c.tensor([[[1, 2]], [[1, 99]]]),
    ),
}


@pytest.mark.parametrize("name", CHECKED)
def test_values_that_libtorch_trusts_are_looked_at(name):
    """Each crashes or hangs libtorch, in one of the samples."""
    function, batch = CHECKED[name]
    with pytest.raises(RuntimeError, match="infs or NaNs|pivots|targets must be within"):
        vmap(function)(batch)


PROGRAM = """
import warnings
import pytorch_c as t
from pytorch_c.nn import functional as F
x, y = t.arange(12.0).reshape(4, 3), t.tensor([0, 1, 2, 0])
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    found = t.vmap(F.multi_margin_loss)(x, y)
assert t.allclose(found, F.multi_margin_loss(x, y, reduction="none")), found
assert ["aten::multi_margin_loss" in str(one.message) and one.filename for one in said] == ["<string>"], said
"""


def test_an_operator_without_a_rule_warns_at_the_callers_line():
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, timeout=HANG)


LOSSES = """
import sys, warnings
import {library} as t
from {library}.nn import functional as F
warnings.simplefilter("error", UserWarning)
x, y = t.linspace(-2, 2, 12).reshape(3, 4), t.tensor([0, 3, 1])
for name in "mse_loss", "smooth_l1_loss", "huber_loss":
    print(t.func.hessian(lambda v: getattr(F, name)(v, t.zeros(3, 4)))(x).tolist())
    print(t.vmap(t.func.grad(lambda v: getattr(F, name)(v, t.ones(4))))(x).tolist())
print(t.vmap(F.cross_entropy)(x, y).tolist(), t.vmap(t.func.grad(F.cross_entropy))(x, y).tolist())
print(t.vmap(t.addr, (0, None, None))(t.ones(2, 3, 4), t.ones(3), t.ones(4)).tolist())
"""


def test_what_torch_adds_in_python_is_added():
    """Hessians of losses: libtorch's loop over samples gives a warning, and no derivative forward."""
    said = [
        subprocess.run(
            [sys.executable, "-c", LOSSES.format(library=one)], check=True, timeout=HANG, capture_output=True, text=True
        )
        for one in ("torch", "pytorch_c")
    ]
    assert said[1].stdout == said[0].stdout and said[1].stdout.count("\n") == 8


def test_torchs_own_vmap_adds_nothing_again():
    program = (
        "import pytorch_c as t; x = t.ones(3); t.vmap(t.sin)(x)\n"
        "from pytorch_c._functorch import predispatch as one, apis; library = one.VMAP_DECOMPOSITIONS_LIB\n"
        "apis.vmap(t.sin)(x); assert library is one.VMAP_DECOMPOSITIONS_LIB is not None"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=HANG)


EVERYTHING = """
import contextlib, io, sys, warnings
import pytorch_c as t
warnings.simplefilter("ignore")

def use(a):
    for name in dir(t.Tensor):
        for args in ((), (a,), (0,)):
            if name not in ("__class__", "__init_subclass__", "__subclasshook__", "close"):
                with contextlib.suppress(Exception):
                    found = getattr(a, name)
                    callable(found) and found(*args)

x = t.rand(3, 2, 2)
for batch in (x, x.int(), t.complex(x, x).conj(), x.to_sparse(), x.clone().requires_grad_()):
    caught = []
    t.vmap(lambda a: (caught.append(a), use(a))[1], out_dims=None)(batch)
    use(caught[0])
assert t.vmap(lambda a: a + 1)(t.zeros(2)).tolist() == [1, 1]
"""


def test_every_method_of_a_batched_tensor_works_or_raises():
    """Also of one that escaped."""
    subprocess.run([sys.executable, "-c", EVERYTHING], check=True, timeout=HANG, capture_output=True)


def test_the_operators_of_torchs_database(tmp_path):
    pytest.importorskip("expecttest", reason="torch's databases need it")
    command = [sys.executable, "-W", "ignore", TESTS / "opinfo" / "vmapped.py", "--json", tmp_path / "found.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert (tmp_path / "found.json").exists(), done.stdout + done.stderr
    found = json.loads((tmp_path / "found.json").read_text())
    assert not found["wrong"], "\n".join(found["wrong"])
    assert found["calls"] - found["refused"] > 500
