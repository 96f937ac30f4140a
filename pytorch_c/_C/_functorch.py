"""Names of torch._C._functorch that torch's own Python imports: kinds of transforms, and what is not here."""

from __future__ import annotations

import enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class TransformType(enum.Enum):
    """A kind of transform of torch.func."""

    Torch = 0
    Vmap = 1
    Grad = 2
    Jvp = 3
    Functionalize = 4


class RandomnessType(enum.Enum):
    """Random numbers within vmap."""

    Error = 0
    Same = 1
    Different = 2


class _Absent:
    def __init__(self, name: str) -> None:
        self.__name__ = self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"torch._C._functorch.{self._name} is not here: the levels of transforms are pytorch_c.func's own"
        )

    def __repr__(self) -> str:
        return f"<absent torch._C._functorch.{self._name}>"


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    found = globals()[name] = _Absent(name)
    return found
