/* Installers, with which each unit adds to the module: 0, or -1 and an exception. */
#pragma once

#include "core.h"

int install_arrays(PyObject *module);
int install_arrow(PyObject *module);
int install_autocast(PyObject *module);
int install_backend(PyObject *module);
int install_calls(PyObject *module);
int install_checksum(PyObject *module);
int install_choosing(PyObject *module);
int install_coercing(PyObject *module);
int install_collecting(PyObject *module);
int install_converting(PyObject *module);
int install_copies(PyObject *module);
int install_distributed(PyObject *module);
int install_dlpack(PyObject *module);
int install_exchange(PyObject *module);
int install_forking(PyObject *module);
int install_functions(PyObject *module);
int install_guards(PyObject *module);
int install_handles(PyObject *module);
int install_hooks(PyObject *module);
int install_host(PyObject *module);
int install_identity(PyObject *module);
int install_jit(PyObject *module);
int install_levels(PyObject *module);
int install_library(PyObject *module);
int install_marks(PyObject *module);
int install_modules(PyObject *module);
int install_nodes(PyObject *module);
int install_numbers(PyObject *module);
int install_observe(PyObject *module);
int install_operators(PyObject *module);
int install_overrides(PyObject *module);
int install_passes(PyObject *module);
int install_compiler(PyObject *module);
int install_pickle(PyObject *module);
int install_pixels(PyObject *module);
int install_profiling(PyObject *module);
int install_quick(PyObject *module);
int install_finding(PyObject *module);
int install_resources(PyObject *module);
int install_saved(PyObject *module);
int install_scopes(PyObject *module);
int install_script(PyObject *module);
int install_size(PyObject *module);
int install_slots(PyObject *module);
int install_states(PyObject *module);
int install_steps(PyObject *module);
int install_storages(PyObject *module);
int install_symbol_calls(PyObject *module);
int install_symbols(PyObject *module);
int install_tally(PyObject *module);
int install_tensor(PyObject *module);
int install_values(PyObject *module);
int install_warnings(PyObject *module);
