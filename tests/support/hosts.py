"""Hosts of a test's own: each has a network, a name and processes of its own in namespaces of Linux, on one switch.

Nothing leaves them, and nothing of them stays: they end with the block, or else after LONGEST seconds. Root is not needed
where the system lets everybody make namespaces. Commands that are used: unshare, nsenter (util-linux) and ip (iproute2).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
LONGEST = 900  # seconds that a host can live
NETWORK = "10.77.0"


class Missing(Exception):
    """Hosts cannot be made on this system, with the reason."""


def need(user):
    """Raises Missing where hosts cannot be made."""
    for command, package in (("unshare", "util-linux"), ("nsenter", "util-linux"), ("ip", "iproute2")):
        if not shutil.which(command):
            raise Missing(f"no {command} (Debian's {package})")
    if not user and os.geteuid():
        raise Missing("these hosts want root, for processes that change their groups")
    tried = ["unshare", *user, "--net", "--pid", "--fork", "--mount-proc", "true"]
    done = subprocess.run(tried, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"no namespaces for this user: {done.stderr.strip()}")


def first_child(process, name):
    """The process below another one that runs a command."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        below = [process]
        for one in below:
            with contextlib.suppress(OSError):
                if Path(f"/proc/{one}/comm").read_text().strip() == name:
                    return one
                below += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
        time.sleep(0.005)
    raise RuntimeError(f"{name} has not begun below process {process}")


class Space:
    """Namespaces that a process holds, which only sleeps."""

    def __init__(self, command, kinds):
        self.holder = subprocess.Popen([*command, "sleep", str(LONGEST)])
        self.process, self.kinds = first_child(self.holder.pid, "sleep"), kinds
        self.inside = ["nsenter", "--target", str(self.process), *kinds]

    def call(self, *words):
        """Runs a command; a RuntimeError with its words where it fails."""
        done = subprocess.run([*self.inside, "--", *map(str, words)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout

    def close(self):
        """Ends every process in it."""
        self.holder.kill()
        self.holder.wait()


class Host(Space):
    """A host with an address, whose first process ends all others with it."""

    def __init__(self, switch, name, number):
        command = [*switch.inside, "--", "unshare", "--net", "--uts", "--pid", "--mount", "--mount-proc", "--fork"]
        super().__init__([*command, "--kill-child"], [*switch.kinds, "--uts", "--pid", "--mount"])
        self.name, self.address, self.started = name, f"{NETWORK}.{number}", []

    def start(self, *words, folder="/", **how):
        """Begins a command there, its output in one pipe."""
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True} | how
        command = [*self.inside, f"--wd={folder}", "--", *map(str, words)]
        self.started.append(subprocess.Popen(command, **how))
        return self.started[-1]

    def processes(self, word, without):
        """The numbers outside of the host of its processes whose command line has a word, and another one not."""
        found, below = [], [self.process, *(one.pid for one in self.started)]
        for one in below:
            with contextlib.suppress(OSError):
                below += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
                words = Path(f"/proc/{one}/cmdline").read_text().split("\0")
                if any(word in given for given in words) and without not in words:
                    found.append(one)
        return found

    def unplug(self):
        """Takes its network away, without a word to the others."""
        self.call("ip", "link", "set", "eth0", "down")

    def close(self):
        super().close()
        for one in self.started:
            one.kill()
            one.wait()
            if one.stdout:
                one.stdout.close()


class Hosts:
    """Some hosts; item i has the address 10.77.0.(i + 1), and all names are known on each.

    Their root is this user; with `real_root` the system's own, which may change a process's groups.
    """

    def __init__(self, count, real_root=False):
        self.stack, self.hosts = contextlib.ExitStack(), []
        user = [] if real_root else ["--user", "--map-root-user"]
        need(user)
        try:
            self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
            entered = [] if real_root else ["--user", "--preserve-credentials"]
            self.switch = Space(["unshare", *user, "--net"], [*entered, "--net"])
            self.stack.callback(self.switch.close)
            self.switch.call("ip", "link", "add", "switch", "type", "bridge")
            self.switch.call("ip", "link", "set", "switch", "up")
            for _ in range(count):
                self.add()
            for host in self.hosts:
                self.set_up(host)
        except BaseException:
            self.stack.close()
            raise

    def add(self):
        """Makes a host, and connects it to the switch."""
        number = len(self.hosts) + 1
        host = Host(self.switch, f"host{number}", number)
        self.stack.callback(host.close)
        self.hosts.append(host)
        ends = ["eth0", "netns", str(host.process), "type", "veth", "peer", "name", f"port{number}"]
        self.switch.call("ip", "link", "add", *ends)
        self.switch.call("ip", "link", "set", f"port{number}", "master", "switch", "up")

    def set_up(self, host):
        """Gives a host its address and name, and tells it those of the others."""
        names = "".join(f"{one.address} {one.name}\n" for one in self.hosts)
        (self.folder / "hosts").write_text(f"127.0.0.1 localhost\n{names}")
        (self.folder / "nsswitch.conf").write_text("hosts: files\n")  # nobody else is asked
        lines = [
            "ip link set lo up",
            f"ip address add {host.address}/24 dev eth0",
            "ip link set eth0 up",
            f"hostname {host.name}",
            f"mount --bind {self.folder}/hosts /etc/hosts",
            f"mount --bind {self.folder}/nsswitch.conf /etc/nsswitch.conf",
        ]
        host.call("sh", "-e", "-c", "\n".join(lines))

    def __enter__(self):
        return self.hosts

    def __exit__(self, *exception):
        self.stack.close()


def environment(**more):
    """The environment of a process on a host: this Python's packages, one thread."""
    return {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(HERE.parent.parent), **more}
