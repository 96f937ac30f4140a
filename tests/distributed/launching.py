"""The launcher, torch's own, ZeRO and hooks: `make distributed` runs it."""

import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from .ranks import HANG, ROOT, run

RUN = [sys.executable, "-m", "pytorch_c.distributed.run"]
TORCHRUN = [sys.executable, "-m", "torch.distributed.run"]

SUM = """
    import os
    import pytorch_c as torch
    import pytorch_c.distributed as dist

    dist.init_process_group("gloo")
    x = torch.ones(1) * (dist.get_rank() + 1)
    dist.all_reduce(x)
    # In one piece: the processes write to one pipe.
    os.write(1, f"sum {x.item()} of {dist.get_world_size()} local {os.environ['LOCAL_RANK']}\\n".encode())
    dist.barrier()
    dist.destroy_process_group()
"""

# Trains, saves each step, and is killed once at a step: the restart goes on from the file.
RESUMED = """
    import os, sys
    import pytorch_c as torch
    import pytorch_c.distributed as dist
    from pytorch_c import nn

    file, killed_at = sys.argv[1], int(sys.argv[2])
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = nn.Linear(5, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    start = 0
    if os.path.exists(file):
        kept = torch.load(file)
        model.load_state_dict(kept["model"])
        optimizer.load_state_dict(kept["optimizer"])
        start = kept["step"] + 1
    parallel = nn.parallel.DistributedDataParallel(model)
    for step in range(start, 30):
        torch.manual_seed(100 * step + dist.get_rank())
        x = torch.randn(8, 5)
        loss = (parallel(x) - x.sum(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step == killed_at and dist.get_rank() == 1 and os.environ["TORCHELASTIC_RESTART_COUNT"] == "0":
            os.kill(os.getpid(), 9)
        dist.barrier()
        if dist.get_rank() == 0:
            torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, file + ".new")
            os.replace(file + ".new", file)
    dist.all_reduce(loss.detach_())
    if dist.get_rank() == 0:
        print("loss", loss.item().hex(), flush=True)
    dist.destroy_process_group()
"""

WAITS = """
    import os, sys, time
    from pathlib import Path
    import pytorch_c as torch
    import pytorch_c.distributed as dist

    dist.init_process_group("gloo")
    Path(sys.argv[1], f"{os.getpid()}.pid").touch()
    if dist.get_rank():
        time.sleep(600)
    dist.all_reduce(torch.ones(1))
"""


@pytest.fixture
def script(tmp_path):
    def write(text):
        path = tmp_path / "program.py"
        path.write_text(textwrap.dedent(text))
        return path

    return write


def environment():
    return {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}


def launched(*command):
    return subprocess.run([*map(str, command)], env=environment(), capture_output=True, text=True, timeout=HANG)


@pytest.mark.parametrize("launcher", [RUN, TORCHRUN], ids=["ours", "torchrun"])
def test_a_launcher_starts_the_processes(launcher, script):
    done = launched(*launcher, "--standalone", "--nproc-per-node", 2, script(SUM))
    assert done.returncode == 0, done.stderr
    found = re.findall(r"sum (\S+) of (\d) local (\d)", done.stdout)
    assert sorted(found) == [("3.0", "2", "0"), ("3.0", "2", "1")], done.stdout


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def test_two_nodes_meet_at_an_endpoint(script, tmp_path):
    path, endpoint = script(SUM), f"127.0.0.1:{free_port()}"
    command = [*RUN, "--nnodes", "2", "--nproc-per-node", "1", "--rdzv-backend", "c10d", "--rdzv-endpoint", endpoint,
               "--local-addr", "127.0.0.1", str(path)]  # fmt: skip
    nodes = [
        subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(2)
    ]
    try:
        texts = [node.communicate(timeout=HANG)[0] for node in nodes]
    finally:
        for node in nodes:
            node.kill()
            node.wait()
    assert [node.returncode for node in nodes] == [0, 0], texts
    assert all("sum 3.0 of 2 local 0" in text for text in texts), texts


