"""Types as users check them: mypy and pyright take right programs, infer what operators give, and find wrong calls."""

import ast
import contextlib
import fcntl
import functools
import hashlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import pytorch_c
from pytorch_c import _ops

PACKAGE = Path(pytorch_c.__file__).resolve().parent

RIGHT = {
    "torch.randn(2, 3, requires_grad=True)": "Tensor",
    "torch.zeros((2, 3), dtype=torch.float64, device='cpu')": "Tensor",
    "torch.randn([2, 3], True)": "Tensor",
    "x.shape": "Size",
    "torch.from_numpy([])": "Tensor",
    "x.shape[0]": "int",
    "x.size(0)": "int",
    "x.dtype": "dtype",
    "torch.float32": "dtype",
    "torch.topk(x, 2).values": "Tensor",
    "torch.topk(x, k=2)": "topk",
    "x.max()": "Tensor",
    "x.max(dim=1)": "max",
    "x.max(x)": "Tensor",
    "torch.linalg.qr(x).Q": "Tensor",
    "torch.linalg.svd(x, full_matrices=False)": "linalg_svd",
    "torch.fft.fft(x, norm='ortho')": "Tensor",
    "torch.special.expit(x)": "Tensor",
    "x.view(-1, 2)": "Tensor",
    "x.view((2, -1))": "Tensor",
    "x.sum(dim=1, keepdim=True)": "Tensor",
    "x.sum(dim=(0, 1))": "Tensor",
    "2 ** x + 1 - x / 3": "Tensor",
    "x == 1": "Tensor",
    "x[0, :, None]": "Tensor",
    "torch.chunk(x, 2)": "tuple[Tensor, ...]",
    "torch.cat([x, x], dim=1, out=x)": "Tensor",
    "torch.where(x > 0, x, 0.0)": "Tensor",
    "x.add_(1, alpha=2)": "Tensor",
    "torch.equal(x, x)": "bool",
    "x.sum(axis=1, keepdims=True)": "Tensor",
    "torch.mul(2, x)": "Tensor",
    "torch.unique(x)": "Tensor",
    "torch.unique(x, return_counts=True)": "tuple[Tensor, ...]",
    "torch.einsum('ij,ij->i', x, x)": "Tensor",
    "torch.promote_types(torch.int8, x.dtype)": "dtype",
    "x.is_contiguous()": "bool",
    "torch.nn.Linear(2, 3)": "Linear",
    "torch.gc()": "Record",
    "torch.no_grad().__enter__": "def () -> Any",
    "torch.no_grad()(torch.relu)(x)": "Tensor",
    "[row for row in x][0]": "Tensor",
    "torch.nonzero(x, as_tuple=True)": "tuple[Tensor, ...]",
    "x.nonzero()": "Tensor",
    "torch.per_tensor_affine": "qscheme",
    "torch.finfo(torch.float32).eps": "float",
    "torch.iinfo(torch.int8).max": "int",
    "torch.Generator().manual_seed(3)": "Generator",
    "torch.device('cuda', 1).index": "int | None",
    "torch.float32.is_floating_point": "bool",
    "torch.gc().details()": "list[Survivor]",
    "torch.scope().keep(x)": "Tensor",
    "torch.functional.split(x, 2)": "tuple[Tensor, ...]",
    "torch.autograd.grad(x, [x])": "tuple[Tensor, ...]",
    "torch.autograd.no_grad()(abs)(2)": "int",
    "x.grad_fn": "Node | None",
    "x.register_hook(lambda grad: grad * 2)": "RemovableHandle",
    "x.register_post_accumulate_grad_hook(print)": "RemovableHandle",
    "x.register_hook(print).__enter__()": "RemovableHandle",
    "torch.autograd.graph.get_gradient_edge(x).node": "Node",
    "torch.autograd.graph.get_gradient_edge(x)[1]": "int",
    "torch.autograd.graph.get_gradient_edge(x).node.next_functions": "tuple[tuple[Node | None, int], ...]",
    "torch.autograd.graph.get_gradient_edge(x).node.register_prehook(lambda grads: None)": "RemovableHandle",
    "torch.autograd.Function.apply(x)": "Any",
    "torch.autograd.function.FunctionCtx().saved_tensors": "tuple[Tensor, ...]",
    "torch.autograd.function.once_differentiable(abs)(2)": "int",
    "torch.autograd.gradcheck(torch.relu, x)": "bool",
    "torch.autograd.gradgradcheck(torch.mm, (x, x), [x])": "bool",
    "torch.autograd.forward_ad.make_dual(x, x)": "Tensor",
    "torch.autograd.forward_ad.unpack_dual(x).tangent": "Tensor | None",
    "torch.autograd.forward_ad.dual_level().__enter__()": "int",
    "torch.autograd.forward_ad.dual_level()(abs)(2)": "int",
    "torch.autograd.functional.vjp(torch.relu, (x,))": "tuple[Tensor, tuple[Tensor, ...]]",
    "torch.autograd.functional.jvp(torch.relu, (x,))": "tuple[Tensor, Tensor]",
    "torch.autograd.functional.hvp(torch.det, x, x)": "tuple[Tensor, Tensor]",
    "torch.autograd.functional.vhp(torch.det, (x,))": "tuple[Tensor, tuple[Tensor, ...]]",
    "torch.autograd.functional.jacobian(torch.relu, x)": "Tensor",
    "torch.autograd.functional.jacobian(torch.mm, (x, x))": "tuple[Tensor, ...]",
    "torch.autograd.functional.jacobian(torch.frexp, x)": "tuple[Tensor, ...]",
    "torch.autograd.functional.jacobian(torch.aminmax, (x,))": "tuple[tuple[Tensor, ...], ...]",
    "torch.autograd.functional.hessian(torch.det, x)": "Tensor",
    "torch.autograd.functional.hessian(torch.dot, (x, x))": "tuple[tuple[Tensor, ...], ...]",
    "torch.autograd.set_detect_anomaly(True).__enter__": "def ()",
    "torch.autograd.anomaly_mode.is_anomaly_enabled()": "bool",
    "torch.cuda.mem_get_info()": "tuple[int, int]",
    "torch.memory.threshold()": "int | None",
    "torch.ops.aten.add.Tensor": "OpOverload",
    # nn
    "F.relu(x)": "Tensor",
    "F.max_pool2d(x, 2)": "Tensor",
    "F.max_pool2d(x, 2, return_indices=True)": "tuple[Tensor, Tensor]",
    "F.fractional_max_pool2d(x, 2, output_size=2, return_indices=True)": "tuple[Tensor, Tensor]",
    "F.cross_entropy(x, x, label_smoothing=0.1)": "Tensor",
    "F.pad(x, (1, 1), mode='reflect')": "Tensor",
    "nn.Linear(2, 3)(x)": "Any",
    "nn.Linear(2, 3).weight": "Parameter",
    "nn.Linear(2, 3).bias": "Parameter",
    "nn.Linear(2, 3).in_features": "int",
    "nn.Conv2d(1, 2, 3, padding='same').kernel_size": "tuple[int, ...]",
    "nn.BatchNorm1d(3).running_mean": "Tensor",
    "nn.Sequential(nn.ReLU(), nn.Linear(2, 3)).to('cpu')": "Sequential",
    "nn.ReLU().eval().train(True)": "ReLU",
    "list(nn.ReLU().parameters())": "list[Parameter]",
    "dict(nn.ReLU().named_modules())": "dict[str, Module]",
    "nn.ReLU().state_dict()": "dict[str, Any]",
    "nn.initializer.zeros_(x)": "Tensor",
    "nn.utils.clip_grad_norm_([x], 1.0)": "Tensor",
    # the rest
    "torch.optim.Adam([x], lr=0.1)": "Adam",
    "torch.optim.SGD([x]).param_groups": "list[dict[str, Any]]",
    "torch.utils.data.TensorDataset(x)[0]": "tuple[Tensor, ...]",
    "torch.utils.data.random_split(torch.data.TensorDataset(x), [1])[0][0]": "tuple[Tensor, ...]",
    "list(torch.data.RandomSampler('abc'))": "list[int]",
    "torch.data.DataLoader(torch.data.TensorDataset(x), 2)": "DataLoader[tuple[Tensor, ...]]",
    "torch.vision.datasets.FashionMNIST.sample()": "FashionMNIST",
}

