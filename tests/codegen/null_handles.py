"""Calls C functions with NULL for one handle at a time, and prints the errors: a process of its own, for it may crash.

python null_handles.py LIBRARY < {"function": [[kind, type, direction, name], …]}
"""

import ctypes
import json
import sys
from ctypes import byref, c_bool, c_char_p, c_double, c_int32, c_int64, c_void_p, create_string_buffer

NUMBERS = {"bool": c_bool, "double": c_double, "int32_t": c_int32, "int64_t": c_int64}
QUIET = ctypes.CFUNCTYPE(c_void_p, *[c_void_p] * 3)(lambda *args: None)
lib = None


class Scalar(ctypes.Structure):
    _fields_ = [("kind", c_int32), ("i", c_int64), ("re", c_double), ("im", c_double)]


class Stream(ctypes.Structure):
    _fields_ = [("id", c_int64), ("device_type", c_int32), ("device_index", c_int32)]


STRUCTS = {"ptc_scalar": Scalar(2, 0, 1.0), "ptc_stream": Stream(0, 0, -1)}


def call(name, *args):
    """The message of a failure, or None."""
    function = getattr(lib, name)
    function.restype = c_void_p
    error = function(*args)
    if not error:
        return None
    message = ctypes.string_at(error).decode()
    lib.ptc_error_free(c_void_p(error))
    return message


def made(name, *args):
    out = c_void_p()
    message = call(name, *args, byref(out))
    assert message is None, message
    return out


def tensor():
    """A fresh scalar that requires grad, of a node."""
    size = (c_int64 * 1)(1)
    leaf = made("ptc_ones", size, c_int64(0), None)
    assert call("ptc_tensor_set_requires_grad", leaf, c_bool(True)) is None
    return made("ptc_exp", leaf)


def handle(kind):
    """A handle that fits, of each kind."""
    if kind == "ptc_node":
        return made("ptc_tensor_grad_fn", tensor())
    if kind == "ptc_generator":
        return made("ptc_generator_new", c_int32(0), c_int32(-1))
    if kind == "ptc_operator":
        return made("ptc_operator_find", b"aten::mm", b"")
    if kind == "ptc_storage":
        return made("ptc_storage_of", tensor())
    if kind == "ptc_library":
        return made("ptc_library_define", b"nulls::of(Tensor x) -> Tensor")
    if kind == "ptc_tensor_list":
        return made("ptc_unbind_int", made("ptc_ones", (c_int64 * 1)(2), c_int64(1), None), c_int64(0))
    if kind == "ptc_device_event":
        return made("ptc_device_event_new", c_int32(0), c_bool(False))
    if kind.startswith("ptc_jit_"):
        return of_programs(kind)
    if kind.startswith("ptc_ir_"):
        return of_graphs(kind)
    if kind in ("ptc_store", "ptc_store_collectives", "ptc_group", "ptc_work", "ptc_reducer", "ptc_future"):
        return of_processes(kind)
    if kind in ("ptc_observer", "ptc_record", "ptc_profile"):
        return of_observation(kind)
    return tensor()


def of_observation(kind):
    """A handle of record.h or profiler.h; a range is one only while somebody observes."""
    if kind == "ptc_profile":
        assert call("ptc_profiler_start", c_int64(1), c_int64(0), None) is None
        return made("ptc_profiler_stop")
    observer = made("ptc_observer_new", QUIET, None, None, None, c_int32(0), c_int64(1 << 7), c_double(1))
    return observer if kind == "ptc_observer" else made("ptc_record_begin", b"nulls", None)


def of_programs(kind):
    """A handle of jit.h, of a new unit."""
    unit = made("ptc_jit_unit_new")
    if kind == "ptc_jit_unit":
        return unit
    if kind == "ptc_jit_scope":
        return made("ptc_jit_scope_new", unit)
    if kind == "ptc_jit_module":
        return made("ptc_jit_module_new", unit, b"__torch__.Null")
    source = b"def f(x: Tensor) -> Tensor:\n  return x\n"
    made("ptc_jit_unit_define", unit, None, source, None, c_int64(1), None)
    return made("ptc_jit_unit_function", unit, b"f")


def of_graphs(kind):
    """A handle of jit_graph.h, of a new graph."""
    graph = made("ptc_ir_graph_parse", b"graph(%x : Tensor):\n  %y = aten::relu(%x)\n  return (%y)\n", c_bool(False))
    if kind == "ptc_ir_graph":
        return graph
    block = made("ptc_ir_graph_block", graph)
    if kind == "ptc_ir_block":
        return block
    node = made("ptc_ir_block_first", block)
    if kind == "ptc_ir_node":
        return node
    value = made("ptc_ir_node_output", node, c_int64(0))
    return value if kind == "ptc_ir_value" else made("ptc_ir_value_type", value)


def of_processes(kind):
    """A handle of distributed.h, store_collectives.h or reducer.h, in a group of this process alone."""
    if kind == "ptc_future":
        return made("ptc_future_new")
    store = made("ptc_store_hash")
    if kind == "ptc_store":
        return store
    if kind == "ptc_store_collectives":
        return made("ptc_store_collectives_new", store, c_int64(0), c_int64(1))
    group = made("ptc_group_new", store, c_int64(0), c_int64(1), b"gloo", c_int64(20000), b"nulls")
    if kind == "ptc_group":
        return group
    if kind == "ptc_work":
        return made("ptc_group_barrier", group, c_int64(-1))
    size = (c_int64 * 1)(1)
    leaf = made("ptc_ones", size, c_int64(1), None)
    assert call("ptc_tensor_set_requires_grad", leaf, c_bool(True)) is None
    leaves, flags = (c_void_p * 1)(leaf), (c_bool(False),) * 3
    return made("ptc_reducer_new", group, leaves, c_int64(1), None, c_int64(9), c_int64(9), *flags, None, c_int64(0))


def error():
    """An error, which the function takes over."""
    lib.ptc_error_new.restype = c_void_p
    return c_void_p(lib.ptc_error_new(c_int32(1), b"an error"))


def argument(kind, ctype, direction, absent):
    """A value for a parameter, harmless where it is not a handle."""
    if direction == "out":
        return create_string_buffer(256)  # more than any struct has
    if kind == "handle":
        return c_void_p(None) if absent else handle(ctype)
    if kind == "struct":
        return STRUCTS.get(ctype)
    if ctype in NUMBERS:
        return NUMBERS[ctype](0)
    return c_char_p(b"") if kind == "string" else c_void_p(None)


def main():
    global lib
    lib = ctypes.CDLL(sys.argv[1])
    lib.ptc_error_free.argtypes = [c_void_p]
    lib.ptc_error_free.restype = None
    found = {}
    for name, params in json.load(sys.stdin).items():
        for kind, _, direction, which in params:
            if kind != "handle" or direction != "in":
                continue
            print(name, which, flush=True)
            arguments = [error() if n == "error" else argument(k, t, d, n == which) for k, t, d, n in params]
            found[f"{name}.{which}"] = call(name, *arguments) or ""
    print(json.dumps(found))


if __name__ == "__main__":
    main()
