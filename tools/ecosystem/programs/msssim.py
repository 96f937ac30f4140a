"""pytorch_msssim: SSIM and its multi-scale form as losses"""

import torch
from pytorch_msssim import MS_SSIM, ssim
from show import show

torch.manual_seed(0)
x, y = torch.rand(1, 3, 176, 176, requires_grad=True), torch.rand(1, 3, 176, 176)
loss = 1 - ssim(x, y, data_range=1.0) + MS_SSIM(data_range=1.0)(x, y)
loss.backward()
show(loss=loss, gradient=x.grad.abs().sum())
