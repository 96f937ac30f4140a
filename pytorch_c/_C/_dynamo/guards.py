"""Functions by which modes tell guards of compiled programs, of which there are none (torch._C._dynamo.guards)."""


def set_is_in_mode_without_ignore_compile_internals(value: bool) -> None:
    """Does nothing: no compiled program asks for it."""


from .._capture import compute_overlapping_tensors as compute_overlapping_tensors  # noqa: E402
