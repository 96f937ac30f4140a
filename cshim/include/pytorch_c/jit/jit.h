/* TorchScript: programs as data.  A unit holds functions and classes that are
   compiled; a module is an object of such a class, with its parameters, buffers,
   submodules and methods; a function is one of a unit's, or a method with its
   module.  All of them are called with the tagged values of call.h, are saved to
   archives that torch reads, and are loaded from torch's.

   An error in a source shows the place, as TorchScript does; one while a program
   runs shows the lines of the program that led there.

   Lists of names are one text with a name on each line; "" is none.  A type is
   written as TorchScript writes it: "Tensor", "Dict[str, List[int]]", or the
   qualified name of a class, "__torch__.Net".  Archives find names that begin
   with "__torch__." alone. */
#ifndef PYTORCH_C_JIT_H
#define PYTORCH_C_JIT_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_jit_unit_s *ptc_jit_unit;
typedef struct ptc_jit_scope_s *ptc_jit_scope;
typedef struct ptc_jit_function_s *ptc_jit_function;
typedef struct ptc_jit_module_s *ptc_jit_module;

/* One more value of enum ptc_error_kind: an argument or a value that a program of TorchScript does not take.
   torch's own error is a RuntimeError there. */
enum ptc_script_error { PTC_ERROR_SCRIPT_TYPE = 18 };

/* ---- archives ---- */

/* Reads up to `nbytes` bytes at `offset` into `out`, which the host fills; `count` is how many there were. */
typedef ptc_error (*ptc_jit_read_fn)(void *context, int64_t offset, PTC_OUT void *out, int64_t nbytes,
                                     PTC_OUT int64_t *count);
/* Takes the next `nbytes` bytes of an archive. */
typedef ptc_error (*ptc_jit_write_fn)(void *context, const void *data, int64_t nbytes);

/* torch.jit.load.  Tensors go to the device, or where they were when it was saved:
   `device_type` PTC_UNSET.  `extra_files` names those to keep for
   ptc_jit_module_extra_file. */
PTC_NODISCARD ptc_error ptc_jit_load(const char *path, int32_t device_type, int32_t device_index,
                                     PTC_OPTIONAL const char *extra_files, PTC_OUT ptc_jit_module *out);
/* Loads an archive from memory, which is only read during the call. */
PTC_NODISCARD ptc_error ptc_jit_load_memory(const void *data, int64_t nbytes, int32_t device_type, int32_t device_index,
                                            PTC_OPTIONAL const char *extra_files, PTC_OUT ptc_jit_module *out);
/* Loads an archive from a stream of the host's with `size` bytes, read in any order, by one thread at a time. */
PTC_NODISCARD ptc_error ptc_jit_load_stream(ptc_jit_read_fn read, void *context, ptc_destroy_fn destroy, int64_t size,
                                            int32_t device_type, int32_t device_index,
                                            PTC_OPTIONAL const char *extra_files, PTC_OUT ptc_jit_module *out);

/* torch.jit.save.  `extra_files` is NULL, or a PTC_VALUE_DICT of names and contents (PTC_VALUE_STRING, any bytes).
   The file is there when all of it is written, or not at all. */
PTC_NODISCARD ptc_error ptc_jit_save(ptc_jit_module self, const char *path, PTC_OPTIONAL const ptc_value *extra_files);
/* The archive in memory, with a NUL behind it.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_save_memory(ptc_jit_module self, PTC_OPTIONAL const ptc_value *extra_files,
                                            PTC_OUT char **out, PTC_OUT int64_t *nbytes);
/* Gives the archive to a function of the host's, piece by piece. */
PTC_NODISCARD ptc_error ptc_jit_save_stream(ptc_jit_module self, PTC_OPTIONAL const ptc_value *extra_files,
                                            ptc_jit_write_fn write, void *context, ptc_destroy_fn destroy);
