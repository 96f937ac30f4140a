// What nearly every source needs of libtorch and of the standard library, and
// nothing of ours: the Makefile compiles it once, ahead of all sources.
#ifndef PTC_LIBTORCH_CORE_H
#define PTC_LIBTORCH_CORE_H

#include <ATen/core/Generator.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>
#include <c10/core/TensorOptions.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#endif
