"""kornia: filters, colors, warps and a differentiable augmentation"""

import kornia
import torch
from show import show

torch.manual_seed(0)
x = torch.rand(1, 3, 24, 24, requires_grad=True)
blurred = kornia.filters.gaussian_blur2d(x, (5, 5), (1.5, 1.5))
warped = kornia.geometry.transform.rotate(blurred, torch.tensor([30.0]))
edges = kornia.filters.sobel(kornia.color.rgb_to_grayscale(warped))
edges.sum().backward()
show(edges=edges.sum(), gradient=x.grad.abs().sum(), hsv=kornia.color.rgb_to_hsv(x).sum(), canny=kornia.filters.canny(x)[0].sum())
augment = kornia.augmentation.AugmentationSequential(
    kornia.augmentation.RandomHorizontalFlip(p=0.5), kornia.augmentation.RandomAffine(15.0, p=1.0), data_keys=["input"]
)
show(augmented=augment(x.detach()).sum())