/* An extra file that was named when the module was loaded, with a NUL behind it;
   NULL where the archive had none of this name.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_module_extra_file(ptc_jit_module self, const char *name, PTC_OUT char **out,
                                                  PTC_OUT int64_t *nbytes);

/* ---- units: functions and classes that are compiled ---- */

/* A unit: functions and classes of TorchScript that are compiled. */
PTC_NODISCARD ptc_error ptc_jit_unit_new(PTC_OUT ptc_jit_unit *out);
/* Closes the handle of a unit. */
void ptc_jit_unit_close(PTC_OPTIONAL ptc_jit_unit self);
/* Compiles the functions of a source, `def f(x: Tensor, n: int = 2) -> Tensor: …`,
   which may call each other, and gives their qualified names, in order: `prefix`
   ("__torch__.", NULL: none) and the function's, with a number in between where
   that is taken.  `filename` and `line` say where the source begins, for errors;
   `scope` what its other names mean.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_unit_define(ptc_jit_unit self, PTC_OPTIONAL const char *prefix, const char *source,
                                            PTC_OPTIONAL const char *filename, int64_t line,
                                            PTC_OPTIONAL ptc_jit_scope scope, PTC_OUT char **out);
/* Compiles classes, written as in the code of archives: all names in full, self
   annotated, attributes declared.

     class Pair(NamedTuple):              class Color(Enum):
       x : Tensor                           RED = 1
       y : int
     class Counter:
       n : int
       def __init__(self: __torch__.Counter, n: int) -> NoneType:
         self.n = n
         return None

   `prefix` is what their names begin with, "__torch__". */
PTC_NODISCARD ptc_error ptc_jit_unit_define_classes(ptc_jit_unit self, const char *prefix, const char *source);
/* Compiles one class from its methods, `def __init__(self, n: int): self.n = n`; what __init__ assigns are its
   attributes; `__NAME_getter`, with or without `__NAME_setter`, is a property.  `name` is its qualified name, which
   must be free; `scope`, where it is given, gets the class as a type. */
PTC_NODISCARD ptc_error ptc_jit_unit_define_class(ptc_jit_unit self, const char *name, const char *source,
                                                  PTC_OPTIONAL const char *filename, int64_t line,
                                                  PTC_OPTIONAL ptc_jit_scope scope);
/* A named tuple: its fields, a line each, their types, a line each, and the defaults of the last of them.  `name` is
   its qualified name, which must be free. */
PTC_NODISCARD ptc_error ptc_jit_unit_define_tuple(ptc_jit_unit self, const char *name, const char *fields,
                                                  const char *types, PTC_OPTIONAL_ITEMS const ptc_value *defaults,
                                                  int64_t defaults_len);
/* Qualified names of the functions, a line each, methods included.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_unit_functions(ptc_jit_unit self, PTC_OUT char **out);
/* The function of a qualified name. */
PTC_NODISCARD ptc_error ptc_jit_unit_function(ptc_jit_unit self, const char *name, PTC_OUT ptc_jit_function *out);
/* True if there is a class of the qualified name. */
PTC_NODISCARD ptc_error ptc_jit_unit_has_class(ptc_jit_unit self, const char *name, PTC_OUT bool *out);
/* A new object of a class, by its __init__. */
PTC_NODISCARD ptc_error ptc_jit_unit_object(ptc_jit_unit self, const char *class_name, const ptc_value *args,
                                            int64_t args_len, PTC_OPTIONAL const char *names, PTC_OUT ptc_value *out);
/* The attributes of a class, a line each.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_unit_attributes(ptc_jit_unit self, const char *class_name, PTC_OUT char **out);
/* A new object of a class from its attributes, in the order of ptc_jit_unit_attributes; its __init__ does not run.  The
   one of an enum is the name of the member; a class of C++ has none: call its method __init__ or __setstate__. */
PTC_NODISCARD ptc_error ptc_jit_unit_object_of(ptc_jit_unit self, const char *class_name,
                                               PTC_OPTIONAL_ITEMS const ptc_value *attributes, int64_t attributes_len,
                                               PTC_OUT ptc_value *out);

