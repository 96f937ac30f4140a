"""`make add-op`: what it writes is what stands in the tree for the operators that are there, and compiles for a new one."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from support.project import ROOT

from codegen import add_op, header

TORCH = Path(torch.__file__).parent
OPERATORS = [one for one in header.read().functions.values() if one.schema]
NEW = "mse_loss_backward.grad_input"  # an operator of libtorch that no header declares; its family is that of mse_loss
PARTS = [
    ".clang-format",
    "codegen",
    "cshim/include",
    "cshim/src/operators/ops_glue.h",
    "cshim/abi.txt",
    "cshim/VERSION",
    "pytorch_c/_calls/schema.py",
]


def squeezed(text):
    return re.sub(r"\s+", "", text)


def schema(text):
    return header.schemas.parse(text)


def test_declarations_are_those_of_the_tree():
    for one in OPERATORS:
        reader = header.Reader()
        reader.section, reader.found = "", []
        for kind, text, comment in header.items("\n" + add_op.declaration(one.schema, "Words.")):
            if kind == "declaration":
                reader.declaration(Path("new.h"), text, comment)
        (found,) = reader.found
        assert (found.name, found.schema.text, found.doc) == (one.name, one.schema.text, "Words.")
        assert [p.text for p in found.params] == [p.text for p in one.params]


def test_nearly_all_functions_of_the_tree_are_what_would_be_written():
    places = {family: add_op.Place(family) for family in header.families()}
    sources = {family: place.source.read_text() for family, place in places.items() if place.source.is_file()}
    alike = 0
    for one in OPERATORS:
        try:
            written = squeezed(add_op.definition(one.schema, add_op.is_free(one.schema, TORCH)))
        except add_op.Refused:
            continue
        text = sources[one.family]
        alike += written in squeezed(text) or bool(re.search(rf"^UNARY\w*\({one.name}, at::\w+\)$", text, re.M))
    assert alike > 0.8 * len(OPERATORS)


def test_families_are_those_of_the_tree_where_the_name_says_one():
    right = wrong = 0
    for one in OPERATORS:
        families = {name: [f for f in found if f.name != one.name] for name, found in header.families().items()}
        try:
            right += add_op.family_of(one.schema, families) == one.family
            wrong += add_op.family_of(one.schema, families) != one.family
        except add_op.Refused as why:
            assert "say FAMILY=" in str(why)
    assert right > 50 * wrong and right > 0.8 * len(OPERATORS)


@pytest.fixture
def scratch(tmp_path):
    """run(*arguments): (status, output) of the command in a copy of the tree that has only what it needs."""
    family = add_op.family_of(schema(add_op.of_libtorch(NEW)), header.families())
    for part in [*PARTS, f"cshim/src/operators/{family}.cc"]:
        place = tmp_path / part
        place.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, place)

    def run(*arguments):
        command = [sys.executable, "-m", "codegen.add_op", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    run.folder, run.family = tmp_path, family
    return run


def test_a_new_operator_is_written_and_compiles(scratch):
    folder, text = scratch.folder, add_op.of_libtorch(NEW)
    files = [f"cshim/include/pytorch_c/operators/{scratch.family}.h", f"cshim/src/operators/{scratch.family}.cc"]
    files += ["cshim/include/pytorch_c/core/version.h", "cshim/abi.txt"]
    before = {name: (folder / name).read_text().splitlines() for name in files}
    status, said = scratch(text, "--says", "Says what it does.")
    assert status == 0, said
    after = {name: (folder / name).read_text().splitlines() for name in files}
    name = schema(text).symbol
    for file in files:  # nothing else changes but the number
        gone = [line for line in before[file] if line not in after[file]]
        assert all("PTC_ABI_VERSION" in line for line in gone), gone
    assert any(line.startswith(f"function {name}: ptc_error (") for line in after["cshim/abi.txt"])
    new = [line for line in after[files[1]] if line not in before[files[1]]]
    assert f"#include <ATen/ops/{schema(text).name}.h>" in new
    compiles(folder, "\n".join(after[files[1]]), schema(text))
    status, said = scratch(text)
    assert status == 1 and f"{name} is there: {scratch.family}.h" in said


def compiles(folder, source, new):
    """Compiles the one function with the header that declares it."""
    function = re.search(rf"^ptc_error {new.symbol}\([\s\S]*?^}}$", source, re.M)[0]
    (include,) = re.findall(r"#include <pytorch_c/[\w/]+\.h>", source)
    text = f'#include <ATen/ops/{new.name}.h>\n#include "operators/ops_glue.h"\n{include}\n{function}\n'
    includes = [f"-I{folder}/cshim/include", f"-I{ROOT}/cshim/src", f"-I{ROOT}/cshim/build", f"-isystem{TORCH}/include"]
    includes += [f"-isystem{TORCH}/include/torch/csrc/api/include"]
    command = [
        "g++",
        "-std=c++20",
        "-fsyntax-only",
        "-Wall",
        "-Wextra",
        "-Werror=missing-declarations",
        "-DPTC_BUILDING",
    ]
    command += ["-DAT_PER_OPERATOR_HEADERS", *includes, "-x", "c++", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["mm(Tensor self, Tensor mat2) -> Tensor"], "ptc_mm is there: blas.h"),
        (
            ["sort.any(t[](a!) self, bool reverse=False) -> ()"],
            "a function in C has no parameter or result of the type t",
        ),
        (["nonsense("], "no schema: nonsense("),
        (["surely_new(Tensor self) -> Tensor"], "no family is that of surely_new by its name: say FAMILY="),
        (["surely_new(Tensor self) -> Tensor", "--family", "no"], "there is no header no.h: FAMILY is one of"),
        (["surely_new(Tensor self) -> Tensor", "--family", "blas"], "this libtorch has no surely_new.h"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(arguments, reason, capsys):
    assert add_op.main(arguments) == 1
    assert capsys.readouterr().err.startswith(f"add-op: {reason}")


def test_a_name_that_libtorch_lacks_is_refused(capsys):
    assert add_op.main(["no_such_operator"]) == 1
    assert "libtorch has no operator aten::no_such_operator" in capsys.readouterr().err
