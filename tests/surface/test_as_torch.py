"""pytorch_c under torch's name: install_as_torch() and python -m pytorch_c.run, each in a process of its own."""

import contextlib
import io
import os
import subprocess
import sys
import textwrap

import pytest
from support.project import HANG


def process(*arguments):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=HANG, env=os.environ)


def run(code):
    done = process("-m", "pytorch_c.run", "-c", textwrap.dedent(code))
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def by_torch(code):
    """Returns what a program prints with torch, which this process has: another would import it for seconds."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(textwrap.dedent(code), {})
    return said.getvalue()


def test_import_torch_is_this_package():
    assert (
        run("""
        import torch, pytorch_c, sys
        import torch.nn.functional as F
        from torch import nn
        from torch.utils.data import DataLoader
        assert torch is pytorch_c and torch.torch is torch and nn is pytorch_c.nn and F is pytorch_c.nn.functional
        assert sys.modules['torch.utils.data'] is pytorch_c.data and DataLoader is pytorch_c.data.DataLoader
        assert 'libtorch_python' not in open('/proc/self/maps').read()
        print(nn.Linear(2, 3)(torch.ones(1, 2)).shape)
    """)
        == "torch.Size([1, 3])"
    )


def test_modules_that_need_each_other_are_found_under_torchs_name():
    """A module that is on its way is asked for as an attribute of torch: it is ours, not the place kept for torch's."""
    assert run("import torch._dynamo; print(torch._dynamo.utils.__name__)") == "pytorch_c._dynamo.utils"


OF_TENSORS = """
    import torch
    names = {*dir(torch.Tensor), *dir(torch.nn.functional), *dir(torch._C._nn), *dir(torch.special)}
    names |= {"copy", "copy_to", "fft_fft", "fill", "linalg_norm", "print", "save", "special_erf", "string", "view_copy"}
    names -= {"close", "closed", "data", "onnx"}  # what tells when memory is freed, and a module
    public = sorted(name for name in names if name[0] != "_")
    for name in public:
        print(name, hasattr(torch.Tensor, name), hasattr(torch, name))
"""


def test_names_that_torch_lacks_are_hidden():
    """Libraries ask hasattr(x, "copy") and hasattr(torch, "linear"), or give every object a method, such as save."""
    ours, theirs = (
        dict(line.split(" ", 1) for line in said.splitlines())
        for said in (run(OF_TENSORS), by_torch(OF_TENSORS).strip())
    )
    both = ours.keys() & theirs.keys()
    assert {name: ours[name] for name in both if ours[name] != theirs[name]} == {}
    assert len(both) > 700 and both >= {"copy", "fft_fft", "gelu", "linear", "save"}


def test_what_is_hidden_from_programs_is_there_for_operators_and_traces():
    assert run("""
        import torch, torch.nn.functional as F
        x = torch.ones(2, 2, requires_grad=True)
        f = lambda x: F.pad(F.gelu(F.linear(x, x)), (1, 1))
        class Mode(torch.overrides.TorchFunctionMode):
            def __torch_function__(self, function, types, args=(), kwargs=None):
                return function(*args, **kwargs or {})
        with Mode():
            y = f(x)
        traced = torch.jit.trace(f, x)
        print(hasattr(x, "gelu"), torch.equal(traced(x), y), "grad_fn=<" in repr(y), hasattr(torch.nn.Parameter(x), "copy"))
    """).split() == ["False", "True", "True", "False"]


OPTIMIZERS = """
    import torch
    found = []
    for name, kind in torch.optim.__dict__.items():  # as pyro.optim does
        if isinstance(kind, type) and issubclass(kind, torch.optim.Optimizer) and kind is not torch.optim.LBFGS:
            found.append(name)
    print(*sorted(found))
"""


def test_a_program_that_goes_through_a_modules_names_finds_them():
    theirs = by_torch(OPTIMIZERS).split()
    assert run(OPTIMIZERS).split() == theirs and "RMSprop" in theirs


FUNCTIONS = """
    import importlib, torch, types
    kinds = (types.FunctionType, types.BuiltinFunctionType)
    found = vars(importlib.import_module("{module}")).items()
    print(*(name for name, value in found if name[0] != "_" and {condition}))
"""


@pytest.mark.parametrize(
    "module", ["torch", "torch.fft", "torch.func", "torch.linalg", "torch.nn.utils", "torch.special"]
)
def test_vars_of_a_module_has_torchs_functions(module):
    from pytorch_c import _ops

    code = FUNCTIONS.format(module=module, condition="isinstance(value, kinds)")
    theirs = set(by_torch(code).split())
    if module == "torch":  # whose rarer functions come from other modules of ours, which an import does not load
        theirs &= set(_ops.FAMILY)
    assert theirs and theirs <= set(run(FUNCTIONS.format(module=module, condition="callable(value)")).split())