/* ---- scopes: what the names of a source mean, beside TorchScript's own, `torch` and Python's exceptions ---- */

/* Types are looked up in `unit`, which the scope keeps alive. */
PTC_NODISCARD ptc_error ptc_jit_scope_new(ptc_jit_unit unit, PTC_OUT ptc_jit_scope *out);
/* Closes the handle of a scope. */
void ptc_jit_scope_close(PTC_OPTIONAL ptc_jit_scope self);
/* The name is a function that is compiled already; given again with others of its unit, these are its overloads. */
PTC_NODISCARD ptc_error ptc_jit_scope_function(ptc_jit_scope self, const char *name, ptc_jit_function function);
/* The name is a constant: a number, a string, a Tensor, None, or a list or tuple of
   these.  `type` is NULL where the value says it. */
PTC_NODISCARD ptc_error ptc_jit_scope_value(ptc_jit_scope self, const char *name, const ptc_value *value,
                                            PTC_OPTIONAL const char *type);
/* The name is a type, and where that is a class or an enum, it can be called. */
PTC_NODISCARD ptc_error ptc_jit_scope_type(ptc_jit_scope self, const char *name, const char *type);
/* The name is an exception that a source raises; `class_name` is what the host calls it, "builtins.ValueError". */
PTC_NODISCARD ptc_error ptc_jit_scope_exception(ptc_jit_scope self, const char *name, const char *class_name);
/* The name is an operator, "aten::relu"; its overload is found by the arguments. */
PTC_NODISCARD ptc_error ptc_jit_scope_operator(ptc_jit_scope self, const char *name, const char *op);
/* NAME.f is the operator SPACE::f: "aten" makes a name what `torch` is, and is right for
   `math` too.  "ops" makes NAME.space.f the operator space::f. */
PTC_NODISCARD ptc_error ptc_jit_scope_namespace(ptc_jit_scope self, const char *name, const char *space);
/* The name is a form of TorchScript's own: "annotate", "fork", "awaitable", "isinstance", "unchecked_cast",
   "uninitialized". */
PTC_NODISCARD ptc_error ptc_jit_scope_form(ptc_jit_scope self, const char *name, const char *form);

/* ---- functions, and methods with their module ---- */

/* Closes the handle of a function of TorchScript. */
void ptc_jit_function_close(PTC_OPTIONAL ptc_jit_function self);
/* Calls it with the arguments of its schema, but a method's self; the last of them by
   name where `names` has lines.  Those missing take their defaults.  An argument that
   the schema does not take is an error that names it, and then nothing was called.
   Good from any number of threads. */
PTC_NODISCARD ptc_error ptc_jit_call(ptc_jit_function self, const ptc_value *args, int64_t args_len,
                                     PTC_OPTIONAL const char *names, PTC_OUT ptc_value *out);
/* "forward".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_function_name(ptc_jit_function self, PTC_OUT char **out);
/* "__torch__.Net.forward".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_function_qualified_name(ptc_jit_function self, PTC_OUT char **out);
/* "forward(__torch__.Net self, Tensor x) -> Tensor".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_function_schema(ptc_jit_function self, PTC_OUT char **out);
/* The source that TorchScript writes of it, with CONSTANTS.c0 for tensors: those are a PTC_VALUE_LIST.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_function_code(ptc_jit_function self, PTC_OUT char **out, PTC_OUT ptc_value *constants);

enum ptc_jit_graph {
  PTC_JIT_GRAPH_PLAIN = 0,
  PTC_JIT_GRAPH_INLINED = 1,  /* with the functions that it calls in their places */
  PTC_JIT_GRAPH_OPTIMIZED = 2 /* after the passes that need no input */
};
/* The graph as text; `kind` is an enum ptc_jit_graph.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_function_graph(ptc_jit_function self, int32_t kind, PTC_OUT char **out);
/* A module that has only this function, as its forward: so a function is saved. */
PTC_NODISCARD ptc_error ptc_jit_function_module(ptc_jit_function self, PTC_OUT ptc_jit_module *out);
/* The module of a method; NULL of a function. */
PTC_NODISCARD ptc_error ptc_jit_function_owner(ptc_jit_function self, PTC_OUT ptc_jit_module *out);
/* The unit that it is in. */
PTC_NODISCARD ptc_error ptc_jit_function_unit(ptc_jit_function self, PTC_OUT ptc_jit_unit *out);
/* Forgets what was specialized and fused so far. */
PTC_NODISCARD ptc_error ptc_jit_function_flush(ptc_jit_function self);

