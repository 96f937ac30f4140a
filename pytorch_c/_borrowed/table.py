"""Whose each module of torch is: ours where this package has a file of the name, not to be had by the rows here, else
borrowed, which is torch's own file, run on this package.

A row stands for the module and all below it. What trains a network is ours, since it works with LIBTORCH=DIR alone;
nothing that is borrowed is needed for that.
"""

# Modules whose file in torch has another name: ours of that name are operators.
FILES = {"_torch_ops": "_ops", "_torch_numpy": "_numpy"}


def renamed(path: str) -> str:
    """Our path of a module for torch's, each with a dot before it, or empty: ._numpy is NumPy upon torch there."""
    return path.replace("._numpy", "._torch_numpy", 1) if path.partition(".")[2].partition(".")[0] == "_numpy" else path


# The wheel's package beside torch that torch's files import; ours is `_of_functorch`.
FUNCTORCH = "functorch"

# Files that write documentation upon operators, which have theirs: of these only the names are wanted.
DOCUMENTATION = frozenset(("_storage_docs", "_tensor_docs", "_torch_docs"))

# Modules in a circle of imports, with all below them, and those by which torch enters the circle.
_REFS = ("_meta_registrations",)
ENTRANCES: dict[str, tuple[str, ...]] = dict.fromkeys(
    "_decomp _functorch._aot_autograd _functorch.aot_autograd _higher_order_ops _prims _refs _subclasses "
    "fx.experimental.proxy_tensor fx.experimental.symbolic_shapes utils._content_store".split(),
    _REFS,
) | {
    "_library": ("utils._pytree",),
    "cuda.memory": ("cuda.profiler",),  # asks torch's file of cuda for a name, and that takes all names of memory
    "_logging": ("fx",),
    "_meta_registrations": ("fx",),
    "_inductor": (*_REFS, "_C._operators"),
    "_inductor.utils": (*_REFS, "_dynamo", "_C._operators"),
    "_dynamo": _REFS,
}


def entrances(name: str) -> tuple[str, ...]:
    """The modules to be imported before a module, by its name without "torch."; the row of the longest name counts."""
    while name and name not in ENTRANCES:
        name = name.rpartition(".")[0]
    return ENTRANCES.get(name, ())


# Texts in torch's files that are compared with the names of modules.
TEXTS = frozenset(("torch._refs",))

# Files that give torch's compiler Python in the place of C functions, which are objects of other kinds here: left empty.
EMPTY = frozenset(("_dynamo.polyfills.tensor", "_dynamo.polyfills.torch_c_nn"))

# Packages that import nothing but their modules, in a circle that `import torch` enters elsewhere: they do so lazily.
ONLY_MODULES = frozenset(("fx.passes",))

# Functions that say what torch's extension module was built with: their names can be imported, and nothing is behind them.
NOT_AVAILABLE = {"distributed.rpc": "is_available"}

# Packages whose submodules of these names are hidden by a function of the same name, as torch's `from … import` does.
HIDDEN = {
    "multiprocessing": ("spawn",),
    "nn.utils": ("spectral_norm", "weight_norm"),
}


# Modules of ours whose take_over(module) changes a module when torch's file has run.
FINISHED_BY = {
    "_dynamo": "_C._dynamo.standing",
    "_dynamo.eval_frame": "_C._dynamo.calls",
    "_dynamo.trace_rules": "_C._dynamo.rules",
    "_functorch._aot_autograd.autograd_cache": "_C._dynamo.cacheable",
    "_inductor.codecache": "_C._dynamo.keys",
    "_inductor.codegen.wrapper": "_C._dynamo.tuning",
    "_inductor.cpu_vec_isa": "_C._dynamo.vectors",
    "_inductor.runtime.cache_dir_utils": "_C._dynamo.caches",
    "_inductor.runtime.compile_tasks": "_C._dynamo.programs",
    "_logging": "_C._dynamo.logs",
    "fx.node": "_C._fx",
    "_library.simple_registry": "library._fakes",
    "_subclasses.meta_utils": "storage._weak",
    "autograd.profiler": "autograd._profiling",
    "distributed.checkpoint.filesystem": "_files.checkpoints",
    "distributed.elastic.multiprocessing.subprocess_handler.handlers": "distributed._launching",
    "distributed.elastic.rendezvous.dynamic_rendezvous": "distributed._rendezvous",
    "distributed.tensor._api": "_C._dtensor",
    "_export.serde.serialize": "_files.exported",
    "onnx._internal.exporter._compat": "onnx._exporting",
    "export.pt2_archive._package": "_files.exported",
    "utils._pytree": "_files.exported",
    "utils.data._utils.collate": "data.collate",
    "utils.data._utils.worker": "data.state",
}


# Modules that `import torch` itself has imported, and its users find as attributes.
SEEN = frozenset(
    "_awaits _classes _compile _custom_op _custom_ops _decomp _dispatch _environment _export _functorch _guards "
    "_higher_order_ops _library _linalg_utils _lobpcg _logging _lowrank _meta_registrations _native _opaque_base _ops _prims "
    "_prims_common _refs _sources _strobelight _subclasses _tensor _tensor_iterator _tensor_str _utils _utils_internal _vendor _VF "
    "_vmap_internals _weights_only_unpickler ao contrib package quantization".split()
)


def file_of(name: str) -> str:
    """The dotted path of torch's file of a module, by our name for it."""
    top, dot, below = name.partition(".")
    return FILES.get(top, top) + dot + below


def is_borrowed(name: str) -> bool:
    """Returns whether a module that has no file here, by its name without "torch.", is torch's own file."""
    return why_absent(name) is None


# Modules of torch that are neither borrowed nor ours, and why: an ImportError says it.
_PAGE = "it makes a page of torch's documentation from schemas when it is imported"
ABSENT = {
    "jit.supported_ops": _PAGE,
    "jit.unsupported_tensor_ops": _PAGE,
    "jit._decompositions": "it gives derivatives to libtorch's executor when it is imported; that has them",
    "jit._shape_functions": "it gives rules of shapes to torch's converter for other runtimes",
}


def why_absent(name: str) -> str | None:
    """Why a module, by its name without "torch.", is not here; None where nothing says so."""
    while name:
        if name in ABSENT:
            return ABSENT[name]
        name = name.rpartition(".")[0]
    return None
