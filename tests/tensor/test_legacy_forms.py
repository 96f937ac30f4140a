"""Old forms that torch still takes: Tensor.new with keywords, results of return_types, futures' errors, swapped parameters."""

import subprocess
import sys

import pytest
import torch

import pytorch_c
from pytorch_c import futures, nn, return_types

BOTH = pytest.mark.parametrize("lib", [pytorch_c, torch], ids=["pytorch_c", "torch"])


@BOTH
def test_new_takes_a_size_and_a_device(lib):
    x = lib.ones(2)
    assert x.new(size=(3, 4)).shape == (3, 4)
    assert x.new([1, 2], device="cpu").tolist() == [1, 2]
    assert x.new(device="cpu").shape == (0,)
    with pytest.raises(RuntimeError):
        x.new(device="cuda")


def test_new_refuses_two_sizes():
    with pytest.raises(TypeError, match="size is given twice"):
        pytorch_c.ones(2).new(3, size=(3,))


@BOTH
@pytest.mark.parametrize("layout", ["to_sparse", "to_sparse_csr"])
@pytest.mark.parametrize("value", [9, [9.0, 9.0]])
def test_a_sparse_tensor_is_not_assigned_to(lib, layout, value):
    x = getattr(lib.eye(2), layout)()
    with pytest.raises(TypeError, match="Cannot assign to a sparse tensor"):
        x[0] = value if value == 9 else lib.tensor(value)
    assert x.to_dense().tolist() == [[1, 0], [0, 1]]


@BOTH
def test_results_are_made_of_a_sequence(lib):
    values, indices = lib.ones(2), lib.zeros(2)
    made = lib.return_types.max((values, indices))
    assert made.values is values and made.indices is indices
    assert lib.return_types.max.n_fields == 2
    with pytest.raises(TypeError):
        lib.return_types.max((values,))


def test_results_are_made_of_their_values():
    assert return_types.max(1, indices=2) == (1, 2) == return_types.max._make((1, 2))


@BOTH
def test_a_callbacks_error_is_a_runtime_error_that_names_it(lib):
    future = lib.futures.Future()

    def fails(_):
        raise ValueError("mine")

    then = future.then(fails)
    future.set_result(1)
    with pytest.raises(RuntimeError, match="Got the following error when running the callback: ValueError: mine"):
        then.wait()


def test_that_error_has_its_cause():
    future = futures.Future()
    then = future.then(lambda one: {}["mine"])
    future.set_result(1)
    with pytest.raises(RuntimeError) as caught:
        then.wait()
    assert isinstance(caught.value.__cause__, KeyError)


@pytest.fixture
def swapping():
    for lib in (pytorch_c, torch):
        lib.__future__.set_swap_module_params_on_conversion(True)
    yield
    for lib in (pytorch_c, torch):
        lib.__future__.set_swap_module_params_on_conversion(False)


def test_swapped_parameters_keep_their_identity_and_gradients(swapping):
    layer = nn.Linear(2, 2)
    weight, number = layer.weight, layer.weight._cdata
    weight.grad = gradient = pytorch_c.ones(2, 2)
    layer.double()
    assert layer.weight is weight and weight._cdata != number and weight.dtype is pytorch_c.float64
    assert weight.grad is gradient and gradient.dtype is pytorch_c.float64 and weight.requires_grad


def test_a_parameter_that_the_graph_holds_is_not_swapped(swapping):
    layer = nn.Linear(2, 2)
    graph = layer.weight.sum()
    layer.weight.grad = gradient = pytorch_c.ones(2, 2)
    other = layer.weight.view(4)  # its base is held
    with pytest.raises(RuntimeError, match="Couldn't swap"):
        layer.double()
    assert layer.weight.grad is gradient and layer.weight.dtype is pytorch_c.float32
    del graph, other


@BOTH
def test_parameters_are_swapped_while_a_graph_of_theirs_is_alive(lib, swapping):
    layer = lib.nn.BatchNorm1d(2)
    weight, out = layer.weight, layer(lib.ones(3, 2)).sum()
    out.backward()
    layer.double()
    assert layer.weight is weight and weight.dtype is lib.float64 and weight.grad.dtype is lib.float64
    layer(lib.ones(3, 2, dtype=lib.float64)).sum().backward()
    assert weight.grad.tolist() == [0, 0]


@BOTH
def test_a_graph_through_a_swapped_parameter_is_refused(lib, swapping):
    layer = lib.nn.Linear(2, 1)
    out = layer(lib.ones(1, 2)).sum()
    layer.double()
    with pytest.raises(RuntimeError, match="AccumulateGrad node that was poisoned by swap_tensors"):
        out.backward()


@BOTH
def test_slots_of_classes_are_swapped(lib):
    kind = type("Slotted", (lib.Tensor,), {"__slots__": ("a", "b")})
    x, y = lib.zeros(2).as_subclass(kind), lib.ones(3).as_subclass(kind)
    x.a, y.b = 1, 2
    lib.utils.swap_tensors(x, y)
    assert (x.b, y.a, x.tolist()) == (2, 1, [1, 1, 1])
    assert not hasattr(x, "a") and not hasattr(y, "b")


BY_PACKET = """
from pytorch_c import library, ones, ops

with library._scoped_library("legacy_forms", "DEF") as made:
    made.define("twice(Tensor x) -> Tensor")
    made.impl("twice", lambda x: x * 2, "CompositeExplicitAutograd")
    library.register_fake("legacy_forms::twice", func=lambda x: x.new_empty(x.shape), lib=made)
    print(library.opcheck(ops.legacy_forms.twice, (ones(2),))["test_schema"])
"""


def test_an_operator_is_named_by_its_packet_too():
    """In a process of its own: torch's file of these tests keeps tensors."""
    done = subprocess.run([sys.executable, "-c", BY_PACKET], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "SUCCESS\n", done.stderr
