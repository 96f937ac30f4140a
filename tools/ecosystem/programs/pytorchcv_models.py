"""pytorchcv: several of its models, forward and backward"""

import torch
from pytorchcv.model_provider import get_model
from show import show

torch.manual_seed(0)
for name in ("resnet10", "shufflenetv2_wd2", "mobilenetv2_wd4", "squeezenet_v1_1", "ghostnet"):
    net = get_model(name, pretrained=False)
    y = net(torch.randn(2, 3, 224, 224))
    y.square().mean().backward()
    show(**{name: y.mean(), f"{name} gradient": next(net.parameters()).grad.norm()})
