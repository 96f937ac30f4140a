"""Recorder of the functions of the C library that a call reaches."""

from pytorch_c._boundary.handle import core


class Recorder:
    """Notes the names of the C functions that Python calls, while it is on."""

    def __init__(self):
        self.seen = set()

    def __enter__(self):
        core.record(self.seen)
        return self

    def __exit__(self, *exc):
        core.record(None)
