# find_package(pytorch_c) gives the target pytorch_c::pytorch_c.
#
# Works where it was installed (PREFIX/lib/cmake/pytorch_c, also inside the
# Python package) and in the source tree (cshim/cmake, after `make build`).
# libtorch is found by the library itself, through its run path.
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../include/pytorch_c.h")
  get_filename_component(_ptc_include "${CMAKE_CURRENT_LIST_DIR}/../include" ABSOLUTE)
  get_filename_component(_ptc_lib "${CMAKE_CURRENT_LIST_DIR}/../../pytorch_c/lib" ABSOLUTE)
else()
  get_filename_component(_ptc_include "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
  get_filename_component(_ptc_lib "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
endif()

if(NOT EXISTS "${_ptc_lib}/libpytorch_c.so.0")
  set(pytorch_c_FOUND FALSE)
  set(pytorch_c_NOT_FOUND_MESSAGE "${_ptc_lib}/libpytorch_c.so.0 is not there: run `make build` or `pip install .` first")
  return()
endif()

if(NOT TARGET pytorch_c::pytorch_c)
  add_library(pytorch_c::pytorch_c SHARED IMPORTED)
  set_target_properties(pytorch_c::pytorch_c PROPERTIES
    IMPORTED_LOCATION "${_ptc_lib}/libpytorch_c.so.0"
    IMPORTED_SONAME "libpytorch_c.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_ptc_include}")
endif()

unset(_ptc_include)
unset(_ptc_lib)
