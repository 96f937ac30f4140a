"""Every layer of pytorch_c.json with its examples, as torch.nn's modules compute them.

    python layers.py API FILE    writes what the program `layers` of every binding writes, the same bytes

For each example, numbered from 0: seed 0, the layer, then its input: randn, or randint below `below`. The file has the
state before the call (NUMBER.LAYER.NAME), and after it the output in training (… .out), the gradients of the sum of its
squares with respect to the parameters (… .NAME.grad), and the output in evaluation (… .eval).
"""

import argparse
import importlib
import json
import sys
from pathlib import Path

from mlp import write_safetensors


def record(t, layer, example, prefix, out):
    """Puts what one example computes into `out`."""
    t.manual_seed(0)
    names = [one["name"] for one in layer["arguments"]]
    module = getattr(t.nn, layer["name"])(**dict(zip(names, example["arguments"])))
    x = t.randint(example["below"], example["input"]) if "below" in example else t.randn(example["input"])
    for name, one in module.state_dict().items():
        out[f"{prefix}.{name}"] = one.numpy().copy()

    def call():
        y = module(x)
        return y[0] if isinstance(y, tuple) else y

    y = call()
    out[f"{prefix}.out"] = y.detach().numpy().copy()
    parameters = list(module.named_parameters())
    if parameters:
        (y * y).sum().backward()
        for name, one in parameters:
            out[f"{prefix}.{name}.grad"] = one.grad.numpy().copy()
    module.eval()
    out[f"{prefix}.eval"] = call().detach().numpy().copy()


def main():
    parser = argparse.ArgumentParser(prog="layers.py", description=__doc__.splitlines()[0])
    parser.add_argument("api", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--package", default="pytorch_c", help="torch, for the same bytes (default: %(default)s)")
    options = parser.parse_args()
    t, out, number = importlib.import_module(options.package), {}, 0
    t.set_num_threads(1)
    for layer in json.loads(options.api.read_text())["layers"]:
        for example in layer["examples"]:
            record(t, layer, example, f"{number}.{layer['name']}", out)
            number += 1
    write_safetensors(options.file, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
