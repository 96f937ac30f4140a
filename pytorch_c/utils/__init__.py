"""Helpers under the names of torch.utils: `data` is the module pytorch_c.data."""

__all__ = ["data"]


def __getattr__(name):
    if name != "data":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module(".data", __name__)


def __dir__():
    return sorted({*globals(), *__all__})
