"""torch.testing.FileCheck: the same texts pass, and the others fail with the same first line."""

import subprocess
import sys

import pytest
import torch

import pytorch_c

TEXT = """graph(%x : Tensor):
  %1 : int = prim::Constant[value=1]()
  %2 : Tensor = aten::add(%x, %x, %1)
  %3 : Tensor = aten::mul(%2, %2)
  return x.foo(%3)
         ~~~~~ <--- HERE
"""

CHECKS = [
    lambda c: c.check("aten::add").check("aten::mul"),
    lambda c: c.check("aten::mul").check("aten::add"),
    lambda c: c.check("aten::add").check_not("aten::sub").check("aten::mul"),
    lambda c: c.check("Constant").check_not("aten::add").check("aten::mul"),
    lambda c: c.check_not("aten::sub"),
    lambda c: c.check("aten::add").check_same("%1)"),
    lambda c: c.check("aten::add").check_same("aten::mul"),
    lambda c: c.check("aten::add").check_next("aten::mul"),
    lambda c: c.check("Constant").check_next("aten::mul"),
    lambda c: c.check_count("aten::", 2, exactly=True),
    lambda c: c.check_count("aten::", 1, exactly=True),
    lambda c: c.check_count("aten::", 3),
    lambda c: c.check_dag("aten::mul").check_dag("aten::add").check("return"),
    lambda c: c.check_dag("aten::mul").check_dag("aten::sub"),
    lambda c: c.check_source_highlighted("x.foo"),
    lambda c: c.check_source_highlighted("x.fo"),
    lambda c: c.check_source_highlighted("foo"),
    lambda c: c.check_source_highlighted("graph"),
    lambda c: c.check_regex(r"aten::\w+\(%2").check("return"),
    lambda c: c.check_regex(r"aten::\w+\(%5"),
    lambda c: c,
]


@pytest.mark.parametrize("checks", CHECKS, ids=map(str, range(len(CHECKS))))
def test_file_check_is_torchs(checks):
    found = []
    for library in (torch, pytorch_c):
        try:
            checks(library.testing.FileCheck()).run(TEXT)
            found.append("")
        except RuntimeError as error:
            found.append(str(error).split("\n")[0].split(" instance of")[0])
    assert found[0] == found[1]


def test_file_check_reads_its_checks():
    checks = "# CHECK: aten::add\n# CHECK-NEXT: aten::mul\n# CHECK-NOT: aten::sub\n"
    pytorch_c.testing.FileCheck().run(checks, TEXT)
    torch.testing.FileCheck().run(checks, TEXT)
    with pytest.raises(RuntimeError, match="aten::div"):
        pytorch_c.testing.FileCheck().run(checks + "# CHECK-COUNT-2: aten::div\n", TEXT)


@pytest.mark.parametrize("package", ["torch", "pytorch_c"])
def test_checks_that_nobody_has_run_are_told(package):
    code = f"from {package}.testing import FileCheck; FileCheck().check('a').check_count('b', 2, exactly=True)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=300)
    told = "FileCheck checks:\n\tCHECK: a\n\tCHECK-COUNT-2: b\n\tCHECK-NOT: b\n"
    (torch if package == "torch" else pytorch_c).testing.FileCheck().check("checks:").check_next("CHECK: a").run(
        done.stdout.encode()
    )
    assert done.stdout == "You have not run this instance of FileCheck!\n" + told
