"""Finds borrowed modules for `import pytorch_c.distributions`: stands at the end of sys.meta_path and costs nothing.

A module of torch's that is not here is found too, so that its import says why.
"""

import sys

PACKAGE = __package__.partition(".")[0]


class Finder:
    """A finder of the import system; it is asked when no other one knows a module."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        """The spec of a borrowed module, or of one that says why it is not here; else None."""
        if not fullname.startswith(PACKAGE + "."):
            return None
        if fullname.startswith(PACKAGE + "._array_api_compat"):
            from . import array_api

            return array_api.find(fullname)
        from . import table

        name = fullname[len(PACKAGE) + 1 :]
        if table.is_borrowed(name):
            from . import loader

            return loader.find(name, fullname)
        reason = table.why_absent(name)
        if reason:
            from importlib.machinery import ModuleSpec

            return ModuleSpec(fullname, Absent(name, reason))
        return None


class Absent:
    """A loader that raises ImportError with the reason."""

    def __init__(self, name, reason):
        self.name, self.reason = name, reason

    def create_module(self, spec):
        """Raises ImportError."""
        raise ModuleNotFoundError(f"torch.{self.name} is not in {PACKAGE}: {self.reason}", name=spec.name)

    def exec_module(self, module):
        """Never reached."""


def install():
    """Puts the finder into the import system, once."""
    if Finder not in sys.meta_path:
        sys.meta_path.append(Finder)