DTYPES = "import torch; print(*sorted(name for name in dir(torch) if type(getattr(torch, name)) is torch.dtype))"


def test_a_dtype_is_no_operator_of_its_name():
    theirs = by_torch(DTYPES).split()
    code = f"import torch; print(*(name for name in {theirs} if type(getattr(torch, name)) is torch.dtype))"
    assert run(code).split() == theirs and "chalf" in theirs


def test_the_version_is_libtorchs():
    import torch

    found = run(
        "import torch, pytorch_c.config; print(torch.__version__, torch.__version__ >= (2, 9), "
        "pytorch_c.config.version() != torch.__version__)"
    )
    assert found == f"{torch.__version__} True True"


def test_classes_name_torch_as_their_module():
    found = run("""
        import torch
        from torch import nn
        kinds = (torch.Tensor, nn.Parameter, nn.Linear, torch.dtype, torch.device, torch.Size, torch.optim.SGD,
                 torch.distributions.Normal, torch.utils.data.DataLoader, torch.utils.data.Subset, torch.no_grad,
                 nn.Softmax, nn.LSTMCell, nn.ParameterList, torch.optim.Muon, torch.finfo, torch.Generator)
        print(*(f"{kind.__module__}.{kind.__qualname__}" for kind in kinds))
    """)
    import torch

    kinds = (
        torch.Tensor,
        torch.nn.Parameter,
        torch.nn.Linear,
        torch.dtype,
        torch.device,
        torch.Size,
        torch.optim.SGD,
        torch.distributions.Normal,
        torch.utils.data.DataLoader,
        torch.utils.data.Subset,
        torch.no_grad,
        torch.nn.Softmax,
        torch.nn.LSTMCell,
        torch.nn.ParameterList,
        torch.optim.Muon,
        torch.finfo,
    )
    theirs = [f"{kind.__module__}.{kind.__qualname__}" for kind in kinds]
    assert found.split() == [*theirs, "torch.Generator"]


def test_an_import_asks_no_object_that_warns():
    assert (
        run("""
        import warnings
        warnings.simplefilter("error")
        from torch.distributed.distributed_c10d import GroupName, reduce_op
        print(GroupName.__name__)
    """)
        == "GroupName"
    )


def test_a_class_is_found_in_the_module_that_it_names():
    assert (
        run("""
        import sys, typing, torch
        for kind in torch.nn.Linear.__mro__[:-1]:
            assert hasattr(sys.modules[kind.__module__], kind.__name__), kind
        class Net(torch.nn.Module): x: int
        print(typing.get_type_hints(Net)['x'].__name__)
    """)
        == "int"
    )


def test_classes_are_where_they_say_torch_has_them():
    assert (
        run("""
        import importlib, typing, pytorch_c, torch
        from pytorch_c._as_torch import HOMES
        import torch.nn.modules, torch.utils.data
        found = 0
        for ours, theirs in HOMES.items():
            home = f"torch.{theirs}".rstrip(".")
            for name, kind in vars(importlib.import_module(f"pytorch_c.{ours}")).items():
                if isinstance(kind, type) and kind.__module__ == home and name[0] != "_" and name == kind.__name__:
                    assert getattr(importlib.import_module(home), name) is kind, (ours, home, name)
                    typing.get_type_hints(kind)
                    found += 1
        print(found > 40)
    """)
        == "True"
    )


def test_pickles_and_files_are_right():
    assert (
        run("""
        import copy, io, pickle, torch
        model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU())
        for made in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
            assert torch.equal(made[0].weight, model[0].weight) and type(made) is type(model)
        file = io.BytesIO()
        torch.save(model, file)
        assert b'ctorch.nn.modules.linear' in file.getvalue()
        file.seek(0)
        made = torch.load(file, weights_only=False)
        print(torch.equal(made[0].weight, model[0].weight), pickle.loads(pickle.dumps(torch.float32)))
    """)
        == "True torch.float32"
    )


def test_functions_are_where_they_say_torch_has_them():
    import importlib

    from pytorch_c._as_torch import NAMES

    names = [
        (ours, f"torch.{home}".rstrip("."), name) for ours, (home, names) in NAMES.items() for name in names.split()
    ]
    for _, home, name in names:
        assert getattr(importlib.import_module(home), name).__module__ == home
    assert (
        run(f"""
        import importlib, pickle, torch, torch.utils.data, torch.profiler
        for ours, home, name in {names!r}:
            function = getattr(importlib.import_module(f"pytorch_c.{{ours}}"), name)
            assert function.__module__ == home, (function.__module__, home, name)
            assert pickle.loads(pickle.dumps(function)) is function
        print(torch.save.__module__)
    """)
        == "torch.serialization"
    )


