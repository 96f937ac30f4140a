"""Exchange between the C extension and the package: the classes of results, and how Tensors are closed."""

from .library import core

close = core.close
finalize = core.finalize
take_over = core.take_over  # gives one Tensor the handle of another
same = core.same
share = core.share
numbers = core.numbers
Resource = core.Resource


def setup(**given):
    """Tells the C extension the classes to make and the functions to call (csrc/module.c)."""
    core.setup(given)
