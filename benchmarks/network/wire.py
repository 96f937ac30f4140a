"""A wire between hosts: relays the packets of a TUN device in each of some network namespaces, late and at a limited rate.

    python wire.py PROCESS,PROCESS,… SECONDS BITS_A_SECOND

Host i, whose namespaces PROCESS i has, gets the device wan0 and the address 10.78.0.(i + 1). A packet leaves when those
of its host before it have left at the rate, and arrives SECONDS later. Root is needed. Prints "ready" when all are there.
"""

import ctypes
import fcntl
import os
import select
import struct
import subprocess
import sys
import time
from collections import deque

TUNSETIFF, TUN_WITHOUT_HEADER, CLONE_NEWNET = 0x400454CA, 0x1001, 0x40000000
MTU = 65000
QUEUE = 4000  # packets that are under way to one host at most; others are dropped, as a router does
CLOSE = 60e-6  # seconds before an arrival in which the relay does not sleep: a timer would be late


def device(process, number):
    """A TUN device in a process's network namespace, which this process enters."""
    with open(f"/proc/{process}/ns/net") as namespace:
        if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns")
    tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", b"wan0", TUN_WITHOUT_HEADER))
    for words in (f"address add 10.78.0.{number}/24 dev wan0", f"link set wan0 mtu {MTU} txqueuelen 2000 up"):
        subprocess.run(["ip", *words.split()], check=True)
    return tun


class Wire:
    """Packets under way: for each host those that come to it, with the time when they do."""

    def __init__(self, devices, delay, rate):
        self.devices, self.delay, self.rate = devices, delay, rate
        self.coming = [deque() for _ in devices]
        self.free = [0.0] * len(devices)  # when all of a host's packets have left
        self.poll = select.epoll()
        for one in devices:
            self.poll.register(one, select.EPOLLIN)

    def run(self):
        while True:
            first = min((line[0][0] for line in self.coming if line), default=None)
            wait = -1 if first is None else max(first - time.monotonic() - CLOSE, 0)
            for file, _ in self.poll.poll(wait):
                self.take(self.devices.index(file))
            self.deliver()

    def take(self, host):
        """Reads some packets that a host sends."""
        for _ in range(16):
            try:
                packet = os.read(self.devices[host], 65536)
            except BlockingIOError:
                return
            to = packet[19] - 1  # the last byte of the address, where the packet is one of IPv4
            if packet[0] >> 4 != 4 or not 0 <= to < len(self.devices) or len(self.coming[to]) >= QUEUE:
                continue
            self.free[host] = max(time.monotonic(), self.free[host]) + len(packet) * 8 / self.rate
            self.coming[to].append((self.free[host] + self.delay, packet))

    def deliver(self):
        """Writes the packets whose time has come."""
        now = time.monotonic()
        for to, line in zip(self.devices, self.coming, strict=True):
            while line and line[0][0] <= now:
                os.write(to, line.popleft()[1])


if __name__ == "__main__":
    found = [device(process, i + 1) for i, process in enumerate(sys.argv[1].split(","))]
    print("ready", flush=True)
    Wire(found, float(sys.argv[2]), float(sys.argv[3])).run()
