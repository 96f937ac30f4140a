"""Programs that capture, for any library: NAME prints what the functions here find out with it, as JSON.

python programs.py {torch|pytorch_c} NAME …, of fakes, graphs, symbolic, early, joint, compiled, exported, converted: what tests/fx compares. Each
library is in a process of its own, and each function in a fork of it.
"""

import importlib
import json
import os
import re
import sys
import traceback


def fakes(t):
    """{case: shape, strides, dtype and class of what a FakeTensorMode gives}."""
    subclasses = importlib.import_module(f"{t.__name__}._subclasses.fake_tensor")
    nn, F = t.nn, t.nn.functional
    mode = subclasses.FakeTensorMode()
    of = mode.from_tensor
    x, image = of(t.ones(3, 4)), of(t.ones(2, 3, 8, 8))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.Conv2d(3, 3, 3, padding=1), nn.Conv2d(3, 3, 3, padding=1)
            self.one, self.two = nn.BatchNorm2d(3), nn.BatchNorm2d(3)

        def forward(self, x):
            return F.relu(x + self.two(self.second(F.relu(self.one(self.first(x))))))

    def inside(function):
        def run():
            with mode:
                return function()

        return run

    zeros = inside(lambda: t._efficientzerotensor(3, 4))()
    cases = {
        "zeros without memory": lambda: [one._is_zerotensor() for one in (zeros, zeros * x, zeros.t(), zeros.clone(), zeros + x)],
        "number": lambda: x + 1, "tensors": lambda: x * x, "promoted": lambda: x.int() + 1.5, "mm": lambda: x @ x.t(),
        "view": lambda: x.view(12), "transposed": lambda: x.t(), "slice": lambda: x[1:, ::2], "sum": lambda: x.sum(0),
        "softmax": lambda: x.softmax(-1), "cat": lambda: t.cat([x, x]), "where": lambda: t.where(x > 0, x, 0),
        "in place": lambda: x.clone().add_(1), "expand": lambda: x[:, None].expand(3, 5, 4), "max": lambda: x.max(1)[1],
        "conv": lambda: F.conv2d(image, of(t.ones(4, 3, 3, 3)), stride=2), "pool": lambda: F.max_pool2d(image, 2),
        "norm": lambda: F.layer_norm(x, (4,)), "batch_norm": inside(lambda: nn.BatchNorm2d(3)(image)),
        "embedding": inside(lambda: nn.Embedding(5, 3)(t.zeros(2, dtype=t.int64))), "zeros": inside(lambda: t.zeros(3)),
        "randn": inside(lambda: t.randn(3, dtype=t.float64)), "arange": inside(lambda: t.arange(5)),
        "tensor": inside(lambda: t.tensor([1.0, 2.0])), "linear": inside(lambda: nn.Linear(4, 2)(t.ones(3, 4))),
        "block": inside(lambda: Block()(t.ones(2, 3, 8, 8))), "to": lambda: x.to(t.float16),
        "attention": lambda: F.scaled_dot_product_attention(image, image, image),
        "backward": inside(lambda: t.autograd.grad((p := t.ones(3, 4, requires_grad=True)).tanh().sum(), p)[0]),
        "item": lambda: x.sum().item(), "shapes": lambda: x @ x, "mixed": lambda: x + t.ones(4, 3).t() @ t.ones(3, 4),
        "text": lambda: repr(x), "of data on meta": inside(lambda: str(t.tensor([1.0], device="meta").device)),
    }  # fmt: skip
    return {name: _told(t, run) for name, run in cases.items()}


def _told(t, run):
    try:
        out = run()
    except Exception as error:
        return "RuntimeError" if isinstance(error, RuntimeError) else type(error).__name__
    if not isinstance(out, t.Tensor):
        return repr(out)
    return type(out).__name__, list(out.shape), list(out.stride()), str(out.dtype), str(out.device), out.requires_grad