/* ---- modules ---- */

/* A module without anything but the attribute `training`, true, of a new class; a name
   that is taken gets a number. */
PTC_NODISCARD ptc_error ptc_jit_module_new(ptc_jit_unit unit, const char *class_name, PTC_OUT ptc_jit_module *out);
/* Another module of the same class, with the same methods, its attributes yet to be registered. */
PTC_NODISCARD ptc_error ptc_jit_module_new_like(ptc_jit_module self, PTC_OUT ptc_jit_module *out);
/* Another handle to the same module. */
PTC_NODISCARD ptc_error ptc_jit_module_share(ptc_jit_module self, PTC_OUT ptc_jit_module *out);
/* Closes the handle of a module of TorchScript. */
void ptc_jit_module_close(PTC_OPTIONAL ptc_jit_module self);

/* Adds a parameter, which shares its memory; NULL: it is None. */
PTC_NODISCARD ptc_error ptc_jit_module_register_parameter(ptc_jit_module self, const char *name,
                                                          PTC_OPTIONAL ptc_tensor parameter);
/* Adds a buffer, which shares its memory; NULL: it is None. */
PTC_NODISCARD ptc_error ptc_jit_module_register_buffer(ptc_jit_module self, const char *name,
                                                       PTC_OPTIONAL ptc_tensor buffer);
/* Adds an attribute of a type that is written as TorchScript writes it. */
PTC_NODISCARD ptc_error ptc_jit_module_register_attribute(ptc_jit_module self, const char *name, const char *type,
                                                          const ptc_value *value);
/* Adds a submodule. */
PTC_NODISCARD ptc_error ptc_jit_module_register_module(ptc_jit_module self, const char *name, ptc_jit_module module);
/* A constant of the class, known when it compiles; `type` is NULL where the value says it. */
PTC_NODISCARD ptc_error ptc_jit_module_add_constant(ptc_jit_module self, const char *name, const ptc_value *value,
                                                    PTC_OPTIONAL const char *type);
/* Compiles methods, `def forward(self, x: Tensor) -> Tensor: …`; they see what is
   registered by then, and each other.  self.layer(x) is the forward of a submodule;
   one whose submodules are named 0, 1, … can be gone through, `for layer in self.layers`,
   and indexed. */
PTC_NODISCARD ptc_error ptc_jit_module_define(ptc_jit_module self, const char *source,
                                              PTC_OPTIONAL const char *filename, int64_t line,
                                              PTC_OPTIONAL ptc_jit_scope scope);
/* Compiles hooks, which run where the module itself is called, not its forward: the
   first `before` functions of the source before forward, with its arguments as a
   tuple, the others after it, with its result too.  What is there twice runs twice.
   Where one does not compile, the module has no hooks, as before. */
PTC_NODISCARD ptc_error ptc_jit_module_define_hooks(ptc_jit_module self, const char *source,
                                                    PTC_OPTIONAL const char *filename, int64_t line, int64_t before,
                                                    PTC_OPTIONAL ptc_jit_scope scope);
/* The names of the hooks in their order, those before or after forward, a line
   each.  ptc_jit_call of "forward" runs none.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_module_hooks(ptc_jit_module self, bool before, PTC_OUT char **out);
/* ptc_jit_call of the module's forward, with its hooks: what torch does where a
   module is called. */
