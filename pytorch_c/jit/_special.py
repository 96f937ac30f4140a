"""Functions that are forms of the language, not calls: annotate, isinstance, fork, is_scripting."""

from __future__ import annotations

import ast
import math
import warnings

from .._composites.contraction import tensordot
from .._composites.sets import unique, unique_consecutive
from ..nn import functional
from . import _async, _marks
from ._builtins import unwrapped
from ._functional import compiled
from ._source import NotSupportedError
from ._static import Const
from ._tracing import is_tracing
from ._types import split_comment, type_comment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._source import Parsed


def _annotate(conv, node):
    form = conv.compiler.form("annotate")
    return f"{form}({conv.type_text(node.args[0])}, {conv.expr(node.args[1])})"


def _unwrapped_optional(conv, node):
    return f"torch._unwrap_optional({conv.arguments(node)})"


def _isinstance(conv, node):
    form = conv.compiler.form("isinstance")
    return f"{form}({conv.expr(node.args[0])}, {conv.types_text(node.args[1])})"


def _fork(conv, node):
    return f"{conv.compiler.form('fork')}({conv.arguments(node)})"


def _wait(conv, node):
    return f"torch.wait({conv.arguments(node)})"


def _warn(conv, node):
    """warnings.warn; programs know no category."""
    level = [one for one in node.keywords if one.arg == "stacklevel"]
    shown = [conv.expr(one) for one in node.args[:1]] + [f"stacklevel={conv.expr(one.value)}" for one in level]
    return f"torch.warn({', '.join(shown)})"


# ---- functions whose arguments are a number or several ----


def bound(conv: Any, node: ast.Call, names: str) -> dict[str, ast.expr | None]:
    """The arguments of a call by the names of the parameters, None where one is missing."""
    parameters = names.split()
    if len(node.args) > len(parameters) or any(one.arg not in parameters for one in node.keywords):
        raise NotSupportedError(conv.source.place(node), f"the arguments ({', '.join(parameters)}) are expected")
    found = dict.fromkeys(parameters) | dict(zip(parameters, node.args))
    return found | {one.arg: one.value for one in node.keywords}


def _is_none(conv, node):
    found = None if node is None else conv.static(node)
    return node is None or isinstance(found, Const) and found.value is None


def _flag(conv, node, name):
    """A setting that decides what the call gives; it must be known."""
    known = False if node is None else conv.truth(node)
    if known is None:
        raise NotSupportedError(conv.source.place(node), f"{name} must be a constant")
    return known


def _max_pool(count):
    def form(conv, node):
        given = bound(conv, node, "input kernel_size stride padding dilation ceil_mode return_indices")
        indices = _flag(conv, given.pop("return_indices"), "return_indices")
        return _max_pool_text(conv, given, count, indices)

    return form


def _max_pool_text(conv, given, count, indices):
    none = conv.compiler.form("annotate") + "(List[int], [])"
    defaults = {"stride": none, "padding": "0", "dilation": "1", "ceil_mode": "False"}
    parts = [
        conv.expr(one) if one is not None and not (name == "stride" and _is_none(conv, one)) else defaults[name]
        for name, one in given.items()
    ]
    return f"torch.max_pool{count}d{'_with_indices' if indices else ''}({', '.join(parts)})"


def _with_indices(count):
    def form(conv, node):
        given = bound(conv, node, "input kernel_size stride padding dilation ceil_mode return_indices")
        given.pop("return_indices")
        return _max_pool_text(conv, given, count, True)

    return form


def _adaptive(count, op, always=False):
    def form(conv, node):
        given = bound(conv, node, "input output_size" + ("" if op == "avg" else " return_indices"))
        size, text = conv.static(given["output_size"]), conv.expr(given["input"])
        shown = conv.expr(given["output_size"])
        if isinstance(size, Const):
            value = size.value if isinstance(size.value, (tuple, list)) else (size.value,) * count
            whole = [f"{text}.size({i - count})" if one is None else str(one) for i, one in enumerate(value)]
            shown = f"[{', '.join(whole)}]"
        call = f"torch.adaptive_{op}_pool{count}d({text}, {shown})"
        return call if op == "avg" or always or _flag(conv, given["return_indices"], "return_indices") else f"{call}[0]"

    return form


