"""Training under schedulers that exist: Slurm's daemons on two hosts, Ray's TorchTrainer, a Kubernetes Job's command.

`make schedulers` runs it. A scheduler that is not installed skips its tests, with what installs it.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import time

import pytest
import torch
from support import hosts as namespaces

from . import two_hosts
from .ranks import HANG, ROOT

EXAMPLES = ROOT / "examples" / "schedulers"
undisturbed = two_hosts.undisturbed

SLURM = """
ClusterName=test
SlurmctldHost=host1
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/linear
SchedulerType=sched/builtin
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/controller.log
SlurmdLogFile={folder}/%n.log
SlurmdParameters=config_overrides
NodeName=host[1-2] CPUs=2
PartitionName=all Nodes=ALL Default=YES State=UP
"""
# The variables that `init_process_group` reads, from Slurm's own: no launcher is needed.
BARE = """MASTER_ADDR=host1 MASTER_PORT=29500 RANK=$SLURM_PROCID WORLD_SIZE=$SLURM_NTASKS exec "$@" """


class Cluster:
    """Slurm's controller on the first host, and a daemon of its nodes on each."""

    def __init__(self, hosts, folder):
        self.host, self.folder = hosts[0], folder
        (folder / "state").mkdir(parents=True)
        for host in hosts:
            (folder / host.name).mkdir()
        (folder / "slurm.conf").write_text(SLURM.format(folder=folder))
        self.environment = namespaces.environment(SLURM_CONF=str(folder / "slurm.conf"), PYTHON=sys.executable)
        hosts[0].start("slurmctld", "-D", env=self.environment, stdout=subprocess.DEVNULL)
        for host in hosts:
            host.start("slurmd", "-D", "-N", host.name, env=self.environment, stdout=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while self.run("sinfo", "--noheader", "--format", "%D %t")[1].split() != ["2", "idle"]:
            assert time.monotonic() < end, self.logs()
            time.sleep(0.2)

    def run(self, *words):
        """A command's exit code and output, on the first host."""
        process = self.host.start(*words, folder=self.folder, env=self.environment)
        text, _ = process.communicate(timeout=HANG)
        return process.returncode, text

    def logs(self):
        """All lines of the daemons' logs."""
        return "".join(path.read_text() for path in self.folder.glob("*.log"))


@pytest.fixture
def cluster(tmp_path):
    for command, package in (("slurmctld", "slurmctld"), ("slurmd", "slurmd"), ("srun", "slurm-client")):
        if not shutil.which(command):
            pytest.skip(f"no {command} (Debian's {package})")
    try:
        hosts = namespaces.Hosts(2, real_root=True)
    except namespaces.Missing as reason:
        pytest.skip(str(reason))
    with hosts as both:
        yield Cluster(both, tmp_path / "slurm")


def test_a_batch_job_of_slurm_starts_launchers(cluster, undisturbed, tmp_path):
    batch = ["sbatch", "--wait", f"--output={tmp_path}/out", EXAMPLES / "slurm.sh"]
    code, said = cluster.run(*batch, two_hosts.ELASTIC, tmp_path / "kept.pt", "--steps", 60)
    text = (tmp_path / "out").read_text()
    assert code == 0 and two_hosts.losses(text) == undisturbed and " on 2: " in text, text + said + cluster.logs()


def test_srun_starts_processes_without_a_launcher(cluster, undisturbed, tmp_path):
    program = [sys.executable, two_hosts.ELASTIC, tmp_path / "kept.pt", "--steps", 60]
    code, text = cluster.run("srun", "--nodes", 2, "sh", "-c", BARE, "sh", *program)
    assert code == 0 and two_hosts.losses(text) == undisturbed and " on 2: " in text, text + cluster.logs()


def test_a_process_that_fails_fails_its_job(cluster, tmp_path):
    """Slurm learns of it from the launcher's exit code, and ends the launcher of the other node."""
    program = tmp_path / "program.py"
    program.write_text("import os\nassert os.environ['RANK'] == '0', 'rank 1 fails'\n")
    code, _ = cluster.run("sbatch", "--wait", f"--output={tmp_path}/out", EXAMPLES / "slurm.sh", program)
    assert code != 0 and "rank 1 fails" in (tmp_path / "out").read_text()


def pod_command(index):
    """The words that a pod of the manifest runs, as Kubernetes writes its variable into them."""
    yaml = pytest.importorskip("yaml", reason="no PyYAML, which reads the manifest")
    job = [one for one in yaml.safe_load_all((EXAMPLES / "kubernetes.yaml").read_text()) if one["kind"] == "Job"][0]
    assert job["spec"]["completionMode"] == "Indexed"
    words = job["spec"]["template"]["spec"]["containers"][0]["command"]
    return [word.replace("$(JOB_COMPLETION_INDEX)", str(index)) for word in words]


def test_the_command_of_a_kubernetes_job_trains(undisturbed, tmp_path):
    """Two hosts stand for the pods: no Kubernetes runs here, but what it would start on them does."""
    ours = {"python": sys.executable, "elastic.py": two_hosts.ELASTIC, "/shared/kept.pt": tmp_path / "kept.pt"}
    with two_hosts.made(2) as hosts:
        hosts[0].call("sh", "-c", f"echo {hosts[0].address} train-0.train >> /etc/hosts")  # the service's name
        words = [[*(ours.get(word, word) for word in pod_command(i)), "--steps", 60] for i in range(2)]
        started = [two_hosts.Started(host, mine, tmp_path) for host, mine in zip(hosts, words, strict=True)]
        codes = [one.process.wait(HANG) for one in started]
    texts = "".join(one.text for one in started)
    assert codes == [0, 0] and two_hosts.losses(texts) == undisturbed and " on 2: " in texts, texts


def test_rays_trainer_trains_to_torchs_weights(tmp_path):
    """The workers' halves of the points give the weights of all points at once, by torch."""
    if not importlib.util.find_spec("ray"):
        pytest.skip("no ray: pip install 'ray[train]'")
    words = [sys.executable, "-m", "pytorch_c", "run", EXAMPLES / "ray_trainer.py", tmp_path / "kept.pt"]
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = namespaces.environment(PYTHONPATH=paths, HOME=str(tmp_path), RAY_AUTH_MODE="disabled")
    done = subprocess.run(list(map(str, words)), env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    kept = torch.load(tmp_path / "kept.pt")
    assert kept["library"].endswith(os.path.join("pytorch_c", "__init__.py"))
    weight, bias = torch.full((1, 2), 0.5, requires_grad=True), torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.SGD([weight, bias], lr=0.1)
    x = torch.arange(16.0).view(8, 2) / 16
    for _ in range(20):
        optimizer.zero_grad()
        (x @ weight.T + bias - x.sum(1, keepdim=True)).square().mean().backward()
        optimizer.step()
    torch.testing.assert_close(kept["weights"], {"weight": weight.detach(), "bias": bias.detach()})
