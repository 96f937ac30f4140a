"""A profile whose block an interrupt has left in the middle of its beginning or end."""

import gc

import pytest

import pytorch_c as torch
from pytorch_c._boundary import api


@pytest.mark.parametrize("call", ["profiler_prepare", "profiler_start", "profiler_stop"])
@pytest.mark.parametrize("profile", [torch.profiler.profile, torch.autograd.profiler.profile])
def test_interrupt_leaves_no_profile_running(monkeypatch, profile, call):
    real = getattr(api, call)

    def interrupted(*args):
        setattr(api, call, real)  # once
        if call != "profiler_stop":  # an interrupt comes after the one and before the other
            real(*args)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(api, call, interrupted)
        with pytest.raises(KeyboardInterrupt), profile():
            pass
    gc.collect()
    assert not api.profiler_running()
    with profile() as seen:
        torch.ones(2) + 1
    assert any(one.key == "aten::add" for one in seen.key_averages())


def test_a_profile_that_others_have_ended_ends_no_later_one():
    first = torch.autograd.profiler.profile()
    first.__enter__()
    torch.autograd._disable_profiler()  # as Lightning does where another profile runs
    with torch.profiler.profile() as later:
        del first
        gc.collect()
        torch.ones(2).exp()
    assert "aten::exp" in [one.name for one in later.events()]
