"""Hosts with networks of their own: the launcher on each, losses of hosts, hosts that come. `make distributed` runs it."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
import time

import pytest
import torch
from support import hosts as namespaces

from pytorch_c import config

from .ranks import HANG, ROOT

RUN = [sys.executable, "-m", "pytorch_c.distributed.run"]
ELASTIC = ROOT / "examples" / "elastic.py"
# Silent hosts are given up after three seconds; torch's own setting is fifteen.
SETTINGS = [
    "--rdzv-backend",
    "c10d",
    "--rdzv-conf",
    "last_call_timeout=1,keep_alive_interval=1,keep_alive_max_attempt=3",
]

REDUCES = """
    import os, socket, time
    from datetime import timedelta
    import pytorch_c as torch
    import pytorch_c.distributed as dist

    dist.init_process_group("gloo", timeout=timedelta(seconds=10))
    start = time.monotonic()
    try:
        while True:
            dist.all_reduce(torch.ones(1000))
            if time.monotonic() - start > 1:
                os.write(1, f"reduces on {socket.gethostname()}\\n".encode())
                start = time.monotonic()
    except dist.DistBackendError as error:
        os.write(1, f"after {time.monotonic() - start:.1f} s: {error}\\n".encode())
        raise
"""


def made(count):
    """The hosts; the test is skipped where they cannot be made, with the reason."""
    try:
        return namespaces.Hosts(count)
    except namespaces.Missing as reason:
        pytest.skip(str(reason))


def command(launcher, program, *arguments, nodes="2"):
    """The launcher's words, the same on each host."""
    rendezvous = [*SETTINGS, "--rdzv-endpoint", "host1:29400"]
    how = ["--nnodes", nodes, "--nproc-per-node", "1", "--max-restarts", "20" if ":" in nodes else "0"]
    return [*launcher, *how, "--monitor-interval", "0.2", *rendezvous, program, *arguments]


class Started:
    """A launcher on a host, with its output in a file."""

    def __init__(self, host, words, folder, **environment):
        self.path = folder / f"{host.name}.out"
        with self.path.open("w") as file:
            self.process = host.start(*words, stdout=file, env=namespaces.environment(**environment))

    @property
    def text(self):
        return self.path.read_text()

    def wait_for(self, pattern):
        """The last match of a pattern, once there is one."""
        end = time.monotonic() + HANG
        while not (found := re.findall(pattern, self.text)):
            assert time.monotonic() < end and self.process.poll() is None, self.text
            time.sleep(0.05)
        return found[-1]