PTC_NODISCARD ptc_error ptc_jit_module_call(ptc_jit_module self, PTC_OPTIONAL_ITEMS const ptc_value *args,
                                            int64_t args_len, PTC_OPTIONAL const char *names, PTC_OUT ptc_value *out);
/* A hook as a function whose first argument is the module. */
PTC_NODISCARD ptc_error ptc_jit_module_hook(ptc_jit_module self, const char *name, bool before,
                                            PTC_OUT ptc_jit_function *out);

enum ptc_jit_member {
  PTC_JIT_NONE = 0,
  PTC_JIT_PARAMETER = 1,
  PTC_JIT_BUFFER = 2,
  PTC_JIT_ATTRIBUTE = 3, /* any other that is no module */
  PTC_JIT_MODULE = 4,
  PTC_JIT_METHOD = 5,
  PTC_JIT_CONSTANT = 6
};
/* Names of the members of a kind, an enum ptc_jit_member, those of submodules with
   their path where `recurse`.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_module_names(ptc_jit_module self, int32_t kind, bool recurse, PTC_OUT char **out);
/* The parameters or buffers, in the order of ptc_jit_module_names.  They share their memory. */
PTC_NODISCARD ptc_error ptc_jit_module_tensors(ptc_jit_module self, int32_t kind, bool recurse,
                                               PTC_OUT ptc_tensor_list *out);
/* The kind of member that the name is, an enum ptc_jit_member. */
PTC_NODISCARD ptc_error ptc_jit_module_has(ptc_jit_module self, const char *name, PTC_OUT int64_t *out);
/* A submodule by its name, or by a path, "layers.0.conv". */
PTC_NODISCARD ptc_error ptc_jit_module_module(ptc_jit_module self, const char *name, PTC_OUT ptc_jit_module *out);
/* A method by its name: good for any number of calls. */
PTC_NODISCARD ptc_error ptc_jit_module_method(ptc_jit_module self, const char *name, PTC_OUT ptc_jit_function *out);
/* An attribute, parameter, buffer or constant. */
PTC_NODISCARD ptc_error ptc_jit_module_attr(ptc_jit_module self, const char *name, PTC_OUT ptc_value *out);
/* Sets an attribute, parameter or buffer of a module, whose type the value must have. */
PTC_NODISCARD ptc_error ptc_jit_module_set_attr(ptc_jit_module self, const char *name, const ptc_value *value);
/* The type of an attribute as text.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_module_attr_type(ptc_jit_module self, const char *name, PTC_OUT char **out);
/* The qualified name of its class.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_module_type(ptc_jit_module self, PTC_OUT char **out);
/* The unit that its class is in. */
PTC_NODISCARD ptc_error ptc_jit_module_unit(ptc_jit_module self, PTC_OUT ptc_jit_unit *out);
/* A number that two handles have in common exactly if they mean the same module. */
PTC_NODISCARD ptc_error ptc_jit_module_id(ptc_jit_module self, PTC_OUT int64_t *out);
/* The module as a value (PTC_VALUE_OBJECT), to be an argument. */
PTC_NODISCARD ptc_error ptc_jit_module_value(ptc_jit_module self, PTC_OUT ptc_value *out);
/* The contents of a module as text: methods with their graphs, attributes, parameters.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_module_dump(ptc_jit_module self, bool code, bool attributes, bool parameters,
                                            PTC_OUT char **out);

/* Sets training or eval mode of a module and its submodules. */
PTC_NODISCARD ptc_error ptc_jit_module_train(ptc_jit_module self, bool mode);
/* True if a module is in training mode. */
PTC_NODISCARD ptc_error ptc_jit_module_is_training(ptc_jit_module self, PTC_OUT bool *out);
/* Moves parameters and buffers, in their place; PTC_UNSET: as they are.  Only those of a
   floating point or complex dtype change it. */
