"""Programs whose functions Inductor and AOTAutograd compile, and what they ask of operators and modules.

python inductor_programs.py torch|pytorch_c NAME …: prints {name: findings} as JSON. Each library has a process of its own.
"""

import importlib
import json
import sys
import warnings

from programs import plain


def kinds(values):
    """The names of the values' classes."""
    return [type(one).__name__ for one in values]


def overloads(t):
    x = t.ones(2)
    resolve = t._C._jit_resolve_packet
    settings = {"dtype": t.int64, "device": "cpu", "requires_grad": False}
    return {
        "packets": plain(t.compile(lambda a: t.ops.aten.add(a, 1) + t.ops.aten.sum(a, [0]), fullgraph=True)(x)),
        "resolved": [resolve("aten::add", x, 1), resolve("aten::add", x, x), resolve("aten::relu", x)],
        "iota": plain(t.compile(lambda: t.ops.prims.iota.default(4, start=0, step=2, **settings) * 2)()),
    }


def kernels(t):
    """The classes of what a kernel of Python is given, for values that only fit what its schema says."""
    found, library = [], t.library.Library("typed", "DEF")
    library.define(
        "takes(Tensor x, float a, float? b, int[] c, float[] d, Device e, ScalarType f, Tensor[] g, int[2] h, *, "
        "Device? i=None) -> Tensor"
    )

    def takes(*args, **kwargs):
        values = [*args, *kwargs.values()]
        found.append([kinds(values), [kinds(one) for one in values if isinstance(one, list)]])
        return args[0].clone()

    library.impl("takes", takes, "CompositeExplicitAutograd")
    x = t.ones(1)
    for operator in (t.ops.typed.takes, t.ops.typed.takes.default):
        operator(x, 1, 2, (1, 2), (1, 2.0), "cpu", t.float32, (x,), 5, i="meta")
        operator(x, 1, None, [], [1], "cpu:0", t.float64, [x], (5, 6))
    return found


def public(t):
    names = "special", "fft", "compiler", "nn.init", "autograd.function", "utils.data.dataset"
    return {name: sorted(importlib.import_module(f"{t.__name__}.{name}").__all__) for name in names}


def shared(t):
    """One function for modules of several sizes: a size that is dynamic is one number again where the module's is met."""
    found = {}
    for backend in ("aot_eager", "inductor"):
        t._dynamo.reset()
        t.manual_seed(0)
        made = t.compile(lambda module, x: module(x), backend=backend)
        found[backend] = [plain(made(t.nn.Linear(size, 2), t.ones(2, size))) for size in (3, 4, 5)]
    return found


def batched(t):
    """Operators below vmap, whose rules for batches are other operators."""
    chosen, numbers = t.arange(30).view(2, 3, 5) % 2 == 0, t.arange(30).view(2, 3, 5)
    functions = {
        "where": lambda a, b: t.vmap(lambda c, d: t.where(c, d, 1))(a, b),
        "twice": lambda a, b: t.vmap(t.vmap(lambda c, d: t.where(c, d, 1)))(a, b),
        "moves": lambda a, b: t.vmap(lambda d: d.movedim(0, 1))(b),
    }
    found = {name: plain(t.compile(one, backend="eager")(chosen, numbers)) for name, one in functions.items()}
    attention = importlib.import_module(f"{t.__name__}.nn.attention.flex_attention")
    t.manual_seed(0)
    query, key, value = (t.randn(1, 2, 32, 16) for _ in range(3))
    attends = t.compile(attention.flex_attention)
    mask = attention.create_block_mask(lambda b, h, i, j: i >= j, None, None, 32, 32, device="cpu")
    found["attends"] = plain([attends(query, key, value, block_mask=one).sum() for one in (None, mask)])
    return found


def customs(t):
    """Operators of a program's own in functions that are compiled."""
    found = {}

    @t.library.custom_op("compiled::scaled", mutates_args=())
    def scaled(x: t.Tensor, k: float) -> t.Tensor:
        return x * 2 * k

    @t.library.custom_op("compiled::fill", mutates_args=("x",))
    def fill(x: t.Tensor, value: float) -> None:
        x.fill_(value)

    scaled.register_fake(lambda x, k: t.empty_like(x))
    scaled.register_autograd(
        lambda ctx, grad: (grad * 2 * ctx.k, None),
        setup_context=lambda ctx, inputs, output: setattr(ctx, "k", inputs[1]),
    )

    def changes(x):
        copy = x.clone()
        fill(copy[1:], 5)
        return copy + 1

    x = t.ones(3, requires_grad=True)
    for backend in ("eager", "inductor"):
        total = t.compile(lambda x: (scaled(x.sin(), 3) * 2).sum(), fullgraph=True, backend=backend)(x)
        (grad,) = t.autograd.grad(total, x)
        found[backend] = plain([total, grad, t.compile(changes, fullgraph=True, backend=backend)(t.zeros(3))])
    return found


