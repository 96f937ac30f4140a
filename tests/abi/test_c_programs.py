"""The C programs of cshim/tests and cshim/examples build strictly, run, and leave nothing open."""

import re

import pytest

from .conftest import ROOT, run


@pytest.mark.parametrize(
    "name",
    [
        "smoke",
        "contract",
        "cuda",
        "call",
        "dispatch",
        "dlpack",
        "forward_ad",
        "hooks",
        "jit",
        "library",
        "memory",
        "profiler",
        "record",
        "saved_tensors",
        "streams",
        "interrupt",
        "threads",
        "together",
        "toy",
        "tracing",
        "warning",
        "vmap",
    ],
)
def test_c_test_runs(program, name):
    assert run(program(ROOT / "cshim" / "tests" / f"{name}.c")).stdout == f"{name}: ok\n"


def test_a_warning_without_a_handler_goes_to_stderr(program):
    # From within a handler, and after the last one: libtorch's own words.
    done = run(program(ROOT / "cshim" / "tests" / "warning.c"))
    assert len(re.findall(r"Warning: std\(\): degrees of freedom is <= 0", done.stderr)) == 2


def test_first_example_multiplies_and_reports_an_error(program):
    done = run(program(ROOT / "cshim" / "examples" / "first.c"))
    assert " 14  32\n 32  77\n" in done.stdout
    assert "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)" in done.stderr


def test_the_example_of_a_mode_counts_the_multiplications_of_a_model(program):
    rows, first, hidden, last = 32, 784, 128, 10
    forward = rows * first * hidden + rows * hidden * last
    backward = forward + rows * hidden * last  # both weights, and the activations between them
    assert run(program(ROOT / "cshim" / "examples" / "flops.c")).stdout.splitlines() == [
        f"forward: {forward} multiplications in 5 operators",
        f"with backward: {forward + backward} multiplications",
        "0 handles are open",
    ]


def test_the_example_of_the_graph_draws_it(program):
    lines = run(program(ROOT / "cshim" / "examples" / "graph.c")).stdout.splitlines()
    numbers = {}
    text = [
        re.sub(r"n(\d+)", lambda found: "n" + str(numbers.setdefault(found[1], len(numbers))), one) for one in lines
    ]
    assert [one.strip() for one in text] == [
        "digraph {",
        'n0 [label="TanhBackward0 (2, 2)"]',
        'n0 -> "saved (2, 2)" [style=dashed]',
        "n0 -> n1",
        'n1 [label="MmBackward0 (2, 2)"]',
        'n1 -> "saved (3, 2)" [style=dashed]',
        'n1 -> "saved (2, 3)" [style=dashed]',
        "n1 -> n2",
        'n2 [label="torch::autograd::AccumulateGrad (2, 3)"]',
        'n2 -> "saved (2, 3)" [style=dashed]',
        "n1 -> n3",
        'n3 [label="torch::autograd::AccumulateGrad (3, 2)"]',
        'n3 -> "saved (3, 2)" [style=dashed]',
        "}",
    ]


def test_first_example_is_the_readmes():
    block = re.search(r"^```c\n(.*?)^```", (ROOT / "README.md").read_text(), re.S | re.M)[1]
    assert block in (ROOT / "cshim" / "examples" / "first.c").read_text()
