"""ignite: a trainer and an evaluator with metrics, handlers, a checkpoint and a schedule"""

import tempfile

import torch
from ignite.engine import Events, create_supervised_evaluator, create_supervised_trainer
from ignite.handlers import Checkpoint, CosineAnnealingScheduler, DiskSaver, EMAHandler, TerminateOnNan
from ignite.metrics import Accuracy, ConfusionMatrix, Loss, Precision, RunningAverage
from ignite.utils import manual_seed
from show import show
from torch.utils.data import DataLoader, TensorDataset

manual_seed(0)
x = torch.randn(60, 4)
loader = DataLoader(TensorDataset(x, (x[:, 0] > 0).long()), 12, shuffle=True)
net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
optimizer, ce = torch.optim.SGD(net.parameters(), 0.1), torch.nn.CrossEntropyLoss()
trainer = create_supervised_trainer(net, optimizer, ce)
evaluator = create_supervised_evaluator(
    net,
    {"accuracy": Accuracy(), "loss": Loss(ce), "precision": Precision(average=False), "confusion": ConfusionMatrix(2)},
)
RunningAverage(output_transform=lambda one: one).attach(trainer, "running")
trainer.add_event_handler(Events.ITERATION_STARTED, CosineAnnealingScheduler(optimizer, "lr", 0.1, 0.01, 15))
trainer.add_event_handler(Events.ITERATION_COMPLETED, TerminateOnNan())
EMAHandler(net, momentum=0.1).attach(trainer)
losses = []
trainer.add_event_handler(Events.ITERATION_COMPLETED, lambda engine: losses.append(engine.state.output))
with tempfile.TemporaryDirectory() as folder:
    keeper = Checkpoint(
        {"net": net, "optimizer": optimizer, "trainer": trainer}, DiskSaver(folder, require_empty=False), n_saved=1
    )
    trainer.add_event_handler(Events.EPOCH_COMPLETED, keeper)
    trainer.run(loader, max_epochs=3)
    Checkpoint.load_objects({"net": net}, torch.load(keeper.last_checkpoint, weights_only=True))
evaluator.run(loader)
metrics = evaluator.state.metrics
show(
    losses=losses,
    running=trainer.state.metrics["running"],
    accuracy=metrics["accuracy"],
    loss=metrics["loss"],
    precision=metrics["precision"],
    confusion=metrics["confusion"],
)
