"""Odd tensors: from a recipe, which is plain data, so that a call can be written down and made again."""

import ctypes
import math
import struct

from .library import UNSET, Failed, Options, Scalar, Value

# dtype number -> struct code of one element, and how many make one
CODES = {0: "B", 1: "b", 2: "h", 3: "i", 4: "q", 5: "e", 6: "f", 7: "d", 9: "ff", 10: "dd", 11: "?"}
COMMON = (6, 6, 6, 6, 7, 4, 4, 3, 11, 9, 10, 0, 5, 15)
ODD = (1, 2, 8, 12, 13, 14, 16, 17, 18, 22, 23, 24, 27, 28, 29, 30, 37, 44, 45)

SHAPES = (
    (), (0,), (1,), (3,), (7,), (2, 3), (3, 3), (4, 4), (0, 3), (3, 0), (2, 3, 4), (1, 2, 5), (2, 0, 3), (2, 3, 5, 5),
    (1, 4, 4, 4), (1, 1, 4, 4, 4), (2, 2, 3, 3, 3), (1, 2, 1, 2, 1, 2), (64,), (1, 1, 1), (5, 1), (1, 5), (17, 3),
)  # fmt: skip
FILLS = ("ones", "ones", "count", "count", "zeros", "index", "negative", "wave", "nan", "inf", "huge", "least")
VIEWS = (None,) * 8 + ("t", "step", "narrow", "expand", "overlap", "select", "reverse", "unsqueeze", "flat")
KINDS = (None,) * 40 + (
    "grad", "grad", "grad", "inner", "inner", "coo", "csr", "csc", "bsr", "bsc", "nested", "q", "qc", "conj", "neg",
    "meta", "mkldnn", "zero", "hybrid", "emptied", "shared", "batched", "batched", "dead", "dual", "wrapped",
    "functional",
)  # fmt: skip


def draw(rng, scene):
    """A recipe: a new tensor, or {"of": i, "view": …} of the i-th that the call has so far."""
    if scene.made and rng.random() < 0.1:
        return {"of": rng.randrange(scene.made), "view": rng.choice((None, None, None, *VIEWS))}
    shape = scene.shape if rng.random() < 0.75 else rng.choice(SHAPES)
    dtype = scene.dtype if rng.random() < 0.85 else rng.choice(COMMON if rng.random() < 0.85 else ODD)
    kind = rng.choice(KINDS) if rng.random() < scene.oddity else None
    return {
        "size": list(shape),
        "dtype": dtype,
        "fill": scene.fill if rng.random() < 0.6 else rng.choice(FILLS),
        "view": rng.choice(VIEWS) if rng.random() < 0.6 else None,
        "kind": "grad" if kind is None and scene.grad and rng.random() < 0.7 else kind,
    }


def number(fill, i, dtype):
    whole = dtype not in (5, 6, 7, 8, 9, 10)
    if fill == "zeros":
        return 0
    if fill == "ones":
        return 1
    if fill == "count":
        return i
    if fill == "index":
        return i % 3
    if fill == "negative":
        return -1 - i
    if fill == "wave":
        return i % 5 - 2 if whole else math.sin(i)
    if fill == "least":
        return -(1 << 63) if whole else 1e-40
    if whole:
        return {"nan": 99, "inf": (1 << 63) - 1, "huge": 1 << 45}[fill]
    return {"nan": math.nan, "inf": math.inf if i % 2 else -math.inf, "huge": 1e300}[fill]


