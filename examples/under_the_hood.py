"""Programs as data: a function is traced, one with a loop and a branch is compiled, both are printed, saved and read again.

After the listings of Christian Perone's "PyTorch under the hood". The files are read by torch, by the C library
(cshim/include/pytorch_c/jit/jit.h) and by the bindings as well.

    python examples/under_the_hood.py [FOLDER]
"""

import sys
from pathlib import Path

import pytorch_c as torch


def scaled(x, y):
    return 2 * x + y


@torch.jit.script
def branching(x, times: int):
    for i in range(times):
        if bool(x.mean() > 1.0):
            x = x.relu() - i
        else:
            x = x * 2
    return x


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 2)

    def forward(self, x):
        return torch.softmax(self.linear(x), dim=1)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)

    traced = torch.jit.trace(scaled, (torch.ones(2, 2), torch.ones(2, 2)))
    print(traced.graph, traced.code, sep="\n")
    traced.save(folder / "scaled.pt")

    print(branching.graph, branching.code, sep="\n")
    branching.save(folder / "branching.pt")

    model = torch.jit.trace(Model().eval(), torch.ones(1, 4))
    print(model, model.code, sep="\n")
    model.save(folder / "model.pt")

    x = torch.arange(4.0)
    print("scaled(x, x) =", torch.jit.load(folder / "scaled.pt")(x, x).tolist())
    print("branching(x, 3) =", torch.jit.load(folder / "branching.pt")(x, 3).tolist())
    print("model(x) =", [round(number, 4) for number in torch.jit.load(folder / "model.pt")(x[None])[0].tolist()])


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