WRONG = {
    "torch.topk(x, '2')": "topk",
    "torch.mm(x)": "mm",
    "x.sum(dim='a')": "sum",
    "torch.randn(2, dtype='float32')": "randn",
    "x.no_such_method()": "no_such_method",
    "torch.no_such_function(x)": "no_such_function",
    "torch.linalg.qr(3)": "qr",
    "torch.cat(x)": "cat",
    "x.add(None)": "add",
    "torch.conv2d(x)": "conv2d",
    "torch.topk(x, 2).missing": "missing",
    "x.relu(x)": "relu",
    "F.conv2d('x', x)": "conv2d",
    "F.conv2d(x)": "conv2d",
    "F.relu(x, 'yes')": "relu",
    "F.mse_loss(x, x, reduction=1)": "mse_loss",
    "F.max_pool2d(x)": "max_pool2d",
    "F.softmax(x, dim='a')": "softmax",
    "nn.Linear(3)": "Linear",
    "nn.Linear(2, 3, bias=x)": "Linear",
    "nn.Conv2d(1, 2, 3, groups='a')": "Conv2d",
    "nn.Sequential(nn.ReLU()).train('yes')": "train",
    "nn.init.normal_(3.0)": "normal_",
    "torch.optim.SGD([x], lr='fast')": "SGD",
    "torch.optim.Adam([x], momentum=0.9)": "Adam",
    "torch.utils.data.DataLoader([1], batch_size='2')": "DataLoader",
    "torch.utils.data.BatchSampler([1], 2)": "BatchSampler",
    "torch.autograd.grad(x, 'y')": "grad",
    "torch.autograd.no_such_name(x)": "no_such_name",
    "torch.autograd.graph.get_gradient_edge('x')": "get_gradient_edge",
    "torch.autograd.graph.get_gradient_edge(x).node.register_hook(lambda grads: None)": "lambda",
    "torch.autograd.gradcheck(torch.relu, x, eps='small')": "gradcheck",
    "torch.autograd.gradcheck(torch.relu, x, 1e-3)": "gradcheck",
    "torch.autograd.function.FunctionCtx().save_for_backward(3)": "save_for_backward",
    "torch.autograd.functional.jacobian(x, x)": "jacobian",
    "torch.autograd.functional.hessian(torch.det, [x])": "hessian",
    "torch.autograd.functional.vjp(torch.relu, 3)": "vjp",
    "torch.autograd.detect_anomaly('yes')": "detect_anomaly",
    "torch.autograd.set_detect_anomaly()": "set_detect_anomaly",
    "torch.utils.hooks.RemovableHandle()": "RemovableHandle",
    "x.register_hook(3)": "register_hook",
    "x.grad_fn.name()": "name",
    "torch.cuda.set_device(None)": "set_device",
    "torch.Generator('cpu').manual_seed('1')": "manual_seed",
    "torch.save(x, 3)": "save",
    "torch.nonzero(x, as_tuple=2)": "nonzero",
}

