"""lightning: a Trainer on the CPU fits, validates, tests, predicts, keeps the best checkpoint and goes on from it"""

import tempfile

import lightning as L
import torch
from lightning.pytorch.callbacks import EarlyStopping, LearningRateMonitor, ModelCheckpoint, StochasticWeightAveraging
from lightning.pytorch.loggers import CSVLogger
from show import show
from torch.utils.data import DataLoader, TensorDataset
from torchmetrics import Accuracy

L.seed_everything(0)


class Classifier(L.LightningModule):
    def __init__(self, width=16, rate=0.05):
        super().__init__()
        self.save_hyperparameters()
        self.layers = torch.nn.Sequential(torch.nn.Linear(4, width), torch.nn.ReLU(), torch.nn.Linear(width, 2))
        self.accuracy = Accuracy(task="multiclass", num_classes=2)
        self.losses = []

    def forward(self, x):
        return self.layers(x)

    def training_step(self, batch, index):
        loss = torch.nn.functional.cross_entropy(self(batch[0]), batch[1])
        self.log("loss", loss)
        self.losses.append(float(loss.detach()))
        return loss

    def validation_step(self, batch, index):
        self.accuracy(self(batch[0]), batch[1])
        self.log("right", self.accuracy, on_epoch=True)
        self.log("held", torch.nn.functional.cross_entropy(self(batch[0]), batch[1]))

    test_step = validation_step

    def configure_optimizers(self):
        optimizer = torch.optim.Adam(self.parameters(), self.hparams.rate)
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)]


x = torch.randn(64, 4)
y = (x[:, 0] * x[:, 1] > 0).long()
training, held = DataLoader(TensorDataset(x, y), 16, shuffle=True), DataLoader(TensorDataset(x, y), 32)
with tempfile.TemporaryDirectory() as folder:
    best = ModelCheckpoint(folder, monitor="held")
    callbacks = [best, EarlyStopping("held", patience=4), LearningRateMonitor()]
    quiet = {"enable_progress_bar": False, "enable_model_summary": False, "accelerator": "cpu", "log_every_n_steps": 2}
    trainer = L.Trainer(
        max_epochs=4,
        callbacks=callbacks,
        gradient_clip_val=1.0,
        logger=CSVLogger(folder),
        default_root_dir=folder,
        **quiet,
    )
    model = Classifier()
    trainer.fit(model, training, held)
    show(losses=model.losses, held=float(trainer.callback_metrics["held"]), best=float(best.best_model_score))
    (tested,) = trainer.test(model, held, verbose=False)
    show(
        tested=[tested[name] for name in sorted(tested)],
        predicted=torch.cat(trainer.predict(model, DataLoader(x, 32)))[:4],
    )
    again = Classifier.load_from_checkpoint(best.best_model_path)
    further = L.Trainer(
        max_epochs=6,
        accumulate_grad_batches=2,
        callbacks=[StochasticWeightAveraging(1e-2)],
        logger=False,
        default_root_dir=folder,
        **quiet,
    )
    further.fit(again, training, held)
    show(again=again.losses, held_again=float(further.callback_metrics["held"]), epochs=further.current_epoch)
