"""The reference of Python as pages for Sphinx: each public name with its signature, docstring, example and C functions."""

import importlib
import inspect
import json
import re
import types
from functools import cache

import pytorch_c
from codegen import example_texts
from pytorch_c import _ops

from . import stage

API = stage.ROOT / "pytorch_c" / "pytorch_c.json"
# (module, title, sentence) in the order of the sidebar; torch itself is divided by families.
MODULES = [
    ("Tensor", "Tensor", "Members of a tensor. Functions of torch are methods too: their text is at the function."),
    ("nn", "nn: layers and losses", "Modules to build networks of."),
    ("nn.functional", "nn.functional", "Layers as functions, imported as `F`."),
    ("nn.init", "nn.init", "First values of weights, set in place."),
    ("nn.utils", "nn.utils", "Gradients that are clipped, parameters in one vector, layers that are fused."),
    ("optim", "optim", "Optimizers."),
    ("optim.lr_scheduler", "optim.lr_scheduler", "Learning rates that change while training goes on."),
    ("utils.data", "utils.data", "Datasets, samplers and the loader; `torch.data` is another name for it."),
    ("autograd", "autograd", "Gradients, and functions with a derivative of their own."),
    ("autograd.functional", "autograd.functional", "Jacobians and Hessians of functions."),
    ("func", "func", "Transforms of functions: `grad`, `vmap`, `jvp` and others, which nest."),
    ("linalg", "linalg", "Factorizations, norms, systems of equations."),
    ("fft", "fft", "Fourier transforms."),
    ("special", "special", "Special functions."),
    ("sparse", "sparse", "Products, sums and softmax of sparse tensors."),
    ("signal.windows", "signal.windows", "Windows for the Fourier transform."),
    ("memory", "memory", "Counts of what is alive, and when collections run."),
    ("jit", "jit", "TorchScript: programs that are traced, scripted, saved and loaded."),
    ("library", "library", "Operators of your own."),
    ("distributed", "distributed", "Groups of processes, stores and collectives."),
    ("amp", "amp", "Mixed precision."),
    ("random", "random", "Seeds and states of the generator."),
    ("cuda", "cuda", "Devices of CUDA."),
    ("vision.transforms", "vision.transforms", "Transforms of images."),
    ("vision.datasets", "vision.datasets", "Datasets of images."),
    ("vision.models", "vision.models", "Models for images."),
]
SECTIONS = ("Args", "Returns", "Raises", "Schema", "Forms", "Examples")


@cache
def operators():
    """{operator's name: its C functions}, and {family: its sentence}, from the description of the C library."""
    api, found = json.loads(API.read_text()), {}
    for one in api["functions"]:
        if "operator" in one:
            found.setdefault(one["operator"]["name"], []).append(one)
    return found, {family["name"]: family["doc"].partition(". ")[0].rstrip(".") for family in api["families"]}


@cache
def differing():
    """Names in the page of differences, as words within backticks."""
    text = (stage.ROOT / "docs" / "differences.md").read_text()
    return {
        word
        for quoted in re.findall(r"`([^`]+)`", text)
        for word in re.findall(r"[A-Za-z_]\w+", quoted.partition("(")[0])
    }


def plain(text):
    """A line of ours as reStructuredText: `code` is code, and nothing else means anything."""
    return stage.inline(text, "``{}``".format, stage.escaped)


def source_of(found):
    """The file in which an object is written, or an empty text."""
    for one in (found, getattr(found, "__wrapped__", None)):
        try:
            return inspect.getsourcefile(inspect.unwrap(one)) or ""
        except (TypeError, ValueError):
            continue
    return ""


class Written(str):
    """An annotation as its source writes it, which inspect would show in quotes."""

    __repr__ = str.__str__


def signature(found):
    try:
        text = str(without_quotes(inspect.signature(found)))
    except (TypeError, ValueError):
        return "(...)" if callable(found) else ""
    text = re.sub(r"<[^<>]*>", "...", text)
    text = re.sub(r"<[^<>]*>", "...", text).replace("pytorch_c.", "")
    text = re.sub(r" -> .?None.?$", "", text) if isinstance(found, type) else text
    return text if len(text) < 400 else "(...)"


