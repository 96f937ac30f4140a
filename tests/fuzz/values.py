"""Arguments for a fuzzed call: tensors of every kind, plain values, and hostile ones."""

import functools

import pytorch_c as t

from .hostile import hostile

TENSORS = """
t.arange(12.0).reshape(3, 4)
t.arange(12.0).reshape(3, 4).t()
t.arange(24.0).reshape(2, 3, 4)[:, 1]
t.ones(1).expand(3, 4)
t.arange(6)
t.tensor(2)
t.tensor(2.5)
t.tensor([True, False, True])
t.empty(0)
t.empty(0, 3)
t.ops.aten._efficientzerotensor((3,))
t._nested_tensor_from_tensor_list([t.ones(2, 3), t.ones(1, 3)])
t.tensor([1 + 2j, 3j]).conj()
t.ones(2, 3, requires_grad=True)
t.ones(2, 3, requires_grad=True) * 2
t.arange(4).to(t.uint8)
t.ones(3).half()
t.eye(3).to_sparse()
t.eye(3).to_sparse_csr()
t._nested_tensor_from_tensor_list([t.ones(2, 3), t.ones(4, 3)])
t.quantize_per_tensor(t.arange(6.0), 0.1, 3, t.quint8)
t.empty(2, 3, device="meta")
t.ones(3, 3).to_mkldnn()
""".strip().splitlines()
PLAIN = """0 1 -1 2 3 7 0.5 -1.5 True False None 1j "x" "mean" "cpu" b"x" (2,3) [1,2] () [] {} [[1.0,2.0],[3.0,4.0]] (0,) (-1,)
    slice(None) slice(0,2) Ellipsis t.float32 t.int64 t.bool t.strided t.device("cpu") t.Size((2,)) range(3) 1<<31 1<<63 1e18
    float("nan") [None] ["a"] (1,(2,)) print int t.Tensor t.add object() 'ij,jk->ik'""".split()


@functools.cache
def _compiled(text):
    return compile(text, "<value>", "eval")


def evaluate(text):
    return eval(_compiled(text), {"t": t})


def tensor(rng, targets):
    try:
        made = evaluate(rng.choice(TENSORS))
    except Exception:  # an earlier case has changed the default dtype, or another state
        made = t.ones(2)
    targets.append(made)
    return made


def value(rng, targets):
    """One argument; tensors and lists that are made are added to `targets`."""
    kind = rng.random()
    if kind < 0.4:
        return tensor(rng, targets)
    if kind < 0.65:
        return evaluate(rng.choice(PLAIN))
    if kind < 0.9:
        return hostile(rng, targets)
    made = [value(rng, targets) for _ in range(rng.randrange(4))]
    targets.append(made)
    return made if kind < 0.97 else tuple(made)


_FITTING = {
    "dim": "0", "n": "1", "k": "1", "diagonal": "0", "size": "(3,4)", "dims": "(0,1)", "shape": "(2,3)", "dtype": "t.float32",
    "keepdim": "True", "out": "None", "device": "None", "generator": "None", "value": "1", "alpha": "1", "beta": "1", "p": "0.5",
    "indices": "[0]", "index": "t.tensor([0])", "shifts": "1", "repeats": "2", "sections": "2", "chunks": "2", "mode": "'mean'",
    "reduction": "'mean'", "dim0": "0", "dim1": "1", "end": "3", "start": "0", "step": "1", "kernel_size": "2", "bins": "4",
}  # fmt: skip


def fitting(name, rng, targets):
    """An argument that a parameter of this name mostly takes."""
    if name in _FITTING:
        return evaluate(_FITTING[name])
    made = evaluate(rng.choice(TENSORS[:4]))
    targets.append(made)
    return made


def foreign_self(rng, targets):
    """Something that is not quite a Tensor, for a method that takes one."""
    kind = rng.randrange(10)
    if kind < 4:
        return tensor(rng, targets)
    if kind > 7:
        return rng.choice([2, "x", None, 1.5, [1], t.Tensor, len])
    if kind == 4:
        closed = tensor(rng, targets)
        closed.close()
        return closed
    if kind == 5:
        return object.__new__(rng.choice([t.Tensor, t.nn.Parameter]))
    return evaluate(rng.choice(PLAIN)) if kind == 6 else hostile(rng, targets)
