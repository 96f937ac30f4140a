"""Classes of modules in files of torch before 1.6, which have their source beside them."""

import inspect
import warnings


class SourceChangeWarning(Warning):
    """The source of a class is another than that in a file (torch.serialization.SourceChangeWarning)."""


def same_source(kind, file, source):
    """The class of a module; a SourceChangeWarning where its source is another than in the file."""
    if not file or not source:
        return kind
    try:
        now = inspect.getsource(kind)
    except Exception:  # where there is none, nothing can be compared
        warnings.warn(
            f"Couldn't retrieve source code for container of type {kind.__name__}. It won't be checked for correctness "
            "upon loading.",
            stacklevel=2,
        )
        return kind
    if now != source:
        warnings.warn(
            f"source code of class '{kind.__module__}.{kind.__qualname__}' has changed. you can retrieve the original "
            "source code by accessing the object's source attribute or set `torch.nn.Module.dump_patches = True` and "
            "use the patch tool to revert the changes.",
            SourceChangeWarning,
            stacklevel=2,
        )
    return kind
