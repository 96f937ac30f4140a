"""What libraries ask of torch's frame evaluation (torch._dynamo.eval_frame)."""

from . import OptimizedModule, disable, is_dynamo_supported, optimize, reset, run  # noqa: F401
