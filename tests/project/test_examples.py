"""The example programs, run as a user runs them."""

import re
import signal
import struct
import subprocess
import sys

import pytest
import torch
from support.project import HANG, ROOT

import pytorch_c
from pytorch_c.vision.datasets import FashionMNIST

PICTURES = ROOT / "examples/images"
FEW = ["--data", "sample", "--limit", "640"]


def command(*arguments):
    return [sys.executable, str(ROOT / "examples/mnist.py"), *map(str, arguments)]


def mnist(*arguments, status=0):
    """Runs the example; its output, or its error output when it is expected to fail."""
    result = subprocess.run(command(*arguments), capture_output=True, text=True, timeout=HANG)
    assert result.returncode == status, result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    return result.stderr if status else result.stdout


def fails(*arguments):
    """Runs the example, which must end with one line about what is wrong."""
    text = mnist(*arguments, status=2)
    assert text.startswith("mnist.py: ") and text.count("\n") == 1
    return text


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The output of a short training, and the model's file."""
    path = tmp_path_factory.mktemp("model") / "model.pt"
    return mnist("train", "--epochs", 4, "--data", "sample", "--model", path), path


# ---- train ----


def test_train_reports_epochs_and_learns(trained):
    output, path = trained
    assert re.search(r"^ 6,000 training images from .*fashion-mnist-sample$", output, re.MULTILINE)
    epochs = re.findall(r"epoch +\d+: loss ([\d.]+), [\d,]+ images/s, test loss [\d.]+, accuracy ([\d.]+)%\n", output)
    losses, accuracies = ([float(number) for number in column] for column in zip(*epochs))
    assert losses == sorted(losses, reverse=True) and accuracies[-1] > 75
    assert output.endswith(f"model saved in {path}\n")


def test_seed_decides_the_result(tmp_path):
    def result(seed):
        path = tmp_path / f"{seed}.pt"
        mnist("train", "--epochs", 1, *FEW, "--seed", seed, "--model", path)
        return pytorch_c.load(path)["fc3.bias"].tolist()

    first = result(5)
    assert result(5) == first
    assert result(6) != first


def test_model_can_be_read_by_torch(trained):
    state = torch.load(trained[1], weights_only=True)
    model = torch.nn.Sequential()
    for name in ("fc1", "fc2", "fc3"):
        model.add_module(name, torch.nn.Linear(*reversed(state[name + ".weight"].shape)))
    model.load_state_dict(state)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--data", "/nowhere"], "no folder /nowhere"),
        (["--dataset", "mnist"], "--dataset mnist needs --data"),
        (["--model", "/nowhere/model.pt"], "no folder /nowhere to save the model in"),
        (["--model", "/"], "--model / is a folder"),
        (["--device", "toaster", *FEW], "toaster"),
    ],
)
def test_train_refuses_before_it_trains(arguments, message):
    assert message in fails("train", *arguments)


def test_cuda_on_a_machine_without_it():
    if pytorch_c.is_cuda_available():
        pytest.skip("this machine has CUDA")
    fails("train", "--device", "cuda", *FEW)


def test_damaged_data_is_named(tmp_path):
    for path in FashionMNIST.sample().folder.glob("*.gz"):
        (tmp_path / path.name).write_bytes(path.read_bytes()[:-100])
    assert "train-images-idx3-ubyte.gz: truncated" in fails("train", "--data", tmp_path)


def test_interrupt_ends_with_one_line(tmp_path):
    path = tmp_path / "model.pt"
    arguments = command("train", "--data", "sample", "--epochs", 1000, "--model", path)
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not process.stdout.readline().startswith("epoch"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=HANG)[1]
    assert process.returncode == 130
    assert errors.strip() == "stopped; no model was saved" and not path.exists()


# ---- predict ----