def without_quotes(found):
    def written(annotation):
        if not isinstance(annotation, str):
            return annotation
        return Written(re.sub(r"(?<![\w.])device\b", "torch.device", annotation))  # not torch.cuda's

    parameters = [one.replace(annotation=written(one.annotation)) for one in found.parameters.values()]
    return found.replace(parameters=parameters, return_annotation=written(found.return_annotation))


def section(title, lines):
    if title in ("Args", "Raises"):
        entries = []
        for line in lines:
            head, colon, rest = line.partition(": ")
            new = colon and not line.startswith(" ")
            entries += [f"* ``{head}``: {plain(rest)}" if new else f"  {plain(line.strip())}"]
        return [f"**{title}**", "", *entries, ""]
    if title == "Examples":
        return [".. code-block:: pycon", "", *(f"   {line}" for line in lines), ""]
    if title == "Returns":
        return [f"**Returns** {plain(' '.join(' '.join(lines).split()))}", ""]
    return [f"**{title}**", "", ".. code-block:: text", "", *(f"   {line}" for line in lines), ""]


def body(doc):
    """A docstring as reStructuredText: paragraphs, the sections that are known, and blocks that are indented."""
    found = []
    blocks = re.split(r"\n\s*\n(?=\S)", inspect.cleandoc(doc))
    for block in blocks:
        first, _, rest = block.partition("\n")
        if first.rstrip(":") in SECTIONS and first.endswith(":"):
            if first not in ("Examples:", "Schema:"):  # the one comes from its table, the other at the foot
                found += section(first[:-1], inspect.cleandoc("\n" + rest).split("\n"))
            continue
        lines = block.split("\n")
        if any(line.startswith((" ", ">>>")) for line in lines):
            found += [".. code-block:: text", "", *(f"   {line}" for line in lines), ""]
        else:
            found += [" ".join(plain(line) for line in lines), ""]
    return found


def footing(module, name, found):
    """The C functions that are called, who wrote the function, and a link where it differs from torch's."""
    by_name, _ = operators()
    short = {"linalg": "linalg_", "fft": "fft_", "special": "special_"}.get(module, "") + name
    ours = [one["name"] for one in by_name.get(short, ()) if not short.startswith("_")]
    operator = type(found).__name__ == "Operator" and ours
    lines = []
    if operator:
        links = ", ".join(f":c:func:`{one}`" for one in ours[:8])
        since = min((one["since"] for one in by_name[short]), default="")
        lines.append(f"**C** {links}; since {since}.")
    if operator:
        schemas = sorted({one["operator"]["schema"] for one in by_name[short] if one["operator"]["variant"] != "out"})
        lines += [f"``{schema}``" for schema in schemas[:6]]
        lines.append(
            "libtorch's own kernels: torch's numbers to the last bit, on the same machine and number of threads."
        )
    elif "/site-packages/torch/" in source_of(found):
        lines.append("torch's own file, run on this package; PyTorch's documentation describes it.")
    elif module != "memory" and "/pytorch_c/" in source_of(found):
        lines.append("Written here over libtorch's operators, and tested beside torch's where torch has it.")
    if name in differing():
        lines.append("Named in :doc:`the differences from torch </docs/differences>`.")
    return [line for one in lines for line in (one, "")]


def entry(module, name, found, example):
    """The directive of one name."""
    torchs = "/site-packages/torch/" in source_of(found)
    kind = "class" if isinstance(found, type) else "function" if callable(found) else "attribute"
    full = f"torch.{module}.{name}" if module else f"torch.{name}"
    doc = "" if torchs else (inspect.getdoc(found) or "")
    doc = "" if isinstance(found, type) and doc == inspect.getdoc(object) else doc
    lines = [*body(doc)] if doc else []
    lines += section("Examples", example) if example else []
    lines += footing(module, name, found)
    head = f".. py:{kind}:: {full}{'' if kind == 'attribute' else signature(found)}"
    return [head, "", *(f"   {line}".rstrip() for line in lines), ""]


