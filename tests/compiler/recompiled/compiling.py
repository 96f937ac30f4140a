"""Compiles a function again and again, counts the graphs, and says of each tree of guards whether its check and a walk
along it agree.

Frames are not evaluated: a call asks the guards that torch's compiler has made for the calls before, and has the
function compiled where none holds.
"""

import contextlib
import importlib
import logging
import sys
import types

import torch

logging.getLogger("torch._dynamo").setLevel(logging.CRITICAL)
convert_frame = importlib.import_module("torch._dynamo.convert_frame")
graphs = 0


def backend(graph, inputs):
    global graphs
    graphs += 1
    return graph.forward


class Frame:
    """A frame that is about to begin, as the callback looks at it."""

    f_lasti = -1

    def __init__(self, info):
        self.f_code, self.f_globals, self.f_locals = info.code, info.globals, info.locals
        self.f_builtins, self.closure = info.builtins, info.closure


class Guarded:
    """A function, and what was compiled of it."""

    def __init__(self, function, dynamic):
        torch._dynamo.reset()
        self.function, self.entries, self.frame_state = function, [], {}
        self.settings = (
            {} if dynamic is None else {"assume_static_by_default": not dynamic, "automatic_dynamic_shapes": False}
        )
        self.convert = convert_frame.convert_frame_assert(backend, one_graph=True)
        traced, _ = convert_frame.get_traced_fn(function)
        convert_frame.always_optimize_code_objects[traced.__code__] = True

    def __call__(self, *args, **kwargs):
        asked = self.function
        traced, module = convert_frame.get_traced_fn(asked)
        if torch._dynamo.trace_rules.check(
            traced.__code__
        ):  # a file of the library, which is inlined into another frame
            asked = torch._dynamo.external_utils.wrap_inline(asked)
            traced, module = convert_frame.get_traced_fn(asked)
        info = convert_frame._get_frame(asked, args, kwargs)
        run = types.FunctionType(self.code_for(info), traced.__globals__, closure=traced.__closure__)
        run.__defaults__, run.__kwdefaults__ = traced.__defaults__, traced.__kwdefaults__
        return run(*args, **kwargs) if module is None else run(module, *args, **kwargs)

    def code_for(self, info):
        for index, (manager, code) in enumerate(self.entries):
            holds, walked = manager.check(info.locals), manager.check_verbose(info.locals)
            assert holds == walked.result, f"check() gives {holds}, but {walked}"
            if holds:
                self.entries.insert(0, self.entries.pop(index))
                return code
        with torch._dynamo.config.patch(self.settings) if self.settings else contextlib.nullcontext():
            hooks = torch._dynamo.hooks.Hooks()
            found = self.convert(Frame(info), None, hooks, self.frame_state).guarded_code
        self.entries.insert(0, (found.guard_manager, found.code))
        return found.code


def compiled(function, dynamic=None):
    if sys.argv[1] == "torch":
        torch._dynamo.reset()
        return torch.compile(function, backend=backend, dynamic=dynamic, fullgraph=True)
    return Guarded(function, dynamic)


def calls(function, *given):
    for arguments in given:
        function(*(arguments if isinstance(arguments, tuple) else (arguments,)))
        yield


def counts(steps):
    """Returns the graphs that were compiled after each call, or what was raised in its place."""
    global graphs
    torch.manual_seed(0)
    graphs, found = 0, []
    try:
        for _ in steps:
            found.append(graphs)
    except Exception as error:
        found.append(f"{type(error).__name__}: {error}"[:300])
    return found


X = torch.ones(2, 3)


class Plain:
    k = 5

    def __init__(self, a):
        self.a = a

    def scale(self, x):
        return x * self.a
