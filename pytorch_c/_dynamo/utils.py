"""Helpers of torch's tracer that libraries ask for (torch._dynamo.utils)."""


def is_compile_supported(device_type: str) -> bool:
    """False: there is no compiler."""
    return False