def test_environment_variables_alone_are_enough(script):
    """Sets the variables as mpirun, srun and Kubernetes' PyTorchJob do."""
    path, port = script(SUM), free_port()
    common = {**environment(), "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    running = [
        subprocess.Popen(
            [sys.executable, path],
            env={**common, "RANK": str(i), "LOCAL_RANK": str(i)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for i in range(2)
    ]
    texts = [one.communicate(timeout=HANG)[0] for one in running]
    assert all("sum 3.0 of 2" in text for text in texts), texts


def test_exit_codes_and_logs_are_told(script, tmp_path):
    path = script(  # the rank that fails ends the other one: it waits until that has written
        f"""
import os, pathlib, sys, time
print("to the log", flush=True)
written, rank = pathlib.Path({str(tmp_path)!r}, "written"), os.environ["RANK"]
if rank == "0":
    written.touch()
while not written.exists():
    time.sleep(0.01)
sys.exit(7 if rank == "1" else 0)
"""
    )
    logs = tmp_path / "logs"
    done = launched(*RUN, "--standalone", "--nproc-per-node", 2, "--log-dir", logs, "--redirects", 3, path)
    assert done.returncode == 1 and re.search(r"exitcode\s*: 7", done.stderr), done.stderr
    files = sorted(logs.rglob("stdout.log"))
    assert len(files) == 2 and all(file.read_text() == "to the log\n" for file in files)


def test_a_killed_rank_and_restarts_end_with_the_loss_of_an_undisturbed_run(script, tmp_path):
    path, losses = script(RESUMED), []
    for name, step in (("whole", -1), ("killed", 5 + os.getpid() % 20)):
        command = [*RUN, "--standalone", "--nproc-per-node", 2, "--max-restarts", 2, path, tmp_path / name, step]
        done = launched(*command)
        assert done.returncode == 0, done.stderr
        losses += re.findall(r"loss (\S+)", done.stdout)
    assert len(losses) == 2 and losses[0] == losses[1], losses


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_are_passed_on_and_leave_nothing_behind(number, script, tmp_path):
    command = [*RUN, "--standalone", "--nproc-per-node", "2", str(script(WAITS)), str(tmp_path)]
    agent = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + HANG
        while len(list(tmp_path.glob("*.pid"))) < 2:
            assert time.monotonic() < end and agent.poll() is None
            time.sleep(0.05)
        time.sleep(0.3)
        agent.send_signal(number)
        agent.wait(HANG)
        assert agent.returncode != 0
        for path in tmp_path.glob("*.pid"):
            assert not Path("/proc", path.stem).exists()
    finally:
        agent.kill()
        agent.wait()


@pytest.mark.parametrize("kind", ["hook", "fp16", "powerSGD"])
def test_communication_hooks_train_as_torchs(kind, tmp_path):
    ours = run("train", 2, tmp_path / "ours", kind)
    theirs = run("train", 2, tmp_path / "torch", kind, libraries=["torch"] * 2)
    assert ours[0][0] == ours[1][0]
    assert ours == theirs


def test_zero_has_the_weights_of_its_optimizer_with_half_of_the_state(tmp_path):
    (same, held, entries), (same_too, held_too, _) = run("zero", 2, tmp_path)
    assert same and same_too and held + held_too == 4 and min(held, held_too) > 0 and entries == 4


def test_the_sampler_is_torchs(tmp_path):
    assert run("sampled", 2, tmp_path / "ours") == run("sampled", 2, tmp_path / "torch", libraries=["torch"] * 2)


def test_mnist_on_two_processes_reaches_the_accuracy_of_one(tmp_path):
    example = ROOT / "examples" / "distributed_mnist.py"
    alone = launched(sys.executable, example)
    together = launched(*RUN, "--standalone", "--nproc-per-node", 2, example)
    accuracies = [float(re.search(r"processes: accuracy (\S+)", done.stdout)[1]) for done in (alone, together)]
    assert accuracies[0] > 0.8 and abs(accuracies[0] - accuracies[1]) < 0.02, accuracies