def artifacts(t):
    """A graph that is compiled by itself, and called."""
    of_graph = importlib.import_module(f"{t.__name__}._inductor")
    graph = importlib.import_module(f"{t.__name__}.fx.experimental.proxy_tensor").make_fx(lambda a: a.sin() + 1)(
        t.ones(2)
    )
    importlib.import_module(f"{t.__name__}._inductor.standalone_compile")
    return plain(
        [of_graph.compile(graph, [t.ones(2)])(t.ones(2)), of_graph.standalone_compile(graph, [t.ones(2)])(t.ones(2))]
    )


def vectors(t):
    """The vector instructions that kernels are compiled for."""
    found = importlib.import_module(f"{t.__name__}._inductor.cpu_vec_isa")
    return [str(one) for one in found.valid_vec_isa_list()], found.pick_vec_isa().bit_width()


def kept(t):
    """Counts of graphs that are found among the kept ones, and the profile of a compilation."""
    utils, counters = (importlib.import_module(f"{t.__name__}.{name}") for name in ("_inductor.utils", "_dynamo.utils"))
    profiler, functional = importlib.import_module(f"{t.__name__}.profiler"), t.nn.functional

    def layers(x, w):
        x = functional.layer_norm(functional.gelu(functional.linear(x, w)), (4,))
        return t.einsum("ij->i", x)[:, None] + functional.pad(x, (0, 0)) + t.special.expit(x) + t.linalg.norm(x)

    x, w = t.ones(4, 4), t.ones(4, 4, requires_grad=True)
    found = []
    with utils.fresh_cache():
        for _ in range(2):
            t._dynamo.reset()
            counters.counters.clear()
            with profiler.profile() as profile:
                t.compile(layers)(x, w).sum().backward()
            counts = counters.counters["aot_autograd"].items()
            keys = {event.key for event in profile.key_averages()}
            found.append([{key: value for key, value in counts if "cache" in key}, "Pregraph bytecode" in keys])
    return found


def outside(t):
    """The extension's words on a backward pass where none runs and on memory that two have, as AOTAutograd asks them."""
    x, shares = t.ones(3), t._C._any_output_is_alias_to_input_or_output
    asked = [((x,), {}, (x[1:],)), (([x],), {}, (x,)), ((), {"x": x}, (x,)), ((), {}, (x, 1, [x.view(3, 1)]))]
    apart = [((x,), {}, (x + 1, None)), ((), {}, (x, x.clone())), ((x.to_sparse(),), {}, (x.to_sparse(),))]
    return [t._C._autograd._get_current_graph_task_keep_graph(), *(shares(*one) for one in (*asked, *apart))]


def attends(t):
    """A backward pass with an operator for libtorch's own use, in a program that another process may have compiled."""
    t.manual_seed(0)
    x = t.randn(1, 2, 8, 4, requires_grad=True)
    t.compile(lambda a: t.nn.functional.scaled_dot_product_attention(a, a, a, is_causal=True))(x).sum().backward()
    counters = importlib.import_module(f"{t.__name__}._dynamo.utils").counters
    return plain(x.grad), counters["inductor"]["fxgraph_cache_hit"] > 0


def checkpointed(t):
    """An operator with random numbers that is computed again keeps the generator's state, by a higher-order operator."""
    functional, checkpoint = t.nn.functional, importlib.import_module(f"{t.__name__}.utils.checkpoint").checkpoint
    t.manual_seed(0)
    x = t.randn(1, 2, 8, 4, requires_grad=True)

    def again(a):
        return functional.scaled_dot_product_attention(a, a, a, is_causal=True)

    t.compile(lambda a: checkpoint(again, a * 2, use_reentrant=False) * a, fullgraph=True)(x).sum().backward()
    return plain(x.grad)


PROGRAMS = (
    overloads,
    kernels,
    public,
    shared,
    batched,
    customs,
    artifacts,
    vectors,
    kept,
    outside,
    attends,
    checkpointed,
)

if __name__ == "__main__":
    library, *names = sys.argv[1:]
    warnings.simplefilter("ignore")
    given = importlib.import_module(library)
    print(json.dumps({one.__name__: plain(one(given)) for one in PROGRAMS if one.__name__ in names}))
