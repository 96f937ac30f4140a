"""captum: integrated gradients, saliency, DeepLift, GradCAM-like layer attributions, occlusion"""

import torch
from captum.attr import DeepLift, IntegratedGradients, LayerGradCam, Occlusion, Saliency
from show import show

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Conv2d(1, 4, 3, padding=1), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 64, 3)
)
x = torch.randn(2, 1, 8, 8)
show(
    integrated=IntegratedGradients(model).attribute(x, target=1, n_steps=10).sum((1, 2, 3)),
    saliency=Saliency(model).attribute(x, target=0).sum(),
    deep_lift=DeepLift(model).attribute(x, target=2).sum((1, 2, 3)),
    grad_cam=LayerGradCam(model, model[0]).attribute(x, target=1).sum(),
    occlusion=Occlusion(model).attribute(x, (1, 4, 4), strides=(1, 4, 4), target=0).sum(),
)
