"""loralib: low-rank layers are trained, merged, and saved alone"""

import loralib as lora
import torch
from show import show, train

torch.manual_seed(0)
net = torch.nn.Sequential(
    lora.Embedding(10, 8, r=2),
    lora.Linear(8, 16, r=4, lora_alpha=8),
    torch.nn.ReLU(),
    lora.MergedLinear(16, 12, r=2, enable_lora=[True, False, True]),
)
lora.mark_only_lora_as_trainable(net)
x = torch.randint(0, 10, (6, 5))
train(
    net,
    torch.optim.Adam([p for p in net.parameters() if p.requires_grad], 0.01),
    lambda: (net(x) - 1).square().mean(),
    5,
)
net.eval()
conv = lora.Conv2d(3, 4, 3, r=2)
show(merged=net(x)[0, 0], names=sorted(lora.lora_state_dict(net)), conv=conv(torch.randn(1, 3, 6, 6)).mean((0, 2, 3)))
