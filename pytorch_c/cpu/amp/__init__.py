"""torch.cpu.amp: torch.amp for CPU, under its deprecated names."""

from .autocast_mode import autocast
from .grad_scaler import GradScaler

__all__ = ["GradScaler", "autocast"]
