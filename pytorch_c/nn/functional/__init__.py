"""The functions behind the layers: torch.nn.functional's names, argument order, defaults, words and warnings.

Where torch raises ValueError, TypeError, NotImplementedError or RuntimeError, so do these (TorchError is a
RuntimeError); what torch asserts is a ValueError here. Source: torch/nn/functional.py of torch 2.13, whose
semantics this follows on top of libtorch's operators.

Left out of what `dir(torch.nn.functional)` shows:
- what torch only imports there, which is there and in no __all__: Callable, DType, Optional, Tensor, handle_torch_function,
  has_torch_function, has_torch_function_unary, has_torch_function_variadic, boolean_dispatch;
- assert_int_or_pair: a check for TorchScript that nothing calls any more;
- nested tensors in embedding_bag, which raise;
- the slower kernels that torch's own layer takes under use_deterministic_algorithms on CUDA.
"""
# ruff: noqa: F401

from types import FunctionType as _Function

from ... import _ops as _operators
from ..._boundary.handle import core as _core
from .activation import (
    celu,
    celu_,
    elu,
    elu_,
    gelu,
    glu,
    hardshrink,
    hardsigmoid,
    hardswish,
    hardtanh,
    hardtanh_,
    leaky_relu,
    leaky_relu_,
    logsigmoid,
    mish,
    prelu,
    relu,
    relu6,
    relu_,
    rrelu,
    rrelu_,
    selu,
    selu_,
    sigmoid,
    silu,
    softplus,
    softshrink,
    softsign,
    tanh,
    tanhshrink,
    threshold,
    threshold_,
)
from .adaptive_pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool1d,
    adaptive_max_pool1d_with_indices,
    adaptive_max_pool2d,
    adaptive_max_pool2d_with_indices,
    adaptive_max_pool3d,
    adaptive_max_pool3d_with_indices,
    fractional_max_pool2d,
    fractional_max_pool2d_with_indices,
    fractional_max_pool3d,
    fractional_max_pool3d_with_indices,
)
from .attention import multi_head_attention_forward, scaled_dot_product_attention
from .conv import (
    conv1d,
    conv2d,
    conv3d,
    conv_tbc,
    conv_transpose1d,
    conv_transpose2d,
    conv_transpose3d,
    fold,
    unfold,
)
from .distance import cosine_similarity, pairwise_distance, pdist
from .dropout import alpha_dropout, dropout, dropout1d, dropout2d, dropout3d, feature_alpha_dropout
from .linear import ScalingType, SwizzleType, bilinear, grouped_mm, linear, scaled_grouped_mm, scaled_mm
from .loss import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    ctc_loss,
    gaussian_nll_loss,
    huber_loss,
    kl_div,
    l1_loss,
    linear_cross_entropy,
    mse_loss,
    nll_loss,
    poisson_nll_loss,
    smooth_l1_loss,
)
from .margin_loss import (
    cosine_embedding_loss,
    hinge_embedding_loss,
    margin_ranking_loss,
    multi_margin_loss,
    multilabel_margin_loss,
    multilabel_soft_margin_loss,
    soft_margin_loss,
    triplet_margin_loss,
    triplet_margin_with_distance_loss,
)
from .norm import batch_norm, group_norm, instance_norm, layer_norm, local_response_norm, normalize, rms_norm
from .pooling import (
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    lp_pool1d,
    lp_pool2d,
    lp_pool3d,
    max_pool1d,
    max_pool1d_with_indices,
    max_pool2d,
    max_pool2d_with_indices,
    max_pool3d,
    max_pool3d_with_indices,
    max_unpool1d,
    max_unpool2d,
    max_unpool3d,
)
from .resize import interpolate, upsample, upsample_bilinear, upsample_nearest
from .softmax import gumbel_softmax, log_softmax, softmax, softmin
from .sparse import embedding, embedding_bag, one_hot
from .vision import (
    GRID_SAMPLE_INTERPOLATION_MODES,
    GRID_SAMPLE_PADDING_MODES,
    affine_grid,
    channel_shuffle,
    grid_sample,
    native_channel_shuffle,
    pad,
    pixel_shuffle,
    pixel_unshuffle,
)

# Functions that are torch's own operators there: of the operator __torch_function__ is asked.
_OPERATORS = frozenset(
    "adaptive_avg_pool1d avg_pool1d bilinear celu_ channel_shuffle conv1d conv2d conv3d conv_tbc conv_transpose1d "
    "conv_transpose2d conv_transpose3d cosine_similarity hardshrink native_channel_shuffle pairwise_distance pdist "
    "pixel_shuffle pixel_unshuffle prelu relu_ rrelu_ selu_ threshold_".split()
)
# Functions that torch has from its extension, and calls so.
_OF_EXTENSION = frozenset(
    "avg_pool2d avg_pool3d elu_ gelu hardtanh_ leaky_relu_ linear logsigmoid one_hot scaled_dot_product_attention "
    "softplus softshrink".split()
)
logsigmoid.__name__ = logsigmoid.__qualname__ = "log_sigmoid"
threshold.__name__ = threshold.__qualname__ = "_threshold"
# __torch_function__ is asked for the functions that users see; among each other they are plain.
for _name, _value in list(globals().items()):
    if isinstance(_value, _Function) and not _name.startswith("_"):
        _value.__module__ = __package__.partition(".")[0] + "._C._nn" if _name in _OF_EXTENSION else __name__
        _asked = [getattr(_operators, _name)] if _name in _OPERATORS else [None] if _name in _OF_EXTENSION else []
        globals()[_name] = _core.asking(_value, *_asked)

_threshold = threshold  # noqa: F405

__all__ = [name for name, value in list(globals().items()) if callable(value) and not name.startswith("_")]