def _columns(op, names):
    def form(conv, node):
        given = bound(conv, node, names)
        defaults = {"dilation": "1", "padding": "0", "stride": "1"}
        return f"torch.{op}({', '.join(defaults[n] if v is None else conv.expr(v) for n, v in given.items())})"

    return form


def _average(count):
    """avg_poolNd: an operator, whose stride is no None."""

    def form(conv, node):
        if count == 1:
            names = "input kernel_size stride padding ceil_mode count_include_pad"
        else:
            names = "input kernel_size stride padding ceil_mode count_include_pad divisor_override"
        given = bound(conv, node, names)
        defaults = {
            "stride": conv.compiler.form("annotate") + "(List[int], [])", "padding": "0", "ceil_mode": "False",
            "count_include_pad": "True", "divisor_override": "None",
        }  # fmt: skip
        parts = [
            conv.expr(one) if one is not None and not (name == "stride" and _is_none(conv, one)) else defaults[name]
            for name, one in given.items()
        ]
        return f"torch.avg_pool{count}d({', '.join(parts)})"

    return form


def _lp_pool(count):
    def form(conv, node):
        given = bound(conv, node, "input norm_type kernel_size stride ceil_mode")
        size = conv.static(given["kernel_size"])
        if not isinstance(size, Const):
            raise NotSupportedError(conv.source.place(node), "kernel_size must be a constant")
        number = math.prod(size.value) if isinstance(size.value, (tuple, list)) else size.value**count
        stride = given["stride"]
        none = conv.compiler.form("annotate") + "(List[int], [])"
        step = none if stride is None or _is_none(conv, stride) else conv.expr(stride)
        ceil = "False" if given["ceil_mode"] is None else conv.expr(given["ceil_mode"])
        power = f"float({conv.expr(given['norm_type'])})"
        mean = f"torch.avg_pool{count}d(torch.pow({conv.expr(given['input'])}, {power}), "
        mean += f"{conv.expr(given['kernel_size'])}, {step}, 0, {ceil})"
        return f"{conv.compiler.function(compiled('_lp_norm'), 'lp_norm')}({mean}, {number}, {power})"

    return form


def _fractional(count):
    """fractional_max_poolNd: one tensor or two."""

    def form(conv, node):
        given = bound(conv, node, "input kernel_size output_size output_ratio return_indices _random_samples")
        indices = _flag(conv, given.pop("return_indices"), "return_indices")
        shown = ", ".join(f"{name}={conv.expr(one)}" for name, one in given.items() if one is not None)
        name = f"fractional_max_pool{count}d_with_indices"
        return f"{conv.compiler.function(compiled(name), name)}({shown})" + ("" if indices else "[0]")

    return form


def _resized(conv, node):
    """interpolate, whose size and scale_factor are a number or several."""
    given = bound(conv, node, "input size scale_factor mode align_corners recompute_scale_factor antialias")
    parts = []
    for name, one in given.items():
        if one is None:
            continue
        text, found = conv.expr(one), conv.static(one)
        if name in ("size", "scale_factor") and not _is_none(conv, one):
            of_number = isinstance(found, Const) and isinstance(found.value, (int, float))
            sized = not isinstance(found, Const) and not isinstance(one, (ast.Tuple, ast.List, ast.ListComp, ast.Name))
            kind = "int" if name == "size" else "float"
            if of_number:
                text = f"[{kind}({found.value})] * ({conv.expr(given['input'])}.dim() - 2)"
            elif isinstance(found, Const):
                text = "[" + ", ".join(f"{kind}({value})" for value in found.value) + "]"
            elif sized and isinstance(one, (ast.BinOp, ast.Constant)):
                text = f"[{text}] * ({conv.expr(given['input'])}.dim() - 2)"
            elif isinstance(one, (ast.Tuple, ast.List)):
                text = "[" + ", ".join(map(conv.expr, one.elts)) + "]"
        parts.append(text if name == "input" else f"{name}={text}")
    return f"{conv.compiler.function(compiled('interpolate'), 'interpolate')}({', '.join(parts)})"


