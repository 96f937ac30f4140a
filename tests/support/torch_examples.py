"""The examples in the docstrings of the installed torch, run with torch and with pytorch_c."""

import ast
import builtins
import collections
import contextlib
import doctest
import inspect
import io
import itertools
import math
import random
import re
import sys
import types
import warnings

import numpy
import torch
import torch.autograd.forward_ad
import torch.nn.utils
import torch.utils.data
from support.compare import Different, dtype_name, same_values, to_torch
from support.oracle import Outcome, is_broken, same_outcome

import pytorch_c

SPACES = (
    "",
    "linalg",
    "fft",
    "random",
    "signal.windows",
    "sparse",
    "special",
    "functional",
    "nn.functional",
    "nn",
    "nn.grad",
    "nn.init",
    "nn.utils",
    "optim",
    "autograd",
    "autograd.function",
    "autograd.functional",
    "autograd.graph",
    "testing",
    "utils.data",
)


# Parts of statements that are not run, by the name in whose docstring they stand; each with the reason.
LEFT_OUT = {
    "Generator.seed": ("g_cpu.seed()", "gives a number from the machine's entropy"),
    "autograd.detect_anomaly": (
        "with autograd.detect_anomaly()",
        "where torch is loaded too, its Python keeps a stack for each node, of our graphs as well, and may fail in the "
        "middle of our call; tests/autograd has anomaly mode without that",
    ),
    "autograd.enforce_grad_layout_policy": ("enforce_grad_layout_policy(False)", "a switch that the C library has not"),
    "autograd.Function.save_for_forward": ("fwAD", "uses its class within the class's own body"),
    "empty_permuted": ("dim_order()", "is left out of pytorch_c: docs/differences.md"),
    "load": ("encoding=", "how strings of Python 2 are read: docs/differences.md"),
    "utils.data.DistributedSampler": ("loader = ", "the name of a module here, which is there before"),
    "utils.data.MapDataPipe": ("SequenceWrapper", "needs torchdata"),
    "nn.MultiheadAttention": ("multihead_attn", "names what it does not make"),
    "nn.SyncBatchNorm": ("process_group", "there are no process groups"),
    "nn.SyncBatchNorm.convert_sync_batchnorm": ("process_group", "there are no process groups"),
    "nn.Transformer.forward": ("transformer_model", "names what it does not make"),
    "nn.utils.remove_spectral_norm": ("spectral_norm(", "names what it does not import"),
    "nn.utils.remove_weight_norm": ("weight_norm(", "names what it does not import"),
    "optim.ASGD.load_state_dict": ("scheduler", "has `...` for the optimizer"),
    "set_default_device": ("get_default_device", "torch asks the GPU for its index"),
    "utils.data.IterableDataset": ("num_workers=", "torch starts processes, which takes seconds; test_data_workers.py"),
}


# {path: what its statements raise, in their order}, but for the lack of CUDA.
RAISED = {
    "Generator.clone_state": [RuntimeError],  # no CUDA
    "Tensor.to_sparse": [RuntimeError, RuntimeError],
    "autograd.detect_anomaly": [RuntimeError],
    "autograd.Function.mark_dirty": [RuntimeError],
    "inference_mode": [RuntimeError],
    "is_nonzero": [RuntimeError, RuntimeError],
    "linalg.LinAlgError": [RuntimeError],
    "linalg.lu": [RuntimeError],  # on a GPU it would not
    "linalg.solve_ex": [TypeError],
    "multinomial": [RuntimeError],
    "autograd.graph.disable_saved_tensors_hooks": [RuntimeError],
    "nn.Fold": [TypeError],  # has `...` for numbers
    "nn.MaxUnpool2d": [RuntimeError, RuntimeError],  # of a tensor without a channel
    "nn.TripletMarginWithDistanceLoss": [RuntimeError, RuntimeError],  # the graph is used up
    "nn.Unfold": [TypeError],  # has `...` for numbers
    "optim.ASGD.load_state_dict": [AttributeError],  # has `...` for the optimizer
    "sparse.check_sparse_tensor_invariants": [RuntimeError],
    **dict.fromkeys(  # no CUDA
        (
            "Event",
            "Event.elapsed_time",
            "Event.query",
            "Event.record",
            "Event.synchronize",
            "Stream",
            "Stream.is_capturing",
            "Stream.record_event",
        ),
        [RuntimeError],
    ),
    **dict.fromkeys(("Event.wait", "Stream.wait_event", "Stream.wait_stream"), [RuntimeError, RuntimeError]),  # no CUDA
    "Stream.query": [RuntimeError],  # no CUDA
    "Stream.synchronize": [RuntimeError],  # no CUDA
    "autograd.graph.region_activation_memory_budget": [RuntimeError],  # for compiled regions alone
    "nn.grad.conv1d_weight": [TypeError],
    "nn.grad.conv2d_weight": [TypeError],
    "qr": [RuntimeError],
    "sparse_coo_tensor": [RuntimeError],  # no CUDA
    "tensordot": [RuntimeError],  # what was to be on a GPU is not there
    "testing.assert_close": [AssertionError, TypeError, TypeError, AssertionError, AssertionError, AssertionError],
    "load": [RuntimeError],  # no CUDA
}


