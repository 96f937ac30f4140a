"""Tensors without data that torch's compilers trace with (torch._subclasses): nothing here is one of them."""

import importlib

from .fake_tensor import DynamicOutputShapeException, FakeTensor, FakeTensorMode, UnsupportedFakeTensorException

__all__ = ["DynamicOutputShapeException", "FakeTensor", "FakeTensorMode", "UnsupportedFakeTensorException"]


def __getattr__(name: str) -> object:
    if name == "functional_tensor":
        return importlib.import_module(".functional_tensor", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
