"""Programs written for torch, each run with torch and with pytorch_c: the same results."""

import importlib
import pkgutil
from pathlib import Path

import pytest
from support.oracle import agree

HERE = Path(__file__).parent
NAMES = sorted(m.name for m in pkgutil.iter_modules([str(HERE)]) if not m.name.startswith("test_"))


def load(name):
    spec = importlib.util.spec_from_file_location(f"program_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", NAMES)
def test_program_gives_what_torch_gives(name):
    agree(load(name).run, strides=False)
