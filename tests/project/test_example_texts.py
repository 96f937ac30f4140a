"""The examples of Python's names (codegen/examples): each gives what it shows, and each name is there."""

import inspect
import json
import re
import subprocess
import sys

import pytest
from support.project import HANG, ROOT

import pytorch_c
from codegen import example_texts

AT_LEAST = 1600


def resolved(chapter, name):
    found = pytorch_c
    for part in [*chapter.removeprefix("torch").split("."), *name.split(".")]:
        found = getattr(found, part) if part else found
    return found


@pytest.fixture(scope="module")
def outputs():
    call = [sys.executable, "-m", "codegen.example_texts", "--json"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=HANG, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("chapter", example_texts.chapters())
def test_examples_give_what_they_show(chapter, outputs):
    shown = {name: list(lines) for name, lines in example_texts.chapter(chapter).items()}
    assert outputs[chapter] == shown


@pytest.mark.parametrize("chapter", example_texts.chapters())
def test_examples_are_of_names_that_are_there(chapter):
    for name, lines in example_texts.chapter(chapter).items():
        resolved(chapter, name)
        assert example_texts.statements(lines), name
        assert max(map(len, lines)) <= 120, name


def test_there_are_enough():
    assert sum(len(example_texts.chapter(one)) for one in example_texts.chapters()) >= AT_LEAST


def test_an_output_that_differs_is_seen():
    assert example_texts.run((">>> 1 + 1", "3"), {}) == (">>> 1 + 1", "2")
    assert example_texts.run((">>> [][0]",), {})[-1] == "IndexError: list index out of range"


def test_help_shows_them():
    text = inspect.getdoc(pytorch_c.topk)
    assert text.endswith("\n".join("    " + line for line in example_texts.chapter("torch")["topk"]))
    assert "torch.linalg.svd(torch.ones" in pytorch_c.linalg.svd.__doc__
    assert ">>> x.add_(10)" in pytorch_c.Tensor.add_.__doc__


def test_every_functional_operator_has_one():
    """Public functions of the top level that are generated, but for those of single backends and inner parts."""
    parts = (
        "copy|backward|forward|elemt|stats|reduce|nd|update_stats|with_counts|cachemask|inverse|functional|consecutive"
    )
    kinds = "cudnn|miopen|mkldnn|quantized|slow|sym|thnn|upsample|fused|unsafe|lift|rrelu_with|convolution"
    inner = re.compile(rf"_({parts})$|^({kinds})_|dense_tensors$|^lift$")
    names = [name for name in dir(pytorch_c) if type(getattr(pytorch_c, name)).__name__ == "Operator"]
    public = [n for n in names if not n.startswith("_") and not n.endswith("_") and not inner.search(n)]
    lacking = [name for name in public if not example_texts.of_operator(name)]
    assert lacking == []
