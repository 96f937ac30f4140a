"""Choices of torch's that Modules may ask for (torch.__future__)."""

_overwrite, _swap = False, False


def set_overwrite_module_params_on_conversion(value: bool) -> None:
    """Sets whether Module.to() and its like give a module new parameters in the place of the old ones."""
    global _overwrite
    _overwrite = value


def get_overwrite_module_params_on_conversion() -> bool:
    """Returns what set_overwrite_module_params_on_conversion was given last; False at first."""
    return _overwrite


def set_swap_module_params_on_conversion(value: bool) -> None:
    """Sets whether Module.to() and load_state_dict() swap tensors."""
    global _swap
    _swap = value


def get_swap_module_params_on_conversion() -> bool:
    """Returns what set_swap_module_params_on_conversion was given last; False at first."""
    return _swap
