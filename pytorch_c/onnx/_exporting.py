"""torch's exporter upon this package: it takes what has a name for a node of the graph, and onnxscript imports torch by its name."""

from __future__ import annotations

import functools
import sys

from .._tensor.dtype import dtype, layout, memory_format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

_PACKAGE = __package__.partition(".")[0]


def take_over(module: ModuleType) -> None:
    """Has the function that every export calls ask for torch's name first, and its arguments be written as ours."""
    _check_first(module)
    _write_ours(module._core)


def _write_ours(module):
    """Lets the function that writes an argument know our dtypes, layouts and memory formats, whose `name` torch's have not."""
    write = module._convert_fx_arg_to_onnx_arg

    @functools.wraps(write)
    def write_ours(arg, *tables):
        if isinstance(arg, dtype):
            return module.torch_dtype_to_onnx_dtype(arg)
        if isinstance(arg, (layout, memory_format)):
            return str(arg)
        return write(arg, *tables)

    module._convert_fx_arg_to_onnx_arg = write_ours


def _check_first(module):
    """Has the export raise ImportError where onnxscript would import torch itself."""
    export = module.export_compat

    @functools.wraps(export)
    def export_here(*args, **kwargs):
        if sys.modules.get("torch") is not sys.modules[_PACKAGE]:
            raise ImportError(
                "onnx.export: onnxscript, which writes the operators, imports torch by its name: call "
                f"{_PACKAGE}.install_as_torch() when the program begins, or run it with python -m {_PACKAGE}.run"
            )
        return export(*args, **kwargs)

    module.export_compat = export_here
