"""SciPy and scikit-learn take Tensors by the array API where they take torch's, and give Tensors with torch's numbers."""

import json
import subprocess
import sys

import pytest
from support.project import HANG

pytest.importorskip("array_api_compat")
pytest.importorskip("scipy", reason="SciPy is not installed")

PROGRAM = """
import os
os.environ["SCIPY_ARRAY_API"] = "1"
import contextlib, json, sys
import {package} as t
from scipy import cluster, fft, integrate, signal, special, stats

x = t.arange(6.0, dtype=t.float64).reshape(2, 3) + 1
calls = {{
    "logsumexp": lambda: special.logsumexp(x, axis=1), "expit": lambda: special.expit(x),
    "softmax": lambda: special.softmax(x, axis=1), "fft": lambda: fft.rfft(x).abs(), "zscore": lambda: stats.zscore(x),
    "skew": lambda: stats.skew(x, axis=1), "whiten": lambda: cluster.vq.whiten(x),
    "trapezoid": lambda: integrate.trapezoid(x), "detrend": lambda: signal.detrend(x),
}}
with contextlib.suppress(ImportError):
    from sklearn import config_context
    from sklearn.decomposition import PCA

    def components():
        with config_context(array_api_dispatch=True):
            return PCA(n_components=1, svd_solver="full").fit_transform(x)

    calls["PCA"] = components
found = {{name: call() for name, call in calls.items()}}
assert all(type(one) is t.Tensor for one in found.values()), found
print(json.dumps({{name: one.tolist() for name, one in found.items()}}))
"""


def said(package):
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM.format(package=package)],
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)


def test_results_are_those_of_torch():
    mine, torchs = said("pytorch_c"), said("torch")
    assert mine.keys() == torchs.keys() and len(mine) >= 9
    for name, values in torchs.items():
        flat, expected = json.dumps(mine[name]), json.dumps(values)
        numbers = [
            [float(n) for n in text.replace("[", " ").replace("]", " ").replace(",", " ").split()]
            for text in (flat, expected)
        ]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-12, abs=1e-12), name
