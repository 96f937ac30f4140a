"""Programs that compile functions: what they compute, how often they are compiled, and into what graphs.

python programs.py torch|pytorch_c NAME …: prints {name: findings} as JSON. Each library has a process of its own.
"""

import collections
import contextlib
import dataclasses
import functools
import importlib
import json
import logging
import sys
import threading
import warnings

import wrappers


class Counting:
    """A backend that keeps the graphs that it is given, and runs them as they are."""

    def __init__(self):
        self.graphs = []

    def __call__(self, graph, inputs):
        self.graphs.append(graph)
        return graph.forward

    def operations(self):
        """The names of what each graph calls."""
        return [
            [
                getattr(node.target, "__name__", str(node.target))
                for node in graph.graph.nodes
                if node.op.startswith("call")
            ]
            for graph in self.graphs
        ]


def plain(value):
    """A value as JSON has it."""
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(one) for one in value]
    return value if value is None or isinstance(value, (bool, int, str)) else type(value).__name__


def called(function, *calls, **options):
    """The results of calls of a compiled function, with the number of graphs after each, and what the graphs call."""
    backend = Counting()
    made, found = options.pop("compile")(function, backend=backend, **options), []
    for args in calls:
        args = args() if callable(args) else args
        try:
            result = made(*args)
        except Exception as error:
            result = [type(error).__name__, str(error).splitlines()[0][:60]]
        found.append([plain(result), len(backend.graphs)])
    return found, backend.operations()


def breaks(t):
    def inner(x, log):
        y = x + 1
        log.append(y.sum().item())
        return y * 2

    def outer(x, log):
        z = x.sin()
        found = inner(z, log)
        print("between", file=sys.stderr)
        return found.cos() + z

    def branches(x):
        return x + 1 if x.sum() > 0 else x - 1

    def loops(x):
        total = 0
        for _ in range(3):
            x = x * 2
            total += x.sum().item()
        return x, total

    def caught(x):
        try:
            y = x.sin()
            raise ValueError("no")
        except ValueError as error:
            y = x.cos() + len(str(error))
        finally:
            y = y * 2
        return y

    def scoped(x):
        with t.no_grad():
            y = x * 2
            t._dynamo.graph_break()
            z = y + t.is_grad_enabled()
        return y + z + t.is_grad_enabled()

    x, to, detach, size, item = t.ones(3), t.Tensor.to, t.Tensor.detach, t.Tensor.size, t.Tensor.__getitem__
    return {
        "unbound": called(lambda a: to(detach(a), t.float64) * size(a, 0) + item(a, 0), (x,), compile=t.compile),
        "nested": called(outer, (x, []), (x, []), compile=t.compile),
        "branches": called(branches, (x,), (-x,), (x,), compile=t.compile),
        "loops": called(loops, (x,), (x,), compile=t.compile),
        "caught": called(caught, (x,), compile=t.compile),
        "scoped": called(scoped, (x,), (x,), compile=t.compile),
        "typed": called(lambda a: (a + 1).type(t.DoubleTensor) * 2, (x,), compile=t.compile),
        "whole": called(outer, (x, []), compile=t.compile, fullgraph=True),
        "whole of values": called(branches, (x,), compile=t.compile, fullgraph=True),
    }


@dataclasses.dataclass
class Point:
    x: float
    name: str = "a"


Pair = collections.namedtuple("Pair", "left right")
SCALE = 2