def graphs(t):
    """{case: the code of the graph of make_fx}, and whether the graph computes what the function does."""
    make_fx = importlib.import_module(f"{t.__name__}.fx.experimental.proxy_tensor").make_fx
    nn, F = t.nn, t.nn.functional
    t.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    conv = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())

    def gradient(x, w):
        return t.autograd.grad((x @ w).tanh().sum(), w)

    def step(x, w):
        loss = F.cross_entropy(x @ w, t.tensor([0, 1, 0]))
        return w - 0.1 * t.autograd.grad(loss, w)[0]

    def zeros_without_memory(x):
        z = t._efficientzerotensor(4)
        return z.unsqueeze(0) @ x.t() + (z * x).sum() + (z + x).sum(1) + z.expand(3, 4).clone().add_(x).sum(1)

    def in_range(x):
        handle = t.ops.profiler._record_function_enter_new("name", None)
        y = x * 2
        t.ops.profiler._record_function_exit(handle)
        return y

    x, w = t.ones(3, 4), t.full((4, 4), 0.5, requires_grad=True)
    cases = {
        "zeros without memory": (zeros_without_memory, (x,)),
        "range": (in_range, (x,)), "arithmetic": (lambda x: (x.sin() @ x.t() + 1).sum(), (x,)),
        "views": (lambda x: x[1:].t().reshape(-1), (x,)),
        "in place": (lambda x: x.clone().mul_(2).relu_(), (x,)), "factories": (lambda x: x + t.zeros(4) + t.ones(3, 1), (x,)),
        "several": (lambda x: (*x.max(1), x.sort(0)[1]), (x,)), "model": (model, (x,)), "conv": (conv, (t.ones(2, 3, 6, 6),)),
        "gradient": (gradient, (x, w)), "step": (step, (x, w)),
        "functionalized": (t.func.functionalize(lambda x: x.clone().add_(1).view(12)), (x,)),
    }  # fmt: skip
    found = {}
    for mode in ("real", "fake"):
        for name, (function, inputs) in cases.items():
            if mode == "fake" and name in ("model", "conv", "step"):  # they hold tensors that are not fake
                continue
            try:
                graph = make_fx(function, tracing_mode=mode)(*inputs)
                same = t.allclose(_first(graph(*inputs)).double(), _first(function(*inputs)).double())
                found[f"{name}, {mode}"] = _same_words(graph.code), same
            except Exception as error:
                found[f"{name}, {mode}"] = repr(error)
    return found


def _numbers(found):
    return found.tolist() if hasattr(found, "tolist") else [one.tolist() for one in found]


def symbolic(t):
    """{case: the code of the graph whose sizes are symbols, and its result for another size}."""
    make_fx = importlib.import_module(f"{t.__name__}.fx.experimental.proxy_tensor").make_fx
    F = t.nn.functional
    x, image = t.arange(12.0).view(3, 4), t.ones(2, 3, 8, 8)
    cases = {
        "arithmetic": (lambda x: (x.sin() @ x.t() + x.shape[0]).sum(0).view(-1), (x,)),
        "sizes": (lambda x: x * x.size(1) - x.numel() / x.size(0), (x,)),
        "views": (lambda x: x.reshape(x.shape[1], -1).t()[1:], (x,)),
        "factories": (lambda x: (t.arange(x.shape[0]), t.zeros(x.shape) + t.ones_like(x))[1], (x,)),
        "expand": (lambda x: x[:, None].expand(x.shape[0], 2, x.shape[1]).sum(1), (x,)),
        "cat": (lambda x: t.cat([x, x[: x.shape[0] - 1]]), (x,)),
        "branch": (lambda x: x + 1 if x.shape[0] > 2 else x - 1, (x,)),
        "conv": (lambda x, w: F.max_pool2d(F.conv2d(x, w, padding=1), 2).flatten(1), (image, t.ones(4, 3, 3, 3))),
        "softmax": (lambda x: F.softmax(x @ x.t() / x.shape[-1], -1) @ x, (x,)),
        "in place": (lambda x: x.clone().mul_(2).add_(x.shape[1]), (x,)),
        "mean": (lambda x: x.mean(dim=x.shape[1] - 3), (x,)),
        "strides": (lambda x, w: F.conv2d(x, w, stride=x.shape[1] - 1), (image, t.ones(4, 3, 3, 3))),
        "pooling": (lambda x: F.avg_pool2d(x, x.shape[1] - 1), (image,)),
        "transform": (lambda x: t.fft.irfftn(x, dim=x.shape[1] - 4), (x,)),
        "chunks": (lambda x: x.chunk(x.shape[1] - 2), (x,)),
        "adaptive": (lambda x: F.adaptive_avg_pool2d(x, (x.shape[1], None)), (image,)),
        "power means": (lambda x: F.lp_pool2d(x, 2, x.shape[1] - 1).sign(), (image,)),
        "nearest": (lambda x: F.interpolate(x, size=x.shape[2] * 2), (image,)),
        "bilinear": (lambda x: F.interpolate(x, size=(x.shape[2] * 2, 5), mode="bilinear"), (image,)),
        "tensor of sizes": (lambda x: x + t.tensor([x.shape[1], x.shape[1] / 2]).sum(), (x,)),
        "trapezoids": (lambda x: t.trapz(x, x, dim=x.shape[1] - 3), (x,)),
        "norm": (lambda x: t.norm(x, dim=x.shape[1] - 3), (x,)),
        "bags": (lambda x, w: F.embedding_bag((x % 3).long(), w), (x, t.ones(3, 2))),
        "named": (lambda x: x.median(x.shape[1] - 3).values + t.max(x, x.shape[1] - 3).values, (x,)),
        "distances": (lambda x: F.pdist(x), (x,)),
        "polynomial": (lambda x: t.special.shifted_chebyshev_polynomial_v(x, x), (x,)),
    }
    found = {}
    for name, (function, inputs) in cases.items():
        try:
            graph = make_fx(function, tracing_mode="symbolic")(*inputs)
            other = (t.cat([inputs[0], inputs[0]]), *inputs[1:])
            found[name] = _same_words(graph.code), _numbers(graph(*other))
        except Exception as error:
            found[name] = repr(error)
    return found


