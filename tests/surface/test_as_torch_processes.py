"""Programs under torch's name that start processes: a child that is no fork finds pytorch_c as torch too."""

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
