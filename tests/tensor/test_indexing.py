"""x[…] and x[…] = value against torch."""

import numpy as np
import pytest
from support.oracle import agree_all, agree_on, cases, refused

import pytorch_c

# Indices into x (3, 4), v (4), y (2, 3, 4), s ().
GET = """v[0] v[-1] v[3] v[1:3] v[:-1] v[::2] v[1::2] v[5:] v[-10:10] v[2:1] v[:] v[...] v[None] v[None,:,None] v[()]
v[True] v[False] v[[0,2]] v[[0,-1]] v[[True,False,True,False]] v[v>0] v[i] v[-i] v[i.to(t.int32)]
v[t.tensor(1)] v[[]] v[t.tensor([],dtype=t.int64)] v[np.int64(2)] v[np.array([0,2])] v[np.array(1)]
v[np.array([True,False,False,True])] v[range(2)] v[slice(1,3)] v[slice(None,None,3)] v[np.int32(1):np.int64(3)]
v[t.tensor(1):] v[:2**70] v[-2**70:]
v[...,...] v[None,None]
v[(0,)] v[[0,1],] v[([0,1],)] v[None,0] v[0,None] v[True,0] v[False,...]
x[0] x[-1] x[1,2] x[1,-1] x[:,1] x[1,:] x[...,1] x[1,...] x[0:2,1:3] x[::2,::3] x[:,None] x[None] x[...,None] x[:,None,1]
x[m] x[~m] x[:,m[0]] x[m[:,0]] x[m[:,0],1] x[i] x[i,i] x[:,i] x[i,:] x[i,1] x[1,i] x[i,None] x[None,i] x[i,...]
x[[0,1],[1,2]] x[[[0],[1]],[1,2]] x[[0,1],1:3] x[0:2,[1,2]] x[(0,1)] x[(slice(None),1)] x[True] x[None,True] x[x>0] x[x>100]
x[x.sum(1)>0] x[[0,1,2],i] x[i.reshape(3,1),i]
x[t.tensor(True)] x[t.tensor(False)] x[t.tensor([True,False,True])] x[np.array([[0,1],[1,2]])] x[np.int64(1),np.int64(2)]
x[t.tensor(1),t.tensor(2)] x[t.tensor(1),:] x[t.tensor([1]),:] x[0][1][None] x.t()[1] x.t()[:,0] x[:,::2][1] x[[0]] x[[0],] x[[]]
y[0,0,0] y[1] y[1,2,3] y[:,1] y[:,:,1] y[...,0] y[0,...,0] y[0,...] y[:,i] y[:,:,i] y[0,i] y[:,i,i] y[i[1:],:,i[1:]] y[0,:,i]
y[:,[0,1],[1,2]] y[[0,1],:,[1,2]] y[None,:,None,1] y[...,None,0] y[y%2==0] y[:,m] y[0,m] y[[True,False]] y[[1,0],...,1] y[:,1:,::2]
y[0:1,None,i,0] y[[[0,1],[1,0]],:,0] y[True,:,0] y[(1,2)]
s[()] s[...] s[None] s[True] s[False] s[t.tensor(True)]"""


@pytest.mark.parametrize("line", GET.splitlines())
def test_reading(line):
    agree_all(cases(line, None))


SET = """x[0] = 1
x[1, 2] = 7
x[1] = 2.5
x[-1] = True
x[:, 1] = v[:3]
x[0] = v
x[:] = 0
x[...] = s
x[None] = 1
x[m] = -1
x[m] = t.arange(6.0)
x[i] = 3
x[i] = v
x[[0, 2]] = v
x[[0, 0]] = t.ones(2, 4)
x[i, i] = 9
x[i, i] = t.tensor([1.0, 2.0, 3.0])
x[:, i] = t.zeros(3, 3)
x[0:2, 1:3] = 5
x[0:2, 1:3] = t.ones(2, 2)
x[::2] = v
x[..., 0] = i
x[0] = y[0, 0]
x[x > 0] = 0
x[x > 100] = 1
x[x > 0] *= 2
x[0] += 1
x[True] = 4
x[False] = 4
x[()] = 4
x[t.tensor(1)] = 4
x[np.int64(1)] = 4
x[1] = x[0]
x[0], x[1] = x[1].clone(), x[0].clone()
x = y; x[0] = 1.7
x = y; x[0, 0] = t.tensor([1.5, 2.5, 3.5, 4.5])
x = y; x[y % 2 == 0] = -1
x = y; x[:, 0] = v
x = y; x[..., [0, 1]] = 0
x = m; x[0] = 5
x = s; x[()] = 1
x = s; x[...] = 1
x = s; x[None] = 3
x = t.zeros(2, 2, dtype=t.complex64); x[0] = 1 + 2j
x = t.zeros(2, 2, dtype=t.bfloat16); x[0] = 0.1
x = t.zeros(2, dtype=t.uint8); x[0] = -1
x = t.zeros(2, dtype=t.int64); x[0] = 2**62
x = t.zeros(0, 3); x[:, 1] = 4
x = t.zeros(2, 3)[:, ::2]; x[0] = 4
x = t.zeros(2, 3).t(); x[0] = t.ones(2)
x.t()[0] = 5"""