def find(library, path):
    """Returns what torch's dotted path names in a library; raises AttributeError."""
    for part in path.split("."):
        if part:
            library = getattr(library, part)
    return library


def documented():
    """{path: docstring} of torch's public functions, classes and methods whose docstring has examples."""
    found, seen = {}, set()
    for space in SPACES:
        module = find(torch, space)
        for name in sorted(dir(module), key=lambda name: (name != "Tensor", name)):  # FloatTensor has its methods too
            thing = getattr(module, name, None)
            if name.startswith("_") or isinstance(thing, types.ModuleType):
                continue
            path = f"{space}.{name}".lstrip(".")
            _add(found, seen, path, thing)
            if isinstance(thing, type) and thing.__module__.startswith("torch"):
                for part in dir(thing):
                    if not part.startswith("_") and part != "cls_to_become":
                        _add(found, seen, f"{path}.{part}", inspect.getattr_static(thing, part, None))
    return found


def _add(found, seen, path, thing):
    doc = getattr(thing, "__doc__", None)
    if isinstance(doc, str) and ">>>" in doc and doc not in seen and is_here(path):
        seen.add(doc)
        found[path] = doc


def is_here(path):
    """Returns whether pytorch_c has it; test_composites_surface.py wants a reason for each function that it lacks."""
    try:
        find(pytorch_c, path)
    except AttributeError:
        return False
    return True


def statements(doc):
    """The examples of a docstring as one source each; a line that only continues another is joined to it."""
    doc = re.sub(r"^(\s*(?:>>>|\.\.\.))(?=[^\s.>])", r"\1 ", doc.expandtabs(), flags=re.M)
    try:
        sources = [example.source for example in doctest.DocTestParser().get_examples(doc)]
    except ValueError:  # its indentation is not what doctest asks for
        lines = re.findall(r"^\s*(>>>|\.\.\.) ?(.*)$", doc, flags=re.M)
        sources = [line + "\n" for _, line in lines]
    found, at = [], 0
    while at < len(sources):
        end = next((end for end in range(at + 1, len(sources) + 1) if _whole(sources, at, end)), at + 1)
        found.append("".join(sources[at:end]))
        at = end
    return found


def _whole(sources, at, end):
    try:
        ast.parse("".join(sources[at:end]))
    except SyntaxError:
        return False
    return end == len(sources) or not re.match(r"\s+\S|else\b|elif\b|except\b|finally\b|\)", sources[end])


def _things(library):
    """Returns what many examples take for granted."""
    library.manual_seed(0)
    nn, function = library.nn, library.autograd.function
    model, buffer = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2)), io.BytesIO()
    library.save(library.arange(4), buffer)
    buffer.seek(0)
    found = {"nn": nn, "F": nn.functional, "numpy": numpy, "np": numpy, "math": math, "io": io, "itertools": itertools}
    found |= {name: getattr(library, name) for name in ("autograd", "linalg", "optim")}
    found |= {"namedtuple": collections.namedtuple, "List": list, "Iterator": collections.abc.Iterator}
    found |= {"Function": function.Function, "once_differentiable": function.once_differentiable}
    found |= {"model": model, "module": model, "self": model, "loss_fn": nn.MSELoss(), "num_features": 3}
    found |= {"optimizer": library.optim.SGD(model.parameters(), lr=0.1), "buffer": buffer}
    found |= {"input": library.randn(4, 3), "target": library.randn(4, 2)}
    return found | {"ImageDataset": lambda: [1, 2, 3], "TextDataset": lambda: ["a", "b", "c"]}


