"""Plain pickles under torch's name: torch's pickle.load() here, and ours in torch."""

import copy
import io
import pickle
import re
import subprocess
import sys

import pytest
import torch
from support.project import HANG

import pytorch_c
from pytorch_c._files import alone

# Run by torch, and under its name.
PROGRAM = """
import collections, io, pickle, sys
import torch

torch.manual_seed(0)
x = torch.arange(4.0)
noted = torch.ones(2)
noted.note = "kept"
OBJECTS = {
    "view": x[1:],
    "parameter": torch.nn.Parameter(x),
    "buffer": torch.nn.Buffer(x),
    "transposed": torch.arange(6).view(2, 3).t(),
    "empty": torch.empty(0, 3),
    "bool": x > 1,
    "bfloat16": x.bfloat16(),
    "conjugate": torch.tensor([1j, 2]).conj(),
    "wants a gradient": torch.ones(2, requires_grad=True),
    "noted": noted,
    "sparse": torch.sparse_coo_tensor([[0]], [1.0], (2,)),
    "csr": torch.eye(3).to_sparse_csr(),
    "quantized": torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.quint8),
    "nested": torch.nested.nested_tensor([x, x]),
    "meta": torch.empty(2, 3, device="meta"),
    "storage": x.storage(),
    "names": [torch.float32, torch.int64, torch.strided, torch.contiguous_format, torch.per_tensor_affine],
    "size": (torch.Size([2]), torch.device("cpu")),
    "module": torch.nn.Linear(2, 2),
    "recurrent": torch.nn.LSTM(2, 2),
    "optimizer": torch.optim.Adam([torch.nn.Parameter(x)]),
    "packed": torch.nn.utils.rnn.pack_sequence([x]),
    "distribution": torch.distributions.Normal(x, 1.0),
    "generator": torch.Generator().manual_seed(3),
}

def shown(value):
    if isinstance(value, torch.Tensor):
        more = [value.requires_grad, value.dtype, type(value).__name__, vars(value)]
        if value.layout is torch.strided and not value.is_nested:
            more.append(value.stride())
        return f"{value} {more}"
    if isinstance(value, torch.nn.Module):
        return str(value) + "".join(map(str, value.state_dict().values()))
    if isinstance(value, torch.Generator):
        return str(torch.rand(3, generator=value))
    if isinstance(value, torch.distributions.Normal):
        return str(value.mean)
    return str(value)

if sys.argv[1] == "write":
    with open(sys.argv[2], "wb") as file:
        pickle.dump({k: [pickle.dumps(v, p) for p in (4, 5)] for k, v in OBJECTS.items()}, file)
else:
    with open(sys.argv[2], "rb") as file:
        for name, pickles in pickle.load(file).items():
            print(name, [shown(pickle.loads(data)) for data in pickles])
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pickles")
    program = folder / "program.py"
    program.write_text(PROGRAM)

    def run(ours, what, file):
        how = ["-m", "pytorch_c.run"] if ours else []
        command = [sys.executable, "-W", "ignore", *how, str(program), what, str(folder / file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
        assert not done.returncode, done.stderr
        return done.stdout

    return run


def test_torch_and_this_package_read_each_others_pickles(run):
    run(False, "write", "theirs")
    run(True, "write", "ours")
    said = run(False, "read", "theirs")
    assert said.count("\n") == len(re.findall(r'^    "', PROGRAM, re.M))
    for reader, file in ((True, "theirs"), (False, "ours"), (True, "ours")):
        assert run(reader, "read", file) == said, (reader, file)


def test_tensors_of_a_pickle_share_and_copies_too(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("""
import copy, pickle, torch
x = torch.ones(4)
for pair in ((x, x[1:]), (x, x.view(torch.int32)), (x[1:].half(),) * 2):
    first, second = pickle.loads(pickle.dumps(pair))
    before = str(second)
    first.fill_(7)
    assert str(second) != before
copy.copy(x).fill_(5)
assert x.tolist() == [5.0] * 4
y = pickle.loads(pickle.dumps(torch.ones(3, dtype=torch.uint16)))
assert y.dtype == torch.uint16 and y.tolist() == [1, 1, 1]
""")
    command = [sys.executable, "-W", "ignore", "-m", "pytorch_c.run", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    assert not done.returncode, done.stderr


@pytest.mark.parametrize("dtype", ["float32", "bool", "int64", "complex64"])
@pytest.mark.parametrize("count", [0, 1, 300, 70_000])
def test_bytes_of_a_storage_are_those_of_save(count, dtype):
    x = pytorch_c.arange(count).to(getattr(pytorch_c, dtype))
    data = alone.bytes_of(x.storage())
    file = io.BytesIO()
    pytorch_c.save(x.storage(), file, _use_new_zipfile_serialization=False)
    assert data == file.getvalue()
    theirs = torch.storage._load_from_bytes(data)
    assert theirs.tolist() == pytorch_c.storage._load_from_bytes(data).tolist() == x.tolist()


def test_damaged_bytes_raise():
    data = alone.bytes_of(pytorch_c.ones(3).storage())
    for bad in (data[:-1], data[:-16], b"", data[:200]):
        with pytest.raises(Exception, match="truncated|damaged|empty|EOF|ended|input|read"):
            pytorch_c.storage._load_from_bytes(bad)


def test_generators_copy():
    one = pytorch_c.Generator().manual_seed(5)
    other = copy.deepcopy(one)
    assert other is not one
    assert pytorch_c.rand(2, generator=one).tolist() == pytorch_c.rand(2, generator=other).tolist()
    assert pickle.loads(pickle.dumps(one)).initial_seed() == 5
