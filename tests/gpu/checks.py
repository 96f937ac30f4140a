"""Checks of a part: functions that raise where something is wrong, and return figures for the report."""

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass


class Skip(Exception):
    """Raised by a check that cannot be made on this machine; its text says why."""


@dataclass(frozen=True)
class Check:
    """One sentence that holds, or does not."""

    says: str
    run: Callable
    gpu_only: bool


class Checks(list):
    """The checks of a part, in the order in which they are written."""

    def __call__(self, says, gpu_only=False):
        """Adds a function of the device's name; `gpu_only`: a dry run on the CPU leaves it out."""

        def add(function):
            self.append(Check(says, function, gpu_only))
            return function

        return add

    def results(self, device):
        """Yields {check, result, seconds, figures or error} of each, one after the other."""
        for one in self:
            begin = time.perf_counter()
            found = {"check": one.says, "result": "passed"}
            try:
                if one.gpu_only and device == "cpu":
                    raise Skip("it needs a GPU")
                found["figures"] = one.run(device) or {}
            except Skip as reason:
                found |= {"result": "not run", "error": str(reason)}
            except Exception as error:
                told = "".join(traceback.format_exception(error, limit=-4))
                found |= {"result": "failed", "error": told[-3000:]}
            yield found | {"seconds": round(time.perf_counter() - begin, 2)}


def close(ours, theirs, rtol=1e-4, atol=1e-5):
    """Raises where two numbers, or lists of numbers, are further apart than the tolerances allow."""
    import numpy

    numpy.testing.assert_allclose(numpy.asarray(ours), numpy.asarray(theirs), rtol=rtol, atol=atol)
