"""Numbers before the tensors that they weigh, as torch takes them of old."""

import warnings

import pytest
import torch
from support import oracle

import pytorch_c

MADE = "x, y, m, n, v, w, b, c = (t.arange(1.0, 1 + k).reshape(s) for k, s in ((4, (2, 2)), (4, (2, 2)), (6, (2, 3)), (6, (3, 2)), (3, 3), (2, 2), (12, (2, 2, 3)), (12, (2, 3, 2))))"
TAKEN = """
    t.add(x, 2, y) | x.add(2, y) | x.add_(-0.5, y) | t.sub(x, 2, y) | x.sub_(2, y) | t.add(x, 2, y, out=t.empty(2, 2))
    t.addcmul(x, 2, x, y) | x.addcmul_(1 - 0.9, x, y) | t.addcdiv(x, 0.1, x, y) | x.addcdiv_(-0.1, x, y)
    t.addmm(2, x, 3, m, n) | t.addmm(2, x, m, n) | x.addmm(2, 3, m, n) | x.addmm_(2, m, n) | x.addmm_(2, 3, m, n)
    t.addmv(2, w, 3, m, v) | t.addmv(2, w, m, v) | w.addmv_(2, 3, m, v) | t.addr(2, m, 3, w, v) | m.addr_(2, w, v)
    t.addbmm(2, x, 3, b, c) | x.addbmm_(2, b, c) | t.baddbmm(2, b @ c, 3, b, c) | (b @ c).baddbmm_(2, b, c)
    t.sspaddmm(2, x.to_sparse(), 3, m.to_sparse(), n).to_dense() | x.add(2, t.tensor(3.0))
    t.addcmul(x, 2, y, t.tensor(3.0)) | t.add(x, t.tensor(2.0), y) | t.addmm(t.tensor(2.0), x, m, n)
"""
REFUSED = {
    TypeError: "t.addcmul(x, 2, 3, y) | x.addcmul_(2, x) | t.addmm(2, x, 3, 4, m, n) | t.addmm(2, x, m) | x.sub(2, 'y')",
}


def case(code):
    def run(t):
        names = {"t": t}
        exec(MADE, names)
        return eval(code, names)

    return run


@pytest.mark.parametrize("code", oracle.cases(TAKEN))
def test_numbers_before_tensors_are_taken(code):
    oracle.agree(case(code))


@pytest.mark.parametrize("code, error", oracle.refused(REFUSED))
def test_other_numbers_are_refused(code, error):
    oracle.agree(case(code), raises=error, text=False)


def test_it_warns_once_with_torchs_words(monkeypatch):
    from pytorch_c._calls import deprecated

    monkeypatch.setattr(deprecated, "_warned", set())
    said = []
    for t in (torch, pytorch_c):
        x = t.ones(2)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            if t is torch:
                torch.set_warn_always(True)
            try:
                x.addcmul_(2, x, x)
            finally:
                torch.set_warn_always(False)
            if t is pytorch_c:
                x.addcmul_(2, x, x)
        said.append([str(one.message).split(" (Triggered")[0] for one in caught])
        assert caught[0].filename == __file__
    assert said[0] == said[1]


def test_each_form_warns_and_again_where_warnings_are_always_given():
    said = []
    for t in (torch, pytorch_c):
        x = t.ones(2, 2)
        t.set_warn_always(True)
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                for _ in range(2):
                    t.addmm(2, x, x, x), t.addmm(2, x, 3, x, x), x.addmm_(0, x, x)
        finally:
            t.set_warn_always(False)
        said.append([str(one.message).split("\n")[0] for one in caught])
    assert said[0] == said[1] and len(said[0]) == 6


def test_gradients_go_through():
    def run(t):
        x = t.ones(2, 2, requires_grad=True)
        t.addmm(2, x, 3, x, x).sum().backward()
        return x.grad

    oracle.agree(run)
