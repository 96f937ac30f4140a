"""cshim/abi.txt has every declaration of the headers, and none changes unless PTC_ABI_VERSION moves by the rule."""

import pytest

from codegen import abi, header

NOW = abi.declarations()
NUMBER = "macro PTC_ABI_VERSION"
MM = "function ptc_mm"


def changed(number=2000, **lines):
    """The declarations with other lines (None: without), and another number."""
    found = NOW | {NUMBER: str(number)} | {name.replace("__", " "): line for name, line in lines.items()}
    return {name: line for name, line in found.items() if line is not None}


BEFORE = changed()
ADDED = {"function__ptc_new": "ptc_error (ptc_tensor self)"}
TAKES_TWO = {"function__ptc_mm": "ptc_error (ptc_tensor self, PTC_OUT ptc_tensor *out)"}
BROKEN = [
    {"function__ptc_mm": None},
    TAKES_TWO,
    {"function__ptc_mm": NOW[MM].replace("ptc_error (", "const char * (")},
    {"function__ptc_mm": NOW[MM].replace("ptc_tensor mat2", "int64_t mat2")},
    {"function__ptc_embedding": NOW["function ptc_embedding"].replace("int64_t padding_idx", "double padding_idx")},
    {"function__ptc_t": NOW["function ptc_t"].replace("ptc_tensor *out", "ptc_tensor_list *out")},
    {"function__ptc_linear": NOW["function ptc_linear"].replace("PTC_OPTIONAL ptc_tensor bias", "ptc_tensor bias")},
    {"enum__ptc_dtype__PTC_FLOAT32": "7"},
    {"struct__ptc_options": NOW["struct ptc_options"].replace("int32_t set; ", "")},
    {"struct__ptc_scalar": "int32_t kind; double re; double im; int64_t i;"},
    {"callback__ptc_leaf_hook_fn": "ptc_error (ptc_tensor self, void *context)"},
    {"macro__PTC_UNSET": "0"},
    {"alias__ptc_error": "char *"},
    {"handle__ptc_tensor": "ptc_other_s"},
]
COMPATIBLE = [
    ADDED,
    {"enum__ptc_dtype__PTC_NEW": "46"},
    {"function__ptc_mm": NOW[MM].replace("mat2", "other")},
    {"function__ptc_mm": NOW[MM].replace("ptc_tensor mat2", "PTC_OPTIONAL ptc_tensor mat2")},
    {"macro__PTC_LIBTORCH_MINOR": "99"},
]


def names(rows):
    return [next(iter(row)) for row in rows]


def test_the_file_is_of_these_headers():
    assert abi.drift() == []
    assert len(NOW) == len(abi.read()) > 2400
    assert abi.text(NOW) == abi.GOLDEN.read_text()


def test_every_function_struct_enum_callback_and_macro_is_in_it():
    api = header.read()
    kinds = {"function": api.functions, "struct": api.structs, "callback": api.callbacks, "handle": api.handles}
    for kind, found in (kinds | {"macro": api.macros, "alias": api.aliases}).items():
        assert {name.split()[1] for name in NOW if name.startswith(kind + " ")} == set(found), kind
    assert {name.split()[2] for name in NOW if name.startswith("enum ")} == {
        n for e in api.enums.values() for n in e.values
    }


@pytest.mark.parametrize("lines", BROKEN, ids=names(BROKEN))
def test_what_a_program_relies_on_begins_another_thousand(lines):
    for number in (2000, 2001, 2999, 1999):
        (*_, why) = abi.complaints(BEFORE, changed(number, **lines))
        assert f"PTC_ABI_VERSION is {number}, and must be 3000 at least: a declaration was changed" in why
    assert abi.complaints(BEFORE, changed(3000, **lines)) == abi.complaints(BEFORE, changed(4000, **lines)) == []


@pytest.mark.parametrize("lines", COMPATIBLE, ids=names(COMPATIBLE))
def test_what_is_added_moves_the_number_within_its_thousand(lines):
    for number in (2000, 1999, 3000):
        assert "must be 2001 at least: a declaration was added" in abi.complaints(BEFORE, changed(number, **lines))[-1]
    assert abi.complaints(BEFORE, changed(2001, **lines)) == abi.complaints(BEFORE, changed(2007, **lines)) == []


def test_a_number_that_moves_without_a_reason_is_refused():
    assert "nothing has changed since 2000" in abi.complaints(BEFORE, changed(2001))[0]


def test_the_file_is_renewed_only_with_the_number(monkeypatch, tmp_path, capsys):
    golden = tmp_path / "abi.txt"
    golden.write_text(abi.text(BEFORE))
    monkeypatch.setattr(abi, "GOLDEN", golden)
    monkeypatch.setattr(abi, "read", lambda read=abi.read: read(golden))
    monkeypatch.setattr(abi, "declarations", lambda: changed(2000, **TAKES_TWO))
    assert abi.main(["--write"]) and abi.main([])
    assert golden.read_text() == abi.text(BEFORE)
    assert "changed: function ptc_mm" in capsys.readouterr().out
    monkeypatch.setattr(abi, "declarations", lambda: changed(3000, **TAKES_TWO))
    assert "python -m codegen.abi --write" in abi.drift()[-1]
    assert not abi.main(["--write"]) and abi.drift() == []


@pytest.mark.parametrize(
    ("lines", "status", "number"),
    [(ADDED, 0, 2001), (TAKES_TWO, 1, 2000), ({}, 0, 2000)],
    ids=["added", "broken", "nothing"],
)
def test_bump_moves_the_number_for_what_was_added_alone(monkeypatch, tmp_path, lines, status, number):
    golden, version = tmp_path / "abi.txt", tmp_path / "version.h"
    golden.write_text(abi.text(BEFORE))
    version.write_text("#define PTC_ABI_VERSION 2000\n")
    monkeypatch.setattr(abi, "GOLDEN", golden)
    monkeypatch.setattr(abi, "read", lambda read=abi.read: read(golden))
    monkeypatch.setattr(abi, "declarations", lambda: changed(int(version.read_text().split()[-1]), **lines))
    assert abi.main(["--bump"], version) == status
    assert version.read_text() == f"#define PTC_ABI_VERSION {number}\n"
    assert golden.read_text() == abi.text(changed(number, **lines) if not status else BEFORE)
