"""Types of all modules: stubs and sources agree, nothing public is without a type, programs for torch type check."""

import ast
import os
import re
import subprocess
import sys

import pytest
from support.project import TESTS
from test_stubs import PACKAGE, mypy

from codegen.borrowed_stubs import DOCUMENTED

PROGRAMS = TESTS / "programs"
# Torch's own types have Any for einsum, so that a dict of its results takes a list there.
MORE_PRECISE = {("einsum_puzzles.py", "34")}

# ---- the stubs and what runs ----

# Reports of mypy.stubtest about names whose text is another form of the same.
EXCUSED = {
    # Overloads are one function at run time, whose parameters have a default where one form has none.
    r"pytorch_c\.(_ops|_tensor\.tensor\.Tensor|fft|linalg|special)\.\w+ .*(pytorch_c\._calls\.checks\._Unset|"
    r"runtime parameter \"\w+\" has a default value but stub parameter does not)": "overloads",
    r"pytorch_c\.(_ops|_tensor\.tensor\.Tensor)\.(max|min) .*\"?(other|keepdim)": "max(other) and max(dim, keepdim)",
    r"pytorch_c\.(_ops|_tensor\.tensor\.Tensor)\.\w+ .*\"(requires_grad|dtype)\" is not keyword-only": "randn([2], True), view(dtype)",
    r"pytorch_c\.(_ops|_tensor\.tensor\.Tensor)\.\w+ .*stub does not have parameter \"(size|dims|shape|repeats)\"": "*sizes, or one",
    r"pytorch_c\.(_ops|_tensor\.tensor\.Tensor)\.new_\w+ .*\"(input|self)\" has a default value": "its name is free: it comes first",
    r"pytorch_c\._ops\.pairwise_distance .*\"keepdims\"": "NumPy's name where there is no dim",
    # A method is the function of the same name.
    r"pytorch_c\._tensor\.tensor\.Tensor\.\w+ .*stub parameter \"self\" differs from runtime parameter \"(input|A|tensor)\"": "self",
    r"pytorch_c\._tensor\.tensor\.Tensor\.\w+ .*stub does not have parameter \"out\"": "for the function",
    r"pytorch_c\._tensor\.tensor\.Tensor\.split ": "the names of torch's methods, which the function takes too",
    r"pytorch_c\._composites\.shape\.split ": "the method's name for it",
    r"pytorch_c\._tensor\.(tensor\.Tensor|methods)\.to ": "three forms in *args",
    r"pytorch_c\._tensor\.tensor\.Tensor\.__(init|new)__ ": "Tensor(2, 3) is made in __new__",
    r"pytorch_c\._tensor\.tensor\.Tensor\.__r?pow__ .*\"mod\"": "a slot of Python's has it",
    # Names into which mypy.stubtest cannot see.
    r"pytorch_c\._boundary\._core\.\w+ is not present in stub": "internal, of any type",
    r"pytorch_c\._boundary\.library\.(ffi|lib) is not present in stub": "cffi's part, loaded at its first use",
    r"pytorch_c\._calls\.schema\.(Argument|Schema)\.\w+ is (read-only at runtime|not present in stub)": "slots",
    r"pytorch_c\._calls\.schema\.(signatures|type_of) is inconsistent": "@cache",
    r"pytorch_c\.(_calls\.dispatch_keys\._key_(named|of)|_calls\.jit_types\.parsed|_tensor\.overriding\.(asker|_declared|_functional|_not_wrapped)|"
    r"_C\.extension\._every|overrides\._lists|utils\.checkpoint\._of_torch) is inconsistent": "@cache",
    r"pytorch_c\.jit\._(builtins|layers|sizes)\._\w+ is inconsistent": "@cache",
    r"pytorch_c\.jit\._compile\.Compiler\.literal variable differs": "a static method",
    r"pytorch_c\.jit\._sizes\.TracedSize is a disjoint base": "an int with attributes",
    r"pytorch_c\._tensor\.(data|methods)\._\w+ is inconsistent, runtime does not have \*": "@core.quick",
    r"pytorch_c\.(_tensor\.tensor\.Tensor|nn\.parameter\.Uninitialized(Parameter|Buffer)) is inconsistent, metaclass differs": "in C",
    r"pytorch_c\._higher_order_ops\.\w+\._\w+ is inconsistent, metaclass differs": "ABCMeta, of torch's own class",
    r"pytorch_c\.(_tensor\.tensor\.Tensor|nn\.parameter\.Uninitialized(Parameter|Buffer))\.\w+ variable differs from runtime type "
    r"pytorch_c\._tensor\.overriding\._Property": "an attribute that asks __torch_function__",
    r"pytorch_c\.jit\._sizes\._item variable differs from .*\._Method": "a method that asks __torch_function__",
    # Classes that are used as functions, and the other way round.
    r"pytorch_c\.(no_grad|enable_grad|inference_mode|set_grad_enabled) is not a function": "typed as decorators",
    r"pytorch_c\._composites\.typed\.\w+Tensor variable differs from runtime type .*\._Typed": "DoubleTensor(2, 3) makes a Tensor",
    # Members that a class or module makes itself.
    r"pytorch_c\.nn\.modules\.\w+\.\w+\.(function|convolve) variable differs": "inner names of a layer",
    r"pytorch_c\.nn\.modules\.module\.Module\.__repr__ ": "reprlib's decorator",
    r"pytorch_c\.nn\.parameter\.(Uninitialized)?(Parameter|Buffer)\.\w+ is inconsistent": "Tensor's members, which ask first",
    r"pytorch_c\.\w*Storage variable differs from runtime type .*\._LegacyMeta": "classes made from the table of dtypes",
    r"pytorch_c\.vision\.(\w+\.(Norm|Weights)|_weights\.M|transforms\._\w+\.Image) is not present at runtime": "for the type checker only",
    r"pytorch_c\.storage\.common\.Common\.\w+ is not present in stub": "made from the table of dtypes",
    r"pytorch_c\._calls\.jit_types\.Type\.\w+ is not present in stub": "made from a list of names",
    r"pytorch_c\.storage\.(typed\.)?TypedStorage\._\w+ is not present in stub": "made from lists of names",
    r"pytorch_c\.(multiprocessing|utils)\.__all__ names exported": "made from lists of names",
    r"pytorch_c\.nn\.utils\.rnn\.PackedSequence is a disjoint base": "a named tuple",
    r"pytorch_c\.array_api\.\w+ is not present (in stub|at runtime)": "array-api-compat's names",
    r"pytorch_c\.(utils\.)?data\.(DistributedSampler|__all__) ": "torch's own Python, read when it is asked for",
    r"pytorch_c\.autograd\._torch_graph\.\w+ is not present in stub": "torch's own Python, run under this name",
    r"pytorch_c\.(_dynamo|_export|_higher_order_ops|backends)\.\w+ is not present in stub": "torch's own Python, run under this name",
    r"pytorch_c\.(vision\.transforms\._draw\._logs|backends\.mps\.is_available) is inconsistent": "@lru_cache",
    r"pytorch_c\.(_borrowed\.root\._asked|_composites\.symbolic\._of_symbols) is inconsistent": "@lru_cache",
    r"pytorch_c\.(_calls\.(jit_types\._class_of_kind|script_operators\._\w+)|utils\.hooks\._of_graph) is inconsistent": "@cache",
    r"pytorch_c\._C\._distributed\.(Partial\.reduce_op|StridedShard\.split_factor) is not present in stub": "slots",
    r"pytorch_c\.torch_version\.TorchVersion\.__\w+__ ": "set in a loop, as torch's",
    r"pytorch_c\.return_types\.\w+\.(__new__ is inconsistent|n_\w*fields is not present)": "of a structseq, as torch's",
    r"pytorch_c\._C\._groups\.Lists is not present at runtime": "for the type checker only",
    r"pytorch_c\.ao\.\w+ is not present in stub": "torch's own packages",
    r"pytorch_c\.distributed\.distributed_c10d\.(__all__|ProcessGroupGloo) ": "made when it is asked for",
    r"pytorch_c\.jit\._recursive\.wrap_cpp_module is not present in stub": "torch's own Python, read when it is asked for",
    r"pytorch_c\._borrowed\.(root\._statements|beside\._words) is inconsistent": "@cache",
    r"pytorch_c\.(nn\.attention\.SDPBackend|_C\._native\._(Conv|BatchNorm)Backend)\.\w+ variable differs": "members of a native enum",
    r"pytorch_c\._C\.(_functorch\.)?\w+ is not present in stub": "names of torch's extension, by its list",
    r"pytorch_c\._calls\.opoverload\.\w+\.__class_getitem__ variable differs": "types.GenericAlias",
    r"pytorch_c\.autograd\.function\.NestedIOFunction is not present in stub": "torch's own Python, read when it is asked for",
    r"pytorch_c\.([\w.]+\.)?get_device_module is inconsistent": "@cache, as torch's",
    r"pytorch_c\.(_C\._dynamo\.rules\.methods_in_python|_borrowed\.beside\._defines) is inconsistent": "@cache",
    r"pytorch_c\.compiler\.\w+ is not present": "torch's own file, as the stub's __getattr__ says",
    r"pytorch_c\.(_composites\.compiling\._compiler|_tensor\.overriding\._all_not_wrapped) is inconsistent": "@cache",
    r"pytorch_c\._C\._dynamo\._guard_(accessors\.Accessor|leaves\.Leaf)Methods\.\w+ is not present": "one for each class",
    r"pytorch_c\._C\._dynamo\.(_guard_helpers\._FUNCTION|guards\._UNCHANGING|programs\._WRITTEN) variable differs": "its kind",
    r"pytorch_c\.(autograd\.variable\.VariableMeta|data\.loader\.default_co\w+|return_types\.\w+) is not present": "torch's __all__",
    r"pytorch_c\.(vision\.(_image_samples\._simplejpeg|transforms\._planes\.tables)|(_calls\.annotations)\._names) is inconsistent": "@cache",
    r"pytorch_c\._C\._ir\.Node\.is is not present in stub": "a word of Python's",
    r"pytorch_c\._C\._ir\.Node\.\w+ (variable differs|is inconsistent)": "made from a list of kinds",
    r"pytorch_c\.trace is not a module": "whoever imports the command gets the operator",
    r"pytorch_c\.ops\.\w+ is not present in stub": "namespaces that were asked for",
    r"pytorch_c\._tensor\.dtype\.\w+ is not present in stub": "named in a table",
    r"pytorch_c\._composites\.(types|typed)\.\w+ is not present in stub": "the package's stub has them",
    r"pytorch_c\.(xpu|mtia|mps|distributed)\.\w+ is not present in stub": "made from a list of names",
    r"pytorch_c\.(xpu|mtia|mps)\.__all__ ": "made from a list of names",
    r"pytorch_c\.cuda\.tensors\.\w+Tensor variable differs from runtime type .*\._Typed": "cuda.FloatTensor(2, 3) makes a Tensor",
    r"pytorch_c\.[\w.]*(TYPE_CHECKING|__all__|__dir__|__del__) is not present in stub": "for Python itself",
    r"pytorch_c\.(autograd|_memory\.scope)\.[FT] is not present at runtime": "for the type checker only",
    r"pytorch_c\.jit\._objects\.RecursiveScriptClass\.__\w+__ is not present in stub": "made from a list of names",
    r"pytorch_c\._borrowed\.whole\.Whole\.__dict__ is inconsistent": "a property in the place of a slot",
    r"pytorch_c\.(_memory\.loops\._Stack\.context|_tensor\.tensor\.wrap) ": "internal",
}


