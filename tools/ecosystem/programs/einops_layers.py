"""einops: an MLP-mixer of its layers, trained; rearrange, reduce, einsum, pack"""

import torch
from einops import einsum, pack, rearrange, reduce, repeat, unpack
from einops.layers.torch import EinMix, Rearrange, Reduce
from show import show, train

torch.manual_seed(0)
x = torch.randn(8, 3, 16, 16)
patches = rearrange(x, "b c (h p) (w q) -> b (h w) (p q c)", p=4, q=4)
show(reduced=reduce(x, "b c h w -> c", "mean"), product=einsum(patches, patches, "b i d, b j d -> b i j").sum())
packed, shapes = pack([patches, repeat(patches[:, 0], "b d -> b 2 d")], "b * d")
show(unpacked=unpack(packed, shapes, "b * d")[1].sum())
model = torch.nn.Sequential(
    Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=4, q=4),
    EinMix("b t c -> b t d", weight_shape="c d", bias_shape="d", c=48, d=32),
    torch.nn.GELU(),
    EinMix("b t d -> b u d", weight_shape="t u", t=16, u=16),
    Reduce("b t d -> b d", "mean"),
    torch.nn.Linear(32, 5),
)
y = torch.arange(8) % 5
train(model, torch.optim.Adam(model.parameters(), 1e-2), lambda: torch.nn.functional.cross_entropy(model(x), y), 8)
