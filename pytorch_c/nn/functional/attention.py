"""Attention: torch.nn.functional.NAME. Source: Vaswani et al. 2017, arXiv:1706.03762.

A mask is bool or float. A float mask is added to the scores, everywhere. A bool mask says True for "may attend" in
scaled_dot_product_attention, and for "may not" in multi_head_attention_forward, as in torch.
"""

from __future__ import annotations

import math
import warnings

from ... import _ops
from ..._boundary.errors import AssertedValueError, TorchError
from ..._tensor.dtype import DTYPES
from .dropout import dropout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Dtype, Tensor


# ---- checks ----


def _check(condition, message, *values):
    """Raises an error with the values in the message's braces, unless condition."""
    if not condition:
        raise AssertedValueError(message.format(*values))


def _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Returns whether query is (L, N, E) and not (L, E); ValueError where the others' dimensions do not go with it."""
    dims = query.dim()
    _check(dims in (2, 3), "query should be unbatched 2D or batched 3D tensor but received {}-D query tensor", dims)
    kind = "For batched (3-D) `query`" if dims == 3 else "For unbatched (2-D) `query`"
    others = (key.dim(), value.dim())
    message = "{}, expected `key` and `value` to be {}-D but found {}-D and {}-D tensors respectively"
    _check(others == (dims, dims), message, kind, dims, *others)
    if key_padding_mask is not None:
        found, wanted = key_padding_mask.dim(), dims - 1
        message = "{}, expected `key_padding_mask` to be `None` or {}-D but found {}-D tensor instead"
        _check(found == wanted, message, kind, wanted, found)
    if attn_mask is not None:
        found = attn_mask.dim()
        _check(
            found in (2, 3),
            "{}, expected `attn_mask` to be `None`, 2-D or 3-D but found {}-D tensor instead",
            kind,
            found,
        )
        if dims == 2 and found == 3:
            shape, expected = attn_mask.shape, (num_heads, query.shape[0], key.shape[0])
            _check(shape == expected, "Expected `attn_mask` shape to be {} but got {}", expected, shape)
    return dims == 3


def _check_sizes(query, key, value, embed_dim_to_check, num_heads, separate):
    size, keys, values = query.shape[2], key.shape, value.shape
    _check(size == embed_dim_to_check, "was expecting embedding dimension of {}, but got {}", embed_dim_to_check, size)
    _check(size % num_heads == 0, "embed_dim {} not divisible by num_heads {}", size, num_heads)
    if separate:
        same = keys[:2] == values[:2]
        _check(same, "key's sequence and batch dims {} do not match value's {}", keys[:2], values[:2])
    else:
        _check(keys == values, "key shape {} does not match value shape {}", keys, values)


# ---- masks ----


def float_mask(mask: Tensor | None, name: str, dtype: Dtype, other: Tensor | None = None) -> Tensor | None:
    """A bool mask as 0 and -inf of dtype, a float mask as it is; ValueError for another dtype."""
    if mask is None:
        return None
    is_float = mask.is_floating_point()
    _check(is_float or mask.dtype == DTYPES["bool"], "only bool and floating types of {} are supported", name)
    if other is not None and mask.dtype != other.dtype:
        warnings.warn(
            f"Support for mismatched {name} and attn_mask is deprecated. Use same type for both instead.", stacklevel=4
        )
    return mask if is_float else _ops.zeros_like(mask, dtype=dtype).masked_fill_(mask, -math.inf)


def _masks(query, key_padding_mask, attn_mask, is_causal, need_weights):
    """(key_padding_mask, attn_mask, is_causal), the masks as floats; the hint is_causal may replace attn_mask."""
    key_padding_mask = float_mask(key_padding_mask, "key_padding_mask", query.dtype, attn_mask)
    if is_causal and attn_mask is None:
        raise TorchError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
            "`generate_square_subsequent_mask` to create this mask."
        )
    if is_causal and key_padding_mask is None and not need_weights:
        return None, None, True
    attn_mask = float_mask(attn_mask, "attn_mask", query.dtype)
    return key_padding_mask, attn_mask, is_causal and key_padding_mask is None