def members(module):
    """{name: object} of a module or of Tensor, without modules and what is imported from elsewhere by the way."""
    if module == "Tensor":
        # Operators are at torch's functions; what is here has no function of its own.
        chosen = {
            n: inspect.getattr_static(pytorch_c.Tensor, n) for n in dir(pytorch_c.Tensor) if not n.startswith("_")
        }
        return {n: one for n, one in chosen.items() if type(one).__name__ != "Operator"}
    home = importlib.import_module(f"pytorch_c.{module}" if module else "pytorch_c")
    names = getattr(home, "__all__", None) if module else None
    found = {}
    for name in sorted(names or dir(home)):
        one = getattr(home, name, None)
        imported = module and not names and getattr(pytorch_c, name, None) is one
        if imported or name.startswith("_") or isinstance(one, types.ModuleType) or not callable(one):
            continue
        found[name] = one
    return found


def families(found):
    """{page: (title, sentence, {name: object})} of the top level: operators by family, and the rest."""
    _, sentences = operators()
    pages = {}
    for name, one in found.items():
        family = _ops.FAMILY.get(name) if type(one).__name__ == "Operator" else None
        if name.startswith(("linalg_", "fft_", "special_")):
            continue
        key = family or ("classes" if isinstance(one, type) else "functions")
        pages.setdefault(key, {})[name] = one
    titles = {"classes": "Classes and exceptions", "functions": "Other functions"}
    texts = {
        "classes": "Classes of the top level.",
        "functions": "Functions that are made of several operators, and settings.",
    }
    ordered = sorted(pages, key=lambda key: (key in titles, key))
    return {
        key: (
            titles.get(key, key.replace("_", " ").capitalize()),
            texts.get(key, f"{sentences.get(key, '')}."),
            pages[key],
        )
        for key in ordered
    }


def page(module, title, sentence, found, examples):
    head = [title, "=" * len(title), "", plain(sentence), ""]
    return "\n".join(
        head + [line for name, one in found.items() for line in entry(module, name, one, examples.get(name))]
    )


def write(target):
    """Writes the pages; returns how many names and examples they show."""
    names = shown = 0
    listed = {"top": [], "modules": []}

    def put(kind, file, module, title, sentence, found, examples):
        nonlocal names, shown
        (target / f"{file}.rst").write_text(page(module, title, sentence, found, examples))
        listed[kind].append(file)
        names, shown = names + len(found), shown + sum(name in examples for name in found)

    known = set(example_texts.chapters())
    for key, (title, sentence, found) in families(members("")).items():
        put("top", f"torch-{key}", "", f"torch: {title.lower()}", sentence, found, example_texts.chapter("torch"))
    for module, title, sentence in MODULES:
        chapter = module if module in known else module.partition(".")[0]
        examples = example_texts.chapter(chapter) if chapter in known else {}
        below = module[len(chapter) + 1 :]
        examples = {
            n.removeprefix(f"{below}."): e for n, e in examples.items() if not below or n.startswith(f"{below}.")
        }
        put("modules", module.replace(".", "-"), module, title, sentence, members(module), examples)
    (target / "index.rst").write_text(index(listed, names, shown))
    return names, shown


def index(listed, names, shown):
    trees = []
    for kind, caption in (("top", "The top level, by family"), ("modules", "Modules")):
        trees += [
            ".. toctree::",
            "   :maxdepth: 1",
            f"   :caption: {caption}",
            "",
            *(f"   {one}" for one in listed[kind]),
            "",
        ]
    text = (
        f"Each public name: {names:,}, of which {shown:,} have an example here. In the examples ``torch`` is ``pytorch_c``, "
        "``nn`` is ``torch.nn`` and ``F`` is ``torch.nn.functional``; the seed is 0. A test runs each of them."
    )
    return "\n".join(["Reference of Python", "===================", "", text, "", *trees])
