"""MultiheadAttention and transformers against torch's: masks, kernels for evaluation, steps of training, refusals."""

import math

import pytest
import torch
from support.built import array, assert_close, build_both
from support.oracle import LIBRARIES, outcomes, same_outcome

import pytorch_c

BATCH, LENGTH, WIDTH = 3, 5, 8


def tensors(t, batch_first=True):
    """Returns what codes may name: x and y (batches), s (alone), b and f (bool and float masks), p and q (paddings)."""
    shape = (BATCH, LENGTH, WIDTH) if batch_first else (LENGTH, BATCH, WIDTH)
    causal = t.nn.Transformer.generate_square_subsequent_mask(LENGTH)
    padding = t.zeros(BATCH, LENGTH, dtype=t.bool)
    padding[0, 3:] = padding[2, 4:] = True
    holes = t.zeros(BATCH, LENGTH, dtype=t.bool)
    holes[1, 2] = holes[2, 0] = True
    return {
        "t": t,
        "x": t.from_numpy(array(shape)),
        "y": t.from_numpy(array(shape, 1)),
        "s": t.from_numpy(array(shape[1:])),
        "f": causal,
        "b": causal == -math.inf,
        "p": padding,
        "q": holes,
        "h": t.from_numpy(array((6, 5, 5), 4)),
    }


ATTENTION = "MultiheadAttention(8, 2, batch_first=True)"
ENCODER = "TransformerEncoderLayer(8, 2, 12, batch_first=True, dropout=0.3)"
DECODER = "TransformerDecoderLayer(8, 2, 12, batch_first=True, dropout=0.3)"
STACK = f"TransformerEncoder(t.nn.{ENCODER}, 2)"

# (what is built, how it is called)
CALLS = [
    *((ATTENTION, f"x, x, x, {more}") for more in (
        "need_weights=False", "average_attn_weights=False", "key_padding_mask=p", "attn_mask=b", "attn_mask=f",
        "key_padding_mask=p, attn_mask=b", "attn_mask=h, need_weights=False", "attn_mask=f, is_causal=True",
        "attn_mask=b, is_causal=True, need_weights=False", "key_padding_mask=p, attn_mask=f",
    )),
    (ATTENTION, "x, y, y, key_padding_mask=q"),
    (ATTENTION, "s, s, s, attn_mask=b"),
    ("MultiheadAttention(8, 2)", "x, x, y"),
    ("MultiheadAttention(8, 1, batch_first=True)", "x, x, x"),
    ("MultiheadAttention(8, 2, batch_first=True, bias=False)", "x, x, x"),
    *((code, call) for code in (
        ENCODER,
        ENCODER[:-1] + ", activation='gelu', norm_first=True)",
        ENCODER[:-1] + ", activation=t.nn.GELU())",
        ENCODER[:-1] + ", activation=t.tanh, layer_norm_eps=0.1)",
    ) for call in ("x", "x, b", "x, src_key_padding_mask=p", "x, f, is_causal=True")),
    ("TransformerEncoderLayer(8, 2, 12)", "x"),
    (ENCODER, "s, f"),
    (ENCODER, "x, b, p"),
    *((DECODER, call) for call in (
        "x, y", "x, y, tgt_mask=b", "x, y, f, tgt_is_causal=True", "x, y, memory_key_padding_mask=p", "s, s",
        "x, y, None, b, q, p",
    )),
    *((STACK, call) for call in (
        "x", "x, f", "x, b", "x, f, is_causal=False", "x, src_key_padding_mask=p", "x, src_key_padding_mask=q", "s",
        "x, b, p", "x, f, is_causal=True",
    )),
    (STACK[:-1] + ", norm=t.nn.LayerNorm(8), mask_check=False)", "x, src_key_padding_mask=p"),
    (STACK[:-1] + ", enable_nested_tensor=False)", "x, src_key_padding_mask=p"),
    (f"TransformerDecoder(t.nn.{DECODER}, 2, t.nn.LayerNorm(8))", "x, y, tgt_mask=f"),
    (f"TransformerDecoder(t.nn.{DECODER}, 2)", "s, s, tgt_mask=b"),
    ("Transformer(8, 2, 2, 2, 12, batch_first=True)", "x, y"),
    ("Transformer(8, 2, 2, 2, 12, batch_first=True)", "x, y, tgt_mask=f, src_key_padding_mask=p"),
    ("Transformer(8, 2, 1, 1, 12, custom_encoder=t.nn.Bilinear(8, 8, 8))", "s, s"),
]  # fmt: skip


def built(code):
    return build_both(lambda t: eval(f"t.nn.{code}", {"t": t}))


def called(t, module, call):
    t.manual_seed(5)
    result = eval(f"module({call})", {**tensors(t), "module": module})
    return [one for one in (result if isinstance(result, tuple) else (result,)) if one is not None]


