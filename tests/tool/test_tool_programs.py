"""tarball_divide, tarball_merge and labelbuilder: what they write, their flags, what they refuse."""

import json
import subprocess
import sys

import pytest
from support.project import HANG

from pytorch_c.tool import labelbuilder, tarball_divide, tarball_merge, tgz
from pytorch_c.vision.imageloader import build_label_vocabulary


def archive(path, names):
    with tgz.create_file(path) as writer:
        for name in names:
            writer.write(name, name.encode())
    return path


def names(path):
    return [header.name for header in tgz.list_file(path)]


def contents(path):
    with tgz.open_file(path) as reader:
        return {header.name: reader.read() for header in reader}


def test_divide_makes_an_archive_of_each_label(tmp_path):
    made = tarball_divide.divide(tgz.synthesize_tarball(tmp_path), tmp_path)
    assert made == {label: str(tmp_path / f"{label}.tar.gz") for label in "01"}
    assert [len(names(path)) for path in made.values()] == [3, 2]
    assert contents(made["1"])["mnist/training/1/first.png"].startswith(b"\x89PNG")


def test_merge_takes_turns(tmp_path):
    parts = [archive(tmp_path / "a.tgz", ["a/1", "a/2", "a/3"]), archive(tmp_path / "b.tgz", ["b/", "b/1"])]
    parts.append(archive(tmp_path / "c.tgz", ["c/1", "c/2"]))
    tarball_merge.merge_files(parts, tmp_path / "merged.tgz")
    assert names(tmp_path / "merged.tgz") == ["a/1", "b/1", "c/1", "a/2", "c/2", "a/3"]
    assert contents(tmp_path / "merged.tgz") == {name: name.encode() for name in names(tmp_path / "merged.tgz")}


def run(program, *arguments):
    command = [sys.executable, "-m", f"pytorch_c.tool.{program}", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=HANG)


def test_the_programs_with_gotorchs_flags(tmp_path):
    path = archive(tmp_path / "x.tgz", ["dog/1", "cat/1", "dog/2", "dog/3"])
    parts = tmp_path / "parts"
    parts.mkdir()
    divided = run("tarball_divide", f"-out={parts}", path)
    assert divided.returncode == 0 and divided.stdout.split() == [f"{parts}/dog.tar.gz", f"{parts}/cat.tar.gz"]
    merged = run("tarball_merge", "-out", tmp_path / "y.tgz", parts / "cat.tar.gz", parts / "dog.tar.gz")
    assert merged.returncode == 0 and names(tmp_path / "y.tgz") == ["cat/1", "dog/1", "dog/2", "dog/3"]
    labels = run("labelbuilder", "-data", tmp_path / "y.tgz", f"-label={tmp_path}/labels.json")
    assert labels.returncode == 0 and json.loads((tmp_path / "labels.json").read_text()) == {"cat": 0, "dog": 1}
    assert labelbuilder.load_label(tmp_path / "labels.json") == build_label_vocabulary(tmp_path / "y.tgz")
    missing = run("tarball_divide", tmp_path / "nowhere.tgz")
    assert missing.returncode == 1 and missing.stderr.startswith("tarball_divide: ") and "nowhere" in missing.stderr


@pytest.mark.parametrize("name, words", [("../x/1", "leads out"), ("/x/1", "leads out"), ("1", "no folder")])
def test_divide_refuses_what_has_no_place(tmp_path, name, words):
    path = archive(tmp_path / "x.tgz", ["dog/1", name])
    with pytest.raises(tgz.ArchiveError, match=words):
        tarball_divide.divide(path, tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["x.tgz"]


def test_nothing_half_written_is_left(tmp_path):
    whole = archive(tmp_path / "x.tgz", [f"dog/{i}" for i in range(200)])
    cut = tmp_path / "cut.tgz"
    cut.write_bytes(whole.read_bytes()[:-20])
    with pytest.raises(tgz.ArchiveError, match="cut.tgz"):
        tarball_divide.divide(cut, tmp_path)
    with pytest.raises(tgz.ArchiveError, match="cut.tgz"):
        tarball_merge.merge_files([whole, cut], tmp_path / "merged.tgz")
    assert {one.name for one in tmp_path.iterdir()} == {"x.tgz", "cut.tgz"}


def test_an_input_is_not_written_over(tmp_path):
    path = archive(tmp_path / "dog.tar.gz", ["dog/1"])
    before = path.read_bytes()
    with pytest.raises(tgz.ArchiveError, match="written over"):
        tarball_divide.divide(path, tmp_path)
    with pytest.raises(ValueError, match="written over"):
        tarball_merge.merge_files([path], path)
    with pytest.raises(ValueError, match="No input file"):
        tarball_merge.merge_files([], tmp_path / "y.tgz")
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("text", ["", "[1]", '{"a": "b"}', "[" * 100_000])
def test_no_file_of_labels(tmp_path, text):
    (tmp_path / "labels.json").write_text(text)
    with pytest.raises(ValueError, match="labels.json: no file of labels"):
        labelbuilder.load_label(tmp_path / "labels.json")