def data(fill, count, dtype):
    """The bytes of `count` elements; a fill that begins with "=" has them in hexadecimal, over and over."""
    code = CODES[dtype]
    if fill.startswith("="):
        given, wanted = bytes.fromhex(fill[1:]), count * len(code) * struct.calcsize(code[0])
        return (given * (wanted // max(len(given), 1) + 1))[:wanted]
    one, parts = code[0], len(code)
    out = bytearray()
    for i in range(count):
        x = number(fill, i, dtype)
        if one in "Bbhiq":
            bits = 8 * struct.calcsize(one)
            x &= (1 << bits) - 1
            x -= (1 << bits) if one != "B" and x >> bits - 1 else 0
        elif one == "?":
            x = bool(x)
        elif one in "fe" and abs(x) > 6e4:
            x = math.copysign(math.inf if one == "e" else 3e38, x)
        out += struct.pack("=" + one, x) * parts
    return bytes(out)


def ints(*values):
    return (ctypes.c_int64 * len(values))(*values), len(values)


class Maker:
    """Builds tensors of recipes with the C library; what cannot be made is made plainer."""

    def __init__(self, library):
        self.library = library
        self.levels, self.batch = [], None  # [(what leaves it, its number)], (level, batch size) of vmap

    def close(self, *handles):
        for one in handles:
            self.library["ptc_tensor_close"](one)

    def enter(self, push, pop, *args):
        """Enters a level of a transform, which stays for the call; its number."""
        level = self.library.get(push, *args, kind=ctypes.c_int64)
        self.levels.append((pop, level))
        return level

    def leave(self):
        """Leaves the levels of the call, and those that it left open above them."""
        for pop, level in reversed(self.levels):
            try:
                self.library.do(pop, level)
            except Failed:
                pass
        self.levels, self.batch = [], None

    def build(self, recipe, made):
        """A new handle; `made` are those of the call so far."""
        if "of" in recipe:
            base = made[recipe["of"]] if recipe["of"] < len(made) else None
            if base is None:
                return self.plain([2], 6, "ones")
            out = self.library.get("ptc_tensor_share", base)
        else:
            out = self.plain(recipe["size"], recipe["dtype"], recipe["fill"])
            if "to" in recipe:
                out = self.try_to(lambda t: self.to_dtype(t, recipe["to"]), out)
            out = self.try_to(getattr(self, "kind_" + str(recipe["kind"]), None), out)
        out = self.try_to(getattr(self, "view_" + str(recipe["view"]), None), out)
        for change in recipe.get("then", ()):
            out = self.try_to(self.change(change), out)
        return out

    def change(self, said):
        """Makes what a recipe asks for at the end: a view or kind by name, or ["as_strided", sizes, strides]."""
        if isinstance(said, list):
            return lambda t: self.library.get("ptc_as_strided", t, *ints(*said[1]), *ints(*said[2]), None)
        return getattr(self, "view_" + said, None) or getattr(self, "kind_" + said)

    def to_dtype(self, t, dtype):
        return self.library.get("ptc_to_dtype", t, dtype, False, False, UNSET)

    def try_to(self, change, handle):
        if change is None:
            return handle
        try:
            changed = change(handle)
        except (Failed, IndexError):
            return handle
        if changed and changed != handle:
            self.close(handle)
            return changed
        return handle

    def plain(self, size, dtype, fill):
        code = dtype if dtype in CODES else 6
        content = data(fill, math.prod(size), code)
        options = ctypes.byref(Options.of(code))
        out = self.library.get("ptc_tensor_from_data", content, len(content), *ints(*size), options)
        if code != dtype:
            out = self.try_to(lambda t: self.to_dtype(t, dtype), out)
        return out

    def size(self, handle):
        n = self.library.get("ptc_tensor_dim", handle, kind=ctypes.c_int64)
        out = (ctypes.c_int64 * max(n, 1))()
        self.library.do("ptc_tensor_sizes", handle, out, n)
        return list(out[:n])

    # ---- views ----

    def view_t(self, t):
        return self.library.get("ptc_transpose_int", t, 0, -1)

    def view_step(self, t):
        return self.library.get("ptc_slice_Tensor", t, -1, None, None, 2)

    def view_narrow(self, t):
        return self.library.get("ptc_narrow", t, 0, 1, self.size(t)[0] - 1)

    def view_expand(self, t):
        size = [3 if n == 1 else n for n in self.size(t)]
        if 3 not in size:
            size = [2, *size]
        return self.library.get("ptc_expand", t, *ints(*size), False)

    def view_overlap(self, t):
        return self.library.get("ptc_as_strided", t, *ints(2, 2), *ints(1, 1), None)

    def view_select(self, t):
        return self.library.get("ptc_select_int", t, 0, -1)

    def view_reverse(self, t):
        n = len(self.size(t))
        return self.library.get("ptc_permute", t, *ints(*reversed(range(n))))

    def view_unsqueeze(self, t):
        return self.library.get("ptc_unsqueeze", t, 0)

    def view_flat(self, t):
        return self.library.get("ptc_view", t, *ints(-1))

    # ---- other kinds ----

    def kind_grad(self, t):
        self.library.do("ptc_tensor_set_requires_grad", t, True)
        return t

    def kind_inner(self, t):
        self.kind_grad(t)
        return self.library.get("ptc_mul_Scalar", t, Scalar(2, 0, 2.0, 0))

    def kind_coo(self, t):
        return self.library.get("ptc_to_sparse_sparse_dim", t, len(self.size(t)))

    def kind_hybrid(self, t):
        return self.library.get("ptc_to_sparse_sparse_dim", t, 1)

    def kind_csr(self, t):
        return self.library.get("ptc_to_sparse_csr", t, None)

    def kind_csc(self, t):
        return self.library.get("ptc_to_sparse_csc", t, None)

    def kind_bsr(self, t):
        return self.library.get("ptc_to_sparse_bsr", t, *ints(1, 1), None)

    def kind_bsc(self, t):
        return self.library.get("ptc_to_sparse_bsc", t, *ints(1, 1), None)

    def kind_nested(self, t):
        return self.library.get("ptc__nested_tensor_from_tensor_list", (ctypes.c_void_p * 2)(t, t), 2, None)

    def kind_q(self, t):
        return self.library.get("ptc_quantize_per_tensor", t, 0.1, 10, 13)

    def kind_qc(self, t):
        n = self.size(t)[0]
        scales, points = self.plain([n], 7, "ones"), self.plain([n], 4, "zeros")
        try:
            return self.library.get("ptc_quantize_per_channel", t, scales, points, 0, 12)
        finally:
            self.close(scales, points)

    def kind_conj(self, t):
        return self.library.get("ptc_conj", t)

    def kind_neg(self, t):
        return self.by_name("aten::_neg_view", Value(7, 0, 0.0, 0.0, t, 0))

    def kind_meta(self, t):
        return self.library.get("ptc_to_dtype_layout", t, ctypes.byref(Options.of(device_type=14)), False, False, UNSET)

    def kind_mkldnn(self, t):
        return self.library.get("ptc_to_mkldnn", t, UNSET)

    def kind_emptied(self, t):
        """Sizes without elements over memory that has some."""
        return self.library.get("ptc_narrow", t, 0, 0, 0)

    def kind_shared(self, t):
        """A view whose storage starts before it."""
        whole = self.library.get("ptc_cat", (ctypes.c_void_p * 2)(t, t), 2, 0)
        try:
            return self.library.get("ptc_narrow", whole, 0, self.size(t)[0], self.size(t)[0])
        finally:
            self.close(whole)

    def kind_zero(self, t):
        """Zeros without memory, as autograd makes them."""
        size, n = ints(*self.size(t))
        dtype = Value(15, 6, 0.0, 0.0, None, 0)
        return self.by_name("aten::_efficientzerotensor", Value(9, 0, 0.0, 0.0, ctypes.addressof(size), n), dtype)

    def kind_batched(self, t):
        """A sample of vmap's, its level open."""
        n = self.size(t)[0]
        if self.batch is None:
            self.batch = self.enter("ptc_vmap_push", "ptc_vmap_pop", n, 2), n
        return self.library.get("ptc_vmap_add_dim", t, 0, self.batch[0]) if self.batch[1] == n else t

    def kind_dead(self, t):
        """A sample of a vmap that has ended."""
        level = self.library.get("ptc_vmap_push", self.size(t)[0], 0, kind=ctypes.c_int64)
        try:
            return self.library.get("ptc_vmap_add_dim", t, 0, level)
        finally:
            self.library.do("ptc_vmap_pop", level)

    def kind_wrapped(self, t):
        """An input of grad's, its level open."""
        level = self.enter("ptc_func_push", "ptc_func_pop", 2, False)
        return self.library.get("ptc_func_wrap", t, level, True)

    def kind_functional(self, t):
        """A tensor of functionalization, as programs are captured: its own address is NULL."""
        return self.library.get("ptc_functional_wrap", t)

    def kind_dual(self, t):
        """With a tangent, the level of forward mode open."""
        if ("ptc_forward_level_exit", 0) not in self.levels:
            self.enter("ptc_forward_level_enter", "ptc_forward_level_exit")
        tangent = self.library.get("ptc_ones_like", t, None, UNSET)
        try:
            return self.library.get("ptc__make_dual", t, tangent, 0)
        finally:
            self.close(tangent)

    def by_name(self, operator, *values):
        found = self.library.get("ptc_operator_find", operator.encode(), b"")
        args, result, count = (Value * len(values))(*values), (Value * 1)(), ctypes.c_int64()
        try:
            self.library.do("ptc_call", found, args, len(values), result, 1, ctypes.byref(count))
        finally:
            self.library["ptc_operator_close"](found)
        return result[0].p
