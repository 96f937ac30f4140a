"""Attention by single kernels, and whole layers of transformers."""

import pytest

import pytorch_c

from .family import operators_of
from .runner import BASE, SCHEMAS, row
from .samples import Builder, F, V

# Two sequences of three steps, four features, two heads.
X, QKV, PROJECTION = F(2, 3, 4), (F(12, 4), F(12)), (F(4, 4), F(4))
NORMS, FEED = (F(4),) * 4, (F(8, 4), F(8), F(4, 8), F(4))
PADDED = V([[False, False, True], [False, True, True]])


def layers():
    """For inference: they have no gradients."""
    yield row("_native_multi_head_attention", X, X, X, 4, 2, *QKV, *PROJECTION)
    yield row("_native_multi_head_attention", X, X, X, 4, 2, *QKV, *PROJECTION, None, True, False)
    yield row("_native_multi_head_attention", X, X, X, 4, 2, *QKV, *PROJECTION, PADDED, mask_type=1)
    yield row("_native_multi_head_attention", X, X, X, 4, 2, *QKV, *PROJECTION, need_weights=False)
    for gelu, first in ((False, False), (True, True)):
        yield row("_transformer_encoder_layer_fwd", X, 4, 2, *QKV, *PROJECTION, gelu, first, 1e-5, *NORMS, *FEED)
    yield row(
        "_transformer_encoder_layer_fwd", X, 4, 2, *QKV, *PROJECTION, False, False, 1e-5, *NORMS, *FEED, PADDED, 1
    )


def on_cuda():
    """Returns what libtorch has for CUDA alone."""
    x = F(2, 3, 2, 8).of("float16")
    starts, scale = V([0, 3, 6], "int32"), {"scale": 0.5}
    flags, nine = (False, False), (0.0, False, False)
    scales = (V([1.0]),) * 3
    yield row("_efficient_attention_forward", x, x, x, None, None, None, None, None, 0.0, 0, True, **scale)
    yield row("_flash_attention_forward", x, x, x, starts, starts, 3, 3, 0.0, *flags, **scale)
    yield row("_flash_attention_forward.quantized", x, x, x, None, None, 3, 3, 0.0, *flags, *scales, **scale)
    yield row("_flash_attention_forward_no_dropout_inplace", x, x, x, x, None, None, 3, 3, 0.0, *flags, **scale)
    yield row("_flash_attention_backward", x, x, x, x, x, F(2, 2, 3), starts, starts, 3, 3, 0.0, False, V([1]), V([1]))
    yield row("_scaled_dot_product_flash_attention", x, x, x, *nine, **scale)
    yield row("_scaled_dot_product_flash_attention.quantized", x, x, x, *scales, *nine, **scale)


ROWS = [one.fixed().no_grad().by_schema() for one in layers()]
ROWS += [one.no_grad().refused() for one in on_cuda()]

test_op = operators_of("attention")


@pytest.mark.parametrize("op", ["_native_multi_head_attention", "_transformer_encoder_layer_fwd"])
def test_layer_without_heads_is_refused(op):
    given = Builder(pytorch_c, BASE, False)
    args = list(given.build(next(one for one in ROWS if one.op == op).args))
    args[[arg.name for arg in SCHEMAS[op].args].index("embed_dim") + 1] = 0
    with pytest.raises(ValueError, match="num_heads?': at least 1 is needed"):
        getattr(pytorch_c, op)(*args)
