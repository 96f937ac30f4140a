"""TorchScript for nn.functional.multi_head_attention_forward: see _functional_source.py."""

from __future__ import annotations

ATTENTION = """
def _float_mask(mask: Optional[Tensor], name: str, dtype: int) -> Optional[Tensor]:
  if mask is None:
    return None
  if mask.is_floating_point():
    return mask
  if mask.dtype != 11:
    raise ValueError("only bool and floating types of {} are supported".format(name))
  return torch.zeros_like(mask, dtype=dtype).masked_fill_(mask, -float("inf"))
def _one_more(mask: Optional[Tensor]) -> Optional[Tensor]:
  if mask is None:
    return None
  return torch.pad(mask, [0, 1])
def _is_batched(query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Optional[Tensor], attn_mask: Optional[Tensor], num_heads: int) -> bool:
  dims = query.dim()
  if dims != 2 and dims != 3:
    raise ValueError("query should be unbatched 2D or batched 3D tensor but received {}-D query tensor".format(dims))
  if key.dim() != dims or value.dim() != dims:
    raise ValueError("For a query of {} dimensions, expected `key` and `value` to be {}-D but found {}-D and {}-D".format(dims, dims, key.dim(), value.dim()))
  if key_padding_mask is not None:
    if key_padding_mask.dim() != dims - 1:
      raise ValueError("For a query of {} dimensions, expected `key_padding_mask` to be `None` or {}-D but found {}-D".format(dims, dims - 1, key_padding_mask.dim()))
  if attn_mask is not None:
    if attn_mask.dim() != 2 and attn_mask.dim() != 3:
      raise ValueError("expected `attn_mask` to be `None`, 2-D or 3-D but found {}-D".format(attn_mask.dim()))
    if dims == 2 and attn_mask.dim() == 3 and attn_mask.size() != [num_heads, query.size(0), key.size(0)]:
      raise ValueError("Expected `attn_mask` shape to be {} but got {}".format([num_heads, query.size(0), key.size(0)], attn_mask.size()))
  return dims == 3
def _by_head(x: Tensor, static: Optional[Tensor], heads: int, size: int) -> Tensor:
  if static is None:
    return x.contiguous().view(x.size(0), heads, size).transpose(0, 1)
  if static.size(0) != heads or static.size(2) != size:
    raise ValueError("expecting a static key or value of {} heads of the size {}, but got {}".format(heads, size, static.size()))
  return static
def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int, in_proj_weight: Optional[Tensor], in_proj_bias: Optional[Tensor], bias_k: Optional[Tensor], bias_v: Optional[Tensor], add_zero_attn: bool, dropout_p: float, out_proj_weight: Tensor, out_proj_bias: Optional[Tensor], training: bool = True, key_padding_mask: Optional[Tensor] = None, need_weights: bool = True, attn_mask: Optional[Tensor] = None, use_separate_proj_weight: bool = False, q_proj_weight: Optional[Tensor] = None, k_proj_weight: Optional[Tensor] = None, v_proj_weight: Optional[Tensor] = None, static_k: Optional[Tensor] = None, static_v: Optional[Tensor] = None, average_attn_weights: bool = True, is_causal: bool = False) -> Tuple[Tensor, Optional[Tensor]]:
  batched = _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads)
  padding = _float_mask(key_padding_mask, "key_padding_mask", query.dtype)
  mask = _float_mask(attn_mask, "attn_mask", query.dtype)
  causal = is_causal and padding is None and not need_weights
  if is_causal and mask is None:
    raise RuntimeError("Need attn_mask if specifying the is_causal hint. You may use the Transformer module method `generate_square_subsequent_mask` to create this mask.")
  if causal:
    mask = None
  if not batched:
    query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
    if padding is not None:
      padding = padding.unsqueeze(0)
  target, batch, size = query.size(0), query.size(1), query.size(2)
  if size != embed_dim_to_check:
    raise ValueError("was expecting embedding dimension of {}, but got {}".format(embed_dim_to_check, size))
  if size % num_heads != 0:
    raise ValueError("embed_dim {} not divisible by num_heads {}".format(size, num_heads))
  head = size // num_heads
  if use_separate_proj_weight:
    if key.size()[:2] != value.size()[:2]:
      raise ValueError("key's sequence and batch dims {} do not match value's {}".format(key.size()[:2], value.size()[:2]))
    if q_proj_weight is None or k_proj_weight is None or v_proj_weight is None:
      raise ValueError("use_separate_proj_weight is True but one of the three weights is None")
    w_q, w_k, w_v = q_proj_weight, k_proj_weight, v_proj_weight
  else:
    if key.size() != value.size():
      raise ValueError("key shape {} does not match value shape {}".format(key.size(), value.size()))
    if in_proj_weight is None:
      raise ValueError("use_separate_proj_weight is False but in_proj_weight is None")
    parts = in_proj_weight.chunk(3)
    w_q, w_k, w_v = parts[0], parts[1], parts[2]
  if in_proj_bias is None:
    q, k, v = torch.linear(query, w_q), torch.linear(key, w_k), torch.linear(value, w_v)
  else:
    biases = in_proj_bias.chunk(3)
    q, k, v = torch.linear(query, w_q, biases[0]), torch.linear(key, w_k, biases[1]), torch.linear(value, w_v, biases[2])
  if mask is not None:
    expected = [target, key.size(0)] if mask.dim() == 2 else [batch * num_heads, target, key.size(0)]
    if mask.size() != expected:
      raise RuntimeError("The shape of the {}D attn_mask is {}, but should be {}.".format(mask.dim(), mask.size(), expected))
    if mask.dim() == 2:
      mask = mask.unsqueeze(0)
  if bias_k is not None and bias_v is not None:
    if static_k is not None or static_v is not None:
      raise ValueError("biases cannot be added to a static key or value.")
    k = torch.cat([k, bias_k.repeat([1, batch, 1])])
    v = torch.cat([v, bias_v.repeat([1, batch, 1])])
    mask, padding = _one_more(mask), _one_more(padding)
  elif bias_k is not None or bias_v is not None:
    raise ValueError("bias_k and bias_v must both be given, or none of them")
  heads = batch * num_heads
  q, k, v = _by_head(q, None, heads, head), _by_head(k, static_k, heads, head), _by_head(v, static_v, heads, head)
  if add_zero_attn:
    k = torch.cat([k, torch.zeros([heads, 1, head], dtype=k.dtype, device=k.device)], 1)
    v = torch.cat([v, torch.zeros([heads, 1, head], dtype=v.dtype, device=v.device)], 1)
    mask, padding = _one_more(mask), _one_more(padding)
  source = k.size(1)
  if padding is not None:
    if padding.size() != [batch, source]:
      raise ValueError("Expected key_padding_mask of the shape {}, but got {}".format([batch, source], padding.size()))
    rows = padding.view([batch, 1, 1, source]).expand([-1, num_heads, -1, -1]).reshape([heads, 1, source])
    mask = rows if mask is None else mask + rows
  p = dropout_p if training else 0.0
  weights: Optional[Tensor] = None
  if need_weights:
    scaled = q * torch.sqrt(1.0 / float(head))
    if mask is None:
      scores = torch.bmm(scaled, k.transpose(-2, -1))
    else:
      scores = torch.baddbmm(mask, scaled, k.transpose(-2, -1))
    attention = torch.softmax(scores, -1)
    if p > 0.0:
      attention = torch.dropout(attention, p, True)
    output = torch.bmm(attention, v).transpose(0, 1).reshape([target * batch, size])
    attention = attention.view([batch, num_heads, target, source])
    if average_attn_weights:
      attention = attention.mean(1)
    weights = attention if batched else attention.squeeze(0)
  else:
    if mask is not None:
      mask = mask.unsqueeze(0) if mask.size(0) == 1 else mask.view([batch, num_heads, -1, source])
    output = torch.scaled_dot_product_attention(q.view([batch, num_heads, target, head]), k.view([batch, num_heads, source, head]), v.view([batch, num_heads, source, head]), mask, p, causal)
    output = output.permute([2, 0, 1, 3]).reshape([target * batch, size])
  output = torch.linear(output, out_proj_weight, out_proj_bias).view([target, batch, -1])
  return output if batched else output.squeeze(1), weights
"""
