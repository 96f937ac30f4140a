"""ptc_call as C sees it: every operator there is, and every wrong value (more in cshim/tests/call.c)."""

import pytest
import torch

import pytorch_c
from pytorch_c._boundary.constants import VALUE_GENERATOR, VALUE_TENSORS
from pytorch_c._boundary.library import ffi, lib
from pytorch_c._calls.schema import parse
from pytorch_c._calls.values import find, names

NULL = ffi.NULL
NAMES = names()
# These take or give any number of values; ptc_call says so.
VARIADIC = [name for name in NAMES if name.startswith("static_runtime::")]


def error_of(address):
    """(kind, message) of a failed call; (0, "") where it did not fail."""
    record = ffi.cast("char *", address)
    found = lib.ptc_error_kind(record), ffi.string(record).decode() if address else ""
    lib.ptc_error_free(record)
    return found


def operator(full):
    name, _, overload = full.partition(".")
    return find(name, overload)


def call(handle, args, room=16):
    """(kind, message, results) of a call with fields of values."""
    values, out, count = ffi.new("ptc_value[]", args), ffi.new("ptc_value[]", room), ffi.new("int64_t *", 7)
    kind, message = error_of(
        lib.ptc_call(ffi.cast("ptc_operator", handle.address), values, len(args), out, room, count)
    )
    return kind, message, count[0], out


def test_every_operator_of_the_dispatcher_is_listed():
    # Asked anew: torch registers more while other tests import its parts.
    # An operator of a closed ptc_library_define has no schema any more.
    of_torch = {
        one for one in torch._C._dispatch_get_all_op_names() if "schema: (none)" not in torch._C._dispatch_dump(one)
    }
    assert set(names()) >= of_torch - {"prims"}
    assert NAMES == sorted(NAMES) and len(NAMES) > 3000


def test_every_operator_is_found_with_torchs_schema():
    of_torch = {(s.name, s.overload_name): str(s) for s in torch._C._jit_get_all_schemas()}
    for full in set(NAMES) - set(VARIADIC):
        _, text = operator(full)
        name, _, overload = full.partition(".")
        assert text == of_torch[name, overload]


def test_no_operator_is_called_with_a_value_of_an_unknown_kind():
    garbage = (99, -1, float("nan"), 0.0, NULL, -9)
    for full in set(NAMES) - set(VARIADIC):
        handle, text = operator(full)
        args = parse(text).args
        if args:
            kind, message, count, out = call(handle, [garbage])
            assert kind == 3 and f"{full}: argument '{args[0].name}' has the unknown kind 99" in message
            assert count == 0 and out[0].kind == 0


def test_no_operator_takes_a_value_of_a_wrong_kind():
    # A Generator handle of NULL belongs nowhere, and a layout almost nowhere.
    for full in set(NAMES) - set(VARIADIC):
        handle, text = operator(full)
        args = parse(text).args
        if args and not args[0].type.startswith(("Generator", "Any")):
            kind, message, _, _ = call(handle, [(VALUE_GENERATOR, 0, 0.0, 0.0, NULL, 0)])
            assert kind == 4 and f"argument '{args[0].name}' must be" in message and "not Generator" in message


def test_variadic_operators_say_that_they_are():
    assert len(VARIADIC) > 3
    refused = 0
    for full in VARIADIC:
        name, _, overload = full.partition(".")
        found = ffi.new("ptc_operator *")
        kind, message = error_of(lib.ptc_operator_find(name.encode(), overload.encode(), found))
        if kind:
            assert kind == 5 and "any number of values" in message
            refused += 1
        else:
            lib.ptc_operator_close(found[0])
    assert refused >= 3


# name, values, the words of the error
WRONG = [
    ("aten::mm", [(7, 0, 0, 0, NULL, 0)], "aten::mm: argument 'self' is NULL"),
    ("aten::mm", [], "aten::mm: argument 'self' is missing"),
    ("aten::mm", [(-1, 0, 0, 0, NULL, 0)], "argument 'self' has no default"),
    ("aten::zeros", [(9, 0, 0, 0, NULL, 3)], "argument 'size': the list is NULL"),
    ("aten::zeros", [(9, 0, 0, 0, NULL, -3)], "argument 'size': the length is negative"),
    ("aten::zeros", [(9, 0, 0, 0, NULL, 0), (15, 46, 0, 0, NULL, 0)], "'dtype': unknown number 46 for ScalarType"),
    ("aten::zeros", [(9, 0, 0, 0, NULL, 0), (15, -1, 0, 0, NULL, 0)], "'dtype': unknown number -1"),
    ("aten::zeros", [(9, 0, 0, 0, NULL, 0), (2, 6, 0, 0, NULL, 0)], "'dtype' must be ScalarType?, not int"),
    (
        "aten::zeros",
        [(9, 0, 0, 0, NULL, 0)] + [(0, 0, 0, 0, NULL, 0)] * 2 + [(18, 1 << 40, 0, 0, NULL, 0)],
        "no device of the type 1099511627776",
    ),
    (
        "aten::zeros",
        [(9, 0, 0, 0, NULL, 0)] + [(0, 0, 0, 0, NULL, 0)] * 2 + [(18, 4711, 0, 0, NULL, 0)],
        "no device of the type 4711",
    ),
    ("aten::scalar_tensor", [(0, 0, 0, 0, NULL, 0)], "'s' must be Scalar, not None"),
    ("aten::arange", [(6, 0, 0, 0, NULL, 5)], "'end' must be Scalar, not str"),
    ("aten::set_.source_Storage", [(19, 0, 0, 0, NULL, 0)], "'self' must be Tensor, not an object"),
    ("_test::get_first", [(19, 0, 0, 0, NULL, 0)], "'_0' is NULL"),
    (
        "aten::_foreach_add.ScalarList",
        [(8, 0, 0, 0, NULL, 0), (12, 0, 0, 0, ffi.new("ptc_scalar *"), 1)],
        "item 0 has the kind 0",
    ),
    ("_test::get_first", [(13, 0, 0, 0, NULL, 0)], "'_0' must be str[][], not str[]"),
]


@pytest.mark.parametrize("name, args, words", WRONG, ids=[w[2] for w in WRONG])
def test_wrong_values_name_operator_and_argument(name, args, words):
    kind, message, count, out = call(operator(name)[0], args)
    assert kind in (3, 4) and words in message and message.startswith(f"ptc_call: {name}: argument")
    assert count == 0 and out[0].kind == 0


def test_an_operators_own_error_leaves_no_result():
    x = pytorch_c.ones(2, 3)
    handle, _ = operator("aten::mm")
    kind, message, count, out = call(handle, [(7, 0, 0, 0, ffi.cast("void *", x._h.address), 0)] * 2)
    assert kind == 1 and "cannot be multiplied" in message and count == 0 and out[0].p == NULL


def test_results_are_owned_until_closed():
    live = lib.ptc_live_handles()
    x = pytorch_c.ones(3, 2)
    handle, _ = operator("aten::unbind.int")
    kind, _, count, out = call(handle, [(7, 0, 0, 0, ffi.cast("void *", x._h.address), 0)])
    assert (kind, count, out[0].kind, out[0].len) == (0, 1, VALUE_TENSORS, 3)
    assert lib.ptc_live_handles() == live + 1 + 3 + 1  # the tensor, its rows, the operator
    lib.ptc_values_close(out, 16)
    lib.ptc_values_close(out, 16)  # closed values are empty: twice is harmless
    del x, handle
    assert lib.ptc_live_handles() == live
