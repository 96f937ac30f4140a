"""nn.init against torch's, bit for bit with the same seed."""

import importlib
import math

import pytest
import torch
from support.built import assert_same_bits, build_both

import pytorch_c
from pytorch_c import nn

FILLS = [
    "zeros_(w)",
    "ones_(w)",
    "constant_(w, 0.3)",
    "uniform_(w)",
    "uniform_(w, -2, 3)",
    "normal_(w)",
    "normal_(w, mean=1.0, std=0.1)",
    "trunc_normal_(w)",
    "trunc_normal_(w, std=0.02)",
    "trunc_normal_(w, 0.5, 2.0, -1.0, 1.5)",
    "trunc_normal_(w, a=2.0, b=3.0)",
    "trunc_normal_(w, 0.0, 1.0, 1.5, 1.6)",
    "eye_(w)",
    "xavier_uniform_(w)",
    "xavier_uniform_(w, gain=1.5)",
    "xavier_normal_(w, 0.5)",
    "kaiming_uniform_(w)",
    "kaiming_uniform_(w, a=math.sqrt(5))",
    "kaiming_uniform_(w, mode='fan_out', nonlinearity='relu')",
    "kaiming_uniform_(w, 0, 'FAN_IN', 'tanh')",
    "kaiming_normal_(w)",
    "kaiming_normal_(w, mode='fan_out', nonlinearity='selu')",
    "orthogonal_(w)",
    "orthogonal_(w, gain=2.0)",
    "sparse_(w, 0.3)",
]


def filled(code, shape, dtype="float32"):
    def make(library):
        w = library.empty(*shape, dtype=getattr(library, dtype))
        init = library.nn.init
        returned = eval(f"init.{code}", {"init": init, "w": w, "math": math})
        assert returned is w
        return w

    return build_both(make, seed=5)


@pytest.mark.parametrize("shape", [(7, 5), (5, 7)])
@pytest.mark.parametrize("code", FILLS)
def test_equals_torch_bit_for_bit(code, shape):
    assert_same_bits(*filled(code, shape))


@pytest.mark.parametrize("code", [code for code in FILLS if not code.startswith(("eye_", "sparse_"))])
def test_convolution_weights(code):
    assert_same_bits(*filled(code, (6, 3, 3, 2)))
    assert_same_bits(*filled(code, (6, 3, 3, 2), "float64"))


def test_dirac():
    for groups in (1, 2):
        for shape in ((4, 2, 3), (4, 2, 3, 3), (4, 3, 2, 3, 4)):
            assert_same_bits(*filled(f"dirac_(w, {groups})", shape))


def test_generator_of_ones_own():
    def make(library):
        generator = library.Generator().manual_seed(11)
        return library.nn.init.kaiming_normal_(library.empty(4, 4), generator=generator)

    assert_same_bits(*build_both(make))


def test_is_kept_out_of_autograd():
    weight = nn.Parameter(pytorch_c.empty(3, 3))
    for fill in (nn.init.uniform_, nn.init.orthogonal_, nn.init.eye_, nn.init.trunc_normal_, nn.init.dirac_):
        target = nn.Parameter(pytorch_c.empty(3, 3, 3)) if fill is nn.init.dirac_ else weight
        assert fill(target).is_leaf and target.requires_grad


def test_initializer_is_the_same_module():
    assert nn.initializer is nn.init
    assert importlib.import_module("pytorch_c.nn.initializer") is nn.init
    nn.initializer.manual_seed(3)
    first = pytorch_c.rand(3).tolist()
    pytorch_c.manual_seed(3)
    assert pytorch_c.rand(3).tolist() == first


def test_fans_and_gains():
    for shape in ((3, 4), (3, 4, 5), (3, 4, 5, 6)):
        expected = torch.nn.init._calculate_fan_in_and_fan_out(torch.empty(shape))
        assert nn.init.calculate_fan_in_and_fan_out(pytorch_c.empty(*shape)) == expected
    assert nn.init._calculate_fan_in_and_fan_out is nn.init.calculate_fan_in_and_fan_out
    for name in ("linear", "conv2d", "conv_transpose3d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"):
        assert nn.init.calculate_gain(name) == torch.nn.init.calculate_gain(name)
    assert nn.init.calculate_gain("leaky_relu", 0.2) == torch.nn.init.calculate_gain("leaky_relu", 0.2)


