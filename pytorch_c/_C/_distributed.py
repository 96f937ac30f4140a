"""Placements of tensors on processes: the bases of the classes of torch.distributed.tensor (torch._C._distributed)."""

from __future__ import annotations

import operator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, SupportsIndex

__all__ = ["Partial", "Placement", "Replicate", "Shard", "StridedShard"]


class Placement:
    """Placement of a tensor on one dimension of a mesh; derived classes are its kinds."""

    __slots__ = ()

    def is_shard(self, dim: int | None = None) -> bool:
        """Returns whether each process has a part, along `dim` where it is given."""
        return False

    def is_replicate(self) -> bool:
        """Returns whether each process has all of it."""
        return False

    def is_partial(self, reduce_op: str | None = None) -> bool:
        """Returns whether each process has what is still to be reduced, by `reduce_op` where it is given."""
        return False

    def _key(self) -> tuple[Any, ...]:
        return ()

    def __getstate__(self) -> dict[str, Any]:
        """Returns the fields by name, as torch pickles them."""
        kind = _kind(self)
        return {name: vars(kind)[name].__get__(self) for name in kind.__slots__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Sets the fields."""
        for name, value in state.items():
            vars(_kind(self))[name].__set__(self, value)


def _equal(self, other):
    return isinstance(other, _kind(self)) and self._key() == other._key()


def _hash(self):
    return hash((_kind(self).__name__, self._key()))


def _kind(placement):
    """The class here that a placement's class derives from."""
    return next(one for one in (Shard, StridedShard, Replicate, Partial) if isinstance(placement, one))


class Shard(Placement):
    """Each process has a part along a dimension."""

    __slots__ = ("dim",)

    def __init__(self, dim: SupportsIndex) -> None:
        self.dim = operator.index(dim)

    __eq__, __hash__ = _equal, _hash

    def is_shard(self, dim: int | None = None) -> bool:
        """Returns whether the parts lie along `dim`; True without it."""
        return dim is None or dim == self.dim

    def _key(self) -> tuple[Any, ...]:
        return (self.dim,)


class StridedShard(Placement):
    """Each process has several parts along a dimension."""

    __slots__ = ("dim", "split_factor")

    def __init__(self, dim: SupportsIndex, *, split_factor: SupportsIndex) -> None:
        self.dim = operator.index(dim)
        StridedShard.split_factor.__set__(self, operator.index(split_factor))  # type: ignore[attr-defined]  # classes derived from it hide the slot

    __eq__, __hash__ = _equal, _hash

    def is_shard(self, dim: int | None = None) -> bool:
        """Returns whether the parts lie along `dim`; True without it."""
        return dim is None or dim == self.dim

    def _key(self) -> tuple[Any, ...]:
        return (self.dim, self.split_factor)


class Replicate(Placement):
    """Each process has all of it."""

    __slots__ = ()
    __eq__, __hash__ = _equal, _hash

    def is_replicate(self) -> bool:
        """True."""
        return True


class Partial(Placement):
    """Each process has what is still to be reduced: "sum" without an operation."""

    __slots__ = ("reduce_op",)

    def __init__(self, reduce_op: str | None = None) -> None:
        object.__setattr__(self, "reduce_op", "sum" if reduce_op is None else reduce_op)  # classes derived are frozen

    __eq__, __hash__ = _equal, _hash

    def is_partial(self, reduce_op: str | None = None) -> bool:
        """Returns whether it is reduced by `reduce_op`; True without it."""
        return reduce_op is None or reduce_op == self.reduce_op

    def _key(self) -> tuple[Any, ...]:
        return (self.reduce_op,)
