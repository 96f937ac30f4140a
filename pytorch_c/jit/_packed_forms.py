"""Sequences of different lengths in programs, and recurrent layers that take them: see _module_forms.py."""

from __future__ import annotations

from .. import _ops
from .._boundary import api
from .._tensor.data import tensor
from ..nn.modules import rnn as layers
from ..nn.utils import rnn
from ..nn.utils.rnn import PackedSequence, invert_permutation
from ._functions import python_unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.tensor import Tensor

_HIDDEN = {layers.LSTM: "Tuple[Tensor, Tensor]", layers.GRU: "Tensor", layers.RNN: "Tensor"}


# ---- functions ----


def _pack_padded(
    input: Tensor, lengths: Tensor, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    counts = lengths.to(4)
    if enforce_sorted:
        data, batch_sizes = _ops._pack_padded_sequence(input, counts, batch_first)
        return PackedSequence(data, batch_sizes, None, None)
    counts, order = counts.sort(descending=True)
    order = order.to(input.device)
    input = input.index_select(0 if batch_first else 1, order)
    data, batch_sizes = _ops._pack_padded_sequence(input, counts, batch_first)
    return PackedSequence(data, batch_sizes, order, invert_permutation(order))


def _pad_packed(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Tensor, Tensor]:
    length = sequence.batch_sizes.size(0)
    if total_length is not None:
        if total_length < length:
            raise ValueError(
                "Expected total_length to be at least the length of the longest sequence in input, but got "
                f"total_length={total_length} and max sequence length being {length}"
            )
        length = total_length
    padded, lengths = _ops._pad_packed_sequence(sequence.data, sequence.batch_sizes, batch_first, padding_value, length)
    back = sequence.unsorted_indices
    if back is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, back), lengths.index_select(0, back.cpu())


def _pad(
    sequences: list[Tensor], batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"
) -> Tensor:
    return _ops.pad_sequence(sequences, batch_first, padding_value, padding_side)


def _pack(sequences: list[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    lengths = tensor([one.size(0) for one in sequences])
    return _pack_padded(_pad(sequences), lengths, False, enforce_sorted)


def _inverted(permutation: Tensor | None) -> Tensor | None:
    if permutation is None:
        return None
    places = _ops.arange(permutation.numel(), device=permutation.device)
    return _ops.zeros_like(places).scatter_(0, permutation, places)


FUNCTIONS = {
    rnn.pack_padded_sequence: _pack_padded,
    rnn.pad_packed_sequence: _pad_packed,
    rnn.pad_sequence: _pad,
    rnn.pack_sequence: _pack,
    rnn.invert_permutation: _inverted,
}


# ---- layers ----


def _ordered(state: Tensor, order: Tensor | None) -> Tensor:
    return state if order is None else state.index_select(1, order)


def _lstm(
    self, input: PackedSequence, hx: tuple[Tensor, Tensor] | None = None
) -> tuple[PackedSequence, tuple[Tensor, Tensor]]:
    data, sizes, order, back = input
    count, rows = int(sizes[0]), self.num_layers * (2 if self.bidirectional else 1)
    if hx is None:
        first = self.proj_size if self.proj_size > 0 else self.hidden_size
        h = _ops.zeros([rows, count, first], dtype=data.dtype, device=data.device)
        c = _ops.zeros([rows, count, self.hidden_size], dtype=data.dtype, device=data.device)
    else:
        h, c = _ordered(hx[0], order), _ordered(hx[1], order)
    output, h, c = _ops.lstm(
        data, sizes, [h, c], [w for w in self.parameters()], self.bias, self.num_layers, self.dropout, self.training,
        self.bidirectional,
    )  # fmt: skip
    return PackedSequence(output, sizes, order, back), (_ordered(h, back), _ordered(c, back))


def _gru(self, input: PackedSequence, hx: Tensor | None = None) -> tuple[PackedSequence, Tensor]:
    data, sizes, order, back = input
    if hx is None:
        rows = self.num_layers * (2 if self.bidirectional else 1)
        state = _ops.zeros([rows, int(sizes[0]), self.hidden_size], dtype=data.dtype, device=data.device)
    else:
        state = _ordered(hx, order)
    if self.mode == "GRU":
        output, after = _ops.gru(
            data, sizes, state, [w for w in self.parameters()], self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional,
        )  # fmt: skip
    elif self.mode == "RNN_TANH":
        output, after = _ops.rnn_tanh(
            data, sizes, state, [w for w in self.parameters()], self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional,
        )  # fmt: skip
    else:
        output, after = _ops.rnn_relu(
            data, sizes, state, [w for w in self.parameters()], self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional,
        )  # fmt: skip
    return PackedSequence(output, sizes, order, back), _ordered(after, back)


METHODS = {
    (layers.LSTM, "forward_packed"): _lstm,
    (layers.GRU, "forward_packed"): _gru,
    (layers.RNN, "forward_packed"): _gru,
}


def may_be_packed(module: Any, converter: Any) -> bool:
    """Returns whether a function may give the layer a PackedSequence: it names one, or what makes one."""
    if type(module).forward not in {cls.forward for cls in _HIDDEN}:
        return False
    names = [*converter.function.__code__.co_names, *converter.names.closure, *converter.names.globals]
    return any("pack" in name.lower() for name in names) or any("Packed" in line for line in converter.source.lines)


def overloads(module: Any, handle: Any, compiler: Any) -> list[Any]:
    """Two functions that call a layer, with a tensor or with a PackedSequence; it has both methods by then."""
    hidden = next(kind for cls, kind in _HIDDEN.items() if isinstance(module, cls))
    qualified = api.jit_module_type(handle)
    own, packed = compiler.type_name(qualified), compiler.type_name(compiler.types.of(PackedSequence))
    text = "".join(
        f"def {name}(self: {own}, input: {kind}, hx: Optional[{hidden}] = None) -> Tuple[{kind}, {hidden}]:\n"
        f"  return self.{method}(input, hx)\n"
        for name, kind, method in (("call", "Tensor", "forward"), ("call_packed", packed, "forward_packed"))
    )
    made = compiler.run(api.jit_unit_define, python_unit(), f"{qualified}_calls", text, "<calls>", 1, compiler.scope)
    return [api.jit_unit_function(python_unit(), name) for name in made.split("\n") if name]
