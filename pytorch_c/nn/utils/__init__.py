"""Helpers around modules and their parameters, under the names of torch.nn.utils."""

from ..._borrowed import lazy
from . import rnn
from .clip_grad import (
    clip_grad_norm,
    clip_grad_norm_,
    clip_grad_value_,
    clip_grads_with_norm_,
    get_total_norm,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import stateless
    from .convert_parameters import parameters_to_vector, vector_to_parameters
    from .fusion import fuse_conv_bn_eval, fuse_conv_bn_weights, fuse_linear_bn_eval, fuse_linear_bn_weights
    from .init import skip_init
    from .memory_format import convert_conv2d_weight_memory_format, convert_conv3d_weight_memory_format

__all__ = [
    "clip_grad_norm",
    "clip_grad_norm_",
    "clip_grad_value_",
    "clip_grads_with_norm_",
    "convert_conv2d_weight_memory_format",
    "convert_conv3d_weight_memory_format",
    "fuse_conv_bn_eval",
    "fuse_conv_bn_weights",
    "fuse_linear_bn_eval",
    "fuse_linear_bn_weights",
    "get_total_norm",
    "parameters_to_vector",
    "rnn",
    "skip_init",
    "stateless",
    "vector_to_parameters",
]

__getattr__, __dir__ = lazy.names(__name__)  # parametrize, weight_norm, …
