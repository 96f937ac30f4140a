"""Building the same thing with pytorch_c and with torch, and comparing the two."""

import re

import numpy
import torch

import pytorch_c

from .compare import same
from .oracle import LIBRARIES, outcomes, same_outcome


def array(shape, seed=0, low=-1.0, high=1.0):
    """float32 values between low and high, the same in every run."""
    return numpy.random.default_rng(seed).uniform(low, high, shape).astype(numpy.float32)


def numbers(tensor):
    return tensor.detach().numpy()


def assert_close(ours, theirs, rtol=1e-5, atol=1e-6):
    """Equal structure, shapes and dtypes, values within float32 rounding; whether they are recorded does not count."""
    same(detached(ours), detached(theirs), strides=False, tolerance=(rtol, atol))


def detached(value):
    """Nested tensors without their graph."""
    if isinstance(value, (tuple, list)):
        return [detached(one) for one in value]
    return value.detach() if isinstance(value, (torch.Tensor, pytorch_c.Tensor)) else value


def assert_same_bits(ours, theirs):
    assert tuple(ours.shape) == tuple(theirs.shape)
    assert numbers(ours).tobytes() == numbers(theirs).tobytes()


def build_both(make, seed=0):
    """make(library) for pytorch_c and for torch, each after the same seed."""
    built = []
    for library in LIBRARIES:
        library.manual_seed(seed)
        built.append(make(library))
    return built


def inputs(library, arrays, requires_grad=True):
    """Tensors of library; floating point ones are leaves that require a gradient."""
    tensors = [library.from_numpy(values.copy()) for values in arrays]
    for tensor in tensors:
        if requires_grad and tensor.is_floating_point():
            tensor.requires_grad_(True)
    return tensors


def outputs_and_gradients(library, function, arrays):
    """function's results and the gradients of its floating point inputs; the loss weights each result differently."""
    tensors = inputs(library, arrays)
    result = function(*tensors)
    results = list(result) if isinstance(result, (tuple, list)) else [result]
    loss = None
    for number, item in enumerate(results):
        if item.is_floating_point() and item.requires_grad:
            weights = library.from_numpy(array(tuple(item.shape), seed=100 + number))
            part = (item * weights).sum()
            loss = part if loss is None else loss + part
    if loss is not None:
        loss.backward()
    return results, [tensor.grad for tensor in tensors if tensor.is_floating_point()]


def copy_state(source, target):
    """Loads torch's state into ours, or the other way round, through NumPy."""
    library = pytorch_c if isinstance(target, pytorch_c.nn.Module) else torch
    target.load_state_dict(
        {key: library.from_numpy(numbers(value).copy()) for key, value in source.state_dict().items()}
    )


def assert_equals_torch(function, arrays, seed=0, **tolerance):
    """function(nn.functional, *tensors) gives torch's values and gradients, with torch's draws for the seed."""
    found = []
    for library in LIBRARIES:
        library.manual_seed(seed)
        found.append(outputs_and_gradients(library, lambda *x, F=library.nn.functional: function(F, *x), arrays))
    (ours, our_grads), (theirs, their_grads) = found
    assert [grad is None for grad in our_grads] == [grad is None for grad in their_grads]
    assert_close(ours, theirs, **{"atol": 1e-5, **tolerance})
    pairs = [pair for pair in zip(our_grads, their_grads) if pair[0] is not None]
    for one, other in pairs:
        assert_close(one, other, **{"atol": 1e-5, **tolerance})


def assert_raises_as_torch(function, arrays, words, raises):
    """function raises as torch does (`raises` is what the oracle expects), and says `words` here."""
    ours, theirs = outcomes(lambda t: function(t.nn.functional, *inputs(t, arrays, False)))
    same_outcome(ours, theirs, words, raises)
    assert re.search(words, str(ours.error)), str(ours.error)
