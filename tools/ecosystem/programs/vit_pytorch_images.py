"""vit_pytorch: ViT and SimpleViT learn eight images"""

import torch
from show import train
from vit_pytorch import SimpleViT, ViT

torch.manual_seed(0)
x, y = torch.randn(8, 3, 32, 32), torch.arange(8) % 4
given = dict(image_size=32, patch_size=8, num_classes=4, dim=32, depth=2, heads=4, mlp_dim=64)
for name, model in (("ViT", ViT(**given, dropout=0.1)), ("SimpleViT", SimpleViT(**given))):
    adam = torch.optim.Adam(model.parameters(), 1e-3)
    train(model, adam, lambda: torch.nn.functional.cross_entropy(model(x), y), 5, name)
