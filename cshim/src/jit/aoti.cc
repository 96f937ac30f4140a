// Models compiled by AOTInductor.  What they say of themselves is read before their code is loaded.
#include <ATen/core/grad_mode.h>
#include <ATen/cpu/Utils.h>
#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>

#include "core/glue.h"

#include <pytorch_c/jit/aoti.h>

#include <elf.h>

#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>

using torch::inductor::AOTIModelContainerRunner;
using torch::inductor::AOTIModelPackageLoader;

struct ptc_aoti_s {
  std::unique_ptr<AOTIModelPackageLoader> package;
  std::unique_ptr<AOTIModelContainerRunner> library;
  std::unique_ptr<std::mutex> changing = std::make_unique<std::mutex>(); // the fields below, and what they speak of
  bool has_inactive = false; // the model itself does not say, and reads what is not there
  AOTIModelContainerRunner &runner() { return package ? *package->get_runner() : *library; }
};

namespace {

constexpr std::string_view FOLDER = "data/aotinductor/";

ptc_aoti_s &model_of(ptc_aoti self) {
  if (!self) fail(PTC_ERROR_TYPE, "argument 'self': a model is needed, got NULL");
  return *self;
}

std::string lines_of(const std::set<std::string> &all) {
  std::string out;
  for (const auto &one : all) out += one + "\n";
  if (!out.empty()) out.pop_back();
  return out;
}

// ---- what is asked before code is loaded ----

std::string path_of(const char *path) {
  std::string name(text_of(path, "path"));
  if (!std::ifstream(name)) fail(PTC_ERROR_VALUE, "argument 'path': " + name + " cannot be read");
  return name;
}

// The models in a package; an error that says what the file is instead.
std::set<std::string> models_in(const std::string &path) {
  std::set<std::string> found;
  try {
    caffe2::serialize::PyTorchStreamReader reader(path);
    for (const auto &record : reader.getAllRecords()) {
      if (record.find("..") != std::string::npos)
        fail(PTC_ERROR_VALUE, "argument 'path': " + path + " has the entry " + record + ", which leads out of it");
      if (record.compare(0, FOLDER.size(), FOLDER) != 0) continue;
      const auto end = record.find('/', FOLDER.size());
      if (end != std::string::npos) found.insert(record.substr(FOLDER.size(), end - FOLDER.size()));
    }
  } catch (const c10::Error &error) {
    fail(PTC_ERROR_VALUE, "argument 'path': " + path + " is no package: " + error.what_without_backtrace());
  }
  if (found.empty())
    fail(PTC_ERROR_VALUE,
         "argument 'path': there is no model of AOTInductor in " + path + " (an exported program, or another archive)");
  return found;
}

std::string model_in(const std::string &path, const char *model) {
  std::string name(text_of(model, "model"));
  const auto all = models_in(path);
  if (!all.count(name)) {
    auto others = lines_of(all);
    std::replace(others.begin(), others.end(), '\n', ' ');
    fail(PTC_ERROR_VALUE, "argument 'model': there is no model '" + name + "' in " + path + ", but: " + others);
  }
  return name;
}

// The instruction sets that a model names and this processor lacks.
std::string lacking(const std::string &sets) {
  const auto here = at::cpu::get_cpu_capabilities();
  std::istringstream words(sets);
  std::string out;
  for (std::string word; words >> word;) {
    std::string key = word == "AVX512" ? "avx512_f" : word;
    for (auto &letter : key) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    const auto found = here.find(key);
    if (found != here.end() && found->second.isBool() && !found->second.toBool()) out += " " + word;
  }
  return out;
}

std::string machine() {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "";
#endif
}

void check_runs_here(const std::string &path, const std::string &model) {
  auto said = AOTIModelPackageLoader::load_metadata_from_package(path, model);
  const auto refuse = [&](const std::string &why) { fail(PTC_ERROR_NOT_IMPLEMENTED, path + ": " + why); };
  if (!machine().empty() && said.count("AOTI_MACHINE") && said["AOTI_MACHINE"] != machine())
    refuse("the model was compiled for " + said["AOTI_MACHINE"] + ", this is " + machine());
  const auto &device = said["AOTI_DEVICE_KEY"];
  const auto &runners = torch::inductor::getAOTIModelRunnerRegistry();
  if (!device.empty() && !runners.count(device))
    refuse("the model was compiled for " + device + ", which this libtorch does not have");
  if (const auto words = lacking(said["AOTI_CPU_ISA"]); !words.empty())
    refuse("the model was compiled with instructions that this processor lacks:" + words);
}

// A shared object is mapped by its headers; where the file ends before them, using it is a bus error.
void check_library(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<uint64_t>(file.tellg());
  Elf64_Ehdr head{};
  file.seekg(0).read(reinterpret_cast<char *>(&head), sizeof head);
  const auto refuse = [&](const char *why) { fail(PTC_ERROR_VALUE, "argument 'path': " + path + " " + why); };
  if (!file || std::string_view(reinterpret_cast<const char *>(head.e_ident), SELFMAG) != ELFMAG ||
      head.e_type != ET_DYN || head.e_phentsize != sizeof(Elf64_Phdr))
    refuse("is no shared object");
  if (head.e_phoff > size || head.e_phnum * sizeof(Elf64_Phdr) > size - head.e_phoff) refuse("is truncated");
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part{};
    file.seekg(static_cast<std::streamoff>(head.e_phoff + i * sizeof part))
        .read(reinterpret_cast<char *>(&part), sizeof part);
    if (!file || part.p_offset > size || part.p_filesz > size - part.p_offset) refuse("is truncated");
  }
  if (head.e_shoff > size || head.e_shnum * uint64_t{head.e_shentsize} > size - head.e_shoff) refuse("is truncated");
}

