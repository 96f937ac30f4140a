"""Stubs depend on sources alone: a fresh clone and a tree with older stubs make the same ones."""

import shutil
from pathlib import Path

import pytest

import pytorch_c
from codegen import annotated, borrowed_stubs, header, python_ops, sources, stubs, wrapping

PACKAGE = Path(pytorch_c.__file__).resolve().parent


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A copy of the package without what is derived, in which codegen looks."""
    derived = shutil.ignore_patterns("*.pyi", "_ops", "return_types.py", "lib", "*.so", "__pycache__")
    folder = shutil.copytree(PACKAGE, tmp_path / "pytorch_c", ignore=derived)
    for module in (annotated, borrowed_stubs, sources, stubs):
        monkeypatch.setattr(module, "PACKAGE", folder)
    return folder


def test_the_stubs_of_a_fresh_clone_are_those_that_are_here(clone):
    families = header.read().families
    borrowed = borrowed_stubs.files()
    _, results = python_ops.modules(families)
    made = stubs.files(families, results, borrowed) | borrowed
    here = {str(path.relative_to(PACKAGE)): path.read_text() for path in PACKAGE.rglob("*.pyi")}
    assert sorted(here) == sorted(made), "run python -m codegen"
    assert [name for name, text in made.items() if here[name] != wrapping.wrapped(text)] == []


def test_each_public_module_that_is_loaded_when_it_is_asked_for_is_in_the_stub():
    names = sources.constant(sources.parse(PACKAGE / "__init__.py"), "_MODULES")
    known = sources.named((PACKAGE / "__init__.pyi").read_text())
    assert [name for name in names if not name.startswith("_") and name not in known] == []
