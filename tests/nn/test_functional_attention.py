"""Attention against torch's: values, weights, gradients, masks, draws, and what it refuses."""

import numpy
import pytest
from support.built import array, assert_close, assert_equals_torch, assert_raises_as_torch
from support.oracle import LIBRARIES, refusals

L, S, N, E, HEADS = 4, 5, 2, 6, 3
Q, K, V = array((N, HEADS, L, 8), 1), array((N, HEADS, S, 8), 2), array((N, HEADS, S, 7), 3)
BIAS = array((L, S), 4)
MAY = array((L, S), 5) > -0.5
FEW_K, FEW_V = array((N, 1, S, 8), 6), array((N, 1, S, 7), 7)

PRODUCTS = {
    "plain": (lambda F, q, k, v: F.scaled_dot_product_attention(q, k, v), [Q, K, V]),
    "two dimensions": (lambda F, q, k, v: F.scaled_dot_product_attention(q[0, 0], k[0, 0], v[0, 0]), [Q, K, V]),
    "float mask": (lambda F, q, k, v, m: F.scaled_dot_product_attention(q, k, v, m), [Q, K, V, BIAS]),
    "bool mask": (lambda F, q, k, v, m: F.scaled_dot_product_attention(q, k, v, attn_mask=m), [Q, K, V, MAY]),
    "causal": (lambda F, q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), [Q, K, V]),
    "scale": (lambda F, q, k, v: F.scaled_dot_product_attention(q, k, v, scale=0.3), [Q, K, V]),
    "dropout": (lambda F, q, k, v: F.scaled_dot_product_attention(q, k, v, None, 0.4), [Q, K, V]),
    "shared heads": (
        lambda F, q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=True),
        [Q, FEW_K, FEW_V],
    ),
}


@pytest.mark.parametrize("case", PRODUCTS)
def test_scaled_dot_product_equals_torch(case):
    assert_equals_torch(*PRODUCTS[case])


QUERY, KEY, VALUE = array((L, N, E), 10), array((S, N, E), 11), array((S, N, E), 12)
WIN, BIN, WOUT, BOUT = array((3 * E, E), 13), array((3 * E,), 14), array((E, E), 15), array((E,), 16)
WEIGHTS = [WIN, BIN, WOUT, BOUT]
PADDING = numpy.array([[False, False, True, False, True], [False] * 5])
NOT = numpy.triu(numpy.ones((L, S), bool), 2)
NOT3 = numpy.stack([NOT] * (N * HEADS))
SQUARE = numpy.triu(numpy.ones((L, L), bool), 1)


def _mha(F, query, key, value, win, bin, wout, bout, bias_k=None, bias_v=None, zero=False, p=0.0, **options):
    return F.multi_head_attention_forward(
        query, key, value, E, HEADS, win, bin, bias_k, bias_v, zero, p, wout, bout, **options
    )


MASKS = {
    "no mask": {},
    "padding": {"key_padding_mask": PADDING},
    "padding as floats": {"key_padding_mask": PADDING.astype("float32")},
    "mask": {"attn_mask": NOT},
    "mask as floats": {"attn_mask": array((L, S), 17)},
    "mask for each head": {"attn_mask": NOT3},
    "both": {"attn_mask": NOT, "key_padding_mask": PADDING},
}


@pytest.mark.parametrize("need", [True, False])
@pytest.mark.parametrize("case", MASKS)
def test_masks_equal_torch(case, need):
    names, masks = list(MASKS[case]), list(MASKS[case].values())

    def run(F, *tensors):
        options = dict(zip(names, (mask.detach() for mask in tensors[7:])))
        output, weights = _mha(F, *tensors[:7], need_weights=need, **options)
        assert (weights is not None) == need
        return (output, weights) if need else output

    assert_equals_torch(run, [QUERY, KEY, VALUE, *WEIGHTS, *masks])


K1, V1 = array((1, 1, E), 20), array((1, 1, E), 21)
STATIC_K, STATIC_V = array((N * HEADS, 3, 2), 22), array((N * HEADS, 3, 2), 23)
WQ, WK, WV = array((E, E), 24), array((E, 4), 25), array((E, 3), 26)
KEY4, VALUE3 = array((S, N, 4), 27), array((S, N, 3), 28)

