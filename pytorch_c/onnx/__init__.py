"""Questions to torch.onnx that a module asks while it runs; all else is torch's own exporter, borrowed when it is asked for.

torch's file imports what captures and writes programs, a thousand modules; libraries import this one to ask whether they are
exported. onnxscript writes the operators, as for torch: `export` raises ModuleNotFoundError where it is not installed.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # torch's, when they are asked for
    from typing import Any

    ExportableModule: Any
    InputObserver: Any
    ONNXProgram: Any
    OnnxExporterError: type[RuntimeError]
    errors: Any
    export: Any
    ops: Any

__all__ = [
    "ExportableModule",
    "InputObserver",
    "ONNXProgram",
    "OnnxExporterError",
    "errors",
    "export",
    "is_in_onnx_export",
    "ops",
]


def is_in_onnx_export() -> bool:
    """Returns whether a model runs for export() (torch.onnx.is_in_onnx_export)."""
    flags = sys.modules.get(f"{__name__}._internal.exporter._flags")
    return flags is not None and flags._is_onnx_exporting
