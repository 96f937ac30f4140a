"""The model of the C library says what the headers, the compiler and the library itself say."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

from codegen import facts, header
from pytorch_c import config

API = header.read()
NAMED = [(f.name, p) for f in API.functions.values() for p in f.params]
INNER = [(name, p) for name, one in API.callbacks.items() for p in one.params]


def read(tmp_path, text, name="some"):
    """Returns what a header of this text declares."""
    path = tmp_path / f"{name}.h"
    path.write_text(
        f"#ifndef X_H\n#define X_H\n\n#include <pytorch_c/types.h>\n\nPTC_BEGIN\n\n{text}\n\nPTC_END\n\n#endif\n"
    )
    reader = header.Reader()
    reader.handles = dict(API.handles)
    reader.read(path)
    return reader


PLAIN = """/* ---- compute ---- */

/* A line of ours.
   norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_norm_ScalarOpt_dim(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, PTC_OUT ptc_tensor *out);
"""
WRAPPED = """/* ---- compute ---- */

/* A line of ours.
   norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim,
                      bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error
ptc_norm_ScalarOpt_dim(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, const int64_t *dim,
                       int64_t dim_len, bool keepdim,
                       PTC_OUT ptc_tensor *out);
"""


def test_a_wrapped_declaration_is_the_same(tmp_path):
    plain, wrapped = read(tmp_path, PLAIN), read(tmp_path, WRAPPED)
    assert plain.families == wrapped.families
    (function,) = plain.families["some"]
    assert function.doc == "A line of ours."
    assert (
        function.schema.text == "norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor"
    )
    assert [p.name for p in function.params] == ["self", "p", "dim", "dim_len", "keepdim", "out"]
    assert function.can_fail and [p.nullable for p in function.params] == [False, True, False, False, False, False]


def test_an_error_that_may_be_ignored_is_refused(tmp_path):
    with pytest.raises(ValueError, match="PTC_NODISCARD stands before each ptc_error"):
        read(tmp_path, "ptc_error ptc_tensor_print(ptc_tensor self);")
    with pytest.raises(ValueError, match="PTC_NODISCARD stands before each ptc_error"):
        read(tmp_path, "PTC_NODISCARD int64_t ptc_tensor_count(ptc_tensor self);")


def test_a_schema_above_another_function_is_refused(tmp_path):
    with pytest.raises(ValueError, match="ptc_mv stands under the schema of ptc_mm"):
        read(
            tmp_path,
            "/* mm(Tensor self, Tensor mat2) -> Tensor */\nPTC_NODISCARD ptc_error ptc_mv(ptc_tensor self, PTC_OUT ptc_tensor *out);",
        )


def test_what_is_no_declaration_is_refused(tmp_path):
    with pytest.raises(ValueError, match="some.h: not a declaration"):
        read(tmp_path, "typedef int64_t ptc_index;")


def test_a_banner_is_a_section_and_no_comment(tmp_path):
    (function,) = read(tmp_path, "/* ---- close ---- */\n\nvoid ptc_mark_close(ptc_mark mark);").families["some"]
    assert (function.section, function.doc) == ("close", "")


def test_every_declaration_is_read():
    """Reads as many functions as the library exports, under the same names."""
    shown = subprocess.run(
        ["nm", "-D", "--defined-only", Path(config.libdir()) / "libpytorch_c.so.0"], capture_output=True
    )
    symbols = {line.split()[-1].split("@")[0] for line in shown.stdout.decode().splitlines()}
    assert {one for one in symbols if one.startswith("ptc_")} == set(API.functions)


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc on this machine")
def test_numbers_and_structs_are_the_compilers(tmp_path):
    numbers = {name: value for name, value in API.macros.items() if isinstance(value, int)}
    numbers |= {name: value for one in API.enums.values() for name, value in one.values.items()}
    lines = [f'printf("%d\\n", (int){name});' for name in numbers]
    for one in API.structs.values():
        lines += [f'printf("%zu\\n", sizeof(((struct {one.name} *)0)->{field.name}));' for field in one.fields]
        lines.append(f'printf("%zu\\n", sizeof(struct {one.name}));')
    source = tmp_path / "numbers.c"
    source.write_text(f"#include <pytorch_c.h>\n#include <stdio.h>\nint main(void) {{ {' '.join(lines)} return 0; }}\n")
    subprocess.run(["gcc", *config.cflags().split(), source, "-o", tmp_path / "numbers"], check=True)
    shown = subprocess.run([tmp_path / "numbers"], capture_output=True, check=True).stdout.split()
    sizes = {"bool": 1, "int32_t": 4, "int64_t": 8, "double": 8, "void *": 8, "const void *": 8}
    sizes |= {"const char *": 8, "const int64_t *": 8, "const ptc_tensor *": 8}
    expected = list(numbers.values())
    for one in API.structs.values():
        fields = [sizes[field.type] for field in one.fields]
        expected += [*fields, struct_size(fields)]
    assert list(map(int, shown)) == expected


