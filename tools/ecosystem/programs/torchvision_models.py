"""torchvision: its own ResNet, MobileNet, EfficientNet, RegNet, ConvNeXt, ViT and Swin learn four images; transforms v2"""

import torch
import torchvision
from show import show, train
from torchvision.transforms import v2

torch.manual_seed(0)
images = torch.randint(0, 256, (4, 3, 72, 80), dtype=torch.uint8)
transform = v2.Compose([v2.CenterCrop(64), v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.5] * 3, [0.25] * 3)])
x, y = transform(images), torch.arange(4)
show(transformed=x.mean((0, 2, 3)))
resized = v2.functional.resize(images, [40, 44], antialias=True)
show(resized=resized.float().mean(), flipped=v2.functional.horizontal_flip(images).float()[0, 0, 0, :3])
for name in (
    "resnet18",
    "mobilenet_v3_small",
    "efficientnet_b0",
    "regnet_y_400mf",
    "convnext_tiny",
    "swin_t",
    "squeezenet1_1",
):
    model = getattr(torchvision.models, name)(num_classes=4)
    sgd = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    train(model, sgd, lambda: torch.nn.functional.cross_entropy(model(x), y), 2, name)
    model.eval()
    show(**{f"{name} evaluated": model(x).mean(0)})
model = torchvision.models.VisionTransformer(64, 16, 2, 2, 32, 64, num_classes=4)
train(
    model, torch.optim.AdamW(model.parameters(), 1e-3), lambda: torch.nn.functional.cross_entropy(model(x), y), 3, "ViT"
)
