"""timm: a ResNet learns eight images of 64 by 64, and a small ViT does"""

import timm
import timm.optim
import torch
from show import show, train

torch.manual_seed(0)
x, y = torch.randn(8, 3, 64, 64), torch.arange(8) % 4
for name, given in (("resnet10t", {}), ("vit_tiny_patch16_224", {"img_size": 64, "depth": 2})):
    model = timm.create_model(name, num_classes=4, **given)
    optimizer = timm.optim.create_optimizer_v2(model, opt="sgd", lr=0.05, momentum=0.9)
    train(model, optimizer, lambda: torch.nn.functional.cross_entropy(model(x), y), 4, name)
    model.eval()
    show(**{f"{name} evaluated": model(x).mean(0)})
