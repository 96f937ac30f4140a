"""Intel's oneDNN (torch.backends.mkldnn)."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager

from .._boundary import api, switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    enabled: bool
    deterministic: bool
    allow_tf32: bool
    fp32_precision: str

VERBOSE_OFF, VERBOSE_ON, VERBOSE_ON_CREATION = 0, 1, 2
conv, matmul, rnn = (switches.Precision("mkldnn", op) for op in ("conv", "matmul", "rnn"))


def is_available() -> bool:
    """Returns whether libtorch was built with oneDNN."""
    return api.context_has("mkldnn")


def is_acl_available() -> bool:
    """Returns whether it was built with Arm's Compute Library."""
    return False


def flags(
    enabled: bool = False, deterministic: bool = False, allow_tf32: bool = True, fp32_precision: str = "none"
) -> AbstractContextManager[None]:
    """A block with these switches."""
    values = {"enabled": enabled, "deterministic": deterministic, "allow_tf32": allow_tf32}
    return switches.held(sys.modules[__name__], values | {"fp32_precision": fp32_precision})


def set_flags(
    _enabled: bool | None = None,
    _deterministic: bool | None = None,
    _allow_tf32: bool | None = None,
    _fp32_precision: str = "none",
) -> tuple[bool, bool, bool, str]:
    """Sets the switches that are not None, and returns those before; disable_global_flags() does not forbid it, as in torch."""
    module = sys.modules[__name__]
    names = ("enabled", "deterministic", "allow_tf32", "fp32_precision")
    before = tuple(getattr(module, name) for name in names)
    with switches.thawed():
        for name, value, was in zip(names, (_enabled, _deterministic, _allow_tf32, _fp32_precision), before):
            if value is not None and value != was:
                setattr(module, name, value)
    return before  # type: ignore[return-value]


class verbose:
    """A block in which oneDNN would tell what it does; here DNNL_VERBOSE=1 in the environment makes it do so."""

    def __init__(self, level: int) -> None:
        self.level = level

    def __enter__(self) -> verbose:
        if self.level != VERBOSE_OFF:
            raise NotImplementedError("verbose(): set DNNL_VERBOSE=1 in the environment")
        return self

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


switches.install(
    __name__,
    fp32_precision=switches.precision("mkldnn", "all"),
    **{name: switches.switch(f"mkldnn.{name}") for name in ("enabled", "deterministic", "allow_tf32")},
)
