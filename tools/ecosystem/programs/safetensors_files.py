"""safetensors: a model's weights are written and read, also half precision and shared ones"""

import os
import tempfile

import torch
from safetensors.torch import load_file, load_model, save_file, save_model
from show import show

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 3))
model[1].weight = model[0].weight
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "x.safetensors")
    save_file({"a": torch.arange(6.0).view(2, 3), "b": torch.ones(2, dtype=torch.bfloat16)}, path, {"by": "us"})
    found = load_file(path)
    show(names=sorted(found), a=found["a"], b=str(found["b"].dtype))
    save_model(model, path)
    other = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 3))
    other[1].weight = other[0].weight
    show(missing=str(load_model(other, path)), weight=other[1].weight)
