"""skorch: a classifier with scikit-learn's interface, cross-validated"""

import numpy as np
import torch
from show import show
from skorch import NeuralNetClassifier

torch.manual_seed(0)
rng = np.random.default_rng(0)
x = rng.normal(size=(60, 4)).astype("float32")
y = (x[:, 0] > x[:, 1]).astype("int64")
net = NeuralNetClassifier(
    lambda: torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2), torch.nn.Softmax(-1)),
    max_epochs=4,
    lr=0.1,
    verbose=0,
    iterator_train__shuffle=False,
)
net.fit(x, y)
show(
    train=net.history[:, "train_loss"], valid=net.history[:, "valid_loss"], accuracy=float((net.predict(x) == y).mean())
)
