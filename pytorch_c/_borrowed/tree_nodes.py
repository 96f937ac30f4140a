"""Nodes of trees that are as after `import torch`: Size, which its fx.experimental.proxy_tensor registers; named results."""

import functools
import sys


def add_size(pytree):
    """Registers Size with torch's utils._pytree, which has just been loaded."""
    from .._tensor.tensor import Size

    pytree.register_pytree_node(
        Size,
        lambda sizes: (list(sizes), None),
        lambda sizes, _: tuple(sizes),
        flatten_with_keys_fn=lambda sizes: ([(pytree.SequenceKey(i), size) for i, size in enumerate(sizes)], None),
        serialized_type_name="torch.Size",
    )


def keep_results_from_optree(pytree):
    """Makes `register_pytree_node` tell optree, where that is installed, of no named results.

    torch's are structseqs, which its utils._cxx_pytree passes over; ours are named tuples, which optree knows without it.
    """
    from .. import return_types

    register = pytree.register_pytree_node

    @functools.wraps(register)
    def register_pytree_node(cls, *functions, **more):
        if getattr(return_types, cls.__name__, None) is not cls:
            return register(cls, *functions, **more)
        if cls in pytree.SUPPORTED_NODES:
            raise ValueError(f"{cls} is already registered as pytree node.")
        pytree._private_register_pytree_node(cls, *functions, **more)

    pytree.register_pytree_node = register_pytree_node


def withdraw_size():
    """Takes the registration back: proxy_tensor, which is about to run, makes its own and refuses a second one."""
    from .._tensor.tensor import Size

    pytree = sys.modules.get(f"{__package__.partition('.')[0]}.utils._pytree")
    if pytree is not None and Size in pytree.SUPPORTED_NODES:
        pytree._deregister_pytree_node(Size)
        waiting = pytree._cxx_pytree_pending_imports  # for optree, where that is installed
        waiting[:] = [one for one in waiting if one[0][0] is not Size]
        if pytree._cxx_pytree_imported:
            import optree

            optree.unregister_pytree_node(Size, namespace="torch")
