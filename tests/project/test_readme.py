"""The README's programs run and print what it says, and what it names exists."""

import re
import shutil

import pytest
from support import doc_blocks
from support.project import ROOT

README = ROOT / "README.md"


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The folder in which the blocks have run, and what those in Python and in shell have printed, in their order."""
    if not shutil.which("cc"):
        pytest.skip("no C compiler on this machine")
    folder = tmp_path_factory.mktemp("readme")
    said = doc_blocks.run_page(README, folder)
    languages = {block.line: block.language for block in doc_blocks.blocks(README)}
    return folder, *([text for line, text in said.items() if languages[line] == one] for one in ("python", "sh"))


def test_the_tour_runs_and_learns(ran):
    folder, (tour, *_), _ = ran
    assert float(re.search(r"accuracy ([\d.]+)", tour)[1]) > 0.9, tour
    assert (folder / "model.pt").is_file()


def test_the_reflecting_class_has_its_members(ran):
    _, (_, reflecting, *_), _ = ran
    assert reflecting.startswith("['slope', 'seen', 'layers.0.weight', ")


def test_the_mistakes_end_in_one_sentence_each(ran):
    _, (_, _, mistakes, _), _ = ran
    assert [line.split(":")[0] for line in mistakes.splitlines()] == [
        "TorchError", "TypeError", "ValueError", "TorchIndexError",
    ], mistakes  # fmt: skip


def test_the_images_are_loaded_and_the_graph_is_drawn(ran):
    folder, (*_, images), _ = ran
    assert images.count("(8, 3, 32, 32)") == 2
    assert "fc.bias (2,) float32 (leaf)" in (folder / "graph.txt").read_text()


def test_torch_is_pytorch_c_in_a_program_that_is_run_so(ran):
    _, _, (runs, _) = ran
    assert runs.startswith("<module 'pytorch_c' from ")


def test_the_c_program_builds_and_runs(ran):
    _, _, (_, first) = ran
    assert "mat1 and mat2 shapes cannot be multiplied" in first
    assert "32" in first and "77" in first


def test_links_lead_somewhere():
    for target in re.findall(r"\]\((?!http)([^)#]+)", README.read_text()):
        assert (ROOT / target).exists(), target
