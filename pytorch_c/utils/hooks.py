"""What a registered hook is known by (torch.utils.hooks)."""

import itertools

_numbers = itertools.count()


class RemovableHandle:
    """Takes a hook away again: `remove()`, once or more often, or as a context manager."""

    def __init__(self, hooks_dict):
        self._hooks, self.id = hooks_dict, next(_numbers)

    def remove(self):
        """Takes the hook away; it does not run again."""
        self._hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()
