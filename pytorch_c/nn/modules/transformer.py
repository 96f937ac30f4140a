"""Transformer layers. Source: Vaswani et al. 2017, arXiv:1706.03762.

Sequences are (T, N, d_model), (N, T, d_model) with batch_first, or (T, d_model). Masks as in MultiheadAttention; the
hint is_causal says of a mask that it is the one of generate_square_subsequent_mask; None looks whether it is.
"""

from __future__ import annotations

import copy
import math
import warnings

from ... import _ops
from ..._boundary.errors import TorchError
from .. import functional as F
from .. import init
from ..functional.attention import float_mask
from .container import ModuleList
from .module import Module
from .normalization import LayerNorm
from .transformer_layers import (
    TransformerDecoderLayer,
    TransformerEncoderLayer,
    _get_activation_fn,  # noqa: F401
    fast_path_settings,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..._typing import DeviceLike, Dtype, Tensor

__all__ = [
    "Transformer",
    "TransformerDecoder",
    "TransformerDecoderLayer",
    "TransformerEncoder",
    "TransformerEncoderLayer",
]


# ---- masks ----


def _generate_square_subsequent_mask(sz: int, device: DeviceLike | None = None, dtype: Dtype | None = None) -> Tensor:
    """(sz, sz): 0 where row i may attend to column j, for j up to i, else -inf."""
    return _ops.full((sz, sz), -math.inf, dtype=dtype, device=device).triu(diagonal=1)


def _get_seq_len(src, batch_first):
    """Returns how many steps src has; None where it is a nested tensor."""
    if src.is_nested:
        return None
    return src.shape[1 if batch_first and src.dim() != 2 else 0]


def _detect_is_causal_mask(mask, is_causal=None, size=None):
    """The hint is_causal; where it is None, whether mask is the causal one."""
    if is_causal is not None or mask is None:
        return is_causal is True
    causal = _generate_square_subsequent_mask(
        mask.size(-2) if size is None else size, device=mask.device, dtype=mask.dtype
    )
    return mask.shape == causal.shape and bool((mask == causal).all())


def _get_clones(module, N):
    return ModuleList([copy.deepcopy(module) for _ in range(N)])


# ---- stacks of layers ----


class TransformerEncoder(Module):
    """num_layers copies of encoder_layer after one another, then norm, if any: (*, T, d_model), the same shape.

    enable_nested_tensor: in evaluation, leave out what src_key_padding_mask says is no data, where libtorch's fused
    kernels can; the result is 0 there. mask_check: only where the data come first.
    """

    __constants__ = ["norm"]

    def __init__(
        self,
        encoder_layer: Module,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers = _get_clones(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm
        self.enable_nested_tensor = self.use_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check
        reason = _why_not_nested(encoder_layer) if enable_nested_tensor else None
        if reason:
            warnings.warn(
                f"enable_nested_tensor is True, but self.use_nested_tensor is False because encoder_layer{reason}",
                stacklevel=2,
            )
            self.use_nested_tensor = False

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        padding = float_mask(src_key_padding_mask, "src_key_padding_mask", src.dtype, mask)
        mask = float_mask(mask, "mask", src.dtype)
        first = self.layers[0]
        output, nested = src, self._takes_nested(src, mask, padding)
        length = _get_seq_len(src, first.self_attn.batch_first)
        if nested:
            output, padding = _ops._nested_tensor_from_mask(src, padding.logical_not(), mask_check=False), None
        is_causal = _detect_is_causal_mask(mask, is_causal, length)
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=is_causal, src_key_padding_mask=padding)
        if nested:
            output = output.to_padded_tensor(0.0, src.shape)
        return output if self.norm is None else self.norm(output)

    def _takes_nested(self, src, mask, padding):
        """Returns whether the layers may compute with a nested tensor, without what the mask `padding` leaves out."""
        first = self.layers[0]
        return (
            self.use_nested_tensor
            and not first.training
            and src.dim() == 3
            and not src.is_nested
            and padding is not None
            and mask is None
            and fast_path_settings(first, src)
            and (not self.mask_check or _ops._nested_tensor_from_mask_left_aligned(src, padding.logical_not()))
        )


def _why_not_nested(layer):
    """Why a TransformerEncoder of such layers never computes with nested tensors; None where it may."""
    if not isinstance(layer, TransformerEncoderLayer):
        return " was not TransformerEncoderLayer"
    attention = layer.self_attn
    reasons = {
        ".norm_first was True": layer.norm_first,
        ".self_attn.batch_first was not True(use batch_first for better inference performance)": not attention.batch_first,
        ".self_attn._qkv_same_embed_dim was not True": not attention._qkv_same_embed_dim,
        ".self_attn was passed bias=False": attention.in_proj_bias is None,
        ".activation_relu_or_gelu was not True": not layer.activation_relu_or_gelu,
        ".norm1.eps was not equal to encoder_layer.norm2.eps": layer.norm1.eps != layer.norm2.eps,
        ".self_attn.num_heads is odd": attention.num_heads % 2 == 1,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


class TransformerDecoder(Module):
    """num_layers copies of decoder_layer after one another, then norm, if any: (*, T, d_model), the same shape."""

    __constants__ = ["norm"]

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = _get_clones(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """memory: the encoder's output, (*, S, d_model)."""
        length = _get_seq_len(tgt, self.layers[0].self_attn.batch_first)
        tgt_is_causal, output = _detect_is_causal_mask(tgt_mask, tgt_is_causal, length), tgt
        for layer in self.layers:
            output = layer(
                output,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=tgt_is_causal,
                memory_is_causal=memory_is_causal,
            )
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """An encoder and a decoder: src (*, S, d_model), tgt (*, T, d_model) -> (*, T, d_model).

    Arguments as in TransformerEncoderLayer. custom_encoder, custom_decoder: modules in place of torch's.
    Every weight of more than one dimension starts as init.xavier_uniform_ draws it.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = F.relu,
        custom_encoder: Any | None = None,
        custom_decoder: Any | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__()
        where = {"device": device, "dtype": dtype}
        settings = (
            d_model,
            nhead,
            dim_feedforward,
            dropout,
            activation,
            layer_norm_eps,
            batch_first,
            norm_first,
            bias,
        )

        def stack(kind, layer, count):
            layer = layer(*settings, **where)
            return kind(layer, count, LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **where))

        if custom_encoder is None:
            custom_encoder = stack(TransformerEncoder, TransformerEncoderLayer, num_encoder_layers)
        self.encoder = custom_encoder
        if custom_decoder is None:
            custom_decoder = stack(TransformerDecoder, TransformerDecoderLayer, num_decoder_layers)
        self.decoder = custom_decoder
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def _reset_parameters(self):
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """TorchError where src and tgt have other batches, or another last dimension than d_model."""
        batch_dim = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch_dim) != tgt.size(batch_dim):
            raise TorchError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise TorchError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: DeviceLike | None = None, dtype: Dtype | None = None
    ) -> Tensor:
        """(sz, sz): 0 where row i may attend to column j, for j up to i, else -inf."""
        return _generate_square_subsequent_mask(sz, device=device, dtype=dtype)
