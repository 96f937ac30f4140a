"""TorchScript for functions of nn.functional: their names, arguments and defaults, in TorchScript's own language.

What is an operator with the same arguments is in _builtins.py. Source: torch/nn/functional.py of torch 2.13, whose
semantics these follow.
"""

from __future__ import annotations


def _in_place(name: str, arguments: str = "", given: str = "") -> str:
    """A function with an in-place form."""
    return (
        f"def {name}(input: Tensor{arguments}, inplace: bool = False) -> Tensor:\n"
        f"  if inplace:\n    return torch.{name}_(input{given})\n  return torch.{name}(input{given})\n"
    )


def _dropout(name: str, training: bool) -> str:
    return (
        f"def {name}(input: Tensor, p: float = 0.5, training: bool = {training}, inplace: bool = False) -> Tensor:\n"
        "  if p < 0.0 or p > 1.0:\n"
        '    raise ValueError("dropout probability has to be between 0 and 1, but got {}".format(p))\n'
        f"  if inplace:\n    return torch.{name}_(input, p, training)\n  return torch.{name}(input, p, training)\n"
    )


def _channels(name: str, batched: str) -> str:
    return (
        f"def {name}(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:\n"
        "  if p < 0.0 or p > 1.0:\n"
        '    raise ValueError("dropout probability has to be between 0 and 1, but got {}".format(p))\n'
        f"  batched = {batched}\n"
        "  if not batched:\n"
        "    if inplace:\n      input = input.unsqueeze_(0)\n    else:\n      input = input.unsqueeze(0)\n"
        "  if inplace:\n    result = torch.feature_dropout_(input, p, training)\n"
        "  else:\n    result = torch.feature_dropout(input, p, training)\n"
        "  if not batched:\n"
        "    if inplace:\n      result = result.squeeze_(0)\n    else:\n      result = result.squeeze(0)\n"
        "  return result\n"
    )


def _soft(name: str, op: str, sign: str) -> str:
    return (
        f"def {name}(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None)"
        " -> Tensor:\n"
        "  if dim is None:\n"
        "    if input.dim() == 0 or input.dim() == 1 or input.dim() == 3:\n      d = 0\n    else:\n      d = 1\n"
        "  else:\n    d = dim\n"
        f"  return torch.{op}({sign}input, d, dtype)\n"
    )


