"""Releases of the C library: which functions came with each, and which node of symbols they have."""

import subprocess

import pytest

from codegen import abi, releases

NOW = abi.declarations()
OTHERS = {name: line for name, line in NOW.items() if name not in ("function ptc_mm", "function ptc_add_Tensor")}
ONE = {**OTHERS, "function ptc_mm": NOW["function ptc_mm"]}


def test_the_map_is_derived_and_no_release_is_broken():
    assert releases.wrong() == []


def test_a_function_says_the_first_release_that_had_it():
    assert releases.since("ptc_mm") == "0.1.0"
    assert releases.since("ptc_host_set") == releases.current() != "0.1.0"


@pytest.mark.parametrize(("version", "name"), [("0.2.0", "PTC_0.2"), ("0.2.1", "PTC_0.2.1"), ("1.0.0", "PTC_1.0")])
def test_nodes_are_named_for_releases(version, name):
    assert releases.node(version) == name


def test_releases_of_another_thousand_have_no_node():
    text = releases.exports({"0.1.0": {**OTHERS, abi.NUMBER: "1000"}}, NOW, "0.2.0")
    assert "PTC_0.1" not in text and text.endswith("PTC_0.2 { global: ptc_*; local: *; };\n")


def test_a_release_that_adds_nothing_has_no_node():
    text = releases.exports({"0.2.0": NOW}, NOW, "0.2.1")
    assert "PTC_0.2.1" not in text and text.endswith("PTC_0.2 { global: ptc_*; local: *; };\n")


def test_each_release_lists_what_came_with_it():
    text = releases.exports({"0.2.0": OTHERS, "0.3.0": ONE}, NOW, "0.3.1")
    second = text.partition("PTC_0.3 {")[2].partition("}")[0]
    assert "ptc_mm;" in second and "ptc_add_Tensor" not in text
    assert (
        text.index("PTC_0.2 {")
        < text.index("PTC_0.3 {")
        < text.index("PTC_0.3.1 { global: ptc_*; local: *; } PTC_0.3;")
    )


def library(folder, functions, exports):
    """A libpytorch_c.so.0 whose functions do nothing."""
    folder.mkdir()
    (folder / "some.c").write_text("".join(f"void {name}(void) {{}}\n" for name in functions))
    (folder / "exports.map").write_text(exports)
    where = folder / "libpytorch_c.so.0"
    linking = ["-shared", "-fPIC", "-Wl,-soname,libpytorch_c.so.0", f"-Wl,--version-script={folder}/exports.map"]
    subprocess.run(["gcc", folder / "some.c", *linking, "-o", where], check=True)
    return where


def test_the_loader_refuses_a_newer_program_and_takes_an_older_one(tmp_path):
    thousand = {abi.NUMBER: NOW[abi.NUMBER]}
    before = {**thousand, "function ptc_mm": ""}
    after = {**before, "function ptc_new": ""}
    old = library(tmp_path / "old", ["ptc_mm"], releases.exports({}, before, "0.2.0"))
    new = library(tmp_path / "new", ["ptc_mm", "ptc_new"], releases.exports({"0.2.0": before}, after, "0.3.0"))
    done = {}
    for program, calls, linked in [("older", "ptc_mm", old), ("newer", "ptc_new", new)]:
        (tmp_path / f"{program}.c").write_text(f"void {calls}(void); int main(void) {{ {calls}(); return 0; }}\n")
        subprocess.run(["gcc", tmp_path / f"{program}.c", linked, "-o", tmp_path / program], check=True)
        for at in (old, new):
            done[program, at.parent.name] = subprocess.run(
                [tmp_path / program], env={"LD_LIBRARY_PATH": str(at.parent)}, capture_output=True, text=True
            )
    refused = done.pop(("newer", "old"))
    assert refused.returncode and "version `PTC_0.3' not found" in refused.stderr
    assert [one.returncode for one in done.values()] == [0, 0, 0]
