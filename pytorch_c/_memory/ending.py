"""gc() after Python's atexit functions: names of modules go one after the other then, and what still runs must need none."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _ended(timeout: Any = 10.0, strict: Any = False, *, record: Any = None) -> Any:
    return record


def _nothing(self: Any, *args: Any) -> None:
    pass


def _itself(self: Any) -> Any:
    return self


def _no_details(self: Any) -> list[Any]:
    return []


def _begin(self: Any, iterable: Any, timeout: Any = 10.0, strict: Any = False) -> None:
    self._loop, self._iterator = None, iter(iterable)


def _next(self: Any) -> Any:
    return next(self._iterator)


def make_inert(functions: Any, record: Any, loop_class: Any, each_class: Any) -> None:
    """gc() and finish_gc() give `record` and do nothing else, and loops end without a word."""
    for function in functions:
        function.__code__, function.__kwdefaults__ = _ended.__code__, {"record": record}
    kind = type(record)
    kind.__enter__, kind.__exit__, kind.details = _itself, _nothing, _no_details
    loop_class.end = loop_class.__del__ = _nothing
    each_class.__init__, each_class.__next__ = _begin, _next
    each_class.close = each_class.__del__ = _nothing
