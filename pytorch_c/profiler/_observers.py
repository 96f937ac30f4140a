"""Functions of Python's that are told what runs."""

from __future__ import annotations

from .._boundary import api, constants
from .._boundary.library import core
from ..autograd._profiler_kinds import RecordScope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from typing_extensions import Self

Event = core.Event


class observe:
    """Calls `begin(event)` where an operator, a node of a backward pass or a range begins, and `end` where it ends.

    As a block, or until `remove()`. The functions run on the thread that computes, in the middle of it; what they run
    themselves is not observed. One that raises fails nothing: from then on no begin is told, and the end of the block, or
    `remove()`, raises its exception.

    Args:
        begin: is given an Event
        end: is given an Event and what `begin` returned
        scopes: what is told of; all of RecordScope where there are none
        inputs: whether the `values` of an event that begins are its inputs
        outputs: whether the `values` of an event that ends are its outputs
        ids: whether events have numbers
        this_thread: whether only what this thread runs is told of, and not every thread's
        probability: the part of the events that is told of, chosen by chance

    Raises:
        TypeError: a function that is none
        ValueError: another probability than one from 0 to 1
        TorchError: there are 64 observers already

    Source: at::addGlobalCallback, at::addThreadLocalCallback.
    """

    def __init__(
        self,
        begin: Callable[[Event], Any],
        end: Callable[[Event, Any], Any] | None = None,
        *,
        scopes: Iterable[RecordScope] = (),
        inputs: bool = False,
        outputs: bool = False,
        ids: bool = False,
        this_thread: bool = False,
        probability: float = 1.0,
    ) -> None:
        for name, function in (("begin", begin), ("end", end)):
            if not callable(function) and not (name == "end" and function is None):
                raise TypeError(f"observe(): argument '{name}' must be callable, not {type(function).__name__}")
        bits = 0
        for one in scopes:
            if not isinstance(one, RecordScope):
                raise TypeError(f"observe(): argument 'scopes': RecordScope expected, got {type(one).__name__}")
            bits |= 1 << one.value
        asked = {"inputs": inputs, "outputs": outputs, "ids": ids, "thread": this_thread}
        wanted = sum(constants.OBSERVE[name] for name, yes in asked.items() if yes)
        self._observer = core.observe(begin, end, wanted, bits, probability)

    def remove(self) -> None:
        """Ends it; raises what one of its functions raised, the first time."""
        if self._observer is not None:
            observer, self._observer = self._observer, None
            try:
                api.observer_remove(observer)
            finally:
                observer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any, exception: Any, traceback: Any) -> None:
        """Ends it; an exception of the block goes before one of its functions."""
        try:
            self.remove()
        except BaseException:
            if kind is None:
                raise
