"""torchmetrics: accuracy, F1, AUROC, confusion, SSIM, R2 and more, updated batch by batch"""

import torch
import torchmetrics
from show import show

torch.manual_seed(0)
metrics = torchmetrics.MetricCollection(
    [
        torchmetrics.Accuracy(task="multiclass", num_classes=4),
        torchmetrics.F1Score(task="multiclass", num_classes=4, average="macro"),
        torchmetrics.AUROC(task="multiclass", num_classes=4),
        torchmetrics.CohenKappa(task="multiclass", num_classes=4),
    ]
)
confusion, regression = torchmetrics.ConfusionMatrix(task="multiclass", num_classes=4), torchmetrics.R2Score()
for _ in range(3):
    scores, y = torch.randn(20, 4).softmax(-1), torch.randint(4, (20,))
    metrics.update(scores, y), confusion.update(scores, y)
    regression.update(scores[:, 0], scores[:, 1])
show(**{name: value for name, value in metrics.compute().items()}, confusion=confusion.compute(), r2=regression.compute())
show(pearson=torchmetrics.functional.pearson_corrcoef(torch.arange(9.0), torch.arange(9.0).sin()))
