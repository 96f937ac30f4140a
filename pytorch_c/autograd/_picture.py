"""Pictures of the graph: as DOT, which graphviz draws, and as a tree of text."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from typing import NamedTuple

from .._boundary import api
from .._boundary.errors import TorchError
from .._tensor.dtype import LAYOUTS
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from ..nn import Module

_COLOURS = {"result": "#b7e1b0", "leaf": "#b3cde3", "saved": "#fdd9a0", "node": "#eeeeee"}


class _Step(NamedTuple):
    """A node: what is written of it, and the steps after it, with which of their gradients."""

    name: str
    results: list[str]
    leaf: str | None
    saved: list[str]
    next: list[int]


def _look(tensor):
    """The shape and dtype of a tensor: "(2, 3) float32"."""
    return f"{tuple(tensor.shape)} {str(tensor.dtype).rpartition('.')[2]}"


def _results(node):
    found = (api.node_result(node, index) for index in range(api.node_result_count(node)))
    return ["nested" if one is None else _look(one) for one in found]


def _saved(node):
    """Returns what a node saved, or a word for what cannot be told."""
    try:
        try:
            found = api.node_saved(node)
        except NotImplementedError:  # of a custom function, or of a node that saves nothing
            found = api.node_saved_tensors(node)
    except TypeError:
        return []
    except TorchError as error:
        return ["freed"] if "second time" in str(error) else ["changed or packed"]
    return [_look(one) for one in found if one is not None]


class _Names:
    """The names of leaves; a tensor of the graph is another object than the one that has the name."""

    def __init__(self, params):
        self._by_address = {}
        if params is None:
            named = ()
        elif hasattr(params, "items"):
            named = params.items()
        elif hasattr(params, "named_parameters"):
            named = params.named_parameters()
        else:
            raise TypeError(
                f"draw(): argument 'params' must be a Module or a dict of tensors, got {type(params).__name__}"
            )
        for name, tensor in named:
            if not isinstance(tensor, Tensor):
                raise TypeError(
                    f"draw(): argument 'params' must have tensors, got {type(tensor).__name__} for {name!r}"
                )
            self._by_address.setdefault(self._key(tensor), []).append((name, tensor))

    @staticmethod
    def _key(tensor):
        return tensor.data_ptr() if tensor.layout is LAYOUTS["strided"] else None

    def of(self, tensor):
        named = self._by_address.get(self._key(tensor), ()) if self._by_address else ()
        return next((name for name, one in named if api.tensor_is_same(one, tensor)), "")


def _next(node):
    """[(node, which of its gradients)] after a node."""
    found = (api.node_next(node, index) for index in range(api.node_next_count(node)))
    return [(after, number) for after, number in found if after is not None]


def _steps(roots: Sequence[Any], names: _Names, saved: bool) -> tuple[list[_Step], list[int]]:
    """The nodes that the roots lead to, each once, and the roots' places among them."""
    places: dict[int, int] = {}
    nodes: list[Any] = []
    steps: list[_Step] = []

    def place(node):
        key = api.node_id(node)
        if key not in places:
            places[key] = len(nodes)
            nodes.append(node)
        return places[key]

    begins = [place(root) for root in roots]
    for node in nodes:  # grows
        after = [place(one) for one, _ in _next(node)]
        leaf = api.node_variable(node)
        name = api.node_name(node).rpartition("::")[2]
        if leaf is None:
            steps.append(_Step(name, _results(node), None, _saved(node) if saved else [], after))
        else:
            text = " ".join(filter(None, (names.of(leaf), _look(leaf))))
            steps.append(_Step(name, [], text, [], after))
    return steps, begins


def _quoted(*lines):
    text = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return f'"{text}"'


def _box(name, colour, lines, shape="box"):
    return f'  {name} [label={_quoted(*lines)} shape={shape} style=filled fillcolor="{_COLOURS[colour]}"]'


