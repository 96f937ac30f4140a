"""Workers of torch's launcher: they find pytorch_c as torch where the launcher itself does."""

from __future__ import annotations

import functools
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

_PACKAGE = __package__.partition(".")[0]
_RUN = ("-m", f"{_PACKAGE}.run")


def take_over(module: ModuleType) -> None:
    """Lets the function that starts a worker begin its command with `python -m pytorch_c.run`, as the launcher began."""
    start = module.get_subprocess_handler

    @functools.wraps(start)
    def start_as_here(entrypoint, args, *rest, **named):
        return start(entrypoint, _as_here(tuple(args)), *rest, **named)

    module.get_subprocess_handler = start_as_here


def _as_here(args):
    """The arguments of a worker; the launcher gives -u to a Python program, and to no other."""
    if sys.modules.get("torch") is not sys.modules[_PACKAGE] or args[:1] != ("-u",) or args[1:3] == _RUN:
        return args
    return "-u", *_RUN, *args[1:]
