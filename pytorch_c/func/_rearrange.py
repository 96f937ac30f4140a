"""torch.func.rearrange: permutes, splits and merges dimensions by a pattern in words."""

from __future__ import annotations

import math
import re

from .. import _ops
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = re.compile(r"\s*(\(|\)|\.\.\.|…|\w+)")
_ELLIPSIS = "…"


def _groups(text):
    """The dimensions of one side, each as a list of the names of its axes; of none for one of length 1."""
    found, inside, at = [], None, 0
    text = text.strip()
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            raise ValueError(f"Invalid pattern: unexpected character {text[at]!r} in {text!r}")
        at, word = token.end(), token[1].replace("...", _ELLIPSIS)
        if word == "(":
            if inside is not None:
                raise ValueError(f"Invalid pattern: brackets inside of brackets in {text!r}")
            inside = []
        elif word == ")":
            if inside is None:
                raise ValueError(f"Invalid pattern: brackets are not balanced in {text!r}")
            found.append(tuple(inside))  # (...) is one dimension, ... several
            inside = None
        else:
            _check_name(word, inside)
            if word != "1":
                (found if inside is None else inside).append([word] if inside is None else word)
            elif inside is None:
                found.append([])
    if inside is not None:
        raise ValueError(f"Invalid pattern: brackets are not balanced in {text!r}")
    names = [name for group in found for name in group]
    if len(set(names)) < len(names):
        raise ValueError(f"Invalid pattern: an axis stands twice in {text!r}")
    return found


def _check_name(word, inside):
    if word == _ELLIPSIS:
        return
    if word.isdigit() and word != "1":
        raise ValueError(f"Invalid pattern: anonymous axes must have the length 1, not {word}")
    if word != "1" and (not word.isidentifier() or word.startswith("_") or word.endswith("_")):
        raise ValueError(f"Invalid pattern: {word!r} is no name of an axis")


def _lengths(group, size, given):
    """The lengths of the axes that one dimension consists of; one of them may be found out."""
    known = [given.get(name) for name in group]
    rest = math.prod(one for one in known if one is not None)
    if known.count(None) > 1:
        raise ValueError(f"Could not infer the lengths of the axes {[n for n, k in zip(group, known) if k is None]}")
    if None in known:
        if not rest or size % rest:
            raise ValueError(f"a dimension of {size} cannot be divided into chunks of {rest}")
        return [size // rest if one is None else one for one in known]
    if rest != size:
        raise ValueError(f"a dimension of {size} is not made of axes of {known}")
    return known


def rearrange(tensor: Tensor | Sequence[Tensor], pattern: str, **axes_lengths: int) -> Tensor:
    """The tensor with its dimensions as the right side of "b (h w) c -> b c h w" says.

    Args:
        tensor: Or several of one shape, which are stacked
        pattern: Names of axes; brackets for several that are one dimension, 1 for a dimension of length 1, `...` for
            all others
        axes_lengths: The lengths of axes that brackets on the left side do not tell

    Raises ValueError for a pattern that is none, or does not fit the tensor. Source: torch.func.rearrange.
    """
    if not isinstance(tensor, Tensor):
        tensor = _ops.stack(list(tensor))
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError(f"Invalid pattern: one '->' is needed in {pattern!r}")
    left, right = map(_groups, sides)
    names = [{name for group in side for name in group} for side in (left, right)]
    if names[0] != names[1]:
        raise ValueError(f"Identifiers only on one side of expression (should be on both): {names[0] ^ names[1]}")
    if unknown := axes_lengths.keys() - names[0]:
        raise ValueError(f"lengths of axes that are not in the pattern: {sorted(unknown)}")
    more = tensor.dim() - len(left) + ([_ELLIPSIS] in left)
    if more < 0 or (more and [_ELLIPSIS] not in left):
        raise ValueError(f"Number of dimensions in pattern ({len(left)}) does not match the tensor's ({tensor.dim()})")
    sizes, axes = iter(tensor.shape), {}
    for group in left:
        if group == [_ELLIPSIS]:
            axes[_ELLIPSIS] = [next(sizes) for _ in range(more)]
        elif _ELLIPSIS in group:
            raise ValueError("Invalid pattern: an ellipsis in brackets on the left side")
        else:
            axes |= {name: [length] for name, length in zip(group, _lengths(group, next(sizes), axes_lengths) or [])}
    starts, count = {}, 0
    for name, lengths in axes.items():
        starts[name], count = count, count + len(lengths)
    split = tensor.reshape([length for lengths in axes.values() for length in lengths])
    order = [starts[name] + i for group in right for name in group for i in range(len(axes[name]))]
    shape: list[int] = []
    for group in right:
        lengths = [length for name in group for length in axes[name]]
        shape += lengths if group == [_ELLIPSIS] else [math.prod(lengths)]
    return split.permute(order).reshape(shape)