PTC_NODISCARD ptc_error ptc_jit_module_to(ptc_jit_module self, int32_t device_type, int32_t device_index, int32_t dtype,
                                          bool non_blocking);
/* Another module with the same tensors. */
PTC_NODISCARD ptc_error ptc_jit_module_copy(ptc_jit_module self, PTC_OUT ptc_jit_module *out);
/* Another module with tensors of its own. */
PTC_NODISCARD ptc_error ptc_jit_module_deepcopy(ptc_jit_module self, PTC_OUT ptc_jit_module *out);
/* Another module with copies of the tensors, of a class of its own. */
PTC_NODISCARD ptc_error ptc_jit_module_clone(ptc_jit_module self, PTC_OUT ptc_jit_module *out);
/* torch.jit.freeze: parameters become constants.  Attributes, methods and submodules in
   `preserved` stay.  The module must be in eval mode; `optimize_numerics` folds batch
   norms and the like. */
PTC_NODISCARD ptc_error ptc_jit_module_freeze(ptc_jit_module self, PTC_OPTIONAL const char *preserved,
                                              bool optimize_numerics, PTC_OUT ptc_jit_module *out);
/* torch.jit.run_frozen_optimizations: what ptc_jit_module_freeze does with the graphs of
   these methods, a line each. */
PTC_NODISCARD ptc_error ptc_jit_module_optimize_frozen(ptc_jit_module self, const char *methods,
                                                       bool optimize_numerics);
/* torch.jit.optimize_for_inference; `other_methods` beside forward. */
PTC_NODISCARD ptc_error ptc_jit_module_optimize_for_inference(ptc_jit_module self,
                                                              PTC_OPTIONAL const char *other_methods,
                                                              PTC_OUT ptc_jit_module *out);

/* ---- objects: values that calls give and that have no form in C ---- */

/* The type of any value.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_value_type(const ptc_value *value, PTC_OUT char **out);
/* The attributes of an object of a class.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_value_names(const ptc_value *value, PTC_OUT char **out);
/* An attribute of an object of TorchScript. */
PTC_NODISCARD ptc_error ptc_value_attr(const ptc_value *value, const char *name, PTC_OUT ptc_value *out);
/* Sets an attribute of an object of TorchScript. */
PTC_NODISCARD ptc_error ptc_value_set_attr(const ptc_value *value, const char *name, const ptc_value *to);
/* A method of an object of TorchScript. */
PTC_NODISCARD ptc_error ptc_value_method(const ptc_value *value, const char *name, PTC_OUT ptc_jit_function *out);
/* The module that the value is. */
PTC_NODISCARD ptc_error ptc_value_module(const ptc_value *value, PTC_OUT ptc_jit_module *out);
/* The name and the value of an enum's member.  The name is freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_value_enum(const ptc_value *value, PTC_OUT char **name, PTC_OUT ptc_value *out);
/* Waits for a future (or an awaitable) and gives what it has; its error is the call's. */
PTC_NODISCARD ptc_error ptc_value_wait(const ptc_value *value, PTC_OUT ptc_value *out);
/* A number that two values have in common exactly if they mean the same object. */
PTC_NODISCARD ptc_error ptc_value_id(const ptc_value *value, PTC_OUT int64_t *out);

/* ---- lists and dicts that the host shares with programs: what these change, it sees ---- */

/* A list or a dict of a type, "List[int]", as a value that is an object (PTC_VALUE_OBJECT): as an argument it is itself
   what the program gets.  Classes in its type are those of the unit. */
PTC_NODISCARD ptc_error ptc_value_share(ptc_jit_unit unit, const char *type, const ptc_value *value,
                                        PTC_OUT ptc_value *out);