# Of what is borrowed the stubs have the names, and Any.
EXCUSED |= {rf"pytorch_c\.{re.escape(name)}[. ]": "torch's own file" for name in DOCUMENTED}


def test_stubs_are_true_of_what_runs(tmp_path):
    pytest.importorskip("mypy")
    config = "[mypy]\nignore_missing_imports = True\n[mypy-pytorch_c.*]\nignore_errors = True\n"
    (tmp_path / "mypy.ini").write_text(config)
    command = [sys.executable, "-m", "mypy.stubtest", "pytorch_c", "--concise", "--mypy-config-file", "mypy.ini"]
    environment = os.environ | {"MYPYPATH": str(PACKAGE.parent)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert any(line.startswith("pytorch_c._ops") for line in said), done.stdout + done.stderr  # it has run
    assert [line for line in said if not any(re.match(pattern, line) for pattern in EXCUSED)] == []


# ---- nothing without a type ----


def modules():
    """The stub of each public module, or its source where that has the types."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        if any(part.startswith("_") and part != "__init__.py" for part in parts) or parts[0] == "coverage":
            continue  # coverage is a command
        yield path.with_suffix(".pyi") if path.with_suffix(".pyi").is_file() else path
    yield PACKAGE / "_tensor" / "tensor.pyi"
    yield PACKAGE / "_ops" / "__init__.pyi"


def untyped(body, prefix=""):
    """The public functions of a module or class that have a parameter or a result without a type."""
    for node in body:
        name = getattr(node, "name", "")
        if isinstance(node, ast.ClassDef) and not name.startswith("_"):
            yield from untyped(node.body, f"{name}.")
        if isinstance(node, ast.FunctionDef) and (not name.startswith("_") or name in ("__init__", "__call__")):
            parts = vars(node.args)
            args = [arg for part in ("posonlyargs", "args", "kwonlyargs") for arg in parts[part]]
            args += [arg for arg in (node.args.vararg, node.args.kwarg) if arg]
            if not node.returns or any(not arg.annotation and arg.arg not in ("self", "cls") for arg in args):
                yield prefix + name
        if isinstance(node, ast.AnnAssign) and not prefix and ast.unparse(node.annotation) == "Any":
            yield ast.unparse(node.target)


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_public_function_has_types(path):
    assert list(untyped(ast.parse(path.read_text()).body)) == []


# ---- programs for torch ----


def complaints(folder, library):
    """{(program, line)} of what mypy does not like, with a library under the name of torch."""
    folder.mkdir()
    for path in PROGRAMS.glob("[!_t]*.py"):
        # run(torch) takes the library as an argument, of which mypy would know nothing.
        text = re.sub(r"(?<=\w)\(torch(?:, |(?=\)))", "(", path.read_text())
        (folder / path.name).write_text(f"import {library} as torch\n{text}")
    lines, _ = mypy(folder, "--check-untyped-defs", *(path.name for path in folder.glob("*.py")))
    found = [re.match(r"(\w+\.py):(\d+): error", line) for line in lines]
    assert not any("syntax" in line for line in lines), lines
    return {match.groups(): line for match, line in zip(found, lines) if match}


def test_programs_for_torch_type_check_as_with_torch(tmp_path):
    ours, theirs = complaints(tmp_path / "ours", "pytorch_c"), complaints(tmp_path / "theirs", "torch")
    assert theirs, "torch's own types find something in these programs"
    assert [line for place, line in ours.items() if place not in theirs.keys() | MORE_PRECISE] == []


# ---- the sources of the packages that mypy takes as they are ----


def test_mypy_takes_the_sources_of_vision_and_tool(tmp_path):
    lines, _ = mypy(tmp_path, "--ignore-missing-imports", "-p", "pytorch_c.vision", "-p", "pytorch_c.tool")
    assert not [line for line in lines if re.search(r"pytorch_c/(vision|tool)/", line)]
    (tmp_path / "wrong.py").write_text("from pytorch_c.vision import models\nmodels.MLP(3)\n")
    assert any("Too many arguments" in line for line in mypy(tmp_path, "wrong.py")[0]), "it looks into them"
