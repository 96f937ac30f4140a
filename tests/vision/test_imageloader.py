"""The image loader: batches from archives and folders, their order, what is wrong with files, and what stays behind."""

import gc
import io
import multiprocessing
import os
import random
import tarfile
import threading
import zlib

import pytest
from PIL import Image

import pytorch_c
from pytorch_c.vision import transforms as T
from pytorch_c.vision.imageloader import (
    GRAY,
    RGB,
    ImageLoader,
    ImageLoaderError,
    build_label_vocabulary,
    build_label_vocabulary_from_tgz,
)

VOCAB = {"cat": 0, "dog": 1, "eel": 2}


def png(number, size=(6, 5), mode="RGB"):
    """An image whose pixels all tell its number."""
    file = io.BytesIO()
    Image.new(mode, size, number if mode == "L" else (number, number, number)).save(file, "PNG")
    return file.getvalue()


def entries(count=20):
    return [(f"images/{list(VOCAB)[i % 3]}/{i:02}.png", png(i)) for i in range(count)]


def archive(path, files, mode="w:gz"):
    with tarfile.open(path, mode) as tar:
        for name, data in files:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return str(path)


@pytest.fixture
def tgz(tmp_path):
    return archive(tmp_path / "images.tgz", entries())


@pytest.fixture(autouse=True)
def nothing_stays_behind():
    """No thread and no file handle of a loader is left after a test."""
    handles = len(os.listdir("/proc/self/fd"))
    yield
    gc.collect()
    assert [one.name for one in threading.enumerate() if one.name.startswith("image-loader")] == []
    assert len(os.listdir("/proc/self/fd")) <= handles


def numbers(loader):
    """The numbers of the images, in order; each label is checked."""
    found = []
    for images, labels in loader:
        assert images.dtype == pytorch_c.float32 and labels.dtype == pytorch_c.int64
        batch = (images[:, 0, 0, 0] * 255).round().long().tolist()
        assert labels.tolist() == [number % 3 for number in batch]
        found += batch
    return found


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_batches_are_the_files_in_order(tmp_path, mode):
    loader = ImageLoader(archive(tmp_path / "images", entries(), mode), VOCAB, batch_size=8)
    batches = list(loader)
    assert [tuple(images.shape) for images, _ in batches] == [(8, 3, 5, 6), (8, 3, 5, 6), (4, 3, 5, 6)]
    assert numbers(batches) == list(range(20))
    assert [len(labels) for _, labels in ImageLoader(loader._plan.path, VOCAB, batch_size=8, drop_last=True)] == [8, 8]


def test_zstd_is_read_or_asked_for(tmp_path):
    path = tmp_path / "images.tar.zst"
    try:
        import zstandard
    except ImportError:
        path.write_bytes(b"\x28\xb5\x2f\xfd" + bytes(20))
        with pytest.raises(ImageLoaderError, match="zstandard"):
            list(ImageLoader(path, VOCAB))
        return
    packed = open(archive(tmp_path / "images.tar", entries(), "w"), "rb").read()
    path.write_bytes(zstandard.compress(packed))
    assert numbers(ImageLoader(path, VOCAB)) == list(range(20))


def test_a_folder_is_an_archive_sorted_by_name(tmp_path):
    for name, data in entries():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    assert sorted(numbers(ImageLoader(tmp_path, VOCAB, batch_size=3))) == list(range(20))
    assert build_label_vocabulary(tmp_path) == VOCAB


def test_vocabulary_is_in_the_order_of_appearance(tmp_path):
    path = archive(tmp_path / "x.tgz", [("b/1.png", b""), ("a/2.png", b""), ("b/3.png", b""), ("x/c/4.png", b"")])
    assert list(build_label_vocabulary_from_tgz(path).items()) == [("b", 0), ("a", 1), ("c", 2)]


def test_vocabulary_is_built_where_none_is_given(tgz):
    loader = ImageLoader(tgz)
    assert loader.vocab == VOCAB and numbers(loader) == list(range(20))


