"""nn.utils against torch's: clipping gradients, and parameters as one vector."""

import math
import sys

import numpy
import pytest
from support.built import array, assert_close
from support.oracle import LIBRARIES, error_of, outcome

import pytorch_c
from pytorch_c._boundary import api
from pytorch_c.nn import utils

SHAPES = [(3, 4), (5,), (), (2, 2)]
PLAIN = [(3,), (65, 512), (), (7, 5), (400, 300), (0, 3)]


def parameters(library, scale=1.0):
    """Parameters with gradients; the last one has none, the third is a double."""
    made = [library.from_numpy(array(shape, seed) * 1).requires_grad_() for seed, shape in enumerate(SHAPES[:2])]
    made.append(library.tensor(0.5, dtype=library.float64, requires_grad=True))
    made.append(library.from_numpy(array((2, 2))).requires_grad_())
    for seed, one in enumerate(made[:3]):
        one.grad = (library.from_numpy(array(SHAPES[seed], 10 + seed, -5, 5)).to(one.dtype) * scale).reshape(one.shape)
    return made


def both(run):
    """run(library, its parameters) and the gradients afterwards, of both libraries."""
    found = []
    for library in LIBRARIES:
        made = parameters(library)
        result = run(library, made)
        found.append(([] if result is None else [result]) + [one.grad for one in made[:3]])
    assert_close(*found)


@pytest.mark.parametrize("foreach", [None, True, False])
@pytest.mark.parametrize("norm_type", [2.0, 1, 3.5, math.inf, "inf", 0])
def test_norm_is_clipped_as_torch_clips(norm_type, foreach):
    for max_norm in (0.5, 1000):
        both(lambda t, made, m=max_norm: t.nn.utils.clip_grad_norm_(made, m, norm_type, foreach=foreach))


def test_norm_of_one_tensor_and_of_an_iterator():
    both(lambda t, made: t.nn.utils.clip_grad_norm_(made[0], 1.0))
    both(lambda t, made: t.nn.utils.clip_grad_norm_(iter(made), 1.0))
    both(lambda t, made: t.nn.utils.get_total_norm([one.grad for one in made[:3]], 3))
    both(lambda t, made: t.nn.utils.get_total_norm(made[0].grad))


def test_norm_of_several_dtypes_in_one_call_of_the_c_library():
    ours, theirs = (parameters(library) for library in LIBRARIES)
    total = api.clip_grad_norm_([one.grad for one in ours[:3]], 0.5, 2.0)
    assert_close(
        [total, *(one.grad for one in ours[:3])],
        [LIBRARIES[1].nn.utils.clip_grad_norm_(theirs, 0.5), *(one.grad for one in theirs[:3])],
    )


@pytest.mark.parametrize("scale", [1, 100, 0, math.nan, math.inf, 1e-30])
def test_gradients_of_plain_floats_are_scaled_to_the_bit_as_by_torch(scale):
    def run(library):
        made = [library.from_numpy(array(shape, seed)).requires_grad_() for seed, shape in enumerate(PLAIN)]
        for seed, one in enumerate(made):
            one.grad = library.from_numpy(array(tuple(one.shape), 10 + seed, -5, 5)) * scale
        views = [one.grad.detach() for one in made]
        versions = [one.grad._version for one in made]
        total = library.nn.utils.clip_grad_norm_(made, 2.0)
        assert all(one.grad._version > before for one, before in zip(made, versions))
        return [numpy.array(one.detach().numpy()) for one in (total, *(one.grad for one in made), *views)]

    for one, other in zip(*(run(library) for library in LIBRARIES)):
        numpy.testing.assert_array_equal(one, other)


def test_norm_of_nothing_is_zero():
    for library in LIBRARIES:
        assert library.nn.utils.get_total_norm([]).item() == 0.0
        assert library.nn.utils.clip_grad_norm_([library.ones(2)], 1.0).item() == 0.0
        with pytest.warns(UserWarning, match="empty generator"):
            library.nn.utils.clip_grad_norm_((one for one in ()), 1.0)


def test_a_mode_sees_what_clipping_calls():
    def names(library):
        class Noted(library.overrides.TorchFunctionMode):
            def __torch_function__(self, function, types, args=(), kwargs=None):
                seen.add(function.__name__)
                return function(*args, **(kwargs or {}))

        seen, made = set(), parameters(library)
        with Noted():
            library.nn.utils.clip_grad_norm_(made, 1.0)
        return {name for name in seen if name.startswith("_foreach")}

    assert names(pytorch_c) == names(LIBRARIES[1]) == {"_foreach_norm", "_foreach_mul_"}


@pytest.mark.parametrize("foreach", [None, False])
def test_clipping_with_a_known_norm(foreach):
    both(lambda t, made: t.nn.utils.clip_grads_with_norm_(made, 2.0, t.tensor(7.0), foreach))


@pytest.mark.parametrize("foreach", [None, True, False])
def test_values_are_clipped_as_torch_clips(foreach):
    both(lambda t, made: t.nn.utils.clip_grad_value_(made, 1.5, foreach))


def test_norm_that_is_no_number_raises_as_torch():
    for library in LIBRARIES:
        made = parameters(library, math.inf)
        call = lambda t, made=made: t.nn.utils.clip_grad_norm_(made, 1.0, error_if_nonfinite=True)  # noqa: E731
        error = outcome(call, library).error
        assert isinstance(error, RuntimeError) and "non-finite" in str(error)


def test_parameters_become_a_vector_and_back():
    results = []
    for library in LIBRARIES:
        made = parameters(library)[:2]
        vector = library.nn.utils.parameters_to_vector(made)
        vector.sum().backward()
        other = vector.detach() * 2 + 1
        library.nn.utils.vector_to_parameters(other, made)
        other.mul_(3)  # the parameters see it: they share the memory
        results.append([vector, *made, *(one.grad for one in made)])
        assert all(one.is_leaf and one.requires_grad for one in made)
    assert_close(*results)


def test_bad_vectors_are_named():
    made = parameters(pytorch_c)[:2]
    with pytest.raises(TypeError, match="expected torch.Tensor, but got: list"):
        utils.vector_to_parameters([1.0], made)
    assert type(error_of(utils.vector_to_parameters, pytorch_c.ones(3), made)) is pytorch_c.TorchError
    elsewhere = [pytorch_c.ones(2), pytorch_c.ones(2, device="meta")]
    # torch's own kernels in Python for meta tensors, once something has loaded them, raise their exception themselves.
    raised = RuntimeError if "pytorch_c._meta_registrations" in sys.modules else pytorch_c.TorchError
    assert type(error_of(utils.parameters_to_vector, elsewhere)) is raised


def test_all_names_are_torchs():
    assert set(utils.__all__) <= set(dir(LIBRARIES[1].nn.utils))