def guards(t):
    x, y = t.ones(3), t.ones(4)
    grows = t.ones(3, requires_grad=True)
    table, many, box = {"shift": 1}, [1, 2], Point(1.5)
    settings = {"float32": t.float32, "float64": t.float64}

    def of(value):
        return lambda tensor, value=value: tensor * value

    def kinds(tensor, value):
        if isinstance(value, Point):
            return tensor * value.x + len(value.name)
        if isinstance(value, Pair):
            return tensor + value.left - value.right
        if isinstance(value, dict):
            return tensor + sum(value.values())
        if isinstance(value, (list, tuple, set)):
            return tensor + sum(value)
        if isinstance(value, str):
            return tensor + len(value)
        if value is None:
            return tensor
        return tensor * value if isinstance(value, (bool, int, float)) else tensor.to(value)

    def reached(tensor):
        return tensor * SCALE + table["shift"] + many[-1] + box.x

    def changing(**values):
        def change():
            globals().update(values.get("globals", {}))
            table.update(values.get("table", {}))
            many[:] = values.get("many", many)
            box.x = values.get("x", box.x)
            return (x,)

        return change

    reach = called(
        reached,
        changing(),
        changing(),
        changing(globals={"SCALE": 3}),
        changing(table={"shift": 4}),
        changing(many=[1, 2, 3]),
        changing(x=2.5),
        changing(),
        compile=t.compile,
    )
    globals()["SCALE"] = 2
    scalars = (1, 1, 2, 3, True, False, 1.5, 2.5, None, "a", "b", "aa", float("nan"), float("nan"))
    things = (
        [1],
        [1],
        [2],
        [1, 2],
        (1,),
        {"a": 1},
        {"a": 2},
        {"b": 1},
        {1, 2},
        Point(1.0),
        Point(2.0),
        Pair(1, 2),
        Pair(1, 3),
    )

    def state(tensor):
        return tensor.sin() if t.is_grad_enabled() else tensor.cos()

    def states():
        with t.no_grad():
            return called(state, (grows,), compile=t.compile)

    t._dynamo.reset()
    limit = t._dynamo.config.patch(recompile_limit=30)
    with limit:
        return {
            "tensors": called(
                lambda a: a + 1,
                (x,),
                (x,),
                (y,),
                (t.ones(5),),
                (x.double(),),
                (grows,),
                (t.ones(2, 3),),
                (t.ones(3, 2).t(),),
                (t.ones(1),),
                (t.ones(0),),
                (t.ones(3, dtype=t.int64),),
                compile=t.compile,
            ),
            "static": called(lambda a: a + 1, (x,), (y,), (t.ones(5),), compile=t.compile, dynamic=False),
            "dynamic": called(lambda a: a + 1, (x,), (y,), (t.ones(1),), (t.ones(5),), compile=t.compile, dynamic=True),
            "scalars": called(kinds, *((x, one) for one in scalars), compile=t.compile),
            "things": called(kinds, *((x, one) for one in things), compile=t.compile),
            "dtypes": called(
                kinds, *((x, settings[one]) for one in ("float32", "float64", "float32")), compile=t.compile
            ),
            "reached": reach,
            "defaults": [called(of(one), (x,), compile=t.compile) for one in (2, 3)],
            "aliases": called(
                lambda a, b: a.add_(1) + b,
                lambda: (a := t.ones(2), a),
                lambda: (t.ones(2), t.ones(2)),
                compile=t.compile,
            ),
            "modes": [called(state, (grows,), compile=t.compile), states()],
            "settings": _settings(t),
        }


def _settings(t):
    backend = Counting()
    made, found = t.compile(lambda a: a.sin(), backend=backend), []

    def call(scope):
        with scope:
            made(t.ones(3))
        found.append(len(backend.graphs))

    call(contextlib.nullcontext())
    call(t.no_grad())
    call(t.inference_mode())
    call(t.autocast("cpu", dtype=t.bfloat16))
    call(contextlib.nullcontext())
    threads = t.get_num_threads()
    t.set_num_threads(threads + 1)
    call(contextlib.nullcontext())
    t.set_num_threads(threads)
    t.set_default_dtype(t.float64)
    call(contextlib.nullcontext())
    t.set_default_dtype(t.float32)
    t.use_deterministic_algorithms(True)
    call(contextlib.nullcontext())
    t.use_deterministic_algorithms(False)
    call(contextlib.nullcontext())
    return found