@pytest.mark.parametrize("color, channels", [(RGB, 3), (GRAY, 1)])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_colors_are_what_is_asked_for(tmp_path, color, channels, mode):
    path = archive(tmp_path / "x.tgz", [("cat/1.png", png(77, mode=mode))])
    ((images, _),) = ImageLoader(path, VOCAB, color_space=color)
    assert tuple(images.shape) == (1, channels, 5, 6) and (images * 255 == 77).all().item()


def test_seed_decides_order_and_random_transforms_whatever_the_workers(tgz):
    def run(seed, workers):
        transform = T.Compose([T.RandomCrop(9, padding=4), T.ColorJitter(0.9), T.ToTensor()])
        loader = ImageLoader(tgz, VOCAB, transform, 4, 7, seed, workers=workers)
        return [(images.numpy().tobytes(), labels.tolist()) for images, labels in loader]

    assert run(1, 1) == run(1, 4) != run(2, 4)


def test_shuffled_passes_have_all_files_each_in_another_order(tgz):
    loader = ImageLoader(tgz, VOCAB, buffer_size=8, seed=3)
    first, second = numbers(loader), numbers(loader)
    assert sorted(first) == sorted(second) == list(range(20))
    assert first != second and first != list(range(20))
    assert first == numbers(ImageLoader(tgz, VOCAB, buffer_size=8, seed=3))
    assert max(place - number for place, number in enumerate(first)) > 0
    assert max(number - place for place, number in enumerate(first)) < 8


def test_gotorchs_form(tgz):
    loader, found = ImageLoader(tgz, VOCAB, T.ToTensor(), 8, 1, 0, False, RGB), []
    with pytest.raises(RuntimeError, match="scan"):
        loader.minibatch()
    while loader.scan():
        found.append(loader.minibatch())
    assert numbers(found) == list(range(20)) and loader.error is None
    assert not loader.scan()


def test_gotorchs_form_with_an_error(tmp_path):
    loader = ImageLoader(
        archive(tmp_path / "x.tgz", [*entries(4), ("cat/broken.png", b"no image")]), VOCAB, batch_size=2
    )
    assert loader.scan() and loader.scan() and not loader.scan()
    assert isinstance(loader.error, ImageLoaderError) and "cat/broken.png" in str(loader.error)
    assert not loader.scan()


def test_state_goes_on_in_the_middle_of_a_pass(tgz):
    def make():
        transform = T.Compose([T.RandomCrop(9, padding=4), T.ToTensor()])
        return ImageLoader(tgz, VOCAB, transform, 3, 6, 5)

    def plain(batches):
        return [(images.numpy().tobytes(), labels.tolist()) for images, labels in batches]

    whole, loader = make(), make()
    list(whole), list(loader)
    expected, iterator = plain(whole), iter(loader)
    began = plain(next(iterator) for _ in range(3))
    state = loader.state_dict()
    iterator.close()
    other = make()
    other.load_state_dict(state)
    assert began + plain(other) == expected
    with pytest.raises(ValueError, match="seed 5"):
        ImageLoader(tgz, VOCAB, seed=6, buffer_size=6).load_state_dict(state)


def test_threads_end_with_the_loop_and_with_the_loader(tgz):
    loader = ImageLoader(tgz, VOCAB, prefetch=1)
    for _ in loader:
        break
    assert not [one for one in threading.enumerate() if one.name.startswith("image-loader")]
    assert loader.scan()
    with loader:
        assert loader.scan()
    assert loader.scan()  # left open: the end of the test frees it


# ---- processes ----


def test_processes_make_what_threads_make(tgz):
    """Compares batches for a seed, pass after pass, from transforms that cannot be pickled, too."""

    def run(context, workers):
        transform = T.Compose([T.RandomCrop(9, padding=4), T.Lambda(lambda image: image.rotate(90)), T.ToTensor()])
        loader = ImageLoader(tgz, VOCAB, transform, 3, 7, 5, workers=workers, multiprocessing_context=context)
        return [(images.numpy().tobytes(), labels.tolist()) for _ in range(2) for images, labels in loader]

    state = random.getstate(), pytorch_c.get_rng_state().tolist()
    threads = run("threads", 2)
    assert run("fork", 2) == run("fork", 3) == threads and len(threads) == 14
    assert (random.getstate(), pytorch_c.get_rng_state().tolist()) == state


