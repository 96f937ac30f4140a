"""Sequences of different lengths in programs: packed, through recurrent layers, and padded again, as torch does."""

import io

import pytest
import torch

import pytorch_c
from pytorch_c import jit, nn
from pytorch_c.nn.utils.rnn import (
    PackedSequence,
    invert_permutation,
    pack_padded_sequence,
    pack_sequence,
    pad_packed_sequence,
    unpad_sequence,
)

LENGTHS = [2, 5, 3]


class Both(nn.Module):
    """A layer that gets a PackedSequence and a tensor."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, enforce_sorted=False)
        out, state = self.layer(packed)
        again, _ = self.layer(packed, state)
        padded, counts = pad_packed_sequence(out, total_length=6)
        plain, _ = self.layer(x)
        return padded, counts, state, again.data, plain


class Given(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.GRU(3, 4)

    def forward(self, x: PackedSequence):
        return self.layer(x)


class Commented(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.GRU(3, 4)

    def forward(self, x):
        # type: (PackedSequence) -> Tuple[PackedSequence, Tensor]
        return self.layer(x)


def flat(value, library):
    return (
        [value] if isinstance(value, library.Tensor) else [one for part in value or () for one in flat(part, library)]
    )


def assert_same(found, expected):
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(torch.from_numpy(one.detach().numpy()), torch.from_numpy(other.detach().numpy()))


@pytest.mark.parametrize(
    "make",
    [
        lambda: nn.LSTM(3, 4, 2, bidirectional=True),
        lambda: nn.LSTM(3, 4, proj_size=2),
        lambda: nn.GRU(3, 4, bidirectional=True),
        lambda: nn.RNN(3, 4, 2),
        lambda: nn.RNN(3, 4, nonlinearity="relu"),
    ],
)
def test_layers_take_packed_sequences(make):
    eager = Both(make())
    program = jit.script(eager)
    x, lengths = torch.randn(5, 3, 3), torch.tensor(LENGTHS)
    ours = pytorch_c.from_numpy(x.numpy()), pytorch_c.tensor(LENGTHS)
    wanted = flat(eager(*ours), pytorch_c)
    assert_same(flat(program(*ours), pytorch_c), wanted)
    assert_same(flat(torch.jit.load(io.BytesIO(program.save_to_buffer()))(x, lengths), torch), wanted)


@pytest.mark.parametrize("cls", [Given, Commented])
def test_a_packed_sequence_is_an_argument_and_a_result(cls):
    eager = cls()
    program = jit.script(eager)
    packed = pack_sequence([pytorch_c.randn(3, 3), pytorch_c.randn(2, 3)])
    found, state = program(packed)
    wanted, wanted_state = eager(packed)
    assert found.data.equal(wanted.data)
    assert found.batch_sizes.tolist() == [2, 2, 1]
    assert state.equal(wanted_state)


def test_a_layer_alone_takes_a_tensor_as_before():
    program = jit.script(nn.GRU(3, 4))
    assert [name for name in program.code.split("\n") if "packed" in name.lower()] == []


def packed_from_lists(a, b):
    return pad_packed_sequence(pack_sequence([a, b]))


def inverted(x):
    return invert_permutation(x)


def too_short(x):
    return pad_packed_sequence(pack_sequence([x]), total_length=1)


class Derived(nn.GRU):
    def forward(self, x: PackedSequence):
        return super().forward(x)[1]


def test_a_class_derived_from_a_layer_calls_it_with_a_packed_sequence():
    layer, packed = Derived(3, 4), pack_sequence([pytorch_c.randn(3, 3), pytorch_c.randn(2, 3)])
    assert jit.script(layer)(packed).equal(layer(packed))


def packed_by_a_list(x, lengths: list[int]):
    padded, counts = pad_packed_sequence(pack_padded_sequence(x, lengths, enforce_sorted=False))
    return unpad_sequence(padded, counts)


def test_functions_do_what_they_do_eagerly():
    a, b = pytorch_c.randn(3, 2), pytorch_c.randn(2, 2)
    assert_same(jit.script(packed_from_lists)(a, b), packed_from_lists(a, b))
    x = pytorch_c.randn(5, 3, 2)
    assert_same(jit.script(packed_by_a_list)(x, LENGTHS), packed_by_a_list(x, LENGTHS))
    assert jit.script(inverted)(pytorch_c.tensor([2, 0, 1])).tolist() == [1, 2, 0]
    with pytest.raises(jit.Error, match="Expected total_length to be at least"):
        jit.script(too_short)(a)


def test_initializers_that_ask_for_fans_are_programs():
    for name in ("xavier_uniform_", "xavier_normal_", "uniform_", "normal_"):
        program = jit.script(getattr(nn.init, name))
        results = []
        for function in (program, getattr(nn.init, name)):
            pytorch_c.manual_seed(0)
            results.append(function(pytorch_c.zeros(3, 4, 2)))
        assert results[0].equal(results[1])
