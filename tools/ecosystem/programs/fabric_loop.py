"""lightning: Fabric sets up a model and its loaders, accumulates, clips, saves and loads; bfloat16's autocast"""

import tempfile

import torch
from lightning.fabric import Fabric
from show import show
from torch.utils.data import DataLoader, TensorDataset

for precision in ("32-true", "bf16-mixed"):
    fabric = Fabric(accelerator="cpu", devices=1, precision=precision)
    fabric.seed_everything(0, verbose=False)
    with fabric.init_module():
        model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.GELU(), torch.nn.Linear(8, 1))
    model, optimizer = fabric.setup(model, torch.optim.SGD(model.parameters(), 0.1))
    x = torch.randn(32, 4)
    loader = fabric.setup_dataloaders(DataLoader(TensorDataset(x, x.sum(1, keepdim=True)), 8))
    losses = []
    for index, (given, wanted) in enumerate(loader):
        with fabric.no_backward_sync(model, enabled=index % 2 == 0):
            loss = torch.nn.functional.mse_loss(model(given), wanted)
            fabric.backward(loss)
        if index % 2:
            fabric.clip_gradients(model, optimizer, max_norm=1.0)
            optimizer.step()
            optimizer.zero_grad()
        losses.append(loss.item())
    with tempfile.TemporaryDirectory() as folder:
        fabric.save(f"{folder}/kept.ckpt", {"model": model, "optimizer": optimizer, "step": 4})
        rest = fabric.load(f"{folder}/kept.ckpt", {"model": model, "optimizer": optimizer})
    show(**{precision: losses, f"{precision} kept": [rest["step"], float(fabric.all_reduce(loss).detach())]})
