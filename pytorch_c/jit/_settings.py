"""Names of torch.jit that change nothing here, since this libtorch has no oneDNN Graph fuser and no mobile archives."""

from __future__ import annotations

import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["enable_onednn_fusion", "export_opnames", "onednn_fusion_enabled", "strict_fusion"]


class strict_fusion:
    """A block in which a program that is not fused is an error; in Python it is nothing."""

    def __init__(self) -> None:
        warnings.warn("Only works in script mode", stacklevel=2)

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


def enable_onednn_fusion(enabled: bool) -> None:
    """Changes nothing."""


def onednn_fusion_enabled() -> bool:
    """False."""
    return False


def export_opnames(m: Any) -> list[str]:
    """The operators that the methods of a module call, sorted: "aten::add.Tensor", or "aten::relu".

    Source: torch.jit.export_opnames.
    """
    raise NotImplementedError("jit.export_opnames: lists of operators for mobile builds are not here")
