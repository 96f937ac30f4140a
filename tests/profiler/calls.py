"""A program whose profile with stacks is printed as JSON: `python calls.py torch`, `python calls.py pytorch_c`."""

import contextlib
import gc
import gzip
import importlib
import json
import sys
import tempfile
import threading
import warnings

t = importlib.import_module(sys.argv[1])
profiler = importlib.import_module(f"{sys.argv[1]}.profiler")


class Block(t.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = t.nn.Linear(8, 16), t.nn.Linear(16, 4)

    def forward(self, x):
        return self.second(inner(self.first(x)))


def inner(x):
    return x.relu()


def numbers(count):
    for number in range(count):
        yield plus_one(number)


def plus_one(number):
    return number + 1


def fails():
    raise ValueError("it fails")


def deep(depth):
    return deep(depth - 1) if depth else t.ones(2)


model = Block()
optimizer = t.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)


def train(data):
    model(data).square().mean().backward()


def program(data):
    train(data)
    with contextlib.suppress(ValueError):
        fails()
    assert list(numbers(3)) == [1, 2, 3]
    deep(3)
    optimizer.step()


def is_ours(name):
    """Names that do not depend on the library's own Python."""
    return name.startswith(("nn.Module", "calls.py(", "aten::"))


def profiled(run, **options):
    with profiler.profile(with_stack=True, record_shapes=True, profile_memory=True, **options) as found:
        run()
    return found


def parents(node):
    out = []
    while node := node.parent:
        if is_ours(node.name):
            out.append(node.name)
    return out


def nodes(tree):
    for node in tree:
        yield node
        yield from nodes(node.children)


def calls(found):
    """Calls of the program's functions and of modules, each with what it is in."""
    tree = found.profiler.kineto_results.experimental_event_tree()
    wanted = [node for node in nodes(tree) if node.tag.name == "PyCall" and is_ours(node.name)]
    assert all(node.end_time_ns >= node.start_time_ns for node in wanted)
    return [[node.name, *parents(node)] for node in wanted]


def modules(found):
    """Classes and parameters of the modules that are called."""
    tree = found.profiler.kineto_results.experimental_event_tree()
    return [
        [info.cls_name, [[name, one.sizes, str(one.dtype), grad and grad.sizes] for name, one, grad in info.parameters]]
        for info in (node.extra_fields.module for node in nodes(tree) if node.tag.name == "PyCall")
        if info
    ]


def optimizers(found):
    tree = found.profiler.kineto_results.experimental_event_tree()
    return [
        [
            [one.sizes, grad.sizes, [[name, state.sizes] for name, state in states]]
            for one, grad, states in info.parameters
        ]
        for info in (node.extra_fields.optimizer for node in nodes(tree) if node.tag.name == "PyCall")
        if info
    ]


def inputs(found):
    """The inputs of the operators below train(), and the order in which tensors were met."""
    met = {}

    def of(one):
        if hasattr(one, "sizes"):
            known = one.id if one.id is None else met.setdefault(one.id, len(met))
            return [one.sizes, one.strides, str(one.dtype), str(one.device), str(one.layout), known]
        return [of(each) for each in one] if isinstance(one, list) else str(type(one))

    tree = found.profiler.kineto_results.experimental_event_tree()
    wanted = [n for n in nodes(tree) if n.name.startswith("aten::") and any(p.startswith("nn.Mod") for p in parents(n))]
    return [[n.name, [of(one) for one in n.extra_fields.inputs]] for n in wanted]


def memory(run):
    """Memory by what it is for: bytes that were there, and that came."""
    found = profiled(run)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        found.export_memory_timeline(f"{folder}/memory.raw.json.gz", device="cpu")
        with gzip.open(f"{folder}/memory.raw.json.gz") as file:
            raw = json.load(file)
        found.export_memory_timeline(f"{folder}/memory.json", device="cpu")
        times, sizes = json.load(open(f"{folder}/memory.json"))
    assert len(times) == len(sizes) > 3
    return sorted(([action, size, kind] for _, action, size, kind in raw if action in (1, 2)), key=str)


def of_threads():
    """The functions that ran on each thread; one thread runs when the profile begins, and one begins later."""
    begins, ends = threading.Event(), threading.Event()

    def waits():
        begins.wait()
        train(t.ones(4, 8))
        ends.set()

    earlier = threading.Thread(target=waits)
    earlier.start()

    def run():
        begins.set()
        ends.wait()
        train(t.ones(4, 8))

    found = profiled(run)
    earlier.join()
    tree = found.profiler.kineto_results.experimental_event_tree()
    threads = {}
    for node in nodes(tree):
        if node.tag.name == "PyCall" and ("train" in node.name or node.name.startswith("nn.Module")):
            threads.setdefault(node.start_tid, []).append(node.name)
    return sorted(threads.values())


def collections():
    config = profiler._ExperimentalConfig(record_python_gc_info=True)
    found = profiled(gc.collect, experimental_config=config)
    tree = found.profiler.kineto_results.experimental_event_tree()
    return sorted({node.name for node in nodes(tree) if "GC" in node.name})


def ranges():
    """Ranges of an optimizer and of a DataLoader."""

    def run():
        for (batch,) in t.utils.data.DataLoader(t.utils.data.TensorDataset(t.ones(4, 8)), batch_size=2):
            train(batch)
            optimizer.step()
            optimizer.zero_grad()

    return [event.name for event in profiled(run).events() if event.name.startswith(("Optimizer", "enumerate"))]


def passes():
    """The operators below those of backward passes: the first gradients of leaves of several strides, and later ones."""
    leaves = [t.ones(3), t.ones(3, 3).t(), t.ones(4, 3)[::2]]
    runs = [
        lambda x: (x * 2).sum().backward(),
        lambda x: (x * x).backward(t.ones_like(x)),
        lambda x: t.autograd.grad((x * 2).sum(), x),
        lambda x: t.autograd.backward([(x * 2).sum()], inputs=[x]),
        lambda x: x.sum().backward(create_graph=True),
    ]

    def tree(run):
        with profiler.profile() as found:
            run()
        return [told(one) for one in found.profiler.kineto_results.experimental_event_tree()]

    def told(node):
        return [node.name, [told(one) for one in node.children]]

    out = []
    for leaf in leaves:
        for run in runs:
            x = leaf.clone(memory_format=t.preserve_format).requires_grad_()
            out += [tree(lambda run=run, x=x: run(x)) for _ in range(2)]
    return out


def files(found):
    """The program's own functions in the trace file."""
    with tempfile.TemporaryDirectory() as folder:
        found.export_chrome_trace(f"{folder}/trace.json")
        trace = json.load(open(f"{folder}/trace.json"))["traceEvents"]
    own = [event for event in trace if event.get("cat") == "python_function" and event["name"].startswith("calls.py(")]
    assert all(event["args"]["Python id"] for event in own)
    return sorted({event["name"] for event in own})


data = t.ones(4, 8)
program(data)
optimizer.zero_grad()
found = profiled(lambda: program(data))
out = {
    "calls": calls(found),
    "modules": modules(found),
    "optimizers": optimizers(found),
    "inputs": inputs(found),
    "files": files(found),
    "ranges": ranges(),
    "passes": passes(),
    "memory": memory(lambda: train(data)),
    "threads": of_threads(),
    "collections": collections(),
}
print(json.dumps(out))
