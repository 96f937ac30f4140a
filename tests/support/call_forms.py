"""The call forms of torch's own stubs, with dummy values: each parameter by position, by keyword, and by NumPy's name.

`_C/_VariableFunctions.pyi` and `_C/__init__.pyi` in the wheel are written by torch from the same
tables as its parser, so they say what a user of torch can call.
"""

import ast
import itertools
from pathlib import Path

import torch
from support.oracle import outcome

import pytorch_c

STUBS = {"torch": "_C/_VariableFunctions.pyi", "Tensor": "_C/__init__.pyi"}


def functions(space):
    """{name: [ast.FunctionDef]} of the functions of torch, or the methods of Tensor."""
    body = ast.parse((Path(torch.__file__).parent / STUBS[space]).read_text()).body
    if space == "Tensor":
        body = next(node for node in body if isinstance(node, ast.ClassDef) and node.name == "TensorBase").body
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.args.vararg:
            found.setdefault(node.name, []).append(node)
    return found


def parameters(node, space):
    """[(name, annotation, required, keyword only)], without self."""
    positional = (node.args.posonlyargs + node.args.args)[space == "Tensor" :]
    required = len(positional) - len(node.args.defaults)

    def one(arg, needed, kwonly):
        return arg.arg, ast.unparse(arg.annotation).replace(" ", "") if arg.annotation else "-", needed, kwonly

    return [one(arg, i < required, False) for i, arg in enumerate(positional)] + [
        one(arg, default is None, True) for arg, default in zip(node.args.kwonlyargs, node.args.kw_defaults)
    ]


# ---- values ----

PROFILES = {
    "matrix": lambda: torch.rand(3, 3) + 0.2,
    "vector": lambda: torch.rand(4) + 0.2,
    "ints": lambda: torch.tensor([0, 1, 2, 1]),
    "cube": lambda: torch.rand(2, 3, 4),
    "mask": lambda: torch.rand(3, 3) > 0.5,
    "int matrix": lambda: torch.tensor([[0, 1, 2], [1, 1, 0], [2, 0, 1]]),
    "definite": lambda: torch.eye(3) + 0.1,
    "complex": lambda: torch.rand(3, 3) * (1 + 2j),
    "scalar": lambda: torch.tensor(0.5),
    "image": lambda: torch.rand(1, 2, 3, 4),
    "batch": lambda: torch.rand(2, 3, 3),
}

SIZES = [(2,), [1, 0], (3, 3), (0, 1, 2), [2, 2, 3]]
KINDS = {
    "_bool": [True, False], "_int": [1, 0, 2, -1], "_int|SymInt": [1, 0, 2, -1], "_float": [0.5, 1, True], "Number|_complex": [2, 0.5, True],
    "Number": [2, 0.5, True], "_dtype": [torch.float64, torch.int64, torch.complex64], "_layout": [torch.strided],
    "DeviceLikeType": ["cpu", torch.device("cpu")], "Sequence[_int|SymInt]": SIZES, "_size": SIZES, "_symsize": SIZES, "_int|_size": [1, (0,), [0, 1], 0],
    "_int|SymInt|Sequence[_int|SymInt]": [1, (0,), [0, 1], 0], "Sequence[Number|_complex]": [[1.0, 2.0], [2, 3]], "Sequence[_float]": [[1.0, 2.0]],
    "memory_format": [torch.contiguous_format], "torch.memory_format": [torch.contiguous_format],
}  # fmt: skip
WORDS = {
    "mode": ["sum", "constant"],
    "indexing": ["ij"],
    "ord": ["fro"],
    "reduce": ["sum", "amax"],
    "rounding_mode": ["floor"],
    "UPLO": ["U"],
    "norm": ["ortho"],
    "approximate": ["tanh"],
}
NUMPY_NAMES = {"dim": ["axis"], "keepdim": ["keepdims"], "input": ["x", "a", "x1"], "other": ["x2"]}


class Maker:
    """A generator with its seed, made anew for each library."""


def tensor_of(profile, name):
    torch.manual_seed(len(name))
    if name in ("index", "indices", "target") and "int" not in profile and "mask" != profile:
        return torch.tensor([0, 1, 1, 0])[: 3 if profile != "vector" else 4]
    if name in ("mask", "condition"):
        return torch.rand(4 if profile == "vector" else (3, 3)) > 0.5
    return PROFILES[profile]()


