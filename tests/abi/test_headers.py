"""Headers, sources and the library say the same (cshim/tests/lint.py)."""

import pytest

from pytorch_c import config
from pytorch_c._boundary import api

from . import conftest  # noqa: F401  (puts lint.py on the path)

import lint  # noqa: E402, I001  isort: skip


@pytest.mark.parametrize("standard", lint.STANDARDS)
@pytest.mark.parametrize("path", lint.HEADERS, ids=lambda path: path.stem)
def test_header_compiles_alone(gcc, path, standard):
    assert lint.compile_alone(path, standard) == ""


@pytest.mark.parametrize(
    "check", [c for c in lint.CHECKS if c is not lint.headers_alone], ids=lambda check: check.__name__
)
def test_nothing_has_drifted(check):
    assert check() == []


def test_exported_symbols_are_the_declared_ones():
    assert lint.symbols_equal(f"{config.libdir()}/libpytorch_c.so.0") == []


def test_every_schema_is_the_dispatchers():
    api.check()


def test_check_looks_at_every_schema_of_the_headers():
    schemas = {f.schema.text for functions in lint.header.families().values() for f in functions if f.schema}
    assert api.schema_count() == len(schemas) > 150


def test_names_are_computed_from_schemas():
    for functions in lint.header.families().values():
        for f in functions:
            if f.schema:
                overload = "_" + f.schema.overload if f.schema.overload else ""
                assert f.name == f"ptc_{f.schema.name}{overload}"


# ---- the checks themselves find what they are for ----

PLANTED = {
    "ptc_error ptc_mm(ptc_tensor a) { at::mm(a); return nullptr; }\n": "ptc_mm is not guarded",
    "ptc_error ptc_mm(ptc_tensor a) {\n  return guard([&] { put(out, at::mm(a)); });\n}\n": "ptc_mm must hand out to guard",
    "ptc_error ptc_mm(ptc_tensor a) {\n  try { return 0; } catch (...) {}\n}\n": "ptc_mm is not guarded",
}


@pytest.mark.parametrize("source", PLANTED, ids=PLANTED.values())
def test_a_planted_body_is_found(monkeypatch, tmp_path, source):
    (tmp_path / "operators").mkdir()
    (tmp_path / "operators" / "blas.cc").write_text(source)
    monkeypatch.setattr(lint, "SOURCES", tmp_path)
    assert lint.bodies_guarded() == [PLANTED[source]]


def test_a_macro_without_guard_is_found(monkeypatch, tmp_path):
    (tmp_path / "operators").mkdir()
    (tmp_path / "operators" / "unary.cc").write_text(
        "#define UNARY(name) \\\n  ptc_error name(ptc_tensor self) { return 0; }\n"
    )
    monkeypatch.setattr(lint, "SOURCES", tmp_path)
    assert len(lint.macros_guarded()) == 2  # and never undefined


def test_a_header_that_needs_another_is_found(monkeypatch, tmp_path, gcc):
    (tmp_path / "bad.h").write_text("ptc_tensor f(void);\n")
    monkeypatch.setattr(lint, "INCLUDE", tmp_path)
    assert "ptc_tensor" in lint.compile_alone(tmp_path / "bad.h", "c99")
