"""Whether operators are being captured (torch.fx.experimental.proxy_tensor): never."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["get_proxy_mode", "make_fx", "maybe_disable_fake_tensor_mode"]


def get_proxy_mode() -> None:
    """None: nothing is captured."""


def make_fx(f: Any, *arguments: Any, **options: Any) -> Any:
    """Raises NotImplementedError: operators are not captured."""
    raise NotImplementedError("make_fx: programs are not captured here")


class maybe_disable_fake_tensor_mode:
    """A block as any other."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: Any) -> None:
        pass
