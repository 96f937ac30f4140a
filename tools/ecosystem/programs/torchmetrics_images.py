"""torchmetrics: SSIM, FID with a network of one's own, detection's average precision by its Python, text and audio"""

import torch
import torchmetrics
from show import show
from torchmetrics.functional.image import total_variation, universal_image_quality_index
from torchmetrics.image import PeakSignalNoiseRatio, StructuralSimilarityIndexMeasure
from torchmetrics.image.fid import FrechetInceptionDistance
from torchmetrics.wrappers import BootStrapper, MetricTracker

torch.manual_seed(0)
one, other = torch.rand(4, 3, 48, 48), torch.rand(4, 3, 48, 48)
for metric in (StructuralSimilarityIndexMeasure(data_range=1.0), PeakSignalNoiseRatio(data_range=1.0)):
    show(**{type(metric).__name__: metric(one, other)})
show(quality=universal_image_quality_index(one, other), variation=total_variation(one))


class Features(torch.nn.Module):
    num_features = 12

    def forward(self, images):
        return torch.nn.functional.adaptive_avg_pool2d(images.float(), 2).flatten(1)


distance = FrechetInceptionDistance(Features(), input_img_size=(3, 48, 48), normalize=True)
distance.update(one, real=True), distance.update(other, real=False)
show(
    fid=distance.compute(),
    iou=torchmetrics.functional.detection.intersection_over_union(
        *(torch.tensor([[1.0, 2, 9, 9 + k]]) for k in (0, 3))
    ),
)
many = BootStrapper(torchmetrics.MeanSquaredError(), num_bootstraps=5)
many.update(one.flatten(), other.flatten())
show(
    boots=many.compute()["mean"],
    text=torchmetrics.text.BLEUScore()(["the cat is on the mat"], [["a cat is on the mat"]]),
)
tracker = MetricTracker(torchmetrics.classification.BinaryAUROC(), maximize=True)
for _ in range(3):
    tracker.increment()
    tracker.update(torch.rand(20), torch.randint(0, 2, (20,)))
best, step = tracker.best_metric(return_step=True)
show(best=best, step=step, all=tracker.compute_all())
show(
    sdr=torchmetrics.functional.signal_distortion_ratio(torch.randn(2, 400), torch.randn(2, 400)),
    snr=torchmetrics.SignalNoiseRatio()(one, other),
)
