"""Recurrent layers, over whole sequences and step by step.

Sequences are (T, N, input_size), (N, T, input_size) with batch_first, (T, input_size) without a batch, or packed.
"""

from __future__ import annotations

import math
import numbers
import warnings

from ... import _ops
from ..._boundary.errors import TorchError
from ...autograd import no_grad
from .. import init
from ..parameter import Parameter
from ..utils.rnn import PackedSequence
from ._fast_path import casts
from .module import Module
from .rnn_cells import GRUCell, LSTMCell, RNNCell, RNNCellBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from typing_extensions import Self

    from ..._typing import DeviceLike, Dtype, Tensor

__all__ = ["GRU", "GRUCell", "LSTM", "LSTMCell", "RNN", "RNNBase", "RNNCell", "RNNCellBase"]

# Rows of weights for each hidden value, and the number of each mode in cuDNN.
_GATES = {"RNN_RELU": 1, "RNN_TANH": 1, "LSTM": 4, "GRU": 3}
_CUDNN_MODES = list(_GATES)


def _check_settings(settings):
    """TypeError or ValueError that names a setting of RNNBase which is wrong."""
    dropout, layers = settings["dropout"], settings["num_layers"]
    if not isinstance(dropout, numbers.Number) or isinstance(dropout, bool) or not 0 <= dropout <= 1:
        raise ValueError(f"dropout should be a number in range [0, 1], got {dropout!r}")
    if dropout > 0 and layers == 1:
        warnings.warn(
            "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
            f"greater than 1, but got dropout={dropout} and num_layers={layers}",
            stacklevel=4,
        )
    for name, kind in {"bias": bool, "batch_first": bool, "input_size": int, "hidden_size": int}.items():
        if not isinstance(settings[name], kind):
            raise TypeError(f"{name} should be of type {kind.__name__}, got: {type(settings[name]).__name__}")
    for name in ("input_size", "hidden_size", "num_layers"):
        if settings[name] <= 0:
            raise ValueError(f"{name} must be greater than zero, got {settings[name]}")
    if not 0 <= settings["proj_size"] < settings["hidden_size"]:
        raise ValueError(
            "proj_size should be a positive integer smaller than hidden_size, or zero to disable projections, "
            f"got {settings['proj_size']}"
        )


def _apply_permutation(tensor, permutation, dim=1):
    return tensor.index_select(dim, permutation)


