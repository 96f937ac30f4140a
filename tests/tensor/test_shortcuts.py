"""Small calls that C serves where they are plain (csrc/shortcuts.c, csrc/size.c), beside torch's, plain and not."""

import copy
import pickle

import numpy as np
import pytest
import torch

import pytorch_c

PACKAGES = [pytorch_c, torch]


def outcome(call, t):
    """Returns what a call gives with one package, or the kind of its error."""
    try:
        return call(t)
    except Exception as error:
        return next(
            kind
            for kind in (TypeError, ValueError, IndexError, AttributeError, RuntimeError)
            if isinstance(error, kind)
        )


def texts(value):
    """A value without the package that it is of."""
    if isinstance(value, (list, tuple)) and not type(value).__name__ == "Size":
        return [texts(one) for one in value]
    return str(value) if type(value).__module__.partition(".")[0] in ("torch", "pytorch_c") else value


SIZES = {
    "of a list": lambda t: t.Size([2, 3]),
    "of nothing": lambda t: [t.Size(), t.Size([])],
    "of a generator": lambda t: t.Size(i for i in range(3)),
    "of what has an index": lambda t: t.Size([np.int64(2), t.tensor(3)]),
    "of a float": lambda t: t.Size([1.5]),
    "of a number": lambda t: t.Size(5),
    "of a keyword": lambda t: t.Size(x=1),
    "of two": lambda t: t.Size([1], [2]),
    "of tuples": lambda t: [t.Size((4, 5)), t.Size(t.Size([6])), t.Size("")],
    "many": lambda t: str(t.Size(range(100))),
    "negative": lambda t: str(t.Size([-1, 2**40])),
    "numel": lambda t: [t.Size([2, 3]).numel(), t.Size([]).numel(), type(t.Size([2]).numel()) is int],
    "sum": lambda t: [t.Size([1]) + (2,), t.Size([1]) + t.Size([2]), type(t.Size([1]) + (2,)) is t.Size],
    "sum from the left": lambda t: [(1,) + t.Size([2]), type((1,) + t.Size([2])) is t.Size],
    "sum with a list": lambda t: t.Size([1]) + [2],
    "sum with an array": lambda t: (t.Size([1]) + np.ones(1)).tolist(),
    "sum with a text": lambda t: t.Size([1]) + ("a",),
    "multiple": lambda t: [t.Size([1, 2]) * 2, 2 * t.Size([1]), type(t.Size([1]) * 2) is t.Size, t.Size([1]) * 0],
    "items": lambda t: [t.Size([4, 5, 6])[i] for i in (0, -1, np.int64(1), True)],
    "slices": lambda t: [t.Size([4, 5, 6])[s] for s in (slice(1, None), slice(None, None, -1), slice(9, 9))],
    "class of a slice": lambda t: type(t.Size([4, 5])[1:]) is t.Size,
    "no item": lambda t: t.Size([1])[3],
    "no index": lambda t: t.Size([1])["a"],
    "as a tuple": lambda t: [t.Size([1, 2]) == (1, 2), hash(t.Size([1])) == hash((1,)), len(t.Size([1, 2])), 2 in t.Size([2])],
    "copies": lambda t: [copy.deepcopy(t.Size([1])), pickle.loads(pickle.dumps(t.Size([1, 2])))],
}  # fmt: skip


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name):
    ours, theirs = (texts(outcome(SIZES[name], t)) for t in PACKAGES)
    assert ours == theirs


def test_the_product_of_large_sizes_is_exact():
    assert pytorch_c.Size([2**62, 2**62]).numel() == 2**124  # torch's wraps around


def test_a_class_of_ones_own_upon_size():
    class Mine(pytorch_c.Size):
        def area(self):
            return self.numel()

    mine = Mine([2, 3])
    assert type(mine) is Mine and mine.area() == 6 and type(mine[1:]) is pytorch_c.Size


