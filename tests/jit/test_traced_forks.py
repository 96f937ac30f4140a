"""fork() and wait() in traces, and tensors of Python's numbers there: as torch's, in archives too."""

import io

import numpy
import pytest
import torch
from support.oracle import LIBRARIES

import pytorch_c
from pytorch_c import jit

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::torch.jit.TracerWarning", "ignore::pytorch_c.jit.TracerWarning"
)


def two(p, x):
    first = p.jit.fork(lambda x, y: (x.neg(), y + 1), x, y=x * 2)
    second = p.jit._fork(lambda: x + 5)
    a, b = p.jit.wait(first)
    return a + b + second.wait()


def within(p, x):
    return p.jit.fork(lambda: p.jit.fork(lambda: x * 3).wait() + 1).wait() * 2


def several(p, x):
    futures = [p.jit.fork(lambda i: x + i, i) for i in range(3)]
    return sum(p.jit.wait(one) for one in futures)


def unused(p, x):
    p.jit.fork(lambda: x + 1)
    return x * 2


def in_a_dict(p, x):
    return p.jit.fork(lambda: {"a": [x + 1]}).wait()["a"][0]


@pytest.mark.parametrize("function", [two, within, several, unused, in_a_dict])
def test_forks(function):
    found = []
    for library in LIBRARIES:
        program = library.jit.trace(
            eval("lambda x: f(p, x)", {"f": function, "p": library, "__name__": "t"}), library.ones(2)
        )
        other = next(one for one in LIBRARIES if one is not library)
        for reader in (library, other):
            read = reader.jit.load(io.BytesIO(program.save_to_buffer()))
            found.append(read(reader.full((3,), 2.0)).tolist())
        found.append(program(library.full((3,), 2.0)).tolist())
        found.append([str(program.graph).count(kind) for kind in ("prim::fork", "aten::wait")])
    assert found[:4] == found[4:]
    assert found[0] == function(torch, torch.full((3,), 2.0)).tolist()


def test_forks_that_cannot_be_traced():
    x = pytorch_c.ones(2)
    kept = []
    with pytest.raises(RuntimeError, match="did not have observable data dependence"):
        jit.trace(lambda x: (jit.fork(lambda: kept.append(x + 1) or x).wait(), kept[0])[1], x, check_trace=False)
    with pytest.raises(ZeroDivisionError):
        jit.trace(lambda x: jit.fork(lambda: 1 / 0).wait(), x)
    with pytest.raises((RuntimeError, TypeError)):
        jit.trace(lambda x: jit.fork(lambda: x), x)  # a future as the result
    assert not jit.is_tracing()
    with pytest.raises(RuntimeError, match="in no trace"):
        pytorch_c._boundary.library.core.jit_trace_fork(lambda: x)
    assert jit.wait(jit.fork(lambda: 3)) == 3  # outside


@pytest.mark.parametrize(
    "code",
    [
        "torch.tensor([1.0])",
        "torch.tensor(2)",
        "torch.tensor([1.0], requires_grad=True)",
        "torch.Tensor([1.0])",
        "torch.FloatTensor([0])",
        "torch.as_tensor(2)",
        "torch.from_numpy(numpy.ones(2))",
    ],
)
def test_tensors_of_numbers_are_results(code):
    found = [
        library.jit.trace(
            eval(f"lambda x: (x, {code})", {"torch": library, "numpy": numpy, "__name__": "t"}),
            library.ones(2),
            check_trace=False,
        ).code
        for library in LIBRARIES
    ]
    assert found[0] == found[1]