def _three_dims(attn_mask, batch_heads, target, source):
    """attn_mask as (1 or batch * heads, target, source); TorchError for another shape."""
    if attn_mask is None:
        return None
    expected = (target, source) if attn_mask.dim() == 2 else (batch_heads, target, source)
    if attn_mask.shape != expected:
        raise TorchError(
            f"The shape of the {attn_mask.dim()}D attn_mask is {attn_mask.shape}, but should be {expected}."
        )
    return attn_mask.unsqueeze(0) if attn_mask.dim() == 2 else attn_mask


def _merge_masks(attn_mask, key_padding_mask, batch, heads, source):
    """Both masks as one, or None."""
    if key_padding_mask is None:
        return attn_mask
    for dim, expected in enumerate((batch, source)):
        found = key_padding_mask.shape[dim]
        _check(found == expected, "Expected key_padding_mask.shape[{}] to be {}, but got {}", dim, expected, found)
    rows = key_padding_mask.view(batch, 1, 1, source).expand(-1, heads, -1, -1).reshape(batch * heads, 1, source)
    return rows if attn_mask is None else attn_mask + rows


# ---- projections ----


def _packed_projection(q, k, v, weight, bias):
    """q, k and v by the three parts of weight (3E, E); one product where they are the same tensor."""
    size = q.size(-1)
    if k is v and q is k:
        return _apart(_ops.linear(q, weight, bias), 3, size)
    if k is v:
        w_q, w_kv = weight.split([size, size * 2])
        b_q, b_kv = (None, None) if bias is None else bias.split([size, size * 2])
        return (_ops.linear(q, w_q, b_q), *_apart(_ops.linear(k, w_kv, b_kv), 2, size))
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    return tuple(_ops.linear(x, w, b) for x, w, b in zip((q, k, v), weight.chunk(3), biases))


def _apart(projected, count, size):
    """(*, count * size) as `count` contiguous tensors (*, size)."""
    parts = projected.unflatten(-1, (count, size)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
    return tuple(parts[number] for number in range(count))


def _separate_projection(q, k, v, weights, bias):
    """q, k and v by weights of their own: (E, E), (E, Ek), (E, Ev)."""
    size = q.size(-1)
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    projected = []
    for name, x, weight, b in zip(("q", "k", "v"), (q, k, v), weights, biases):
        _check(weight is not None, "use_separate_proj_weight is True but {}_proj_weight is None", name)
        expected = (size, x.size(-1))
        shape = weight.shape
        _check(shape == expected, "expecting {}_proj_weight of shape {}, but got {}", name, expected, shape)
        if b is not None:
            _check(b.shape == (size,), "expecting in_proj_bias of shape {}, but got {}", (3 * size,), bias.shape)
        projected.append(_ops.linear(x, weight, b))
    return projected


def _by_head(x, static, name, batch_heads, head_dim):
    """x (S, N, E) as (N * heads, S, E / heads), or the tensor `static` that stands in for it."""
    if static is None:
        return x.view(x.shape[0], batch_heads, head_dim).transpose(0, 1)
    for dim, expected in ((0, batch_heads), (2, head_dim)):
        found = static.size(dim)
        _check(found == expected, "expecting {}.size({}) of {}, but got {}", name, dim, expected, found)
    return static


def _one_more(mask):
    """A mask that lets every row attend to one more column."""
    return None if mask is None else _ops.pad(mask, (0, 1), "constant", None)


def _append_biases(k, v, bias_k, bias_v, static_k, static_v):
    """k and v (S, N, E) with a learned row each."""
    _check(bias_v is not None, "bias_k is set but bias_v is None")
    _check(bias_k is not None, "bias_v is set but bias_k is None")
    _check(static_k is None, "bias cannot be added to static key.")
    _check(static_v is None, "bias cannot be added to static value.")
    batch = k.shape[1]
    return _ops.cat([k, bias_k.repeat(1, batch, 1)]), _ops.cat([v, bias_v.repeat(1, batch, 1)])


def _append_zeros(x):
    return _ops.cat([x, x.new_zeros((x.shape[0], 1, x.shape[2]))], 1)


# ---- the whole ----


def _attend_with_weights(q, k, v, mask, dropout_p):
    """(output, weights) of heads (N * heads, L, d), (N * heads, S, d): (N * heads, L, d), (N * heads, L, S)."""
    scaled, keys = q * math.sqrt(1.0 / q.shape[-1]), k.transpose(-2, -1)
    scores = _ops.bmm(scaled, keys) if mask is None else _ops.baddbmm(mask, scaled, keys)
    weights = _ops.softmax(scores, -1)
    if dropout_p > 0.0:
        weights = dropout(weights, dropout_p)
    return _ops.bmm(weights, v), weights


def _attend(q, k, v, mask, dropout_p, is_causal, batch, heads):
    """The output alone, by libtorch's fused kernels: (N, heads, L, d)."""
    if mask is not None:
        single = mask.size(0) == 1
        mask = mask.unsqueeze(0) if single else mask.view(batch, heads, -1, k.shape[1])
    q, k, v = (x.view(batch, heads, *x.shape[1:]) for x in (q, k, v))
    return _ops.scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal)


