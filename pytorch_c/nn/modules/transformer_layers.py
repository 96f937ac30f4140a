"""One layer of a transformer's encoder, and one of its decoder."""

from __future__ import annotations

from ... import _ops
from ..._boundary.errors import TorchError
from .. import functional as F
from ..functional.attention import float_mask
from . import _fast_path
from .activation import GELU, MultiheadAttention, ReLU
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..._typing import DeviceLike, Dtype, Tensor


def _get_activation_fn(activation):
    """The function of a name: "relu" or "gelu"; TorchError for another."""
    if activation not in ("relu", "gelu"):
        raise TorchError(f"activation should be relu/gelu, not {activation}")
    return F.relu if activation == "relu" else F.gelu


class _Layer(Module):
    """Base of both layers: attention, and two linear layers with an activation between them, normalized."""

    __constants__ = ["norm_first"]
    _attentions: tuple[str, ...] = ()

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__()
        where = {"device": device, "dtype": dtype}
        for name in self._attentions:
            attention = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first, **where)
            setattr(self, name, attention)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **where)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **where)
        self.norm_first = norm_first
        parts = range(1, len(self._attentions) + 2)
        for number in parts:
            setattr(self, f"norm{number}", LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **where))
        for number in parts:
            setattr(self, f"dropout{number}", Dropout(dropout))
        self._set_activation(_get_activation_fn(activation) if isinstance(activation, str) else activation)

    def _set_activation(self, activation):
        self.activation = activation

    def _ff(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))

    def _add(self, x, norm, block):
        """x and what block makes of it, normalized before or after."""
        return x + block(norm(x)) if self.norm_first else norm(x + block(x))


class TransformerEncoderLayer(_Layer):
    """Self-attention of nhead heads, then linear1, activation and linear2, each added to its input and normalized.

    activation: "relu", "gelu" or a function. norm_first: normalize before each part, not after it. dropout: its
    probability, in attention and after each part. In evaluation, where no gradient is asked for, libtorch's fused
    kernel computes it all if the settings allow.
    """

    _attentions = ("self_attn",)

    def _set_activation(self, activation):
        super()._set_activation(activation)
        kinds = {1: (F.relu, ReLU), 2: (F.gelu, GELU)}
        self.activation_relu_or_gelu = next(
            (n for n, (f, kind) in kinds.items() if activation is f or isinstance(activation, kind)), 0
        )

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        padding = float_mask(src_key_padding_mask, "src_key_padding_mask", src.dtype, src_mask)
        mask = float_mask(src_mask, "src_mask", src.dtype)
        if self._fast_path(src, mask, padding):
            return self._fused(src, mask, padding)
        x = self._add(src, self.norm1, lambda x: self._sa_block(x, mask, padding, is_causal=is_causal))
        return self._add(x, self.norm2, self._ff_block)

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        x, _ = self.self_attn(
            x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False, is_causal=is_causal
        )
        return self.dropout1(x)

    def _ff_block(self, x):
        return self.dropout2(self._ff(x))

    def _fast_path(self, src, mask, padding):
        """Returns whether the fused kernel can compute this layer with its settings, for these tensors."""
        attention = self.self_attn
        return (
            not self.training
            and src.dim() == 3
            and attention.batch_first
            and attention.in_proj_bias is not None
            and attention._qkv_same_embed_dim
            and self.activation_relu_or_gelu != 0
            and self.norm1.eps == self.norm2.eps
            and not (src.is_nested and (padding is not None or mask is not None))
            and attention.num_heads % 2 == 0
            and not _fast_path.has_hooks(self)
            and fast_path_settings(self, src)
        )

    def _fused(self, src, mask, padding):
        attention = self.self_attn
        mask, kind = attention.merge_masks(mask, padding, src)
        return _ops._transformer_encoder_layer_fwd(
            src,
            attention.embed_dim,
            attention.num_heads,
            *_attention_weights(self),
            self.activation_relu_or_gelu == 2,
            self.norm_first,
            self.norm1.eps,
            *_other_weights(self),
            mask,
            kind,
        )


def _attention_weights(layer):
    attention = layer.self_attn
    return attention.in_proj_weight, attention.in_proj_bias, attention.out_proj.weight, attention.out_proj.bias


def _other_weights(layer):
    parts = (layer.norm1, layer.norm2, layer.linear1, layer.linear2)
    return [tensor for part in parts for tensor in (part.weight, part.bias)]


def fast_path_settings(layer: TransformerEncoderLayer, src: Tensor) -> bool:
    """Returns whether the fused kernels are allowed, and may compute with src and the weights of layer."""
    return _fast_path.get_fastpath_enabled() and _fast_path.takes(
        (src, *_attention_weights(layer), *_other_weights(layer))
    )


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to the encoder's output, then linear1, activation and linear2.

    Each is added to its input and normalized. Arguments as in TransformerEncoderLayer.
    """

    _attentions = ("self_attn", "multihead_attn")

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """memory: the encoder's output, (*, S, d_model)."""

        def look_back(x):
            return self._sa_block(x, tgt_mask, tgt_key_padding_mask, tgt_is_causal)

        def look_at_memory(x):
            return self._mha_block(x, memory, memory_mask, memory_key_padding_mask, memory_is_causal)

        x = self._add(tgt, self.norm1, look_back)
        x = self._add(x, self.norm2, look_at_memory)
        return self._add(x, self.norm3, self._ff_block)

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        x, _ = self.self_attn(
            x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, is_causal=is_causal, need_weights=False
        )
        return self.dropout1(x)

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal=False):
        x, _ = self.multihead_attn(
            x,
            mem,
            mem,
            attn_mask=attn_mask,
            key_padding_mask=key_padding_mask,
            is_causal=is_causal,
            need_weights=False,
        )
        return self.dropout2(x)

    def _ff_block(self, x):
        return self.dropout3(self._ff(x))
