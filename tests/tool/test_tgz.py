"""Archives through pytorch_c.tool.tgz, with Python's tarfile as the oracle, and archives of synthesized images."""

import io
import tarfile

import numpy
import pytest
from PIL import Image

import pytorch_c
from pytorch_c.tool import tgz
from pytorch_c.vision import Synthesizer, synthesize_image
from pytorch_c.vision.imageloader import ImageLoader

FILES = ["mnist/training/0/first.png", "mnist/training/0/second.png"]
FILES += ["mnist/training/1/first.png", "mnist/training/1/second.png", "mnist/testing/0/first.png"]


def test_a_synthesized_tarball_is_gotorchs(tmp_path):
    path = tgz.synthesize_tarball(tmp_path)
    assert path == str(tmp_path / "input.tar.gz")
    assert [header.name for header in tgz.list_file(path)] == FILES
    with tarfile.open(path, "r:gz") as tar:
        assert [one.name for one in tar if one.isdir()][:2] == ["mnist", "mnist/training"]
        image = Image.open(tar.extractfile(FILES[0]))
        assert image.size == (2, 2) and image.getpixel((1, 1)) == (0, 0, 255, 255)
    assert tgz.list_file(path)[0].mode == 0o600


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst"])
def test_what_is_written_is_read(tmp_path, ending):
    if ending == ".tar.zst":
        pytest.importorskip("zstandard", reason="zstd archives need the package zstandard")
    path = tmp_path / f"x{ending}"
    entries = {"a/": b"", "a/1.bin": bytes(range(256)) * 700, "a/2.bin": b"", "b/3.bin": b"three"}
    with tgz.create_file(path) as writer:
        for name, data in entries.items():
            writer.write(name, data)
    with tgz.open_file(path) as reader:
        found = {header.name + "/" * header.isdir(): reader.read() for header in reader}
    assert found == entries
    if ending != ".tar.zst":
        with tarfile.open(path) as tar:
            assert tar.getnames() == ["a", "a/1.bin", "a/2.bin", "b/3.bin"]
            assert tar.extractfile("a/1.bin").read() == entries["a/1.bin"]


def test_open_files_are_left_open():
    file = io.BytesIO()
    with tgz.new_writer(file) as writer:
        tgz.synthesize(writer)
    again = io.BytesIO()
    with tgz.new_writer(again) as writer:
        tgz.synthesize(writer)
    assert file.getvalue() == again.getvalue(), "the same entries make the same bytes"
    file.seek(0)
    with tgz.new_reader(file) as reader:
        assert [header.name for header in tgz.list(reader)] == FILES
    assert not file.closed


class OnlyRead:
    """A stream such as a socket's."""

    def __init__(self, data):
        self.read = io.BytesIO(data).read


@pytest.mark.parametrize("ending", ["", ".tar"])
def test_a_stream_without_a_place_is_read(tmp_path, ending):
    with tgz.create_file(tmp_path / f"x{ending}") as writer:
        writer.write("a/b", b"data")
    reader = tgz.new_reader(OnlyRead((tmp_path / f"x{ending}").read_bytes()))
    assert reader.next().name == "a/b" and reader.read() == b"data" and reader.next() is None


@pytest.mark.parametrize("data", [b"", b"    ", b"\x1f\x8b", b"\x1f\x8b" + bytes(100)])
def test_no_archive_is_an_error_that_names_it(tmp_path, data):
    (tmp_path / "bad.tgz").write_bytes(data)
    with pytest.raises(tgz.ArchiveError, match="bad.tgz") as caught:
        tgz.list_file(tmp_path / "bad.tgz")
    assert caught.value.file == str(tmp_path / "bad.tgz")
    with pytest.raises(tgz.ArchiveError):
        tgz.list(tgz.new_reader(io.BytesIO(data)))


def test_wrong_uses_are_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        tgz.open_file("not-there")
    with pytest.raises(OSError):
        tgz.create_file("/")
    with pytest.raises(TypeError, match="file must be"):
        tgz.new_writer(None)
    with pytest.raises(FileNotFoundError):
        tgz.synthesize_tarball(tmp_path / "nowhere")
    with tgz.create_file(tmp_path / "x.tgz") as writer:
        header = tarfile.TarInfo("a/b")
        header.size = 5
        with pytest.raises(ValueError, match="a/b: its header says 5 bytes, data has 3"):
            writer.write(header, b"abc")
        writer.write("a/c", b"abc")
    reader = tgz.open_file(tmp_path / "x.tgz")
    with pytest.raises(ValueError, match="no entry"):
        reader.read()
    assert reader.next().name == "a/c"
    reader.close()
    reader.close()


# ---- synthesized images ----


@pytest.mark.parametrize(
    "color, mode, pixel", [(7, "L", 7), ((1, 2, 3), "RGB", (1, 2, 3)), ("blue", "RGB", (0, 0, 255)), ((9,), "L", 9)]
)
def test_an_image_of_one_color(color, mode, pixel):
    image = synthesize_image(4, 3, color)
    assert image.mode == mode and image.size == (4, 3) and image.getcolors() == [(12, pixel)]


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ((0, 3, 1), ValueError, "width"),
        ((3, 2.5, 1), TypeError, "height"),
        ((3, 3, (1, 2)), ValueError, "color"),
        ((3, 3, 256), ValueError, "color"),
        ((3, 3, "no color"), ValueError, "color"),
    ],
)
def test_no_size_or_color_is_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        synthesize_image(*arguments)


def test_the_loader_reads_what_the_synthesizer_wrote(tmp_path):
    colors = {"blue": (0, 0, 255), "green": (0, 255, 0), "white": (255, 255, 255)}
    with Synthesizer(tmp_path / "images.tgz") as synthesizer:
        for name, color in colors.items():
            synthesizer.add_image(f"images/training/{name}/01.jpeg", 46, 38, color)
        synthesizer.add("images/training/white/2.png", pytorch_c.full((3, 38, 46), 255, dtype=pytorch_c.uint8))
    ((images, labels),) = ImageLoader(tmp_path / "images.tgz", batch_size=4)
    assert tuple(images.shape) == (4, 3, 38, 46) and labels.tolist() == [0, 1, 2, 2]
    expected = numpy.array([*colors.values(), (255, 255, 255)]) / 255
    numpy.testing.assert_allclose(images.mean((2, 3)).numpy(), expected, atol=2 / 255)  # JPEG rounds colours


def test_an_unknown_ending_is_refused():
    with Synthesizer(io.BytesIO()) as synthesizer, pytest.raises(ValueError, match="a/b.bmp"):
        synthesizer.add_image("a/b.bmp", 2, 2, 0)