def early(t):
    """{case: the code of the graph before derivatives are recorded, of a weight that has a gradient}."""
    make_fx = importlib.import_module(f"{t.__name__}.fx.experimental.proxy_tensor").make_fx
    x, w = t.ones(4, 3), t.ones(2, 3, requires_grad=True)
    cases = {
        "linear": lambda x, w: t.nn.functional.linear(x, w),
        "mm": lambda x, w: x @ w.t(),
        "t": lambda x, w: w.t(),
        "view": lambda x, w: w.view(6),
        "in place": lambda x, w: x.clone().add_(w[0]),
        "own operator": lambda x, w: t.ops.captured_here.mixed(x, x),
        "own writer": lambda x, w: t.ops.captured_here.fill(x, x.clone()),
    }
    library = t.library.Library("captured_here", "DEF")
    for schema, of_reals in (
        ("mixed(Tensor x, Tensor y) -> Tensor", lambda x, y: x + y),
        ("fill(Tensor x, Tensor(a!) y) -> Tensor", lambda x, y: x + y.add_(1)),
    ):
        library.define(schema)
        library.impl(schema.partition("(")[0], lambda x, y: t.empty_like(x), "Meta")
        library.impl(schema.partition("(")[0], of_reals, "CompositeExplicitAutograd")
    found = {}
    for mode in ("symbolic", "fake", "real"):  # a fake tensor's cache answers the later ones
        for name, function in cases.items():
            try:
                found[f"{name}, {mode}"] = _same_words(
                    make_fx(function, tracing_mode=mode, pre_dispatch=True)(x, w).code
                )
            except Exception as error:
                found[f"{name}, {mode}"] = repr(error)
    return found


def joint(t):
    """{model: the code of AOTAutograd's graphs forward and backward, the loss, the gradients and the buffers}."""
    aot = importlib.import_module(f"{t.__name__}._functorch.aot_autograd")
    nn = t.nn

    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Linear(4, 4)
            self.register_buffer("count", t.zeros(()))

        def forward(self, x):
            self.count.add_(1)
            x = x.clone().mul_(2)
            return self.first(self.first(x)[:, :4]).tanh() + self.count

    t.manual_seed(0)
    models = {
        "linear": (nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), t.arange(12.0).view(3, 4)),
        "batch norm": (
            nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU()),
            t.arange(96.0).view(2, 3, 4, 4),
        ),
        "written": (Tied(), t.arange(12.0).view(3, 4)),
        "embedding": (nn.Sequential(nn.Embedding(5, 4), nn.LayerNorm(4), nn.GELU()), t.tensor([[0, 3, 1]])),
    }
    found = {}
    for name, (model, x) in models.items():
        codes = []

        def keep(graph, inputs, codes=codes):
            codes.append(_same_words(graph.code))
            return aot.make_boxed_func(graph)

        try:
            loss = aot.aot_module(model, fw_compiler=keep, bw_compiler=keep)(x).pow(2).sum()
            loss.backward()
            found[name] = (
                codes,
                loss.item(),
                [one.grad.tolist() for one in model.parameters()],
                [b.tolist() for b in model.buffers()],
            )
        except Exception as error:
            found[name] = repr(error)
    return found | _entries(t, aot)


