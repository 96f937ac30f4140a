"""The names of torch's extension: those of the installed torch, and what other versions have beside them or lack."""

import importlib

import pytest

from codegen import extension as derived
from pytorch_c._C import extension, names

OTHERS = (11, 12, 14, 15)
TEXTS, VALUES = ("classes", "errors", "functions", "objects", "modules"), ("enums", "values", "keysets")


def known():
    """{(submodule, name): kind} of the installed torch."""
    return {
        (module, name): kind
        for kind in (*TEXTS, *VALUES)
        for module, found in getattr(names, kind.upper()).items()
        for name in (found.split() if isinstance(found, str) else found)
    }


@pytest.mark.parametrize("minor", OTHERS)
def test_a_file_of_another_version_has_what_differs(minor):
    other, own = importlib.import_module(f"pytorch_c._C.names_2_{minor}"), known()
    for module, text in other.LACKS.items():
        assert {(module, name) for name in text.split()} <= own.keys()
    for of_modules in other.ADDED.values():
        for module, text in of_modules.items():
            assert not {(module, name) for name in text.split()} & own.keys()
    for kind, of_modules in other.VALUES.items():
        for module, found in of_modules.items():
            for name, value in found.items():
                assert getattr(names, kind.upper()).get(module, {}).get(name) != value


def test_the_names_are_those_of_the_libtorch_that_runs():
    assert extension._of_libtorch(13, "functions") is names.FUNCTIONS
    assert "_getenv" in extension._of_libtorch(14, "functions")[""].split()
    assert "_skip_one_hop_torch_function" not in extension._of_libtorch(12, "functions")[""].split()
    assert extension._of_libtorch(14, "enums")["_dynamo"]["PyTypeSlots"]["TP_INIT"] == 11
    assert "PyTypeSlots" not in extension._of_libtorch(11, "enums").get("_dynamo", {})
    assert extension._of_libtorch(15, "modules")["_profiler"] == "_cuspy"


def test_a_name_of_versions_on_both_sides_is_one_of_their_build():
    own = {("", "add"): ("functions", None), ("", "old"): ("functions", None), ("", "Kind"): ("enums", {"A": 0})}
    earlier = {("", "add"): ("functions", None), ("", "old"): ("functions", None), ("", "cuda"): ("functions", None)}
    later = {
        **own,
        ("", "cuda"): ("functions", None),
        ("", "new"): ("functions", None),
        ("", "Kind"): ("enums", {"A": 1}),
    }
    del later["", "old"]
    added, lacks, changed = derived.differences(13, own, 14, later, {12: earlier})
    assert (list(added), lacks, changed) == ([("", "new")], [("", "old")], {("", "Kind"): ("enums", {"A": 1})})
    text = derived.other_source("2.14", added, lacks, changed)
    made: dict = {}
    exec(text, made)
    assert made["ADDED"] == {"functions": {"": "new"}} and made["LACKS"] == {"": "old"}
    assert made["VALUES"] == {"enums": {"": {"Kind": {"A": 1}}}}