VALUES = "".join(
    [
        _in_place("relu"),
        _in_place("relu6"),
        _in_place("selu"),
        _in_place("silu"),
        _in_place("mish"),
        _in_place("hardswish"),
        _in_place("hardsigmoid"),
        _in_place("leaky_relu", ", negative_slope: float = 0.01", ", negative_slope"),
        _in_place("elu", ", alpha: float = 1.0", ", alpha"),
        _in_place("celu", ", alpha: float = 1.0", ", alpha"),
        _in_place("threshold", ", threshold: float, value: float", ", threshold, value"),
        _dropout("dropout", True),
        _dropout("alpha_dropout", False),
        _dropout("feature_alpha_dropout", False),
        _channels("dropout1d", "input.dim() == 3"),
        _channels("dropout2d", "True"),
        _channels("dropout3d", "input.dim() == 5"),
        _soft("softmax", "softmax", ""),
        _soft("softmin", "softmax", "-"),
        _soft("log_softmax", "log_softmax", ""),
        """
def rrelu(input: Tensor, lower: float = 0.125, upper: float = 0.3333333333333333, training: bool = False, inplace: bool = False) -> Tensor:
  if inplace:
    return torch.rrelu_(input, lower, upper, training)
  return torch.rrelu(input, lower, upper, training)
def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
  if min_val > max_val:
    raise ValueError("min_val cannot be greater than max_val")
  if inplace:
    return torch.hardtanh_(input, min_val, max_val)
  return torch.hardtanh(input, min_val, max_val)
def glu(input: Tensor, dim: int = -1) -> Tensor:
  return torch.glu(input, dim)
def sigmoid(input: Tensor) -> Tensor:
  return torch.sigmoid(input)
def tanh(input: Tensor) -> Tensor:
  return torch.tanh(input)
def softsign(input: Tensor) -> Tensor:
  return input / (input.abs() + 1)
def tanhshrink(input: Tensor) -> Tensor:
  return input - input.tanh()
def gumbel_softmax(logits: Tensor, tau: float = 1.0, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor:
  gumbels = -torch.empty_like(logits, memory_format=0).exponential_().log()
  y_soft = torch.softmax((logits + gumbels) / tau, dim)
  if hard:
    index = y_soft.max(dim, keepdim=True)[1]
    y_hard = torch.zeros_like(logits, memory_format=0).scatter_(dim, index, 1.0)
    return y_hard - y_soft.detach() + y_soft
  return y_soft
def _more_than_one(size: List[int]) -> None:
  count = size[0]
  for i in range(len(size) - 2):
    count *= size[i + 2]
  if count == 1:
    raise ValueError("Expected more than 1 value per channel when training, got input size {}".format(size))
def batch_norm(input: Tensor, running_mean: Optional[Tensor], running_var: Optional[Tensor], weight: Optional[Tensor] = None, bias: Optional[Tensor] = None, training: bool = False, momentum: float = 0.1, eps: float = 1e-05) -> Tensor:
  if training:
    _more_than_one(input.size())
  return torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, True)
def instance_norm(input: Tensor, running_mean: Optional[Tensor] = None, running_var: Optional[Tensor] = None, weight: Optional[Tensor] = None, bias: Optional[Tensor] = None, use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-05) -> Tensor:
  if use_input_stats:
    size = input.size()
    count = 1
    for i in range(2, len(size)):
      count *= size[i]
    if count == 1:
      raise ValueError("Expected more than 1 spatial element when training, got input size {}".format(size))
  return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, True)
def layer_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor] = None, bias: Optional[Tensor] = None, eps: float = 1e-05) -> Tensor:
  return torch.layer_norm(input, normalized_shape, weight, bias, eps, True)
def rms_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor] = None, eps: Optional[float] = None) -> Tensor:
  return torch.rms_norm(input, normalized_shape, weight, eps)
def group_norm(input: Tensor, num_groups: int, weight: Optional[Tensor] = None, bias: Optional[Tensor] = None, eps: float = 1e-05) -> Tensor:
  if input.dim() < 2:
    raise RuntimeError("Expected at least 2 dimensions for input tensor but received {}".format(input.dim()))
  _more_than_one([input.size(0) * input.size(1) // num_groups, num_groups] + list(input.size()[2:]))
  return torch.group_norm(input, num_groups, weight, bias, eps, True)
def local_response_norm(input: Tensor, size: int, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0) -> Tensor:
  dim = input.dim()
  if dim < 3:
    raise ValueError("Expected 3D or higher dimensionality input (got {} dimensions)".format(dim))
  if input.numel() == 0:
    return input
  div = input.mul(input)
  if dim == 3:
    div = div.unsqueeze(1)
    div = torch.pad(div, [0, 0, size // 2, (size - 1) // 2])
    div = torch.avg_pool2d(div, [size, 1], [1]).squeeze(1)
  else:
    sizes = input.size()
    div = div.view(sizes[0], 1, sizes[1], sizes[2], -1)
    div = torch.pad(div, [0, 0, 0, 0, size // 2, (size - 1) // 2])
    div = torch.avg_pool3d(div, [size, 1, 1], [1]).squeeze(1)
    div = div.view(sizes)
  div = div.mul(alpha).add(k).pow(beta)
  return input / div
def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Optional[Tensor] = None) -> Tensor:
  denom = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
  if out is None:
    return input / denom
  return torch.div(input, denom, out=out)
def embedding(input: Tensor, weight: Tensor, padding_idx: Optional[int] = None, max_norm: Optional[float] = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
  row = -1
  if padding_idx is not None:
    row = padding_idx
    if row >= weight.size(0) or row < -weight.size(0):
      raise ValueError("padding_idx must be within num_embeddings")
    if row < 0:
      row = weight.size(0) + row
  if max_norm is not None:
    input = input.contiguous()
    torch._no_grad_embedding_renorm_(weight, input, max_norm, norm_type)
  return torch.embedding(weight, input, row, scale_grad_by_freq, sparse)
def embedding_bag(input: Tensor, weight: Tensor, offsets: Optional[Tensor] = None, max_norm: Optional[float] = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, per_sample_weights: Optional[Tensor] = None, include_last_offset: bool = False, padding_idx: Optional[int] = None) -> Tensor:
  if input.dim() == 2:
    if offsets is not None:
      raise ValueError("if input is 2D, then offsets has to be None")
    starts = torch.arange(0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
    input = input.reshape(-1)
    if per_sample_weights is not None:
      per_sample_weights = per_sample_weights.reshape(-1)
    include_last_offset = False
  elif input.dim() == 1:
    if offsets is None:
      raise ValueError("offsets has to be a 1D Tensor but got None")
    starts = offsets
  else:
    raise ValueError("input has to be 1D or 2D Tensor, but got Tensor of dimension {}".format(input.dim()))
  if mode == "sum":
    number = 0
  elif mode == "mean":
    number = 1
  elif mode == "max":
    number = 2
  else:
    raise ValueError("mode has to be one of sum, mean or max")
  if per_sample_weights is not None and mode != "sum":
    raise NotImplementedError("embedding_bag: per_sample_weights is only supported for mode='sum'")
  if max_norm is not None:
    torch._no_grad_embedding_renorm_(weight, input, max_norm, norm_type)
  return torch.embedding_bag(weight, input, starts, scale_grad_by_freq, number, sparse, per_sample_weights, include_last_offset, padding_idx)[0]
""",
    ]
)

