"""ultralytics: a small YOLOv8: its losses and gradients, the layers fused, prediction on an image, a classifier"""

import os
import tempfile
from types import SimpleNamespace

folder = tempfile.TemporaryDirectory()
os.environ["YOLO_CONFIG_DIR"] = folder.name

import numpy  # noqa: E402
import torch  # noqa: E402
from show import show  # noqa: E402
from ultralytics import YOLO  # noqa: E402  its settings are found before
from ultralytics.nn.tasks import ClassificationModel, DetectionModel  # noqa: E402

torch.manual_seed(0)
model = DetectionModel("yolov8n.yaml", nc=3, verbose=False)
x = torch.rand(1, 3, 64, 64)
show(detected=model.eval()(x)[0].abs().mean())
model.train().args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5)
boxes = torch.tensor([[0.5, 0.5, 0.2, 0.2], [0.3, 0.3, 0.1, 0.2]])
batch = {"img": x, "cls": torch.tensor([[0.0], [1.0]]), "bboxes": boxes, "batch_idx": torch.zeros(2)}
loss, _ = model.loss(batch)
loss.sum().backward()
show(loss=loss.sum(), gradient=sum(one.grad.abs().sum() for one in model.parameters() if one.grad is not None))
show(fused=model.eval().fuse(verbose=False)(x)[0].abs().mean())
show(classified=ClassificationModel("yolov8n-cls.yaml", nc=4, verbose=False).eval()(x)[0])
found = YOLO("yolov8n.yaml").predict(numpy.zeros((64, 64, 3), "uint8"), verbose=False, imgsz=64, save=False)
show(boxes=len(found[0].boxes))
