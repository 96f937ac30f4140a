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

from ..._boundary.handle import core as _core
from ..._ops import (  # torch has its own operators there
    adaptive_avg_pool1d,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    bilinear,
    celu_,
    channel_shuffle,
    conv1d,
    conv2d,
    conv3d,
    conv_tbc,
    conv_transpose1d,
    conv_transpose2d,
    conv_transpose3d,
    cosine_similarity,
    elu_,
    gelu,
    hardshrink,
    hardtanh_,
    leaky_relu_,
    linear,
    native_channel_shuffle,
    one_hot,
    pairwise_distance,
    pdist,
    pixel_shuffle,
    pixel_unshuffle,
    prelu,
    relu_,
    rrelu_,
    scaled_dot_product_attention,
    selu_,
    softplus,
    softshrink,
    threshold_,
)
from ..._ops import log_sigmoid as logsigmoid
from .activation import (
    celu,
    elu,
    glu,
    hardsigmoid,
    hardswish,
    hardtanh,
    leaky_relu,
    mish,
    relu,
    relu6,
    rrelu,
    selu,
    sigmoid,
    silu,
    softsign,
    tanh,
    tanhshrink,
    threshold,
)
from .adaptive_pooling import (
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
from .attention import multi_head_attention_forward
from .dropout import alpha_dropout, dropout, dropout1d, dropout2d, dropout3d, feature_alpha_dropout
from .folding import fold, unfold
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
from .scaled_products import ScalingType, SwizzleType, grouped_mm, scaled_grouped_mm, scaled_mm
from .softmax import gumbel_softmax, log_softmax, softmax, softmin
from .sparse import embedding, embedding_bag
from .vision import (
    GRID_SAMPLE_INTERPOLATION_MODES,
    GRID_SAMPLE_PADDING_MODES,
    affine_grid,
    grid_sample,
    pad,
)

threshold.__name__ = threshold.__qualname__ = "_threshold"
# __torch_function__ is asked for the functions that users see; among each other they are plain.
for _name, _value in list(globals().items()):
    if isinstance(_value, _Function) and not _name.startswith("_"):
        _value.__module__ = __name__
        globals()[_name] = _core.asking(_value)

_threshold = threshold  # noqa: F405

__all__ = [name for name, value in list(globals().items()) if callable(value) and not name.startswith("_")]
