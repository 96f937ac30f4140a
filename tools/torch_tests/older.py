"""A plugin of pytest's for torch itself: tests of another version find its helpers, and fail where one is gone."""

from __future__ import annotations

import contextlib
import importlib

from absent import lenient

MODULES = """torch.jit.frontend torch.testing._internal.jit_utils torch.testing._internal.common_utils torch.testing._internal.common_nn
torch.testing._internal.jit_metaprogramming_utils torch.testing._internal.common_jit torch.testing._internal.common_quantization
torch.testing._internal.common_methods_invocations"""


def pytest_configure(config):
    importlib.import_module("torch._C").has_mkldnn = importlib.import_module("torch").backends.mkldnn.is_available()
    for name in MODULES.split():
        with contextlib.suppress(ImportError):
            lenient(importlib.import_module(name))
