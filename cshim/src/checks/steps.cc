// The checks of an optimizer step.
#include "checks/steps.h"

#include <sstream>

using Tensors = std::vector<at::Tensor>;

void ptc::check_length(size_t params, size_t entries, const char *name) {
  if (entries != params)
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': a tensor for each of the " + std::to_string(params) +
                              " parameters is needed, got " + std::to_string(entries));
}

void ptc::check_like(const at::Tensor &param, const at::Tensor &entry, const char *name, size_t index) {
  if (entry.sizes() == param.sizes() && entry.scalar_type() == param.scalar_type() && entry.device() == param.device())
    return;
  std::ostringstream text;
  text << "argument '" << name << "': entry " << index << " must be like its parameter, " << param.sizes() << ' '
       << param.scalar_type() << " on " << param.device() << ", got " << entry.sizes() << ' ' << entry.scalar_type()
       << " on " << entry.device();
  fail(PTC_ERROR_VALUE, text.str());
}

std::vector<at::Tensor> ptc::beside(const Tensors &params, Tensors entries, const char *name) {
  check_length(params.size(), entries.size(), name);
  for (size_t i = 0; i < entries.size(); ++i) {
    const at::Tensor &param = params[i], &entry = entries[i];
    check_like(param, entry, name, i);
    if (param.layout() == at::kStrided && entry.layout() == at::kStrided && param.is_non_overlapping_and_dense() &&
        entry.strides() == param.strides())
      continue;
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': entry " + std::to_string(i) +
                              " and its parameter must lie in memory alike, without gaps");
  }
  return entries;
}

std::vector<at::Tensor> ptc::counters(size_t params, Tensors steps, const char *name) {
  check_length(params, steps.size(), name);
  for (const at::Tensor &step : steps)
    if (step.numel() != 1 || step.layout() != at::kStrided)
      fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': each must hold one number");
  return steps;
}

std::optional<at::Tensor> ptc::single(std::optional<at::Tensor> given, const char *name) {
  if (given && (given->numel() != 1 || given->layout() != at::kStrided))
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': a tensor of one element is needed");
  return given;
}
