"""One step of a recurrent layer: input (N, input_size) and state (N, hidden_size), or both without N."""

from __future__ import annotations

import math

from ... import _ops
from ..._boundary.errors import TorchError
from .. import init
from ..parameter import Parameter
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import DeviceLike, Dtype, Tensor


class RNNCellBase(Module):
    """weight_ih, weight_hh, bias_ih, bias_hh: of num_chunks * hidden_size rows, uniform in +-1 / sqrt(hidden_size)."""

    __constants__ = ["input_size", "hidden_size", "bias"]
    weight_ih: Parameter
    weight_hh: Parameter
    bias_ih: Parameter
    bias_hh: Parameter

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool,
        num_chunks: int,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows = num_chunks * hidden_size
        shapes = {"weight_ih": (rows, input_size), "weight_hh": (rows, hidden_size), "bias_ih": rows, "bias_hh": rows}
        for name, shape in shapes.items():
            made = Parameter(_ops.empty(shape, device=device, dtype=dtype)) if bias or "weight" in name else None
            self.register_parameter(name, made)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws new starting values."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _check(self, name, tensor):
        if tensor.dim() not in (1, 2):
            raise ValueError(f"{self._get_name()}: Expected {name} to be 1D or 2D, got {tensor.dim()}D instead")

    def _zeros(self, input):
        return _ops.zeros((input.size(0), self.hidden_size), dtype=input.dtype, device=input.device)

    def _step(self, operator, input, hx):
        """One step of an operator whose state is one tensor."""
        self._check("input", input)
        if hx is not None:
            self._check("hidden", hx)
        alone = input.dim() == 1
        if alone:
            input, hx = input.unsqueeze(0), None if hx is None else hx.unsqueeze(0)
        hx = self._zeros(input) if hx is None else hx
        result = operator(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return result.squeeze(0) if alone else result

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text


class RNNCell(RNNCellBase):
    """tanh(W_ih x + b_ih + W_hh h + b_hh), or relu of it with nonlinearity="relu"; TorchError for another word."""

    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """The next state; hx: the last one, zeros by default."""
        operator = {"tanh": _ops.rnn_tanh_cell, "relu": _ops.rnn_relu_cell}.get(self.nonlinearity)
        if operator is None:
            raise TorchError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._step(operator, input, hx)


class GRUCell(RNNCellBase):
    """One step of a GRU."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """The next state; hx: the last one, zeros by default."""
        return self._step(_ops.gru_cell, input, hx)


class LSTMCell(RNNCellBase):
    """One step of an LSTM, whose state is (h, c)."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """The next (h, c); hx: the last one, zeros by default."""
        self._check("input", input)
        for number, state in enumerate(hx or ()):
            self._check(f"hx[{number}]", state)
        alone = input.dim() == 1
        if alone:
            input = input.unsqueeze(0)
            hx = None if hx is None else tuple(state.unsqueeze(0) for state in hx)
        if hx is None:
            zeros = self._zeros(input)
            hx = (zeros, zeros)
        h, c = _ops.lstm_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return (h.squeeze(0), c.squeeze(0)) if alone else (h, c)
