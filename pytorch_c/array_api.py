"""The Python array API standard (data-apis.org/array-api) for Tensors: what `Tensor.__array_namespace__()` gives.

It is the namespace that array-api-compat has for torch, on this package, so `pip install array-api-compat` is needed.
"""

import sys
from importlib import import_module

try:
    _found = import_module("._array_api_compat.torch", __package__)
except ModuleNotFoundError as error:
    raise ImportError(f"pytorch_c.array_api needs array-api-compat: pip install array-api-compat ({error})") from None

# One object under both names.
sys.modules[__name__] = _found
