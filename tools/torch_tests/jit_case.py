"""The test cases that torch's tests of TorchScript derive from, for pytorch_c: the same checks, of our functions."""

from __future__ import annotations

import collections.abc
import contextlib
import enum
import inspect
import io
import math
import os
import re
import sys
import tempfile
import textwrap
import unittest
import warnings
from collections import OrderedDict

import numpy

import pytorch_c as torch
from pytorch_c import jit, testing
from pytorch_c.jit import _compile, _functions, _objects, _recursive
from pytorch_c.jit._modules import wrap as _wrap


class ProfilingMode(enum.Enum):
    LEGACY, SIMPLE, PROFILING = 1, 2, 3


def wrap(module):
    """A module of the C library as Python's."""
    return module if isinstance(module, torch.nn.Module) else _wrap(module)


def clear_class_registry():
    """Forgets what was compiled, so that the next class of a name gets that name again."""
    _functions._python_unit = None
    for known in (_objects.classes, _objects.names, _compile._functions, _recursive._store):
        known.clear()


def exec_wrapper(code, glob, loc):
    exec(code, glob, loc)


def make_global(*things):
    """Names of the test that TorchScript's compiler shall find."""
    for thing in things:
        vars(sys.modules[thing.__module__])[thing.__name__] = thing


def trace(*args, **kwargs):
    return lambda function: jit.trace(function, args, **kwargs)


def warmup_backward(f, *args):
    return [f.backward(*args, retain_graph=True) for _ in range(3)][-1]


def do_input_map(function, value):
    if isinstance(value, torch.Tensor):
        return function(value)
    if isinstance(value, dict):
        return {key: do_input_map(function, one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(do_input_map(function, one) for one in value)
    return value


STORAGES = (torch.storage.TypedStorage, torch.storage.UntypedStorage)


def elements(storage):
    """The tensor over all of a storage."""
    dtype = getattr(storage, "dtype", torch.uint8)
    return torch.empty(0, dtype=dtype).set_(storage.untyped(), 0, (len(storage),), (1,))


NUMBERS = (bool, int, float, complex, numpy.number)


class TestCase(unittest.TestCase):
    """unittest's, with equality of tensors and of what holds them as torch's tests mean it."""

    precision = 0.0
    maxDiff = None

    def setUp(self):
        torch.manual_seed(1234)

    def assertEqual(self, x, y, msg=None, *, atol=None, rtol=None, equal_nan=True, exact_dtype=True, exact_device=False,
                    exact_layout=False, exact_stride=False, **_options):  # fmt: skip
        if (rtol is None) != (atol is None):
            rtol, atol = rtol or 1.3e-6, atol or 1e-5
        how = {"atol": atol, "rtol": rtol, "equal_nan": equal_nan, "check_device": exact_device, "check_layout": exact_layout,
               "check_stride": exact_stride}  # fmt: skip
        self.equal(x, y, msg, how, exact_dtype)

    def equal(self, x, y, msg, how, exact_dtype):
        if isinstance(x, STORAGES) and isinstance(y, STORAGES):
            x, y = elements(x), elements(y)
        if isinstance(x, torch.Tensor) or isinstance(y, torch.Tensor) or isinstance(x, numpy.ndarray):
            both = isinstance(x, torch.Tensor) and isinstance(y, torch.Tensor)  # else a number or an array beside one
            if not both and any(isinstance(one, NUMBERS) for one in (x, y)):
                x, y = (one.item() if isinstance(one, torch.Tensor) and one.numel() == 1 else one for one in (x, y))
                return self.equal(torch.as_tensor(x), torch.as_tensor(y), msg, how, False)
            x, y = (x, y) if both else (torch.as_tensor(x), torch.as_tensor(y))
            testing.assert_close(x, y, check_dtype=exact_dtype and both, msg=msg, **how)
        elif isinstance(x, int) and isinstance(y, int) and not how["atol"]:
            super().assertEqual(x, y, msg)
        elif isinstance(x, NUMBERS) and isinstance(y, NUMBERS):
            x, y = (x, y) if type(x) is type(y) else (complex(x), complex(y))  # ints beside ints are compared exactly
            testing.assert_close(x, y, msg=msg, **how)
        elif isinstance(x, collections.abc.Mapping) and isinstance(y, collections.abc.Mapping):
            super().assertEqual(list(x), list(y), msg) if isinstance(x, OrderedDict) else super().assertEqual(
                set(x), set(y), msg
            )
            for key in x:
                self.equal(x[key], y[key], msg, how, exact_dtype)
        elif isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)):
            super().assertEqual(len(x), len(y), msg)
            for one, other in zip(x, y):
                self.equal(one, other, msg, how, exact_dtype)
        else:
            super().assertEqual(x, y, msg)

    def assertNotEqual(self, x, y, msg=None, **options):
        with self.assertRaises(AssertionError, msg=msg):
            self.assertEqual(x, y, msg, **options)

    def assertEqualIgnoreType(self, *args, **kwargs):
        self.assertEqual(*args, exact_dtype=False, **kwargs)

    def assertExpectedInline(self, text, expected, skip=0):
        self.assertMultiLineEqual(expected, text)

    @contextlib.contextmanager
    def assertNotWarn(self, callable=None, msg=""):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            yield
        self.assertTrue(not seen, msg)

    @contextlib.contextmanager
    def assertWarnsOnceRegex(self, category, regex=""):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            yield
        found = [one for one in seen if issubclass(one.category, category) and re.search(regex, str(one.message))]
        self.assertTrue(found, f"no {category.__name__} with {regex}")

    def assertExpected(self, text, subname=None):
        """The text of a file beside the tests, in the folder expect."""
        here = os.path.dirname(inspect.getsourcefile(type(self)))
        name = f"{type(self).__name__}.{self._testMethodName}{f'-{subname}' if subname else ''}.expect"
        with open(os.path.join(here, "expect", name)) as file:
            self.assertMultiLineEqual(file.read().strip(), str(text).strip())

    def assertExpectedStripMangled(self, text, subname=None):
        self.assertExpected(re.sub(r"__torch__[^ ]+", "", str(text)), subname)


