"""MultiheadAttention. Source: Vaswani et al. 2017, arXiv:1706.03762."""

from __future__ import annotations

from ... import _ops
from ..._boundary.errors import AssertedValueError
from ...autograd import is_grad_enabled
from .. import functional as F
from .. import init
from ..functional.attention import float_mask
from ..parameter import Parameter
from . import _fast_path
from .linear import NonDynamicallyQuantizableLinear
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import DeviceLike, Dtype, Tensor


class MultiheadAttention(Module):
    """Attention of num_heads heads: query (L, N, E), key (S, N, kdim), value (S, N, vdim) -> (L, N, E), weights.

    E is embed_dim, which num_heads divides (else ValueError). batch_first=True puts N first; without N: (L, E), ….
    in_proj_weight: (3E, E), or q_proj_weight (E, E), k_proj_weight (E, kdim) and v_proj_weight (E, vdim) where kdim or
    vdim is not E. in_proj_bias: (3E), with bias. bias_k, bias_v: (1, 1, E), with add_bias_kv: a learned key and value
    for all; add_zero_attn: one of zeros. dropout is the probability for each attention weight in training.
    """

    __constants__ = ["batch_first"]
    in_proj_weight: Parameter
    in_proj_bias: Parameter

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(f"embed_dim and num_heads must be greater than 0, got {embed_dim} and {num_heads}")
        if embed_dim % num_heads != 0:
            raise AssertedValueError(f"embed_dim must be divisible by num_heads, got {embed_dim} and {num_heads}")
        super().__init__()
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        same, where = self._qkv_same_embed_dim, {"device": device, "dtype": dtype}

        def learned(name, wanted, *size):
            self.register_parameter(name, Parameter(_ops.empty(size, **where)) if wanted else None)

        # In the order of torch's parameters.
        learned("q_proj_weight", not same, embed_dim, embed_dim)
        learned("k_proj_weight", not same, embed_dim, self.kdim)
        learned("v_proj_weight", not same, embed_dim, self.vdim)
        learned("in_proj_weight", same, 3 * embed_dim, embed_dim)
        learned("in_proj_bias", bias, 3 * embed_dim)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **where)
        self.bias_k = self.bias_v = None
        if add_bias_kv:
            self.bias_k = Parameter(_ops.empty((1, 1, embed_dim), **where))
            self.bias_v = Parameter(_ops.empty((1, 1, embed_dim), **where))
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.zeros_(self.in_proj_bias)
            init.zeros_(self.out_proj.bias)
        for row in (self.bias_k, self.bias_v):
            if row is not None:
                init.xavier_normal_(row)

    def forward(
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
        """(output, weights); masks and weights as in functional.multi_head_attention_forward.

        In evaluation, where no gradient is asked for, libtorch's fused kernel computes it if the settings allow.
        """
        plain = not any(mask is not None and mask.is_floating_point() for mask in (attn_mask, key_padding_mask))
        key_padding_mask = float_mask(key_padding_mask, "key_padding_mask", query.dtype, attn_mask)
        attn_mask = float_mask(attn_mask, "attn_mask", query.dtype)
        if plain and self._fast_path(query, key, value, key_padding_mask, attn_mask):
            mask, kind = self.merge_masks(attn_mask, key_padding_mask, query)
            return _ops._native_multi_head_attention(
                query,
                key,
                value,
                self.embed_dim,
                self.num_heads,
                self.in_proj_weight,
                self.in_proj_bias,
                self.out_proj.weight,
                self.out_proj.bias,
                mask,
                need_weights,
                average_attn_weights,
                kind,
            )
        if query.is_nested or key.is_nested or value.is_nested:
            raise AssertedValueError(
                "MultiheadAttention does not support NestedTensor outside of its fast path, libtorch's fused kernel. "
                f"The fast path was not hit because {self._why_slow(query)}"
            )
        swapped = self.batch_first and query.dim() == 3
        if swapped:  # tensors that are the same stay the same, for one projection of them
            given = {id(x): x for x in (query, key, value)}
            first = {which: x.transpose(1, 0) for which, x in given.items()}
            query, key, value = first[id(query)], first[id(key)], first[id(value)]
        output, weights = F.multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            training=self.training,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return (output.transpose(1, 0) if swapped else output), weights

    def _fast_path(self, query, key, value, key_padding_mask, attn_mask):
        """Returns whether the fused kernel can compute attention with these settings and tensors."""
        weight, bias = self.in_proj_weight, self.in_proj_bias
        return (
            not self.training
            and self.batch_first
            and query.dim() == 3
            and query is key is value
            and self._qkv_same_embed_dim
            and weight is not None
            and bias is not None
            and query.dtype == weight.dtype == bias.dtype
            and self.num_heads % 2 == 0
            and self.bias_k is None
            and self.bias_v is None
            and not self.add_zero_attn
            and not (query.is_nested and (key_padding_mask is not None or attn_mask is not None))
            and _fast_path.get_fastpath_enabled()
            and _fast_path.takes((query, weight, bias, self.out_proj.weight, self.out_proj.bias))
        )

    def _why_slow(self, query):
        """Returns the reason that the fused kernel does not compute attention of nested tensors."""
        if is_grad_enabled() and (query.requires_grad or any(one.requires_grad for one in self.parameters())):
            return (
                "grad is enabled and at least one of query or the input/output projection weights or biases "
                "requires_grad"
            )
        return (
            "it takes self-attention alone (one tensor for query, key and value), in evaluation, with batch_first, "
            "biases, an even num_heads, one dtype and no masks"
        )

    def merge_masks(
        self, attn_mask: Tensor | None, key_padding_mask: Tensor | None, query: Tensor
    ) -> tuple[Tensor | None, int | None]:
        """The float masks as the fused kernels take them, with the kind: 1 for (N, S), 2 for (N, num_heads, L, S)."""
        if attn_mask is None:
            return key_padding_mask, None if key_padding_mask is None else 1
        batch, length, _ = query.shape
        if attn_mask.dim() == 3:
            merged = attn_mask.view(batch, -1, length, length)
        else:
            merged = attn_mask.view(1, 1, length, length).expand(batch, self.num_heads, -1, -1)
        if key_padding_mask is not None:
            merged = merged + key_padding_mask.view(batch, 1, 1, length).expand(-1, self.num_heads, -1, -1)
        return merged, 2