def test_processes_read_the_files_of_a_folder_themselves(tmp_path):
    for name, data in [*entries(), ("images/cat/large.png", bytes(9000))]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    options = {"batch_size": 3, "buffer_size": 9, "max_bytes": 8000, "on_error": "skip"}
    by_threads = ImageLoader(tmp_path, VOCAB, **options)
    by_processes = ImageLoader(tmp_path, VOCAB, multiprocessing_context="fork", **options)
    assert numbers(by_threads) == numbers(by_processes) and by_processes.skipped == 1


def test_a_batch_of_a_process_is_in_shared_memory(tgz):
    images, _ = next(iter(ImageLoader(tgz, VOCAB, batch_size=8, multiprocessing_context="fork")))
    assert images.is_shared() and tuple(images.shape) == (8, 3, 5, 6)


def test_processes_end_with_the_loop(tgz):
    loader = ImageLoader(tgz, VOCAB, batch_size=2, workers=2, multiprocessing_context="fork")
    for _ in loader:
        break
    assert loader._pass is None and multiprocessing.active_children() == []
    assert numbers(loader) == list(range(20)) and multiprocessing.active_children() == []


def test_bad_files_of_processes_are_named_or_skipped_and_counted(tmp_path):
    path = archive(tmp_path / "x.tgz", [*entries(5), ("cat/bad.png", b"no image"), *entries(4)])
    options = {"batch_size": 2, "workers": 2, "multiprocessing_context": "fork"}
    with pytest.raises(ImageLoaderError, match="cat/bad.png: broken image") as caught:
        list(ImageLoader(path, VOCAB, **options))
    assert caught.value.file == f"{path}:cat/bad.png"
    with pytest.raises(ImageLoaderError, match="00.png: the transform failed: ValueError: Required crop"):
        list(ImageLoader(path, VOCAB, T.RandomCrop(50), **options))
    loader = ImageLoader(path, VOCAB, on_error="skip", **options)
    assert numbers(loader) == [*range(5), *range(4)] and loader.skipped_files == [f"{path}:cat/bad.png"]


def test_the_end_of_a_process_is_an_error(tgz):
    def leave(image):
        os._exit(3)

    with pytest.raises(RuntimeError, match="exited unexpectedly with exit code 3"):
        list(ImageLoader(tgz, VOCAB, T.Lambda(leave), workers=1, multiprocessing_context="fork"))


# ---- images that go straight into their batch ----

NORMALIZE = T.Normalize([0.4, 0.5, 0.6], [0.2, 0.3, 0.4])


class Copy(T.Compose):
    """A Compose that is none of the loader's own: it runs as it is."""


@pytest.mark.parametrize(
    "steps, color",
    [
        ([T.ToTensor()], RGB),
        ([T.ToTensor()], GRAY),
        ([T.RandomCrop(4), T.ToTensor(), NORMALIZE], RGB),
        ([T.Grayscale(), T.ToTensor(), T.Normalize([0.5], [0.5])], RGB),
        ([T.ToTensor(), T.Normalize((0.1307,), (0.3081,))], RGB),
        ([T.ToTensor(), T.Normalize([0.1, 0.2, 0.3], [0.3])], RGB),
        ([T.ColorJitter(0.5), T.ToTensor(), T.Normalize([0.5], [0.25], inplace=True)], RGB),
        ([T.PILToTensor()], RGB),
        ([T.Lambda(lambda image: image.convert("1")), T.ToTensor()], RGB),
        ([T.ToTensor(), NORMALIZE, T.RandomHorizontalFlip()], RGB),
    ],
)
def test_the_numbers_are_those_of_the_transform(tgz, steps, color):
    batches = []
    for compose in (T.Compose, Copy):
        loader = ImageLoader(tgz, VOCAB, compose(steps), 8, 5, 3, color_space=color)
        batches.append([(images.numpy().copy(), labels.tolist()) for images, labels in loader])
    assert [len(labels) for _, labels in batches[0]] == [8, 8, 4]
    for (mine, one), (other, two) in zip(*batches):
        assert one == two and mine.dtype == other.dtype and mine.tobytes() == other.tobytes()


