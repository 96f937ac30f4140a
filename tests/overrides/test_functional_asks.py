"""Functions that are written in Python are asked for themselves: nn.functional, einsum, split and their like."""

import importlib
import inspect
import pickle

import pytest
from support import oracle

import pytorch_c

CALLS = """
    nn.functional.relu(a) | nn.functional.softmax(a, 1) | nn.functional.cross_entropy(t.ones(1, 2), a, reduction='sum')
    nn.functional.dropout(a, 0.5) | nn.functional.interpolate(a, scale_factor=2) | nn.functional.layer_norm(a, (3,))
    nn.functional.embedding(a, t.ones(2, 2)) | nn.functional.max_pool2d(a, 2) | nn.functional.batch_norm(a, None, None)
    nn.functional.multi_margin_loss(t.ones(1, 2), a) | nn.functional.gumbel_softmax(a) | nn.functional.normalize(a)
    einsum('ij,jk', t.ones(2, 2), a) | einsum('ij,jk', [t.ones(2, 2), a]) | split(a, 2) | cdist(a, a) | tensordot(a, a)
    meshgrid(a, a) | norm(a) | stft(a, 4) | unique(a) | atleast_2d(a) | atleast_3d(a, a) | block_diag(a) | chain_matmul(a, a)
    broadcast_tensors(a, a) | cartesian_prod(a, a) | unravel_index(a, (2,)) | pca_lowrank(a) | unique_consecutive(a)
    nn.init.normal_(a) | nn.init.uniform_(a) | nn.init.constant_(a, 2.0) | nn.init.kaiming_uniform_(a)
""".split("\n")


def asked(t):
    """A class of no Tensor's that says what it is asked for."""

    class Asked:
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            return function.__name__, [one.__name__ for one in types]

    return Asked()


@pytest.mark.parametrize("call", oracle.cases("\n".join(line for line in CALLS if line.strip())))
def test_a_foreign_class_is_asked_for_the_function(call):
    oracle.agree(lambda t: eval(f"t.{call}", {"t": t, "a": asked(t)}))


HANDED = """
    nn.functional.embedding(a, t.ones(2, 2)) | nn.functional.embedding(a, t.ones(2, 2), 1, sparse=True)
    nn.functional.instance_norm(a) | nn.functional.group_norm(a, 1, a) | nn.functional.softmax(a, 1) | nn.functional.pad(a, (1, 1))
    nn.functional.max_pool2d(a, 2) | nn.functional.cross_entropy(a, a) | nn.functional.dropout(a) | nn.functional.linear(a, a)
    nn.functional.conv2d(a, a, padding='same') | nn.functional.embedding_bag(a, a) | nn.functional.interpolate(a, 2)
    split(a, 2) | split(a, split_size_or_sections=2, dim=1) | norm(a, 1) | stft(a, 4) | unique(a) | meshgrid(a, a)
    tensordot(a, a, 1) | cdist(a, a) | unravel_index(a, (2,)) | block_diag(a, a) | chain_matmul(a, a) | pca_lowrank(a)
"""


@pytest.mark.parametrize("call", oracle.cases(HANDED))
def test_arguments_are_handed_on_as_torch_hands_them(call):
    """Arguments without a default go by position, all others by name: what looks them up finds them."""

    def case(t):
        class Asked:
            @classmethod
            def __torch_function__(cls, function, types, args=(), kwargs=None):
                return len(args), sorted(kwargs or ())

        return eval(f"t.{call}", {"t": t, "a": Asked()})

    oracle.agree(case)


def test_methods_hand_on_their_arguments_as_torchs_do():
    def case(t):
        class Kind(t.Tensor):
            @classmethod
            def __torch_function__(cls, function, types, args=(), kwargs=None):
                seen.append((function.__name__, len(args), sorted(kwargs or ())))
                return super().__torch_function__(function, types, args, kwargs)

        seen = []
        x = t.ones(4).as_subclass(Kind)
        x.split(2), x.norm(), x.unique(), x.unique_consecutive()
        return seen

    oracle.agree(case)


@pytest.mark.parametrize("name", "conv1d conv2d conv_transpose2d bilinear prelu pairwise_distance relu_ pdist".split())
def test_a_function_is_its_operator_in_dicts(name):
    """Programs look up by what they are asked for what they have noted under nn.functional's name."""
    for t in (oracle.torch, pytorch_c):
        function, operator = getattr(t.nn.functional, name), getattr(t, name)
        assert {function: 1}[operator] == {operator: 1}[function] == 1
        assert function == operator and operator == function and not function != operator
        assert function != t.nn.functional.conv3d and t.nn.functional.conv3d != function


