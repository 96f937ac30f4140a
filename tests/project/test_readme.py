"""The programs of README and of the pages that it begins print what they say, and what the README names exists."""

import re
import shutil
from functools import cache

import pytest
from support import doc_blocks
from support.project import ROOT

README = ROOT / "README.md"


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A function of a page: the folder in which its blocks have run, and what each has printed, by language."""
    if not shutil.which("cc"):
        pytest.skip("no C compiler on this machine")

    @cache
    def page(name):
        folder = tmp_path_factory.mktemp("page")
        said = doc_blocks.run_page(ROOT / name, folder)
        languages = {block.line: block.language for block in doc_blocks.blocks(ROOT / name)}
        return folder, *([text for line, text in said.items() if languages[line] == one] for one in ("python", "sh"))

    return page


def test_the_tour_runs_and_learns(ran):
    folder, (tour,), _ = ran("README.md")
    assert float(re.search(r"accuracy ([\d.]+)", tour)[1]) > 0.9, tour
    assert (folder / "model.pt").is_file()


def test_the_reflecting_class_has_its_members(ran):
    _, (reflecting,), _ = ran("docs/gotorch.md")
    assert reflecting.startswith("['slope', 'seen', 'layers.0.weight', ")


def test_the_mistakes_end_in_one_sentence_each(ran):
    _, (mistakes,), _ = ran("docs/errors.md")
    assert [line.split(":")[0] for line in mistakes.splitlines()] == [
        "TorchError",
        "TypeError",
        "ValueError",
        "TorchIndexError",
    ], mistakes


def test_the_images_are_loaded_and_the_graph_is_drawn(ran):
    folder, (images,), _ = ran("docs/vision.md")
    assert images.count("(8, 3, 32, 32)") == 2
    assert "fc.bias (2,) float32 (leaf)" in (folder / "graph.txt").read_text()


def test_files_and_counts_are_as_the_page_from_torch_says(ran):
    _, (losses, files, counts), _ = ran("docs/from-torch.md")
    assert losses == "" and files.count("tensor([0, 1, 2])") == 2
    assert counts == "1 4000000\n0 0\n"


def test_torch_is_pytorch_c_in_a_program_that_is_run_so(ran):
    _, _, (runs, _) = ran("README.md")
    assert runs.startswith("<module 'pytorch_c' from ")


def test_the_c_program_builds_and_runs(ran):
    _, _, (_, first) = ran("README.md")
    assert "mat1 and mat2 shapes cannot be multiplied" in first
    assert "32" in first and "77" in first


def test_links_lead_somewhere():
    for target in re.findall(r"\]\((?!http)([^)#]+)", README.read_text()):
        assert (ROOT / target).exists(), target
