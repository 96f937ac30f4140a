"""The array API standard's namespace: array-api-compat's for torch, on this package; torch's is the oracle."""

import subprocess
import sys

import pytest

import pytorch_c

compat = pytest.importorskip("array_api_compat")

CASES = """xp.concat([x, x], axis=None) | xp.astype(x, xp.int64) | xp.linalg.inv(s) | xp.linalg.vector_norm(x) | xp.fft.fft(x[0]) | xp.std(x, axis=1, correction=1) | xp.sum(n)
xp.permute_dims(x, (1, 0)) | xp.unique_counts(n).counts | xp.take(x, n[0] - 1, axis=1) | xp.matrix_transpose(x) | xp.vecdot(x, x) | xp.clip(x, 0, 1) | xp.sort(x, descending=True)
xp.searchsorted(x[0], x[1]) | xp.cumulative_sum(x, axis=0) | xp.where(x > 0, x, xp.zeros_like(x)) | xp.argmax(x) | xp.isdtype(x.dtype, 'real floating') | xp.repeat(x, 2) | xp.count_nonzero(x)
xp.asarray([1, 2]) | xp.arange(3) | xp.linspace(0, 1, 3) | xp.eye(2) | xp.result_type(x, n) | xp.finfo(x.dtype).bits | xp.newaxis | xp.broadcast_arrays(x, x[0])[1] | xp.meshgrid(x[0], x[1])[0]"""
CASES = [one.strip() for line in CASES.splitlines() for one in line.split(" | ")]


def given(t):
    return {
        "x": t.tensor([[1.0, -2.0, 3.0], [0.5, 0.25, -1.0]]),
        "s": t.tensor([[2.0, 1.0], [1.0, 3.0]]),
        "n": t.tensor([[3, 1, 2], [1, 1, 2]]),
    }


@pytest.mark.parametrize("code", CASES)
def test_the_namespace_is_torchs(code):
    torch = pytest.importorskip("torch")
    ours = given(pytorch_c)
    found = eval(code, {"xp": ours["x"].__array_namespace__()} | ours)
    theirs = given(torch)
    expected = eval(code, {"xp": compat.array_namespace(theirs["x"])} | theirs)
    plain = lambda one: one.tolist() if hasattr(one, "tolist") else str(one).replace("pytorch_c", "torch")  # noqa: E731
    assert type(found).__name__ == type(expected).__name__ and plain(found) == plain(expected)


def test_libraries_find_the_namespace():
    x = pytorch_c.ones(2)
    assert compat.array_namespace(x) is x.__array_namespace__() is pytorch_c.array_api
    assert pytorch_c.array_api.__array_namespace_info__().default_dtypes()["real floating"] is pytorch_c.float32


def test_torch_is_not_imported_for_it():
    code = "import sys, pytorch_c; pytorch_c.ones(1).__array_namespace__(); print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_without_array_api_compat_programs_that_go_through_the_names_get_each():
    code = """import sys; sys.modules["array_api_compat"] = None
import pytorch_c
for name in dir(pytorch_c): getattr(pytorch_c, name)
try: pytorch_c.array_api
except ImportError as error: print("array_api" in dir(pytorch_c), error)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.startswith("False pytorch_c.array_api needs array-api-compat"), done.stderr
