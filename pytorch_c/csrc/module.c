/* The module pytorch_c._boundary._core: its state is filled, and each unit adds its functions and types. */
#include "core.h"
#include "install.h"
#include "size.h"
#include "tensor.h"

/* setup({name of a field: object}): the classes and functions of the package that this module uses */
static PyObject *setup(PyObject *UNUSED(self), PyObject *args) {
  PyObject *given;
  if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &given)) return NULL;
  struct {
    const char *name;
    PyObject **field;
    PyTypeObject *type;
  } wanted[] = {
      {"Tensor", (PyObject **)&core->tensor_type, &PyType_Type},
      {"Parameter", (PyObject **)&core->parameter_type, &PyType_Type},
      {"Size", (PyObject **)&core->size_type, &PyType_Type},
      {"dtype", (PyObject **)&core->dtype_type, &PyType_Type},
      {"layout", (PyObject **)&core->layout_type, &PyType_Type},
      {"memory_format", (PyObject **)&core->format_type, &PyType_Type},
      {"device", (PyObject **)&core->device_type, &PyType_Type},
      {"stream", (PyObject **)&core->stream_type, &PyType_Type},
      {"dtypes", &core->dtypes, &PyTuple_Type},
      {"layouts", &core->layouts, &PyTuple_Type},
      {"formats", &core->formats, &PyTuple_Type},
      {"closed", &core->closed, &PyType_Type},
      {"throw", &core->throw, NULL},
      {"device_of", &core->device_of, NULL},
      {"device_of_numbers", &core->device_of_numbers, NULL},
      {"stream_of_numbers", &core->stream_of_numbers, NULL},
      {"resolve", &core->resolve, NULL},
      {"box", &core->box, NULL},
      {"unboxed", &core->unboxed, NULL},
      {"named_tuple", &core->named_tuple, NULL},
      {"traced_number", &core->traced_number, NULL},
      {"cpu", &core->cpu_device, NULL},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
    PyObject *found = PyDict_GetItemString(given, wanted[i].name);
    if (!found) continue;
    if (wanted[i].type && !PyObject_TypeCheck(found, wanted[i].type))
      return PyErr_Format(PyExc_TypeError, "setup(): %s must be a %s", wanted[i].name, wanted[i].type->tp_name);
    Py_XSETREF(*wanted[i].field, Py_NewRef(found));
  }
  if (core->tensor_type) ready_tensor_type();
  if (core->size_type) ready_size_type();
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"setup", setup, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};

/* It does not settle on a layout of lists of macros: */
/* clang-format off */
#define OBJECTS(DO) \
  DO(handle_type) DO(owner_type) DO(resource_type) DO(error_type) DO(call_type) \
  DO(operator_type) DO(method_type) DO(choice_type) DO(tensor_type) DO(parameter_type) DO(size_type) DO(dtype_type) \
  DO(layout_type) DO(format_type) DO(device_type) DO(throw) DO(closed) DO(device_of) DO(device_of_numbers) \
  DO(resolve) DO(show_warning) DO(dtypes) DO(layouts) DO(formats) DO(cpu_device) DO(finalizer) \
  DO(tracer) DO(scopes) DO(gc_module) DO(noticed) DO(sync_marks) DO(witness) DO(name_code) DO(name_numbers) \
  DO(name_handle) DO(name_array_struct) DO(module_getattr) DO(module_call) DO(module_call_impl) DO(module_walks) DO(module_hooks) \
  DO(module_names) DO(box) DO(unboxed) DO(named_tuple) DO(traced_number) \
  DO(stream_type) DO(stream_of_numbers)
/* clang-format on */

static int traverse(PyObject *module, visitproc visit, void *arg) {
  Core *state = PyModule_GetState(module);
#define VISIT(field) Py_VISIT((PyObject *)state->field);
  OBJECTS(VISIT)
#undef VISIT
  return 0;
}

/* Raises ImportError with one sentence, whose `name` says that it is ours. */
static int refuse(const char *why) {
  PyObject *text = PyUnicode_FromString(why), *name = PyUnicode_FromString("pytorch_c");
  if (text && name) PyErr_SetImportError(text, name, NULL);
  Py_XDECREF(text);
  Py_XDECREF(name);
  return -1;
}

/* Before any other function: whether this was compiled for the library that is there, and that for this libtorch. */
static int check_versions(void) {
  ptc_error error = ptc_require_abi(PTC_ABI_VERSION);
  int refused = error ? refuse(error) : 0;
  ptc_error_free(error);
  return refused;
}

/* Never freed: tensors that are alive at the end of the process are closed through this state. */
static int execute(PyObject *module) {
  if (core || PyInterpreterState_Get() != PyInterpreterState_Main())
    return refuse("pytorch_c cannot be used in a subinterpreter, nor twice in a process");
  if (check_versions() < 0) return -1;
  core = PyModule_GetState(module);
  memset(core, 0, sizeof *core);
  core->name_code = PyUnicode_InternFromString("code");
  core->name_numbers = PyUnicode_InternFromString("numbers");
  core->name_handle = PyUnicode_InternFromString("_h");
  core->name_array_struct = PyUnicode_InternFromString("__array_struct__");
  int (*installers[])(PyObject *) = {
      install_handles,     install_resources,    install_calls,      install_operators, install_slots,
      install_tensor,      install_quick,        install_arrays,     install_numbers,   install_values,
      install_hooks,       install_functions,    install_choosing,   install_states,    install_levels,
      install_autocast,    install_saved,        install_overrides,  install_library,   install_backend,
      install_distributed, install_scopes,       install_collecting, install_dlpack,    install_warnings,
      install_modules,     install_converting,   install_exchange,   install_arrow,     install_observe,
      install_tally,       install_jit,          install_script,     install_forking,   install_host,
      install_nodes,       install_passes,       install_compiler,   install_identity,  install_checksum,
      install_symbols,     install_pickle,       install_copies,     install_size,      install_coercing,
      install_marks,       install_symbol_calls, install_pixels,     install_steps,     install_finding,
      install_storages,    install_guards,       install_profiling,
  };
  if (!core->name_code || !core->name_numbers || !core->name_handle || !core->name_array_struct ||
      PyModule_AddFunctions(module, methods) < 0)
    return -1;
  for (size_t i = 0; i < sizeof installers / sizeof *installers; ++i)
    if (installers[i](module) < 0) return -1;
  Py_INCREF(module); /* the state lives as long as the process */
  return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, execute},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED}, /* without_gil.h */
#endif
    {0, NULL},
};
static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pytorch_c._boundary._core",
    .m_doc = "From Python's objects to the C library and back.",
    .m_size = sizeof(Core),
    .m_slots = slots,
    .m_traverse = traverse,
};

PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&definition); }
