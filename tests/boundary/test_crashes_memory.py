"""Memory that is not there, that has moved, or that others look at: programs that must end well, each in a process of its own."""

import subprocess
import sys

import pytest
from support.project import HANG

import pytorch_c as t

START = """
import ctypes, io, pickle
import numpy as np
import pytorch_c as t

def error_of(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return error

def zero_gradient():
    x = t.tensor([1.0, -2.0], requires_grad=True)
    t.sgn(x).sum().backward()
    return x.grad
"""

PROGRAMS = {
    # Gradients that autograd makes without memory: every way to their elements.
    "string of a zero gradient": "assert str(zero_gradient()) == 'tensor([0., 0.])'",
    "list of a zero gradient": "assert zero_gradient().tolist() == [0.0, 0.0]",
    "array of a zero gradient": "assert zero_gradient().numpy().tolist() == [0.0, 0.0]",
    "a zero gradient written through its array": """
        g = zero_gradient()
        g.numpy()[1] = 5
        assert g.tolist() == [0.0, 5.0] and g.numpy().tolist() == [0.0, 5.0]
    """,
    "DLPack of a zero gradient": "assert np.from_dlpack(zero_gradient()).tolist() == [0.0, 0.0]",
    "address of a zero gradient": """
        g = zero_gradient()
        assert ctypes.string_at(g.data_ptr(), 8) == bytes(8) and g.data_ptr() == g.data_ptr()
    """,
    "saving a zero gradient": """
        file = io.BytesIO()
        t.save(zero_gradient(), file)
        file.seek(0)
        assert t.load(file).tolist() == [0.0, 0.0]
    """,
    "pickling a zero gradient": "assert pickle.loads(pickle.dumps(zero_gradient())).tolist() == [0.0, 0.0]",
    "copying a zero gradient": "import copy; assert copy.deepcopy(zero_gradient()).tolist() == [0.0, 0.0]",
    "a number of a zero gradient": "assert zero_gradient()[1].item() == 0.0 and zero_gradient().sum().item() == 0.0",
    "writing into a zero gradient": """
        g = zero_gradient()
        error_of(g.fill_, 3)
        g.data_ptr()
        g.fill_(3)
        assert g.tolist() == [3.0, 3.0]
    """,
    # Tensors of functionalization, whose own address is NULL: their values are had, their memory is refused.
    "values of a functional tensor": """
        f = t._to_functional_tensor(t.arange(3.0))
        f.add_(1)
        assert f.tolist() == [1.0, 2.0, 3.0]
        log_probs, two = t.zeros(5, 2, 4), t.tensor([2, 2])
        wrong, long = t._to_functional_tensor(t.tensor([[1, 2], [3, 9]])), t.tensor([5, 5])
        assert "within 0 and 3" in str(error_of(t.ctc_loss, log_probs, wrong, long, two))
    """,
    "memory of a functional tensor": """
        import copy
        f = t._to_functional_tensor(t.arange(3.0))
        for way in (np.asarray, np.from_dlpack, copy.deepcopy, pickle.dumps, lambda x: t.save(x, io.BytesIO()),
                    lambda x: t.ones(3).set_(x), lambda x: t.ones(3).set_(x.untyped_storage()),
                    lambda x: x.untyped_storage().tolist(), lambda x: x.untyped_storage().fill_(0),
                    lambda x: t.ops.aten.set_.source_Tensor(t.ones(3), x)):
            assert "has no memory" in str(error_of(way, f)) or "has none" in str(error_of(way, f))
    """,
    # Pointers that are not what they seem.
    "memory of other kinds": """
        z = t.tensor([1 + 2j, 3 - 4j])
        assert z.conj().tolist() == [1 - 2j, 3 + 4j] and z.conj().imag.tolist() == [-2.0, 4.0]
        assert isinstance(error_of(z.conj().numpy), RuntimeError) and isinstance(error_of(z.conj().imag.numpy), RuntimeError)
        for odd in (t.ones(2, device="meta"), t.eye(2).to_sparse(), t.eye(2).to_sparse_csr()):
            assert isinstance(error_of(odd.numpy), (RuntimeError, TypeError))
            assert isinstance(error_of(np.from_dlpack, odd), Exception)
            str(odd)
    """,
    # Whoever looks at memory holds it, and it does not move.
    "an array of a tensor that grows": """
        x = t.ones(1000)
        a = x.numpy()
        error = error_of(x.resize_, 100_000)
        assert isinstance(error, RuntimeError) and "not resizable" in str(error), error
        assert a.sum() == 1000 and x.tolist() == [1.0] * 1000
    """,
    "an array of a tensor that is written anew": """
        x = t.ones(1000)
        a = np.asarray(x)
        assert isinstance(error_of(t.zeros, 100_000, out=x), RuntimeError)
        assert a.sum() == 1000 and x.shape == (1000,)
    """,
    "an array of a tensor that means other memory": """
        for change in (lambda x: x.set_(t.empty(0)), lambda x: setattr(x, "data", t.empty(0)), lambda x: x.set_()):
            x = t.ones(100_000)
            a, view = x.numpy(), memoryview(x.numpy())
            change(x)
            rest = [t.zeros(100_000) for _ in range(4)]
            assert a.sum() == 100_000 and view[99_999] == 1.0
    """,
    "an array that outlives its tensor": """
        before = t.live_tensors()
        a = t.ones(100_000).numpy()
        rest = [t.zeros(100_000) for _ in range(4)]
        assert a.sum() == 100_000
        del a, rest
        assert t.live_tensors() == before
    """,
    "an array of a closed tensor": """
        x = t.ones(100_000)
        a = x.numpy()
        x.close()
        rest = [t.zeros(100_000) for _ in range(4)]
        assert a.sum() == 100_000
    """,
    "DLPack of a tensor that grows": """
        x = t.ones(1000)
        a = np.from_dlpack(x)
        assert isinstance(error_of(x.resize_, 100_000), RuntimeError)
        x.set_(t.empty(0))
        rest = [t.zeros(1000) for _ in range(4)]
        assert a.sum() == 1000
    """,
    "a tensor whose array is gone": """
        x = t.ones(10)
        x.numpy()
        assert x.resize_(5).sum().item() == 5
    """,
    "lists of a tensor that a collection's callback gives other memory": """
        import gc
        x = t.ones(200_000, 2)
        gc.set_threshold(700)
        gc.callbacks.append(lambda phase, info: x.set_(t.empty(0)))
        assert x.tolist() == [[1.0, 1.0]] * 200_000
    """,
    # A resize that fails leaves what was there.
    "a resize without memory": """
        x = t.ones(3)
        error = error_of(x.resize_, 1 << 45)
        assert isinstance(error, MemoryError), error
        x.fill_(2)
        assert x.shape == (3,) and x.tolist() == [2.0] * 3
    """,
    "a factory's out without memory": """
        for make in (t.ones, t.zeros, t.empty, t.rand, t.randn):
            x = t.ones(2, 3).t()
            assert isinstance(error_of(make, 1 << 45, out=x), (MemoryError, RuntimeError)), make
            x.fill_(2)
            assert x.shape == (3, 2) and x.stride() == (1, 3) and x.sum().item() == 12, make
    """,
    "a negative size": """
        for make in (t.ones, t.zeros, t.empty, t.rand, t.randn):
            for size in ((-4, -5), (-4, 0), (0, -1)):
                x = t.ones(3)
                error = error_of(make, *size, out=x)
                assert isinstance(error, RuntimeError), (make, size, error)
                assert "negative dimension" in str(error) or "overflow" in str(error), (make, size, error)
                assert x.shape == (3,)
        x = t.ones(3)
        assert isinstance(error_of(t.full, (-4, -5), 1, out=x), RuntimeError) and x.shape == (3,)
        assert isinstance(error_of(x.resize_, -1, 0), RuntimeError) and x.shape == (3,)
        assert isinstance(error_of(x.set_, x, 0, (-1, 0), (1, 1)), RuntimeError) and x.shape == (3,)
        assert isinstance(error_of(t.broadcast_to, t.ones(1, 1), (-2, 0, 1)), RuntimeError)
    """,
    "pooling into an out without memory": """
        for pool, x in ((t._ops.adaptive_avg_pool2d, t.ones(1, 2, 3, 3)), (t._ops.adaptive_avg_pool3d, t.ones(1, 1, 2, 2, 2))):
            out = t.ones(2)
            rank = x.dim() - 2
            for size in ([1 << 20] * rank, [0] * (rank - 1) + [-1], [1 << 31] * rank):
                assert isinstance(error_of(pool, x, size, out=out), Exception), size
                assert out.fill_(1).numel() <= 2
    """,
    "a histogram without memory": """
        hist, edges = t.ones(2), t.ones(3)
        error_of(t.histogram, t.ones(3), 1 << 45, out=(hist, edges))
        hist.fill_(1), edges.fill_(1)
        assert hist.shape == (2,) and edges.shape == (3,)
    """,
    "a failure by name": """
        x = t.ones(3)
        assert isinstance(error_of(t.ops.aten.resize_, x, [1 << 45]), Exception)
        assert x.fill_(2).tolist() == [2.0] * 3
        assert isinstance(error_of(t.ops.aten.ones.out, [1 << 45], out=x), Exception)
        assert x.fill_(2).tolist() == [2.0] * 3
    """,
    "a list of tensors without memory": """
        outs = [t.ones(2), t.ones(2)]
        error_of(t.ops.aten._foreach_add.Scalar_out, [t.ones(1, device="meta").expand(1 << 45), t.ones(2)], 1, out=outs)
        for x in outs:
            x.fill_(1)
    """,
    # Small leaks.
    "the check of the schemas": """
        def used():
            return int(open("/proc/self/statm").read().split()[1])
        lib = ctypes.CDLL(t.__path__[0] + "/lib/libpytorch_c.so.0")
        lib.ptc_check.restype = ctypes.c_void_p
        for _ in range(3):
            assert lib.ptc_check() is None
        before = used()
        for _ in range(40):
            lib.ptc_check()
        assert used() - before < 64, used() - before  # pages
    """,
}


