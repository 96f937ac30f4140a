"""Hostile objects at Python's surface: methods with a foreign self, arguments that lie, tensors changed while read.

python tests/fuzz/surface.py --seed 1 --cases 20000; a case again with --only INDEX. What a call gives or raises is its
own affair: a case fails where the process ends, hangs, or the interpreter finds an exception misplaced (SystemError).
"""

import contextlib
import functools
import gc
import inspect
import random
import sys
import types
import warnings
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from fuzz import children

    children.lead(__file__)

import pytorch_c  # noqa: E402
from fuzz import children  # noqa: E402
from fuzz.hostile import Escape, change  # noqa: E402
from fuzz.values import fitting, foreign_self, value  # noqa: E402

MODULES = """linalg fft special nn.functional nn.init nn nn.utils nn.utils.rnn nn.parallel sparse autograd autograd.forward_ad
autograd.graph func random memory cuda optim optim.lr_scheduler amp ops storage overrides utils.data utils.checkpoint
utils.dlpack backends accelerator distributions""".split()
# Left alone, each for its reason.
SKIPPED = {
    "from_file": "writes files of the size asked for",
    "from_blob": "an int is an address, which is believed; tests/tensor/test_buffers.py",
    "set_numpy_functions": "changes all later cases", "to_torch": "imports torch into each child",
    "DataLoader": "starts processes; tests/data",
    "save": "tests/fuzz/files.py is about files", "load": "tests/fuzz/files.py is about files",
    "set_num_threads": "a thread for each number", "set_num_interop_threads": "once in a process",
    "set_finalizer": "once in a process, before the first tensor",
    "manual_seed": "its cases would not be the same again", "seed": "its cases would not be the same again",
    "set_default_dtype": "changes all later cases", "set_printoptions": "changes all later cases",
    "set_default_device": "changes all later cases", "set_grad_enabled": "changes all later cases",
    "set_warn_always": "changes all later cases", "use_deterministic_algorithms": "changes all later cases",
    "set_deterministic_debug_mode": "changes all later cases", "set_flush_denormal": "changes all later cases",
}  # fmt: skip


@functools.cache
def targets():
    """[(name, how to call it)]: functions and classes of the package, methods and properties of Tensor and Size."""
    found = {}
    for path in ("", *MODULES):
        module = functools.reduce(getattr, path.split("."), pytorch_c) if path else pytorch_c
        for name in dir(module):
            with contextlib.suppress(AttributeError, ImportError):
                one = getattr(module, name)
                if getattr(one, "__module__", "").startswith("pytorch_c._boundary"):
                    continue  # imported by the module, not its own
                if (
                    callable(one)
                    and name not in SKIPPED
                    and not (isinstance(one, type) and issubclass(one, BaseException))
                ):
                    found[f"{path}.{name}".lstrip(".")] = "function", one
    for kind in (pytorch_c.Tensor, pytorch_c.Size, pytorch_c.nn.Module, pytorch_c.Generator):
        for name in dir(kind):
            if name in ("__class__", "__init_subclass__", "__subclasshook__", "__new__") or name in SKIPPED:
                continue
            one = inspect.getattr_static(kind, name)
            if isinstance(one, (types.GetSetDescriptorType, types.MemberDescriptorType, property)):
                found[f"{kind.__name__}.{name} (property)"] = "property", (kind, name)
            elif callable(getattr(kind, name)):
                found[f"{kind.__name__}.{name}"] = "method", getattr(kind, name)
    return sorted(found.items())


def required(function):
    """The names of the parameters that a call must give."""
    try:
        found = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return ()
    return [
        one.name
        for one in found
        if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]


def arguments(rng, kind, function, things):
    """Half of the calls have what the function needs, but for one argument; the others are of chance alone."""
    names = required(function)
    if names and rng.random() < 0.5:
        args = [fitting(name, rng, things) for name in names]
        place = rng.randrange(len(args))
        args[place] = value(rng, things) if place or kind != "method" else foreign_self(rng, things)
        return args
    args = [foreign_self(rng, things)] if kind == "method" else []
    return args + [value(rng, things) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4]))]


def make(seed, index):
    """(text, function of no argument, the tensors and lists in it) of a case."""
    rng = random.Random(f"surface {seed} {index}")
    name, (kind, one) = rng.choice(targets())
    things = []
    if kind == "property":
        owner, attribute = one
        self = foreign_self(rng, things)
        descriptor = inspect.getattr_static(owner, attribute)
        if rng.random() < 0.5 or not hasattr(descriptor, "__set__"):
            return name, lambda: descriptor.__get__(self), things, rng
        new = value(rng, things)
        return f"{name} =", lambda: descriptor.__set__(self, new), things, rng
    args, kwargs = arguments(rng, kind, one, things), {}
    if rng.random() < 0.3:
        with contextlib.suppress(ValueError, TypeError):
            names = list(inspect.signature(one).parameters)[len(args) :]
            kwargs = {rng.choice(names): value(rng, things)} if names else {}
    return f"{name} of {len(args)} and {list(kwargs)}", lambda: one(*args, **kwargs), things, rng


def look(things):
    """Reads all of the tensors that are still open: what points beside its memory shows here or under ASan."""
    for one in things:
        if type(one) is pytorch_c.Tensor and not one.closed:
            with contextlib.suppress(Exception):
                str(one)
            with contextlib.suppress(Exception):
                one.tolist() if one.numel() < 5000 else None


def case(seed, index):
    warnings.simplefilter("ignore")
    _, call, things, rng = make(seed, index)
    collecting = rng.random() < 0.1
    changes = random.Random(index)

    def at_collection(phase, info):
        if phase == "start":
            change(changes, things)

    before = gc.get_threshold()
    said = None
    with pytorch_c.set_grad_enabled(True):
        try:
            if collecting:
                gc.callbacks.append(at_collection)
                gc.set_threshold(1)
            call()
        except SystemError as error:
            said = f"SystemError: {error}"
        except (Exception, Escape, SystemExit, KeyboardInterrupt):
            pass
        finally:
            if collecting:
                gc.callbacks.remove(at_collection)
            gc.set_threshold(*before)
        look(things)
    for one in things:
        if isinstance(one, list):
            one.clear()
    return said


def show(seed, index):
    return make(seed, index)[0]


if __name__ == "__main__":
    children.main(__file__, case, show)