def values(annotation, name, profile):
    """Returns what to try for a parameter; None where there is nothing to try."""
    kind = annotation.removesuffix("|None")
    if name == "out":
        return None
    if kind in ("Tensor", "Tensor|list"):
        return [tensor_of(profile, name)]
    if kind.startswith("Tensor|Number"):
        return [tensor_of(profile, name), 2, 1.5]
    if kind == "Tensor|_int":
        return [tensor_of(profile, name), 2]
    if kind.startswith("tuple[Tensor"):
        return [[tensor_of(profile, name), tensor_of(profile, name)], (tensor_of(profile, name + "x"),)]
    if kind == "Generator":
        return [Maker()]
    if kind == "str":
        return WORDS.get(name, ["mean", "sum", "none"])
    return KINDS.get(kind)


def converted(value, library):
    """Returns the value for a library; tensors are copies."""
    if isinstance(value, (list, tuple)):
        return type(value)(converted(one, library) for one in value)
    if isinstance(value, Maker):
        return library.Generator().manual_seed(3)
    if library is torch:
        return value.clone() if isinstance(value, torch.Tensor) else value
    if isinstance(value, torch.Tensor):
        if value.numel():
            return pytorch_c.from_numpy(value.numpy()).clone()
        return pytorch_c.empty(tuple(value.shape), dtype=getattr(pytorch_c, str(value.dtype).removeprefix("torch.")))
    if isinstance(value, (torch.dtype, torch.layout, torch.memory_format)):
        return getattr(pytorch_c, str(value).removeprefix("torch."))
    return pytorch_c.device(str(value)) if isinstance(value, torch.device) else value


# ---- calls ----


def call(library, space, name, first, args, kwargs):
    """The Outcome of a call in a library."""

    def case(library):
        given = [converted(one, library) for one in args], {key: converted(one, library) for key, one in kwargs.items()}
        function = getattr(library if space == "torch" else converted(first, library), name)
        return function(*given[0], **given[1])

    return outcome(case, library)


def shown(value):
    return "T" if isinstance(value, torch.Tensor) else repr(value).replace("\n", " ")[:40]


def found_base(space, node, params):
    """(profile, first, {name: value} of the required parameters, values of all) of a call that torch takes, or None."""
    required = [name for name, _, needed, _ in params if needed]
    keywords = {name for name, _, _, kwonly in params if kwonly}
    for profile in PROFILES:
        tried = {name: values(annotation, name, profile) for name, annotation, _, _ in params}
        if any(tried[name] is None for name in required):
            return None
        first = tensor_of(profile, "self") if space == "Tensor" else None
        for combination in itertools.islice(itertools.product(*(tried[name] for name in required)), 40):
            base = dict(zip(required, combination))
            args, kwargs = apart(base, keywords)
            if call(torch, space, node.name, first, args, kwargs).error is None:
                return first, base, tried
    return None


def apart(given, keywords):
    """(positional values, keyword values)."""
    return [v for k, v in given.items() if k not in keywords], {k: v for k, v in given.items() if k in keywords}


def forms(params, base, tried):
    """{label: (args, kwargs)} of every way to say the call, and with each other parameter."""
    keywords = {name for name, _, _, kwonly in params if kwonly}
    args, kwargs = apart(base, keywords)
    found = {"by position": (args, kwargs), "by keyword": ([], dict(base))}
    for name, annotation, needed, _ in params:
        for value in tried[name] or ():
            found[f"{name}={shown(value)}"] = (
                apart({**base, name: value}, keywords) if needed else (args, {**kwargs, name: value})
            )
        if not needed and "|None" in annotation and name != "out":
            found[f"{name}=None"] = (args, {**kwargs, name: None})
        for numpys in NUMPY_NAMES.get(name, ()) if tried[name] else ():
            others = {key: value for key, value in base.items() if key != name}
            found[numpys] = ([], {**others, numpys: base.get(name, tried[name][0])})
    longer = list(args)
    for name, _, needed, kwonly in params:
        if not needed and not kwonly:
            if not tried[name]:
                break
            longer = [*longer, tried[name][0]]
            found[f"positional {name}"] = (longer, kwargs)
    return found


def out_form(space, node, first, args, kwargs):
    """The call with `out`, of the dtypes that it gives, or None."""
    result, error = call(torch, space, node.name, first, args, kwargs)
    if error is None and isinstance(result, torch.Tensor):
        return args, {**kwargs, "out": torch.zeros(0, dtype=result.dtype)}
    if error is None and isinstance(result, tuple) and all(isinstance(one, torch.Tensor) for one in result):
        return args, {**kwargs, "out": tuple(torch.zeros(0, dtype=one.dtype) for one in result)}
    return None
