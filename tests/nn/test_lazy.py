"""Layers whose sizes the first input tells, against torch's: before, at and after the first call."""

import copy

import pytest
from support.built import array, assert_close, assert_same_bits, build_both
from support.oracle import LIBRARIES, outcomes, same_outcome

import pytorch_c

# what is built -> the shape of its first input
LAZY = {
    "LazyLinear(5)": (3, 4),
    "LazyLinear(5, bias=False, dtype=torch.float32)": (4,),
    "LazyConv1d(6, 3, stride=2)": (2, 4, 9),
    "LazyConv2d(6, (3, 2), groups=2, padding=1, padding_mode='circular')": (2, 4, 9, 8),
    "LazyConv2d(6, 3, bias=False)": (4, 9, 8),
    "LazyConv3d(3, 2, dilation=2)": (1, 2, 4, 5, 6),
    "LazyConvTranspose1d(6, 3, stride=2)": (2, 4, 5),
    "LazyConvTranspose2d(6, 3, stride=2, padding=1, output_padding=1, groups=2, bias=False)": (2, 4, 5, 6),
    "LazyConvTranspose3d(3, 2)": (1, 2, 3, 3, 3),
    "LazyBatchNorm1d()": (6, 4),
    "LazyBatchNorm2d(momentum=None, bias=False)": (2, 4, 5, 6),
    "LazyBatchNorm2d(affine=False)": (2, 4, 5, 6),
    "LazyBatchNorm3d(track_running_stats=False)": (2, 4, 3, 3, 3),
    "LazyInstanceNorm1d(affine=False, track_running_stats=False)": (2, 4, 9),
    "LazyInstanceNorm2d()": (2, 4, 5, 6),
    "LazyInstanceNorm3d(eps=0.1)": (2, 4, 3, 3, 3),
}


def make(code):
    return lambda library: eval(f"torch.nn.{code}", {"torch": library})


@pytest.mark.parametrize("code", LAZY)
def test_first_calls_equal_torch(code):
    found = []
    for library, module in zip(LIBRARIES, build_both(make(code))):
        before = repr(module), list(module.state_dict()), module.has_uninitialized_params()
        library.manual_seed(4)
        x = library.from_numpy(array(LAZY[code])).requires_grad_()
        y = module(x)
        (y * y).sum().backward()
        assert type(module) is getattr(library.nn, code.split("(")[0].removeprefix("Lazy"))
        found.append((before, repr(module), module, [y, x.grad, *(one.grad for one in module.parameters())]))
    (before, text, ours, results), (*their_texts, theirs, their_results) = found
    assert [before, text] == their_texts
    assert_close(results, their_results, atol=1e-4)
    for name, value in ours.named_parameters():
        assert_same_bits(value, theirs.get_parameter(name))
    assert list(ours.state_dict()) == list(theirs.state_dict())


@pytest.mark.parametrize("code", LAZY)
def test_a_state_dict_tells_the_sizes_too(code):
    def case(t):
        t.manual_seed(1)
        x = t.from_numpy(array(LAZY[code]))
        known, waiting = make(code)(t), make(code)(t)
        known(x)
        waiting.load_state_dict(known.state_dict())
        assert not waiting.has_uninitialized_params()
        result = waiting.eval()(x)
        return [result, known.eval()(x), repr(waiting), list(waiting.state_dict())]

    ours, theirs = outcomes(case)
    # torch's normalizations do not learn num_features from it, and instances are checked against that.
    same_outcome(
        ours, theirs, code, ValueError if code in ("LazyInstanceNorm2d()", "LazyInstanceNorm3d(eps=0.1)") else None
    )


@pytest.mark.parametrize("code", LAZY)
def test_copies_wait_too(code):
    module = make(code)(pytorch_c)
    waits, twin = module.has_uninitialized_params(), copy.deepcopy(module)
    twin(pytorch_c.from_numpy(array(LAZY[code])))
    assert type(twin) is not type(module)
    assert module.has_uninitialized_params() == waits


REFUSED = {
    "LazyConv2d(6, 3)(torch.ones(3, 4))": RuntimeError,
    "LazyConv2d(6, 3, groups=3)(torch.ones(1, 4, 5, 5))": ValueError,
    "LazyBatchNorm2d()(torch.ones(2, 3))": ValueError,
    "Sequential(torch.nn.LazyLinear(3))[0].weight.shape": RuntimeError,
    "Sequential(torch.nn.LazyLinear(3))[0].weight.share_memory_()": RuntimeError,
}


@pytest.mark.parametrize("code", REFUSED)
def test_bad_calls_are_refused_as_in_torch(code):
    ours, theirs = outcomes(make(code))
    same_outcome(ours, theirs, code, REFUSED[code], text=False)
