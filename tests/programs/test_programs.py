"""Programs written for torch, each run with torch and with pytorch_c: the same results."""

import importlib
import pkgutil
import warnings
from pathlib import Path

import pytest
import torch
from support.compare import Different, same_tensor

import pytorch_c

HERE = Path(__file__).parent
NAMES = sorted(m.name for m in pkgutil.iter_modules([str(HERE)]) if not m.name.startswith("test_"))


def load(name):
    spec = importlib.util.spec_from_file_location(f"program_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compare(ours, theirs, where):
    """Raises Different where two results are not the same; floats may differ in their last digits."""
    if isinstance(theirs, torch.Tensor):
        if not isinstance(ours, pytorch_c.Tensor):
            raise Different(f"{where}: {type(ours).__name__}, torch has a tensor")
        return same_tensor(ours, theirs, where, strides=False)
    if isinstance(theirs, dict):
        assert list(ours) == list(theirs), where
        return [compare(ours[key], theirs[key], f"{where}[{key!r}]") for key in theirs]
    if isinstance(theirs, (list, tuple)):
        if len(ours) != len(theirs) or isinstance(ours, tuple) != isinstance(theirs, tuple):
            raise Different(f"{where}: {ours!r}, torch has {theirs!r}")
        return [compare(a, b, f"{where}[{k}]") for k, (a, b) in enumerate(zip(ours, theirs))]
    if isinstance(theirs, float):
        theirs = pytest.approx(theirs, rel=1e-4, abs=1e-6)
    if type(ours) is not type(theirs) and not isinstance(ours, float) or ours != theirs:
        raise Different(f"{where}: {ours!r}, torch has {theirs!r}")


@pytest.mark.parametrize("name", NAMES)
def test_program_gives_what_torch_gives(name):
    run = load(name).run
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs, ours = run(torch), run(pytorch_c)
    try:
        compare(ours, theirs, name)
    except Different as difference:
        raise AssertionError(str(difference)) from None
