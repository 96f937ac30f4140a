"""Torch's own Python upon pytorch_c: bound to it, beside torch, with torch's numbers and torch's lines."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
import textwrap
import traceback
import types

import pytest
import torch
from support.project import HANG

import pytorch_c
from pytorch_c._borrowed import loader


def run(code, **env):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=HANG,
        env={**os.environ, **env},
    )


# ---- imports on the syntax tree ----


@pytest.mark.parametrize(
    "source, expected",
    [
        ("import torch", "import pytorch_c as torch"),
        ("import torch as t, os", "import pytorch_c as t\nimport os"),
        ("import torch.nn.functional as F", "import pytorch_c.nn.functional as F"),
        ("import torch.jit", "import pytorch_c.jit, pytorch_c as torch"),
        ("from torch import nan, Tensor", "from pytorch_c import nan, Tensor"),
        ("from torch.nn import Module", "from pytorch_c.nn import Module"),
        ("from . import utils", "from . import utils"),
        ("import torchvision", "import torchvision"),
        ("from torchvision import io", "from torchvision import io"),
        ("def f():\n    import torch", "def f():\n    import pytorch_c as torch"),
    ],
)
def test_imports_of_torch_are_bound_to_this_package(source, expected):
    tree = loader._Rebinder().visit(ast.parse(source))
    assert ast.unparse(ast.fix_missing_locations(tree)) == expected


def test_all_names_of_torch_in_a_module_are_ours():
    from pytorch_c.distributions import normal, utils

    assert normal.torch is pytorch_c and utils.Tensor is pytorch_c.Tensor
    assert normal.Normal is not torch.distributions.Normal


def test_torch_is_not_loaded():
    done = run("""
        import sys, pytorch_c, pytorch_c.distributions, pytorch_c.quasirandom
        assert pytorch_c.distributions.Normal(0.0, 1.0).log_prob(pytorch_c.zeros(2)).shape == (2,)
        assert not [name for name in sys.modules if name.partition('.')[0] == 'torch']
        assert not any('libtorch_python' in line for line in open('/proc/self/maps'))
    """)
    assert done.returncode == 0, done.stderr


# ---- what runs ----


def densities(t):
    t.manual_seed(0)
    d, x = t.distributions, t.tensor([0.2, 0.4, 0.4])
    cases = [d.Normal(0.0, 2.0), d.Beta(2.0, 3.0), d.Gamma(2.0, 3.0), d.StudentT(4.0), d.VonMises(0.5, 2.0)]
    found = [case.log_prob(x) for case in cases]
    found += [d.Categorical(logits=x).entropy(), d.Dirichlet(x).rsample(), d.Normal(x, 1.0).sample((2,))]
    found += [d.kl_divergence(d.Gamma(2.0, 3.0), d.Gamma(1.0, x)), d.MultivariateNormal(x, t.eye(3)).rsample()]
    normals = d.MultivariateNormal(t.zeros(2, 1, 3), t.eye(3)), d.MultivariateNormal(x, 2 * t.eye(3).expand(4, 3, 3))
    found += [d.kl_divergence(*normals), t.ones(t._C._infer_size(t.Size([2, 1]), t.Size([4])) + (3,))]
    flow = d.TransformedDistribution(d.Normal(t.zeros(3), 1.0), [d.transforms.SigmoidTransform()])
    return [*found, flow.log_prob(x)]


def quasirandom(t):
    return [t.quasirandom.SobolEngine(4, scramble=True, seed=3).draw(8)]


def eigenvalues(t):
    a = t.diag(t.arange(12.0)) + 0.1
    values, _ = t.lobpcg(a, k=2, X=t.eye(12)[:, :3].contiguous(), niter=200)
    return [values.round(decimals=3)]


@pytest.mark.parametrize("case", [densities, quasirandom, eigenvalues])
def test_the_numbers_are_torchs(case):
    for ours, theirs in zip(case(pytorch_c), case(torch), strict=True):
        torch.testing.assert_close(torch.from_numpy(ours.detach().numpy().copy()), theirs)


def test_gradients_come_through():
    p = pytorch_c.tensor([0.3, 0.7], requires_grad=True)
    pytorch_c.distributions.Beta(p, 2.0).rsample().sum().backward()
    assert p.grad.shape == (2,)


def test_a_traceback_shows_torchs_file_and_line():
    try:
        pytorch_c.distributions.Normal(0.0, -1.0)
    except ValueError as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
    assert frame.filename == torch.distributions.distribution.__file__
    assert frame.line.startswith("raise ValueError(")


# ---- where it is read ----


def test_bytecode_is_kept_until_the_source_changes(tmp_path, monkeypatch):
    source = tmp_path / "made.py"
    monkeypatch.setattr(loader, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    seen = []
    monkeypatch.setattr(loader, "compiled", lambda data, path, only: seen.append(path) or compile(data, path, "exec"))

    def value():
        module = types.ModuleType("pytorch_c.made")
        exec(loader.Loader("pytorch_c.made", str(source)).get_code("pytorch_c.made"), vars(module))
        return module.x

    source.write_text("x = 1")
    assert (value(), value(), len(seen)) == (1, 1, 1)
    source.write_text("x = 22")
    assert (value(), value(), len(seen)) == (22, 22, 2)
    for kept in (tmp_path / "cache").iterdir():
        kept.write_bytes(kept.read_bytes()[:40])
    assert (value(), len(seen)) == (22, 3), "damaged"


def fake_libtorch(path, version=None):
    """A folder that links libtorch's libraries and has torch's Python of a version, or none."""
    path.mkdir()
    (path / "lib").symlink_to(os.path.join(torch.__path__[0], "lib"))
    if version:
        (path / "__init__.py").write_text("")
        (path / "version.py").write_text(f"__version__ = '{version}'\n")
    return str(path)


@pytest.mark.parametrize(
    "version, said", [(None, "and it is not: `pip install"), ("2.9.1", "there is torch 2.9.1 in ")]
)
def test_without_torchs_files_an_import_says_so(tmp_path, version, said):
    libtorch = fake_libtorch(tmp_path / "torch", version)
    done = run(
        """
        import sys
        sys.path[:] = [one for one in sys.path if not one.endswith('site-packages')]
        sys.path.append(PACKAGES)
        import pytorch_c
        x = pytorch_c.nn.Linear(2, 2)(pytorch_c.ones(1, 2))
        import pytorch_c.distributions
        """.replace("PACKAGES", repr(_without_torch(tmp_path))),
        LIBTORCH=libtorch,
        PYTHONPATH=os.path.dirname(os.path.dirname(pytorch_c.__file__)),
    )
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: this module is torch's own Python") and said in last, done.stderr


def _without_torch(tmp_path):
    """A folder with what pytorch_c imports, and no torch."""
    import _cffi_backend
    import cffi
    import numpy
    import typing_extensions

    place = tmp_path / "packages"
    place.mkdir(exist_ok=True)
    for module in (cffi, numpy):
        (place / module.__name__).symlink_to(os.path.dirname(module.__file__))
        libs = os.path.dirname(module.__file__) + ".libs"
        if os.path.isdir(libs):
            (place / os.path.basename(libs)).symlink_to(libs)
    for module in (_cffi_backend, typing_extensions):
        shutil.copy(module.__file__, place)
    return str(place)


def test_a_borrowed_package_has_no_folder_to_search():
    assert pytorch_c.distributions.__path__ == [], "others would find its files and not bind them"


def test_a_name_that_a_module_lacks_comes_from_torchs_file_beside_it():
    rendezvous = importlib.import_module("pytorch_c.distributed.rendezvous")
    from pytorch_c.utils import checkpoint

    assert rendezvous._query_to_dict("a=1") == {"a": "1"}
    assert checkpoint.GraphExecGroup.__module__ == "pytorch_c.utils.checkpoint"
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        _ = checkpoint.no_such_name


def test_what_comes_from_beside_uses_what_is_ours():
    from pytorch_c.nn import functional

    found = functional._no_grad_embedding_renorm_
    assert found.__globals__["embedding"] is functional.embedding
    weight = pytorch_c.tensor([[3.0, 4.0]])
    found(weight, pytorch_c.tensor([0]), 1.0, 2.0)
    assert weight.norm().item() == pytest.approx(1.0)


def test_dir_does_not_grow_by_what_comes_from_beside():
    from pytorch_c.nn import functional

    before = dir(functional)
    assert functional._verify_batch_size and "_verify_batch_size" in vars(functional)
    assert dir(functional) == before and "relu" in before


def test_versions_compare_after_torchs_file_has_run_beside():
    from pytorch_c import torch_version

    version = torch_version.TorchVersion("2.13.0")
    assert torch_version.cmp_method and (2, 3) <= version < "99" and version > torch_version.Version("1.0")
    assert {version: 1}[version] == 1


def test_there_are_no_remote_calls():
    rpc = importlib.import_module("pytorch_c.distributed.rpc")
    assert rpc.is_available() is False and rpc.RRef


def test_names_of_the_top_level_come_from_torchs_file():
    assert pytorch_c.PRIVATE_OPS and pytorch_c._sym_sqrt(4.0) == 2.0
    assert pytorch_c.SymInt.__eq__ is not object.__eq__


def test_what_was_compiled_beside_ours_is_kept(tmp_path):
    code = """
        from pathlib import Path
        from pytorch_c._borrowed import loader
        loader.CACHE = Path(FOLDER)
        made = []
        late = loader.annotates_late
        loader.annotates_late = lambda tree: made.append(1) or late(tree)
        from pytorch_c.utils import checkpoint
        checkpoint.GraphExecGroup
        print(len(made) > 0)
    """.replace("FOLDER", repr(str(tmp_path)))
    first, second = (run(code, PYTHONDONTWRITEBYTECODE="") for _ in range(2))
    assert (first.stdout, second.stdout) == ("True\n", "False\n"), first.stderr + second.stderr


def test_names_that_torch_makes_when_asked():
    with pytest.warns(UserWarning, match="please do not call"):
        assert pytorch_c.set_vital("a", "b", "c") is None
    with pytest.warns(UserWarning, match="has_mkldnn"):
        assert pytorch_c.has_mkldnn == torch.backends.mkldnn.is_available()


def test_operators_of_prims_take_numbers_for_tensors():
    code = """
        import pytorch_c
        import pytorch_c._decomp  # defines the operators, and what they give for meta tensors
        x, prims = pytorch_c.arange(3.0), pytorch_c.ops.prims
        print(prims.mul(x, 2.5).tolist(), prims.add.default(x, 1).tolist(), pytorch_c.empty(3, device="meta").normal_(0, 1).shape)
    """
    done = run(code)
    assert done.stdout == "[0.0, 2.5, 5.0] [1.0, 2.0, 3.0] torch.Size([3])\n", done.stderr
