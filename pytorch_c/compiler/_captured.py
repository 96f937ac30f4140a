"""Functions whose graphs a backend is given (torch.compile): each signature of a call is captured once, by make_fx."""

from __future__ import annotations

import functools
import sys
import threading
import warnings
from contextlib import contextmanager

from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ._reach import NotCaptured, Reach, is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

_LIMIT = 8  # graphs of one function, as torch's recompile_limit
_thread = threading.local()
_lock = threading.Lock()  # make_fx patches what all threads use


class Graph:
    """A captured graph as the backend has made it callable, and how a call's tensors and results fit it."""

    def __init__(self, run: Callable[..., Any], inputs: list[int], results: Callable[[Sequence[Any]], Any]) -> None:
        self.run, self.inputs, self.results = run, inputs, results

    def __call__(self, tensors: Sequence[Tensor]) -> Any:
        return self.results(self.run(*[tensors[index] for index in self.inputs]))


class Captured:
    """The graphs of one function; a signature without one, None, runs as it is."""

    def __init__(self, function: Callable[..., Any], backend: Callable[..., Any], fullgraph: bool) -> None:
        self.function, self.backend, self.fullgraph = function, backend, fullgraph
        self.graphs: dict[Any, Graph | None] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if getattr(_thread, "captures", False) or core.count_dispatch_modes(False):
            return self.function(*args, **kwargs)
        from ..utils._pytree import tree_flatten

        leaves, shape = tree_flatten((args, kwargs))
        try:
            reach = Reach(self.function, leaves)
            key = (shape, tuple(reach.words), *_modes())
            if key not in self.graphs:
                self.graphs[key] = None  # a backend that fails is not called again for it
                self.graphs[key] = self._graph(reach, leaves, shape)
        except NotCaptured as error:
            if self.fullgraph:
                raise RuntimeError(f"compile(fullgraph=True): {self._name()} was not captured: {error}") from error
            return self.function(*args, **kwargs)
        graph = self.graphs[key]
        return self.function(*args, **kwargs) if graph is None else graph(reach.tensors)

    def _name(self):
        return getattr(self.function, "__qualname__", type(self.function).__name__)

    def _graph(self, reach, leaves, shape):
        if len(self.graphs) > _LIMIT:
            warnings.warn(f"compile(): {self._name()} has {_LIMIT} graphs; further calls run as they are", stacklevel=3)
            raise NotCaptured(f"it has {_LIMIT} graphs")
        module, inputs, results = captured(self.function, reach, leaves, shape)
        return Graph(self.backend(module, [reach.tensors[index] for index in inputs]), inputs, results)


def _modes():
    from .._boundary import api
    from ..amp import _state

    cast = _state.is_autocast_enabled("cpu"), _state.get_autocast_dtype("cpu"), _state.is_autocast_enabled("cuda")
    return api.grad_mode(), api.inference_mode(), *cast


# ---- the capture of one call ----


def captured(
    function: Callable[..., Any], reach: Reach, leaves: list[Any], shape: Any
) -> tuple[Any, list[int], Callable[[Sequence[Any]], Any]]:
    """Returns a call's graph, which of the reached tensors it takes, and a function that nests its results.

    The function runs once upon fake tensors. Raises NotCaptured where it needs their values, or changes more than tensors.
    """
    from ..fx.experimental.proxy_tensor import make_fx
    from ..utils._pytree import tree_flatten, tree_unflatten

    given: list[Any] = []  # of what the function returned: its leaves and their shape

    def flat(*fakes):
        with reach.replaced(fakes):
            args, kwargs = tree_unflatten(list(leaves), shape)
            found, nested = tree_flatten(function(*args, **kwargs))
        _check_arguments(leaves, fakes, reach, tree_flatten((args, kwargs))[0])
        given.extend((found, nested))
        return [one for one in found if isinstance(one, Tensor)]

    try:
        with _capturing():
            module = make_fx(flat, tracing_mode="fake", pre_dispatch=True)(*reach.tensors)
    except NotCaptured:
        reach.restore()
        raise
    except Exception as error:
        reach.restore()
        raise NotCaptured(f"{type(error).__name__}: {error}") from error
    if reach.restore():
        raise NotCaptured("it changes lists, attributes or other objects of Python")
    found, nested = given
    _check_results(found)
    plain = [None if isinstance(one, Tensor) else (one,) for one in found]

    def results(tensors):
        left = iter(tensors)
        return tree_unflatten([next(left) if one is None else one[0] for one in plain], nested)

    return module, _only_used(module, reach.names), results


