"""Programs under torch's name that start processes: a child that is no fork finds pytorch_c as torch too."""

import os
import subprocess
import sys

import pytest
from support.project import HANG, ROOT

PROGRAM = """
import torch, torch.multiprocessing as mp
from torch.utils.data import DataLoader, Dataset

class Rows(Dataset):
    def __len__(self):
        return 4
    def __getitem__(self, index):
        return torch.tensor([index]), torch.live_tensors() > 0  # a name of pytorch_c alone

def work(queue, x):
    queue.put((torch.live_tensors() > 0, (x + 1).sum().item()))

def main(how):
    context = mp.get_context(how)
    queue = context.Queue()
    process = context.Process(target=work, args=(queue, torch.ones(3)))
    process.start()
    print(*queue.get())
    process.join()
    print([row.tolist() for row, _ in DataLoader(Rows(), batch_size=2, num_workers=1, multiprocessing_context=how)])

if __name__ == "__main__":
    import sys
    main(sys.argv[1])
"""


@pytest.mark.parametrize("how", ["spawn", "forkserver", "fork"])
def test_children_find_torch(tmp_path, how):
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "pytorch_c.run", tmp_path / "program.py", how]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "True 6.0\n[[[0], [1]], [[2], [3]]]\n"


LAUNCHED = """
import os, torch
import torch.distributed as dist

dist.init_process_group("gloo")
x = torch.ones(1) * (dist.get_rank() + 1)
dist.all_reduce(x)
os.write(1, f"{torch.live_tensors() > 0} {x.item()}\\n".encode())
dist.destroy_process_group()
"""


def run_module(*words, cwd=ROOT, **more):
    command = [sys.executable, "-m", "pytorch_c.run", "-m", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **more}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("module", [[], ["-m"]], ids=["file", "module"])
def test_workers_of_the_launcher_find_torch(tmp_path, module):
    (tmp_path / "launched.py").write_text(LAUNCHED)
    program = "launched" if module else "launched.py"
    launcher = ["torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    assert run_module(*launcher, *module, program, cwd=tmp_path).stdout == "True 3.0\n" * 2


def test_workers_of_the_launcher_that_run_this_package_already(tmp_path):
    (tmp_path / "launched.py").write_text(LAUNCHED)
    words = ["torch.distributed.run", "--standalone", "-m", "pytorch_c.run", "launched.py"]
    assert run_module(*words, cwd=tmp_path).stdout == "True 1.0\n"


def test_a_module_of_torch_runs_by_its_name():
    shown = run_module("torch.distributed.run", "--help").stdout
    assert shown.startswith("usage: run.py [-h]")
    assert "PyTorch version" in run_module("torch.utils.collect_env").stdout
