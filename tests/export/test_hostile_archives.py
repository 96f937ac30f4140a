"""Archives of exported programs made to harm who loads them: nothing in them runs, whatever torch's own reader would do."""

import functools
import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

import pytorch_c as t
from pytorch_c._files.exported import check_expression


@functools.cache
def found():
    """{attack: (what is said, whether anything ran)} of hostile.py."""
    script = Path(__file__).with_name("hostile.py")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return json.loads(ran.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    "attack, says",
    [
        ("size", "is no size"),
        ("name", "is no name"),
        ("keyword", "is no name"),
        ("path", "is no name"),
        ("weights", "add_safe_globals"),
        ("sample inputs", "add_safe_globals"),
        ("opaque object", "NO_WEIGHTS_ONLY_LOAD"),
        ("custom object", "NO_WEIGHTS_ONLY_LOAD"),
        ("library", "NO_WEIGHTS_ONLY_LOAD"),
    ],
)
def test_nothing_in_an_archive_runs(attack, says):
    text, ran = found()[attack]
    assert says in text and not ran, text


def test_an_archive_without_harm_loads():
    assert found()["nothing"] == ["fine", False]


def test_an_archive_that_is_trusted_may_run():
    assert found()["trusted"][1]


def test_a_tree_imports_nothing():
    name = "this" if "this" not in sys.modules else "antigravity"
    context = json.dumps({"__enum__": True, "fqn": f"{name}:x", "name": "x"})
    text = json.dumps([1, {"type": "builtins.dict", "context": context, "children_spec": []}])
    with pytest.raises(ValueError, match="a file may import none"):
        t.utils._pytree.treespec_loads(text)
    assert name not in sys.modules


def test_a_tree_names_classes_alone():
    context = {"default_factory_module": "os", "default_factory_name": "abort", "dict_context": []}
    text = json.dumps([1, {"type": "collections.defaultdict", "context": context, "children_spec": []}])
    with pytest.raises(ValueError, match="is no class"):
        t.utils._pytree.treespec_loads(text)


@pytest.mark.parametrize("text", ["s0", "2*s0 + 1", "s77**2 - 1", "Max(1, s0//2)", "FloorDiv(s0 - 1, 2)", "Eq(Mod(s0, 4), 0)", "-oo",
                                  "u0 >= 0", "(s0 > 2) & (s0 < 9)", "Symbol('s77', positive=True, integer=True)",
                                  "Mul(Pow(Symbol('s0', integer=True), Integer(-1)), Float('0.5', precision=53))", "Rational(1, 2)",
                                  "Pow(Symbol('s0'), Rational(1, 2))", "IntTrueDiv(s0, 2)", "0.5*s0", "ceiling(s0/2)", "True"])  # fmt: skip
def test_sizes_that_torch_writes_are_sizes(text):
    check_expression(text)


@pytest.mark.parametrize("text", ["open('x', 'w')", "().__class__", "s0.__class__", "[1][0]", "lambda: 0", "9**9**9", "(9**64)**64", "Symbol('a b')", "Symbol(open)", "Symbol('s0', x=open)",
                                  "Pow(Pow(Integer(9), Integer(64)), Integer(64))", "Symbol(s0)", "Float('9' * 9)",
                                  "PowByNatural(9, 10**9)", "1 << 9999", "'x'", "f'{s0}'", "sympify('1')", "Max(*s0)", "Max(1, evaluate=0)",
                                  "(" * 5000 + ")" * 5000, "s0 +" * 5000 + "1", "", None, 7, "s0; s1", "1e400", "9" * 5000])  # fmt: skip
def test_other_texts_are_none(text):
    with pytest.raises(ValueError, match="is no size"):
        check_expression(text)
