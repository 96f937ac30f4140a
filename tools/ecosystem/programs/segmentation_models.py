"""segmentation_models_pytorch: nine architectures on a ResNet, a Dice loss and its gradient, statistics, files, a trace"""

import tempfile

import segmentation_models_pytorch as smp
import torch
from show import show

torch.manual_seed(0)
x = torch.rand(1, 3, 128, 128)
for name in "Unet FPN DeepLabV3Plus UnetPlusPlus Linknet PSPNet MAnet PAN Segformer".split():
    show(**{name: getattr(smp, name)("resnet18", encoder_weights=None, classes=2).eval()(x).abs().mean()})
model = smp.Unet("resnet18", encoder_weights=None, classes=2)
loss = smp.losses.DiceLoss("multiclass")(model(torch.rand(2, 3, 64, 64)), torch.randint(0, 2, (2, 64, 64)))
loss.backward()
show(loss=loss, gradient=sum(one.grad.abs().sum() for one in model.parameters() if one.grad is not None))
counts = smp.metrics.get_stats(torch.randint(0, 2, (2, 1, 8, 8)), torch.randint(0, 2, (2, 1, 8, 8)), mode="binary")
show(iou=smp.metrics.iou_score(*counts, reduction="micro"))
with tempfile.TemporaryDirectory() as folder:
    model.eval().save_pretrained(folder)
    show(loaded=smp.from_pretrained(folder).eval()(x).mean(), traced=torch.jit.trace(model, x)(x).mean())
