"""efficientnet_pytorch: EfficientNet-B0 on small images, forward, backward, and two steps"""

import torch
from efficientnet_pytorch import EfficientNet
from show import train

torch.manual_seed(0)
model = EfficientNet.from_name("efficientnet-b0", num_classes=4, image_size=32)
x, y = torch.randn(2, 3, 32, 32), torch.tensor([1, 3])
train(model, torch.optim.SGD(model.parameters(), 0.01), lambda: torch.nn.functional.cross_entropy(model(x), y), 2)