CALLS = {"right": RIGHT, "wrong": WRONG}
HEAD = "import pytorch_c as torch; from pytorch_c import nn; from pytorch_c.nn import functional as F\nx = torch.ones(2, 3)\n"


def mypy(folder, *names, path=str(PACKAGE.parent)):
    """(lines that mypy prints, its exit status) for programs in a folder; `path` is where it looks beside what is installed."""
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--hide-error-context", "--no-color-output"]
    command += ["--no-error-summary", *names]
    environment = os.environ | {"MYPYPATH": path}
    with mypy_cache(path, *(word for word in names if word.startswith("-"))) as cache:
        command.append(f"--cache-dir={cache}")
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout.splitlines() + done.stderr.splitlines(), done.returncode


@contextlib.contextmanager
def mypy_cache(*how):
    """A folder in which mypy keeps what it knows of packages, for one process at a time: of this text of ours, this mypy."""
    folder = PACKAGE.parent / "build" / "mypy" / sources()
    for old in folder.parent.glob("*"):
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    kept = folder / hashlib.sha256(repr(how).encode()).hexdigest()[:16]
    kept.mkdir(parents=True, exist_ok=True)
    with open(kept / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield kept


@functools.cache
def sources():
    """A name for all that is kept: what is checked and what checks it."""
    found = hashlib.sha256(f"{sys.version} {version('mypy')} {version('torch')} {PACKAGE}".encode())
    for path in sorted([*PACKAGE.rglob("*.pyi"), *PACKAGE.rglob("*.py")]):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """{file name: {line number: what mypy says}} of the programs made of RIGHT and WRONG."""
    folder = tmp_path_factory.mktemp("stubs")
    (folder / "right.py").write_text(HEAD + "".join(f"reveal_type({text})\n" for text in RIGHT))
    (folder / "wrong.py").write_text(HEAD + "".join(f"{text}\n" for text in WRONG))
    lines, status = mypy(folder, "right.py", "wrong.py")
    assert status == 1, lines
    said = {}
    for line in lines:
        match = re.match(r"(\w+\.py):(\d+): (error|note): (.*)", line)
        if match and not ("Possible overload" in line or match[4].startswith("    ")):
            said.setdefault(match[1], {}).setdefault(int(match[2]), f"{match[3]}: {match[4]}")
    return said


@pytest.mark.parametrize("text", RIGHT)
def test_type_of_a_right_call(checked, text):
    said = checked["right.py"][3 + list(RIGHT).index(text)]
    assert said.startswith("note: Revealed type is"), said
    shown = re.sub(r"\b(?:\w+\.)+(?=\w)", "", said)
    assert re.search(rf"(\"|fallback=){re.escape(RIGHT[text])}\]?\"", shown), said


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_call_is_an_error(checked, text):
    said = checked["wrong.py"].get(3 + list(WRONG).index(text), "nothing")
    assert said.startswith("error: ") and WRONG[text] in said, said


def test_mypy_takes_the_stubs_themselves(tmp_path):
    stubs = [str(path) for path in sorted(PACKAGE.rglob("*.pyi"))]
    lines, status = mypy(tmp_path, *stubs)
    assert status == 0, "\n".join(lines)


# A program as users write it: classes of their own, a loop, files.
PROGRAM = """
import pytorch_c as torch
import pytorch_c.nn.functional as F
from pytorch_c import nn
from pytorch_c.utils.data import DataLoader, Dataset, TensorDataset


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.head = nn.Sequential(nn.ReLU(), nn.Linear(8, 10))

    def forward(self, x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        return self.head(F.relu(self.conv(x)).mean((2, 3)) * scale)


class Squares(Dataset[torch.Tensor]):
    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> torch.Tensor:
        return torch.tensor(index**2)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, grad: torch.Tensor) -> torch.Tensor:
        return grad * 2


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
data = TensorDataset(torch.randn(8, 1, 8, 8), torch.randint(0, 10, (8,)))
for x, y in DataLoader(data, batch_size=4, shuffle=True):
    loss = F.cross_entropy(net(x, 2.0), y)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
    print(loss.item() + 1, x.shape[0], x[0, ..., None].sum(), bool((x > 0).any()))
scheduler.step()
torch.save(net.state_dict(), "net.pt")
net.load_state_dict(torch.load("net.pt"))
with torch.no_grad():
    best: int = int(net(torch.ones(1, 1, 8, 8)).argmax(1)[0])
values, indices = torch.ones(2, 2).max(1)
q, r = torch.linalg.qr(torch.ones(2, 2))
numbers: list[float] = [x.item() for x in (values, q.sum())]
with torch.gc():
    total = sum(batch.float().sum() for batch in DataLoader(Squares(), 2))
grad = torch.autograd.grad(Double.apply(values).sum(), [values])[0]
"""


# A program with thirty mistakes, as users make them; `# wrong` is behind each.
PLANTED = """
import pytorch_c as torch
import pytorch_c.nn.functional as F
from pytorch_c import nn
from pytorch_c.utils.data import DataLoader, Dataset, TensorDataset


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 8)  # wrong
        self.norm = nn.BatchNorm2d("8")  # wrong
        self.head = nn.Linear(8, out=10)  # wrong
        self.drop = nn.Dropout(p="half")  # wrong
        self.width: int = nn.Parameter(torch.zeros(3))  # wrong

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(x, inplac=True)  # wrong
        x = x.flatten("1")  # wrong
        x = x.reshap(-1, 8)  # wrong
        x = F.dropout(x, 0.5, train=self.training)  # wrong
        return x.shape  # wrong


class Squares(Dataset[torch.Tensor]):
    def __getitem__(self, index: int) -> torch.Tensor:
        return index**2  # wrong


def train(net: Net, data: TensorDataset) -> float:
    optimizer = torch.optim.AdamW(net.parameters(), lr="1e-3")  # wrong
    scheduler = torch.optim.lr_scheduler.CosineAnnealing(optimizer, 10)  # wrong
    loader = DataLoader(data, batchsize=4)  # wrong
    for x, y in DataLoader(data, 4, shuffle="yes"):  # wrong
        optimizer.zero_grads()  # wrong
        loss = F.cross_entropy(net(x), y, reduce_to="mean")  # wrong
        loss.backward(retain=True)  # wrong
        nn.utils.clip_grad_norm(net.parameters(), max=1.0)  # wrong
        optimizer.step("now")  # wrong
    return loss  # wrong


def look(x: torch.Tensor) -> None:
    count: int = x.sum()  # wrong
    values, indices = x.max()[0], x.topk("3")  # wrong
    rows: list[float] = x.shape  # wrong
    torch.stack(x, 0, 1)  # wrong
    torch.zeros(2, 3, type=torch.int64)  # wrong
    torch.arange(3, device=0.5)  # wrong
    with torch.no_gradient():  # wrong
        print(x.numpy(force="yes"))  # wrong
    torch.manual_seed("0")  # wrong
"""


# Programs on documented modules of torch's own files.
BORROWED = """
import pytorch_c as torch
import pytorch_c.nn.utils.prune as prune
import pytorch_c.hub
from pytorch_c import distributions as D, fx
from pytorch_c.nn.utils.parametrize import register_parametrization
prune.l1_unstructured(torch.nn.Linear(2, 2), 'weight', amount=1)
print(D.Normal(0, 1).sample((3,)))
class Tracer(fx.Tracer):
    def is_leaf_module(self, m: torch.nn.Module, name: str) -> bool:
        return True
register_parametrization(torch.nn.Linear(2, 2), 'weight', torch.nn.ReLU())
try:
    torch.onnx.export(torch.nn.Linear(2, 2), (torch.ones(1, 2),), dynamic_shapes=({0: 'rows'},)).save('model.onnx')
except torch.onnx.OnnxExporterError as error:
    print(error.args, torch.onnx.is_in_onnx_export())
"""
BORROWED_WRONG = """
import pytorch_c.nn.utils.prune as prune
from pytorch_c import hub
prune.no_such_name
hub.load()
"""


@pytest.fixture(scope="module")
def pyright(tmp_path_factory):
    """{file name: [(line, message)]} of the errors that pyright's default mode sees in the programs, all in one run."""
    pytest.importorskip("basedpyright")
    programs = {"program": PROGRAM, "planted": PLANTED, "borrowed": BORROWED, "borrowed_wrong": BORROWED_WRONG}
    programs |= {name: HEAD + "".join(f"{text}\n" for text in lines) for name, lines in CALLS.items()}
    folder = tmp_path_factory.mktemp("pyright")
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "standard"}))
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable]
    command += [f"{name}.py" for name in programs]
    said = json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout)
    found = {name: [] for name in programs}
    for one in said["generalDiagnostics"]:
        if one["severity"] == "error":
            found[Path(one["file"]).stem].append((one["range"]["start"]["line"] + 1, one["message"]))
    return found


