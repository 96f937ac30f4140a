"""Parts that libtorch was built with, and their switches (torch.backends)."""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import import_module

from .._boundary import switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    fp32_precision: str

_MODULES = tuple(
    "cpu cuda cudnn cusparselt kleidiai mha miopen mkl mkldnn mps nnpack openmp opt_einsum quantized xnnpack".split()
)


disable_global_flags = switches.freeze
flags_frozen = switches.frozen


def flags(fp32_precision: str | None = "none") -> AbstractContextManager[None]:
    """Opens a block in which float32 numbers are multiplied with this precision: "none", "ieee", "tf32" or "bf16"."""
    return switches.held(import_module(__name__), {"fp32_precision": fp32_precision})


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


switches.install(__name__, fp32_precision=switches.precision("generic", "all"))
