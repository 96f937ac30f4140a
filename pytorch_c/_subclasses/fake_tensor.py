"""What libraries ask of torch's tensors without data: whether something is one, which is never (torch._subclasses.fake_tensor)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["FakeTensor", "FakeTensorMode", "is_fake", "maybe_get_fake_mode", "unset_fake_temporarily"]

_WHY = "tensors without data for compilers are not here; with device('meta') makes tensors that have sizes alone"


class DynamicOutputShapeException(RuntimeError):
    """An operator whose result's sizes depend on data."""


class UnsupportedFakeTensorException(RuntimeError):
    """What a tensor without data cannot do."""


class FakeTensor:
    """A tensor without data; nothing is an instance. Making one raises NotImplementedError."""

    def __new__(cls, *arguments: Any, **options: Any) -> FakeTensor:
        raise NotImplementedError(f"FakeTensor: {_WHY}")


class FakeTensorMode:
    """A block in which tensors have no data. Making one raises NotImplementedError."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        raise NotImplementedError(f"FakeTensorMode: {_WHY}")


def is_fake(x: Any) -> bool:
    """False: nothing is one."""
    return False


def maybe_get_fake_mode(t: Any) -> None:
    """None: nothing is one."""


class unset_fake_temporarily:
    """A block outside of a FakeTensorMode, which all is."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: Any) -> None:
        pass
