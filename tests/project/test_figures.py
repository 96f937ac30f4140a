"""Figures in README, docs and the report, and the pictures, are those of the committed measurements."""

import importlib
import json
import os
import sys

import pytest
from support.project import ROOT

BENCHMARKS = ROOT / "benchmarks"


@pytest.fixture(scope="module")
def figures():
    """The script as a module."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        yield importlib.import_module("figures")
    finally:
        sys.path.remove(str(BENCHMARKS))


def test_every_region_is_made_from_its_measurement(figures):
    assert list(figures.stale_pages()) == [], "python benchmarks/figures.py --write renews them"


def test_every_kind_of_figure_stands_in_a_page(figures):
    text = "".join(page.read_text() for page in figures.PAGES)
    assert {found[2] for found in figures.REGION.finditer(text)} == set(figures.FIGURES)


def test_another_number_in_a_region_is_seen(figures):
    text = (ROOT / "README.md").read_text()
    assert figures.renewed(text.replace("| ResNet-18 | 0.98 |", "| ResNet-18 | 1.04 |")) == text


def test_every_picture_was_drawn_from_its_measurement(figures):
    assert figures.stale_pictures() == [], "python benchmarks/figures.py --write draws them"


def test_a_picture_of_another_measurement_is_seen(figures, tmp_path):
    picture = tmp_path / "instructions.svg"
    picture.write_text((BENCHMARKS / "pictures" / "instructions.svg").read_text())
    drawing, content = figures.drawing, figures.content("instructions")
    assert drawing.signature(picture) == drawing.digest(content)
    content["tables"][0]["rows"][0]["ours"] += 1
    drawing.sign(picture, content)
    assert drawing.signature(picture) == drawing.digest(content) != drawing.digest(figures.content("instructions"))


def test_the_report_is_made_from_the_same_measurements(figures):
    run_all = importlib.import_module("run_all")
    contents = {name: figures.content(name) for name in run_all.SCRIPTS}
    pictures = {path.stem: os.path.relpath(path, BENCHMARKS) for path in sorted(figures.PICTURES.glob("*.svg"))}
    assert run_all.report.page(contents, pictures) == (BENCHMARKS / "report.md").read_text()


def test_measurements_say_where_and_when(figures):
    for path in [*figures.MEASURED.glob("*.json"), *(BENCHMARKS / "raw").glob("*.json")]:
        machine = json.loads(path.read_text())["machine"]
        assert machine["processor"] and machine["cores"] and machine["date"], path