def test_a_users_program_has_no_error(pyright, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    lines, status = mypy(tmp_path, "program.py", path="")
    assert status == 0, "\n".join(lines)
    assert pyright["program"] == []


def test_the_examples_have_no_error(tmp_path):
    """Nineteen programs without a type of their own, whose functions mypy infers all the same."""
    names = sorted(path.name for path in (PACKAGE.parent / "examples").glob("*.py"))
    for name in names:
        shutil.copy(PACKAGE.parent / "examples" / name, tmp_path)
    options = ["--check-untyped-defs", "--disable-error-code=import-untyped"]  # tqdm's types are a package of their own
    lines, status = mypy(tmp_path, *options, *names, path="")
    assert status == 0 and len(names) > 15, "\n".join(lines)


def check_planted(found):
    planted = {line for line, text in enumerate(PLANTED.splitlines(), 1) if text.endswith("# wrong")}
    assert len(planted) == 30 and found - planted == set()
    assert len(planted - found) <= 1, sorted(planted - found)


def test_mypy_finds_mistakes_in_a_program(tmp_path):
    (tmp_path / "planted.py").write_text(PLANTED)
    lines, _ = mypy(tmp_path, "planted.py", path="")
    check_planted({int(line.split(":")[1]) for line in lines if ": error: " in line})


def test_pyright_finds_mistakes_in_a_program(pyright):
    check_planted({line for line, _ in pyright["planted"]})


def test_pyright_finds_wrong_calls(pyright):
    assert pyright["right"] == []
    found = {line for line, _ in pyright["wrong"]}
    assert [text for line, text in enumerate(WRONG, 3) if line not in found] == []


def test_documented_modules_of_torchs_own_files_have_stubs(pyright, tmp_path):
    """Their names and parameters are torch's; a name that torch lacks is an error."""
    assert pyright["borrowed"] == [] and [line for line, _ in pyright["borrowed_wrong"]] == [4, 5]
    (tmp_path / "borrowed.py").write_text(BORROWED)
    assert mypy(tmp_path, "borrowed.py") == ([], 0)


def names(body):
    found = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            found.add(ast.unparse(node.target))
        elif isinstance(node, (ast.ImportFrom, ast.Import)):
            found |= {one.asname for one in node.names if one.asname}
    return found


def stub(name):
    return ast.parse((PACKAGE / name).read_text()).body


def public(thing):
    """Public names of a module; a submodule is one once it was imported, by any test."""
    found = {name for name in dir(thing) if not name.startswith("_") and hasattr(thing, name)}
    return {name for name in found if not inspect.ismodule(getattr(thing, name))}


def tensor_class():
    return next(node for node in stub("_tensor/tensor.pyi") if isinstance(node, ast.ClassDef) and node.name == "Tensor")


def test_every_public_name_is_in_the_stubs():
    assert sorted(public(pytorch_c) - names(stub("__init__.pyi"))) == []


def test_every_member_of_tensor_is_in_the_stubs():
    own = {name for name in dir(pytorch_c.Tensor) if not hasattr(object, name)}
    own -= {"__dict__", "__weakref__", "__module__", "__slots__", "__annotations__", "__del__"}
    missing = {name for name in own if not name.startswith("_") or name.startswith("__")} - names(tensor_class().body)
    assert sorted(missing) == []


@pytest.mark.parametrize("module", ["linalg", "fft", "special", "nn", "nn.functional"])
def test_every_name_of_a_submodule_is_in_its_stub(module):
    found = pytorch_c
    for part in module.split("."):
        found = getattr(found, part)
    path = module.replace(".", "/")
    path = f"{path}.pyi" if (PACKAGE / f"{path}.pyi").is_file() else f"{path}/__init__.pyi"
    assert sorted(public(found) - names(stub(path))) == []


@pytest.mark.parametrize("where", ["_ops", "pytorch_c", "Tensor"])
def test_stubs_and_functions_have_the_same_parameters(where):
    """Each parameter of a stub is one of the function, where the function spells its parameters out."""
    thing, body = {
        "_ops": (_ops, stub("_ops/__init__.pyi")),
        "pytorch_c": (pytorch_c, stub("__init__.pyi")),
        "Tensor": (pytorch_c.Tensor, tensor_class().body),
    }[where]
    for node in body:
        function = getattr(thing, getattr(node, "name", ""), None)
        if not isinstance(node, ast.FunctionDef) or not inspect.isfunction(function):
            continue
        spelled = inspect.signature(function).parameters
        if not any(p.kind is p.VAR_KEYWORD for p in spelled.values()):
            positional = () if any(p.kind is p.VAR_POSITIONAL for p in spelled.values()) else node.args.args
            stubbed = {arg.arg for arg in (*positional, *node.args.kwonlyargs)}
            assert stubbed - {"self"} <= set(spelled), node.name


def test_the_package_says_that_it_has_types():
    assert (PACKAGE / "py.typed").is_file()
