"""The training programs: what they compute is what they compute under torch, and they go on where they were stopped."""

import re
from functools import cache

import pytest
import torch
from support.compare import same
from support.examples import LIBRARIES, program, runs

import pytorch_c

# {program: options that make it small}
SMALL = {
    "char_lstm": "--hidden 16 --layers 2 --length 8 --batch-size 3",
    "gpt": "--width 16 --layers 2 --heads 2 --length 8 --batch-size 3 --dropout 0.1 --cycle 6",
    "mnist_cnn": "--data sample --channels 2 --batch-size 5 --limit 100",
    "vae": "--data sample --hidden 16 --code 3 --batch-size 5 --limit 100",
    "cartpole": "--hidden 4 --carts 3 --ticks 15",
    "randomized_prior": "--members 3 --hidden 4 --points 10",
}
LOOKS = {  # {program: another subcommand, and what it prints}
    "char_lstm": ("sample --characters 20 --start What", r"What(.|\n){20}\n"),
    "gpt": ("sample --characters 20 --start What", r"What(.|\n){20}\n"),
    "mnist_cnn": (
        "test --data sample --limit 200 --mistakes PICTURE",
        r"[\s\S]*all +\d+\.\d\d%\n60 images drawn[\s\S]*",
    ),
    "vae": ("draw --data sample --picture PICTURE", r"[\s\S]*80 images drawn in .*\n"),
    "cartpole": ("watch", r"( *\d\.\d s [.|/\\]{61}\n)+(fell after|stood for) \d+ ticks\n"),
    "randomized_prior": (
        "draw --picture PICTURE",
        r"spread [\d.]+ among the points, [\d.]+ away from them\ndrawn in .*\n",
    ),
}
every_program = pytest.mark.parametrize("name", SMALL)
load = cache(program)


def train(name, library, path, *arguments):
    runs(load(name, library), "train", "--checkpoint", path, "--threads", 1, *arguments)


def same_checkpoints(path, other):
    """Compares what two trainings made: every step's numbers, the random state, and all that is trained."""
    ours, theirs = pytorch_c.load(path), torch.load(other)
    assert ours["step"] == theirs["step"] == 6
    assert theirs["numbers"] and all(len(numbers) == 6 for numbers in theirs["numbers"].values())
    for key in ("numbers", "random", "parts"):
        same(ours[key], theirs[key], key)


@every_program
def test_it_computes_what_it_computes_under_torch(name, tmp_path):
    for library in LIBRARIES:
        train(name, library, tmp_path / library, *SMALL[name].split(), "--steps", 6)
    same_checkpoints(tmp_path / "pytorch_c", tmp_path / "torch")


@every_program
@pytest.mark.parametrize("first, second", [LIBRARIES, LIBRARIES[::-1]])
def test_it_goes_on_from_the_checkpoint_of_the_other_library(name, first, second, tmp_path):
    train(name, second, tmp_path / "whole", *SMALL[name].split(), "--steps", 6)
    train(name, first, tmp_path / "resumed", *SMALL[name].split(), "--steps", 3)
    train(name, second, tmp_path / "resumed", "--resume", "--steps", 6)
    same_checkpoints(tmp_path / "resumed", tmp_path / "whole")


@every_program
def test_what_it_shows_is_what_it_shows_under_torch(name, tmp_path, capsys):
    train(name, "pytorch_c", tmp_path / "trained", *SMALL[name].split(), "--steps", 1)
    command, expected = LOOKS[name]
    picture = tmp_path / "picture.png"
    shown = []
    for library in LIBRARIES:
        capsys.readouterr()
        words = command.replace("PICTURE", str(picture)).split()
        runs(load(name, library), *words, "--checkpoint", tmp_path / "trained")
        shown.append((capsys.readouterr().out, picture.read_bytes() if picture.exists() else None))
    assert shown[0] == shown[1]
    assert re.fullmatch(expected, shown[0][0])
    assert ("PICTURE" in command) == (shown[0][1] is not None)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("train --resume --checkpoint FOLDER/none.pt", "no checkpoint FOLDER/none.pt; `gpt.py train` makes one"),
        ("sample --checkpoint FOLDER/text", "FOLDER/text cannot be read"),
        ("sample --checkpoint FOLDER/other", "FOLDER/other is no checkpoint of gpt.py"),
        ("train --checkpoint FOLDER/nowhere/x.pt", "no folder FOLDER/nowhere to save the checkpoint in"),
        ("train --width 10 --heads 3", "--width 10 is not a multiple of --heads 3"),
        ("train --steps 0", "argument --steps: 0 is not positive"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(arguments, message, tmp_path, capsys):
    (tmp_path / "text").write_text("no checkpoint")
    torch.save({"program": "vae.py"}, tmp_path / "other")
    runs(load("gpt"), *arguments.replace("FOLDER", str(tmp_path)).split(), status=2)
    assert capsys.readouterr().err.splitlines()[-1].startswith(("gpt.py: ", "gpt.py train: error: "))
    runs(load("gpt"), *arguments.replace("FOLDER", str(tmp_path)).split(), status=2)
    assert message.replace("FOLDER", str(tmp_path)) in capsys.readouterr().err


def test_the_ensemble_knows_where_it_has_seen_nothing(tmp_path, capsys):
    options = "--members 5 --hidden 16 --steps 200 --lr 0.01".split()
    train("randomized_prior", "pytorch_c", tmp_path / "trained", *options)
    capsys.readouterr()
    runs(load("randomized_prior"), "draw", "--checkpoint", tmp_path / "trained", "--picture", tmp_path / "u.png")
    among, away = map(float, re.findall(r"\d\.\d+", capsys.readouterr().out)[:2])
    assert away > 3 * among


def test_the_curves_are_drawn(tmp_path, capsys):
    train("vae", "pytorch_c", tmp_path / "t", *SMALL["vae"].split(), "--steps", 2, "--plot", tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
