"""Tensor and what it is made of: data, dtype, device, indexing, operators, printing."""


def __getattr__(name):
    if name == "_convert":  # what classes wrap their results with (torch._tensor._convert)
        from .overriding import convert

        return convert
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
