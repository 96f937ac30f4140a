"""Every public module of torch, and every public name in it, is here, or in a table with its reason."""

import fnmatch
import functools
import importlib
import json
import subprocess
import sys
import types

import pytest
from support.project import HANG

from pytorch_c._borrowed import table

from . import lacking, left_out, walk

MODULES = list(walk.modules())
NOT_INSTALLED = {"torch.utils.data.datapipes.gen_pyi"}  # a script of torch's that needs a package


def row(name, rows):
    """The patterns that name a module or a name in one."""
    return [pattern for pattern in rows if fnmatch.fnmatchcase(name, pattern)]


def is_excused(name):
    return bool(row(name, left_out.LEFT_OUT) or table.why_absent(name[len("torch.") :]))


@functools.cache
def missing():
    """{module: the module itself, or the names in it, that are not here}"""
    asked = {name: walk.names(walk.imported(name)) for name in MODULES if name not in NOT_INSTALLED}
    done = subprocess.run(
        [sys.executable, lacking.__file__],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG,
    )
    return json.loads(done.stdout)


def test_the_modules_are_found():
    assert len(MODULES) > 300 and {"torch.nn.utils.rnn", "torch.__config__", "torch.fx"} <= set(MODULES)


@pytest.mark.parametrize("name", [name for name in MODULES if name not in NOT_INSTALLED])
def test_every_public_name_of_a_module_is_here_or_has_a_reason(name):
    if table.why_absent(name[len("torch.") :]):
        return
    assert [one for one in missing()[name] if not is_excused(one)] == []


def test_every_row_is_of_something_that_is_missing():
    """A row for what is here by now, or was never in torch, is an old row."""
    gone = {one for some in missing().values() for one in some}
    assert [pattern for pattern in left_out.LEFT_OUT if not fnmatch.filter(gone, pattern)] == []


def test_what_the_package_says_is_absent_is_absent():
    known = set(MODULES)
    assert not [why for why in table.ABSENT.values() if "TorchScript" in why], "TorchScript is here"
    for name in table.ABSENT:
        with pytest.raises(ImportError, match="is not in pytorch_c: "):
            importlib.import_module(f"pytorch_c.{name}")
        public = not any(part.startswith("_") for part in name.split("."))
        whole = any(f"torch.{name}".startswith(f"{one}.") for one in walk.WHOLE)
        assert not public or whole or f"torch.{name}" in known, f"there is no torch.{name}"


def test_names_of_a_module_without_all_are_its_own():
    made = types.ModuleType("made")
    exec("import os\nfrom pathlib import Path\ndef f(): pass\nclass C: pass\nX = 3\n_y = 4", vars(made))
    assert walk.names(made) == ["C", "X", "f"]


def test_attributes_that_are_modules_of_torchs_are_those_of_their_names():
    """`torch._library` is the module that `import torch._library` gives, before that, too."""
    wanted = {
        name: value.__name__
        for name, value in vars(importlib.import_module("torch")).items()
        if isinstance(value, types.ModuleType) and value.__name__ == f"torch.{name}" and not is_excused(value.__name__)
    }
    assert {"_library", "nn"} <= wanted.keys()
    code = (
        "import json, sys, pytorch_c as t; print(json.dumps({name: getattr(getattr(t, name, None), '__name__', None)"
        " for name in json.loads(sys.argv[1])}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(list(wanted))], capture_output=True, text=True, timeout=HANG
    )
    found = json.loads(done.stdout)
    assert {name: one for name, one in found.items() if one not in (None, f"pytorch_c.{name}")} == {}


def test_modules_that_are_not_to_be_had_are_no_attributes():
    code = (
        "import pytorch_c as t\n"
        "print(hasattr(t.jit, 'supported_ops'))\n"
        "try: t.jit.supported_ops\n"
        "except AttributeError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG)
    no, why = done.stdout.splitlines()
    assert no == "False" and "torch.jit.supported_ops is not in pytorch_c: it makes a page" in why
