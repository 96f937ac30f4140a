"""The choice of a file's tests, which the driver makes and worker.py reads."""

from __future__ import annotations

import zlib

LEAST = 12  # tests of a file that a sample takes, if the file has as many


class Choice(dict):
    """The tests of a file that are to run."""

    def takes(self, test, count):
        """Returns whether a test is chosen, of a file with `count` tests."""
        if self["match"] and not any(word in test for word in self["match"]):
            return False
        every = max(1, min(self["every"], count // LEAST))
        return not zlib.crc32(test.encode()) % every

    def __or__(self, other):
        return Choice({**self, **other})


def choice_of(match=(), every=1, limit=120):
    """The choice of all tests whose names have a word of `match`, every n-th, or more often in a file of few."""
    return Choice(only=None, skip=[], match=list(match), every=every, limit=limit)
