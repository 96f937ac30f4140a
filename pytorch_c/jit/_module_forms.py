"""Methods of nn's modules in programs, where the Python of the module itself is no TorchScript.

They are Python of the subset, compiled as any other function; none of them runs as Python.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from .. import _ops
from ..nn import functional as F
from ..nn import init
from ..nn import modules as nn
from ..nn.modules import normalization
from . import _attention_forms, _packed_forms
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


def _output_padding(
    input: Tensor, wanted: list[int], stride: list[int], padding: list[int], kernel: list[int], dilation: list[int]
) -> list[int]:
    count = len(kernel)
    leading = input.dim() - count
    if len(wanted) == leading + count:
        wanted = wanted[leading:]
    if len(wanted) != count:
        raise ValueError(f"output_size must have {count} or {leading + count} elements, got {len(wanted)}")
    out: list[int] = []
    for d in range(count):
        least = (input.size(leading + d) - 1) * stride[d] - 2 * padding[d] + dilation[d] * (kernel[d] - 1) + 1
        if wanted[d] < least or wanted[d] > least + stride[d] - 1:
            raise ValueError(
                f"output_size must be between {least} and {least + stride[d] - 1} in dimension {d} for this input, "
                f"got {wanted}"
            )
        out.append(wanted[d] - least)
    return out


def _conv_transpose(self, input: Tensor, output_size: list[int] | None = None) -> Tensor:
    more = [n for n in self.output_padding]
    if output_size is not None:
        more = _output_padding(input, output_size, self.stride, self.padding, self.kernel_size, self.dilation)
    return self.convolve(input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation)


def _conv(self, input, weight: Tensor, bias: Tensor | None):
    if self.padding_mode != "zeros":
        input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
        return self.convolve(input, weight, bias, self.stride, 0, self.dilation, self.groups)
    return self.convolve(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)


def _batch_norm(self, input: Tensor) -> Tensor:
    momentum = 0.0
    if self.momentum is not None:
        momentum = float(self.momentum)
    if self.training and self.track_running_stats:
        if self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
    from_batch = self.training or (self.running_mean is None and self.running_var is None)
    return F.batch_norm(
        input,
        self.running_mean if not self.training or self.track_running_stats else None,
        self.running_var if not self.training or self.track_running_stats else None,
        self.weight,
        self.bias,
        from_batch,
        momentum,
        self.eps,
    )


def _instance_norm(self, input: Tensor) -> Tensor:
    alone = input.dim() == self._get_no_batch_dim()
    if input.size(0 if alone else 1) != self.num_features and self.affine:
        raise ValueError("expected input's channels to match num_features")
    if alone:
        return self._apply_instance_norm(input.unsqueeze(0)).squeeze(0)
    return self._apply_instance_norm(input)


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


def _zero_state(self, input: Tensor) -> Tensor:
    return _ops.zeros([input.size(0), self.hidden_size], dtype=input.dtype, device=input.device)


def _cell(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
    if input.dim() != 1 and input.dim() != 2:
        raise ValueError(f"Expected input to be 1D or 2D, got {input.dim()}D instead")
    alone = input.dim() == 1
    if alone:
        input = input.unsqueeze(0)
    if hx is None:
        state = self._zeros(input)
    else:
        state = hx.unsqueeze(0) if alone else hx
    if not hasattr(self, "nonlinearity"):
        out = _ops.gru_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
    elif self.nonlinearity == "tanh":
        out = _ops.rnn_tanh_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
    else:
        out = _ops.rnn_relu_cell(input, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
    return out.squeeze(0) if alone else out


def _lstm_cell(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
    if input.dim() != 1 and input.dim() != 2:
        raise ValueError(f"LSTMCell: Expected input to be 1D or 2D, got {input.dim()}D instead")
    alone = input.dim() == 1
    if alone:
        input = input.unsqueeze(0)
    if hx is None:
        h = self._zeros(input)
        c = h
    else:
        h, c = hx[0], hx[1]
        if alone:
            h, c = h.unsqueeze(0), c.unsqueeze(0)
    h, c = _ops.lstm_cell(input, [h, c], self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
    if alone:
        return h.squeeze(0), c.squeeze(0)
    return h, c


def _gaussian(self, input: Tensor, target: Tensor, var: Tensor) -> Tensor:
    return F.gaussian_nll_loss(input, target, var, self.full, self.eps, self.reduction)


def _ctc(self, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor) -> Tensor:
    return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction, self.zero_infinity)


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


def _feed_forward(self, x: Tensor) -> Tensor:
    return self.linear2(self.dropout(self.activation(self.linear1(x))))


@functools.cache
def _table() -> dict[Any, Any]:
    from ..nn.modules import batchnorm, conv, instancenorm, rnn, rnn_cells, transformer_layers

    found = {
        (nn.Sequential, "forward"): _sequential,
        (conv._ConvTransposeNd, "forward"): _conv_transpose,
        (conv._PlainConv, "_conv_forward"): _conv,
        (batchnorm._BatchNorm, "forward"): _batch_norm,
        (rnn.RNN, "forward"): _gru,
        (rnn.GRU, "forward"): _gru,
        (rnn.LSTM, "forward"): _lstm,
        (rnn.RNNBase, "_batched_input"): _rnn_base,
        (rnn_cells.RNNCell, "forward"): _cell,
        (rnn_cells.GRUCell, "forward"): _cell,
        (rnn_cells.LSTMCell, "forward"): _lstm_cell,
        (rnn_cells.RNNCellBase, "_zeros"): _zero_state,
        (nn.MultiheadAttention, "forward"): _attention_forms._attention,
        (nn.TransformerEncoderLayer, "forward"): _attention_forms._encoder_layer,
        (nn.TransformerDecoderLayer, "forward"): _attention_forms._decoder_layer,
        (nn.TransformerEncoderLayer, "_sa_block"): _attention_forms._sa_block,
        (nn.TransformerDecoderLayer, "_sa_block"): _attention_forms._sa_block,
        (nn.TransformerDecoderLayer, "_mha_block"): _attention_forms._mha_block,
        (transformer_layers._Layer, "_ff"): _feed_forward,
        (nn.TransformerEncoder, "forward"): _attention_forms._encoder,
        (nn.TransformerDecoder, "forward"): _attention_forms._decoder,
        (nn.Transformer, "forward"): _attention_forms._transformer,
        (nn.GaussianNLLLoss, "forward"): _gaussian,
        (nn.CTCLoss, "forward"): _ctc,
        (nn.TripletMarginWithDistanceLoss, "forward"): _triplet,
        (nn.CrossMapLRN2d, "forward"): _cross_map,
        **_packed_forms.METHODS,
    }
    for name, value in vars(instancenorm).items():
        if inspect.isclass(value) and "forward" in vars(value) and not name.startswith("Lazy"):
            found[value, "forward"] = _instance_norm
    return found


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
    return _rank if function in _checks() else function


def added(module: Any, name: str) -> Any:
    """A method that modules of nn have in programs only, or None."""
    for (cls, own), form in _table().items():
        if own == name and isinstance(module, cls):
            return form
    return None
