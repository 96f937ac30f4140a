"""tensorboard: a SummaryWriter's scalars, histograms, images, graphs of text and hyperparameters, read back from its files"""

import tempfile

import torch
from show import show
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from torch.utils.tensorboard import SummaryWriter

torch.manual_seed(0)
with tempfile.TemporaryDirectory() as folder:
    with SummaryWriter(folder) as writer:
        for step in range(5):
            writer.add_scalar("loss", torch.rand(()), step)
            writer.add_scalars("both", {"one": step, "two": torch.tensor(step * 2.0)}, step)
            writer.add_histogram("weights", torch.randn(100), step)
        writer.add_image("image", torch.rand(3, 8, 8), 0)
        writer.add_text("text", "a word", 0)
        writer.add_pr_curve("curve", torch.randint(0, 2, (50,)), torch.rand(50), 0)
        writer.add_embedding(torch.randn(5, 3), metadata=list("abcde"))
        writer.add_hparams({"rate": 0.1}, {"right": 0.9}, run_name=".")
    read = EventAccumulator(folder, size_guidance={"histograms": 0, "images": 0, "tensors": 0}).Reload()
    tags = read.Tags()
    show(tags=[sorted(tags[name]) for name in ("scalars", "histograms", "images", "tensors")])
    show(loss=[one.value for one in read.Scalars("loss")], steps=[one.step for one in read.Scalars("loss")])
    kept = [one.histogram_value for one in read.Histograms("weights")]
    show(histograms=[[one.min, one.max, one.num, one.sum, one.sum_squares, *one.bucket] for one in kept])
    (image,) = read.Images("image")
    show(image=[image.width, image.height, len(image.encoded_image_string)])