int64_t runners_of(int64_t count) {
  if (count < 1 || count > 1024)
    fail(PTC_ERROR_VALUE, "argument 'num_runners' must be from 1 to 1024, got " + std::to_string(count));
  return count;
}

void have_inputs_checked() { setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 0); }

ptc_aoti handle_of(ptc_aoti_s made) {
  auto out = std::make_unique<ptc_aoti_s>(std::move(made));
  count_handle(1);
  return out.release();
}

// A failure within the model, whose text brings frames and an end of line of its own.
template <class Body> auto run_model(Body &&body) {
  try {
    return body();
  } catch (const std::exception &error) {
    const auto *own = dynamic_cast<const c10::Error *>(&error); // its what() asks for a backtrace
    std::string text = own ? own->what_without_backtrace() : error.what();
    text.erase(std::min(text.find("\nException raised from "), text.size()));
    text.erase(text.find_last_not_of('\n') + 1);
    fail(PTC_ERROR_RUNTIME, text);
  }
}

// ---- constants ----

using Constants = std::unordered_map<std::string, at::Tensor>;

// By their names in the module.
Constants constants_of(ptc_aoti_s &self, bool inactive) {
  if (inactive && !self.has_inactive)
    fail(PTC_ERROR_RUNTIME, "the model has no second buffer: ptc_aoti_update_constants with 'inactive' makes it");
  return self.runner().extract_constants_map(inactive);
}

std::string described(const at::Tensor &x) {
  std::ostringstream out;
  out << x.dtype().name() << " of " << x.sizes() << " on " << x.device();
  return out.str();
}

// The new values by name, each fit for the place of the old one.
Constants checked_constants(std::istream &names, const std::vector<at::Tensor> &given, const Constants &there,
                            bool full) {
  Constants changed;
  for (std::string name; std::getline(names, name);) {
    const auto found = there.find(name);
    if (found == there.end()) fail(PTC_ERROR_VALUE, "argument 'names': the model has no constant '" + name + "'");
    if (changed.size() == given.size()) fail(PTC_ERROR_VALUE, "argument 'names': there are more names than tensors");
    const auto &tensor = given[changed.size()], &old = found->second;
    if (tensor.sizes() != old.sizes() || tensor.dtype() != old.dtype() || tensor.device() != old.device() ||
        tensor.layout() != old.layout())
      fail(PTC_ERROR_VALUE,
           "argument 'tensors': '" + name + "' is " + described(old) + " in the model, got " + described(tensor));
    if (!changed.emplace(name, tensor.detach().contiguous()).second)
      fail(PTC_ERROR_VALUE, "argument 'names': '" + name + "' stands there twice");
  }
  if (changed.size() != given.size())
    fail(PTC_ERROR_VALUE, "argument 'names': " + std::to_string(changed.size()) + " names for " +
                              std::to_string(given.size()) + " tensors");
  if (full && changed.size() != there.size())
    fail(PTC_ERROR_VALUE, "argument 'names': the model has " + std::to_string(there.size()) + " constants, got " +
                              std::to_string(changed.size()));
  return changed;
}

} // namespace

ptc_error ptc_aoti_models(const char *path, char **out) {
  return guard(out, [&] { put(out, lines_of(models_in(path_of(path)))); });
}

ptc_error ptc_aoti_metadata(const char *path, const char *model, char **out) {
  return guard(out, [&] {
    const auto name = path_of(path);
    std::set<std::string> all;
    for (const auto &[key, value] : AOTIModelPackageLoader::load_metadata_from_package(name, model_in(name, model)))
      all.insert(key + "=" + value);
    put(out, lines_of(all));
  });
}

ptc_error ptc_aoti_load(const char *path, const char *model, bool single_threaded, int64_t num_runners,
                        int64_t device_index, ptc_aoti *out) {
  return guard(out, [&] {
    const auto name = path_of(path), which = model_in(name, model);
    const auto runners = runners_of(num_runners);
    if (device_index < PTC_UNSET || device_index > 127)
      fail(PTC_ERROR_VALUE, "argument 'device_index': there is no device " + std::to_string(device_index));
    check_runs_here(name, which);
    have_inputs_checked();
    *out = handle_of({run_model([&] {
                        return std::make_unique<AOTIModelPackageLoader>(name, which, single_threaded, runners,
                                                                        static_cast<c10::DeviceIndex>(device_index));
                      }),
                      nullptr});
  });
}

