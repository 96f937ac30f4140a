"""The example programs under either library: `import pytorch_c as torch` stands for torch itself in one of them."""

import importlib.util
import re
import sys
from contextlib import contextmanager

from .project import ROOT

FOLDER = ROOT / "examples"
LIBRARIES = ("pytorch_c", "torch")
# torch frees by reference counts alone; and what has no counterpart there stays ours.
FOR_TORCH = [
    (r"^(\s*)import pytorch_c as torch$", r"\1import torch"),
    (r"^from pytorch_c\.vision\.(datasets|models|imageloader) import", "from support.vision_of_torch import"),
    (r"^(\s*)from pytorch_c(?!\.vision|\.tool)", r"\1from torch"),
    (r"\btorch\.gc_each\(", "iter("),
]


def source(path, library):
    """A program's text with its imports of the library."""
    text = path.read_text(encoding="utf-8")
    if library == "torch":
        for ours, theirs in FOR_TORCH:
            text = re.sub(ours, theirs, text, flags=re.MULTILINE)
        assert "pytorch_c" not in re.sub(r"from pytorch_c\.(vision|tool).*|#.*", "", text), f"{path.name} names us"
    return text


def program(name, library="pytorch_c"):
    """The module examples/NAME.py and those beside it, bound to a library."""
    found = {}

    def load(name):
        path = FOLDER / f"{name}.py"
        module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path))
        found[name] = sys.modules[name] = module
        text = source(path, library)
        for other in re.findall(r"^from (\w+) import", text, re.MULTILINE):
            if other not in found and (FOLDER / f"{other}.py").is_file():
                load(other)
        exec(compile(text, str(path), "exec"), vars(module))
        return module

    with restored_modules():
        return load(name)


@contextmanager
def restored_modules():
    """The modules beside the programs leave no trace under their plain names."""
    names = [path.stem for path in FOLDER.glob("*.py")]
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    try:
        yield
    finally:
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)


def runs(module, *arguments, status=0):
    """Runs the program's main, which must end with that status."""
    try:
        found = module.main([str(argument) for argument in arguments])
    except SystemExit as stop:
        found = stop.code
    assert found == status
