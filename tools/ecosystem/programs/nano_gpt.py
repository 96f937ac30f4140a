"""A GPT as nanoGPT writes it: causal attention, weight tying, groups with and without decay, clipping, a cosine schedule"""

import math

import torch
import torch.nn as nn
from show import show
from torch.nn import functional as F


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.proj = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)

    def forward(self, x):
        b, t, c = x.size()
        q, k, v = (one.view(b, t, self.heads, c // self.heads).transpose(1, 2) for one in self.qkv(x).split(c, dim=2))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.proj(y.transpose(1, 2).contiguous().view(b, t, c))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.ln_1, self.attn, self.ln_2 = nn.LayerNorm(width), Attention(width, heads), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width), nn.Dropout(0.1))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self, vocabulary, length, width=48, layers=3, heads=4):
        super().__init__()
        self.transformer = nn.ModuleDict(
            dict(
                wte=nn.Embedding(vocabulary, width),
                wpe=nn.Embedding(length, width),
                h=nn.ModuleList([Block(width, heads) for _ in range(layers)]),
                ln_f=nn.LayerNorm(width),
            )
        )
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.transformer.wte.weight = self.head.weight
        self.apply(self._init)

    def _init(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
        if isinstance(module, nn.Linear) and module.bias is not None:
            torch.nn.init.zeros_(module.bias)

    def forward(self, ids, targets):
        x = self.transformer.wte(ids) + self.transformer.wpe(torch.arange(ids.size(1), device=ids.device))
        for block in self.transformer.h:
            x = block(x)
        logits = self.head(self.transformer.ln_f(x))
        return F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))


torch.manual_seed(1337)
data = torch.tensor(list(b"Friends, Romans, countrymen, lend me your ears; " * 20))
model = GPT(128, 32)
named = dict(model.named_parameters())
groups = [
    {"params": [p for p in named.values() if p.dim() >= 2], "weight_decay": 0.1},
    {"params": [p for p in named.values() if p.dim() < 2], "weight_decay": 0.0},
]
optimizer = torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.95))
losses = []
for step in range(15):
    for group in optimizer.param_groups:
        group["lr"] = 1e-3 * 0.5 * (1 + math.cos(math.pi * step / 15))
    at = torch.randint(len(data) - 33, (8,))
    x = torch.stack([data[i : i + 32] for i in at])
    y = torch.stack([data[i + 1 : i + 33] for i in at])
    loss = model(x, y)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    losses.append(loss.item())
show(loss=losses, parameters=sum(p.numel() for p in model.parameters()))
