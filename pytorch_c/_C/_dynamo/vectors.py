"""The search for the processor's vector instructions: a library is built for each set of them, and loaded on trial."""

from __future__ import annotations

import os
from types import ModuleType

from ..._borrowed import loader


def take_over(module: ModuleType) -> None:
    """Has the trial find libtorch in its own folder, where this package has none (_inductor.cpu_vec_isa)."""
    if not hasattr(module.VecISA, "_build_probe_env"):  # before torch 2.13 the trial imports torch
        library = str(loader.torch_folder() / "lib" / "libtorch_cpu.so")
        load = f"import ctypes\nctypes.CDLL({library!r}, ctypes.RTLD_GLOBAL)\n"
        module.VecISA._avx_py_load = module.VecISA._avx_py_load.replace("import torch\n", load)
        return
    of_torch = module.VecISA._build_probe_env

    def _build_probe_env() -> dict[str, str]:
        environment: dict[str, str] = of_torch()
        folder = str(loader.torch_folder() / "lib")
        environment["LD_LIBRARY_PATH"] = os.pathsep.join((folder, environment["LD_LIBRARY_PATH"]))
        return environment

    module.VecISA._build_probe_env = staticmethod(_build_probe_env)
