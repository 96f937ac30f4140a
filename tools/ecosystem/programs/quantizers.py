"""vector_quantize_pytorch, local_attention, rotary_embedding_torch, ema_pytorch: codebooks, windows, averages"""

import torch
from ema_pytorch import EMA
from local_attention import LocalAttention
from rotary_embedding_torch import RotaryEmbedding
from show import show, train
from vector_quantize_pytorch import VectorQuantize

torch.manual_seed(0)
x = torch.randn(2, 32, 16)
encoder, quantizer = torch.nn.Linear(16, 16), VectorQuantize(dim=16, codebook_size=8, use_cosine_sim=True)
ema = EMA(encoder, beta=0.9, update_after_step=0, update_every=1)


def loss():
    found, _, commitment = quantizer(encoder(x))
    ema.update()
    return (found - x).pow(2).mean() + commitment.sum()


train(encoder, torch.optim.Adam(encoder.parameters(), 1e-2), loss, 5)
attention, rotary = LocalAttention(dim=16, window_size=8, causal=True), RotaryEmbedding(dim=8)
q = x.view(2, 1, 32, 16)
show(local=attention(q, q, q).sum((1, 2)), rotated=rotary.rotate_queries_or_keys(q).sum(), ema=ema.ema_model.weight.sum())
