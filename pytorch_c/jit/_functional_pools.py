"""TorchScript for functions of nn.functional whose sizes are a number or several, and for attention: see _functional_source.py."""

from __future__ import annotations

import re

_NO_STEP = "  step: List[int] = []\n  if stride is not None:\n    step = stride\n"


def _of_dims(text: str) -> str:
    """The functions for one, two and three dimensions: D is the number, INTS and FLOATS a list of that length."""
    found = []
    for dims in "123":
        one = text.replace("INTS", f"BroadcastingList{dims}[int]").replace("FLOATS", f"BroadcastingList{dims}[float]")
        found.append(re.sub(r"\bD\b|(?<=[a-z])D(?=d?\b|d_)", dims, one))
    return "".join(found)


_EACH = _of_dims(
    """
def max_poolDd_with_indices(input: Tensor, kernel_size: INTS, stride: Optional[INTS] = None, padding: INTS = 0, dilation: INTS = 1, ceil_mode: bool = False, return_indices: bool = False) -> Tuple[Tensor, Tensor]:
NO_STEP  return torch.max_poolDd_with_indices(input, kernel_size, step, padding, dilation, ceil_mode)
def adaptive_max_poolDd_with_indices(input: Tensor, output_size: INTS, return_indices: bool = False) -> Tuple[Tensor, Tensor]:
  return torch.adaptive_max_poolDd(input, output_size)
""".replace("NO_STEP", _NO_STEP)
)


def _power(dims: int) -> str:
    kernel = "int" if dims == 1 else f"BroadcastingList{dims}[int]"
    count = " * ".join(["kernel_size"] if dims == 1 else [f"kernel_size[{i}]" for i in range(dims)])
    return (
        f"def lp_pool{dims}d(input: Tensor, norm_type: Union[int, float], kernel_size: {kernel}, "
        f"stride: Optional[BroadcastingList{dims}[int]] = None, ceil_mode: bool = False) -> Tensor:\n"
        f"{_NO_STEP}"
        "  if isinstance(norm_type, int):\n    power = float(norm_type)\n  else:\n    power = norm_type\n"
        f"  mean = torch.avg_pool{dims}d(torch.pow(input, power), kernel_size, step, 0, ceil_mode)\n"
        f"  return _lp_norm(mean, {count}, power)\n"
    )


def _fractional(dims: int) -> str:
    ints, floats = f"BroadcastingList{dims}[int]", f"BroadcastingList{dims}[float]"
    sizes = ", ".join(f"int(input.size({i - dims}) * output_ratio[{i}])" for i in range(dims))
    return f"""
def fractional_max_pool{dims}d_with_indices(input: Tensor, kernel_size: {ints}, output_size: Optional[{ints}] = None, output_ratio: Optional[{floats}] = None, return_indices: bool = False, _random_samples: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
  if output_size is not None:
    size = output_size
  elif output_ratio is not None:
    size = [{sizes}]
  else:
    raise ValueError("fractional_max_pool{dims}d requires specifying either an output_size or an output_ratio")
  if _random_samples is None:
    batch = 1 if input.dim() == {dims + 1} else input.size(0)
    samples = torch.rand([batch, input.size({-dims - 1}), {dims}], dtype=input.dtype, device=input.device)
  else:
    samples = _random_samples
  return torch.fractional_max_pool{dims}d(input, kernel_size, size, samples)
"""


def _unpool(dims: int) -> str:
    ints = f"BroadcastingList{dims}[int]"
    call = {
        1: "torch.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), size + [1]).squeeze(-1)",
        2: "torch.max_unpool2d(input, indices, size)",
        3: "torch.max_unpool3d(input, indices, size, step, padding)",
    }[dims]
    return f"""
def max_unpool{dims}d(input: Tensor, indices: Tensor, kernel_size: {ints}, stride: Optional[{ints}] = None, padding: {ints} = 0, output_size: Optional[{ints}] = None) -> Tensor:
  step = kernel_size if stride is None else stride
  size = _unpool_output_size(input, kernel_size, step, padding, output_size)
  return {call}
"""


_SIZES = """
def _unpool_output_size(input: Tensor, kernel_size: List[int], stride: List[int], padding: List[int], output_size: Optional[List[int]]) -> List[int]:
  count = len(kernel_size)
  default: List[int] = []
  for d in range(count):
    default.append((input.size(d - count) - 1) * stride[d] + kernel_size[d] - 2 * padding[d])
  if output_size is None:
    return default
  if len(output_size) == count + 2:
    output_size = output_size[2:]
  if len(output_size) != count:
    raise ValueError("output_size should be a sequence containing {} or {} elements, but it has a length of '{}'".format(count, count + 2, len(output_size)))
  for d in range(count):
    low, high = default[d] - stride[d], default[d] + stride[d]
    if not (low < output_size[d] and output_size[d] < high):
      raise ValueError('invalid output_size "{}" (dim {} must be between {} and {})'.format(output_size, d, low, high))
  return output_size
def adaptive_avg_pool2d(input: Tensor, output_size: BroadcastingList2[int]) -> Tensor:
  return torch.adaptive_avg_pool2d(input, output_size)
def adaptive_avg_pool3d(input: Tensor, output_size: BroadcastingList3[int]) -> Tensor:
  return torch.adaptive_avg_pool3d(input, output_size)
def fold(input: Tensor, output_size: BroadcastingList2[int], kernel_size: BroadcastingList2[int], dilation: BroadcastingList2[int] = 1, padding: BroadcastingList2[int] = 0, stride: BroadcastingList2[int] = 1) -> Tensor:
  return torch.col2im(input, output_size, kernel_size, dilation, padding, stride)
def unfold(input: Tensor, kernel_size: BroadcastingList2[int], dilation: BroadcastingList2[int] = 1, padding: BroadcastingList2[int] = 0, stride: BroadcastingList2[int] = 1) -> Tensor:
  return torch.im2col(input, kernel_size, dilation, padding, stride)
"""

POOLS = "".join([_SIZES, _EACH, *map(_power, (1, 2, 3)), *map(_fractional, (2, 3)), *map(_unpool, (1, 2, 3))])
