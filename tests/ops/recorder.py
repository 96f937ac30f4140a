"""Which functions of the C library a call reaches."""

import importlib
import pkgutil
import sys

import pytorch_c

# What csrc/numbers.c calls where a factory is given nothing but plain sizes.
MADE = {
    "make_arange": ("arange", "arange_start"),
    "make_empty": ("empty_memory_format",),
    **{f"make_{name}": (name,) for name in ("ones", "rand", "randn", "zeros")},
}


class NotingLib:
    """Stands for cffi's lib in modules that look their functions up there."""

    def __init__(self, lib, seen):
        self._lib, self._seen = lib, seen

    def __getattr__(self, name):
        if name.startswith("call_"):
            self._seen.add(name.removeprefix("call_"))
        return getattr(self._lib, name)


def replace_lib(old, new):
    for name, module in list(sys.modules.items()):
        if name.startswith("pytorch_c.") and vars(module).get("lib") is old:
            module.lib = new


class Recorder:
    """Notes the call_NAME that Python makes, while it is on."""

    def __init__(self):
        self.seen = set()
        self.undo = []

    def __enter__(self):
        for found in pkgutil.iter_modules(pytorch_c._ops.__path__):
            module = importlib.import_module(f"pytorch_c._ops.{found.name}")
            for key, function in list(vars(module).items()):
                if key.startswith("call_") or key in MADE:
                    self.undo.append((module, key, function))
                    setattr(module, key, self.noting(MADE.get(key) or (key.removeprefix("call_"),), function))
        self.real = pytorch_c._boundary.library.lib
        self.noting_lib = NotingLib(self.real, self.seen)
        replace_lib(self.real, self.noting_lib)
        return self

    def noting(self, names, function):
        def call(*args):
            self.seen.update(names)
            return function(*args)

        return call

    def __exit__(self, *exc):
        for module, key, function in self.undo:
            setattr(module, key, function)
        self.undo.clear()
        replace_lib(self.noting_lib, self.real)  # also in modules that were loaded meanwhile
