"""Settings of deterministic algorithms (torch.utils.deterministic)."""

from __future__ import annotations

from .._boundary import switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    fill_uninitialized_memory: bool

switches.install(__name__, fill_uninitialized_memory=switches.switch("utils.deterministic.fill"))