ptc_error ptc_aoti_load_library(const char *path, const char *device, bool single_threaded, int64_t num_runners,
                                ptc_aoti *out) {
  return guard(out, [&] {
    const auto name = path_of(path), where = std::string(text_of(device, "device"));
    const auto runners = runners_of(num_runners);
    const auto kind = where.substr(0, where.find(':'));
    const auto &all = torch::inductor::getAOTIModelRunnerRegistry();
    const auto found = all.find(kind);
    if (found == all.end())
      fail(PTC_ERROR_NOT_IMPLEMENTED, "argument 'device': this libtorch runs no compiled models on '" + where + "'");
    check_library(name);
    have_inputs_checked();
    *out = handle_of({nullptr, run_model([&] {
                        return found->second(name, static_cast<size_t>(runners), where, "", single_threaded);
                      })});
  });
}

void ptc_aoti_close(ptc_aoti self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_aoti_run(ptc_aoti self, const ptc_tensor *inputs, int64_t inputs_len, ptc_tensor_list *out) {
  return guard(out, [&] {
    auto &model = model_of(self);
    const auto given = tensors_of(inputs, inputs_len, "inputs");
    for (size_t i = 0; i < given.size(); ++i)
      if (given[i].layout() != at::kStrided || !given[i].has_storage())
        fail(PTC_ERROR_TYPE, "argument 'inputs': item " + std::to_string(i) + " must be a plain strided tensor");
    at::NoGradGuard no_grad;
    put(out, run_model([&] { return model.runner().run(given); }));
  });
}

ptc_error ptc_aoti_call_spec(ptc_aoti self, char **inputs, char **outputs) {
  return guard(std::tie(inputs, outputs), [&] {
    const auto both = model_of(self).runner().get_call_spec();
    if (both.size() != 2) fail(PTC_ERROR_RUNTIME, "the model has no specification of its call");
    put(inputs, both[0]);
    put(outputs, both[1]);
  });
}

ptc_error ptc_aoti_constants(ptc_aoti self, char **out) {
  return guard(out, [&] {
    std::set<std::string> all;
    for (const auto &[internal, name] : model_of(self).runner().getConstantNamesToOriginalFQNs()) all.insert(name);
    put(out, lines_of(all));
  });
}

ptc_error ptc_aoti_constant(ptc_aoti self, const char *name, bool inactive, ptc_tensor *out) {
  return guard(out, [&] {
    auto &model = model_of(self);
    const std::string wanted(text_of(name, "name"));
    std::lock_guard lock(*model.changing);
    const auto all = constants_of(model, inactive);
    const auto found = all.find(wanted);
    if (found == all.end()) fail(PTC_ERROR_VALUE, "argument 'name': the model has no constant '" + wanted + "'");
    put(out, found->second.clone()); // the model frees its own without asking
  });
}

ptc_error ptc_aoti_update_constants(ptc_aoti self, const char *names, const ptc_tensor *tensors, int64_t tensors_len,
                                    bool inactive, bool full) {
  return guard_reader([&] {
    auto &model = model_of(self);
    const auto given = tensors_of(tensors, tensors_len, "tensors");
    std::istringstream lines{std::string(text_of(names, "names"))};
    std::lock_guard lock(*model.changing);
    const auto there = constants_of(model, false);
    const auto changed = checked_constants(lines, given, there, full);
    Constants by_internal_name;
    for (const auto &[internal, name] : model.runner().getConstantNamesToOriginalFQNs()) {
      const auto found = changed.find(name), old = there.find(name);
      if (found != changed.end()) by_internal_name.emplace(internal, found->second);
      else if (inactive && old != there.end()) by_internal_name.emplace(internal, old->second);
    }
    if (by_internal_name.empty()) return;
    run_model([&] { model.runner().update_constant_buffer(by_internal_name, inactive, full); });
    model.has_inactive |= inactive;
  });
}

ptc_error ptc_aoti_swap_constants(ptc_aoti self) {
  return guard_reader([&] {
    auto &model = model_of(self);
    std::lock_guard lock(*model.changing);
    constants_of(model, true);
    run_model([&] { model.runner().swap_constant_buffer(); });
  });
}

ptc_error ptc_aoti_free_inactive(ptc_aoti self) {
  return guard_reader([&] {
    auto &model = model_of(self);
    std::lock_guard lock(*model.changing);
    if (!std::exchange(model.has_inactive, false)) return;
    run_model([&] { model.runner().free_inactive_constant_buffer(); });
  });
}

ptc_error ptc_aoti_fold_constants(ptc_aoti self, bool inactive) {
  return guard_reader([&] {
    auto &model = model_of(self);
    std::lock_guard lock(*model.changing);
    constants_of(model, inactive);
    run_model([&] { model.runner().run_const_fold(inactive); });
  });
}