class RNNBase(Module):
    """Base of RNN, LSTM and GRU: their weights, and their calls.

    Layer k has weight_ih_lk, weight_hh_lk, bias_ih_lk, bias_hh_lk and weight_hr_lk (with proj_size), and each again
    with the ending _reverse in the other direction of a bidirectional one.
    All start uniform in +-1 / sqrt(hidden_size).
    """

    __constants__ = "mode input_size hidden_size num_layers bias batch_first dropout bidirectional proj_size".split()

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        if mode not in _GATES:
            raise ValueError(f"Unrecognized RNN mode: {mode}")
        settings = {
            "input_size": input_size,
            "hidden_size": hidden_size,
            "num_layers": num_layers,
            "bias": bias,
            "batch_first": batch_first,
            "dropout": dropout,
            "bidirectional": bidirectional,
            "proj_size": proj_size,
        }
        _check_settings(settings)
        super().__init__()
        self.mode = mode
        for name, value in settings.items():
            setattr(self, name, value)
        self.dropout = float(dropout)
        self._all_weights = []
        for layer in range(num_layers):
            for ending in ("", "_reverse")[: self._directions]:
                shapes = self._shapes(layer, f"_l{layer}{ending}")
                self._all_weights.append(list(shapes))
                for name, shape in shapes.items():
                    self.register_parameter(name, Parameter(_ops.empty(shape, device=device, dtype=dtype)))
        self._flat_weights_names = [name for names in self._all_weights for name in names]
        self.flatten_parameters()
        self.reset_parameters()

    # ---- weights ----

    @property
    def _directions(self):
        return 2 if self.bidirectional else 1

    def _shapes(self, layer, ending):
        """{name: shape} of the parameters of one layer in one direction."""
        rows, output = _GATES[self.mode] * self.hidden_size, self.proj_size or self.hidden_size
        shapes = {
            f"weight_ih{ending}": (rows, output * self._directions if layer else self.input_size),
            f"weight_hh{ending}": (rows, output),
        }
        if self.bias:
            shapes |= {f"bias_ih{ending}": (rows,), f"bias_hh{ending}": (rows,)}
        if self.proj_size:
            shapes[f"weight_hr{ending}"] = (self.proj_size, self.hidden_size)
        return shapes

    @property
    def _flat_weights(self):
        given = self.__dict__.get("_given_weights")
        return [getattr(self, name) for name in self._flat_weights_names] if given is None else given

    @_flat_weights.setter
    def _flat_weights(self, weights: Sequence[Tensor]) -> None:
        """Takes other tensors for the call than the parameters, until one of these is set (torch's own attribute)."""
        self.__dict__["_given_weights"] = list(weights)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__.get("_flat_weights_names", ()):
            self.__dict__.pop("_given_weights", None)
        super().__setattr__(name, value)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_flat_weights": self._flat_weights}  # which torch reads

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != "_flat_weights"})

    @property
    def all_weights(self) -> list[list[Parameter]]:
        """The parameters, a list for each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self) -> None:
        """Lays weights on a GPU out in one piece of memory, as cuDNN likes them; else does nothing."""
        weights = [getattr(self, name, None) for name in self._flat_weights_names]
        first = weights[0]
        if not getattr(first, "is_cuda", False) or any(getattr(w, "dtype", None) != first.dtype for w in weights):
            return
        from ...backends import cudnn
        from ...cuda import device_of
        from ...ops import aten  # by name: an operator of cuDNN's alone

        distinct = len({weight.data_ptr() for weight in weights}) == len(weights)
        if distinct and cudnn.is_acceptable(first) and aten._use_cudnn_rnn_flatten_weight():
            with no_grad(), device_of(first):  # the weights themselves are given other memory
                aten._cudnn_rnn_flatten_weight(
                    weights,
                    len(self._all_weights[0]),
                    self.input_size,
                    _CUDNN_MODES.index(self.mode),
                    self.hidden_size,
                    self.proj_size,
                    self.num_layers,
                    self.batch_first,
                    self.bidirectional,
                )

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """Converts the weights, which then lie in one piece of memory again."""
        self.__dict__.pop("_given_weights", None)
        super()._apply(fn, recurse)
        self.flatten_parameters()
        return self

    def reset_parameters(self) -> None:
        """Draws new starting values."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    # ---- checks ----

    def check_input(self, input: Tensor, batch_sizes: Tensor | None) -> None:
        """TorchError for wrong sizes, ValueError for another dtype than the weights' unless autocast is on."""
        wanted, weight = 3 if batch_sizes is None else 2, getattr(self, self._all_weights[0][0])
        if input.dtype != weight.dtype and not casts():
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({weight.dtype}). "
                f"Convert input: input.to({weight.dtype}), or convert model: model.to({input.dtype})"
            )
        if input.dim() != wanted:
            raise TorchError(f"input must have {wanted} dimensions, got {input.dim()}")
        if input.size(-1) != self.input_size:
            raise TorchError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}"
            )

    def _state_size(self, input, batch_sizes, last):
        if batch_sizes is not None:
            batch = int(batch_sizes[0])
        else:
            batch = input.size(0 if self.batch_first else 1)
        return self.num_layers * self._directions, batch, last

    def get_expected_hidden_size(self, input: Tensor, batch_sizes: Tensor | None) -> tuple[int, int, int]:
        """(num_layers * directions, N, proj_size or hidden_size)."""
        return self._state_size(input, batch_sizes, self.proj_size or self.hidden_size)

    def check_hidden_size(
        self, hx: Tensor, expected_hidden_size: tuple[int, int, int], msg: str = "Expected hidden size {}, got {}"
    ) -> None:
        """TorchError unless hx has the expected size."""
        if tuple(hx.shape) != tuple(expected_hidden_size):
            raise TorchError(msg.format(expected_hidden_size, list(hx.shape)))

    def check_forward_args(self, input: Tensor, hidden: Any, batch_sizes: Tensor | None) -> None:
        """Raises as check_input and check_hidden_size do."""
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    def permute_hidden(self, hx: Any, permutation: Tensor | None) -> Any:
        """hx with its sequences in another order."""
        return hx if permutation is None else _apply_permutation(hx, permutation)

    # ---- calls ----

    def _compute(self, *args):
        """(output, *states) of libtorch's operator, for (input, hx) or (data, batch_sizes, hx), and the settings."""
        raise NotImplementedError(f"{type(self).__name__} has no operator")

    def _zeros(self, input, batch_sizes):
        """The state to start with where none is given."""
        size = self.get_expected_hidden_size(input, batch_sizes)
        return _ops.zeros(size, dtype=input.dtype, device=input.device)

    def _check_state(self, hx, dims):
        if hx.dim() != dims:
            kind = "batched 3-D" if dims == 3 else "unbatched 2-D"
            raise TorchError(f"For {kind} input, hx should also be {dims}-D but got {hx.dim()}-D tensor")

    def _batched(self, hx):
        return hx.unsqueeze(1)

    def _unbatched(self, hx):
        return hx.squeeze(1)

    def _state(self, results):
        return results[0]

    def forward(self, input: Any, hx: Any = None) -> tuple[Any, Any]:
        """(output, state): (T, N, D * H) and (num_layers * D, N, H), D being the directions, H the hidden size.

        Without a batch: (T, D * H) and (num_layers * D, H). A PackedSequence gives a PackedSequence.
        hx: the state to start with, of the state's shape; zeros by default. TorchError or ValueError where input and
        hx do not fit.
        """
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        dims = input.dim()
        if dims not in (2, 3):
            raise ValueError(f"{self._get_name()}: Expected input to be 2D or 3D, got {dims}D tensor instead")
        if hx is not None:
            self._check_state(hx, dims)
        batch_dim = 0 if self.batch_first else 1
        if dims == 2:
            input, hx = input.unsqueeze(batch_dim), None if hx is None else self._batched(hx)
        if hx is None:
            hx = self._zeros(input, None)
        self.check_forward_args(input, hx, None)
        output, *states = self._compute(
            input,
            hx,
            self._flat_weights,
            self.bias,
            self.num_layers,
            self.dropout,
            self.training,
            self.bidirectional,
            self.batch_first,
        )
        state = self._state(states)
        return (output, state) if dims == 3 else (output.squeeze(batch_dim), self._unbatched(state))

    def _forward_packed(self, packed, hx):
        data, batch_sizes, sorted_indices, unsorted_indices = packed
        hx = self._zeros(data, batch_sizes) if hx is None else self.permute_hidden(hx, sorted_indices)
        self.check_forward_args(data, hx, batch_sizes)
        output, *states = self._compute(
            data,
            batch_sizes,
            hx,
            self._flat_weights,
            self.bias,
            self.num_layers,
            self.dropout,
            self.training,
            self.bidirectional,
        )
        output = PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices)
        return output, self.permute_hidden(self._state(states), unsorted_indices)

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        defaults = {
            "proj_size": 0,
            "num_layers": 1,
            "bias": True,
            "batch_first": False,
            "dropout": 0,
            "bidirectional": False,
        }
        for name, default in defaults.items():
            if getattr(self, name) != default:
                text += f", {name}={getattr(self, name)}"
        return text