def _check_arguments(leaves, fakes, reach, after):
    """Raises NotCaptured where the function has put other things into its arguments."""
    numbers = {id(one): fake for one, fake in zip(reach.tensors, fakes)}
    before = [numbers.get(id(one), one) for one in leaves]
    if len(before) != len(after) or any(one is not other for one, other in zip(before, after)):
        raise NotCaptured("it changes its arguments' lists")


def _check_results(found):
    from .._subclasses.fake_tensor import FakeTensor

    for one in found:
        if isinstance(one, Tensor) and not isinstance(one, FakeTensor):
            raise NotCaptured("it returns a tensor that is no result of its inputs")
        if not isinstance(one, Tensor) and not is_plain(one):
            raise NotCaptured(f"it returns a {type(one).__name__}")


def _only_used(module, names):
    """Takes inputs without a use out of the graph and names the others; returns the numbers of these."""
    graph, used = module.graph, []
    for index, node in enumerate([one for one in graph.nodes if one.op == "placeholder"]):
        if not node.users:
            graph.erase_node(node)
            continue
        used.append(index)
        node._rename(names[index] or f"arg{index}")
        node.target = node.name
    graph.lint()
    module.recompile()
    return used


@contextmanager
def _capturing() -> Iterator[None]:
    """A block that captures: backward passes, custom functions and steps of optimizers end it on this thread."""
    from ..autograd import Function, _backward
    from ..optim.optimizer import register_optimizer_step_pre_hook

    def refuse(what):
        if getattr(_thread, "captures", False):
            raise NotCaptured(f"it {what}")

    def refusing_apply(cls, *args, **kwargs):
        if not cls.__module__.partition(".")[2].startswith("_higher_order_ops."):  # whose operators are captured whole
            refuse("calls a custom autograd.Function")
        return super(Function, cls).apply(*args, **kwargs)

    compiler = sys.modules[__package__]
    with _lock:
        hook = register_optimizer_step_pre_hook(lambda *arguments: refuse("steps an optimizer"))
        before = _backward.before_pass, compiler._is_compiling_flag
        _backward.before_pass, compiler._is_compiling_flag = lambda: refuse("runs a backward pass"), True
        Function.apply = classmethod(refusing_apply)
        _thread.captures = True
        try:
            yield
        finally:
            _thread.captures = False
            del Function.apply
            _backward.before_pass, compiler._is_compiling_flag = before
            hook.remove()


# ---- as torch's compile() ----


def compiled(model: Callable[..., Any], backend: Callable[..., Any], fullgraph: bool) -> Any:
    """Returns a function, or an OptimizedModule for a module, that gives its graphs to a backend at the first calls."""
    from ..nn import Module

    def wrap(function):
        graphs = Captured(function, backend, fullgraph)

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            return graphs(*args, **kwargs)

        call._torchdynamo_orig_callable = function  # type: ignore[attr-defined]
        return call

    if not isinstance(model, Module):
        return wrap(model)
    from ._optimized import OptimizedModule

    return OptimizedModule(model, wrap)


def backend_of(backend: Any, mode: str | None, options: dict[str, Any] | None) -> Callable[..., Any]:
    """Returns the function that is given graphs: the backend, or the one that torch registers under a name."""
    if isinstance(backend, str):
        from .._dynamo.backends.registry import lookup_backend

        backend = lookup_backend(backend)
    named = {name: value for name, value in (("mode", mode), ("options", options)) if value}
    return functools.partial(backend, **named) if named else backend
