"""The programs that learn from archives of images: GoTorch's flags, torch's losses, and what they say."""

import re

import pytest
import torch
from support.compare import same
from support.examples import LIBRARIES, program, runs
from support.project import ROOT

import pytorch_c

pytest.importorskip("PIL")
# {program: options that make it small}; 24 images in batches of 8 are three steps a pass.
SMALL = {
    "mnist_tarball": "-batch 8",
    "resnet": "-batch 8 --size 16",
    "dcgan": "-batch 8 --size 8 --channels 4 --noise 5",
}
every_program = pytest.mark.parametrize("name", SMALL)


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """The folder of two archives that the package's tool packed."""
    folder = tmp_path_factory.mktemp("archives")
    runs(program("pack_images"), "-out", folder, "-limit", 24)
    return folder


def train(name, library, archives, path, *arguments):
    data = ["-data", archives / "fashion-train.tgz", "-save", path, "--threads", 1]
    picture = ["--picture", path.with_suffix(".png")] if name == "dcgan" else []
    runs(program(name, library), "train", *data, *picture, *arguments)


def same_checkpoints(path, other):
    ours, theirs = pytorch_c.load(path), torch.load(other)
    assert ours["step"] == theirs["step"] == 6
    assert theirs["numbers"] and all(len(numbers) == 6 for numbers in theirs["numbers"].values())
    for key in ("numbers", "random", "parts"):
        same(ours[key], theirs[key], key)


@every_program
def test_it_computes_what_it_computes_under_torch(name, archives, tmp_path):
    for library in LIBRARIES:
        train(name, library, archives, tmp_path / library, *SMALL[name].split(), "-epoch", 2)
    same_checkpoints(tmp_path / "pytorch_c", tmp_path / "torch")


@every_program
def test_it_goes_on_from_the_checkpoint_of_torch(name, archives, tmp_path):
    """With the images that have not been seen in the pass."""
    train(name, "torch", archives, tmp_path / "whole", *SMALL[name].split(), "-epoch", 2)
    train(name, "torch", archives, tmp_path / "resumed", *SMALL[name].split(), "-epoch", 1)
    train(name, "pytorch_c", archives, tmp_path / "resumed", "--resume", "-epoch", 2)
    same_checkpoints(tmp_path / "resumed", tmp_path / "whole")


@pytest.mark.parametrize("name", ["mnist_tarball", "resnet"])
def test_it_measures_and_predicts(name, archives, tmp_path, capsys):
    test = ["-test", archives / "fashion-test.tgz"]
    train(name, "pytorch_c", archives, tmp_path / "trained", *SMALL[name].split(), *test)
    assert re.search(r"\d\d?\.\d\d% of 24 test images are right\n$", capsys.readouterr().out)
    images = sorted((ROOT / "examples/images").glob("*.png"))[:3]
    runs(program(name), "predict", "-load", tmp_path / "trained", *images, ROOT / "README.md", status=2)
    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and "README.md: cannot identify image file" in last
    for path, line in zip(images, lines):
        assert re.fullmatch(rf"{re.escape(str(path))}: [^%]+ \d+\.\d%, [^%]+ \d+\.\d%, [^%]+ \d+\.\d%", line)


def test_the_painter_draws(archives, tmp_path, capsys):
    train("dcgan", "pytorch_c", archives, tmp_path / "trained", *SMALL["dcgan"].split(), "-epoch", 1)
    runs(program("dcgan"), "draw", "-load", tmp_path / "trained", "--picture", tmp_path / "drawn.png")
    from PIL import Image

    for path in (tmp_path / "drawn.png", tmp_path / "trained.png"):
        with Image.open(path) as image:
            assert image.size == (8 * 10, 8 * 10) and image.mode == "RGB" and len(image.getcolors()) > 20


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("train", "-data ARCHIVE is needed"),
        ("train -data FOLDER/none.tgz", "no archive or folder FOLDER/none.tgz"),
        ("train -data FOLDER/broken.tgz", "broken.tgz"),
        ("predict -load FOLDER/none.pt a.png", "no checkpoint FOLDER/none.pt"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(arguments, message, archives, tmp_path, capsys):
    (tmp_path / "broken.tgz").write_bytes((archives / "fashion-train.tgz").read_bytes()[:3000])
    runs(program("mnist_tarball"), *arguments.replace("FOLDER", str(tmp_path)).split(), status=2)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and message.replace("FOLDER", str(tmp_path)) in said[0]
