"""Mixed precision (torch.amp): autocast and the scaling of gradients."""

from .._borrowed import lazy
from .autocast_mode import (
    _enter_autocast,  # noqa: F401
    _exit_autocast,  # noqa: F401
    autocast,
    custom_bwd,
    custom_fwd,
    is_autocast_available,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .grad_scaler import GradScaler

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]

__getattr__, __dir__ = lazy.names(__name__)
