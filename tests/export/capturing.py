"""Captures the programs of captured.py with either library, each in a process of its own.

python capturing.py {torch|pytorch_c} FOLDER: archives as FOLDER/NUMBER.pt2, captured and decomposed; prints their graphs
and what they give as JSON.
"""

import copy
import importlib
import io
import json
import re
import sys
import warnings
from pathlib import Path


def told(value):
    """Tensors as nested lists, with their shape and dtype."""
    if hasattr(value, "dtype"):
        value = value.detach()
        real = torch.view_as_real(value) if value.is_complex() else value
        return [str(value.dtype), list(value.shape), real.double().tolist()]
    if isinstance(value, dict):
        return {str(key): told(one) for key, one in value.items()}
    return [told(one) for one in value] if isinstance(value, (list, tuple)) else value


def graph(program):
    """The graph's text without where its lines come from, and the program's signature."""
    text = program.graph_module.print_readable(print_output=False)
    return [line.rstrip() for line in re.sub(r"#.*", "", text).splitlines() if line.strip()] + [
        str(program.graph_signature)
    ]


def captured_and_decomposed(one):
    module, arguments, named, sizes = one
    program = torch.export.export(module, arguments, named, dynamic_shapes=sizes)
    yield "captured", program
    yield "decomposed", program.run_decompositions()


def main(folder):
    programs = importlib.import_module("captured").all_programs()
    found = {}
    for number, (name, one) in enumerate(programs.items()):
        made = {}
        try:
            for kind, program in captured_and_decomposed(one):
                torch.export.save(program, file := io.BytesIO())
                (folder / f"{number}_{kind}.pt2").write_bytes(file.getvalue())
                made[kind] = program
        except Exception as error:
            found[f"{name}, failed"] = repr(error)
        for kind, program in made.items():  # when both are written: a module that runs may change what they share
            told_graph = graph(program)
            results = program.module()(*copy.deepcopy(one[1]), **one[2])
            found[f"{name}, {kind}"] = told_graph, told(results)
    print(json.dumps(found))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.path.insert(0, str(Path(__file__).parent))
    if sys.argv[1] == "pytorch_c":
        importlib.import_module("pytorch_c").install_as_torch()
    import torch

    main(Path(sys.argv[2]))
