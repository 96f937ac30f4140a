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
        return zlib.crc32(test.encode()) % every == self["part"]

    def __or__(self, other):
        return Choice({**self, **other})


def choice_of(match=(), every=1, part=0, limit=120):
    """The choice of all tests whose names have a word of `match`, every n-th, or more often in a file of few.

    part: which of the n samples, each without a test of the others; a file of few tests has fewer than n, so that a
        part may have none of it
    """
    return Choice(only=None, skip=[], match=list(match), every=every, part=part, limit=limit)
