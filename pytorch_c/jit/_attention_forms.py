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


def _heads(x: Tensor, heads: int, size: int) -> Tensor:
    return x.contiguous().view(x.size(0), heads, size).transpose(0, 1)


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
    padding = _float_mask(key_padding_mask, query.dtype)
    mask = _float_mask(attn_mask, query.dtype)
    if is_causal and mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if padding is not None:
            padding = padding.unsqueeze(0)
    elif self.batch_first:
        query, key, value = query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1)
    target, batch, size = query.size(0), query.size(1), query.size(2)
    if size != self.embed_dim:
        raise ValueError(f"was expecting embedding dimension of {self.embed_dim}, but got {size}")
    if self.in_proj_weight is not None:
        weights = self.in_proj_weight.chunk(3)
        w_q, w_k, w_v = weights[0], weights[1], weights[2]
    else:
        w_q, w_k, w_v = self.q_proj_weight, self.k_proj_weight, self.v_proj_weight
    if self.in_proj_bias is not None:
        biases = self.in_proj_bias.chunk(3)
        q, k, v = F.linear(query, w_q, biases[0]), F.linear(key, w_k, biases[1]), F.linear(value, w_v, biases[2])
    else:
        q, k, v = F.linear(query, w_q), F.linear(key, w_k), F.linear(value, w_v)
    if mask is not None and mask.dim() == 2:
        mask = mask.unsqueeze(0)
    if self.bias_k is not None and self.bias_v is not None:
        k = _ops.cat([k, self.bias_k.repeat(1, batch, 1)])
        v = _ops.cat([v, self.bias_v.repeat(1, batch, 1)])
        if mask is not None:
            mask = F.pad(mask, [0, 1])
        if padding is not None:
            padding = F.pad(padding, [0, 1])
    heads = batch * self.num_heads
    q, k, v = _heads(q, heads, self.head_dim), _heads(k, heads, self.head_dim), _heads(v, heads, self.head_dim)
    if self.add_zero_attn:
        k = _ops.cat([k, _ops.zeros([heads, 1, self.head_dim], dtype=k.dtype, device=k.device)], 1)
        v = _ops.cat([v, _ops.zeros([heads, 1, self.head_dim], dtype=v.dtype, device=v.device)], 1)
        if mask is not None:
            mask = F.pad(mask, [0, 1])
        if padding is not None:
            padding = F.pad(padding, [0, 1])
    source = k.size(1)
    if padding is not None:
        rows = padding.view(batch, 1, 1, source).expand(-1, self.num_heads, -1, -1).reshape(heads, 1, source)
        mask = rows if mask is None else mask + rows
    p = self.dropout if self.training else 0.0
    weights_out: Tensor | None = None
    if need_weights:
        scaled = q * math.sqrt(1.0 / float(self.head_dim))
        if mask is None:
            scores = _ops.bmm(scaled, k.transpose(-2, -1))
        else:
            scores = _ops.baddbmm(mask, scaled, k.transpose(-2, -1))
        attention = _ops.softmax(scores, -1)
        if p > 0.0:
            attention = F.dropout(attention, p)
        output = _ops.bmm(attention, v).transpose(0, 1).reshape(target * batch, size)
        attention = attention.view(batch, self.num_heads, target, source)
        if average_attn_weights:
            attention = attention.mean(1)
        weights_out = attention if batched else attention.squeeze(0)
    else:
        if mask is not None:
            mask = mask.unsqueeze(0) if mask.size(0) == 1 else mask.view(batch, self.num_heads, -1, source)
        output = _ops.scaled_dot_product_attention(
            q.view(batch, self.num_heads, target, self.head_dim),
            k.view(batch, self.num_heads, source, self.head_dim),
            v.view(batch, self.num_heads, source, self.head_dim),
            mask,
            p,
        )
        output = output.permute(2, 0, 1, 3).reshape(target * batch, size)
    output = F.linear(output, self.out_proj.weight, self.out_proj.bias).view(target, batch, -1)
    if not batched:
        return output.squeeze(1), weights_out
    return output.transpose(0, 1) if self.batch_first else output, weights_out


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
