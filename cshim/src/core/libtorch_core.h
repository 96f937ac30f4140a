// Headers of libtorch and of the standard library that every source needs, and what
// each header in ATen/ops includes; nothing of ours.  The Makefile compiles it
// once, ahead of the sources.
#ifndef PTC_LIBTORCH_CORE_H
#define PTC_LIBTORCH_CORE_H

#include <ATen/Context.h>
#include <ATen/DeviceGuard.h>
#include <ATen/TensorUtils.h>
#include <ATen/TracerMode.h>
#include <ATen/core/Generator.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/List.h>
#include <ATen/core/Reduction.h>
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