_LOSS = "size_average: Optional[bool] = None, reduce: Optional[bool] = None, reduction: str = "
LOSSES = """
def legacy_reduction(size_average: Optional[bool], reduce: Optional[bool]) -> str:
  average = True if size_average is None else size_average
  any = True if reduce is None else reduce
  if average and any:
    return "mean"
  return "sum" if any else "none"
def reduction_number(reduction: str, size_average: Optional[bool] = None, reduce: Optional[bool] = None) -> int:
  if size_average is not None or reduce is not None:
    reduction = legacy_reduction(size_average, reduce)
  if reduction == "none":
    return 0
  if reduction == "mean":
    return 1
  if reduction == "sum":
    return 2
  raise ValueError("{} is not a valid value for reduction".format(reduction))
def _reduced(loss: Tensor, number: int) -> Tensor:
  if number == 0:
    return loss
  return loss.mean() if number == 1 else loss.sum()
def nll_loss(input: Tensor, target: Tensor, weight: Optional[Tensor] = None, size_average: Optional[bool] = None, ignore_index: int = -100, reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
  return torch.nll_loss_nd(input, target, weight, reduction_number(reduction, size_average, reduce), ignore_index)
def cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None, size_average: Optional[bool] = None, ignore_index: int = -100, reduce: Optional[bool] = None, reduction: str = "mean", label_smoothing: float = 0.0) -> Tensor:
  return torch.cross_entropy_loss(input, target, weight, reduction_number(reduction, size_average, reduce), ignore_index, label_smoothing)
def binary_cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None, LOSS"mean") -> Tensor:
  if input.size() != target.size():
    raise ValueError("Using a target size ({}) that is different to the input size ({}) is deprecated.".format(target.size(), input.size()))
  if weight is not None:
    weight = weight.expand(target.size())
  return torch.binary_cross_entropy(input, target, weight, reduction_number(reduction, size_average, reduce))
def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Optional[Tensor] = None, LOSS"mean", pos_weight: Optional[Tensor] = None) -> Tensor:
  if input.size() != target.size():
    raise ValueError("Target size ({}) must be the same as input size ({})".format(target.size(), input.size()))
  return torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction_number(reduction, size_average, reduce))
def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> Tensor:
  return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction_number(reduction), zero_infinity)
def kl_div(input: Tensor, target: Tensor, LOSS"mean", log_target: bool = False) -> Tensor:
  if size_average is not None or reduce is not None:
    reduction = legacy_reduction(size_average, reduce)
  number = 2 if reduction == "batchmean" else reduction_number(reduction)
  loss = torch.kl_div(input, target, number, log_target=log_target)
  if reduction == "batchmean" and input.dim() != 0:
    loss = loss / input.size()[0]
  return loss
def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False, size_average: Optional[bool] = None, eps: float = 1e-08, reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
  return torch.poisson_nll_loss(input, target, log_input, full, eps, reduction_number(reduction, size_average, reduce))
def gaussian_nll_loss(input: Tensor, target: Tensor, var: Tensor, full: bool = False, eps: float = 1e-06, reduction: str = "mean") -> Tensor:
  if torch.any(var < 0):
    raise ValueError("var has negative entry/entries")
  if var.size() != input.size() and input.size()[:-1] == var.size():
    var = torch.unsqueeze(var, -1)
  var = var.clone()
  kept = torch.clamp(var.detach(), min=eps)
  var = var + (kept - var.detach())
  loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
  if full:
    loss = loss + 0.9189385332046727
  return _reduced(loss, reduction_number(reduction))
def mse_loss(input: Tensor, target: Tensor, LOSS"mean", weight: Optional[Tensor] = None) -> Tensor:
  number = reduction_number(reduction, size_average, reduce)
  if weight is not None:
    errors = torch.mse_loss(input, target, 0) * weight
    return errors.sum() / weight.sum() if number == 1 else _reduced(errors, number)
  return torch.mse_loss(input, target, number)
def l1_loss(input: Tensor, target: Tensor, LOSS"mean", weight: Optional[Tensor] = None) -> Tensor:
  number = reduction_number(reduction, size_average, reduce)
  if weight is not None:
    errors = torch.l1_loss(input, target, 0) * weight
    return errors.sum() / weight.sum() if number == 1 else _reduced(errors, number)
  return torch.l1_loss(input, target, number)
def smooth_l1_loss(input: Tensor, target: Tensor, LOSS"mean", beta: float = 1.0) -> Tensor:
  number = reduction_number(reduction, size_average, reduce)
  if beta == 0.0:
    return torch.l1_loss(input, target, number)
  return torch.smooth_l1_loss(input, target, number, beta)
def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Optional[Tensor] = None) -> Tensor:
  number = reduction_number(reduction)
  if weight is not None:
    errors = torch.huber_loss(input, target, 0, delta) * weight
    return errors.sum() / weight.sum() if number == 1 else _reduced(errors, number)
  return torch.huber_loss(input, target, number, delta)
def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, LOSS"mean") -> Tensor:
  return torch.cosine_embedding_loss(input1, input2, target, margin, reduction_number(reduction, size_average, reduce))
def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, LOSS"mean") -> Tensor:
  return torch.hinge_embedding_loss(input, target, margin, reduction_number(reduction, size_average, reduce))
def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, LOSS"mean") -> Tensor:
  return torch.margin_ranking_loss(input1, input2, target, margin, reduction_number(reduction, size_average, reduce))
def multi_margin_loss(input: Tensor, target: Tensor, p: int = 1, margin: float = 1.0, weight: Optional[Tensor] = None, LOSS"mean") -> Tensor:
  return torch.multi_margin_loss(input, target, p, margin, weight, reduction_number(reduction, size_average, reduce))
def multilabel_margin_loss(input: Tensor, target: Tensor, LOSS"mean") -> Tensor:
  return torch.multilabel_margin_loss(input, target, reduction_number(reduction, size_average, reduce))
def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Optional[Tensor] = None, LOSS"mean") -> Tensor:
  loss = -(target * torch.log_sigmoid(input) + (1 - target) * torch.log_sigmoid(-input))
  if weight is not None:
    loss = loss * weight
  return _reduced(loss.sum(dim=-1) / input.size(-1), reduction_number(reduction, size_average, reduce))
def soft_margin_loss(input: Tensor, target: Tensor, LOSS"mean") -> Tensor:
  return torch.soft_margin_loss(input, target, reduction_number(reduction, size_average, reduce))
def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0, p: float = 2.0, eps: float = 1e-06, swap: bool = False, LOSS"mean") -> Tensor:
  return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction_number(reduction, size_average, reduce))
""".replace("LOSS", _LOSS)