class Run:
    """One docstring's statements in one library, in a fresh namespace."""

    def __init__(self, library, path):
        self.library, self.shown, self.seen = library, [], {}
        given = dict(vars(builtins), __import__=self._import)
        self.names = {"__builtins__": given, "__name__": "example", "torch": library, **_things(library)}
        self.names.setdefault(path.rpartition(".")[2], find(library, path))
        if path.startswith("utils.data."):
            self.names.update(vars(library.utils.data))
        self.start = {*self.names, "__warningregistry__", "__annotations__"}
        library.manual_seed(0)
        library.use_deterministic_algorithms(True, warn_only=True)  # fills what `empty` makes
        random.seed(0)
        numpy.random.seed(0)

    def _import(self, name, globals=None, locals=None, fromlist=(), level=0):
        """import, where torch is the library of this run."""
        if self.library is not torch and (name == "torch" or name.startswith("torch.")):
            name = "pytorch_c" + name[len("torch") :]
        return __import__(name, globals, locals, fromlist, level)

    def step(self, source):
        """(exception or None, what was printed, the values shown, {name: value}) of one statement."""
        self.shown, printed, error = [], io.StringIO(), None
        hook, sys.displayhook = sys.displayhook, self.shown.append
        try:
            code = compile(ast.Interactive(ast.parse(source).body), "<example>", "single")
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
                exec(code, self.names)
        except Exception as raised:
            error = raised.with_traceback(None)
            error.__cause__ = error.__context__ = None  # their tracebacks hold tensors
        finally:
            sys.displayhook = hook
        names = {name: self._look(name, value) for name, value in self.names.items() if name not in self.start}
        return error, own_name(printed.getvalue()), [look(value) for value in self.shown if value is not None], names

    def _look(self, name, value):
        """look(), at a large tensor only where it is another one than after the last statement."""
        if not isinstance(value, self.library.Tensor) or value.is_inference() or value.numel() < 10_000:
            return look(value)
        grad = value.grad if value.is_leaf else None
        key = id(value), value._version, value.requires_grad, None if grad is None else (id(grad), grad._version)
        if self.seen.get(name, (None,))[0] != key:
            self.seen[name] = key, look(value)
        return self.seen[name][1]


def own_name(text):
    """Text of ours as torch would say it: a class is called pytorch_c.nn.Parameter."""
    return text.replace("pytorch_c.", "torch.")


def look(value):
    """Returns what a value is at this moment, in words and torch's tensors that both libraries' values can be told by."""
    if isinstance(value, (torch.Tensor, pytorch_c.Tensor)):
        return _look_at_tensor(value)
    if isinstance(value, (torch.nn.Module, pytorch_c.nn.Module)):
        return ["module", repr(value), {name: look(one) for name, one in value.named_parameters()}]
    if isinstance(value, (torch.Generator, pytorch_c.Generator)):
        return ["generator", look(value.get_state())]
    if isinstance(value, dict):
        return [type(value).__name__, {str(key): look(one) for key, one in value.items()}]
    if isinstance(value, (list, tuple)):
        return [
            repr(value).partition("(")[0] if type(value) not in (list, tuple) else type(value).__name__,
            [look(one) for one in value],
        ]
    if isinstance(value, numpy.ndarray):
        return ["ndarray", str(value.dtype), value.copy()]
    if isinstance(value, (bool, int, float, complex, bytes, numpy.generic, type(None))):
        return value
    if isinstance(value, str):
        return own_name(value)
    if type(value).__name__ in ("dtype", "device", "layout", "memory_format", "qscheme", "finfo", "iinfo"):
        return [type(value).__name__, repr(value)]
    public = next(kind.__name__ for kind in type(value).__mro__ if kind.__name__[0] != "_")
    return ["of", "callable" if callable(value) else public]


