"""load: files that ask for too much memory, depth or time, and mapped files."""

import io
import mmap
import os
import re
import subprocess
import sys
import zipfile

import pytest
import torch
from fuzz.assembly import archive, legacy, sequence, tensor
from fuzz.attacks import ATTACKS
from support.saving import SHARED, VALUES, describe, evaluate, loaded, saved

import pytorch_c

# ---- attacks: all in one child, which must survive them ----

PROGRAM = """
import io, resource, sys, time
sys.path.insert(0, sys.argv[1])
from fuzz.attacks import ATTACKS
import pytorch_c

def peak():
    line = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    open("/proc/self/clear_refs", "w").write("5")
    return int(line.split()[1]) >> 10

resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
for name in sys.argv[2:]:
    data = ATTACKS[name][1]()
    before = peak() and peak()
    started = time.process_time()
    try:
        said = "loads " + type(pytorch_c.load(io.BytesIO(data))).__name__
    except BaseException as error:
        said = f"{type(error).__name__} {error}"
    print(peak() - before, round(time.process_time() - started), said[:300].replace("\\n", " "), flush=True)
"""


@pytest.fixture(scope="module")
def said():
    folder = os.path.dirname(os.path.dirname(__file__))
    ran = subprocess.run([sys.executable, "-c", PROGRAM, folder, *ATTACKS], capture_output=True, text=True, timeout=600)
    lines = ran.stdout.splitlines()
    assert ran.returncode == 0, f"{list(ATTACKS)[len(lines)]}: ended with {ran.returncode}: {ran.stderr[-500:]}"
    return dict(zip(ATTACKS, lines, strict=True))


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_an_error_that_says_so(said, name):
    expected = ATTACKS[name][0]
    megabytes, seconds, text = said[name].split(" ", 2)
    if expected is None:
        assert text.startswith("loads ")
    else:
        kind, _, message = text.partition(" ")
        assert kind in ("FileFormatError", "UnpicklingError"), text
        assert re.search(expected, message), text
    assert int(megabytes) < 160 and int(seconds) < 20, said[name]


# ---- the switch ----


def test_who_means_it_gets_what_the_file_asks_for():
    zeros = archive(tensor("0", [1 << 25]), {"data/0": bytes(1 << 27)}, zipfile.ZIP_DEFLATED)
    with pytest.raises(pytorch_c.FileFormatError, match=r"asks for 1342\d+ bytes .* 67108864 .*limits=False"):
        loaded(zeros)
    x = loaded(zeros, limits=False)
    assert x.shape == (1 << 25,) and not x.any()
    deep = archive(b"}" + b")" + b"\x85" * 3000 + b"K\x01s")
    with pytest.raises(pytorch_c.FileFormatError, match="deeper than 1000"):
        loaded(deep)
    assert list(loaded(deep, limits=False).values()) == [1]


def test_limits_leave_alone_what_programs_save():
    deep = 0
    for _ in range(100):
        deep = (deep,)
    state = {f"layer{i}": pytorch_c.full((3,), i) for i in range(3000)}
    objects = [deep, state, {(i, (i, i)): None for i in range(20_000)}, [{}] * 5000, [{i} for i in range(20_000)]]
    for old in (False, True):
        assert len(loaded(saved(objects, _use_new_zipfile_serialization=not old))) == 5
    compressed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(state))) as old, zipfile.ZipFile(compressed, "w", 8) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    assert loaded(compressed.getvalue())["layer7"].tolist() == [7, 7, 7]


def test_an_old_file_takes_no_more_than_its_storages():
    # 64 KiB of storage that 4,000 tensors refer to.
    body = sequence(*(tensor("0", [1 << 14]) for _ in range(4000)))
    found = loaded(legacy(body, {"0": bytes(1 << 16)}))
    assert len(found) == 4000 and found[0].data_ptr() == found[-1].data_ptr()


