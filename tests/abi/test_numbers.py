"""Numbers of a kind that there is not: the error names the first of them, in every function that takes several."""

import ctypes
from pathlib import Path

import pytest

from codegen import header
from pytorch_c import config

TYPES = {"int64_t": ctypes.c_int64, "int32_t": ctypes.c_int32, "double": ctypes.c_double, "bool": ctypes.c_bool}
WRONG, RIGHT = 99, 2


class Scalar(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("i", ctypes.c_int64), ("re", ctypes.c_double), ("im", ctypes.c_double)]


def numbers(function):
    return [param.name for param in function.params if param.type == "ptc_scalar"]


SEVERAL = [one for one in header.read().functions.values() if len(numbers(one)) > 1]


@pytest.fixture(scope="module")
def library():
    return ctypes.CDLL(Path(config.libdir()) / "libpytorch_c.so")


def message(library, function, wrong):
    """The error of a call in which these numbers are wrong and all tensors NULL."""
    place = ctypes.create_string_buffer(64)
    given = []
    for param in function.params:
        if param.type == "ptc_scalar":
            given.append(Scalar(WRONG if param.name in wrong else RIGHT, 0, 1.0, 0.0))
        elif param.direction == "out":
            given.append(ctypes.c_void_p(ctypes.addressof(place)))
        else:
            given.append(TYPES.get(param.type, ctypes.c_void_p)())
    call = getattr(library, function.name)
    call.restype = ctypes.c_void_p
    error = ctypes.c_void_p(call(*given))
    text = ctypes.string_at(error).decode()
    library.ptc_error_free(error)
    return text


def test_there_are_such_functions():
    assert {"ptc_add_Scalar", "ptc_clamp", "ptc_arange_start_step"} <= {one.name for one in SEVERAL}


@pytest.mark.parametrize("function", SEVERAL, ids=lambda one: one.name)
def test_the_first_wrong_number_is_named(library, function):
    names = numbers(function)
    for i, name in enumerate(names):
        assert f"'{name}'" in message(library, function, names[i:]), function.name
