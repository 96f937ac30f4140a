"""One call: drawn from a seed as plain data, built, made, looked at, and cleaned up."""

import ctypes
import random

from . import arguments
from .library import UNSET, Failed, Scalar, Value
from .tensors import Maker

GARBAGE = 0xDEADBEEF
MEMORY = ctypes.create_string_buffer(arguments.LIMIT)
CLOSE = {
    "ptc_tensor": "ptc_tensor_close",
    "ptc_tensor_list": "ptc_tensor_list_close",
    "ptc_generator": "ptc_generator_close",
    "ptc_device_event": "ptc_device_event_close",
    "ptc_cuda_event": "ptc_cuda_event_close",
    "ptc_cuda_graph": "ptc_cuda_graph_close",
    "ptc_cuda_pool": "ptc_cuda_pool_close",
    "ptc_cuda_allocator": "ptc_cuda_allocator_close",
    "ptc_mark": "ptc_mark_close",
    "ptc_operator": "ptc_operator_close",
    "ptc_node": "ptc_node_close",
    "ptc_hook": "ptc_hook_close",
    "ptc_dlpack": "ptc_dlpack_close",
    "ptc_dlpack_versioned": "ptc_dlpack_versioned_close",
    "ptc_host_pause": "ptc_host_pause_close",
    "ptc_library": "ptc_library_close",
    "ptc_storage": "ptc_storage_close",
    "ptc_store": "ptc_store_close",
    "ptc_store_collectives": "ptc_store_collectives_close",
    "ptc_group": "ptc_group_close",
    "ptc_work": "ptc_work_close",
    "ptc_reducer": "ptc_reducer_close",
    "ptc_future": "ptc_future_close",
    "ptc_aoti": "ptc_aoti_close",
    "ptc_observer": "ptc_observer_close",
    "ptc_record": "ptc_record_close",
    "ptc_profile": "ptc_profile_close",
    "ptc_jit_unit": "ptc_jit_unit_close",
    "ptc_jit_scope": "ptc_jit_scope_close",
    "ptc_jit_function": "ptc_jit_function_close",
    "ptc_jit_module": "ptc_jit_module_close",
    "ptc_ir_graph": "ptc_ir_graph_close",
    "ptc_ir_block": "ptc_ir_block_close",
    "ptc_ir_node": "ptc_ir_node_close",
    "ptc_ir_value": "ptc_ir_value_close",
    "ptc_ir_type": "ptc_ir_type_close",
}
GRAPH = b"""graph(%x : Tensor, %c : bool):
  %n : int = prim::Constant[value=1]()
  %l : int[] = prim::ListConstruct(%n, %n)
  %y : Tensor = aten::add(%x, %x, %n)
  %z : Tensor = prim::If(%c)
    block0():
      %a : Tensor = aten::relu(%y)
      -> (%a)
    block1():
      -> (%x)
  %t : (Tensor, int[]) = prim::TupleConstruct(%z, %l)
  return (%t)
"""
# These close what they are given, so it is not closed again.
CONSUMES = {*CLOSE.values(), "ptc_tensor_close_later", "ptc_error_free", "ptc_tensor_from_dlpack"}
CONSUMES |= {"ptc_tensor_from_dlpack_versioned"}
# Outputs that refer to what others own.
BORROWED = {"ptc_node_data", "ptc_node_context", "ptc_tensor_data_ptr", "ptc_tensor_storage", "ptc_storage_data_ptr"}

# Not called, each with its reason.
LEFT_OUT = {
    "ptc_string_free": "takes only what the library gave; each string output of the others goes through it",
    "ptc_values_close": "takes only what ptc_call gave",
    "ptc_library_redispatch": "takes only what a kernel of the host's was given",
    "ptc_backend_rename": "a device's name stays to the end of the process",
    "ptc_backend_register": "its functions stay to the end of the process",
    "ptc_call_redispatch": "libtorch believes what it is told of keys",
    "ptc_dispatch_set_excluded": "libtorch believes what it is told of keys",
    "ptc_dispatch_set_included": "libtorch believes what it is told of keys",
    "ptc_library_return": "takes only what a kernel of the host's was given",
    "ptc_jit_trace_return": "takes only what a traced program of the host's was given",
    "ptc_jit_save": "it makes files",
    "ptc_library_return_gradient": "takes only what a backward of the host's was given",
    "ptc_call": "called for each operator by name (by_name.py)",
    "ptc_work_exception": "gives the error of something else, as no other function does",
    "ptc_store_tcp": "it opens ports, and asks for those of others",
    "ptc_store_file": "it makes files",
    "ptc_store_wait": "it waits as long as it is told to",
    "ptc_store_collectives_broadcast_recv": "it waits as long as it is told to",
    "ptc_store_collectives_scatter_recv": "it waits as long as it is told to",
    "ptc_set_debug_level": "it changes the groups that other calls make",
    "ptc_future_fail": "it takes an error over",
    "ptc_event_input": "takes only what a callback was given",
    "ptc_event_input_value": "takes only what a callback was given",
    "ptc_event_output": "takes only what a callback was given",
    "ptc_event_output_value": "takes only what a callback was given",
    "ptc_profile_save": "it makes files",
    "ptc_execution_trace_open": "it makes files",
}


