"""fastai: a Learner by fit_one_cycle with ranger, its callbacks and rate finder, a vision and a tabular model, augmentation"""

import tempfile

import torch
from fastai.callback.schedule import fit_one_cycle  # noqa: F401  each adds methods to Learner
from fastai.callback.training import GradientAccumulation
from fastai.data.core import DataLoaders
from fastai.data.load import DataLoader
from fastai.learner import Learner
from fastai.losses import CrossEntropyLossFlat
from fastai.metrics import accuracy
from fastai.optimizer import ranger
from fastai.tabular.model import TabularModel
from fastai.torch_core import TensorImage, set_seed
from fastai.vision.augment import aug_transforms
from fastai.vision.models.xresnet import xresnet18
from show import show

set_seed(0)
x = torch.randn(128, 10)
pairs = list(zip(x, (x.sum(1) > 0).long()))
loaders = DataLoaders(DataLoader(pairs[:96], bs=16), DataLoader(pairs[96:], bs=16))
net = torch.nn.Sequential(torch.nn.Linear(10, 32), torch.nn.ReLU(), torch.nn.Linear(32, 2))
learner = Learner(loaders, net, loss_func=CrossEntropyLossFlat(), metrics=accuracy, opt_func=ranger)
with learner.no_bar(), learner.no_logging():
    learner.fit_one_cycle(2, 1e-2)
    show(validated=[float(one) for one in learner.validate()], predicted=learner.get_preds()[0].std())
    learner.add_cb(GradientAccumulation(32))
    learner.fit(1)
    show(loss=learner.recorder.losses[-1], rate=float(learner.lr_find(show_plot=False, num_it=20).valley))
with tempfile.TemporaryDirectory() as folder:
    learner.save(f"{folder}/model")
    learner.load(f"{folder}/model")
image = TensorImage(torch.rand(2, 3, 16, 16))
show(kinds=[type(one).__name__ for one in (image + 1, image[0], image.float().mean())])
show(augmented=[float(one(image, split_idx=0).mean()) for one in aug_transforms(size=16)])
show(xresnet=xresnet18(n_out=3)(torch.rand(2, 3, 32, 32)))
show(tabular=TabularModel([(3, 2), (4, 3)], 2, 1, [8])(torch.tensor([[1, 2], [0, 3]]), torch.rand(2, 2)))
