"""Results that come later (torch.futures), on the standard library's."""

from __future__ import annotations

import concurrent.futures
import threading
from typing import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Future", "collect_all", "wait_all"]

T = TypeVar("T")


class Future(Generic[T]):
    """A result that another thread sets (torch.futures.Future).

    devices: of CUDA tensors in the result; changes nothing.
    """

    def __init__(self, *, devices: list[Any] | None = None) -> None:
        self._future: concurrent.futures.Future[T] = concurrent.futures.Future()
        self._lock = threading.Lock()

    def done(self) -> bool:
        """Returns whether there is a result or an exception."""
        return self._future.done()

    def wait(self) -> T:
        """The result, once there is one; raises the exception that was set in its place."""
        return self._future.result()

    def value(self) -> T:
        """The result; raises RuntimeError where there is none yet."""
        if not self.done():
            raise RuntimeError("value(): the future has no result yet; wait() waits for it")
        return self.wait()

    def set_result(self, result: T) -> None:
        """Sets the result; raises RuntimeError the second time."""
        self._set(self._future.set_result, result)

    def set_exception(self, result: BaseException) -> None:
        """Sets an exception that wait() raises; raises RuntimeError the second time."""
        if not isinstance(result, Exception):
            raise AssertionError(f"{result} is of type {type(result)}, not an Exception.")
        self._set(self._future.set_exception, result)

    def _set(self, how, value):
        with self._lock:
            if self.done():
                raise RuntimeError("Future can only be marked completed once: it has a result already")
            how(value)

    def __reduce__(self):
        raise RuntimeError("Can not pickle torch.futures.Future")

    def add_done_callback(self, callback: Callable[[Future[T]], Any]) -> None:
        """Calls it with this future when there is a result, at once if there is one."""
        self._future.add_done_callback(lambda _: callback(self))

    def then(self, callback: Callable[[Future[T]], Any]) -> Future[Any]:
        """Returns a future of callback(this future), which runs when there is a result.

        Its wait() raises RuntimeError from what the callback has raised.
        """
        made: Future[Any] = Future()

        def run(_):
            try:
                made.set_result(callback(self))
            except Exception as error:
                said = f"{type(error).__name__}: {error}"
                wrapped = RuntimeError(f"Got the following error when running the callback: {said}")
                wrapped.__cause__ = error
                made.set_exception(wrapped)

        self._future.add_done_callback(run)
        return made


def collect_all(futures: list[Future[Any]]) -> Future[list[Future[Any]]]:
    """A future of the list, which has a result when all of them have."""
    _check(futures)
    made: Future[list[Future[Any]]] = Future()
    left, lock = [len(futures)], threading.Lock()

    def one_is_done(_):
        with lock:
            left[0] -= 1
            last = not left[0]
        if last:
            made.set_result(futures)

    for future in futures:
        future.add_done_callback(one_is_done)
    if not futures:
        made.set_result(futures)
    return made


def wait_all(futures: list[Future[Any]]) -> list[Any]:
    """The results of all; raises the first exception among them."""
    _check(futures)
    return [future.wait() for future in futures]


def _check(futures):
    """Raises where one of them is None."""
    if any(future is None for future in futures):
        raise RuntimeError("Future can't be None")
