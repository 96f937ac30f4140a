"""help() of an operator says what it does, its arguments, its results and what it raises."""

import ast
import inspect
import re

import pytest

import pytorch_c
from codegen import docstrings, header, python_ops
from pytorch_c import _ops


@pytest.fixture(scope="module")
def documented():
    """{name: (docstring, overloads)} of every operator's own function."""
    found, _ = python_ops.by_name(header.families())
    return {name: (inspect.getdoc(getattr(_ops, name)), ops) for name, ops in found.items()}


def test_help_of_topk():
    text = inspect.getdoc(pytorch_c.topk)
    assert text.startswith("The k largest along `dim`")
    for line in (
        "k: int",
        "dim: int, default -1",
        "largest: bool, default True",
        "named tuple (values, indices) of Tensors",
    ):
        assert line in text
    for section in ("Args:", "Returns:", "Raises:", "Schema:"):
        assert f"\n{section}\n" in text
    assert "IndexError" in text


def test_help_of_overloads_shows_each_form():
    text = inspect.getdoc(pytorch_c.max)
    assert "max(input) -> Tensor" in text.replace(", *, out=None", "")
    assert re.search(r"max\(input, dim, keepdim=False.*\) -> named tuple \(values, indices\)", text)
    assert "max(input, other" in text


def test_method_and_function_have_one_text():
    assert pytorch_c.Tensor.relu.__doc__ == pytorch_c.relu.__doc__


def test_every_operator_has_a_summary_of_one_line(documented):
    for name, (text, _) in documented.items():
        first, *rest = text.split("\n")
        assert 0 < len(first) <= 125 and rest[:1] == [""], name
        assert first.rstrip("`)").endswith((".", "…")), f"{name}: {first}"


def test_every_section_is_there(documented):
    for name, (text, ops) in documented.items():
        assert ("\nForms:\n" in text) == (len(ops) > 1), name
        assert ("\nReturns:\n" in text) == (len(ops) == 1), name
        assert "\nRaises:\n" in text and "\nSchema:\n" in text, name


def test_every_argument_is_described(documented):
    for name, (text, ops) in documented.items():
        args = text.partition("\nArgs:\n")[2].partition("\n\n")[0]
        described = set(re.findall(r"^    (\w+): \S", args, re.M))
        wanted = {parameter for op in ops for parameter, _, _ in op.params} | (
            {"out"} if any(op.out for op in ops) else set()
        )
        assert described == wanted, name


def test_every_schema_is_quoted(documented):
    for name, (text, ops) in documented.items():
        quoted = " ".join(text.partition("\nSchema:\n")[2].split())
        assert all(op.schema.text in quoted for op in ops), name


def test_public_operators_have_a_line_of_our_own(documented):
    """Written by hand in the header, at the operator or the one that it is a form of."""
    lines = docstrings.lines()
    for name, (_, ops) in documented.items():
        if not name.startswith("_") and ops[0].function.family != "view_copy":
            assert name in lines or name.removesuffix("_") in lines, f"{name}: no line above its schema in the headers"


def test_docstrings_are_plain_python():
    op = python_ops.by_name(header.families())[0]["mm"]
    source = f"def mm():\n{docstrings.docstring('mm', op)}\n"
    assert ast.get_docstring(ast.parse(source).body[0]).startswith("Matrix product")


def test_words_of_the_header_become_pythons():
    assert docstrings.pythonic("self - alpha * other; NULL: itself") == "input - alpha * other; None: itself"