def _entries(t, aot):
    """{entry of AOTAutograd: its graphs' code and what they give}, for views of inputs that are written, losses and joint graphs."""
    nn, codes = t.nn, []

    class Model(nn.Module):
        def __init__(self, loss):
            super().__init__()
            self.layers, self.loss = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)), loss

        def forward(self, x):
            return (self.layers(x).sum() if self.loss else self.layers(x),)

    class View(nn.Module):
        def forward(self, x):
            return x[1:]

    def written(x, y):
        z = x.view(-1)
        x.mul_(2)
        return z[1:], (x * y).sum(), x.t()

    def keep(graph, inputs):
        codes.append(_same_words(graph.code))
        return aot.make_boxed_func(graph.forward)

    x, y = t.arange(6.0).view(2, 3), t.ones(2, 3, requires_grad=True)
    view, loss, turned = aot.aot_function(written, fw_compiler=keep, bw_compiler=keep)(x, y)
    loss.backward()
    made = aot.aot_export_module(Model(False), (t.ones(2, 3),), trace_joint=False)
    joint = aot.aot_export_module(Model(True), (t.ones(2, 3),), trace_joint=True, output_loss_index=0)
    leaves = t.ones(3, requires_grad=True), t.ones(3)

    def product(x, v, w):
        return t.func.jvp(t.func.grad(lambda x: ((x @ w).sin() ** 2).sum()), (x,), (v,))[1]

    known, zeros = len(codes), t._efficientzerotensor(2, 3)
    made_of = aot.aot_function(product, fw_compiler=keep, bw_compiler=keep)
    products = [made_of(y.detach(), v, t.ones(3, 2)) for v in (x, zeros)]
    simple = aot.aot_export_joint_simple(lambda a, b: (a.sin() * b,), leaves, trace_joint=True)
    sizes = ({0: t.export.Dim("rows", min=3)},)
    export = t.export.export(View(), (t.ones(4),), dynamic_shapes=sizes).run_decompositions()
    return {
        "a Hessian's product": (codes[known:], [one.tolist() for one in products]),
        "aot_function": (codes[:known], [one.tolist() for one in (view, loss, turned, x, y.grad)], view._is_view()),
        "aot_export_module": (_same_words(made[0].code), str(made[1])),
        "aot_export_module, joint": (_same_words(joint[0].code), str(joint[1])),
        "aot_export_joint_simple": _same_words(simple.code),
        "a view of a size that changes": (
            _same_words(export.graph_module.code),
            export.module()(t.arange(6.0)).tolist(),
        ),
    }


def compiled(t):
    """{case: how many graphs a backend was given by compile() for calls, and what the calls gave}."""
    nn, seen = t.nn, []
    t.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(64, 2))
    image, x, factor = t.arange(216.0).view(2, 3, 6, 6) / 216, t.arange(6.0).view(2, 3), t.tensor(3.0)

    def backend(graph, inputs):
        seen.append(len(inputs))
        return graph.forward

    def trained(model):
        (loss := model(image).pow(2).sum()).backward()
        return loss, *(one.grad for one in model.parameters()), *model.buffers()

    def quiet(x):
        with t.no_grad():
            y = x * 2
        return {"y": y, "z": [x + y, 3, None]}

    compile = lambda function: t.compile(function, backend=backend, dynamic=False)
    one, sized = compile(lambda x, k=2: (x @ x.t()).relu() * k), compile(lambda x: x * x.shape[0])
    cases = {
        "function": lambda: [one(x), one(x, 3), one(x + 1)],
        "sizes": lambda: [sized(x), sized(x[:1]), sized(x.t())],
        "model": lambda: trained(t.compile(model, backend=backend, dynamic=False)),
        "closure": lambda: compile(lambda y: y * factor)(x),
        "nested": lambda: compile(quiet)(x),
        "in place": lambda: (compile(lambda y: y.add_(1))(z := x.clone()), z),
        "decorator": lambda: t.compile(backend=backend)(lambda y: y.sin())(x),
        "by name": lambda: t.compile(lambda y: (y * y).sum(), backend="aot_eager")(x),
    }
    found = {}
    for name, run in cases.items():
        seen.clear()
        found[name] = _numbers(t, run()), len(seen)
    return found