/* The contents of a shared list or dict now, as calls give them. */
PTC_NODISCARD ptc_error ptc_value_contents(const ptc_value *value, PTC_OUT ptc_value *out);
/* Number of items of a list or dict that a program holds. */
PTC_NODISCARD ptc_error ptc_value_len(const ptc_value *value, PTC_OUT int64_t *out);
/* The item at an index of a list, which counts from the end where it is negative, or of a dict's key. */
PTC_NODISCARD ptc_error ptc_value_item(const ptc_value *value, const ptc_value *key, PTC_OUT ptc_value *out);
/* Sets the item at an index of a list, or of a dict's key. */
PTC_NODISCARD ptc_error ptc_value_set_item(const ptc_value *value, const ptc_value *key, const ptc_value *to);
/* Puts an item before the one at an index of a list; one beyond its ends is such an end. */
PTC_NODISCARD ptc_error ptc_value_insert(const ptc_value *value, int64_t index, const ptc_value *item);
/* Takes out the item at an index of a list, or of a dict's key. */
PTC_NODISCARD ptc_error ptc_value_remove(const ptc_value *value, const ptc_value *key);
/* The index of the first item of a list that equals this one; 0 where a dict has it as a key; -1 where none is. */
PTC_NODISCARD ptc_error ptc_value_find(const ptc_value *value, const ptc_value *item, PTC_OUT int64_t *out);

/* ---- how programs run: for the process ---- */

enum ptc_jit_setting {
  PTC_JIT_PROFILING_EXECUTOR = 0, /* whether programs are specialized to what they are given */
  PTC_JIT_PROFILING_MODE = 1,     /* whether that looks at shapes */
  PTC_JIT_PROFILED_RUNS = 2,      /* how many runs are looked at first */
  PTC_JIT_OPTIMIZE = 3,           /* whether graphs are optimized at all */
  PTC_JIT_INLINE_EVERYTHING = 4,  /* whether functions are inlined when they are compiled */
  PTC_JIT_FUSE_TENSOR_EXPRS = 5,  /* whether the fuser for tensor expressions may work */
  PTC_JIT_FUSE_ON_CPU = 6,        /* whether it does so on the CPU, if this libtorch can */
  PTC_JIT_FUSE_ON_GPU = 7,
  PTC_JIT_SYMBOLIC_SHAPES_TEST = 8, /* whether the analysis of shapes takes all sizes for unknown ones, for tests */
  PTC_JIT_AUTOCAST = 9              /* whether programs cast within autocast's blocks */
};
/* `option` is an enum ptc_jit_setting. */
PTC_NODISCARD ptc_error ptc_jit_option(int32_t option, PTC_OUT int64_t *out);
/* Sets how programs of TorchScript run in this process. */
PTC_NODISCARD ptc_error ptc_jit_set_option(int32_t option, int64_t value);

typedef void (*ptc_jit_print_fn)(void *context, const char *text);
/* From now on handler(context, text) gets what programs print instead of stdout,
   on the thread that prints; NULL: stdout again.  The text lives during the call
   and has its line's end.  destroy(context) runs once: when another handler takes
   its place and no thread is in this one, or when this function fails.  Where
   torch's own Python package is imported later in the same process, it takes the
   prints. */
PTC_NODISCARD ptc_error ptc_jit_set_print_handler(PTC_OPTIONAL ptc_jit_print_fn handler, void *context,
                                                  ptc_destroy_fn destroy);
/* torch.jit.set_fusion_strategy: "STATIC 2\nDYNAMIC 10".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_fusion_strategy(PTC_OUT char **out);
/* Sets how often the fuser specializes a program to shapes: torch.jit.set_fusion_strategy. */
PTC_NODISCARD ptc_error ptc_jit_set_fusion_strategy(const char *strategy);
/* Number of times that a program may be specialized anew. */
PTC_NODISCARD ptc_error ptc_jit_bailout_depth(PTC_OUT int64_t *out);
/* The graph that ran last on this thread, as it was optimized.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_jit_last_executed_optimized_graph(PTC_OUT char **out);

PTC_END

#endif
