"""Names of torch.onnx, which writes captured programs as ONNX files: nothing is captured here, `export` raises."""

from __future__ import annotations

import enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["ExportableModule", "InputObserver", "ONNXProgram", "OnnxExporterError", "export", "is_in_onnx_export"]


class OnnxExporterError(RuntimeError):
    """An error of the export (torch.onnx.OnnxExporterError)."""


class TrainingMode(enum.Enum):
    """The mode of an exported module (torch.onnx.TrainingMode)."""

    EVAL, PRESERVE, TRAINING = range(3)


class OperatorExportTypes(enum.Enum):
    """Ways to write operators (torch.onnx.OperatorExportTypes)."""

    ONNX, ONNX_ATEN, ONNX_ATEN_FALLBACK, ONNX_FALLTHROUGH = range(4)


class ONNXProgram:
    """An exported program (torch.onnx.ONNXProgram); nothing is an instance."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing(type(self).__name__)


class ExportableModule(ONNXProgram):
    """A module with inputs to export it by (torch.onnx.ExportableModule)."""


class InputObserver(ONNXProgram):
    """Notes a module's inputs (torch.onnx.InputObserver)."""


def _missing(name: str) -> Any:
    raise NotImplementedError(f"onnx.{name}: programs are not captured here, so that none can be written")


def is_in_onnx_export() -> bool:
    """False."""
    return False


def export(*arguments: Any, **named: Any) -> Any:
    """Writes a module as an ONNX file; raises NotImplementedError."""
    return _missing("export")


def register_custom_op_symbolic(symbolic_name: str, symbolic_fn: Any, opset_version: int) -> None:
    """Does nothing: no operator is written."""


def unregister_custom_op_symbolic(symbolic_name: str, opset_version: int) -> None:
    """Does nothing: no operator is written."""