def _refuse_projection(kwargs):
    if "proj_size" in kwargs:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")


class RNN(RNNBase):
    """h_t = tanh(W_ih x_t + b_ih + W_hh h_(t-1) + b_hh), in num_layers layers.

    RNN(input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False, dropout=0.0,
    bidirectional=False, device=None, dtype=None); nonlinearity may be "relu" (else ValueError).
    dropout: its probability between layers, in training.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse_projection(kwargs)
        nonlinearity = args[3] if len(args) > 3 else kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(f"RNN_{nonlinearity.upper()}", *args[:3], *args[4:], **kwargs)
        self.nonlinearity = nonlinearity

    def _compute(self, *args):
        return (_ops.rnn_tanh if self.mode == "RNN_TANH" else _ops.rnn_relu)(*args)


class GRU(RNNBase):
    """Gated recurrent units, in num_layers layers. Source: Cho et al. 2014, arXiv:1406.1078.

    GRU(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False,
    device=None, dtype=None). dropout: its probability between layers, in training.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse_projection(kwargs)
        super().__init__("GRU", *args, **kwargs)

    def _compute(self, *args):
        return _ops.gru(*args)


class LSTM(RNNBase):
    """Long short-term memory, in num_layers layers. Source: Hochreiter and Schmidhuber 1997.

    LSTM(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False,
    proj_size=0, device=None, dtype=None). dropout: its probability between layers, in training.
    The state is (h, c): c is (num_layers * D, N, hidden_size), and h is of proj_size where that is not 0.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)

    def get_expected_cell_size(self, input: Tensor, batch_sizes: Tensor | None) -> tuple[int, int, int]:
        """(num_layers * directions, N, hidden_size)."""
        return self._state_size(input, batch_sizes, self.hidden_size)

    def check_forward_args(self, input: Tensor, hidden: Any, batch_sizes: Tensor | None) -> None:
        """Raises as check_input and check_hidden_size do."""
        self.check_input(input, batch_sizes)
        sizes = self.get_expected_hidden_size(input, batch_sizes), self.get_expected_cell_size(input, batch_sizes)
        for number, size in enumerate(sizes):
            self.check_hidden_size(hidden[number], size, f"Expected hidden[{number}] size {{}}, got {{}}")

    def permute_hidden(self, hx: Any, permutation: Tensor | None) -> Any:
        """(h, c) with its sequences in another order."""
        return hx if permutation is None else tuple(_apply_permutation(state, permutation) for state in hx)

    def _compute(self, *args):
        return _ops.lstm(*args)

    def _zeros(self, input, batch_sizes):
        sizes = self.get_expected_hidden_size(input, batch_sizes), self.get_expected_cell_size(input, batch_sizes)
        return tuple(_ops.zeros(size, dtype=input.dtype, device=input.device) for size in sizes)

    def _check_state(self, hx, dims):
        if hx[0].dim() != dims or hx[1].dim() != dims:
            kind = "batched 3-D" if dims == 3 else "unbatched 2-D"
            found = f"({hx[0].dim()}-D, {hx[1].dim()}-D)"
            raise TorchError(f"For {kind} input, hx and cx should also be {dims}-D but got {found} tensors")

    def _batched(self, hx):
        return hx[0].unsqueeze(1), hx[1].unsqueeze(1)

    def _unbatched(self, hx):
        return hx[0].squeeze(1), hx[1].squeeze(1)

    def _state(self, results):
        return tuple(results)
