// Parts without functions in the C library: files and pickles of libtorch's own, and CUDA streams.
#include <ATen/core/Dict.h>
#include <ATen/core/ivalue.h>
#include <c10/core/Stream.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/csrc/jit/serialization/pickler.h>
#include <torch/serialize/archive.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "glue.h" // last: its names (Device, Tensor, …) are those of torch's namespaces

namespace {

template <class Body> const char *guard(Body &&body) noexcept {
  try {
    body();
    return nullptr;
  } catch (const c10::Error &e) {
    return ptc_error_new(PTC_ERROR_RUNTIME, e.what_without_backtrace());
  } catch (const std::bad_alloc &) {
    return ptc_error_new(PTC_ERROR_OUT_OF_MEMORY, "out of memory");
  } catch (const std::invalid_argument &e) {
    return ptc_error_new(PTC_ERROR_VALUE, e.what());
  } catch (const std::exception &e) { return ptc_error_new(PTC_ERROR_RUNTIME, e.what()); } catch (...) {
    return ptc_error_new(PTC_ERROR_RUNTIME, "an unknown C++ exception");
  }
}

void check(const char *error) {
  if (!error) return;
  std::string text = error;
  ptc_error_free(error);
  throw std::runtime_error(text);
}

void needed(const void *argument, const char *name) {
  if (!argument) throw std::invalid_argument(std::string("argument '") + name + "' is NULL");
}

at::Tensor tensor_of(Tensor handle) {
  void *impl = nullptr;
  check(ptc_tensor_impl(static_cast<ptc_tensor>(handle), &impl));
  return at::Tensor(c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>::reclaim_copy(
      static_cast<c10::TensorImpl *>(impl)));
}

Tensor handle_of(const at::Tensor &tensor) {
  ptc_tensor out = nullptr;
  if (tensor.defined()) check(ptc_tensor_from_impl(tensor.unsafeGetTensorImpl(), &out));
  return out;
}

at::Tensor on_cpu(const at::Tensor &tensor) { return tensor.is_cpu() ? tensor : tensor.cpu(); }

std::vector<char> contents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(std::string("cannot read ") + path);
  std::ostringstream text;
  text << file.rdbuf();
  std::string bytes = text.str();
  return {bytes.begin(), bytes.end()};
}

void write(const char *path, const std::vector<char> &bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error(std::string("cannot write ") + path);
}

c10::IValue unpickled(const std::vector<char> &bytes) {
  if (bytes.empty()) throw std::runtime_error("the pickle is empty");
  try {
    return torch::jit::pickle_load(bytes);
  } catch (const c10::Error &e) {
    if (!std::strstr(e.what_without_backtrace(), "Expected GenericDict")) throw;
    throw std::runtime_error(
        "libtorch does not read an OrderedDict: in Python, torch.save(dict(model.state_dict()), path)");
  }
}

// torch.save's archive of a dict: torch::pickle_save's own notes the dict's type, which torch.load refuses.
std::vector<char> archive_of(const c10::Dict<std::string, at::Tensor> &dict) {
  std::vector<char> pickle, archive;
  torch::jit::Pickler pickler([&](const char *data, size_t n) { pickle.insert(pickle.end(), data, data + n); }, nullptr,
                              nullptr, nullptr, nullptr, false);
  pickler.protocol();
  pickler.pushIValue(dict);
  pickler.stop();
  auto append = [&](const void *data, size_t n) {
    archive.insert(archive.end(), static_cast<const char *>(data), static_cast<const char *>(data) + n);
    return n;
  };
  caffe2::serialize::PyTorchStreamWriter writer(append);
  writer.writeRecord("data.pkl", pickle.data(), pickle.size());
  for (size_t i = 0; i < pickler.tensorData().size(); ++i) {
    auto data = torch::jit::getWriteableTensorData(pickler.tensorData()[i]);
    writer.writeRecord("data/" + std::to_string(i), data.data(), data.sizeInBytes());
  }
  writer.writeEndOfFile();
  return archive;
}

at::Tensor one_tensor(const c10::IValue &value) {
  if (!value.isTensor()) throw std::runtime_error("this is no tensor, but " + value.tagKind());
  return value.toTensor();
}

struct Entries {
  std::vector<std::pair<std::string, at::Tensor>> all;

  void add(const std::string &name, const c10::IValue &value) {
    if (value.isTensor()) return all.emplace_back(name, value.toTensor()), void();
    if (!value.isGenericDict()) throw std::runtime_error("'" + name + "' is no tensor, but " + value.tagKind());
    for (const auto &item : value.toGenericDict()) {
      if (!item.key().isString()) throw std::runtime_error("a name in '" + name + "' is no string");
      add(name.empty() ? item.key().toStringRef() : name + "." + item.key().toStringRef(), item.value());
    }
  }
};

Entries *entries(State self) {
  needed(self, "self");
  return static_cast<Entries *>(self);
}

const c10::Stream &stream_of(CUDAStream stream) {
  needed(stream, "stream");
  return *static_cast<c10::Stream *>(stream);
}

