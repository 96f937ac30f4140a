"""tools/release.py: what it refuses, and that every package says one version; tools/empty_machines.py."""

import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from support.project import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import empty_machines  # noqa: E402
import release  # noqa: E402


def released(tmp_path, monkeypatch, *words, commit="abc1234"):
    """The status of `python tools/release.py WORDS` with folders of the test's own."""
    monkeypatch.setattr(release, "LOGS", tmp_path / "logs")
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    monkeypatch.setattr(release, "state", lambda: commit)
    monkeypatch.setattr(sys, "argv", ["release.py", *words])
    return release.main()


def test_a_step_that_fails_says_why_and_fails_the_whole(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(release, "chapter", lambda: "What is new.\n")
    assert released(tmp_path, monkeypatch, "--only", "sums", "notes") is True
    shown = capsys.readouterr().out
    assert "FAILED: dist/ has no sdist and no tarball and no wheel" in shown and "notes" in shown
    assert (tmp_path / "dist" / "NOTES.md").read_text() == f"# pytorch_c {release.VERSION}\n\nWhat is new.\n"


def test_steps_run_apart_stand_in_one_table(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(release, "chapter", lambda: "What is new.\n")
    released(tmp_path, monkeypatch, "--only", "sums")
    assert released(tmp_path, monkeypatch, "--only", "notes") is False
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.rpartition("abc1234\n")[2].splitlines())
    assert "FAILED" in rows["sums"] and rows["notes"].endswith("done") and rows["wheel"] == "not run"
    released(tmp_path, monkeypatch, "--only", "sums", commit="def5678")
    assert "not run at this commit; at abc1234: done" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Changelog\n\n## 9.9.9\n\nOther.\n", "has no chapter"),
        (f"## {release.VERSION} (unreleased)\n\nNew.\n", "give it the day"),
    ],
)
def test_a_chapter_must_be_of_this_version_and_day(tmp_path, monkeypatch, text, said):
    (tmp_path / "CHANGELOG.md").write_text(text)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    with pytest.raises(release.Failed, match=said):
        release.chapter()


def test_a_chapter_ends_where_the_next_begins(tmp_path, monkeypatch):
    (tmp_path / "CHANGELOG.md").write_text(
        f"# Changelog\n\n## {release.VERSION} (2026-12-01)\n\nNew.\n\n## 0.0.1\n\nOld.\n"
    )
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert release.chapter() == "New.\n"


def packed(path, texts):
    with tarfile.open(path, "w:gz") as archive:
        for name, text in texts.items():
            one = tarfile.TarInfo(name)
            one.size = len(text)
            archive.addfile(one, io.BytesIO(text.encode()))


def dist(folder, version):
    """The three packages, of which the wheel says a version."""
    name, series = f"pytorch_c-{release.VERSION}", release.VERSION
    described = json.dumps({"format": 1, "version": series}, indent=1)
    packed(folder / f"{name}.tar.gz", {f"{name}/PKG-INFO": f"Name: pytorch_c\nVersion: {series}\n"})
    with zipfile.ZipFile(folder / f"{name}-cp311-cp311-linux_x86_64.whl", "w") as wheel:
        wheel.writestr(f"{name}.dist-info/METADATA", f"Name: pytorch_c\nVersion: {version}\n")
        wheel.writestr("pytorch_c/pytorch_c.json", described)
    texts = {
        "lib/pkgconfig/pytorch_c.pc": f"Name: pytorch_c\nVersion: {series}\n",
        "lib/cmake/pytorch_c/VERSION": f"{series}\n",
    }
    texts["share/pytorch_c/pytorch_c.json"] = described.replace(
        '"version": "' + series + '"', '"version": "' + series + '",'
    )
    packed(folder / f"{name}-libtorch2.13.0-linux-x86_64.tar.gz", texts)


def test_packages_say_one_version(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "DIST", tmp_path)
    dist(tmp_path, release.VERSION)
    release.identity(None, None)
    release.sums(None, None)
    done = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.count("OK") == 3
    dist(tmp_path, "9.9.9")
    with pytest.raises(release.Failed, match="'wheel': '9.9.9'"):
        release.identity(None, None)


PACKAGES = {
    "sdist": Path("pytorch_c-0.2.0.tar.gz"),
    "wheel": Path("pytorch_c-0.2.0-cp311.cp313-cp311.cp313-manylinux_2_35_x86_64.whl"),
    "tarball": Path("pytorch_c-0.2.0-libtorch2.13.0-linux-x86_64.tar.gz"),
}


@pytest.mark.parametrize("name", empty_machines.SCRIPTS)
@pytest.mark.parametrize("suite", empty_machines.PYTHONS)
def test_commands_for_an_empty_machine_are_a_script(name, suite):
    """Each package is installed, tried from C and from the binding; what pip installed is taken away."""
    text = empty_machines.script(name, suite, PACKAGES, "0.2.0", 1)
    subprocess.run(["sh", "-n"], input=text, text=True, check=True)
    assert PACKAGES["tarball" if name == "tarball" else "sdist"].name in text and "bindings/cpp" in text
    assert ("find_package(pytorch_c 0.2 REQUIRED)" in text) and "pkg-config --modversion" in text
    assert ("pip uninstall" in text) == ("pip install" in text)


def test_a_wheel_is_tried_where_it_has_the_python():
    tried = {suite for suite in empty_machines.PYTHONS if empty_machines.places("wheel", suite, PACKAGES)}
    assert tried == {"bookworm", "trixie"}
    other = PACKAGES | {"wheel": Path("pytorch_c-0.2.0-cp311-cp311-manylinux_2_35_x86_64.whl")}
    assert not empty_machines.places("wheel", "trixie", other)
    assert all(empty_machines.places("tarball", suite, PACKAGES) for suite in empty_machines.PYTHONS)


def test_no_command_of_a_machine_may_fail_unseen():
    """`sh -e` goes on after a failure within `a && b`, but for b."""
    texts = [*empty_machines.SCRIPTS.values(), empty_machines.COMPILER, empty_machines.WITHOUT_TORCH]
    assert not [text for text in texts if "&&" in text or "||" in text]