def test_functions_are_pickled_as_torchs():
    import pickle

    import torch

    mine = run("import pickle, torch; print([pickle.dumps(f) for f in (torch.tanh, torch.nn.functional.relu)])")
    assert mine == str([pickle.dumps(one) for one in (torch.tanh, torch.nn.functional.relu)])


def test_torch_reads_a_whole_model(tmp_path):
    import torch

    run(f"import torch; torch.manual_seed(0); torch.save(torch.nn.Linear(2, 3), r'{tmp_path}/model.pt')")
    with torch.serialization.safe_globals([torch.nn.Linear]):
        made = torch.load(tmp_path / "model.pt", weights_only=False)
    torch.manual_seed(0)
    assert torch.equal(made.weight, torch.nn.Linear(2, 3).weight)


@pytest.mark.parametrize(
    "name, said",
    [
        ("torch.jit._shape_functions", "torch.jit._shape_functions is not in pytorch_c: it gives rules of shapes"),
        ("torch.no_such_module", "No module named 'torch.no_such_module'"),
        ("torch.nn.no_such_module", "No module named 'torch.nn.no_such_module'"),
    ],
)
def test_what_is_not_here_is_an_import_error(name, said):
    found = run(f"try:\n    import {name}\nexcept ImportError as error:\n    print(error)")
    assert found.startswith(said)


def test_it_is_refused_after_torch():
    done = process("-c", "import torch, pytorch_c; pytorch_c.install_as_torch()")
    assert (
        done.stderr.strip()
        .splitlines()[-1]
        .startswith("ImportError: install_as_torch(): torch has been imported already")
    )


def test_twice_is_harmless():
    code = "import pytorch_c; pytorch_c.install_as_torch(); pytorch_c.install_as_torch(); import torch; print(torch is pytorch_c)"
    assert process("-c", code).stdout.strip() == "True"


def test_without_it_nothing_changes():
    code = (
        "import pytorch_c as t; print(t.Tensor.__module__, t.nn.Linear.__module__, t.__version__ == t.config.version())"
    )
    assert process("-c", f"import pytorch_c.config; {code}").stdout.split() == [
        "pytorch_c",
        "pytorch_c.nn.modules.linear",
        "True",
    ]


# ---- python -m pytorch_c.run ----


def test_a_program_gets_its_arguments_and_its_folder(tmp_path):
    (tmp_path / "beside.py").write_text("x = 3")
    (tmp_path / "program.py").write_text(
        "import sys, torch, beside\nif __name__ == '__main__': print(sys.argv[1:], beside.x, torch.ones(2).sum().item())"
    )
    done = process("-m", "pytorch_c.run", str(tmp_path / "program.py"), "a", "--b")
    assert done.stdout.strip() == "['a', '--b'] 3 2.0", done.stderr


def test_a_module_gets_its_arguments():
    done = process("-m", "pytorch_c.run", "-m", "json.tool", "--help")
    assert done.returncode == 0 and "usage" in done.stdout


def test_its_exit_code_is_the_programs(tmp_path):
    assert process("-m", "pytorch_c.run", "-c", "raise SystemExit(3)").returncode == 3
    assert process("-m", "pytorch_c.run").returncode == 2
    missing = process("-m", "pytorch_c.run", str(tmp_path / "none.py"))
    assert missing.returncode == 2 and "none.py" in missing.stderr


def test_a_scheduler_says_the_module_that_torch_names():
    code = """
        import importlib
        import torch
        from torch.optim import lr_scheduler, swa_utils
        import torch.distributions.normal as normal

        made = lr_scheduler.StepLR(torch.optim.SGD([torch.ones(1)]), 1)
        print(made.__module__ == lr_scheduler.__name__ == "torch.optim.lr_scheduler", swa_utils.__name__, normal.__name__)
        print(importlib.reload(lr_scheduler).StepLR.__module__, importlib.import_module(lr_scheduler.__name__) is lr_scheduler)
    """
    assert run(code) == ("True torch.optim.swa_utils torch.distributions.normal\ntorch.optim.lr_scheduler True")


def test_an_import_warns_of_no_deprecated_name():
    assert (
        run("import warnings; warnings.simplefilter('error'); import torch.distributed.distributed_c10d; print(1)")
        == "1"
    )