def modules(t):
    nn = t.nn
    t.manual_seed(0)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([nn.Linear(3, 3), nn.BatchNorm1d(3)])
            self.heads = nn.ModuleDict({"a": nn.Linear(3, 2)})
            self.scale, self.calls = 1.0, 0
            self.register_buffer("seen", t.zeros(()))

        def forward(self, x, head="a"):
            for layer in self.layers:
                x = layer(x).relu()
            self.calls += 1
            self.seen += 1
            return self.heads[head](x) * self.scale

    net, backend, found = Net(), Counting(), []
    made = t.compile(net, backend=backend)
    x = t.arange(6.0).view(2, 3) / 6

    def call(of=made):
        result = of(x)
        found.append([plain(result), len(backend.graphs), net.calls, net.seen.item()])

    call()
    call()
    net.eval()
    call()
    net.scale = 2.0
    call()
    net.layers[0].weight = nn.Parameter(t.ones(3, 3))
    call()
    net.layers.append(nn.Tanh())
    call()
    handle = net.layers[0].register_forward_hook(lambda module, args, result: result + 1)
    call()
    handle.remove()
    call()
    other = Net().eval()
    other.compile(backend=backend)
    call(other)
    made(x).sum().backward()
    attending = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval()
    normed = nn.utils.parametrizations.spectral_norm(nn.Linear(3, 3))  # it assigns two buffers
    return (
        found,
        called(attending, (t.ones(1, 2, 4),), compile=t.compile),
        t.no_grad()(called)(attending, (t.ones(1, 2, 4),), compile=t.compile),
        called(normed, (x,), compile=t.compile),
        plain(net.layers[0].weight.grad),
        type(made).__name__,
        isinstance(made, nn.Module),
        [*made.state_dict()],
    )


def training(t):
    nn = t.nn
    found = {}

    class Doubled(t.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.saved_tensors[0]

    for backend in ("aot_eager", "inductor"):
        t.manual_seed(0)
        t._dynamo.reset()
        model = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.LayerNorm(8), nn.Dropout(0.0), nn.Linear(8, 1))
        optimizer = t.optim.AdamW(model.parameters(), lr=0.1)
        made = t.compile(model, backend=backend)
        x, losses = t.arange(12.0).view(3, 4) / 12, []

        @t.compile(backend=backend)
        def custom(x):
            return Doubled.apply(x).sum() + x.pow(2).sum()

        for step in range(3):
            optimizer.zero_grad()
            loss = (made(x[: 3 - step]) - 1).pow(2).mean()
            loss.backward()
            optimizer.step()
            losses.append(loss)
        y = t.ones(3, requires_grad=True)
        custom(y).backward()
        found[backend] = plain(losses), plain(y.grad)

    @t.compile(backend="aot_eager")
    def step(x):
        optimizer.zero_grad()
        loss = model(x).sum()
        loss.backward()
        optimizer.step()
        return loss.detach()

    found["step"] = plain([step(x), step(x)])
    return found


def inductor(t):
    functional = t.nn.functional
    t.manual_seed(3)
    x, y, square = t.randn(7, 5), t.randn(7, 5), t.randn(5, 5)

    def mutated(a):
        a.mul_(2)
        a[1:3] += 1
        return a.view(-1).cumsum(0)[-1]

    def refilled(a):
        a.untyped_storage().resize_(a.numel() * a.element_size())
        return a.fill_(2) + 1

    freed = t.ones(3)
    freed.untyped_storage().resize_(0)
    functions = {
        "softmax": (lambda a, b: (a.sin() + b).softmax(-1), (x, y)),
        "reduces": (lambda a: (a.mean(0), a.var(1), a.argmax(), (a > 0).sum(), a.std()), (x,)),
        "matmul": (lambda a, b: functional.layer_norm(a @ b, (5,)).relu(), (x, square)),
        "mutates": (mutated, (x.clone(),)),
        "refills": (refilled, (freed,)),
        "draws": (lambda a: functional.dropout(a, 0.5) + t.rand_like(a), (x,)),
    }
    found = {}
    for name, (function, args) in functions.items():
        t.manual_seed(5)
        found[name] = plain(t.compile(function)(*args))
    grows = t.compile(lambda a: (a * 2).sum(0), dynamic=True)
    found["sizes"] = plain([grows(t.ones(size, 3)) for size in (2, 3, 9)])
    return found


