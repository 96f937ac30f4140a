"""Kinds of arguments and results of C functions: written here once, read by csrc (kinds.h) and by the package's constants.

A kind has a name and a letter. table.c tells the arguments of a function as a text of letters: "TN2?O".
"""

import re

# name, letter, types in a schema ("|" between), type in C ("[]": and a length that follows), what Python gives
ARGUMENTS = """
TENSOR            T  Tensor                 -                     Tensor
OPTIONAL_TENSOR   U  Tensor?                ptc_tensor            Tensor, or None
TENSORS           L  Tensor[]               -                     list of Tensors
OPTIONAL_ITEMS    K  Tensor?[]              -                     list of Tensors and Nones
OPTIONAL_TENSORS  M  -                      const ptc_tensor *[]  list of Tensors and Nones, or None
SCALAR            S  Scalar                 ptc_scalar            number
OPTIONAL_SCALAR   s  Scalar?                -                     number, or None
SCALARS           C  Scalar[]               const ptc_scalar *[]  list of numbers
INT               I  int                    int64_t               int
OPTIONAL_INT      i  int?                   -                     int, or None
INTS              N  int[]                  -                     list of ints; a digit behind it: of this size, one int for all
OPTIONAL_INTS     n  int[]?                 const int64_t *[]     list of ints, or None
INT32             W  -                      int32_t               int of 32 bits
FLOAT             D  float                  double                float
OPTIONAL_FLOAT    d  float?                 -                     float, or None
FLOATS            E  float[]                -                     list of floats
OPTIONAL_FLOATS   e  float[]?               const double *[]      list of floats, or None
BOOL              B  bool                   bool                  bool
OPTIONAL_BOOL     b  bool?                  -                     bool, or None
BOOLS             F  bool[]                 const bool *[]        list of bools
TEXT              Z  str                    -                     str
OPTIONAL_TEXT     z  str?                   const char *          str, or None
GENERATOR         G  Generator|Generator?   ptc_generator         Generator, or None
DTYPE             Y  ScalarType             -                     dtype
OPTIONAL_DTYPE    y  ScalarType?            -                     dtype, or None
LAYOUT            A  Layout|Layout?         -                     layout, or None
FORMAT            r  MemoryFormat           -                     memory format; None is contiguous
OPTIONAL_FORMAT   R  MemoryFormat?          -                     memory format, or None
DEVICE            V  Device|Device?         -                     device, or None: two numbers
OPTIONS           O  -                      const ptc_options *   options of a factory with requires_grad: five objects
FOUR_OPTIONS      o  -                      -                     options of a factory without requires_grad: four objects
VALUE             v  -                      const ptc_value *     tagged value: what an object is by itself (values.c)
VALUES            X  -                      const ptc_value *[]   list of tagged values
STREAM            c  -                      ptc_stream            stream: an iterable of id, index and type of its device
RESOURCE          H  -                      -                     resource of the kind whose letter follows, or None
RESOURCES         J  -                      -                     list of resources of the kind whose letter follows
WRITABLE_MEMORY   P  -                      void *                address, or writable buffer
MEMORY            Q  -                      const void *          address, or buffer
"""

# name, letter, type in C, what Python gets; a function that cannot fail returns it, after "="
RESULTS = """
NOTHING    v  void          None
TENSOR     t  ptc_tensor *  Tensor, or None
TENSORS    l  ptc_tensor_list *  tuple of Tensors
INT        i  int64_t *     int
INT32      w  int32_t *     int, from 32 bits
BOOL       b  bool *        bool
FLOAT      d  double *      float
TEXT       z  char **       str, or None; freed
KEPT_TEXT  Z  const char *  str, or None; the library's own
DTYPE      y  -             dtype
ADDRESS    p  void **       int
SCALAR     S  ptc_scalar *  number
STREAM     c  ptc_stream *  id, index and type of its device
VALUE      X  ptc_value *   tagged value
"""