class Captured(list):
    def __init__(self, name="stdout"):
        self.name = name

    def __enter__(self):
        self.before, self.text = getattr(sys, self.name), io.StringIO()
        setattr(sys, self.name, self.text)
        return self

    def __exit__(self, *_):
        self.append(self.text.getvalue())
        setattr(sys, self.name, self.before)


class Highlight:
    """An exception with a text, and the part of the source that its message marks."""

    def __init__(self, case, exception, regex, highlight):
        self.case, self.exception, self.regex, self.highlight = case, exception, regex, highlight

    def __enter__(self):
        return self

    def __exit__(self, kind, value, _traceback):
        with self.case.assertRaisesRegex(self.exception, self.regex):
            if kind:
                raise value
        if self.highlight:
            testing.FileCheck().check_source_highlighted(self.highlight).run(str(value))
        return True


class JitTestCase(TestCase):
    """What torch's tests ask of scripted and traced programs."""

    capture_stdout = Captured

    def tearDown(self):
        super().tearDown()
        clear_class_registry()

    @staticmethod
    def capture_stderr():
        return Captured("stderr")

    def assertRaisesRegexWithHighlight(self, exception, regex, highlight):
        return Highlight(self, exception, regex, highlight)

    def get_frame_vars(self, frames_up):
        frame = sys._getframe(frames_up + 1)
        return {**frame.f_locals, **frame.f_globals}

    # ---- scripts ----

    def checkScript(self, script, inputs, name="func", optimize=True, inputs_requires_grad=False, capture_output=False,
                    frames_up=1, profiling=None, atol=None, rtol=None):  # fmt: skip
        """Python's results, those of the text and of the function that is compiled."""
        if isinstance(script, str):
            unit = jit.CompilationUnit(script, _frames_up=frames_up)
            scope = self.get_frame_vars(frames_up)
            made = {}
            exec_wrapper(script, scope, made)
            scope.update(made)
            plain, scripted = scope[name], getattr(unit, name)
        else:
            text = textwrap.dedent(inspect.getsource(script))
            self.checkScript(text, inputs, script.__name__, optimize, inputs_requires_grad, capture_output, frames_up=2)
            plain, scripted = script, jit.script(script, _frames_up=1)
        given = do_input_map(lambda x: x.detach().requires_grad_(), inputs) if inputs_requires_grad else inputs
        with (
            jit.optimized_execution(optimize),
            self.capture_stdout() if capture_output else contextlib.nullcontext() as said,
        ):
            first = scripted(*given)
        with self.capture_stdout() if capture_output else contextlib.nullcontext():
            second, expected = scripted(*given), plain(*inputs)
        if capture_output:
            self.assertExpected(said[0], subname="stdout")
        self.assertEqual(expected, first, atol=atol, rtol=rtol)
        self.assertEqual(first, second, atol=atol, rtol=rtol)
        return scripted

    def checkScriptRaisesRegex(self, script, inputs, exception, regex, name=None, outputs=None, capture_output=False,
                               frames_up=1, profiling=None):  # fmt: skip
        """The same exception from Python, from the text and from the function that is compiled."""
        scope = self.get_frame_vars(frames_up)
        if isinstance(script, str):
            with self.assertRaisesRegex(exception, regex):
                made = {}
                exec_wrapper(script, scope, made)
                scope.update(made)
                scope[name](*inputs)
            text = script
        else:
            with self.assertRaisesRegex(exception, regex):
                script(*inputs)
            text, name = textwrap.dedent(inspect.getsource(script)), script.__name__
        with self.assertRaisesRegex(exception, regex):
            getattr(jit.CompilationUnit(text, _frames_up=frames_up), name)(*inputs)
        if not isinstance(script, str):
            with self.assertRaisesRegex(exception, regex):
                jit.script(script)(*inputs)

    def checkModule(self, module, args):
        """A module's results, those of it compiled, and those of what is saved and loaded."""
        scripted = jit.script(module)
        self.assertEqual(self.runAndSaveRNG(module, args), self.runAndSaveRNG(scripted, args))
        self.assertExportImportModule(scripted, args)
        return scripted

    # ---- traces ----

    def checkTrace(self, func, reference_tensors, input_tensors=None, drop=None, allow_unused=False, verbose=False,
                   inputs_require_grads=True, check_tolerance=1e-5, export_import=True, _force_outplace=False,
                   grad_atol=None, grad_rtol=None):  # fmt: skip
        """Results, gradients and gradients of gradients of a traced function, beside the function's."""

        def total(results):
            kept = results[:-drop] if drop is not None else results
            return sum(math.log(i + 2) * x.sum() for i, x in enumerate(kept) if x is not None)

        traced = jit.trace(func, reference_tensors if input_tensors is None else input_tensors, check_trace=False,
                           check_tolerance=check_tolerance, _force_outplace=_force_outplace)  # fmt: skip
        traced = self.getExportImportCopy(traced) if export_import else traced
        self.assertEqual(func(*reference_tensors), traced(*reference_tensors))
        if not inputs_require_grads:
            return traced
        found = []
        for one in (func, traced):
            inputs = do_input_map(lambda x: x.clone().requires_grad_(), reference_tensors)
            flat = []
            do_input_map(flat.append, inputs)
            results = one(*inputs)
            value = total(results)
            first = torch.autograd.grad(value, flat, create_graph=True, allow_unused=allow_unused)
            second = torch.autograd.grad(total(first) * value, flat, allow_unused=allow_unused)
            found.append((results, first, second))
        (results, first, second), (traced_results, traced_first, traced_second) = found
        self.assertEqual(results, traced_results)
        self.assertEqual(first, traced_first, atol=grad_atol, rtol=grad_rtol)
        for a, b in zip(second, traced_second):
            if a is not None or b is not None:
                self.assertEqual(a, b, atol=8e-4, rtol=8e-4)
        return traced

    # ---- files ----

    def runAndSaveRNG(self, func, inputs, kwargs=None):
        state = torch.get_rng_state()
        try:
            return func(*inputs, **(kwargs or {}))
        finally:
            torch.set_rng_state(state)

    def getExportImportCopy(self, m, also_test_file=True, map_location=None):
        buffer = io.BytesIO()
        jit.save(m, buffer)
        buffer.seek(0)
        loaded = jit.load(buffer, map_location=map_location)
        if not also_test_file:
            return loaded
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "module.pt")
            jit.save(loaded, path)
            return jit.load(path, map_location=map_location)

    def getExportImportCopyWithPacking(self, m, also_test_file=True, map_location=None):
        def each(module, method):
            if hasattr(module, method):
                getattr(module, method)()

        m.apply(lambda module: each(module, "_pack"))
        copy = self.getExportImportCopy(m, also_test_file, map_location)
        for one in (m, copy):
            one.apply(lambda module: each(module, "_unpack"))
        return copy

    def assertExportImportModule(self, m, inputs):
        copy = self.getExportImportCopy(m)
        self.assertEqual(self.runAndSaveRNG(m, inputs), self.runAndSaveRNG(copy, inputs))

    # ---- graphs, by their text ----

    def assertGraphContains(self, graph, kind, consider_subgraphs=False):
        self.assertTrue(self.occurrences(graph, kind, consider_subgraphs) > 0, f"no {kind} in {graph}")

    def assertGraphContainsExactly(self, graph, kind, num_kind_nodes, consider_subgraphs=False):
        self.assertEqual(self.occurrences(graph, kind, consider_subgraphs), num_kind_nodes)

    def occurrences(self, graph, kind, subgraphs):
        """How often an operator is in the text of a graph; the graphs of its nodes stand below it."""
        text = str(graph) if subgraphs else str(graph).partition("\nwith ")[0]
        return len(re.findall(rf"= {re.escape(kind)}(?:_\d+)?(?![\w:])", text))