def test_a_file_that_runs_code_is_gone_through_once_when_trusted():
    class Counted:
        calls = 0

        def __reduce__(self):
            return counted, ()

    data = saved([Counted(), pytorch_c.ones(1)], _use_new_zipfile_serialization=False)
    assert loaded(data, weights_only=False)[0] == "made" and len(CALLS) == 1


CALLS = []


def counted():
    CALLS.append(1)
    return "made"


def test_a_size_holds_ints():
    for wrong in (["a"], [1.5], [None], [1, "2"]):
        with pytest.raises(TypeError, match=r"item \d is"):
            pytorch_c.Size(wrong)
        with pytest.raises(TypeError, match=r"item \d is"):
            torch.Size(wrong)
    assert pytorch_c.Size([pytorch_c.tensor(3), True]) == (3, 1)


# ---- mmap=True ----


@pytest.mark.parametrize("writer", [torch, pytorch_c])
def test_a_mapped_file_is_what_the_file_is(tmp_path, writer):
    for code in (*VALUES, *SHARED):
        path = tmp_path / "x.pt"
        writer.save(evaluate(code, writer), path)
        assert describe(pytorch_c.load(path, mmap=True)) == describe(evaluate(code, pytorch_c))


def test_a_mapped_tensor_is_written_in_memory_alone(tmp_path):
    path = tmp_path / "x.pt"
    pytorch_c.save(pytorch_c.arange(5), path)
    before = path.read_bytes()
    x = pytorch_c.load(path, mmap=True)
    x.fill_(7)
    assert x.tolist() == [7] * 5 and path.read_bytes() == before


def test_a_mapping_reads_no_more_than_is_used(tmp_path):
    path = tmp_path / "x.pt"
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("archive/data.pkl", archive_body(1 << 28))
        with zipped.open("archive/data/0", "w", force_zip64=True) as record:
            for _ in range(1 << 8):
                record.write(bytes(1 << 20))
    program = (
        "import io, resource, sys, pytorch_c as p; p.save(p.ones(1), io.BytesIO()); "
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; x = p.load(sys.argv[1], mmap=True); "
        "assert x[1 << 25].item() == 0; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    ran = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert int(ran.stdout) < 64 << 10


def archive_body(nbytes):
    return b"\x80\x02" + tensor("0", [nbytes // 4]) + b"."


def test_what_cannot_be_mapped_says_so(tmp_path):
    path = tmp_path / "x.pt"
    with pytest.raises(ValueError, match="path"):
        pytorch_c.load(io.BytesIO(saved(1)), mmap=True)
    path.write_bytes(saved(pytorch_c.ones(2), _use_new_zipfile_serialization=False))
    with pytest.raises(pytorch_c.FileFormatError, match="mapped"):
        pytorch_c.load(path, mmap=True)
    path.write_bytes(archive(tensor("0", [4]), {"data/0": bytes(16)}, zipfile.ZIP_DEFLATED))
    with pytest.raises(pytorch_c.FileFormatError, match="compressed"):
        pytorch_c.load(path, mmap=True)


@pytest.mark.parametrize("cut", [10, 100, 400])
def test_the_length_of_a_mapped_file_is_checked_at_the_start(tmp_path, cut):
    path = tmp_path / "x.pt"
    data = saved(pytorch_c.arange(1000))
    path.write_bytes(data[:-cut])
    with pytest.raises(pytorch_c.FileFormatError):
        pytorch_c.load(path, mmap=True)


def test_from_file_checks_the_length_at_the_start(tmp_path):
    path = tmp_path / "x.bin"
    path.write_bytes(bytes(16))
    for size, shared in ((5, False), (1 << 40, False), (-1, True)):
        with pytest.raises(pytorch_c.Error):
            pytorch_c.from_file(str(path), shared=shared, size=size, dtype=pytorch_c.float32)
        assert path.stat().st_size == 16
    assert pytorch_c.from_file(str(path), shared=False, size=4, dtype=pytorch_c.float32).tolist() == [0.0] * 4
    assert mmap.PAGESIZE > 16  # so the mapping ends within the file's last page