@pytest.mark.filterwarnings("ignore:.*nested tensor.*", "ignore:enable_nested_tensor", "ignore:.*mismatched")
@pytest.mark.parametrize("mode", ["train", "eval", "inference"])
@pytest.mark.parametrize("code, call", CALLS)
def test_calls_equal_torch(code, call, mode):
    """In inference through libtorch's fused kernels, where torch takes them."""
    if "custom_encoder" in code:
        call = "s, s"
    found = []
    for t, module in zip(LIBRARIES, built(code)):
        module.train(mode == "train")
        if "custom_encoder" in code:
            module.encoder.forward = lambda x, **_: x * 2
        with t.set_grad_enabled(mode != "inference"):
            results = called(t, module, call)
        gradients = []
        if mode != "inference":
            results[0].nan_to_num().pow(2).sum().backward()
            gradients = [one.grad for one in module.parameters() if one.grad is not None]
        found.append([results, gradients])
    assert_close(*found, atol=2e-5)


@pytest.mark.parametrize("code", [ATTENTION, ENCODER, STACK])
def test_the_fused_kernels_are_used_and_can_be_turned_off(code, monkeypatch):
    from pytorch_c import _ops
    from pytorch_c.nn.modules import _fast_path

    name = "_native_multi_head_attention" if "Multi" in code else "_transformer_encoder_layer_fwd"
    kernel, seen = getattr(_ops, name), []
    monkeypatch.setattr(_ops, name, lambda *args: seen.append(name) or kernel(*args))
    module = built(code)[0].eval()
    call = "x, x, x" if "Multi" in code else "x"
    with pytorch_c.no_grad():
        called(pytorch_c, module, call)
        assert seen
        seen.clear()
        _fast_path.set_fastpath_enabled(False)
        try:
            called(pytorch_c, module, call)
        finally:
            _fast_path.set_fastpath_enabled(True)
        if "Multi" not in code:
            module.register_forward_hook(lambda *_: None)
            called(pytorch_c, module, call) if code == ENCODER else None  # a hook would be passed over
    called(pytorch_c, module, call)  # gradients are asked for
    assert not seen


def test_training_follows_torch():
    losses = []
    for t, module in zip(LIBRARIES, built("Transformer(8, 2, 1, 1, 12, batch_first=True, activation='gelu')")):
        step = t.optim.Adam(module.parameters(), lr=0.01)
        names, history = tensors(t), []
        t.manual_seed(2)  # for dropout
        for _ in range(10):
            step.zero_grad()
            loss = t.nn.functional.mse_loss(module(names["x"], names["y"], tgt_mask=names["f"]), names["x"])
            loss.backward()
            step.step()
            history.append(loss.item())
        losses.append(history)
    assert losses[0] == pytest.approx(losses[1], rel=1e-4)
    assert losses[0][-1] < losses[0][0]


REFUSED = {
    "MultiheadAttention(0, 1)": ValueError,
    "MultiheadAttention(8, 0)": ValueError,
    "MultiheadAttention(8, 3)": (AssertionError, ValueError),
    "MultiheadAttention(8, 2)(x, x[..., :4], x)": (AssertionError, ValueError),
    "MultiheadAttention(8, 2)(x, x, x, is_causal=True)": RuntimeError,
    "MultiheadAttention(8, 2)(x, x, x, attn_mask=f[:2])": RuntimeError,
    "TransformerEncoderLayer(8, 2, activation='tanh')": RuntimeError,
    "Transformer(8, 2, 1, 1, 12)(x, y[:, :2])": RuntimeError,
    "Transformer(8, 2, 1, 1, 12, batch_first=True)(x, y[:2])": RuntimeError,
    "Transformer(8, 2, 1, 1, 12)(x, y[..., :4])": RuntimeError,
}


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("code", REFUSED)
def test_bad_arguments_are_refused_as_in_torch(code):
    ours, theirs = outcomes(lambda t: eval(f"t.nn.{code}", tensors(t, batch_first="batch_first" in code)))
    same_outcome(ours, theirs, code, REFUSED[code], text=False)


def test_why_no_nested_tensors_is_said_as_in_torch():
    for more in ("", ", norm_first=True", ", bias=False", ", activation=t.tanh"):
        code = f"TransformerEncoder(t.nn.TransformerEncoderLayer(8, 1, 12, batch_first={bool(more)}{more}), 1)"
        ours, theirs = outcomes(lambda t, code=code: repr(eval(f"t.nn.{code}", {"t": t})))
        same_outcome(ours, theirs, code, None)
    assert issubclass(torch.nn.ReLU6, torch.nn.Hardtanh) and issubclass(pytorch_c.nn.ReLU6, pytorch_c.nn.Hardtanh)