def losses(text):
    """{step: its loss}, in which a step that was made twice must have had the same one."""
    found = {}
    for step, loss in re.findall(r"^step (\d+) on \d: loss (\S+)$", text, re.M):
        assert found.setdefault(int(step), loss) == loss, step
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The losses of a whole run in one process."""
    words = [*RUN, "--standalone", "--nproc-per-node", "1", ELASTIC, tmp_path_factory.mktemp("whole") / "kept.pt"]
    done = subprocess.run(
        [*map(str, words), "--steps", "60"], env=namespaces.environment(), capture_output=True, text=True, timeout=HANG
    )
    assert done.returncode == 0, done.stderr
    return losses(done.stdout)


def test_two_hosts_train_as_one(undisturbed, tmp_path):
    with made(2) as hosts:
        started = [
            Started(host, command(RUN, ELASTIC, tmp_path / "kept.pt", "--steps", 60), tmp_path) for host in hosts
        ]
        codes = [one.process.wait(HANG) for one in started]
    texts = "".join(one.text for one in started)
    assert codes == [0, 0] and losses(texts) == undisturbed and " on 2: " in texts, texts


@pytest.mark.parametrize("how, seconds", [("close", 5), ("unplug", 25)])
def test_a_host_that_is_lost_is_an_error_on_the_other(how, seconds, tmp_path):
    """A killed host's connections are closed; one without a network is silent, until the group's timeout."""
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent(REDUCES))
    with made(2) as hosts:
        started = [Started(host, command(RUN, program), tmp_path) for host in hosts]
        for one in started:
            one.wait_for("reduces on")
        getattr(hosts[1], how)()
        assert started[0].process.wait(HANG) != 0
        found = re.search(r"after (\S+) s: (.*)", started[0].text)
        assert found and float(found[1]) < seconds, started[0].text
        assert re.search(r"all_reduce on rank \d of 2 \(gloo", found[2]), found[2]


def test_workers_and_hosts_that_come_and_go_change_no_loss(undisturbed, tmp_path):
    words = command(RUN, ELASTIC, tmp_path / "kept.pt", "--steps", 60, "--pause", 0.2, nodes="1:2")
    with made(3) as hosts:
        first = Started(hosts[0], words, tmp_path)
        first.wait_for(r"step 4 on 1")
        others = [Started(hosts[1], words, tmp_path)]  # a host joins
        first.wait_for(r"step \d+ on 2")
        hosts[1].close()  # and is lost
        gone = int(first.wait_for(r"step (\d+) on 2"))
        first.wait_for(rf"step (?:{'|'.join(map(str, range(gone, 60)))}) on 1")
        (worker,) = hosts[0].processes("elastic.py", without=RUN[-1])  # the launcher's line names the program too
        os.kill(worker, 9)
        others.append(Started(hosts[2], words, tmp_path))  # another one comes, while a worker is started anew
        codes = [one.process.wait(HANG) for one in (first, others[1])]
    texts = first.text + "".join(one.text for one in others)
    assert codes == [0, 0] and "exitcode: -9" in first.text, texts
    assert losses(texts) == undisturbed


def program_in_c(folder):
    """The data-parallel program of cshim's, compiled."""
    gcc = shutil.which("gcc") or pytest.skip("no gcc on this machine")
    built, source = folder / "data_parallel", ROOT / "cshim" / "examples" / "data_parallel.c"
    subprocess.run([gcc, config.cflags(), source, "-o", built, *config.libs().split()], check=True)
    return built


def program_in_go(folder):
    """The Go binding's, upon a C library that is installed for it."""
    sys.path.insert(0, str(ROOT / "bindings"))
    import run as bindings

    try:
        go = bindings.newest_go()
    except bindings.Missing as reason:
        pytest.skip(str(reason))
    prefix, at = folder / "prefix", ROOT / "bindings" / "go"
    libtorch = os.path.dirname(torch.__file__)
    install = ["make", "-s", "-C", ROOT / "cshim", "install", f"PREFIX={prefix}", f"LIBTORCH={libtorch}"]
    subprocess.run(install, check=True)
    settings = {"GOPROXY": "off", "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=mod"}
    paths = {"PATH": f"{os.path.dirname(go)}:{os.environ['PATH']}", "PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig"}
    for words in (["generate", "./aten"], ["build", "-o", folder / "dataparallel", "./example/dataparallel"]):
        subprocess.run([go, *words], cwd=at, env=os.environ | settings | paths, check=True)
    return folder / "dataparallel"


@pytest.mark.parametrize("program", [program_in_c, program_in_go])
def test_other_languages_train_over_two_hosts(program, tmp_path):
    """The losses are those of all points at once, by torch."""
    built = program(tmp_path)
    with made(2) as hosts:
        started = [Started(host, command([*RUN, "--no-python"], built, 50), tmp_path) for host in hosts]
        codes = [one.process.wait(HANG) for one in started]
    texts = "".join(one.text for one in started)
    assert codes == [0, 0], texts
    x = torch.tensor([((i * 7 + rank * 5) % 16) / 8 - 1 for rank in range(2) for i in range(16)])
    weight, bias, expected = torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True), []
    optimizer = torch.optim.SGD([weight, bias], lr=0.1)
    for _ in range(50):
        optimizer.zero_grad()
        loss = (x * weight + bias - (3 * x - 1)).square().mean()
        loss.backward()
        optimizer.step()
        expected.append(loss.item())
    found = [float(one) for one in re.findall(r"^\d\.\d{6}$", texts, re.M)]
    torch.testing.assert_close(torch.tensor(found), torch.tensor(expected[::10]), rtol=1e-4, atol=1e-6)
