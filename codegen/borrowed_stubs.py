"""Stubs of the documented modules of torch that are borrowed: type checkers read no file of torch's for names of ours.

Names and parameters are torch's, read from its source; what they take and give is Any. What is in TYPED has a stub that
is written by hand.
"""

import ast
import importlib.machinery
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "pytorch_c"

# Public modules of torch's documentation, a row each; those that are ours have types of their own.
DOCUMENTED = """
_functorch.batch_norm_replacement _functorch.functional_call accelerator accelerator.memory amp.grad_scaler ao.quantization
autograd.profiler autograd.profiler_util profiler.profiler
cpu.amp cpu.amp.autocast_mode cpu.amp.grad_scaler cuda.amp cuda.amp.autocast_mode cuda.amp.common cuda.amp.grad_scaler
distributed.checkpoint distributed.device_mesh distributed.fsdp distributed.tensor distributed.tensor.parallel
distributions distributions.constraints distributions.kl distributions.transforms export export.dynamic_shapes
export.exported_program export.graph_signature fx fx.experimental.proxy_tensor hub masked multiprocessing.spawn nested nn.grad
nn.utils.convert_parameters nn.utils.fusion nn.utils.init nn.utils.memory_format nn.utils.parametrizations
nn.utils.parametrize nn.utils.prune nn.utils.stateless optim._adafactor optim._muon optim.adadelta optim.adamax
optim.asgd optim.lbfgs optim.lr_scheduler optim.nadam optim.radam optim.rmsprop optim.rprop optim.sparse_adam optim.swa_utils
package quantization quasirandom signal.windows testing utils.benchmark utils.bundled_inputs utils.cpp_extension
utils.data.distributed
utils.flop_counter utils.mobile_optimizer utils.tensorboard utils.throughput_benchmark utils.weak
""".split()

TYPED = {"autograd/functional.pyi": "autograd_functional.pyi"}
_HEAD = (
    '"""torch.{}, torch\'s own file. Derived by codegen/borrowed_stubs.py; do not edit."""\n\nfrom typing import Any\n'
)


def files():
    """{path in the package: text} of the stubs; none where torch's Python is not installed."""
    spec = importlib.machinery.PathFinder.find_spec("torch")
    folders = [Path(one) for one in (spec and spec.submodule_search_locations) or ()]
    made = {path: Path(__file__).with_name(template).read_text() for path, template in TYPED.items()}
    for name in DOCUMENTED:
        path = name.replace(".", "/")
        if any((PACKAGE / ours).is_file() for ours in (f"{path}.py", f"{path}/__init__.py")):
            continue
        for folder in folders:
            for ending in (".py", "/__init__.py"):
                if (folder / (path + ending)).is_file():
                    made[path + ending + "i"] = _stub(name, (folder / (path + ending)).read_text())
    return made


def _stub(name, source):
    tree = ast.parse(source)
    found, wanted = {}, None
    for node in _statements(tree.body):
        for one, text in _declared(node):
            found.setdefault(one, text)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            wanted = _constants(node.value)
    if wanted is None:
        wanted = [one for one, text in found.items() if not one.startswith("_") and not text.endswith("  # imported")]
    lines = [found.get(one, f"{one}: Any").removesuffix("  # imported") for one in dict.fromkeys(wanted)]
    return _HEAD.format(name) + "\n" + "\n".join(lines) + "\n"


def _statements(body):
    """Yields the statements of the top level, within `if` and `try` too."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try):
            yield from _statements([*node.body, *node.orelse])


def _constants(node):
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def _declared(node):
    """(name, its line in a stub) of what a statement defines."""
    if isinstance(node, ast.FunctionDef):
        yield node.name, f"def {node.name}({_parameters(node.args)}) -> Any: ..."
    elif isinstance(node, ast.ClassDef):
        yield node.name, f"class {node.name}(Any): ..."
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                yield target.id, f"{target.id}: Any"
    elif isinstance(node, ast.ImportFrom):
        for one in node.names:
            name = one.asname or one.name
            kind = f"class {name}(Any): ..." if name[:1].isupper() else f"{name}: Any"
            yield name, kind + "  # imported"


def _parameters(args):
    plain = [*args.posonlyargs, *args.args]
    first = len(plain) - len(args.defaults)
    words = [f"{one.arg}: Any" + (" = ..." if place >= first else "") for place, one in enumerate(plain)]
    if args.posonlyargs:
        words.insert(len(args.posonlyargs), "/")
    if args.vararg:
        words.append(f"*{args.vararg.arg}: Any")
    elif args.kwonlyargs:
        words.append("*")
    words += [
        f"{one.arg}: Any" + (" = ..." if default else "") for one, default in zip(args.kwonlyargs, args.kw_defaults)
    ]
    if args.kwarg:
        words.append(f"**{args.kwarg.arg}: Any")
    return ", ".join(words)