@pytest.mark.parametrize("code", cases(SET, "\n"))
def test_writing(code):
    agree_on(code)


REFUSED_GET = {
    IndexError: """v[i.to(t.uint8)] v[t.tensor([])] v[4] v[-5] v[0,0] v[1.0] v[{}] v[object()] v[1j] v[[0,4]] v[[0,-5]] v[t.tensor([9])]
v[t.tensor(1.0)] v[t.tensor([1.0])] v[[True,False]] v[m] v[[[0,1],[2,3]]] x[m[0]] x[3] x[0,4] x[0,0,0] x[:,:,0]
x[t.tensor([0,1]),t.tensor([1,2,3])] x[m,0] x[m,m] y[2] y[:,3] y[...,4] y[0,1,2,3] y[-3] s[0] s[:]""",
    TypeError: """v[1.5:]""",
    ValueError: """v[::-1] v[::0]""",
    (TypeError, IndexError): """v['a'] v[['a']]""",
    (ValueError, OverflowError): """v[2**63] v[-2**64]""",
}

REFUSED_SET = {
    IndexError: """x[3] = 1
x[0, 4] = 1
x[0, 0, 0] = 1
x[1.0] = 1
x[[0, 5]] = 1""",
    RuntimeError: """x[m] = v
x[0] = 1j
x[0] = t.ones(3)
x[0] = t.ones(2, 4)
x[m] = t.ones(5)
x = t.zeros(2, dtype=t.uint8); x[0] = 300""",
    TypeError: """x[0] = "a"
x[0] = None
x[0] = object()
del x[0]""",
    ValueError: """x[::-1] = 1""",
    (TypeError, IndexError): """x["a"] = 1""",
    (ValueError, OverflowError): """x = t.zeros(2, dtype=t.int64); x[0] = 2**64""",
}


@pytest.mark.parametrize("code, raises", refused(REFUSED_GET, None) + refused(REFUSED_SET, "\n"))
def test_refused(code, raises):
    agree_on(code, raises)


def test_sequences_and_arrays_are_values_too():
    """torch refuses these."""
    x = pytorch_c.zeros(2, 3)
    x[0] = [1, 2, 3]
    x[1] = np.ones(3)
    x[1, 0] = np.float32(5)
    x[:, 2] = np.array(7)
    assert x.tolist() == [[1, 2, 7], [5, 1, 7]]
    with pytest.raises(RuntimeError, match="expanded size"):
        x[0] = [1, 2]


def test_a_basic_index_is_a_view():
    x = pytorch_c.zeros(3, 4)
    for view in (x[0], x[:, 1], x[1:], x[..., None], x[None], x[:], x[...]):
        before = x.sum().item()
        view += 1
        assert x.sum().item() == before + view.numel()
    copy = x[[0]]
    copy.zero_()
    assert x[0].sum().item() != 0


GRADIENTS = ("x[0]", "x[:, 1]", "x[m]", "x[i]", "x[i, i]", "x[..., None]", "x[[0, 0, 1]]", "x[1, 2]")


@pytest.mark.parametrize("code", GRADIENTS)
def test_gradient_of_reading(code):
    agree_on(f"t.autograd.grad(({code.replace('x', 'x.requires_grad_()', 1)} * 2).sum(), x)", strides=False)


def test_gradient_of_writing():
    agree_on("x = v * 1; w = t.ones(2, requires_grad=True); x[1:3] = w * 3; x = t.autograd.grad((x * v).sum(), w)[0]")


@pytest.mark.parametrize(
    ("code", "name"), [("x['a']", "str"), ("x[1.0]", "float"), ("x[object()]", "object"), ("x[1.5:]", "float")]
)
def test_a_wrong_index_is_named(code, name):
    with pytest.raises((TypeError, IndexError), match=name):
        eval(code, {"x": pytorch_c.ones(2, 2)})


@pytest.mark.parametrize("code", ["x[5]", "x[-3]", "x[0, 2]", "x[:, 2]", "x[[0, 7]]", "x[0, 0, 0]"])
def test_out_of_range_is_an_index_error(code):
    with pytest.raises(IndexError, match="out of|too many|range"):
        eval(code, {"x": pytorch_c.ones(2, 2)})


def test_iterating_over_rows():
    x = pytorch_c.arange(6).reshape(2, 3)
    assert [row.tolist() for row in x] == [[0, 1, 2], [3, 4, 5]]
    first, second = x
    assert second.tolist() == [3, 4, 5]
    assert len(x) == 2 and list(reversed([1, 2])) == [2, 1]


def test_index_is_gotorchs_strict_form():
    x = pytorch_c.arange(6).reshape(2, 3)
    assert x.index(1, 2).item() == 5
    with pytest.raises(IndexError, match="2 positions are needed, got 1"):
        x.index(1)
    with pytest.raises(TypeError, match="positions must be int, not bool"):
        x.index(1, True)
