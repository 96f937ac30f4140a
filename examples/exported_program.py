"""A small convolutional network, exported with a batch of any size, in an archive that any language runs.

python examples/exported_program.py model.pt    # then cshim/examples/script.c, or bindings/go/example/script
"""

import sys

import pytorch_c as torch
from pytorch_c import nn


def main(path):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(64, 2)).eval()
    images = torch.ones(2, 3, 6, 6)
    program = torch.export.export(model, (images,), dynamic_shapes=({0: torch.export.Dim("batch")},))
    archive = torch.jit.trace(program.module(), (images,))
    archive.save(path)
    batch = torch.ones(5, 3, 6, 6)
    given = archive(batch).double()
    print(f"Tensor({', '.join(map(str, given.shape))}) {given.sum().item():.6g} {given.square().sum().item():.6g}")
    print((given - model(batch)).abs().max().item())


if __name__ == "__main__":
    main(*sys.argv[1:] or ["model.pt"])
