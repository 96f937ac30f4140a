"""The reference of C in the site: each function has a page, and its example in C compiles."""

import shutil
import subprocess
import sys

import pytest
from support.project import HANG, ROOT

sys.path.insert(0, str(ROOT / "tools"))
from website import c_reference  # noqa: E402

import pytorch_c  # noqa: E402
from pytorch_c import config  # noqa: E402


@pytest.fixture(scope="module")
def reference():
    return c_reference.reference()


def test_every_function_has_its_place(reference):
    text = "\n".join(reference.pages().values())
    places = [line for line in text.split("\n") if line.startswith(".. c:function:: ")]
    assert len(places) == len(reference.api["functions"])
    for one in reference.api["functions"]:
        assert f".. c:function:: {reference.declaration(one)}\n" in text, one["name"]


def test_inner_functions_are_apart(reference):
    for name, text in reference.pages().items():
        names = [
            line.partition("(")[0].split()[-1].lstrip("*")
            for line in text.split("\n")
            if line.startswith(".. c:function:: ")
        ]
        assert all(one.startswith("ptc__") == name.startswith("inner-") for one in names), name


def test_every_operator_is_called_in_ten_languages(reference):
    for one in reference.api["functions"]:
        if "operator" in one:
            assert list(reference.calls(one)) == c_reference.LANGUAGES[1:], one["name"]


def test_what_python_calls_is_there(reference):
    calls = [reference.python(one) for one in reference.api["functions"] if "operator" in one]
    assert len(calls) > 2000
    for text in calls:
        owner, *path = text.partition("(")[0].split(".")
        found = pytorch_c if owner == "torch" else pytorch_c.Tensor
        for name in path:
            found = getattr(found, name, None)
        assert callable(found), text


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc on this machine")
def test_the_examples_in_c_compile(reference, tmp_path):
    """Each in a function of its own, whose parameters are what the example is given; and the declarations are the headers'."""
    source = ["#include <pytorch_c.h>", "#include <stdio.h>"]
    source += [f"{reference.declaration(one)};" for one in reference.api["functions"]]
    for i, one in enumerate(reference.api["functions"]):
        given = [reference.declared(p["type"], p["name"]) for p in one["params"] if reference.is_given(p)]
        body = "\n  ".join(reference.example(one))
        source += [
            f"void f{i}({', '.join(given) or 'void'});",
            f"void f{i}({', '.join(given) or 'void'}) {{\n  {body}\n}}",
        ]
    (tmp_path / "examples.c").write_text("\n".join(source) + "\n")
    call = [
        "gcc",
        "-std=c11",
        "-fsyntax-only",
        "-Wall",
        "-Werror",
        "-Wno-unused",
        f"-I{config.includedir()}",
        tmp_path / "examples.c",
    ]
    done = subprocess.run(call, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr[:4000]
