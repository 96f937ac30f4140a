"""monai: a U-Net learns masks with its Dice loss, transforms, MetaTensors, sliding windows, metrics, attention's U-Net"""

import numpy
import torch
from monai.data import DataLoader, Dataset, MetaTensor
from monai.inferers import sliding_window_inference
from monai.losses import DiceCELoss
from monai.metrics import DiceMetric
from monai.networks.nets import AttentionUnet, UNet
from monai.transforms import Compose, EnsureType, RandFlip, RandRotate90, Resize, ScaleIntensity, Spacing
from monai.utils import set_determinism
from show import show

set_determinism(0)
net = UNet(spatial_dims=2, in_channels=1, out_channels=2, channels=(8, 16, 32), strides=(2, 2), num_res_units=1)
changes = Compose([ScaleIntensity(), RandFlip(0.5, 0), RandRotate90(0.5), EnsureType()])
images = [numpy.random.rand(1, 32, 32).astype("float32") for _ in range(4)]
optimizer, loss = torch.optim.Adam(net.parameters(), 1e-2), DiceCELoss(to_onehot_y=True, softmax=True)
losses = []
for batch in DataLoader(Dataset(images, changes), batch_size=2, num_workers=0):
    optimizer.zero_grad()
    value = loss(net(batch), (batch > 0.5).as_tensor().long())
    value.backward()
    optimizer.step()
    losses.append(float(value))
show(losses=losses, windows=sliding_window_inference(torch.rand(1, 1, 48, 48), (32, 32), 2, net.eval()).sum())
dice = DiceMetric()
dice(torch.rand(2, 2, 8, 8).round(), torch.rand(2, 2, 8, 8).round())
image = MetaTensor(torch.rand(1, 8, 8))
show(dice=dice.aggregate(), kinds=[type(one).__name__ for one in (image + 1, image[0], batch)])
show(resized=Resize((16, 16))(image).sum(), spaced=list(Spacing((2.0, 2.0))(image).shape))
show(attention=AttentionUnet(2, 1, 2, (8, 16), (2,))(torch.rand(1, 1, 16, 16)).mean())
