"""tools/release.py: what it refuses, and that every package says one version; tools/empty_machines.py: what is for which."""

import io
import json
import subprocess
import sys
import tarfile
import zipfile

import pytest
from support.project import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import empty_machines  # noqa: E402
import release  # noqa: E402


def test_a_step_that_fails_says_why_and_fails_the_whole(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(release, "LOGS", tmp_path / "logs")
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    monkeypatch.setattr(sys, "argv", ["release.py", "--only", "sums", "notes"])
    monkeypatch.setattr(release, "chapter", lambda: "What is new.\n")
    assert release.main() is True
    shown = capsys.readouterr().out
    assert "FAILED: dist/ has no sdist and no tarball and no wheel" in shown and "notes" in shown
    assert (tmp_path / "dist" / "NOTES.md").read_text() == f"# pytorch_c {release.VERSION}\n\nWhat is new.\n"


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


def test_a_wheel_is_tried_where_its_python_is():
    suites = {suite for suite in empty_machines.PYTHONS if empty_machines.places("wheel", suite)}
    assert suites == {suite for suite, python in empty_machines.PYTHONS.items() if python == empty_machines.OWN}
    assert all(empty_machines.places("tarball", suite) for suite in empty_machines.PYTHONS)