# name, letter, handle in C
RESOURCES = """
GENERATOR       g  ptc_generator
NODE            n  ptc_node
HOOK            h  ptc_hook
OPERATOR        o  ptc_operator
MARK            m  ptc_mark
LIBRARY         r  ptc_library
STORAGE         s  ptc_storage
STORE           k  ptc_store
COLLECTIVES     Y  ptc_store_collectives
GROUP           q  ptc_group
WORK            u  ptc_work
REDUCER         j  ptc_reducer
FUTURE          f  ptc_future
AOTI            a  ptc_aoti
PROFILE         P  ptc_profile
RECORD          R  ptc_record
OBSERVER        W  ptc_observer
EVENT           E  ptc_device_event
JIT_UNIT        U  ptc_jit_unit
JIT_SCOPE       C  ptc_jit_scope
JIT_FUNCTION    F  ptc_jit_function
JIT_MODULE      M  ptc_jit_module
IR_GRAPH        G  ptc_ir_graph
IR_BLOCK        B  ptc_ir_block
IR_NODE         D  ptc_ir_node
IR_VALUE        V  ptc_ir_value
IR_TYPE         T  ptc_ir_type
CUDA_GRAPH      K  ptc_cuda_graph
CUDA_POOL       L  ptc_cuda_pool
CUDA_ALLOCATOR  A  ptc_cuda_allocator
CUDA_EVENT      O  ptc_cuda_event
TENSOR          t  ptc_tensor
TENSORS         l  ptc_tensor_list
LENT_NODE       N  -
BOXED_VALUE     x  -
ERROR           e  -
"""
# Closed by csrc/resource.c itself.
_BY_HAND = "GROUP REDUCER LENT_NODE BOXED_VALUE ERROR".split()


def rows(table):
    """The cells of each line, of which two blanks or more stand between."""
    return [re.split(r" {2,}", line) for line in table.strip().splitlines()]


def _by_cell(table, cell):
    return {key: row[1] for row in rows(table) for key in row[cell].split("|") if key != "-"}


OF_SCHEMA, OF_C = _by_cell(ARGUMENTS, 2), _by_cell(ARGUMENTS, 3)
OF_HANDLE = _by_cell(RESOURCES, 2)
OF_RESULT = {f"{handle} *": letter for handle, letter in OF_HANDLE.items()} | _by_cell(RESULTS, 2)
LETTERS = {
    f"{prefix}_{row[0]}": row[1]
    for prefix, table in (("ARGUMENT", ARGUMENTS), ("RESULT", RESULTS), ("RESOURCE", RESOURCES))
    for row in rows(table)
}


def of_argument(arg):
    """The kind of a schema's argument."""
    if arg.optional_items:
        return OF_SCHEMA[f"{arg.base}?[]"]
    letter = OF_SCHEMA[arg.base + "[]" * arg.is_list + "?" * arg.optional]
    return letter + (str(arg.size) if arg.size and arg.base == "int" else "")


def of_param(param, is_list):
    """The kind of a parameter of a function without a schema; a NULL that it refuses it names itself."""
    if is_list:
        return OF_C.get(f"{param.type}[]") or f"{LETTERS['ARGUMENT_RESOURCES']}{OF_HANDLE[param.base]}"
    return OF_C.get(param.type) or f"{LETTERS['ARGUMENT_RESOURCE']}{OF_HANDLE[param.type]}"


def of_result(param):
    return OF_RESULT[param.type]


def returned(function):
    """The kind of what a function returns that cannot fail."""
    return "=" + (OF_RESULT.get(function.returns) or OF_RESULT[f"{function.returns} *"])


def header():
    """The text of csrc/kinds.h."""
    lines = ["/* Derived from codegen/kinds.py; do not edit. */", "#pragma once", ""]
    for name, table in (("argument", ARGUMENTS), ("result", RESULTS), ("resource", RESOURCES)):
        lines.append(f"enum {name}_kind {{")
        lines += [f"  {name.upper()}_{row[0]} = '{row[1]}', /* {row[-1]} */" for row in rows(table)]
        lines += ["};", ""]
    closed = [row for row in rows(RESOURCES) if row[0] not in _BY_HAND]
    lines += ["/* DO(kind, close) for the resources that one function closes. */", "#define CLOSED_RESOURCES(DO) \\"]
    lines += [f"  DO(RESOURCE_{name}, {handle}_close) \\" for name, _, handle in closed]
    return "\n".join(lines).removesuffix(" \\") + "\n"


def constants():
    """The letters for the package's constants."""
    return [f"{name} = {letter!r}" for name, letter in LETTERS.items()]
