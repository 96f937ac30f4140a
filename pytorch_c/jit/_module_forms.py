"""Methods of nn's modules in programs, where the Python of the module itself is no TorchScript: torch's own, or forms.

The forms here are Python of the subset, compiled as any other function; none of them runs as Python.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from .. import _ops
from ..nn import init
from ..nn import modules as nn
from ..nn.modules import normalization
from . import _packed_forms
from ._functional import torchs_method
from ._marks import ignore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._tensor.tensor import Tensor


def _sequential(self, input):
    for module in self:
        input = module(input)
    return input


def _rank(self, input):
    pass


# ---- recurrent layers ----


def _rnn_base(self, input: Tensor) -> tuple[bool, Tensor]:
    if input.dim() != 2 and input.dim() != 3:
        raise ValueError(f"RNN: Expected input to be 2D or 3D, got {input.dim()}D tensor instead")
    batched = input.dim() == 3
    if not batched:
        input = input.unsqueeze(0 if self.batch_first else 1)
    if input.size(-1) != self.input_size:
        raise RuntimeError(
            f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}"
        )
    return batched, input


def _expect(hx: Tensor, size: tuple[int, int, int]) -> None:
    if hx.size() != [size[0], size[1], size[2]]:
        raise RuntimeError(f"Expected hidden size {size}, got {hx.size()}")


def _gru(self, input: Tensor, hx: Tensor | None = None) -> tuple[Tensor, Tensor]:
    batched, input = self._batched_input(input)
    directions = 2 if self.bidirectional else 1
    size = (self.num_layers * directions, input.size(0 if self.batch_first else 1), self.hidden_size)
    if hx is None:
        state = _ops.zeros([size[0], size[1], size[2]], dtype=input.dtype, device=input.device)
    else:
        state = hx if batched else hx.unsqueeze(1)
        _expect(state, size)
    if self.mode == "GRU":
        output, after = _ops.gru(
            input, state, [w for w in self.parameters()], self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional, self.batch_first,
        )  # fmt: skip
    elif self.mode == "RNN_TANH":
        output, after = _ops.rnn_tanh(
            input, state, [w for w in self.parameters()], self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional, self.batch_first,
        )  # fmt: skip
    else:
        output, after = _ops.rnn_relu(
            input, state, [w for w in self.parameters()], self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional, self.batch_first,
        )  # fmt: skip
    if not batched:
        return output.squeeze(0 if self.batch_first else 1), after.squeeze(1)
    return output, after


def _lstm(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
    batched, input = self._batched_input(input)
    directions = 2 if self.bidirectional else 1
    count = input.size(0 if self.batch_first else 1)
    first = self.proj_size if self.proj_size > 0 else self.hidden_size
    size = (self.num_layers * directions, count, first)
    if hx is None:
        h = _ops.zeros([size[0], count, first], dtype=input.dtype, device=input.device)
        c = _ops.zeros([size[0], count, self.hidden_size], dtype=input.dtype, device=input.device)
    else:
        h, c = hx[0], hx[1]
        if not batched:
            h, c = h.unsqueeze(1), c.unsqueeze(1)
        _expect(h, size)
        _expect(c, (size[0], count, self.hidden_size))
    output, h, c = _ops.lstm(
        input, [h, c], [w for w in self.parameters()], self.bias, self.num_layers, self.dropout, self.training,
        self.bidirectional, self.batch_first,
    )  # fmt: skip
    if not batched:
        return output.squeeze(0 if self.batch_first else 1), (h.squeeze(1), c.squeeze(1))
    return output, (h, c)


def _triplet(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
    near, far = self.distance_function(anchor, positive), self.distance_function(anchor, negative)
    if self.swap:
        far = _ops.minimum(far, self.distance_function(positive, negative))
    losses = _ops.clamp_min(self.margin + near - far, 0)
    if self.reduction == "none":
        return losses
    return losses.sum() if self.reduction == "sum" else losses.mean()


@ignore
def _cross_map_in_python(input: Tensor, size: int, alpha: float, beta: float, k: float) -> Tensor:
    return normalization._CrossMap.apply(input, size, alpha, beta, k)


def _cross_map(self, input: Tensor) -> Tensor:
    return _cross_map_in_python(input, self.size, self.alpha, self.beta, self.k)


@functools.cache
def _table() -> dict[Any, Any]:
    from ..nn.modules import rnn

    return {
        (nn.Sequential, "forward"): _sequential,
        (rnn.RNN, "forward"): _gru,
        (rnn.GRU, "forward"): _gru,
        (rnn.LSTM, "forward"): _lstm,
        (rnn.RNNBase, "_batched_input"): _rnn_base,
        (nn.TripletMarginWithDistanceLoss, "forward"): _triplet,
        (nn.CrossMapLRN2d, "forward"): _cross_map,
        **_packed_forms.METHODS,
    }


@functools.cache
def _from_torch() -> set[Any]:
    """The methods whose Python is no TorchScript, in whose place torch's are compiled."""
    from ..nn.modules import batchnorm, conv, instancenorm, rnn_cells

    found = [
        conv._ConvTransposeNd.forward, conv._ConvTransposeNd._output_padding, conv._PlainConv._conv_forward,
        batchnorm._BatchNorm.forward,
        instancenorm._InstanceNorm.forward, rnn_cells.RNNCell.forward, rnn_cells.GRUCell.forward, rnn_cells.LSTMCell.forward,
        nn.MultiheadAttention.forward, nn.TransformerEncoderLayer.forward, nn.TransformerDecoderLayer.forward,
        nn.TransformerEncoder.forward, nn.TransformerDecoder.forward, nn.Transformer.forward,
        nn.GaussianNLLLoss.forward, nn.CTCLoss.forward,
        nn.TransformerEncoderLayer._sa_block, nn.TransformerEncoderLayer._ff_block, nn.TransformerDecoderLayer._sa_block,
        nn.TransformerDecoderLayer._mha_block, nn.TransformerDecoderLayer._ff_block,
    ]  # fmt: skip
    return {inspect.unwrap(one) for one in found}