class Broken(Exception):
    """A promise of the contract that did not hold."""

    kind = "broken"


def draw(function, rng, pool=()):
    """The arguments of a call as plain data: all new, or those of a call that worked, with some of them new."""
    scene = arguments.Scene(rng)
    slots = arguments.slots(function)
    if not pool or rng.random() < 0.4:
        drawn = [one.draw(rng, scene) for one in slots]
    else:
        drawn = list(rng.choice(pool))
        scene.made = 3
        for i in rng.sample(range(len(slots)), min(len(slots), rng.choice((1, 1, 2)))):
            drawn[i] = slots[i].draw(rng, scene)
    return arguments.host_memory(function, rng, drawn)


class Draws:
    """The calls of a function for a seed; each that works may be the pattern of a later one."""

    POOL = 40

    def __init__(self, function, seed):
        self.function, self.seed, self.pool = function, seed, []

    def call(self, index):
        self.rng = random.Random(f"{self.seed}/{self.function.name}/{index}")
        return draw(self.function, self.rng, self.pool)

    def worked(self, drawn):
        if len(self.pool) < self.POOL:
            self.pool.append(drawn)
        else:
            self.pool[self.rng.randrange(self.POOL)] = drawn


PER_BYTE = {16: 2, 17: 4}  # elements of quint4x2 and quint2x4


def quiet_prehook():
    """A ptc_node_prehook_fn that does nothing."""
    made = ctypes.CFUNCTYPE(ctypes.c_void_p, *[ctypes.c_void_p] * 2, ctypes.c_int64, *[ctypes.c_void_p] * 2)(
        lambda *args: None
    )
    EVER.append(made)  # the library may call it later
    return ctypes.cast(made, ctypes.c_void_p)


def quiet_observer():
    """A ptc_event_begin_fn that does nothing."""
    made = ctypes.CFUNCTYPE(ctypes.c_void_p, *[ctypes.c_void_p] * 3)(lambda *args: None)
    EVER.append(made)  # the library may call it later
    return ctypes.cast(made, ctypes.c_void_p)


