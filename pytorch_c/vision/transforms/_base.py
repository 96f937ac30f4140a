"""Transforms as objects, and those that are made of others."""

from __future__ import annotations

from ..._tensor.data import tensor
from ...nn import Module
from . import _draw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class Transform(Module):
    """An image in, an image out: called, or GoTorch's run(). Random ones draw from the default generator.

    A subclass has forward(), and in `shown` the names of its attributes that repr() shows.
    """

    shown: tuple[str, ...] = ()

    def run(self, input: Any) -> Any:
        return self(input)

    def _joined(self, following: Any) -> Callable[[Any], Any] | None:
        """Returns what does this and the `following` in less time than one after the other, with the same result."""
        return None

    def __repr__(self) -> str:
        values = (getattr(self, name) for name in self.shown)
        texts = (f"{name}={getattr(value, 'value', value)}" for name, value in zip(self.shown, values))
        return f"{type(self).__name__}({', '.join(texts)})"


class _Several(Transform):
    """Transforms in a list; they are no members, so that any function can be one."""

    def __init__(self, transforms: Sequence[Callable[[Any], Any]]) -> None:
        super().__init__()
        self.transforms = _checked(transforms)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_lines(self.transforms)}\n)"


def _lines(transforms):
    """A line for each transform, all four spaces in."""
    return "".join(f"\n{one}".replace("\n", "\n    ") for one in transforms)


def _checked(transforms):
    if not hasattr(transforms, "__iter__"):
        raise TypeError(f"transforms must be a sequence, got {transforms!r}")
    found = transforms if isinstance(transforms, Module) else list(transforms)
    for one in found:
        if not callable(one):
            raise TypeError(f"transforms must be callable, got {one!r}")
    return found


class Compose(_Several):
    """One transform after the other: Compose([a, b]), or GoTorch's Compose(a, b)."""

    def __init__(self, *transforms: Any) -> None:
        several = len(transforms) != 1 or callable(transforms[0]) and not hasattr(transforms[0], "__iter__")
        super().__init__(transforms if several else transforms[0])

    def forward(self, img: Any) -> Any:
        for one in _steps(list(self.transforms)):
            img = one(img)
        return img


def _steps(transforms):
    """The transforms in their order, two of them as one where the first knows how."""
    while transforms:
        one = transforms.pop(0)
        both = one._joined(transforms[0]) if transforms and isinstance(one, Transform) else None
        if both:
            del transforms[0]
        yield both or one


def has_hooks(module: Module) -> bool:
    """Returns whether a call of the module is more than its forward()."""
    return bool(module._forward_hooks or module._forward_pre_hooks)


class Lambda(Transform):
    """A function as a transform."""

    def __init__(self, lambd: Callable[[Any], Any]) -> None:
        super().__init__()
        if not callable(lambd):
            raise TypeError(f"Argument lambd should be callable, got {type(lambd).__name__!r}")
        self.lambd = lambd

    def forward(self, img: Any) -> Any:
        return self.lambd(img)


class RandomApply(_Several):
    """All of the transforms one after the other with the probability p, or none."""

    def __init__(self, transforms: Sequence[Callable[[Any], Any]], p: float = 0.5) -> None:
        super().__init__(transforms)
        self.p = probability(p)

    def forward(self, img: Any) -> Any:
        if _draw.above(self.p):
            return img
        for one in self.transforms:
            img = one(img)
        return img

    def __repr__(self) -> str:
        return f"{type(self).__name__}(\n    p={self.p}{_lines(self.transforms)}\n)"


class RandomOrder(_Several):
    """All of the transforms in a random order, drawn as torchvision.transforms.v2 does."""

    def forward(self, img: Any) -> Any:
        for index in _draw.permutation(len(self.transforms)):
            img = self.transforms[index](img)
        return img


class RandomChoice(_Several):
    """One of the transforms, with the probabilities p, drawn as torchvision.transforms.v2 does."""

    def __init__(self, transforms: Sequence[Callable[[Any], Any]], p: Sequence[float] | None = None) -> None:
        super().__init__(transforms)
        p = [1.0] * len(self.transforms) if p is None else list(p)
        if len(p) != len(self.transforms):
            raise ValueError(f"Length of p doesn't match the number of transforms: {len(p)} != {len(self.transforms)}")
        if not p or min(p) < 0 or not sum(p) > 0:
            raise ValueError(f"p must be probabilities, got {p}")
        self.p = [one / sum(p) for one in p]

    def forward(self, img: Any) -> Any:
        return self.transforms[_draw.choice(tensor(self.p))](img)


def probability(p: float) -> float:
    """p, if it is a number from 0 to 1. Raises TypeError or ValueError."""
    if isinstance(p, bool) or not isinstance(p, (int, float)):
        raise TypeError(f"p must be a number, got {p!r}")
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"p must be from 0 to 1, got {p}")
    return p


def number_range(value: Any, name: str, middle: float = 0.0, sizes: Sequence[int] = (2,)) -> list[float]:
    """A sequence as floats, or [low, high] of a number, half a range around middle. Raises TypeError or ValueError."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < 0:
            raise ValueError(f"If {name} is a single number, it must be positive.")
        return [middle - float(value), middle + float(value)]
    if not isinstance(value, (tuple, list)):
        raise TypeError(
            f"{name} should be a number or a sequence of length {' or '.join(map(str, sizes))}, got {value!r}"
        )
    if len(value) not in sizes:
        raise ValueError(f"{name} should be a sequence of length {' or '.join(map(str, sizes))}, got {value!r}")
    return [float(one) for one in value]
