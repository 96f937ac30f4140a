"""codegen/kinds.py: the kinds of arguments and results, from which csrc/kinds.h and the package's constants are written."""

import re

import pytest
from support.project import ROOT

from codegen import header, kinds, table
from pytorch_c._boundary import constants

TABLES = {"argument": kinds.ARGUMENTS, "result": kinds.RESULTS, "resource": kinds.RESOURCES}


@pytest.mark.parametrize("name", TABLES)
def test_a_letter_stands_for_one_kind(name):
    rows = kinds.rows(TABLES[name])
    assert len({row[0] for row in rows}) == len({row[1] for row in rows}) == len(rows)
    assert all(len(row[1]) == 1 for row in rows)


def test_results_and_resources_share_letters_only_where_they_mean_the_same():
    results, resources = ({row[1]: row[0] for row in kinds.rows(TABLES[name])} for name in ("result", "resource"))
    assert {letter: results[letter] for letter in results.keys() & resources} == {"t": "TENSOR", "l": "TENSORS"}


def test_c_and_python_read_one_table():
    enums = dict(re.findall(r"^  (\w+) = '(\w)',", (ROOT / "pytorch_c/csrc/kinds.h").read_text(), re.M))
    assert enums == kinds.LETTERS
    assert {name: getattr(constants, name) for name in kinds.LETTERS} == kinds.LETTERS


def test_no_unit_of_the_extension_writes_a_letter():
    for path in (ROOT / "pytorch_c/csrc").glob("*.c"):
        found = re.findall(r"(?:code|kind) == '\w'|case '\w':|_resource\([^;]*?'\w'", path.read_text())
        assert not found or path.name in ("pickle.c", "native.c"), (path.name, found)


def test_kinds_of_functions():
    rows = {one.name: (table.kinds(one), table.results(one)) for one in table.callable_functions(header.families())}
    assert rows["ptc_mm"] == ("TT", "t")
    assert rows["ptc_zeros"] == ("NO", "t")
    assert rows["ptc_conv2d"] == ("TTUN2N2N2I", "t")
    assert rows["ptc_jit_function_schema"] == ("HF", "z")
    assert rows["ptc_ir_node_kind"] == ("HD", "z")
    assert rows["ptc_live_tensors"] == ("", "=i")
    assert rows["ptc_sum_dim_IntList"] == ("Tn1By", "t")