SHAPES = """
def _values_alone(found: Tuple[Tensor, Tensor, Tensor]) -> Tensor:
  return found[0]
def _with_inverse(found: Tuple[Tensor, Tensor, Tensor]) -> Tuple[Tensor, Tensor]:
  return found[0], found[1]
def _with_counts(found: Tuple[Tensor, Tensor, Tensor]) -> Tuple[Tensor, Tensor]:
  return found[0], found[2]
def _lp_norm(mean: Tensor, count: int, power: float) -> Tensor:
  return (torch.sign(mean) * torch.relu(torch.abs(mean))).mul(count).pow(1.0 / power)
def affine_grid(theta: Tensor, size: List[int], align_corners: Optional[bool] = None) -> Tensor:
  return torch.affine_grid_generator(theta, size, False if align_corners is None else align_corners)
def grid_sample(input: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros", align_corners: Optional[bool] = None) -> Tensor:
  if mode == "bilinear":
    number = 0
  elif mode == "nearest":
    number = 1
  elif mode == "bicubic":
    number = 2
  else:
    raise ValueError("nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{}'".format(mode))
  if padding_mode == "zeros":
    edge = 0
  elif padding_mode == "border":
    edge = 1
  elif padding_mode == "reflection":
    edge = 2
  else:
    raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '{}'".format(padding_mode))
  return torch.grid_sampler(input, grid, number, edge, False if align_corners is None else align_corners)
def interpolate(input: Tensor, size: Optional[List[int]] = None, scale_factor: Optional[List[float]] = None, mode: str = "nearest", align_corners: Optional[bool] = None, recompute_scale_factor: Optional[bool] = None, antialias: bool = False) -> Tensor:
  count = input.dim() - 2
  if size is not None and scale_factor is not None:
    raise ValueError("only one of size or scale_factor should be defined")
  if size is None and scale_factor is None:
    raise ValueError("either size or scale_factor should be defined")
  sizes: Optional[List[int]] = None
  factors: Optional[List[float]] = None
  if size is not None:
    if len(size) != count:
      raise ValueError("Input and output must have the same number of spatial dimensions")
    sizes = size
  if scale_factor is not None:
    if len(scale_factor) != count:
      raise ValueError("Input and scale_factor must have the same number of spatial dimensions")
    factors = scale_factor
  if recompute_scale_factor is not None and recompute_scale_factor and factors is not None:
    made: List[int] = []
    for i in range(count):
      made.append(int(torch.floor(float(input.size(i + 2)) * factors[i])))
    sizes = made
    factors = None
  corners = False if align_corners is None else align_corners
  if mode == "nearest":
    if count == 1:
      return torch.upsample_nearest1d(input, sizes, factors)
    if count == 2:
      return torch.upsample_nearest2d(input, sizes, factors)
    return torch.upsample_nearest3d(input, sizes, factors)
  if mode == "nearest-exact":
    if count == 1:
      return torch._upsample_nearest_exact1d(input, sizes, factors)
    if count == 2:
      return torch._upsample_nearest_exact2d(input, sizes, factors)
    return torch._upsample_nearest_exact3d(input, sizes, factors)
  if mode == "linear" and count == 1:
    return torch.upsample_linear1d(input, sizes, corners, factors)
  if mode == "bilinear" and count == 2:
    if antialias:
      return torch._upsample_bilinear2d_aa(input, sizes, corners, factors)
    return torch.upsample_bilinear2d(input, sizes, corners, factors)
  if mode == "trilinear" and count == 3:
    return torch.upsample_trilinear3d(input, sizes, corners, factors)
  if mode == "bicubic" and count == 2:
    if antialias:
      return torch._upsample_bicubic2d_aa(input, sizes, corners, factors)
    return torch.upsample_bicubic2d(input, sizes, corners, factors)
  if mode == "area":
    if sizes is None:
      area: List[int] = []
      if factors is not None:
        for i in range(count):
          area.append(int(torch.floor(float(input.size(i + 2)) * factors[i])))
      sizes = area
    if count == 1:
      return torch.adaptive_avg_pool1d(input, sizes)
    if count == 2:
      return torch.adaptive_avg_pool2d(input, sizes)
    return torch.adaptive_avg_pool3d(input, sizes)
  raise NotImplementedError("Input Error: Only 3D, 4D and 5D input Tensors supported (got {}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact (got {})".format(input.dim(), mode))
"""