def _tensordot(conv, node):
    """tensordot, whose dims are a number or a list for each tensor; its operator has two lists."""
    if len(node.args) > 3 or any(one.arg in ("dims_self", "dims_other") for one in node.keywords):
        return f"torch.tensordot({conv.arguments(node)})"
    given = bound(conv, node, "a b dims out")
    dims, found = given["dims"], None if given["dims"] is None else conv.static(given["dims"])
    if dims is None or isinstance(found, Const) and isinstance(found.value, int):
        count = 2 if dims is None else found.value
        lists = f"list(range(-{count}, 0)), list(range({count}))"
    elif isinstance(dims, (ast.Tuple, ast.List)) and len(dims.elts) == 2:
        lists = ", ".join(map(conv.expr, dims.elts))
    else:
        lists = ", ".join(f"({conv.expr(dims)})[{number}]" for number in (0, 1))
    out = "" if _is_none(conv, given["out"]) else f", out={conv.expr(given['out'])}"
    return f"torch.tensordot({conv.expr(given['a'])}, {conv.expr(given['b'])}, {lists}{out})"


def _distinct(names):
    """unique and unique_consecutive, whose flags decide what they give and whose dim which operator they are."""

    def form(conv, node):
        given = bound(conv, node, names)
        inverse, counts = (_flag(conv, given[name], name) for name in ("return_inverse", "return_counts"))
        parts = [conv.expr(given["input"]), str(inverse), str(counts)]
        dim = [] if _is_none(conv, given["dim"]) else [conv.expr(given["dim"])]
        if "sorted" in given:
            parts[1:1] = [*dim, "True" if given["sorted"] is None else conv.expr(given["sorted"])]
            call = f"torch.{'unique_dim' if dim else '_unique2'}({', '.join(parts)})"
        else:
            call = f"torch.unique_consecutive({', '.join(parts + dim)})"
        if inverse and counts:
            return call
        name = "_with_inverse" if inverse else "_with_counts" if counts else "_values_alone"
        return f"{conv.compiler.function(compiled(name), name[1:])}({call})"

    return form


def functional_forms() -> dict[Any, Any]:
    """The functions of nn.functional that are forms."""
    forms = {}
    for count in (1, 2, 3):
        forms[f"max_pool{count}d"] = _max_pool(count)
        forms[f"max_pool{count}d_with_indices"] = _with_indices(count)
        forms[f"lp_pool{count}d"] = _lp_pool(count)
        forms[f"avg_pool{count}d"] = _average(count)
        forms[f"adaptive_avg_pool{count}d"] = _adaptive(count, "avg")
        forms[f"adaptive_max_pool{count}d"] = _adaptive(count, "max")
        forms[f"adaptive_max_pool{count}d_with_indices"] = _adaptive(count, "max", True)
        if count > 1:
            forms[f"fractional_max_pool{count}d"] = _fractional(count)
    forms["unfold"] = _columns("im2col", "input kernel_size dilation padding stride")
    forms["fold"] = _columns("col2im", "input output_size kernel_size dilation padding stride")
    forms["interpolate"] = _resized
    return {unwrapped(getattr(functional, name)): form for name, form in forms.items()}


FORMS: dict[Any, Any] = {
    _marks.annotate: _annotate,
    _marks.isinstance: _isinstance,
    _marks._unwrap_optional: _unwrapped_optional,
    _async.fork: _fork,
    _async.wait: _wait,
    warnings.warn: _warn,
    unwrapped(tensordot): _tensordot,
    unwrapped(unique): _distinct("input sorted return_inverse return_counts dim"),
    unwrapped(unique_consecutive): _distinct("input return_inverse return_counts dim"),
    **functional_forms(),
}
FOLDED: dict[Any, Any] = {_marks.is_scripting: True, is_tracing: False}  # a program is compiled, never traced


def emptied(parsed: Parsed) -> None:
    """The function as one that raises when it is called, whatever it did."""
    tree = parsed.tree
    why = f"Cannot call @unused methods: {tree.name} is annotated to be ignored and cannot be run"
    body = ast.parse(f"raise RuntimeError({why!r})").body
    comment = type_comment(parsed.source.lines)
    if comment is not None and tree.returns is None:
        tree.returns = split_comment(comment)[1]
        if tree.returns is not None:
            ast.copy_location(tree.returns, tree)
    for one in ast.walk(body[0]):
        if hasattr(one, "lineno"):
            ast.copy_location(one, tree)
    tree.body = body
    tree.args.kwarg = tree.args.vararg = None
    own = tree.args.args[:1] if tree.args.args and tree.args.args[0].arg == "self" else []
    for arg in [*tree.args.args, *tree.args.kwonlyargs]:
        if arg not in own:
            arg.annotation = ast.copy_location(ast.Constant("Any"), arg)
