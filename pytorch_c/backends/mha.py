"""The fast path of attention layers in evaluation (torch.backends.mha)."""

from ..nn.modules._fast_path import get_fastpath_enabled, set_fastpath_enabled

__all__ = ["get_fastpath_enabled", "set_fastpath_enabled"]
