// Seeds and generators.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>

#include "core/glue.h"

#include <pytorch_c/core/generator.h>

namespace {

at::Generator make_generator(at::Device where) {
  if (where.is_cpu()) return at::make_generator<at::CPUGeneratorImpl>();
  return at::globalContext().getAcceleratorHooksInterface(where.type()).getNewGenerator(where.index());
}

void put(ptc_generator *out, at::Generator made) {
  *out = new ptc_generator_s{std::move(made)};
  count_handle(1);
}

} // namespace

ptc_error ptc_manual_seed(int64_t seed) {
  return guard([&] { at::manual_seed(static_cast<uint64_t>(seed)); });
}

ptc_error ptc_generator_new(int32_t device_type, int32_t device_index, ptc_generator *out) {
  return guard(out, [&] { put(out, make_generator(device(device_type, device_index))); });
}
ptc_error ptc_generator_default(int32_t device_type, int32_t device_index, ptc_generator *out) {
  return guard(out, [&] { put(out, at::globalContext().defaultGenerator(device(device_type, device_index))); });
}

void ptc_generator_close(ptc_generator self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_generator_manual_seed(ptc_generator self, int64_t seed) {
  return guard([&] {
    auto made = generator_of(self);
    std::lock_guard<std::mutex> lock(made.mutex());
    made.set_current_seed(static_cast<uint64_t>(seed));
  });
}
ptc_error ptc_generator_seed(ptc_generator self, int64_t *out) {
  return guard(out, [&] {
    auto made = generator_of(self);
    std::lock_guard<std::mutex> lock(made.mutex());
    put(out, static_cast<int64_t>(made.seed()));
  });
}
ptc_error ptc_generator_initial_seed(ptc_generator self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(generator_of(self).current_seed())); });
}
ptc_error ptc_generator_get_state(ptc_generator self, ptc_tensor *out) {
  return guard(out, [&] {
    auto made = generator_of(self);
    std::lock_guard<std::mutex> lock(made.mutex());
    put(out, at::Tensor(made.get_state()));
  });
}
ptc_error ptc_generator_set_state(ptc_generator self, ptc_tensor state) {
  return guard([&] {
    auto made = generator_of(self);
    std::lock_guard<std::mutex> lock(made.mutex());
    made.set_state(tensor_of(state, "state"));
  });
}
ptc_error ptc_generator_device(ptc_generator self, int32_t *type, int32_t *index) {
  return guard(std::tie(type, index), [&] {
    auto where = generator_of(self).device();
    *type = static_cast<int32_t>(where.type());
    *index = where.index();
  });
}
