"""The fast path of attention layers in evaluation (torch.backends.mha)."""

_enabled = True


def get_fastpath_enabled() -> bool:
    """Whether attention layers may take libtorch's fused operators in evaluation."""
    return _enabled


def set_fastpath_enabled(value: bool) -> None:
    """Sets whether they may."""
    global _enabled
    _enabled = value
