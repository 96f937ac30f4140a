"""Size as a node of trees, as after `import torch`, whose fx.experimental.proxy_tensor registers it."""

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


def withdraw_size():
    """Takes the registration back: proxy_tensor, which is about to run, makes its own and refuses a second one."""
    from .._tensor.tensor import Size

    pytree = sys.modules.get(f"{__package__.partition('.')[0]}.utils._pytree")
    if pytree is not None and Size in pytree.SUPPORTED_NODES:
        pytree._deregister_pytree_node(Size)