FORMS = {
    "each head's weights": (lambda F, *x: _mha(F, *x, average_attn_weights=False), [QUERY, KEY, VALUE, *WEIGHTS]),
    "self": (lambda F, q, *w: _mha(F, q, q, q, *w), [QUERY, *WEIGHTS]),
    "self no bias": (lambda F, q, win, wout: _mha(F, q, q, q, win, None, wout, None), [QUERY, WIN, WOUT]),
    "key is value": (lambda F, q, k, *w: _mha(F, q, k, k, *w), [QUERY, KEY, *WEIGHTS]),
    "no biases": (lambda F, q, k, v, w, o: _mha(F, q, k, v, w, None, o, None), [QUERY, KEY, VALUE, WIN, WOUT]),
    "one sample": (lambda F, q, k, v, *w: _mha(F, q[:, 0], k[:, 0], v[:, 0], *w), [QUERY, KEY, VALUE, *WEIGHTS]),
    "one sample no weights": (
        lambda F, q, k, v, m, p, *w: _mha(
            F, q[:, 0], k[:, 0], v[:, 0], *w, need_weights=False, attn_mask=m, key_padding_mask=p[0]
        )[0],
        [QUERY, KEY, VALUE, NOT3[:HEADS], PADDING, *WEIGHTS],
    ),
    "bias rows": (
        lambda F, bk, bv, m, p, *x: _mha(F, *x, bk, bv, attn_mask=m, key_padding_mask=p),
        [K1, V1, NOT, PADDING, QUERY, KEY, VALUE, *WEIGHTS],
    ),
    "zero row": (
        lambda F, m, p, *x: _mha(F, *x, zero=True, attn_mask=m, key_padding_mask=p),
        [NOT, PADDING, QUERY, KEY, VALUE, *WEIGHTS],
    ),
    "bias and zero rows no weights": (
        lambda F, bk, bv, *x: _mha(F, *x, bk, bv, True, need_weights=False)[0],
        [K1, V1, QUERY, KEY, VALUE, *WEIGHTS],
    ),
    "static": (
        lambda F, sk, sv, *x: _mha(F, *x, static_k=sk, static_v=sv),
        [STATIC_K, STATIC_V, QUERY, KEY, VALUE, *WEIGHTS],
    ),
    "separate": (
        lambda F, q, k, v, wq, wk, wv, b, wo, bo: _mha(
            F, q, k, v, None, b, wo, bo,
            use_separate_proj_weight=True, q_proj_weight=wq, k_proj_weight=wk, v_proj_weight=wv,
        ),
        [QUERY, KEY4, VALUE3, WQ, WK, WV, BIN, WOUT, BOUT],
    ),
    "dropout": (lambda F, *x: _mha(F, *x, p=0.4), [QUERY, KEY, VALUE, *WEIGHTS]),
    "dropout no weights": (lambda F, *x: _mha(F, *x, p=0.4, need_weights=False)[0], [QUERY, KEY, VALUE, *WEIGHTS]),
    "dropout off": (lambda F, *x: _mha(F, *x, p=0.4, training=False), [QUERY, KEY, VALUE, *WEIGHTS]),
    "causal": (
        lambda F, m, q, *w: _mha(F, q, q, q, *w, attn_mask=m, is_causal=True),
        [SQUARE, QUERY, *WEIGHTS],
    ),
    "causal no weights": (
        lambda F, m, q, *w: _mha(F, q, q, q, *w, attn_mask=m, is_causal=True, need_weights=False)[0],
        [SQUARE, QUERY, *WEIGHTS],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FORMS)
def test_multi_head_equals_torch(case):
    assert_equals_torch(*FORMS[case])


def test_masks_of_two_kinds_warn_as_torch():
    results = []
    for library in LIBRARIES:
        tensors = [library.from_numpy(x) for x in (QUERY, KEY, VALUE, *WEIGHTS)]
        masks = {"key_padding_mask": library.from_numpy(PADDING), "attn_mask": library.zeros(L, S)}
        with pytest.warns(UserWarning, match="mismatched key_padding_mask and attn_mask"):
            results.append(_mha(library.nn.functional, *tensors, **masks))
    assert_close(*results, atol=1e-5)


ALL = [QUERY, KEY, VALUE, *WEIGHTS]
BAD = {
    RuntimeError: {
        "causal with mask": (
            lambda F, q, k, v, m: F.scaled_dot_product_attention(q, k, v, m, is_causal=True),
            [Q, K, V, BIAS],
            "attn_mask",
        ),
        "heads": (
            lambda F, q, k, v: F.scaled_dot_product_attention(q, k, v),
            [Q, K[:, :2], V[:, :2]],
            "(?i)size|shape",
        ),
        "attn_mask 2-D": (lambda F, m, *x: _mha(F, *x, attn_mask=m[:, 1:]), [NOT, *ALL], "shape of the 2D attn_mask"),
        "attn_mask 3-D": (lambda F, m, *x: _mha(F, *x, attn_mask=m[1:]), [NOT3, *ALL], "shape of the 3D attn_mask"),
        "is_causal": (
            lambda F, *x: _mha(F, *x, is_causal=True),
            ALL,
            "Need attn_mask if specifying the is_causal hint",
        ),
    },
    (AssertionError, ValueError): {
        "query": (lambda F, q, *x: _mha(F, q[0, 0], *x), ALL, "received 1-D query"),
        "key": (lambda F, q, k, *x: _mha(F, q, k[0], *x), ALL, "expected `key` and `value` to be 3-D"),
        "key unbatched": (lambda F, q, *x: _mha(F, q[0], *x), ALL, "expected `key` and `value` to be 2-D"),
        "key_padding_mask": (
            lambda F, q, *x: _mha(F, q, *x, key_padding_mask=q),
            ALL,
            "expected `key_padding_mask` to be `None` or 2-D",
        ),
        "key_padding_mask unbatched": (
            lambda F, q, k, v, *x: _mha(F, q[0], k[0], v[0], *x, key_padding_mask=q),
            ALL,
            "`None` or 1-D",
        ),
        "key_padding_mask dtype": (
            lambda F, p, *x: _mha(F, *x, key_padding_mask=p.long()),
            [PADDING, *ALL],
            "types of key_padding_mask",
        ),
        "key_padding_mask batch": (
            lambda F, p, *x: _mha(F, *x, key_padding_mask=p[:1]),
            [PADDING, *ALL],
            r"shape\[0\] to be 2, but got 1",
        ),
        "key_padding_mask length": (
            lambda F, p, *x: _mha(F, *x, key_padding_mask=p[:, 1:]),
            [PADDING, *ALL],
            r"shape\[1\] to be 5, but got 4",
        ),
        "attn_mask dims": (
            lambda F, q, *x: _mha(F, q, *x, attn_mask=q[0, 0]),
            ALL,
            "`attn_mask`.*2-D or 3-D.*found 1-D",
        ),
        "attn_mask unbatched": (
            lambda F, m, q, k, v, *x: _mha(F, q[:, 0], k[:, 0], v[:, 0], *x, attn_mask=m),
            [NOT3, *ALL],
            "Expected `attn_mask` shape to be",
        ),
        "attn_mask dtype": (lambda F, m, *x: _mha(F, *x, attn_mask=m.long()), [NOT, *ALL], "types of attn_mask"),
        "embed_dim": (
            lambda F, q, k, v, *x: _mha(F, q[..., 1:], k, v, *x),
            ALL,
            "expecting embedding dimension of 6, but got 5",
        ),
        "num_heads": (
            lambda F, q, k, v, a, b, c, d: F.multi_head_attention_forward(
                q, k, v, E, 4, a, b, None, None, False, 0.0, c, d
            ),
            ALL,
            "embed_dim 6 not divisible by num_heads 4",
        ),
        "key and value": (lambda F, q, k, *x: _mha(F, q, k[1:], *x), ALL, "key shape .* does not match value shape"),
        "separate lengths": (
            lambda F, q, k, *x: _mha(F, q, k[1:], *x, use_separate_proj_weight=True),
            ALL,
            "sequence and batch dims",
        ),
        "no weight": (lambda F, q, k, v, a, *x: _mha(F, q, k, v, None, *x), ALL, "in_proj_weight is None"),
        "no separate weight": (
            lambda F, *x: _mha(F, *x, use_separate_proj_weight=True, q_proj_weight=x[5]),
            ALL,
            "k_proj_weight is None",
        ),
        "separate weight": (
            lambda F, *x: _mha(
                F, *x, use_separate_proj_weight=True, q_proj_weight=x[5], k_proj_weight=x[5][1:], v_proj_weight=x[5]
            ),
            ALL,
            "expecting k",
        ),
        "separate bias": (
            lambda F, q, k, v, a, b, c, d: _mha(
                F,
                q,
                k,
                v,
                a,
                b[3:],
                c,
                d,
                use_separate_proj_weight=True,
                q_proj_weight=c,
                k_proj_weight=c,
                v_proj_weight=c,
            ),
            ALL,
            "bias",
        ),
        "bias_k alone": (lambda F, b, *x: _mha(F, *x, b), [K1, *ALL], "bias_k is set but bias_v is None"),
        "bias_v alone": (lambda F, b, *x: _mha(F, *x, None, b), [V1, *ALL], "bias_v is set but bias_k is None"),
        "bias and static_k": (lambda F, b, s, *x: _mha(F, *x, b, b, static_k=s), [K1, STATIC_K, *ALL], "static"),
        "bias and static_v": (lambda F, b, s, *x: _mha(F, *x, b, b, static_v=s), [K1, STATIC_V, *ALL], "static"),
        "static_k": (
            lambda F, s, *x: _mha(F, *x, static_k=s[1:]),
            [STATIC_K, *ALL],
            r"expecting static_k.size\(0\) of 6",
        ),
        "static_v": (lambda F, s, *x: _mha(F, *x, static_v=s[..., 1:]), [STATIC_V, *ALL], r"static_v.size\(2\) of 2"),
    },
}


@pytest.mark.parametrize("case, raises", refusals(BAD))
def test_bad_arguments_raise_as_torch(case, raises):
    assert_raises_as_torch(*case, raises)
