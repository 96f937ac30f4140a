"""Programs of the children in the tests of tensors that travel: importable, so that fresh interpreters find it."""

import os
import time


def add_one(inbox, outbox, times=1):
    """Gives back each message that comes, one added to its first tensor, in place."""
    for _ in range(times):
        found = inbox.get()
        first = found[0] if isinstance(found, tuple) else found
        first += 1
        outbox.put((found, len({one.untyped_storage().data_ptr() for one in found}) if isinstance(found, tuple) else 1))
    inbox.get()  # until it was received


def add_to_argument(x):
    """Adds one to an argument of the process, in place."""
    x += 1


def send_and_wait(outbox, tensor):
    """Sends a tensor of its own, and stays."""
    outbox.put(tensor)
    time.sleep(600)


def send_many_and_die(outbox, tensors):
    """Sends, and is gone before anybody has received."""
    for tensor in tensors:
        outbox.put(tensor.clone())
    outbox.close()
    outbox.join_thread()
    os._exit(1)


def segments():
    """The names of the package's segments that are left in the system."""
    return {name for name in os.listdir("/dev/shm") if name.startswith("ptc_")}


def descriptors():
    """Returns how many descriptors of segments this process has."""
    links = []
    for fd in os.listdir("/proc/self/fd"):
        try:
            links.append(os.readlink(f"/proc/self/fd/{fd}"))
        except OSError:  # the one that listed them
            pass
    return sum("memfd:pytorch_c" in link or "/dev/shm/ptc_" in link for link in links)


def gone(since, seconds=10.0):
    """Returns whether the segments beyond those of `since` go within some seconds."""
    end = time.monotonic() + seconds
    while segments() - since:
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