class Call:
    def __init__(self, library, function, drawn):
        self.library, self.function, self.drawn = library, function, drawn
        self.maker = Maker(library)
        self.tensors, self.kept, self.outputs, self.handles, self.values = [], [], [], [], []
        self.error = None  # (kind, message) of a call that failed

    # ---- what a slot is built of ----

    def keep(self, x):
        self.kept.append(x)
        return x

    def tensor(self, recipe):
        if recipe is None:
            return None
        self.tensors.append(self.maker.build(recipe, self.tensors))
        return self.tensors[-1]

    def output(self, slot):
        """The address of an output with something in it, which a failed call must clear."""
        kind = {"char **": ctypes.c_void_p, "void **": ctypes.c_void_p}.get(slot.kind)
        kind = kind or arguments.ITEMS.get(slot.item) or {"int32_t": ctypes.c_int32}.get(slot.item, ctypes.c_void_p)
        struct = self.library.structs.get(slot.item)
        if struct:
            cell = struct(*(7 for _ in struct._fields_))
        else:
            cell = kind(GARBAGE if kind is not ctypes.c_double else 7.0)
        self.outputs.append((slot, cell))
        return ctypes.byref(cell)

    def handle(self, kind):
        """A handle of another kind than a tensor."""
        get, plain = self.library.get, self.maker.plain
        if kind == "ptc_tensor_list":
            leaf = plain([3], 6, "count")
            made = get("ptc_split_Tensor", leaf, 1, 0)
            self.handles.append(("ptc_tensor", leaf))
        elif kind == "ptc_generator":
            made = get("ptc_generator_new", 0, -1)
        elif kind == "ptc_mark":
            made = get("ptc_mark_new")
        elif kind == "ptc_operator":
            made = get("ptc_operator_find", b"aten::add", b"Tensor")
        elif kind in ("ptc_node", "ptc_hook"):
            leaf = self.maker.kind_grad(plain([3], 6, "count"))
            result = get("ptc_mul_Scalar", leaf, Scalar(2, 0, 2.0, 0))
            self.handles += [("ptc_tensor", leaf), ("ptc_tensor", result)]
            made = get("ptc_tensor_grad_fn", result)
            if kind == "ptc_hook":
                self.handles.append(("ptc_node", made))
                made = get("ptc_node_register_prehook", made, quiet_prehook(), None, None)
        elif kind == "ptc_library":
            made = get("ptc_library_define", f"fuzz::op{len(EVER)}_{id(self)}(Tensor x) -> Tensor".encode())
        elif kind == "ptc_storage":
            leaf = plain([3], 6, "count")
            self.handles.append(("ptc_tensor", leaf))
            made = get("ptc_storage_of", leaf)
        elif kind.startswith("ptc_jit_"):
            made = self.of_programs(kind)
        elif kind.startswith("ptc_ir_"):
            made = self.of_graphs(kind)
        elif kind in ("ptc_store", "ptc_store_collectives", "ptc_group", "ptc_work", "ptc_reducer", "ptc_future"):
            made = self.of_processes(kind)
        elif kind == "ptc_aoti":
            return None  # a compiled model takes a compiler; tests/export has its wrong inputs
        elif kind == "ptc_symbol":
            return None  # a symbol takes a host; cshim/tests/host.c has its wrong inputs
        elif kind in ("ptc_observer", "ptc_record", "ptc_profile"):
            made = self.of_observation(kind)
        elif kind == "ptc_device_event":
            made = get("ptc_device_event_new", 0, True)
        elif kind in ("ptc_cuda_event", "ptc_cuda_graph", "ptc_cuda_pool", "ptc_cuda_allocator"):
            return None  # they take a device of CUDA
        elif kind == "ptc_host_pause":
            made = get("ptc_host_pause_modes")
        elif kind.startswith("ptc_dlpack"):
            leaf = plain([3], 6, "count")
            self.handles.append(("ptc_tensor", leaf))
            made = get("ptc_tensor_to_" + kind.removeprefix("ptc_"), leaf)
        if self.function.name not in CONSUMES:
            self.handles.append((kind, made))
        return made

    def of_programs(self, kind):
        """A handle of jit.h, in a unit of its own: a function with a default, a module with a method and a parameter."""
        get, library = self.library.get, self.library
        unit = get("ptc_jit_unit_new")
        if kind == "ptc_jit_unit":
            source = b"def f(x: Tensor, n: int = 2):\n  return [x, x * n]\n"
            library["ptc_string_free"](ctypes.c_void_p(get("ptc_jit_unit_define", unit, None, source, None, 1, None)))
            return unit
        self.handles.append(("ptc_jit_unit", unit))
        if kind == "ptc_jit_scope":
            return get("ptc_jit_scope_new", unit)
        module = get("ptc_jit_module_new", unit, b"__torch__.Fuzz")
        leaf = self.maker.plain([3], 6, "count")
        self.handles.append(("ptc_tensor", leaf))
        library.do("ptc_jit_module_register_parameter", module, b"weight", leaf)
        source = b"def forward(self, x: Tensor, n: int = 2):\n  return {'a': (x, n)}\n"
        library.do("ptc_jit_module_define", module, source, None, 1, None)
        if kind == "ptc_jit_module":
            return module
        self.handles.append(("ptc_jit_module", module))
        if len(self.handles) % 2:
            return get("ptc_jit_module_method", module, b"forward")
        text = b"def f(x: Tensor, n: int = 2):\n  return [x, x * n]\n"
        library["ptc_string_free"](ctypes.c_void_p(get("ptc_jit_unit_define", unit, None, text, None, 1, None)))
        return get("ptc_jit_unit_function", unit, b"f")

    def of_graphs(self, kind):
        """A handle of jit_graph.h: of one graph with an if, and of this function's call the same one each time."""
        get = self.library.get
        if not getattr(self, "graph", None):
            self.graph = get("ptc_ir_graph_parse", GRAPH, False)
            self.handles.append(("ptc_ir_graph", self.graph))
        self.graphs = getattr(self, "graphs", 0) + 1
        if kind == "ptc_ir_graph":
            return get("ptc_ir_graph_copy", self.graph) if self.graphs % 2 else get("ptc_ir_graph_new")
        block = get("ptc_ir_graph_block", self.graph)
        if kind == "ptc_ir_block":
            return block
        self.handles.append(("ptc_ir_block", block))
        node = get("ptc_ir_block_first", block)
        for _ in range(self.graphs % 5):
            self.handles.append(("ptc_ir_node", node))
            node = get("ptc_ir_node_next", node)
        if kind == "ptc_ir_node":
            return node
        self.handles.append(("ptc_ir_node", node))
        value = get("ptc_ir_node_output", node, 0)
        if kind == "ptc_ir_value":
            return value
        self.handles.append(("ptc_ir_value", value))
        return get("ptc_ir_value_type", value)

    def object_value(self):
        """A tagged value that is a module."""
        module = self.of_programs("ptc_jit_module")
        self.handles.append(("ptc_jit_module", module))
        out = self.keep(Value())
        self.library.do("ptc_jit_module_value", module, ctypes.byref(out))
        self.values.append(out)
        return out

    def of_processes(self, kind):
        """A handle of distributed.h, store_collectives.h or reducer.h, in a group of this process alone."""
        get = self.library.get
        if kind == "ptc_future":
            return get("ptc_future_new")
        store = get("ptc_store_hash")
        if kind == "ptc_store":
            get("ptc_store_set_timeout", store, 50)
            return store
        if kind == "ptc_store_collectives":
            self.handles.append(("ptc_store", store))
            return get("ptc_store_collectives_new", store, 0, 1)
        group = get("ptc_group_new", store, 0, 1, b"gloo", 2000, b"fuzz")
        self.handles.append(("ptc_store", store))
        if kind == "ptc_group":
            return group
        self.handles.append(("ptc_group", group))
        if kind == "ptc_work":
            return get("ptc_group_barrier", group, -1)
        leaf = self.maker.kind_grad(self.maker.plain([3], 6, "count"))
        self.handles.append(("ptc_tensor", leaf))
        leaves = (ctypes.c_void_p * 1)(leaf)
        return get("ptc_reducer_new", group, leaves, 1, None, 9, 9, False, False, False, None, 0)

    def of_observation(self, kind):
        """A handle of record.h or profiler.h; a range is one only while somebody observes."""
        get = self.library.get
        if kind == "ptc_profile":
            running = ctypes.c_bool()
            self.library["ptc_profiler_running"](ctypes.byref(running))
            if not running:
                self.library.do("ptc_profiler_start", 1, 3, None)
            self.handles.append(("ptc_tensor", self.maker.plain([3], 6, "count")))
            return get("ptc_profiler_stop")
        observer = get("ptc_observer_new", quiet_observer(), None, None, None, 0, 0, 1.0)
        if kind == "ptc_observer":
            return observer
        self.handles.append(("ptc_observer", observer))
        return get("ptc_record_begin", b"fuzz", None)

    # ---- the call ----

    def build(self):
        args = []
        for slot, x in zip(arguments.slots(self.function), self.drawn, strict=True):
            args += [ctypes.addressof(MEMORY)] if x == "memory" else slot.build(x, self)
        if self.function.name == "ptc_tensor_from_data":
            args[0] = bytes(MEMORY)
        if (
            self.function.name in ("ptc_tensor_from_impl", "ptc_tensor_of_identity") and args[0]
        ):  # an address that is believed
            tensor = self.maker.plain([3], 6, "count")
            self.handles.append(("ptc_tensor", tensor))
            args[0] = self.library.get("ptc_tensor_impl", tensor)
        return args

    def make(self, args):
        """Calls; looks at everything that the contract says something about. "ok" or "error"."""
        function, library = self.function, self.library
        returned = library[function.name](*args)
        if function.name in ("ptc_error_new", "ptc_error_new_with"):
            library.error_free(returned)
        if not function.can_fail:
            if function.name in CONSUMES:
                self.tensors = []
            return "ok"
        if returned:
            self.failed(returned)
        else:
            self.succeeded()
        for handle in self.tensors:
            self.look(handle, "an argument")
        return "error" if returned else "ok"

    def failed(self, error):
        library = self.library
        text = ctypes.string_at(error)
        kind = library.error_kind(error)
        library.error_free(error)
        self.error = kind, text.decode("utf-8", "backslashreplace")
        outputs, self.outputs = self.outputs, []
        if not text and kind != 12:
            raise Broken("an error without a message")
        try:
            text.decode()
        except UnicodeDecodeError:
            raise Broken(f"a message that is not UTF-8: {text!r}") from None
        for slot, cell in outputs:
            fields = [name for name, _ in getattr(cell, "_fields_", ())] or ["value"]  # padding is nobody's
            if any(getattr(cell, name) for name in fields):
                raise Broken(f"after an error, output {slot.name} is {bytes(cell).hex()}")

    def succeeded(self):
        for slot, cell in self.outputs:
            if slot.item == "ptc_tensor" and cell.value:
                self.look(cell.value, "output " + slot.name)
                self.derive(cell.value)
            if slot.item == "ptc_tensor_list":
                for i in range(self.library["ptc_tensor_list_length"](cell.value)):
                    one = self.library.get("ptc_tensor_list_get", cell.value, i)
                    self.handles.append(("ptc_tensor", one))
                    if one and i < 20:
                        self.look(one, f"output {slot.name}[{i}]")

    def look(self, t, what):
        """Reads a tensor through; its elements must lie within its storage."""
        get, library = self.library.get, self.library
        try:
            flags = get("ptc_tensor_flags", t, kind=ctypes.c_int64)
            layout, code = (get("ptc_tensor_" + x, t, kind=ctypes.c_int32) for x in ("layout", "dtype"))
            device, index = ctypes.c_int32(), ctypes.c_int32()
            library.do("ptc_tensor_device", t, ctypes.byref(device), ctypes.byref(index))
            size = self.maker.size(t)
            n = len(size)
            stride = (ctypes.c_int64 * max(n, 1))()
            if layout or flags & 64 or not flags & 32 or device.value:
                return self.read(t, size, code)
            library.do("ptc_tensor_strides", t, stride, n)
            start, width = (get("ptc_tensor_" + x, t, kind=ctypes.c_int64) for x in ("storage_offset", "element_size"))
            address, nbytes = ctypes.c_void_p(), ctypes.c_int64()
            library.do("ptc_tensor_storage", t, ctypes.byref(address), ctypes.byref(nbytes))
            if get("ptc_func_is_functional", t, kind=ctypes.c_bool):
                return self.read(t, size, code)  # it has sizes of its own, and its value's memory
        except Failed:
            return None
        if min(size, default=0) < 0:
            raise Broken(f"{what} has the size {size}")
        steps = list(stride[:n])
        last = start + sum((s - 1) * k for s, k in zip(size, steps, strict=True))
        end = last // PER_BYTE.get(code, 1) + 1
        if 0 not in size and (start < 0 or end * width > nbytes.value):
            raise Broken(f"{what}: {size} by {steps} from {start}, {width} bytes each, in a storage of {nbytes.value}")
        return self.read(t, size, code)

    def derive(self, t):
        """Goes back through the graph of a result, if it has one."""
        get, library = self.library.get, self.library
        try:
            if get("ptc_tensor_requires_grad", t, kind=ctypes.c_bool):
                gradient = get("ptc_ones_like", t, None, UNSET)
                self.handles.append(("ptc_tensor", gradient))
                library.do("ptc_tensor_backward", t, gradient, False, False)
        except Failed:
            pass
        for leaf in self.tensors:
            try:
                gradient = get("ptc_tensor_grad", leaf)
            except Failed:
                continue
            if gradient:
                self.handles.append(("ptc_tensor", gradient))
                self.look(gradient, "a gradient")

    def read(self, t, size, code):
        count = 1
        for n in size:
            count *= n
        if not 0 <= count <= 4096:
            return
        width = 1
        try:
            width = self.library.get("ptc_tensor_element_size", t, kind=ctypes.c_int64)
            self.library.do("ptc_tensor_copy_to", t, MEMORY, count * width)
        except Failed:
            pass

    def close(self):
        library = self.library
        for slot, cell in self.outputs:
            if self.function.name in BORROWED:
                break
            if slot.kind == "char **":
                library["ptc_string_free"](cell)
            elif slot.item == "ptc_value" and not slot.has_length:
                library["ptc_values_close"](ctypes.byref(cell), 1)
            elif slot.item in CLOSE:
                library[CLOSE[slot.item]](cell)
        for value in self.values:
            library["ptc_values_close"](ctypes.byref(value), 1)
        for kind, handle in reversed(self.handles):
            library[CLOSE[kind]](handle)
        for handle in self.tensors:
            library["ptc_tensor_close"](handle)
        self.maker.leave()
        self.outputs, self.handles, self.tensors = [], [], []


EVER = []


def run(library, function, drawn, beside=None):
    """Makes one call of plain data; raises Broken, and dies of what is worse. `beside` compares it with another's."""
    call = getattr(function, "call", Call)(library, function, drawn)
    try:
        args = call.build()
    except Failed:
        call.outputs = []  # nothing has filled them
        call.close()
        return "not made"
    try:
        if beside:
            beside.seed()
        how = call.make(args)
        if beside:
            beside.compare(call, how)
        return how
    finally:
        call.close()