CALLS = {
    "limits": lambda t: [t.finfo(t.float32).eps, t.finfo().bits, t.finfo(t.complex64).max, t.iinfo(t.int8).min],
    "limits of no dtype": lambda t: t.finfo("float32"),
    "limits of a list": lambda t: t.finfo([]),
    "limits of ints as floats": lambda t: t.finfo(t.int64),
    "limits of a list of ints": lambda t: t.iinfo([1]),
    "limits of floats as ints": lambda t: t.iinfo(t.float32),
    "devices that are equal": lambda t: [a == b for a in (t.device("cpu"), t.ones(1).device, t.device("cuda:1"))
                          for b in (t.device("cpu"), t.device("cuda", 1), t.device("cuda"), "cpu", None)],
    "devices that differ": lambda t: [t.device("cpu") != t.device("meta"), t.device("cpu") != "cpu", t.device("cpu") != t.device("cpu")],
    "devices in a dict": lambda t: [{t.device("cuda:1"): 5}[t.device("cuda", 1)], t.device("cpu") in {t.device("meta")}],
    "devices in order": lambda t: t.device("cpu") < t.device("meta"),
    "float": lambda t: [float(t.tensor(x)) for x in (1, 2.5, True)] + [float(t.ones(1, 1)), float(t.tensor(2**60))],
    "int": lambda t: [int(t.tensor(x)) for x in (3, -2.7, True)] + [int(t.tensor(2.0**62)), int(t.ones(1, dtype=t.bfloat16))],
    "int of no number": lambda t: int(t.tensor(float("nan"))),
    "bool": lambda t: [bool(t.tensor(x)) for x in (0, 3, 0.0, -0.5, float("nan"), True, False, 1j, 0j)],
    "index": lambda t: [[5, 6, 7][t.tensor(1)], [5, 6, 7][t.tensor([2])], [5, 6][t.tensor(True)]],
    "index of a float": lambda t: [5][t.tensor(0.0)],
    "float of several": lambda t: float(t.ones(2)),
    "int of several": lambda t: int(t.ones(2)),
    "bool of several": lambda t: bool(t.ones(2)),
    "bool of none": lambda t: bool(t.ones(0)),
    "float of a negated view": lambda t: float(t.tensor([1 + 2j]).conj().imag),
    "float of a sparse one": lambda t: float(t.ones(1).to_sparse().sum()),
    "number of a meta tensor": lambda t: float(t.ones(1, device="meta")),
    "bytes": lambda t: [(x.nbytes, x.itemsize) for x in (t.ones(2, 3), t.ones(0), t.ones(2, dtype=t.int8), t.ones(2)[:1])],
    "stride": lambda t: [t.ones(2, 3).t().stride(), t.ones(()).stride(), t.ones(2, 3).stride(0), t.ones(2, 3).stride(dim=-1)],
    "stride of a sparse one": lambda t: t.ones(2, 2).to_sparse().stride(),
    "element_size": lambda t: [t.ones(2, dtype=d).element_size() for d in (t.float64, t.int8, t.bool)],
    "layout": lambda t: [x.layout for x in (t.ones(2), t.ones(2, 2).to_sparse(), t.ones(2, 2).to_sparse_csr())],
    "is_sparse": lambda t: [x.is_sparse for x in (t.ones(2), t.ones(2, 2).to_sparse(), t.ones(2, 2).to_sparse_csr())],
    "version": lambda t: [x.add_(1).add_(1)._version for x in (t.ones(2),)],
    "places": lambda t: [(x.is_cpu, x.is_cuda, x.is_meta) for x in (t.ones(2), t.ones(2, device="meta"))],
    "data_ptr": lambda t: [(x := t.ones(4))[2:].data_ptr() - x.data_ptr(), t.ones(2, device="meta").data_ptr()],
    "data_ptr of a sparse one": lambda t: t.ones(2, 2).to_sparse().data_ptr() is None,
    "requires_grad_": lambda t: [t.ones(2).requires_grad_(*a).requires_grad for a in ((), (True,), (False,))],
    "requires_grad_ by name": lambda t: t.ones(2).requires_grad_(requires_grad=True).requires_grad,
    "requires_grad_ of ints": lambda t: t.ones(2, dtype=t.int64).requires_grad_(),
    "requires_grad_ of a result": lambda t: (t.ones(2).requires_grad_() * 2).requires_grad_(False),
    "requires_grad_ of a number": lambda t: t.ones(2).requires_grad_(1.5),
    "same": lambda t: [(x := t.ones(2)).to(x) is x, x.to("cpu") is x, x.to(t.device("cpu")) is x, x.to(t.float32) is x,
                       x.cpu() is x, x.to(t.ones(3)) is x, t.as_tensor(x) is x, x.to(x.device) is x,
                       x.to() is x, x.to("cpu", t.float32) is x, x.to(t.device("cpu"), t.float32) is x],
    "not the same": lambda t: [(x := t.ones(2)).to(t.ones(1, dtype=t.int8)).dtype, x.to(t.float64).dtype,
                               x.to("meta").device, x.to("cpu", t.int64).dtype, x.to("meta", t.int64).device,
                               x.to(t.float64, True).dtype,x.to(t.ones(1, device="meta")).device, x.to("cpu", copy=True) is x],
    "conjugate": lambda t: (x := t.ones(2, dtype=t.complex64).conj()).to("cpu").is_conj() and x.cpu().tolist(),
    "is_contiguous": lambda t: [t.ones(1, 2, 3, 4).is_contiguous(**k) for k in ({}, {"memory_format": t.channels_last},
                                {"memory_format": t.contiguous_format})],
    "is_contiguous of a kept format": lambda t: t.ones(2).is_contiguous(memory_format=t.preserve_format),
    "is_contiguous of a text": lambda t: t.ones(2).is_contiguous("channels_last"),
    "is_contiguous of another name": lambda t: t.ones(2).is_contiguous(format=t.channels_last),
    "size by name": lambda t: [(x := t.ones(2, 3)).size(dim=1), x.size(dim=-2), x.size(-1), x.size(dim=None)],
    "size of another name": lambda t: t.ones(2).size(axis=0),
    "size beyond": lambda t: t.ones(2).size(dim=1),
    "stride of one": lambda t: [(x := t.ones(2, 3)).stride(0), x.stride(-1), x.stride(dim=0)],
    "stride beyond": lambda t: t.ones(2).stride(1),
    "stride before": lambda t: t.ones(2).stride(-2),
    "stride of a number": lambda t: t.tensor(1.0).stride(0),
    "stride of a float": lambda t: t.ones(2).stride(0.0),
    "arrays by force": lambda t: [x.numpy(force=True).tolist() for x in (t.ones(2, requires_grad=True),
                                  t.tensor([1 + 2j]).conj(), t.tensor([1 + 2j]).conj().imag)],
    "to nothing": lambda t: (x := t.ones(2)).to(None) is x,
    "to a text": lambda t: t.ones(2).to("nowhere"),
    "to two dtypes": lambda t: t.ones(2).to(t.float64, t.float32),
    "to two devices": lambda t: t.ones(2).to("cpu", "cpu"),
    "as_tensor": lambda t: [t.as_tensor(x).tolist() for x in (np.arange(3), [1, 2], 1.5, np.float64(2))],
    "as_tensor shares": lambda t: (t.as_tensor(a := np.zeros(2)).add_(1), a.tolist())[1],
    "as_tensor, dtype": lambda t: t.as_tensor(np.zeros(2), dtype=t.int8).dtype,
    "promote_types": lambda t: [t.promote_types(t.int8, t.uint8), t.promote_types(t.int64, t.float16)],
    "promote_types of a text": lambda t: t.promote_types("a", t.int8),
    "states": lambda t: [t.is_grad_enabled(), t.no_grad()(t.is_grad_enabled)(), t.get_default_dtype()],
    "is_grad_enabled(1)": lambda t: t.is_grad_enabled(1),
    "devices": lambda t: [t.device("cpu"), t.device("cuda:1"), t.device("cuda", 1), t.device("cpu") == t.ones(1).device],
    "a device's parts": lambda t: [(d.type, d.index) for d in map(t.device, ("cpu", "cpu:0", "cuda", "meta"))],
    "a device that is changed": lambda t: setattr(t.device("cpu"), "type", "cuda"),
    "a device of a float": lambda t: t.device(1.5),
    "zeros on a device": lambda t: [t.zeros(2, device="cpu").device, t.zeros(2, dtype=t.int8, device="cpu").tolist()],
    "finfo": lambda t: [(f.eps, f.max, f.min, f.tiny, f.bits, f.dtype, f.resolution) for f in (t.finfo(t.float16), t.finfo())],
    "iinfo": lambda t: [(i.max, i.min, i.bits, i.dtype) for i in (t.iinfo(t.uint8), t.iinfo(t.int64))],
    "finfo that is changed": lambda t: setattr(t.finfo(t.float32), "eps", 1),
    "finfo of ints": lambda t: t.finfo(t.int8),
    "iinfo of floats": lambda t: t.iinfo(t.float32),
    "equal limits": lambda t: [t.finfo(t.float32) == t.finfo(t.float32), t.finfo(t.float32) == t.finfo(t.float64)],
    "nonzero": lambda t: [t.nonzero(x := t.tensor([[0, 1], [2, 0]])), x.nonzero(as_tuple=True), t.nonzero(x, out=t.empty(0, 2, dtype=t.int64))],
    "norm": lambda t: [t.ones(4).norm(), t.ones(2, 2).norm(dim=0), t.norm(t.ones(4), dtype=t.float64), t.ones(4).norm(1)],
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_calls(name):
    ours, theirs = (texts(outcome(CALLS[name], t)) for t in PACKAGES)
    assert ours == theirs


def test_a_closed_tensor_is_an_error():
    x = pytorch_c.ones(1)
    x.close()
    for call in (float, int, bool, lambda x: x.to("cpu"), lambda x: x.cpu(), lambda x: x.nbytes, lambda x: x.data_ptr(),
                 lambda x: x.is_cpu, lambda x: x.layout, lambda x: x.requires_grad_()):  # fmt: skip
        with pytest.raises(pytorch_c.ClosedTensorError):
            call(x)


def test_classes_and_modes_are_asked():
    seen = []

    class Mine(pytorch_c.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            seen.append(getattr(function, "__name__", str(function)))
            return super().__torch_function__(function, types, args, kwargs or {})

    mine = pytorch_c.ones(1).as_subclass(Mine)
    seen.clear()
    calls = [
        lambda: mine.to("cpu"),
        lambda: float(mine),
        lambda: mine.cpu(),
        lambda: mine.requires_grad_(),
        lambda: mine.data_ptr(),
    ]
    for call in calls:
        before = len(seen)
        call()
        assert len(seen) > before
    before = len(seen)
    assert mine.is_cpu and not mine.is_sparse and len(seen) == before + 2


def test_a_block_of_a_device_is_where_as_tensor_brings_an_array():
    with pytorch_c.device("meta"):
        assert pytorch_c.as_tensor(np.zeros(2)).is_meta
    assert pytorch_c.as_tensor(np.zeros(2)).is_cpu
