"""Questions of fake tensors to views and to the dispatcher."""

import pytest

import pytorch_c as torch
from pytorch_c import _C


def test_creation_meta_says_how_a_view_was_made():
    x = torch.ones(4, requires_grad=True)
    with torch.no_grad():
        quiet = x[1:]
    found = [_C._autograd._get_creation_meta(one).name for one in (x[1:], x.split(2)[0], quiet)]
    assert found == ["DEFAULT", "MULTI_OUTPUT_NODE", "NO_GRAD_MODE"]
    view = x[1:]
    _C._autograd._set_creation_meta(view, _C._autograd.CreationMeta.NO_GRAD_MODE)
    with pytest.raises(RuntimeError, match="no_grad mode"):
        view.add_(1)
    with pytest.raises(RuntimeError, match="no view"):
        _C._autograd._get_creation_meta(x)


def test_all_schemas():
    assert {"aten::add", "aten::mm"} <= {one.name for one in _C._jit_get_all_schemas()}