// The device, on a machine that has CUDA.
c10::Device cuda_device(const Device *device) {
  needed(device, "device");
  needed(*device, "device");
  const auto *d = static_cast<const struct device *>(*device);
  if (d->type != PTC_CUDA) throw std::invalid_argument("argument 'device': a CUDA device is needed");
  int64_t count = 0;
  check(ptc_cuda_device_count(&count));
  if (count == 0) throw std::runtime_error("CUDA is not available: no device was found, or this libtorch has no CUDA");
  c10::impl::VirtualGuardImpl guard(c10::DeviceType::CUDA);
  return d->index < 0 ? guard.getDevice() : c10::Device(c10::DeviceType::CUDA, static_cast<c10::DeviceIndex>(d->index));
}

c10::impl::VirtualGuardImpl cuda() { return c10::impl::VirtualGuardImpl(c10::DeviceType::CUDA); }

} // namespace

const char *Tensor_Save(Tensor tensor, const char *path) {
  return guard([&] {
    needed(path, "path");
    torch::serialize::OutputArchive archive(std::make_shared<torch::jit::CompilationUnit>());
    archive.write("0", tensor_of(tensor));
    archive.save_to(std::string(path));
  });
}

const char *Tensor_Load(const char *path, Tensor *result) {
  return guard([&] {
    needed(result, "result");
    *result = nullptr;
    needed(path, "path");
    if (!std::ifstream(path)) throw std::runtime_error(std::string("cannot read ") + path);
    at::Tensor tensor;
    try {
      torch::serialize::InputArchive archive;
      archive.load_from(std::string(path));
      archive.read("0", tensor);
    } catch (const c10::Error &) { // no archive of Tensor_Save's: maybe one of torch.save's
      tensor = one_tensor(unpickled(contents(path)));
    }
    *result = handle_of(tensor);
  });
}

const char *Tensor_Encode(Tensor a, ByteBuffer *buffer) {
  return guard([&] {
    needed(buffer, "buffer");
    *buffer = nullptr;
    *buffer = new std::vector<char>(torch::jit::pickle_save(on_cpu(tensor_of(a))));
  });
}

const char *Tensor_Decode(void *addr, int64_t size, Tensor *result) {
  return guard([&] {
    needed(result, "result");
    *result = nullptr;
    needed(addr, "addr");
    if (size < 0) throw std::invalid_argument("argument 'size' is negative");
    const char *data = static_cast<const char *>(addr);
    *result = handle_of(one_tensor(unpickled(std::vector<char>(data, data + size))));
  });
}

void *ByteBuffer_Data(ByteBuffer buffer) { return buffer ? static_cast<std::vector<char> *>(buffer)->data() : nullptr; }
int64_t ByteBuffer_Size(ByteBuffer buffer) {
  return buffer ? static_cast<int64_t>(static_cast<std::vector<char> *>(buffer)->size()) : 0;
}
void ByteBuffer_Free(ByteBuffer buffer) { delete static_cast<std::vector<char> *>(buffer); }

State State_New(void) { return new (std::nothrow) Entries; }
void State_Close(State self) { delete static_cast<Entries *>(self); }

const char *State_Add(State self, const char *name, Tensor tensor) {
  return guard([&] {
    needed(name, "name");
    entries(self)->all.emplace_back(name, tensor_of(tensor));
  });
}

const char *State_Save(State self, const char *path) {
  return guard([&] {
    needed(path, "path");
    c10::Dict<std::string, at::Tensor> dict;
    for (const auto &[name, tensor] : entries(self)->all) dict.insert(name, on_cpu(tensor));
    write(path, archive_of(dict));
  });
}

const char *State_Load(State self, const char *path) {
  return guard([&] {
    needed(path, "path");
    entries(self)->add("", unpickled(contents(path)));
  });
}

int64_t State_Length(State self) { return self ? static_cast<int64_t>(static_cast<Entries *>(self)->all.size()) : 0; }

const char *State_Name(State self, int64_t index) {
  if (index < 0 || index >= State_Length(self)) return nullptr;
  return static_cast<Entries *>(self)->all[index].first.c_str();
}

Tensor State_Tensor(State self, int64_t index) {
  Tensor out = nullptr;
  if (index < 0 || index >= State_Length(self)) return nullptr;
  ptc_error_free(guard([&] { out = handle_of(static_cast<Entries *>(self)->all[index].second); }));
  return out;
}

const char *CUDA_GetCurrentCUDAStream(CUDAStream *stream, Device *device) {
  return guard([&] {
    needed(stream, "stream");
    *stream = nullptr;
    c10::Device on = cuda_device(device);
    *stream = new c10::Stream(cuda().getStream(on));
  });
}

const char *CUDA_GetCUDAStreamFromPool(CUDAStream *stream, Device *device) {
  return guard([&] {
    needed(stream, "stream");
    *stream = nullptr;
    c10::Device on = cuda_device(device);
    *stream = new c10::Stream(cuda().getStreamFromGlobalPool(on, false));
  });
}

const char *CUDA_SetCurrentCUDAStream(CUDAStream stream) {
  return guard([&] {
    const c10::Stream &s = stream_of(stream);
    cuda().exchangeStream(s);
  });
}

const char *CUDA_Synchronize(CUDAStream stream) {
  return guard([&] {
    const c10::Stream &s = stream_of(stream);
    cuda().synchronizeStream(s);
  });
}

const char *CUDA_Query(CUDAStream stream, int8_t *result) {
  return guard([&] {
    needed(result, "result");
    *result = 0;
    const c10::Stream &s = stream_of(stream);
    *result = cuda().queryStream(s) ? 1 : 0;
  });
}