@pytest.mark.parametrize("what", PROGRAMS, ids=lambda what: what.replace(" ", "-"))
def test_the_program_ends_well(what):
    lines = PROGRAMS[what].strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    program = START + "\n".join(line[indent:] for line in lines)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, f"{ran.returncode}: {ran.stderr[-800:]}"


def test_a_failed_call_leaves_the_sizes_of_a_tensor_without_memory():
    x = t.ones(1).to("meta").as_strided((2, 2), (1, 1))
    with pytest.raises(RuntimeError):
        t.mm(x, t.ones(3, 3).to("meta"))
    assert x.shape == (2, 2) and x.stride() == (1, 1)


def test_a_sum_and_a_product_with_a_sparse_tensor_stay_within_their_view():
    """libtorch's own kernels count the view's offset twice, and write behind it."""
    whole = t.arange(27.0).view(3, 9)
    view, sparse = whole[1].view(3, 3), t.eye(3).to_sparse()
    expected = (view + t.eye(3) * 2) * 3
    view.add_(sparse, alpha=2).mul_(t.tensor(3.0).to_sparse())
    assert view.equal(expected)
    assert whole[0].equal(t.arange(9.0)) and whole[2].equal(t.arange(18.0, 27.0))
    out = t.zeros(12)
    t.add(t.ones(3, 3), sparse, out=out[3:].view(3, 3))
    assert out.tolist() == [0.0] * 3 + (t.ones(3, 3) + t.eye(3)).flatten().tolist()


def test_a_triangle_stays_within_an_output_whose_batches_lie_apart():
    """libtorch's own kernels go through all batches by one stride."""
    x = t.arange(200.0).as_strided((3, 3, 3, 3), (45, 15, 5, 1))
    memory = t.zeros(400)
    out = memory.as_strided((3, 3, 3, 3), (1, 5, 15, 45))
    for name in ("triu", "tril"):
        expected = getattr(t, name)(x, 1)
        assert getattr(t, name)(x, 1, out=out).equal(expected)
        assert memory.count_nonzero() == expected.count_nonzero()
    mirrored = x.permute(3, 2, 1, 0)
    expected = t.triu(x)
    assert t.triu(x, out=mirrored).equal(expected)


@pytest.mark.parametrize("name", ["reflection_pad2d", "replication_pad2d"])
def test_no_padding_makes_a_size_negative(name):
    with pytest.raises(RuntimeError, match="negative dimension|takes more from dimension 3 than its size 3"):
        getattr(t._C._nn, name)(t.ones(0, 3, 3, 3), [2, -(2**31), 0, 0])
