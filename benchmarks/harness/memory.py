"""Resident memory of this process, and its peak, from /proc (Linux)."""

import ctypes
import sys


def _status(field):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


def resident_mb():
    """Memory that the process has now."""
    return _status("VmRSS:")


def peak_mb():
    """The most it had since the start, or since reset_peak()."""
    return _status("VmHWM:")


def give_back():
    """Gives the freed memory that malloc (glibc's) and pytorch_c keep back to the system."""
    ours = sys.modules.get("pytorch_c")
    if ours:
        ours.memory.trim()
    else:
        ctypes.CDLL(None).malloc_trim(0)


def reset_peak():
    """Makes the peak what it is now."""
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