def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    need_weights: bool = True,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    """Attention of num_heads heads, projected in and out: (L, N, E), (S, N, E), (S, N, E) -> (L, N, E), weights.

    Without a batch: (L, E), (S, E), (S, E) -> (L, E). weights is None unless need_weights; it is (N, L, S), or
    (N, num_heads, L, S) where average_attn_weights is false.
    in_proj_weight: (3E, E), in_proj_bias: (3E), out_proj_weight: (E, E), out_proj_bias: (E); with
    use_separate_proj_weight q_proj_weight (E, E), k_proj_weight (E, Ek) and v_proj_weight (E, Ev) instead.
    bias_k, bias_v: (1, 1, E), a learned key and value for all; add_zero_attn: one of zeros.
    static_k, static_v: (N * num_heads, S, E / num_heads), instead of the projected ones.
    key_padding_mask: (N, S), True or -inf for keys that are no data. attn_mask: (L, S) or (N * num_heads, L, S).
    is_causal: a hint that attn_mask is causal; it must be given all the same.

    ValueError for what torch asserts (dimensions, sizes and dtypes that do not fit), TorchError for the shape of
    attn_mask and for is_causal without it.
    """
    batched = _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    target, batch, size = query.shape
    key_padding_mask, attn_mask, is_causal = _masks(query, key_padding_mask, attn_mask, is_causal, need_weights)
    _check_sizes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    batch_heads, head_dim = batch * num_heads, size // num_heads

    if use_separate_proj_weight:
        weights = (q_proj_weight, k_proj_weight, v_proj_weight)
        q, k, v = _separate_projection(query, key, value, weights, in_proj_bias)
    else:
        _check(in_proj_weight is not None, "use_separate_proj_weight is False but in_proj_weight is None")
        q, k, v = _packed_projection(query, key, value, in_proj_weight, in_proj_bias)
    attn_mask = _three_dims(attn_mask, batch_heads, target, key.shape[0])
    if bias_k is not None or bias_v is not None:
        k, v = _append_biases(k, v, bias_k, bias_v, static_k, static_v)
        attn_mask, key_padding_mask = _one_more(attn_mask), _one_more(key_padding_mask)
    q = _by_head(q, None, "q", batch_heads, head_dim)
    k = _by_head(k, static_k, "static_k", batch_heads, head_dim)
    v = _by_head(v, static_v, "static_v", batch_heads, head_dim)
    if add_zero_attn:
        k, v = _append_zeros(k), _append_zeros(v)
        attn_mask, key_padding_mask = _one_more(attn_mask), _one_more(key_padding_mask)
    source = k.size(1)
    mask = _merge_masks(attn_mask, key_padding_mask, batch, num_heads, source)

    dropout_p = dropout_p if training else 0.0
    if need_weights:
        output, weights = _attend_with_weights(q, k, v, mask, dropout_p)
        output = output.transpose(0, 1).reshape(target * batch, size)
        weights = weights.view(batch, num_heads, target, source)
        weights = weights.mean(dim=1) if average_attn_weights else weights
        weights = weights if batched else weights.squeeze(0)
    else:
        output, weights = _attend(q, k, v, mask, dropout_p, is_causal, batch, num_heads), None
        output = output.permute(2, 0, 1, 3).reshape(target * batch, size)
    output = _ops.linear(output, out_proj_weight, out_proj_bias).view(target, batch, out_proj_weight.size(0))
    return (output if batched else output.squeeze(1)), weights