def settings(t):
    dynamo, found = importlib.import_module(f"{t.__name__}._dynamo"), {}
    x = t.ones(3)

    def f(x):
        y = x + 1
        dynamo.graph_break()
        return y * (2 if t.compiler.is_compiling() else 3)

    told = dynamo.explain(f)(x)
    found["explain"] = told.graph_count, told.graph_break_count, told.op_count
    found["is_compiling"] = called(f, (x,), compile=t.compile), t.compiler.is_compiling(), plain(f(x))
    for name in ("force_eager", "eager_on_recompile", "fail_on_recompile", "eager_then_compile"):
        dynamo.reset()
        backend = Counting()
        made = t.compile(lambda a: a * 2, backend=backend)
        made(x)
        try:
            with t.compiler.set_stance(name):
                made(x)
                made(t.ones(4))
                made(t.ones(5))
        except RuntimeError as error:
            found[f"{name} raised"] = str(error).split("filename")[0]
        found[name] = len(backend.graphs)

    @t.compiler.disable
    def left(x):
        return x.cos() + t.compiler.is_compiling()

    @t.compiler.allow_in_graph
    def whole(x):
        return x.tan()

    @t.compiler.assume_constant_result
    def constant():
        return 3

    found["left"] = called(lambda x: left(x + 1) * 2, (x,), compile=t.compile)
    found["whole"] = called(lambda x: whole(x) * constant(), (x,), compile=t.compile)
    y = t.ones(6)
    dynamo.mark_dynamic(y, 0)
    found["marked"] = called(lambda a: a + 1, (y,), (t.ones(7),), (t.ones(8),), compile=t.compile)
    found["backends"] = [one for one in t.compiler.list_backends() if one in ("inductor", "cudagraphs", "openxla")]
    found["wrong"] = [
        raised(lambda: t.compile(3)(x)),
        raised(lambda: t.compile(f, backend="none")(x)),
        raised(lambda: t.compile(f, mode="default", options={})),
    ]
    found["limit"] = _limited(t, dynamo)
    found["threads"] = _threads(t)
    found["orders"] = [_order(t, dynamo, latest_first) for latest_first in (True, False, 1, True)]
    return found


def raised(function):
    try:
        return plain(function())
    except Exception as error:
        return type(error).__name__, str(error).splitlines()[0][:80]


def _limited(t, dynamo):
    said = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage().splitlines()[0].partition("._dynamo")[2])
    log = logging.getLogger("torch._dynamo.convert_frame")
    log.addHandler(handler)
    many = called(lambda x, k: x * len(k), *((t.ones(1), "a" * size) for size in range(1, 12)), compile=t.compile)
    log.removeHandler(handler)
    return many[0], said


def _order(t, dynamo, latest_first):
    """The order in which what was compiled is tried, after calls of two kinds and after the first kind again."""
    frames, found = t._C._dynamo.eval_frame, []
    dynamo.reset()

    def function(x, k):
        return x * k

    made = t.compile(function, backend="eager")
    frames._set_lru_cache(latest_first)
    try:
        for k in (1.5, "no", 1.5):
            with contextlib.suppress(Exception):
                made(t.ones(3), k)
            made(t.ones(3), len(found) % 2 == 0)
            kept = frames._debug_get_cache_entry_list(function.__code__)
            found.append([str(one.compile_id) for one in kept])
    finally:
        frames._set_lru_cache(True)
    return found


