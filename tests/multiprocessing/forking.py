"""Forks at random moments while other threads call operators for the first time; each child must work, and end.

python tests/multiprocessing/forking.py SEED FORKS: exits with 1 and names the children that hung or failed.
PYTORCH_C_FINALIZER chooses the strategy.
"""

import os
import random
import signal
import sys
import threading
import time

import pytorch_c as torch
from pytorch_c import nn
from pytorch_c.nn import functional as F

LIMIT = 300  # seconds that a child may take on a busy machine


def cycle():
    """Makes tensors that only gc() frees."""
    node = [torch.ones(10)]
    node.append(node)


def collect():
    for _ in range(3):
        torch.gc()
        cycle()
    torch.finish_gc()


def train():
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(72, 3))
    adam = torch.optim.Adam(model.parameters())
    F.cross_entropy(model(torch.randn(4, 1, 8, 8)), torch.tensor([0, 1, 2, 0])).backward()
    adam.step()


def load():
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(8, 2)), batch_size=2, num_workers=1)
    assert len(list(loader)) == 4


big = torch.randn(200, 200)
WORK = [
    lambda: big @ big,
    lambda: big.bfloat16() @ big.bfloat16(),
    lambda: big.exp().softmax(1).topk(3),
    lambda: torch.linalg.solve(big, big),
    lambda: torch.fft.rfft(big),
    lambda: torch.einsum("ij,kj->ik", big, big),
    lambda: (big.clone().requires_grad_() * 2).sum().backward(),
    lambda: torch.randn(3, 3).sort(),
    lambda: F.conv1d(big[None], big[:, :, None]),
    lambda: torch.cumsum(big, 0)[3:5].tolist(),
    collect,
    train,
]


def child(order):
    for work in order:
        work()
    sys.stdout.flush()
    os._exit(0)


def ended(pid):
    """Waits for a child; its status, or None if it had to be killed."""
    for _ in range(LIMIT * 100):
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None


def main(seed, forks):
    chance = random.Random(seed)
    over = threading.Event()

    def busy(order):
        while not over.is_set():
            for work in order:
                work()

    threads = [threading.Thread(target=busy, args=(chance.sample(WORK, len(WORK)),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    bad = []
    for number in range(forks):
        time.sleep(chance.random() * 0.02)
        order = chance.sample(WORK, 4) + ([load] if number % 5 == 4 else [])
        pid = os.fork() or child(order)
        status = ended(pid)
        if status != 0:
            bad.append((number, "hung" if status is None else status))
    over.set()
    for thread in threads:
        thread.join()
    load()
    return bad


if __name__ == "__main__":
    failures = main(int(sys.argv[1]), int(sys.argv[2]))
    print(f"{failures or 'all'} of {sys.argv[2]} children {'failed' if failures else 'worked'}")
    sys.exit(1 if failures else 0)
