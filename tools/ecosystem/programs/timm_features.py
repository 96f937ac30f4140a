"""timm: features of several depths, its transforms and mixup, losses, an averaged model, optimizers and schedules"""

import numpy
import timm
import torch
from PIL import Image
from show import show, train
from timm.data import Mixup, create_transform, resolve_data_config
from timm.loss import LabelSmoothingCrossEntropy, SoftTargetCrossEntropy
from timm.optim import create_optimizer_v2
from timm.scheduler import CosineLRScheduler
from timm.utils import ModelEmaV3

torch.manual_seed(0)
numpy.random.seed(0)
x, y = torch.rand(4, 3, 64, 64), torch.arange(4)
for name in ("mobilenetv3_small_050", "convnext_atto", "efficientnet_lite0", "mixer_s32_224", "regnetx_002"):
    given = {"img_size": 64} if "mixer" in name else {}
    model = timm.create_model(name, num_classes=4, **given)
    optimizer = create_optimizer_v2(model, opt="adamw", lr=1e-3, weight_decay=0.05)
    train(model, optimizer, lambda: LabelSmoothingCrossEntropy(0.1)(model(x), y), 2, name)
    if "mixer" not in name:
        features = timm.create_model(name, features_only=True)
        show(**{f"{name} features": [float(one.mean().detach()) for one in features(x)]})
picture = Image.fromarray((x[0].permute(1, 2, 0) * 255).to(torch.uint8).numpy())
settings = resolve_data_config({"input_size": (3, 32, 32)}, model=model)
torch.manual_seed(0)
show(transformed=create_transform(**settings)(picture).mean((1, 2)))
model = timm.create_model("resnet10t", num_classes=4)
average, optimizer = ModelEmaV3(model, decay=0.9), create_optimizer_v2(model, opt="lamb", lr=1e-3)
schedule = CosineLRScheduler(optimizer, t_initial=4, warmup_t=1, warmup_lr_init=1e-4)
mixed, targets = Mixup(mixup_alpha=0.2, label_smoothing=0.1, num_classes=4)(x, y)
for step in range(3):
    train(model, optimizer, lambda: SoftTargetCrossEntropy()(model(mixed), targets), 1, f"step {step}")
    average.update(model), schedule.step(step + 1)
show(
    rate=optimizer.param_groups[0]["lr"],
    averaged=average.module.eval()(x).mean(0),
    models=len(timm.list_models("*resnet*")) > 50,
)