@pytest.mark.parametrize(
    "call", ["nn.functional.relu(x)", "nn.functional.mse_loss(x, x)", "einsum('ij->ji', x)", "split(x, 1)"]
)
def test_a_mode_and_a_subclass_are_asked_for_the_function(call):
    def case(t):
        seen = []

        class Mode(t.overrides.TorchFunctionMode):
            def __torch_function__(self, function, types, args=(), kwargs=None):
                seen.append(function.__name__)
                return function(*args, **(kwargs or {}))

        class Kind(t.Tensor):
            @classmethod
            def __torch_function__(cls, function, types, args=(), kwargs=None):
                seen.append(("class", function.__name__))
                return super().__torch_function__(function, types, args, kwargs)

        x = t.eye(2)
        with Mode():
            eval(f"t.{call}", {"t": t, "x": x})
        names = {"t": t, "x": x.as_subclass(Kind)}
        seen.clear()
        found = eval(f"t.{call}", names)
        return seen[0], type(found).__name__

    oracle.agree(case)


def test_the_function_that_is_asked_for_is_the_one_that_users_see():
    seen = []

    class Asked:
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            seen.append(function)

    pytorch_c.nn.functional.relu(Asked())
    pytorch_c.einsum("i", Asked())
    assert seen == [pytorch_c.nn.functional.relu, pytorch_c.einsum]


def test_einsum_of_a_list_is_told_operand_by_operand():
    told = []

    class Asked:
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            told.append(args)

    a, b = Asked(), Asked()
    for library in (oracle.torch, pytorch_c):
        library.einsum("i,i", [a, b])
    assert told == [("i,i", a, b)] * 2


@pytest.mark.parametrize(
    "name", ["nn.functional.relu", "einsum", "nn.init.normal_", "tanh", "relu_", "linalg.qr", "special.erf"]
)
def test_functions_are_pickled_by_name(name):
    function = pytorch_c
    for part in name.split("."):
        function = getattr(function, part)
    assert pickle.loads(pickle.dumps(function)) is function


def test_signatures_are_as_before():
    assert list(inspect.signature(pytorch_c.nn.functional.relu).parameters) == ["input", "inplace"]
    assert pytorch_c.nn.functional.relu.__module__ == "pytorch_c.nn.functional"
    with pytest.raises(TypeError, match="relu"):
        pytorch_c.nn.functional.relu()


@pytest.mark.parametrize("name", ["add", "nn.functional.relu", "nn.functional.linear", "Tensor.add"])
def test_classes_of_functions_name_their_module(name):
    function = pytorch_c
    for part in name.split("."):
        function = getattr(function, part)
    assert isinstance(type(function).__module__, str)  # hydra-zen asks it for each value of a config


def test_functions_are_traced_into_where_has_torch_function_is_replaced_by_no(monkeypatch):
    def case(t):
        fx, functional = importlib.import_module(f"{t.__name__}.fx"), t.nn.functional
        seen = [[one.op for one in fx.symbolic_trace(functional.softsign).graph.nodes]]
        with monkeypatch.context() as patch:
            for name in ("has_torch_function", "has_torch_function_unary", "has_torch_function_variadic"):
                patch.setattr(functional, name, lambda *args: False)
            seen.append([str(one.target) for one in fx.symbolic_trace(functional.softsign).graph.nodes])
            with pytest.raises(fx.proxy.TraceError, match="control flow"):
                fx.symbolic_trace(functional.relu)
        return [*seen, [one.op for one in fx.symbolic_trace(functional.relu).graph.nodes]]

    oracle.agree(case)


@pytest.mark.parametrize(
    "name, arguments", [("uniform_", (2,)), ("normal_", (0, 2)), ("constant_", (3,)), ("kaiming_uniform_", (1,))]
)
def test_initializers_are_asked_for_by_name(name, arguments):
    """torch's sharded tensors look up kwargs["tensor"]."""

    def asked(t):
        class Asked(t.Tensor):
            @classmethod
            def __torch_function__(cls, function, types, args=(), kwargs=None):
                others = {key: value for key, value in kwargs.items() if key != "tensor"}
                seen.append((function is getattr(t.nn.init, name), args, type(kwargs["tensor"]) is Asked, others))

        seen = []
        getattr(t.nn.init, name)(t.ones(3, 3).as_subclass(Asked), *arguments)
        return seen[-1]  # as_subclass is asked for first under torch

    assert asked(pytorch_c) == asked(importlib.import_module("torch"))
