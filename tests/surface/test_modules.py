"""Every public module of torch, and every public name in it, is here, or in a table with its reason."""

import fnmatch
import importlib
import types

import pytest

from pytorch_c._borrowed import table

from . import left_out, walk

MODULES = list(walk.modules())
NOT_INSTALLED = {"torch.utils.data.datapipes.gen_pyi"}  # a script of torch's that needs a package


def row(name, rows):
    """The patterns that name a module or a name in one."""
    return [pattern for pattern in rows if fnmatch.fnmatchcase(name, pattern)]


def is_excused(name):
    return bool(row(name, left_out.LEFT_OUT) or table.why_absent(name[len("torch.") :]))


def ours(name):
    """The module of ours with a name of torch's; None where it cannot be imported."""
    try:
        return importlib.import_module("pytorch_c" + name[len("torch") :])
    except ImportError:
        return None


def missing(name):
    """The module itself, or the names in it, that are not here."""
    found = ours(name)
    if found is None:
        return [name]
    return [f"{name}.{one}" for one in walk.names(walk.imported(name)) if not has(found, one)]


def has(module, name):
    """Whether a module has the name, or a module of that name below it, which nobody may have imported yet."""
    try:
        getattr(module, name)
    except (AttributeError, ImportError):
        return ours(f"torch{module.__name__.removeprefix('pytorch_c')}.{name}") is not None
    return True


def test_the_modules_are_found():
    assert len(MODULES) > 300 and {"torch.nn.utils.rnn", "torch.__config__", "torch.fx"} <= set(MODULES)


@pytest.mark.parametrize("name", [name for name in MODULES if name not in NOT_INSTALLED])
def test_every_public_name_of_a_module_is_here_or_has_a_reason(name):
    if table.why_absent(name[len("torch.") :]):
        return
    assert [one for one in missing(name) if not is_excused(one)] == []


def test_every_row_is_of_something_that_is_missing():
    """A row for what is here by now, or was never in torch, is an old row."""
    gone = {one for name in MODULES if name not in NOT_INSTALLED for one in missing(name)}
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
