"""Operations of reductions as objects, beside torch's."""

import copy
import pickle

import pytest
import torch

import pytorch_c

NAMES = ("SUM", "AVG", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR")


@pytest.mark.parametrize("t", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_they_are_instances_that_can_be_copied_and_pickled(t):
    d = t.distributed
    operations = [getattr(d.ReduceOp, name) for name in NAMES]
    for op in (*operations, d._make_nccl_premul_sum(2.0), d._make_nccl_premul_sum(t.tensor(1.0))):
        assert isinstance(op, d.ReduceOp) and not isinstance("SUM", d.ReduceOp)
        assert copy.copy(op) == copy.deepcopy(op) == pickle.loads(pickle.dumps(op)) == op
        assert op != "SUM"
    assert all(d.ReduceOp(op) == op for op in operations)
    assert d._make_nccl_premul_sum(2.0) != d.ReduceOp.SUM and d._make_nccl_premul_sum(2.0) == d.ReduceOp.PREMUL_SUM


def test_a_sum_with_a_factor_is_refused_where_it_is_used():
    with pytest.raises(NotImplementedError, match="argument 'op': PREMUL_SUM"):
        int(pytorch_c.distributed._make_nccl_premul_sum(2.0))


def test_a_level_of_checking_that_there_is_not_is_torchs_error(monkeypatch):
    monkeypatch.setenv("TORCH_DISTRIBUTED_DEBUG", "much")
    for t in (torch, pytorch_c):
        with pytest.raises(ValueError, match="The value of TORCH_DISTRIBUTED_DEBUG must be OFF, INFO, or DETAIL"):
            t.distributed.set_debug_level_from_env()
