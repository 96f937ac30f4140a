"""Tensor and what it is made of: data, dtype, device, indexing, operators, printing."""

import importlib


def __getattr__(name):
    if name == "_convert":  # what classes wrap their results with (torch._tensor._convert)
        from .overriding import convert

        return convert
    if name == "Tensor":
        return importlib.import_module(".tensor", __package__).Tensor
    if name == "_rebuild_from_type_v2":  # what classes name in files (torch._tensor._rebuild_from_type_v2)
        return importlib.import_module("._files.names", __package__.rpartition(".")[0])._rebuild_from_type_v2
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
