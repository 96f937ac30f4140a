"""FFI modes: the same C library called through cffi's API mode, cffi's ABI mode and ctypes.

Compares, on one libpytorch_c.so and in one process, three calls: one that does nothing (`ptc_abi_version`), the sum of
two 3x3 tensors with its error check and the close of its result (`ptc_add_Tensor`), and one that takes a list
(`ptc_cat`). Beside them the same calls in C, and pytorch_c's own module, which is API mode too, but with a few lines of
C that return the result instead of writing it through a pointer. Each keeps Python objects only where it must.

    python benchmarks/ffi_modes.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import ctypes
import importlib.util
import re
import time
import timeit

from harness import contenders, drawing, native, stats, tables
from harness.command import FOLDER, Result, main, rounds, sized
from harness.workers import start

HEADERS = FOLDER.parent / "cshim/include/pytorch_c"
CALLS = {"version": "call that does nothing", "add": "add and close", "cat": "cat of a list and close"}
LABELS = {
    "c": "C",
    "own": "pytorch_c itself, with its finalizer",
    "api": "cffi, API mode",
    "abi": "cffi, ABI mode",
    "ctypes": "ctypes",
}


def declarations():
    """Returns what cffi must know, taken from the headers: the types and the four functions."""
    types = (HEADERS / "types.h").read_text()
    found = re.findall(
        r"^typedef const char \*ptc_error;|^typedef struct ptc_tensor_s [^;]*;|^typedef struct ptc_scalar \{.*?^\} ptc_scalar;",
        types,
        re.M | re.S,
    )
    everything = "\n".join(path.read_text() for path in sorted(HEADERS.rglob("*.h")))
    for name in ("abi_version", "add_Tensor", "cat", "tensor_close"):
        found += re.findall(rf"^\w.*\bptc_{name}\([^;]*\);", everything, re.M)
    return re.sub(r"\bPTC_[A-Z_]+ ", "", "\n".join(found))


def library_path():
    return FOLDER.parent / "pytorch_c/lib/libpytorch_c.so.0"


def api_module():
    """The compiled module, or None where there is no compiler."""
    from cffi import FFI

    if not native.program("create_and_drop_c"):
        return None
    ffi = FFI()
    ffi.cdef(declarations())
    libraries = {
        "libraries": ["pytorch_c"],
        "library_dirs": [str(library_path().parent)],
        "runtime_library_dirs": [str(library_path().parent)],
    }
    ffi.set_source("ptc_api_mode", "#include <pytorch_c.h>", include_dirs=[str(HEADERS.parent)], **libraries)
    spec = importlib.util.spec_from_file_location("ptc_api_mode", ffi.compile(tmpdir=str(native.BUILD)))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def with_cffi(ffi, lib, a, b):
    """The three calls through a cffi library; the same Python for both modes."""
    a, b = ffi.cast("ptc_tensor", a), ffi.cast("ptc_tensor", b)
    one, out = ffi.new("ptc_scalar *", {"kind": 1, "i": 1})[0], ffi.new("ptc_tensor *")
    add_tensor, cat_list, close, null = lib.ptc_add_Tensor, lib.ptc_cat, lib.ptc_tensor_close, ffi.NULL

    def add():
        if add_tensor(a, b, one, out) != null:
            raise RuntimeError
        close(out[0])

    def cat():
        if cat_list([a, b], 2, 0, out) != null:
            raise RuntimeError
        close(out[0])

    return {"version": lib.ptc_abi_version, "add": add, "cat": cat}


def with_ctypes(a, b):
    class Scalar(ctypes.Structure):
        _fields_ = [("kind", ctypes.c_int32), ("i", ctypes.c_int64), ("re", ctypes.c_double), ("im", ctypes.c_double)]

    lib, tensor = ctypes.CDLL(str(library_path())), ctypes.c_void_p
    version, add_tensor, cat_list, close = lib.ptc_abi_version, lib.ptc_add_Tensor, lib.ptc_cat, lib.ptc_tensor_close
    version.argtypes, version.restype = [], ctypes.c_int64
    add_tensor.argtypes, add_tensor.restype = [tensor, tensor, Scalar, ctypes.POINTER(tensor)], ctypes.c_void_p
    cat_list.argtypes, cat_list.restype = (
        [ctypes.POINTER(tensor), ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(tensor)],
        ctypes.c_void_p,
    )
    close.argtypes, close.restype = [tensor], None
    one, out, two = Scalar(1, 1, 0, 0), tensor(), tensor * 2
    pointer = ctypes.byref(out)

    def add():
        if add_tensor(a, b, one, pointer):
            raise RuntimeError
        close(out)

    def cat():
        if cat_list(two(a, b), 2, 0, pointer):
            raise RuntimeError
        close(out)

    return {"version": version, "add": add, "cat": cat}


def with_own_module(a, b):
    from pytorch_c._boundary import api

    add_tensor, cat_list = api.add_Tensor, api.cat

    # The package's own call, which makes the Tensor too, with its finalizer.
    def add():
        add_tensor(a, b, 1).close()

    def cat():
        cat_list([a, b], 0).close()

    return {"version": api.abi_version, "add": add, "cat": cat}


def measure(options):
    import cffi

    import pytorch_c

    pytorch_c.set_num_threads(1)
    kept = pytorch_c.randn(3, 3), pytorch_c.randn(3, 3)
    a, b = (tensor._h.address for tensor in kept)
    abi = cffi.FFI()
    abi.cdef(declarations())
    modes = {
        "own": with_own_module(*kept),
        "abi": with_cffi(abi, abi.dlopen(str(library_path())), a, b),
        "ctypes": with_ctypes(a, b),
    }
    notes, module = [], api_module()
    if module is None:
        notes.append("API mode and C: left out, there is no compiler")
    else:
        modes["api"] = with_cffi(module.ffi, module.lib, a, b)
    live = pytorch_c.live_tensors()
    turns, seconds = rounds(options, 3, 15, 61), sized(options, 0.001, 0.02, 0.05)
    samples = run(modes, module is not None, turns, seconds)
    if pytorch_c.live_tensors() != live:
        raise SystemExit("a mode left tensors open")
    rows = [row(name, samples) for name in samples]
    rows.sort(key=lambda found: found["ratio"]["median"])
    columns = [
        ("label", "how it is called"),
        ("ratio", "API mode = 1" if module else "ABI mode = 1", 2),
        *((call, f"{text}, ns", 0) for call, text in CALLS.items()),
    ]
    table = tables.table("Nanoseconds a call; the ratio is the geometric mean over the three calls", columns, rows)
    return Result([table], findings(rows), {"rounds": turns, "seconds": seconds}, notes)


def run(modes, with_c, turns, seconds):
    """{mode: {call: samples in ns}}, measured in turns."""
    samples = {name: {call: [] for call in CALLS} for name in [*modes, *(["c"] if with_c else [])]}
    program = start(contenders.Contender("c", "C", "C", program="create_and_drop_c")) if with_c else None
    for call in CALLS:
        timers = {
            name: timeit.Timer("call()", timer=time.process_time, globals={"call": mode[call]})
            for name, mode in modes.items()
        }
        counts = {name: max(100, int(seconds / max(timer.timeit(200) / 200, 1e-9))) for name, timer in timers.items()}
        for _ in range(turns):
            for name, timer in timers.items():
                samples[name][call].append(timer.timeit(counts[name]) / counts[name] * 1e9)
            if program:
                samples["c"][call].append(program.ask(call, "once", 10 * counts["own"]) * 1e9)
    if program:
        program.close()
    return samples


def row(name, samples):
    base = samples.get("api", samples["abi"])
    kind = {"c": "native", "own": "default"}.get(name, "strategy")
    out = {"name": name, "label": LABELS[name], "kind": kind, "ratio": stats.mean_ratio(samples[name], base)}
    return out | {call: stats.summary(found) for call, found in samples[name].items()}


def findings(rows):
    by_name = {found["name"]: found for found in rows}
    nothing = {name: found["version"]["median"] for name, found in by_name.items()}
    out = []
    if "api" in by_name:
        add = {name: found["add"]["median"] / by_name["api"]["add"]["median"] for name, found in by_name.items()}
        out.append(
            f"A call that does nothing takes {nothing['api']:.0f} ns in API mode, {nothing['abi']:.0f} in ABI mode, {nothing['ctypes']:.0f} with ctypes, {nothing['c']:.0f} in C."
        )
        out.append(
            f"For add and close ABI mode takes {add['abi']:.2f} times as long as API mode, ctypes {add['ctypes']:.2f} times; returning the result instead of writing it through a pointer brings it to {add['own']:.2f}."
        )
    return out


def draw(result, path):
    chart, panels = drawing.figure(10, 2.9, columns=len(CALLS))
    rows = {row["name"]: row for row in result["tables"][0]["rows"]}
    order = [name for name in LABELS if name in rows]
    for number, (axes, (call, text)) in enumerate(zip(panels, CALLS.items())):
        drawing.bars(
            axes,
            [(LABELS[name], rows[name][call], rows[name]["kind"]) for name in order],
            "ns a call",
            digits=0,
            room=1.25,
        )
        axes.set_title(text)
        if number:
            axes.set_yticklabels([])
    drawing.save(chart, path, "One C library, called in different ways")


if __name__ == "__main__":
    main(__doc__, measure, draw)