def _numbers(t, value):
    if isinstance(value, dict):
        return {name: _numbers(t, one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_numbers(t, one) for one in value]
    return [round(one, 4) for one in value.double().reshape(-1).tolist()] if isinstance(value, t.Tensor) else value


def exported(t):
    """{case: the code of an exported program, and what it gives}."""
    map_of = importlib.import_module(f"{t.__name__}._higher_order_ops.map").map

    class Reading(t.nn.Module):
        def forward(self, x):
            def checked(a):
                number = a.item()
                t._check(number >= 2)
                return a - number

            steps = x[0].item()
            t._check(steps <= 5)
            return x + steps, t.cond(x.sum() > 0, checked, lambda a: a + 1, (x[:1],))

    class Mapping(t.nn.Module):
        def forward(self, rows, y):
            return map_of(lambda row, y: map_of(lambda x, y: (x * y, x + y), row, y), rows, y)

    class Deciding(t.nn.Module):
        def forward(self, x):
            return t.cond(x.dim() == 1, lambda x: x + 1, lambda x: x - 1, (x,)).to(t.float64)

    class OfItsSize(t.nn.Module):
        def forward(self, x):
            pair = {"x": x, "more": [x + 1]}
            both = t.cond(x.shape[0] > 2, lambda of: of["x"] + of["more"][0], lambda of: of["x"] - 1, (pair,))
            return t.cond(len(x.shape), lambda x: x * 2, lambda x: x, (both,))

    x = t.tensor([2, 4])
    cases = {
        "values": (Reading(), (x,)),
        "mapped": (Mapping(), (t.ones(3, 2), x[:1] + 1)),
        "decided": (Deciding(), (x,)),
        "sized": (OfItsSize(), (t.ones(5),)),
    }
    found = {}
    for name, (module, inputs) in cases.items():
        try:
            sizes = ({0: t.export.Dim("rows", min=2)},) if name == "sized" else None
            made = t.export.export(module, inputs, dynamic_shapes=sizes)
            found[name] = _same_words(made.graph_module.code), str(made.module()(*inputs))
        except Exception as error:
            found[name] = repr(error)
    return found


def converted(t):
    """{case: the program that torch's converter makes of a script: its code, its results, its signature}."""
    converter = importlib.import_module(f"{t.__name__}._export.converter").TS2EPConverter

    class Net(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer, self.scale, self.shift = t.nn.Linear(4, 4), 2.5, t.ones(4)
            self.register_buffer("kept", t.full((4,), 3.0))

        def forward(self, x):
            y = (self.layer(x) + self.kept) * self.scale - self.shift
            if x.sum() > 0:
                y = y + 1
            return y.relu()

    def branch(x):
        if x.dim() == 2:
            return x + x.size(0)
        return x

    def loop(x):
        for i in range(3):
            x = x + i
        return x

    def lists(x):
        sizes = [1, 2] + [6]
        sizes.append(1)
        return x.view(sizes), len(sizes)

    def numbers(x):
        return x * max(x.size(0), 3) // min(4, 5), x.dtype == t.float32, bool(x.numel()), float(x[0, 0])

    def resized(x):
        return t.nn.functional.interpolate(x[None], scale_factor=2.0)

    t.manual_seed(0)
    x, script = t.arange(12.0).view(3, 4), t.jit.script
    cases = {
        "module": script(Net()),
        "traced": t.jit.trace(t.nn.Sequential(t.nn.Linear(4, 2), t.nn.Tanh()), x),
        "branch": script(branch),
        "loop": script(loop),
        "lists": script(lists),
        "numbers": script(numbers),
        "resized": script(resized),
    }
    found = {}
    for name, program in cases.items():
        try:
            made = converter(program, (x,)).convert()
            found[name] = _same_words(made.module().code), str(made.module()(x)), str(made.graph_signature)
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error.__cause__ or error}".split("\n")[0]
    return found


def _same_words(code):
    """A graph's code without options that say what holds without them, and the end of slices, any large number."""
    code = re.sub(
        r",? *(pin_memory = False|memory_format = torch\.(preserve|contiguous)_format|device = device.type='cpu'.)",
        "",
        code,
    )
    return re.sub(r"\d{19}", "END", code)


def _first(out):
    while isinstance(out, tuple):
        out = out[0]
    return out


def forked(function, *arguments):
    """Returns what a function gives in a fork of this process, by way of JSON. Raises SystemExit if it raises."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            with open(writer, "w") as out:
                json.dump(function(*arguments), out)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(1)
    os.close(writer)
    with open(reader) as found:
        text = found.read()
    if os.waitpid(child, 0)[1]:
        raise SystemExit(f"{function.__name__} has failed")
    return json.loads(text)


if __name__ == "__main__":
    library = importlib.import_module(sys.argv[1])
    for shared in ("_subclasses.fake_tensor", "fx.experimental.proxy_tensor", "_dynamo", "export._trace"):
        importlib.import_module(f"{sys.argv[1]}.{shared}")  # once, and not in each fork
    print(json.dumps({name: forked(globals()[name], library) for name in sys.argv[2:]}))