def test_predict_knows_most_of_the_pictures(trained):
    """PNG files, through Pillow."""
    pytest.importorskip("PIL")
    lines = mnist("predict", "--model", trained[1], *sorted(PICTURES.glob("*.png"))).splitlines()
    assert len(lines) == 10
    right = 0
    for line in lines:
        name, best = re.search(r"/([\w-]+)\.png: ([^%]+) [\d.]+%, [^%]+ [\d.]+%, [^%]+ [\d.]+%$", line).groups()
        right += best.split("/")[0].lower() == name.replace("-", " ").replace("t shirt", "t-shirt")
    assert right >= 7


def pgm(path, image):
    height, width = image.shape
    path.write_bytes(f"P5 {width} {height} 255\n".encode() + bytes(image.flatten().tolist()))
    return path


def predicted(trained, path, *arguments):
    """Returns what the program prints after the file's name."""
    return mnist("predict", "--model", trained[1], path, *arguments).removeprefix(f"{path}: ")


def test_predict_reads_pgm_as_the_dataset_has_it(trained, tmp_path):
    image, label = FashionMNIST.sample(train=False)[1]
    assert predicted(trained, pgm(tmp_path / "a.pgm", image)).startswith(FashionMNIST.classes[label])


def test_predict_inverts_dark_on_light(trained, tmp_path):
    image, _ = FashionMNIST.sample(train=False)[2]
    plain, inverted = pgm(tmp_path / "a.pgm", image), pgm(tmp_path / "b.pgm", 255 - image)
    assert predicted(trained, inverted) == predicted(trained, plain)
    assert predicted(trained, inverted, "--invert", "no") == predicted(trained, plain, "--invert", "yes")
    assert predicted(trained, inverted, "--invert", "no") != predicted(trained, plain)


def test_predict_scales_larger_images(trained, tmp_path):
    image, _ = FashionMNIST.sample(train=False)[3]
    double = image.view(28, 1, 28, 1).expand(28, 2, 28, 2).reshape(56, 56)
    wide = pytorch_c.cat([double, pytorch_c.zeros(56, 10, dtype=pytorch_c.uint8)], 1)
    assert predicted(trained, pgm(tmp_path / "b.pgm", double)) == predicted(trained, pgm(tmp_path / "a.pgm", image))
    predicted(trained, pgm(tmp_path / "c.pgm", wide))


def test_predict_goes_on_after_a_bad_file(trained, tmp_path):
    image, _ = FashionMNIST.sample(train=False)[1]
    good, bad = pgm(tmp_path / "good.pgm", image), tmp_path / "bad.pgm"
    bad.write_bytes(b"P5 28 28 255\nshort")
    arguments = command("predict", "--model", trained[1], bad, "nowhere.pgm", good)
    result = subprocess.run(arguments, capture_output=True, text=True)
    assert result.returncode == 2 and result.stdout.startswith(str(good))
    assert result.stderr.splitlines() == [
        f"mnist.py: {bad}: 5 pixels; expected 28 x 28",
        "mnist.py: nowhere.pgm: No such file or directory",
    ]


def test_predict_names_a_file_that_is_no_image(trained):
    pytest.importorskip("PIL")
    assert "README.md is not an image" in fails("predict", "--model", trained[1], ROOT / "examples/README.md")


def test_predict_without_images_is_a_usage_error(trained):
    assert "required: IMAGE" in mnist("predict", "--model", trained[1], status=2)


def test_predict_without_a_model():
    assert "nowhere.pt: No such file" in fails("predict", "--model", "nowhere.pt", "a.png")


def garbage(kind, path):
    if kind == "text":
        path.write_text("not a model\n" * 100)
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "other shapes":
        pytorch_c.save({"fc1.weight": pytorch_c.ones(2)}, path)
    elif kind == "a tensor":
        pytorch_c.save(pytorch_c.ones(2), path)
    else:
        path.write_bytes(struct.pack("<I", 0x04034B50) + bytes(1000))
    return path


@pytest.mark.parametrize("kind", ["text", "empty", "other shapes", "a tensor", "broken zip"])
def test_predict_with_a_garbage_model(tmp_path, kind):
    path = garbage(kind, tmp_path / "garbage.pt")
    assert "garbage.pt is not a model that `mnist.py train` saved" in fails("predict", "--model", path, "a.png")