def test_a_batch_is_its_own_memory(tgz):
    (first, _), (second, _), (last, _) = ImageLoader(tgz, VOCAB, batch_size=8)
    assert last.untyped_storage().nbytes() == last.numel() * 4
    before = second.numpy().copy()
    first.zero_()
    assert (second.numpy() == before).all()


def test_hooks_and_another_dtype_are_seen(tgz):
    called = []
    end = T.ToTensor()
    handle = end.register_forward_hook(lambda module, args, result: called.append(1))
    assert numbers(ImageLoader(tgz, VOCAB, T.Compose([end]), 8)) == list(range(20)) and len(called) == 20
    handle.remove()
    pytorch_c.set_default_dtype(pytorch_c.float64)
    try:
        images, _ = next(iter(ImageLoader(tgz, VOCAB)))
    finally:
        pytorch_c.set_default_dtype(pytorch_c.float32)
    assert images.dtype == pytorch_c.float64


def test_batches_are_full_after_a_file_was_skipped(tmp_path):
    files = entries(20)
    for place in (3, 4, 11):
        files[place] = (files[place][0], b"no image")
    path = archive(tmp_path / "x.tgz", files)
    loader = ImageLoader(path, VOCAB, batch_size=4, on_error="skip", workers=3)
    batches = list(loader)
    assert numbers(batches) == [one for one in range(20) if one not in (3, 4, 11)]
    assert [len(labels) for _, labels in batches] == [4, 4, 4, 4, 1] and loader.skipped == 3


def test_a_deviation_of_zero_is_the_transforms_error(tgz):
    with pytest.raises(ImageLoaderError, match="00.png: the transform failed: ValueError: std evaluated to zero"):
        list(ImageLoader(tgz, VOCAB, T.Compose([T.ToTensor(), T.Normalize([0.5], [0.0])])))


# ---- what is wrong with files ----


def broken_jpeg():
    file = io.BytesIO()
    Image.effect_noise((64, 64), 50).save(file, "JPEG")
    return file.getvalue()[:600]


def bomb():
    """A PNG of 100,000 x 100,000 pixels in a few bytes."""
    data = png(1)
    size = (100_000).to_bytes(4, "big")
    header = b"IHDR" + size + size + data[24:29]
    return data[:12] + header + zlib.crc32(header).to_bytes(4, "big") + data[33:]


