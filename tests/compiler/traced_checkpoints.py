"""Programs that save tensors their own way while they are traced: the joint graph, and the gradient of each run.

python traced_checkpoints.py torch|pytorch_c: prints {name: findings} as JSON. Each library has a process of its own.
"""

import importlib
import json
import sys
import warnings


def checkpointed(t):
    """A checkpoint, which computes again in its backward pass."""
    checkpoint = importlib.import_module(f"{t.__name__}.utils.checkpoint").checkpoint
    return lambda x: checkpoint(lambda x: x.sin().cos(), x, use_reentrant=False)


def hooked(t):
    """Hooks that keep what is saved in another dtype."""

    def function(x):
        with t.autograd.graph.saved_tensors_hooks(lambda x: x.half(), lambda x: x.float()):
            return x.sin().cos()

    return function


class Traced(Exception):
    """The joint graph of a program, carried out of its tracing."""


def joint_graph(t, function):
    """The code of a function and its derivative, as AOTAutograd traces it."""

    def partition(joint, *args, **kwargs):
        raise Traced(joint.code)

    aot = importlib.import_module(f"{t.__name__}._functorch.aot_autograd")
    try:
        aot.aot_function(function, fw_compiler=None, partition_fn=partition)(t.ones(3, requires_grad=True))
    except Traced as traced:
        return str(traced)


def gradient(t, function):
    x = t.linspace(0, 1, 5).requires_grad_()
    function(x).sum().backward()
    return [round(number, 3) for number in x.grad.tolist()]


def main(t):
    found = {}
    for program in (checkpointed, hooked):
        compiled = t.compile(program(t), backend="aot_eager")
        found[program.__name__] = joint_graph(t, program(t)), gradient(t, program(t)), gradient(t, compiled)
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(main(importlib.import_module(sys.argv[1]))))
