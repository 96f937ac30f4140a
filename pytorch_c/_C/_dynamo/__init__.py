"""The few names of torch's compiler that its other files ask its extension for."""

from __future__ import annotations

import ctypes
import re

from ..extension import ENUMS

# The numbers of CPython's typeslots.h, which are a part of its stable ABI, in its order; 0 where a number is not asked for.
_NUMBERS = (
    "0 bf_getbuffer bf_releasebuffer mp_ass_subscript mp_length mp_subscript nb_absolute nb_add nb_and nb_bool nb_divmod "
    "nb_float nb_floor_divide nb_index nb_inplace_add nb_inplace_and nb_inplace_floor_divide nb_inplace_lshift "
    "nb_inplace_multiply nb_inplace_or nb_inplace_power nb_inplace_remainder nb_inplace_rshift nb_inplace_subtract "
    "nb_inplace_true_divide nb_inplace_xor nb_int nb_invert nb_lshift nb_multiply nb_negative nb_or nb_positive nb_power "
    "nb_remainder nb_rshift nb_subtract nb_true_divide nb_xor sq_ass_item sq_concat sq_contains sq_inplace_concat "
    "sq_inplace_repeat sq_item sq_length sq_repeat tp_alloc tp_base tp_bases tp_call tp_clear tp_dealloc tp_del "
    "tp_descr_get tp_descr_set tp_doc tp_getattr tp_getattro tp_hash tp_init tp_is_gc tp_iter tp_iternext tp_methods "
    "tp_new tp_repr tp_richcompare tp_setattr tp_setattro tp_str tp_traverse tp_members tp_getset tp_free "
    "nb_matrix_multiply nb_inplace_matrix_multiply"
).split()


def _slot_reader():
    read = ctypes.pythonapi.PyType_GetSlot
    read.argtypes, read.restype = [ctypes.py_object, ctypes.c_int], ctypes.c_void_p
    refuses = ctypes.cast(ctypes.pythonapi._PyObject_NextNotImplemented, ctypes.c_void_p).value
    return lambda of, slot: read(of, slot) not in (None, refuses)


_fills = _slot_reader()


def get_type_slots(obj: object) -> tuple[int, int, int, int]:
    """Returns which slots a class, or the class of an object, fills: bits of sequences, mappings, numbers, and of all types."""
    of, found = obj if isinstance(obj, type) else type(obj), []
    for kind in ("PySequenceSlots", "PyMappingSlots", "PyNumberSlots", "PyTypeSlots"):
        filled = (1 << bit for name, bit in ENUMS["_dynamo"][kind].items() if _fills(of, _NUMBERS.index(name.lower())))
        found.append(sum(filled))
    return found[0], found[1], found[2], found[3]


def has_slot(slots: int, slot_bit: int) -> bool:
    """Returns whether a number of get_type_slots() has the bit of a slot."""
    return bool(slots >> slot_bit & 1)


def is_valid_var_name(name: str) -> bool:
    """Returns whether a text begins with a letter or a digit."""
    return name[:1].isalnum()


def strip_function_call(name: str) -> str:
    """Returns the variable that an expression begins at: "a" for "getattr(a.layers[0], '0')"."""
    found = ""
    for letter in name:
        if letter in " (":
            found = ""
        elif letter not in "),[]":
            found += letter
        elif found != "None" and re.match(r"[A-Za-z_]", found):
            return strip_function_call(found)
    return re.split(r"[.\[]", name)[0]
