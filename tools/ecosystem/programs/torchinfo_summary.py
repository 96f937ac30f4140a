"""torchinfo: the summary of a model, by its forward hooks"""

import torch
import torchinfo
from show import show

model = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.BatchNorm2d(8), torch.nn.ReLU(), torch.nn.LazyLinear(4))
found = torchinfo.summary(model, input_size=(2, 3, 8, 8), verbose=0)
show(text=str(found), parameters=found.total_params, operations=found.total_mult_adds)
