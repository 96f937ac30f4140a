"""Limits of a file that is loaded: memory, and depth."""

from collections import Counter, OrderedDict

from .errors import FileFormatError

# A file may take as much memory as this, or this many times its own size.
FREE = 64 << 20
TIMES = 10
DEEPEST = 1000

_CALL = 1024  # bytes that a call takes at most, beside copies of its arguments
_ENTRY = 64  # bytes that an entry of a list, a set or a dict takes at most
_PLAIN = {str, int, float, bool, type(None), bytes, complex}
_SIZES = {str: 4, bytes: 1, bytearray: 1} | dict.fromkeys(
    (list, tuple, set, frozenset, dict, OrderedDict, Counter), _ENTRY
)
_HASHES = {tuple, frozenset}
_MANY = 10_000


class Limits:
    """The memory that a file of `size` bytes may still ask for, and the depth of what it makes."""

    def __init__(self, size, enforced=True):
        self.size, self.asked = size, 0
        self.most = max(FREE, TIMES * size) if enforced else float("inf")
        self.deepest = DEEPEST if enforced else float("inf")
        self._depths = {}

    def spend(self, count):
        """Notes that `count` bytes will be taken; raises FileFormatError where that is too much."""
        self.asked += count
        if self.asked > self.most:
            raise FileFormatError(
                f"asks for {self.asked} bytes of memory, where {self.most} are usual for a file of {self.size}; "
                "load(..., limits=False) gives it as much as it wants"
            )

    def spend_call(self, args):
        """Notes a call, which may copy its arguments."""
        self.spend(_CALL + sum(_SIZES[type(one)] * len(one) for one in args if type(one) in _SIZES))

    def enter(self, made):
        """Notes the depth of a tuple or frozenset: a hash of it goes down there without a look at the stack."""
        depth = 0
        for one in made:
            if type(one) in _HASHES:
                depth = max(depth, self._depths.get(id(one), 1))
        if depth >= self.deepest:
            raise FileFormatError(f"has tuples nested deeper than {self.deepest}; load(..., limits=False) makes them")
        if depth:
            self._depths[id(made)] = depth + 1
        else:
            self._depths.pop(id(made), None)  # of one that is gone
        return made

    def check_key(self, key):
        """Raises FileFormatError for a key whose hash would take long: tuples that hold others many times over."""
        if type(key) in _PLAIN or self.most == float("inf"):
            return
        stack, parts = [key], 0
        while stack:
            one = stack.pop()
            if isinstance(one, tuple):
                parts += len(one)
                if parts > _MANY:
                    raise FileFormatError(f"has a key of more than {_MANY} parts; load(..., limits=False) takes it")
                stack.extend(one)
        self.spend(parts * _ENTRY)