BAD_FILES = {
    "text": ("cat/bad.png", b"no image", "broken image"),
    "empty": ("cat/bad.png", b"", "broken image"),
    "truncated": ("cat/bad.jpg", broken_jpeg(), "truncated"),
    "bomb": ("cat/bad.png", bomb(), "pixels|Bomb"),
    "unknown label": ("cow/bad.png", png(1), "'cow' is not in the vocabulary"),
    "leads out": ("../cat/bad.png", png(1), "leads out"),
    "absolute": ("/cat/bad.png", png(1), "leads out"),
    "no folder": ("bad.png", png(1), "no folder"),
    "large": ("cat/bad.png", bytes(9000), "max_bytes"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_is_named_or_skipped_and_counted(tmp_path, kind):
    name, data, words = BAD_FILES[kind]
    path = archive(tmp_path / "x.tgz", [*entries(5), (name, data), *entries(4)])
    with pytest.raises(ImageLoaderError, match=words) as caught:
        list(ImageLoader(path, VOCAB, batch_size=2, max_bytes=8000))
    assert caught.value.file == f"{path}:{name}" and str(caught.value).startswith(caught.value.file)
    loader = ImageLoader(path, VOCAB, batch_size=2, max_bytes=8000, on_error="skip")
    assert numbers(loader) == [*range(5), *range(4)]
    assert loader.skipped == 1 and loader.skipped_files == [f"{path}:{name}"]


def packed(tmp_path, mode="w:gz"):
    """An archive of 20 files, each of 8 blocks of 512 bytes with its header."""
    noise = random.Random(0)
    files = [(f"cat/{i}.png", (png(i) + noise.randbytes(3584))[:3584]) for i in range(20)]
    return open(archive(tmp_path / "whole", files, mode), "rb").read()


def zstd(data):
    module = pytest.importorskip("zstandard", reason="packs the archive of this case")
    return module.ZstdCompressor(write_checksum=True).compress(data)


BAD_ARCHIVES = {
    "empty": lambda path: b"",
    "text": lambda path: b"this is no archive " * 100,
    "gzip of text": lambda path: zlib.compress(b"no tar " * 300, wbits=31),
    "gzip cut off": lambda path: packed(path)[:-9000],
    "gzip without its checksum": lambda path: packed(path)[:-4],
    "gzip with a wrong checksum": lambda path: packed(path)[:-8] + bytes(8),
    "gzip with a wrong byte": lambda path: (data := packed(path))[:30000] + bytes([data[30000] ^ 255]) + data[30001:],
    "gzip header alone": lambda path: packed(path)[:10],
    "tar cut off in a file": lambda path: packed(path, "w")[:20001],
    "tar cut off between files": lambda path: packed(path, "w")[: 512 * 8],
    "tar cut off in a header": lambda path: packed(path, "w")[: 512 * 8 + 100],
    "tar with a broken header": lambda path: (data := packed(path, "w"))[: 512 * 8] + b"x" * 512 + data[512 * 9 :],
    "bzip2 cut off": lambda path: packed(path, "w:bz2")[:-3000],
    "xz cut off": lambda path: packed(path, "w:xz")[:-3000],
    "zstd cut off": lambda path: zstd(packed(path, "w"))[:-3000],
    "zstd with a wrong byte": lambda path: (data := zstd(packed(path, "w")))[:9000] + b"xxxxxxxx" + data[9008:],
    "zstd header alone": lambda path: b"\x28\xb5\x2f\xfd",
}


@pytest.mark.parametrize("kind", BAD_ARCHIVES)
@pytest.mark.parametrize("on_error", ["raise", "skip"])
def test_a_bad_archive_is_an_error_that_names_it(tmp_path, kind, on_error):
    path = tmp_path / "bad.tgz"
    path.write_bytes(BAD_ARCHIVES[kind](tmp_path))
    with pytest.raises(ImageLoaderError, match="bad.tgz"):
        list(ImageLoader(path, VOCAB, on_error=on_error))
    with pytest.raises(ImageLoaderError, match="bad.tgz"):
        build_label_vocabulary(path)


def test_transforms_that_fail_or_give_other_shapes_are_named(tmp_path):
    path = archive(tmp_path / "x.tgz", [("cat/1.png", png(1)), ("cat/2.png", png(2, (7, 7)))])
    with pytest.raises(ImageLoaderError, match="cat/2.png: the transform gives .*Resize"):
        list(ImageLoader(path, VOCAB, batch_size=2))
    with pytest.raises(ImageLoaderError, match="cat/1.png: the transform failed: ValueError: Required crop"):
        list(ImageLoader(path, VOCAB, T.RandomCrop(50)))
    with pytest.raises(ImageLoaderError, match="cat/1.png: the transform must give a Tensor"):
        list(ImageLoader(path, VOCAB, T.CenterCrop(3)))


@pytest.mark.parametrize(
    "options, error",
    [
        ({"batch_size": 0}, ValueError),
        ({"batch_size": 2.0}, TypeError),
        ({"buffer_size": 0}, ValueError),
        ({"workers": 0}, ValueError),
        ({"prefetch": -1}, ValueError),
        ({"seed": "x"}, TypeError),
        ({"color_space": "cmyk"}, ValueError),
        ({"on_error": "ignore"}, ValueError),
        ({"transform": 3}, TypeError),
        ({"max_pixels": 0}, ValueError),
        ({"multiprocessing_context": "rope"}, ValueError),
        ({"multiprocessing_context": 3}, TypeError),
    ],
)
def test_wrong_arguments_are_named(tgz, options, error):
    (name,) = options
    with pytest.raises(error, match=name):
        ImageLoader(tgz, VOCAB, **options)


def test_no_archive():
    with pytest.raises(FileNotFoundError, match="nowhere.tgz"):
        ImageLoader("nowhere.tgz", VOCAB)


def test_a_mark_of_gc_is_the_callers(tgz):
    loader = ImageLoader(tgz, VOCAB, batch_size=4)
    total = 0
    for images, _ in loader:
        pytorch_c.gc()
        total += images.numel()
    images = None
    assert total == 20 * 3 * 5 * 6 and pytorch_c.finish_gc().survivors == 0