def _threads(t):
    backend, found = Counting(), []
    made = t.compile(lambda x, k: (x + k).sum(), backend=backend)
    threads = [
        threading.Thread(target=lambda k=k: found.append(made(t.ones(3), 1.0 * (k % 2)).item())) for k in range(6)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return sorted(found)


def combinators(t):
    x, found = t.ones(3, requires_grad=True), {}
    func = importlib.import_module(f"{t.__name__}.func")
    dynamo = importlib.import_module(f"{t.__name__}._dynamo")

    forward = importlib.import_module(f"{t.__name__}.autograd.forward_ad")

    def total(a):
        return (a**3).sum()

    def along(a, direction):
        with forward.dual_level():
            return forward.unpack_dual(forward.make_dual(a, direction).sin())

    functions = {
        "grad": lambda a: func.grad(total)(a),
        "vmap": lambda a: func.vmap(lambda one: one * 2)(a.view(3, 1)),
        "jacrev": lambda a: func.jacrev(lambda one: one**2)(a),
        "jacfwd": lambda a: func.jacfwd(lambda one: one**2)(a),
        "hessian": lambda a: func.hessian(total)(a),
        "jvp": lambda a: func.jvp(total, (a,), (a + 1,)),
        "dual": lambda a: along(a, a.cos()),
        "cond": lambda a: t.cond(a.sum() > 0, lambda b: b.sin(), lambda b: b.cos(), (a,)),
        "checkpoint": lambda a: t.utils.checkpoint.checkpoint(lambda b: b.sin().cos(), a, use_reentrant=False),
        "partial": functools.partial(lambda a, k: a * k, k=3),
        "numpy": lambda a: t.from_numpy(a.detach().numpy() ** 2),
        "comprehends": lambda a: sum(b * i for i, b in enumerate([a, a + 1, *[a + k for k in range(2)]])),
        "formats": lambda a: a * len(f"{a.shape[0]}-{a.dtype}"),
        "device": lambda a: t.zeros(2, device=a.device) + a.device.type.count("c"),
        "grads": lambda a: t.autograd.grad(total(a), a)[0],
    }
    for name, function in functions.items():
        found[name] = called(function, (x,), (x,), compile=t.compile)[0]
    made = t.compile(lambda a: func.vmap(t.sin)(a), backend="eager")
    found["within two"] = plain(func.vmap(func.vmap(made))(t.ones(2, 2, 2)))
    found["aot"] = [len(one) for one in _aot(t, dynamo, total, x)]
    return found


def ragged(t):
    """Nested tensors with a ragged dimension, and bags of embeddings."""
    functional, x = t.nn.functional, t.arange(16.0).view(4, 4) / 16
    nested = t.nested.nested_tensor([x, x[:2]], layout=t.jagged)
    parted = nested.unflatten(-1, [2, 2]).transpose(1, 2)
    functions = {
        "sin": (lambda j: j.sin().values(), nested),
        "linear": (lambda j: functional.linear(j, x).sum(-1).values(), nested),
        "softmax": (lambda j: t.softmax(j, -1).to_padded_tensor(0.0), nested),
        "attends": (lambda j: functional.scaled_dot_product_attention(j, j, j).transpose(1, 2).values(), parted),
        "made": (lambda a: t.nested.nested_tensor_from_jagged(a, t.tensor([0, 1, 4])).sin().values(), x),
        "bags": (lambda i: functional.embedding_bag(i, x), t.tensor([[0, 1], [2, 3]])),
    }
    found = {
        name: called(function, (given,), (given,), compile=t.compile) for name, (function, given) in functions.items()
    }
    return found | {"bags by Inductor": t.compile(functions["bags"][0])(functions["bags"][1])}


def attributes_of_subclasses(t, Asked, once):
    """Attributes of instances of Tensor's subclasses, of the classes themselves, and what makes instances of them."""

    class Quantized(t.nn.Parameter):
        factor = 3

        def __new__(cls, data, kind=None):
            return t.Tensor._make_subclass(cls, data, False)

        def __init__(self, data, kind=None):
            self.kind = kind

        @classmethod
        def scaled(cls, x):
            return x * cls.factor

        def total(self):
            return super().sum(dim=0).as_subclass(Quantized)

    x, found = t.ones(2, 3), {}
    for kind in (Asked, Quantized):
        read = {"sizes": lambda x: x.shape, "number": lambda x: x.ndim, "dtype": lambda x: str(x.dtype)}
        read |= {"layout": lambda x: str(x.layout), "scaled": lambda x: x * x.size(1)}
        for name, function in read.items():
            found[f"{kind.__name__} {name}"] = once(function, x.as_subclass(kind))
    found["attribute of a class"] = once(lambda x: x * Quantized.factor, x)
    found["method of a class"] = once(lambda x: Quantized.scaled(x), x)
    found["made"] = once(lambda x: Quantized(x, kind=2) * 3, x)
    found["made a Tensor"] = once(lambda x: t.Tensor._make_subclass(t.Tensor, x, x.requires_grad) * 3, Quantized(x))
    found["its own"] = once(lambda x: x * x.kind, Quantized(x, 4))
    found["super"] = once(lambda x: x.as_subclass(Quantized).total(), x, whole=False)
    return found


def attributes(t):
    """Attributes that compiled functions read of tensors that they have made, and set on tensors."""
    dynamo, found = importlib.import_module(f"{t.__name__}._dynamo"), {}

    def once(function, *given, whole=True):
        dynamo.reset()
        try:
            return plain(t.compile(function, backend="eager", fullgraph=whole)(*given))
        except Exception as error:
            return type(error).__name__

    class Asked(t.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            found = super().__torch_function__(func, types, args, kwargs)
            return found * 3 if func is t.Tensor.detach else found

    found["_version"] = once(lambda x: (x._version, x.add_(1), x._version), t.ones(2))
    read = "is_leaf requires_grad retains_grad output_nr grad itemsize nbytes layout is_quantized data ndim"
    for name in read.split():
        for wanted in (False, True):
            x = t.ones(2, requires_grad=wanted)
            found[f"{name} {wanted}"] = once(lambda x, name=name: (str(getattr(x * 2, name)), x + 1), x)
    branch = lambda x: x * 2 if (x * 2).is_leaf else x * 3
    found["branch"] = [once(branch, t.ones(2, requires_grad=wanted)) for wanted in (False, True)]
    found |= attributes_of_subclasses(t, Asked, once)
    found["method of a subclass"] = once(lambda x: x.detach(), t.ones(2).as_subclass(Asked))
    values = {"real": t.zeros(2), "imag": t.ones(2), "_backward_hooks": None, "T": 1, "is_leaf": True, "mine": 2}
    for name, value in values.items():
        for whole in (True, False):
            x = t.ones(2, dtype=t.complex64)

            def put(x, name=name, value=value):
                setattr(x, name, value)
                return x + 1

            found[f"set {name} {whole}"] = once(put, x, whole=whole), plain(t.view_as_real(x))
    return found


def _aot(t, dynamo, function, x):
    common = importlib.import_module(f"{t.__name__}._dynamo.backends.common")
    graphs = [], []

    def keep(into):
        return lambda graph, inputs: into.append(graph) or graph.forward

    backend = common.aot_autograd(fw_compiler=keep(graphs[0]), bw_compiler=keep(graphs[1]))
    t.compile(function, backend=backend)(x).backward()
    return [[node for node in one[0].graph.nodes if node.op == "call_function"] for one in graphs]


def around_modules(t):
    return {question.__name__: question(t) for question in wrappers.ALL}


PROGRAMS = around_modules, breaks, guards, modules, training, inductor, settings, combinators, ragged, attributes

if __name__ == "__main__":
    library, *names = sys.argv[1:]
    warnings.simplefilter("ignore")
    given = importlib.import_module(library)
    importlib.import_module(f"{library}._dynamo")
    findings = {}
    for one in PROGRAMS:
        if one.__name__ in names:
            given._dynamo.reset()
            findings[one.__name__] = plain(one(given))
    print(json.dumps(findings))
