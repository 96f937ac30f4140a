"""Compiles two models with torch, into one package: a process of its own, since compiling imports half of torch.

    python tests/inductor/compiling.py FOLDER

leaves FOLDER/models.pt2, FOLDER/weights.pt, FOLDER/expected.pt and FOLDER/exported.pt2.
"""

import sys
import warnings
from pathlib import Path

import torch
from torch._inductor import aot_compile  # noqa: F401 (what is compiled needs it loaded)
from torch._inductor.package import package_aoti


class Model(torch.nn.Module):
    """A perceptron whose arguments and results are nested."""

    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(4, 32), torch.nn.Linear(32, 16)

    def forward(self, pair, *, scale):
        x, shift = pair
        y = self.second(torch.relu(self.first(x)))
        return {"y": y * scale, "rest": (y.sum(), [shift + 1])}


class Double(torch.nn.Module):
    def forward(self, x):
        return x * 2


def main(folder):
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    model, x, shift, scale = Model().eval(), torch.randn(5, 4), torch.arange(3), torch.tensor(1.5)
    batch = torch.export.Dim("batch", min=2, max=64)
    sizes = {"pair": ({0: batch}, None), "scale": None}
    exported = torch.export.export(model, ((x, shift),), {"scale": scale}, dynamic_shapes=sizes)
    torch.export.save(exported, folder / "exported.pt2")
    programs = {"model": exported, "double": torch.export.export(Double(), (torch.ones(3),))}
    options = {"aot_inductor.package": True}
    files = {
        name: torch._inductor.aot_compile(one.module(), *one.example_inputs, options=options)
        for name, one in programs.items()
    }
    package_aoti(str(folder / "models.pt2"), files)
    torch.save(model.state_dict(), folder / "weights.pt")
    torch.save([[x, shift, scale], model((x, shift), scale=scale)], folder / "expected.pt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
