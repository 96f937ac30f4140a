"""docs/abi.md and docs/adding-an-op.md say what is so."""

import re
import sys

import pytest
import torch

from pytorch_c import ops

from .conftest import ROOT, run

ABI, ADDING = ((ROOT / "docs" / name).read_text() for name in ("abi.md", "adding-an-op.md"))

AROUND = """
#include <pytorch_c.h>
#include <stdio.h>
#include <stdlib.h>

static void check(ptc_error error) {
  if (!error) return;
  puts(error);
  exit(1);
}

%s
int main(void) {
  const float numbers[] = {1, 2};
  const int64_t size[] = {1, 2};
  ptc_options grad = {.set = PTC_OPTION_REQUIRES_GRAD, .requires_grad = 1};
  ptc_tensor x, a, b, c;
  check(ptc_tensor_from_data(numbers, sizeof numbers, size, 2, NULL, &x));
  a = b = x;
  check(ptc_set_warning_handler(note, stdout, NULL));
  check(ptc_select_int(x, 1, 0, &c));
  check(ptc_std(c, true, &a));
  ptc_tensor_close(c);
  ptc_tensor_close(a);
  {
    %s
    ptc_tensor_close(a);
    printf("%%ld calls\\n", calls);
  }
  a = x;
  {
    ptc_tensor z;
    %s
    ptc_tensor_close(z);
  }
  {%s}
  {%s}
  {
    int64_t batch_size = 1;
    ptc_tensor row, sum, out;
    %s
    check(ptc_tensor_print(out));
    ptc_tensor_close(row), ptc_tensor_close(sum), ptc_tensor_close(out);
  }
  (void)c;
  {
    %s
  }
  ptc_tensor_close(x);
  {
    double limit = 1.5;
    ptc_hook hook;
    check(ptc_ones(size, 2, &grad, &x));
    check(ptc_tensor_register_hook(x, clip, &limit, NULL, &hook));
    ptc_hook_close(hook);
    check(ptc_mul_Scalar(x, (ptc_scalar){PTC_SCALAR_FLOAT, 0, 2.5, 0}, &a));
    check(ptc_sum(a, PTC_UNSET, &b));
    check(ptc_tensor_backward(b, NULL, false, false));
    check(ptc_tensor_grad(x, &c));
    check(ptc_tensor_print(c));
    ptc_tensor_close(x), ptc_tensor_close(a), ptc_tensor_close(b), ptc_tensor_close(c);
  }
  return ptc_live_handles() != 0;
}
"""


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.S | re.M)


def test_the_c_of_abi_md_builds_and_runs(program, tmp_path):
    factory, errors, hook, observer, observed, handler, call, batch, script = blocks(ABI, "c")
    (tmp_path / "doc.c").write_text(
        AROUND % (hook + observer + handler, observed, factory, errors, call, batch, script)
    )
    torch.jit.trace(torch.nn.ReLU(), torch.ones(1, 2)).save(tmp_path / "model.pt")
    done = run(program(tmp_path / "doc.c", "-std=c11"), cwd=tmp_path)
    assert "mat1 and mat2 shapes cannot be multiplied (1x2 and 1x2)" in done.stdout
    assert " 1.5000  1.5000\n" in done.stdout  # the gradient of 2.5, clipped
    assert " 3\n[ CPUFloatType{1} ]" in done.stdout  # the sum of the only row
    assert "aten::relu. of 2 dimensions\naten::clamp_min. of 2 dimensions\n2 calls\n" in done.stdout
    assert "warning: std(): degrees of freedom is <= 0" in done.stdout


def test_every_error_kind_is_explained():
    header = (ROOT / "cshim" / "include" / "pytorch_c" / "core" / "error.h").read_text()
    for name in re.findall(r"PTC_ERROR(_\w+) = [1-9]", header):
        assert f"`{name}`" in ABI or f"`PTC_ERROR{name}`" in ABI, name


@pytest.mark.parametrize("text", [ABI, ADDING], ids=["abi.md", "adding-an-op.md"])
def test_links_lead_somewhere(text):
    for target in re.findall(r"\]\((?!http|#)([^)#]+)", text):
        assert (ROOT / "docs" / target).exists(), target
    for anchor in re.findall(r"\]\(#([^)]+)\)", text):
        titles = re.findall(r"^## (.*)", text, re.M)
        assert anchor in [t.lower().replace(" ", "-").replace(",", "") for t in titles]


def test_the_example_operator_stands_in_the_tree_as_shown():
    header, *_ = blocks(ADDING, "c")
    include, body = blocks(ADDING, "cpp")
    row, use = blocks(ADDING, "python")
    assert header in (ROOT / "cshim/include/pytorch_c/operators/lapack.h").read_text()
    source = (ROOT / "cshim/src/operators/lapack.cc").read_text()
    assert include in source and body in source
    assert row in (ROOT / "tests/ops/test_lapack.py").read_text()
    run(sys.executable, "-c", use)


def test_the_schema_is_found_as_shown():
    assert f"```\n{ops.aten.cholesky_solve.default.schema}\n```" in ADDING


def test_every_verb_of_the_table_is_glues():
    headers = ("core/glue.h", "operators/ops_glue.h", "operators/wrapped.h")
    glue = "".join((ROOT / "cshim/src" / name).read_text() for name in headers)
    for verb in {
        verb for row in re.findall(r"^\| .*\| (.*) \|$", ADDING, re.M) for verb in re.findall(r"`(\w+)\(", row)
    }:
        assert re.search(rf"\b{verb}\(", glue), verb