def _dot(steps: Sequence[_Step], roots: Sequence[tuple[Tensor, int]]) -> str:
    """Gradients flow as the arrows point: from the results to the leaves."""
    lines = ["digraph autograd {", "  node [fontname=monospace fontsize=10]"]
    for number, (tensor, place) in enumerate(roots):
        lines += [_box(f"r{number}", "result", ["result", _look(tensor)]), f"  r{number} -> n{place}"]
    for place, step in enumerate(steps):
        if step.leaf is None:
            lines.append(_box(f"n{place}", "node", [step.name, *step.results]))
        else:
            lines.append(_box(f"n{place}", "leaf", [step.leaf], "ellipse"))
        for index, text in enumerate(step.saved):
            name = f"n{place}s{index}"
            lines += [_box(name, "saved", [text], "note"), f"  n{place} -> {name} [style=dashed arrowhead=none]"]
        lines += [f"  n{place} -> n{after}" for after in step.next]
    return "\n".join([*lines, "}\n"])


def _tree(steps: Sequence[_Step], roots: Sequence[tuple[Tensor, int]]) -> str:
    """A line for each node; one that was there already is named with its number. A chain keeps its column."""
    lines, shown = [], set()
    arrows = Counter(after for step in steps for after in step.next)
    shared = {place for place, count in arrows.items() if count > 1}
    stack = [(place, "", "") for _, place in reversed(roots)]
    while stack:
        place, head, indent = stack.pop()
        step = steps[place]
        text = f"{step.leaf} (leaf)" if step.leaf else " ".join([step.name, *step.results])
        if place in shown and step.next:
            lines.append(f"{head}{text} #{place}, above")
            continue
        shown.add(place)
        number = f" #{place}" if place in shared and step.next else ""
        saved = f" [saved {', '.join(step.saved)}]" if step.saved else ""
        lines.append(f"{head}{text}{number}{saved}")
        after = step.next
        for index in reversed(range(len(after))):
            if len(after) == 1:
                stack.append((after[0], indent, indent))
            elif index == len(after) - 1:
                stack.append((after[index], f"{indent}└─ ", f"{indent}   "))
            else:
                stack.append((after[index], f"{indent}├─ ", f"{indent}│  "))
    return "\n".join([*lines, ""])


def _tensors(tensor: Tensor | Iterable[Tensor]) -> list[Tensor]:
    found: list[Any] = list(tensor) if hasattr(tensor, "__iter__") and not isinstance(tensor, Tensor) else [tensor]
    for one in found:
        if not isinstance(one, Tensor):
            raise TypeError(f"draw(): argument 'tensor' must be a Tensor or several, got {type(one).__name__}")
        if not one.requires_grad:
            raise ValueError("draw(): argument 'tensor' has no graph: it does not require a gradient")
    if not found:
        raise ValueError("draw(): argument 'tensor' is empty")
    return found


def _render(dot, path, ending):
    """Writes a picture with graphviz; what is missing for it, or None."""
    try:
        import graphviz
    except ImportError:
        return "a picture needs the package graphviz"
    if ending not in graphviz.FORMATS:
        raise ValueError(f"draw(): argument 'path' ends in .{ending}, which is no format of graphviz")
    try:
        picture = graphviz.Source(dot).pipe(format=ending)
    except graphviz.ExecutableNotFound:
        return "a picture needs graphviz's program dot"
    with open(path, "wb") as file:
        file.write(picture)
    return None


def draw(
    tensor: Tensor | Iterable[Tensor],
    path: str | os.PathLike[str] | None = None,
    params: Module | Mapping[str, Tensor] | None = None,
    saved: bool = True,
) -> str:
    """graph.draw tells what it does."""
    roots = _tensors(tensor)
    steps, begins = _steps([api.tensor_gradient_edge(one)[0] for one in roots], _Names(params), saved)
    placed = list(zip(roots, begins))
    dot = _dot(steps, placed)
    if path is None:
        return dot
    path = os.fspath(path)
    ending = os.path.splitext(path)[1][1:].lower()
    if not ending:
        raise ValueError(f"draw(): argument 'path' needs an ending, such as .svg, .dot or .txt, got {path!r}")
    if ending not in ("dot", "gv", "txt"):
        problem = _render(dot, path, ending)
        if problem is None:
            return path
        path, ending = f"{os.path.splitext(path)[0]}.txt", "txt"
        warnings.warn(f"draw(): {problem}; a tree of text is written to {path}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(_tree(steps, placed) if ending == "txt" else dot)
    return path
