"""The README's programs run, and what it names exists."""

import re
import shutil
import subprocess
import sys

import pytest
from support.project import HANG, ROOT

README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.S | re.M)


def run(command, folder, **more):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANG, **more)


def test_the_tour_runs_and_learns(tmp_path):
    done = run([sys.executable, "-c", blocks("python")[0]], tmp_path)
    assert done.returncode == 0, done.stderr
    accuracy = float(re.search(r"accuracy ([\d.]+)", done.stdout)[1])
    assert accuracy > 0.9, done.stdout
    assert (tmp_path / "model.pt").is_file()


def test_the_reflecting_class_has_its_members(tmp_path):
    done = run([sys.executable, "-c", blocks("python")[1]], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("['slope', 'seen', 'layers.0.weight', ")


def test_the_mistakes_end_in_one_sentence_each(tmp_path):
    done = run([sys.executable, "-c", blocks("python")[2]], tmp_path)
    assert done.returncode == 0, done.stderr
    kinds = [line.split(":")[0] for line in done.stdout.splitlines()]
    assert kinds == ["TorchError", "TypeError", "ValueError", "TorchIndexError"], done.stdout


def test_the_images_are_loaded_and_the_graph_is_drawn(tmp_path):
    done = run([sys.executable, "-c", blocks("python")[3]], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("(8, 3, 32, 32)") == 2
    assert "fc.bias (2,) float32 (leaf)" in (tmp_path / "graph.txt").read_text()


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler on this machine")
def test_the_c_program_builds_and_runs(tmp_path):
    (tmp_path / "first.c").write_text(blocks("c")[0])
    command = re.search(r"^cc first.c .*$", README, re.M)[0].replace(".venv/bin/python", sys.executable)
    done = run(["sh", "-c", command], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "mat1 and mat2 shapes cannot be multiplied" in done.stderr
    assert "32" in done.stdout and "77" in done.stdout


def test_links_lead_somewhere():
    for target in re.findall(r"\]\((?!http)([^)#]+)", README):
        assert (ROOT / target).exists(), target