def test_objects_with_the_methods_of_a_tensor_are_taken():
    def make(library):
        class Factors(library.nn.Module):
            """A weight as tensorly-torch writes it: a module that stands for the product of its factors."""

            def __init__(self):
                super().__init__()
                self.factors = library.nn.Parameter(library.ones(6, 4))
                self.shape = self.factors.shape
                for name in ("dim", "size", "zero_"):
                    setattr(self, name, getattr(self.factors.detach(), name))

            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                found = [one.factors if isinstance(one, cls) else one for one in (*args, *(kwargs or {}).values())]
                return func(*found)

        init, weight = library.nn.init, Factors()
        fans = init._calculate_fan_in_and_fan_out(weight), init._calculate_correct_fan(weight, "fan_out")
        init.zeros_(weight)
        return library.stack(
            [weight.factors.clone(), init.normal_(weight).clone(), init.kaiming_uniform_(weight)]
        ), fans

    (found, fans), (expected, expected_fans) = build_both(make)
    assert_same_bits(found, expected)
    assert fans == expected_fans == ((4, 6), 6)


BAD = {
    "mode": (lambda w: nn.init.kaiming_uniform_(w, mode="fan"), ValueError, "'fan_in' or 'fan_out'"),
    "mode type": (lambda w: nn.init.kaiming_normal_(w, mode=1), ValueError, "'fan_in' or 'fan_out'"),
    "nonlinearity": (lambda w: nn.init.kaiming_uniform_(w, nonlinearity="gelu"), ValueError, "linear, .*leaky_relu"),
    "gain": (lambda w: nn.init.calculate_gain("swish"), ValueError, "nonlinearity must be one of"),
    "slope": (lambda w: nn.init.calculate_gain("leaky_relu", "0.1"), ValueError, "slope"),
    "fans": (lambda w: nn.init.xavier_uniform_(w[0]), ValueError, "at least 2 dimensions"),
    "eye": (lambda w: nn.init.eye_(w[0]), ValueError, "2 dimensions"),
    "sparse": (lambda w: nn.init.sparse_(w[0], 0.1), ValueError, "2 dimensions"),
    "orthogonal": (lambda w: nn.init.orthogonal_(w[0]), ValueError, "at least 2 dimensions"),
    "dirac": (lambda w: nn.init.dirac_(w), ValueError, "3, 4 or 5 dimensions"),
    "dirac groups": (lambda w: nn.init.dirac_(pytorch_c.empty(3, 2, 2), 2), ValueError, "groups"),
    "tensor": (lambda w: nn.init.zeros_([1.0]), TypeError, "tensor must be a Tensor, got list"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_named(case):
    function, error, words = BAD[case]
    with pytest.raises(error, match=words):
        function(pytorch_c.ones(3, 3))


def test_empty_tensors_are_left_alone():
    with pytest.warns(UserWarning, match="no-op"):
        nn.init.kaiming_uniform_(pytorch_c.empty(0, 3))
    assert nn.init.orthogonal_(pytorch_c.empty(0, 3)).numel() == 0
    with pytest.warns(UserWarning, match="more than 2 std"):
        nn.init.trunc_normal_(pytorch_c.empty(2), mean=9.0)


@pytest.mark.parametrize("name", ("uniform", "xavier_normal", "kaiming_uniform", "orthogonal", "eye"))
def test_old_names_warn(name):
    old, new = getattr(pytorch_c.nn.init, name), getattr(pytorch_c.nn.init, name + "_")
    tensor, expected = pytorch_c.empty(3, 3), pytorch_c.empty(3, 3)
    pytorch_c.manual_seed(0)
    with pytest.warns(FutureWarning, match=rf"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`"):
        assert old(tensor) is tensor
    pytorch_c.manual_seed(0)
    assert tensor.tolist() == new(expected).tolist()
