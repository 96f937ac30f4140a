"""piq: measures of images as losses: SSIM, MS-SSIM, VIF, GMSD, HaarPSI, MDSI, BRISQUE-less, TV, FID of features"""

import numpy
import piq
import torch
from show import show

torch.manual_seed(0)
numpy.random.seed(0)
x = torch.rand(2, 3, 180, 180, requires_grad=True)
y = (x.detach() + 0.1 * torch.randn(2, 3, 180, 180)).clamp(0, 1)
for name in (
    "ssim",
    "multi_scale_ssim",
    "vif_p",
    "gmsd",
    "multi_scale_gmsd",
    "haarpsi",
    "mdsi",
    "psnr",
    "fsim",
    "vsi",
    "srsim",
    "dss",
    "information_weighted_ssim",
):
    value = getattr(piq, name)(x, y, data_range=1.0)
    show(**{name: value})
loss = piq.SSIMLoss()(x, y) + piq.GMSDLoss()(x, y) + piq.TVLoss()(x)
loss.backward()
show(
    gradient=x.grad.norm(),
    fid=piq.FID()(torch.randn(30, 8), torch.randn(30, 8)),
    kid=piq.KID(subset_size=20)(torch.randn(30, 8), torch.randn(30, 8)),
    gs=piq.MSID()(torch.randn(30, 8), torch.randn(30, 8)),
)
