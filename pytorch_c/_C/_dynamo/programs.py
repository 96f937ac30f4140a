"""Programs that torch's compiler has written: they say `import torch`, and run on this package."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import cast

from ..._borrowed import loader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.abc import Loader


class _Written:
    """The loader of such programs: as torch's own files, they may call operators for libtorch's own use."""

    is_of_torch = True


_WRITTEN = cast("Loader", _Written())


def take_over(module: ModuleType) -> None:
    """Binds the imports of such programs to this package when they are loaded (_inductor.runtime.compile_tasks)."""

    def _reload_python_module(key: str, path: str, set_sys_modules: bool = True) -> ModuleType:
        with open(path, "rb") as file:
            source = file.read()
        try:
            code = loader.compiled(source, path)
        except Exception as error:
            raise RuntimeError(f"Failed to import {path}\n{type(error).__name__}: {error}") from None
        made = ModuleType(f"{module.__name__}.{key}")
        made.__file__, made.key = path, key  # type: ignore[attr-defined]
        made.__loader__ = _WRITTEN
        exec(code, vars(made))
        if set_sys_modules:
            sys.modules[made.__name__] = made
        return made

    module._reload_python_module = _reload_python_module  # type: ignore[attr-defined]