def _prod(sizes: list[int]) -> int:
    count = 1
    for size in sizes:
        count *= size
    return count


def _fans(tensor: Tensor) -> tuple[int, int]:
    if tensor.dim() < 2:
        raise ValueError(f"fan in and fan out need a tensor of at least 2 dimensions, got {tensor.dim()}")
    shape = tensor.size()
    field = _prod(shape[2:])
    return shape[1] * field, shape[0] * field


# Functions of the package's own whose Python is no TorchScript.
FUNCTIONS = {**_packed_forms.FUNCTIONS, init._calculate_fan_in_and_fan_out: _fans}


@functools.cache
def _checks() -> set[Any]:
    """The methods that check a number of dimensions, which operators do too."""
    classes = [cls for cls in vars(nn).values() if inspect.isclass(cls) and hasattr(cls, "_check_input_dim")]
    return {inspect.unwrap(cls._check_input_dim) for cls in classes}


def _is_ours(function):
    return getattr(function, "__globals__", {}).get("__name__", "").startswith("pytorch_c.")


def form_of(function: Any, module: Any) -> Any:
    """Returns what stands for a method of a module in programs: itself, where it is no method of nn's own."""
    if not _is_ours(function):
        return function
    for (cls, name), form in _table().items():
        own = inspect.getattr_static(cls, name, None)
        if isinstance(module, cls) and own is not None and inspect.unwrap(own) is function:
            return form
    if function in _from_torch():
        return torchs_method(function.__name__, module)
    return _rank if function in _checks() else function


def added(module: Any, name: str) -> Any:
    """A method that modules of nn have in programs only, or None."""
    for (cls, own), form in _table().items():
        if own == name and isinstance(module, cls):
            return form
    return torchs_method(name, module)
