"""Helpers that layers share, under the names of torch.nn.modules.utils."""

from __future__ import annotations

from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = ["consume_prefix_in_state_dict_if_present"]


def _ntuple(n: int, name: str = "parse") -> Callable[[Any], tuple[Any, ...]]:
    """A function that makes n numbers of one; what has several already becomes a tuple, of any length."""

    def parse(x):
        return tuple(x) if isinstance(x, Iterable) else (x,) * n

    parse.__name__ = name
    return parse


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t: Sequence[Any], n: int) -> tuple[Any, ...]:
    """The items of t, last first, each n times: paddings in the order of functional.pad."""
    return tuple(item for item in reversed(t) for _ in range(n))


def _list_with_default(out_size: Any, defaults: Sequence[int]) -> Any:
    """out_size with the last of defaults in place of each None; a number as it is."""
    if not hasattr(out_size, "__len__"):  # an int, or a symbol
        return out_size
    count = len(out_size)
    if len(defaults) <= count:
        raise ValueError(f"Input dimension should be at least {count + 1}")
    return [default if size is None else size for size, default in zip(out_size, defaults[-count:])]


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Takes prefix off every key of state_dict that starts with it, in place; off those of its _metadata too.

    DataParallel and its like save with the prefix "module.".
    """
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key[len(prefix) :]] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", {})
    for key in list(metadata):
        # The wrapped module itself stands under the prefix without its dot.
        if key and (key == prefix.replace(".", "") or key.startswith(prefix)):
            metadata[key[len(prefix) :]] = metadata.pop(key)
