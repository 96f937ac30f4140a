"""Attention and transformers in programs: see _module_forms.py."""

from __future__ import annotations

import math

from .. import _ops
from ..nn import functional as F

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._tensor.tensor import Tensor


def _float_mask(mask: Tensor | None, dtype: int) -> Tensor | None:
    if mask is None:
        return None
    if mask.is_floating_point():
        return mask
    return _ops.zeros_like(mask, dtype=dtype).masked_fill_(mask, -math.inf)


def _attention(
    self,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    key_padding_mask: Tensor | None = None,
    need_weights: bool = True,
    attn_mask: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    batched = query.dim() == 3
    if batched and self.batch_first:
        query, key, value = query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1)
    output, weights = F.multi_head_attention_forward(
        query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k,
        self.bias_v, self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias, self.training,
        key_padding_mask, need_weights, attn_mask, self.in_proj_weight is None, self.q_proj_weight, self.k_proj_weight,
        self.v_proj_weight, average_attn_weights=average_attn_weights, is_causal=is_causal,
    )  # fmt: skip
    return output.transpose(0, 1) if batched and self.batch_first else output, weights


def _encoder_layer(
    self,
    src: Tensor,
    src_mask: Tensor | None = None,
    src_key_padding_mask: Tensor | None = None,
    is_causal: bool = False,
) -> Tensor:
    if self.norm_first:
        x = src + self._sa_block(self.norm1(src), src_mask, src_key_padding_mask, is_causal)
        return x + self._ff_block(self.norm2(x))
    x = self.norm1(src + self._sa_block(src, src_mask, src_key_padding_mask, is_causal))
    return self.norm2(x + self._ff_block(x))


def _sa_block(
    self, x: Tensor, attn_mask: Tensor | None, key_padding_mask: Tensor | None, is_causal: bool = False
) -> Tensor:
    out = self.self_attn(
        x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False, is_causal=is_causal
    )[0]
    return self.dropout1(out)


def _mha_block(
    self,
    x: Tensor,
    mem: Tensor,
    attn_mask: Tensor | None,
    key_padding_mask: Tensor | None,
    is_causal: bool = False,
) -> Tensor:
    out = self.multihead_attn(
        x, mem, mem, attn_mask=attn_mask, key_padding_mask=key_padding_mask, is_causal=is_causal, need_weights=False
    )[0]
    return self.dropout2(out)


def _decoder_layer(
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
    if self.norm_first:
        x = tgt + self._sa_block(self.norm1(tgt), tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        x = x + self._mha_block(self.norm2(x), memory, memory_mask, memory_key_padding_mask, memory_is_causal)
        return x + self._ff_block(self.norm3(x))
    x = self.norm1(tgt + self._sa_block(tgt, tgt_mask, tgt_key_padding_mask, tgt_is_causal))
    x = self.norm2(x + self._mha_block(x, memory, memory_mask, memory_key_padding_mask, memory_is_causal))
    return self.norm3(x + self._ff_block(x))


def _is_causal(mask: Tensor | None, given: bool | None, size: int) -> bool:
    if given is not None:
        return given
    if mask is None or mask.dim() != 2 or mask.size(0) != size or mask.size(1) != size:
        return False
    wanted = _ops.triu(_ops.full([size, size], -math.inf, dtype=mask.dtype, device=mask.device), 1)
    return bool((mask == wanted).all())


def _encoder(
    self,
    src: Tensor,
    mask: Tensor | None = None,
    src_key_padding_mask: Tensor | None = None,
    is_causal: bool | None = None,
) -> Tensor:
    padding = _float_mask(src_key_padding_mask, src.dtype)
    whole = _float_mask(mask, src.dtype)
    output = src
    for layer in self.layers:
        output = layer(output, src_mask=whole, src_key_padding_mask=padding)
    if self.norm is not None:
        output = self.norm(output)
    return output


def _decoder(
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
    output = tgt
    for layer in self.layers:
        output = layer(
            output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
        )  # fmt: skip
    if self.norm is not None:
        output = self.norm(output)
    return output


def _transformer(
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
    memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
    return self.decoder(
        tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
        memory_key_padding_mask=memory_key_padding_mask,
    )  # fmt: skip
