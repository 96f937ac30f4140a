"""Train by Ray's TorchTrainer on pytorch_c: the program and Ray itself say torch.

    python -m pytorch_c run examples/schedulers/ray_trainer.py FILE

Ray starts its workers by itself; the hook of `runtime_env` lets torch be pytorch_c in each of them.
"""

import argparse

import ray
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def work(settings):
    """Trains in one worker on its half of the points; worker 0 saves the weights."""
    import ray.train.torch
    import torch

    rank = ray.train.get_context().get_world_rank()
    model = torch.nn.Linear(2, 1)
    with torch.no_grad():
        model.weight.fill_(0.5)
        model.bias.zero_()
    parallel = ray.train.torch.prepare_model(model)
    optimizer = torch.optim.SGD(parallel.parameters(), lr=0.1)
    x = torch.arange(16.0).view(8, 2)[rank::2] / 16
    for _ in range(settings["steps"]):
        loss = (parallel(x) - x.sum(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        ray.train.report({"loss": loss.item()})
    if rank == 0:
        torch.save({"weights": model.state_dict(), "library": torch.__file__}, settings["file"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", help="where worker 0 saves the weights")
    parser.add_argument("--steps", type=int, default=20)
    options = parser.parse_args()
    hook = {"worker_process_setup_hook": "pytorch_c.install_as_torch"}
    ray.init(num_cpus=2, include_dashboard=False, runtime_env=hook)
    TorchTrainer(work, train_loop_config=vars(options), scaling_config=ScalingConfig(num_workers=2)).fit()


if __name__ == "__main__":
    main()