def _look_at_tensor(tensor):
    facts = [f"{type(tensor).__name__} {dtype_name(tensor)} {tensor.layout} requires_grad={tensor.requires_grad}"]
    facts += [f"is_leaf={tensor.is_leaf}", look(tensor.grad) if tensor.is_leaf else None]
    if tensor.is_nested:
        return facts + [look(one) for one in tensor.unbind()]
    facts += [str(tuple(tensor.shape)), repr(tensor)]
    if tensor.is_meta:
        return facts
    plain = tensor.detach()
    if plain.is_quantized:
        plain = plain.int_repr()
    if str(plain.layout) != "torch.strided":
        plain = plain.to_dense()
    else:
        facts.append(str(tuple(plain.stride())) if plain.numel() else "")
    ours = isinstance(plain, pytorch_c.Tensor)
    return facts + [to_torch(plain) if ours else plain.resolve_conj().resolve_neg().clone()]


def same_look(ours, theirs, where):
    """Raises Different where two looks are not the same; floats may differ in their last digits."""
    if type(ours) is not type(theirs):
        raise Different(f"{where}: {ours!r}, torch has {theirs!r}")
    if isinstance(theirs, torch.Tensor):
        return same_values(ours, theirs, where)
    if isinstance(theirs, dict):
        if list(ours) != list(theirs):
            raise Different(f"{where}: {list(ours)}, torch has {list(theirs)}")
        return [same_look(ours[key], theirs[key], f"{where}[{key!r}]") for key in theirs]
    if isinstance(theirs, list):
        if len(ours) != len(theirs):
            raise Different(f"{where}: {ours!r}, torch has {theirs!r}")
        return [same_look(one, other, where) for one, other in zip(ours, theirs)]
    close = isinstance(theirs, (float, complex, numpy.ndarray)) and numpy.allclose(ours, theirs, 1e-5, equal_nan=True)
    if not close and not numpy.array_equal(ours, theirs):
        raise Different(f"{where}: {ours!r}, torch has {theirs!r}")


def same_error(ours, theirs, where, expected):
    """Raises Different unless both raise what is expected, or neither raises."""
    if isinstance(theirs, AssertionError) and "CUDA" in str(theirs) and isinstance(ours, RuntimeError):
        return  # torch without CUDA asserts it, we say what libtorch says
    raises = None if theirs is None else next(expected, None)
    same_outcome(Outcome(None, ours), Outcome(None, theirs), where, raises)


def compare(path, doc):
    """[Different, …] and the number of statements that were compared; those that torch cannot run do not count."""
    part, _ = LEFT_OUT.get(path, ("\0", None))
    sources = [source for source in statements(doc) if part not in source]
    different, count, expected = [], 0, iter(RAISED.get(path, ()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_files(path)
        theirs = run(torch, path, sources)
        ours = run(pytorch_c, path, sources)
    for source, one, other in zip(sources, ours, theirs):
        if other[0] is not None and is_broken(other[0]):
            continue
        count += 1
        try:
            if one[0] is not None and is_broken(one[0]):
                raise Different(f"{source}: raises {one[0]!r}")
            same_error(one[0], other[0], source, expected)
            for what, a, b in zip(("printed", "shown", "names"), one[1:], other[1:]):
                same_look(a, b, f"{what} after {source}")
        except Different as difference:
            different.append(difference)
    different += [Different(f"{path}: {raises} was expected") for raises in expected]
    return different, count


def run(library, path, sources):
    one = Run(library, path)
    try:
        return [one.step(source) for source in sources]
    finally:
        one.names.clear()  # functions refer to it, and it to them: tensors would wait for the collector
        reset(library)


def write_files(path):
    """Writes what the examples of `load` read from the working directory."""
    for name in ("tensors.pt", "tensor.pt", "module.pt") if path == "load" else ():
        torch.save(torch.arange(4), name)


def reset(library):
    """Undoes what an example may have changed for all that come after it."""
    library.set_default_device(None)
    library.set_default_dtype(library.float32)
    library.set_printoptions(profile="default")
    library.set_grad_enabled(True)
    library.set_num_threads(1)
    library.use_deterministic_algorithms(False)
    library.set_flush_denormal(False)
    library.autograd.set_detect_anomaly(False)
