"""Helpers under the names of torch.utils: `data` is the module pytorch_c.data, `dlpack` shares memory."""

__all__ = ["checkpoint", "data", "dlpack", "hooks"]


def __getattr__(name):
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module("." + name, __name__)


def __dir__():
    return sorted({*globals(), *__all__})