def struct_size(fields):
    at = 0
    for size in fields:
        at += -at % size + size
    return at + -at % max(fields)


def test_every_handle_can_be_closed():
    for one in API.handles.values():
        (param,) = API.functions[one.close].params
        assert (param.type, param.owned, param.nullable) == (one.name, "taken", True)


def test_what_a_parameter_refers_to_is_there():
    given = {"ptc_backward_fn": {"inputs_len"}}  # of ptc_autograd_function
    for name, param in NAMED + INNER:
        owner = API.functions.get(name) or API.callbacks[name]
        around = {p.name for p in owner.params} | given.get(name, set())
        assert {param.length, param.context, param.destroy} - {None} <= around, (name, param)
        assert param.enum is None or param.enum in API.enums, (name, param)
        assert param.close is None or param.close in API.functions, (name, param)
        assert (param.close is None) == (param.owned != "new") or name == "ptc_values_close", (name, param)


def test_every_pointer_has_an_owner():
    """A number's pointer is the caller's place, and a function is nobody's."""
    for name, param in NAMED + INNER:
        filled = param.direction == "out" or not param.type.endswith("*")
        if param.kind in ("callback", "destroy", "number", "length") or (
            param.kind == "struct" and filled and not param.close
        ):
            assert param.owned is None, (name, param)
        elif param.type.endswith("*") and param.base in facts.NUMBERS and param.direction == "out":
            assert param.owned is None, (name, param)
        else:
            assert param.owned in ("borrowed", "taken", "new"), (name, param)


def test_a_callback_is_a_triple():
    """The function or functions, then the context, then what destroys it; and each is given its context first."""
    found = [f for f in API.functions.values() if any(p.kind in ("callback", "destroy") for p in f.params)]
    # An object of the host's that goes on living where the function fails: no context.
    found = [f for f in found if f.name != "ptc_tensor_give_object"]
    for function in found:
        kinds = [p.kind for p in function.params if p.kind in ("callback", "context", "destroy")]
        calls = ["callback"] * kinds.count("callback")
        visitor = function.name.endswith("_visit")  # it runs before the function returns
        assert kinds == [*calls, "context"] + ["destroy"] * (not visitor), function.name
        for one in (p for p in function.params if p.kind == "callback"):
            assert (one.context, one.destroy) == ("context", None if visitor else "destroy"), function.name
    assert len(found) > 10 and len(API.callbacks) > 10
    for one in API.callbacks.values():
        assert (one.params[0].type, one.params[0].name) == ("void *", "context"), one.name


def test_a_schema_says_what_may_be_absent():
    params = {f"{name}.{p.name}": p for name, p in NAMED}
    assert params["ptc_embedding_bag.per_sample_weights"].nullable and not params["ptc_embedding_bag.weight"].nullable
    assert params["ptc_index_Tensor.indices"].entries_nullable and not params["ptc_cat.tensors"].entries_nullable
    assert params["ptc_sum_dim_IntList.dim"].nullable and params["ptc_sum_dim_IntList.dtype"].enum == "ptc_dtype"
    assert params["ptc_mse_loss.reduction"].enum == "ptc_reduction"


def test_null_is_refused_where_the_model_says_so():
    """Every handle of the functions without a schema, from C: NULL beside arguments that fit."""
    names = [f.name for f in API.functions.values() if f.can_fail and not f.schema and f.family != "dlpack"]
    asked = {name: [[p.kind, p.type, p.direction, p.name] for p in API.functions[name].params] for name in names}
    child = Path(__file__).with_name("null_handles.py")
    command = [sys.executable, "-I", child, Path(config.libdir()) / "libpytorch_c.so.0"]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    refused = json.loads(done.stdout.splitlines()[-1])
    assert len(refused) > 60
    for key, message in refused.items():
        name, _, which = key.partition(".")
        param = next(p for p in API.functions[name].params if p.name == which)
        assert param.nullable == (not (f"argument '{which}'" in message and "NULL" in message)), f"{key}: {message}"


def test_cffi_takes_the_types():
    import cffi

    ffi = cffi.FFI()
    ffi.cdef(API.cdef_types(enums=True))
    assert ffi.sizeof("ptc_value") == 48 and ffi.sizeof("ptc_options") == 28
    assert ffi.typeof("enum ptc_dtype").relements["PTC_BFLOAT16"] == 15
