"""Prints, as JSON, what the functions of torch.overrides.get_testing_overrides() are called: `module|name`.

python names.py torch|pytorch_c
"""

import json
import sys
import warnings

if sys.argv[1] == "pytorch_c":
    import pytorch_c

    pytorch_c.install_as_torch()
import torch


def called(function):
    """The module, or the property's own name, and the function's."""
    if getattr(function, "__name__", "") == "__get__":
        of = function.__self__
        where = getattr(of, "__qualname__", None) or "Tensor." + of.fget.__name__
    elif torch.overrides.is_tensor_method_or_property(function):
        where = "Tensor"
    else:
        where = function.__module__
    return f"{where}|{function.__name__}"


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    print(json.dumps(sorted({called(one) for one in torch.overrides.get_testing_overrides()})))
