// TorchScript's archives: from files, memory and streams, and to them.
#include <c10/util/hash.h>
#include <caffe2/serialize/inline_container.h>
#include <caffe2/serialize/read_adapter_interface.h>
#include <torch/csrc/jit/serialization/export.h>
#include <torch/csrc/jit/serialization/import.h>

#include "jit/archive.h"
#include "core/callback.h"
#include "jit/sources.h"
#include "memory/memory_of.h"
#include "jit/torchscript.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace jit = torch::jit;

namespace {

[[noreturn]] void system_error(const char *path) {
  const int number = errno;
  fail(PTC_ERROR_RUNTIME, std::string(path) + ": " + std::strerror(number));
}

struct Memory final : Bytes {
  const char *data;
  Memory(const void *at, uint64_t nbytes) : Bytes(nbytes), data(static_cast<const char *>(at)) {}
  size_t some(uint64_t at, void *to, size_t count) override { return std::memcpy(to, data + at, count), count; }
};

struct File final : Bytes {
  int descriptor;
  File(int opened, uint64_t nbytes) : Bytes(nbytes), descriptor(opened) {}
  ~File() override { close(descriptor); }
  size_t some(uint64_t at, void *to, size_t count) override {
    ssize_t got;
    do got = pread(descriptor, to, count, static_cast<off_t>(at));
    while (got < 0 && errno == EINTR);
    return got < 0 ? 0 : static_cast<size_t>(got);
  }
};

std::shared_ptr<File> opened(const char *path) {
  const std::string name(text_of(path, "path"));
  const int descriptor = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) system_error(name.c_str());
  struct stat about;
  auto file = std::make_shared<File>(descriptor, 0);
  if (fstat(descriptor, &about) != 0) system_error(name.c_str());
  if (!S_ISREG(about.st_mode)) fail(PTC_ERROR_RUNTIME, name + " is no file");
  file->length = static_cast<uint64_t>(about.st_size);
  return file;
}

// Reader through the host's function, whose error is kept, since libtorch reads through C.
struct Stream final : Bytes {
  ptc_jit_read_fn read_some;
  void *context;
  std::mutex mutex;
  ptc_error error = nullptr;
  Stream(ptc_jit_read_fn call, void *held, uint64_t nbytes) : Bytes(nbytes), read_some(call), context(held) {}
  ~Stream() override { ptc_error_free(error); }
  size_t some(uint64_t at, void *to, size_t count) override {
    std::lock_guard<std::mutex> lock(mutex);
    if (error) return 0;
    int64_t got = 0;
    error = read_some(context, static_cast<int64_t>(at), to, static_cast<int64_t>(count), &got);
    return error || got < 0 || got > static_cast<int64_t>(count) ? 0 : static_cast<size_t>(got);
  }
  void check() {
    if (error) throw HostError(std::exchange(error, nullptr));
  }
};

bool ends(const std::string &name, const std::string &with) {
  return name.size() >= with.size() && name.compare(name.size() - with.size(), with.size(), with) == 0;
}

// Code and pickles, which libtorch reads, and what they make it walk through, without a look at its stack.
void check_records(const Archive &archive, const std::shared_ptr<Bytes> &bytes) {
  caffe2::serialize::PyTorchStreamReader reader(bytes);
  for (const auto &name : archive.names("")) {
    const bool code = ends(name, ".py") && name.compare(0, 5, "code/") == 0;
    if (!code && (!ends(name, "pkl") || name.compare(0, 6, "extra/") == 0)) continue;
    const auto [data, nbytes] = reader.getRecord(name);
    if (code) check_depth(std::string(static_cast<const char *>((data.get)()), nbytes), name.c_str());
    else
      check_pickle((data.get)(), nbytes, name, [&](const std::string &key, const std::string &device) -> int64_t {
        // Inputs of traces are kept without their data, and not read here; "meta" is a device without data.
        const bool read = device != "meta" && (name == "data.pkl" || name == "constants.pkl");
        return read ? archive.size(name.substr(0, name.rfind('.')) + "/" + key) : -1;
      });
    if (ends(name, ".debug_pkl")) check_debug_record((data.get)(), nbytes, name);
  }
}

// An assertion of libtorch's about its own archives says what is wrong with another one.
jit::Module imported(const std::shared_ptr<Bytes> &bytes, const std::optional<at::Device> &device,
                     jit::ExtraFilesMap &extra) {
  auto unit = std::make_shared<jit::CompilationUnit>();
  try {
    return jit::import_ir_module(unit, std::shared_ptr<caffe2::serialize::ReadAdapterInterface>(bytes), device, extra);
  } catch (const c10::Error &e) {
    const std::string said = e.what_without_backtrace(), asserted = "please report a bug to PyTorch. ";
    const auto found = said.find(asserted);
    if (said.find("INTERNAL ASSERT FAILED") == std::string::npos || found == std::string::npos) throw;
    fail(PTC_ERROR_VALUE, "the archive is damaged: " + said.substr(found + asserted.size()));
  }
}

void check_tensors(const at::IValue &root) {
  root.visit([](const at::IValue &one) {
    if (one.isTensor() && one.toTensor().defined()) check_placed(one.toTensor());
    return false;
  });
}

// Tensors that are constants of the code.
void check_constants(const jit::Block &block) {
  for (const auto *node : block.nodes()) {
    if (node->kind() == c10::prim::Constant && node->hasAttribute(c10::attr::value)) {
      if (node->kindOf(c10::attr::value) == jit::AttributeKind::t) check_placed(node->t(c10::attr::value));
      else if (node->kindOf(c10::attr::value) == jit::AttributeKind::ival) check_tensors(node->ival(c10::attr::value));
    }
    for (const auto *inner : node->blocks()) check_constants(*inner);
  }
}

void check_all(const jit::Module &module) {
  check_tensors(at::IValue(module._ivalue()));
  for (auto *function : module._ivalue()->compilation_unit()->get_functions())
    if (auto *graph = function ? jit::tryToGraphFunction(*function) : nullptr) {
      graph->ensure_defined();
      check_constants(*graph->graph()->block());
    }
}

ptc_jit_module loaded(std::shared_ptr<Bytes> bytes, int32_t device_type, int32_t device_index,
                      const char *extra_files) {
  const auto device = optdevice(device_type, device_index);
  const Archive archive(*bytes);
  archive.check_script();
  check_records(archive, bytes);
  jit::ExtraFilesMap extra, kept;
  for (const auto &name : lines_of(extra_files)) extra[name] = "";
  auto module = imported(bytes, device, extra);
  check_all(module);
  for (auto &[name, content] : extra)
    if (archive.has("extra/" + name)) kept[name] = std::move(content);
  auto *out = new_module(std::move(module));
  out->extra_files = std::move(kept);
  return out;
}

// ---- to archives ----

jit::ExtraFilesMap extra_of(const ptc_value *extra_files) {
  jit::ExtraFilesMap out;
  if (!extra_files || extra_files->kind == PTC_VALUE_NONE) return out;
  const auto type = c10::DictType::create(c10::StringType::get(), c10::StringType::get());
  for (const auto &entry : value_of(extra_files, "extra_files", type).toGenericDict()) {
    const auto &name = entry.key().toStringRef();
    if (name.empty() || name.find('\n') != std::string::npos)
      fail(PTC_ERROR_VALUE, "argument 'extra_files': '" + name + "' is no name of a file");
    out[name] = entry.value().toStringRef();
  }
  return out;
}

// libtorch's writer ends itself where a write fails, so what comes after an error is taken and dropped.
template <class Write> void written(const jit::Module &module, const ptc_value *extra_files, Write &&write) {
  const auto extra = extra_of(extra_files);
  check_operators(module);
  bool failed = false;
  jit::ExportModule(
      module,
      [&](const void *data, size_t nbytes) {
        if (!failed) failed = !write(data, nbytes);
        return nbytes;
      },
      extra);
}

// A file that takes its name when all of it is written.  It has none until then where the file system allows that, so
// that a process which is killed leaves nothing behind.
struct NewFile {
  std::string path, temporary;
  int descriptor = -1;
  int error = 0;
  explicit NewFile(const char *name) : path(text_of(name, "path")) {
    const auto slash = path.rfind('/');
    const auto folder = slash == std::string::npos ? std::string(".") : path.substr(0, slash + 1);
    if (access("/proc/self/fd", F_OK) == 0) descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor < 0) named();
  }
  void named() {
    temporary = path + ".XXXXXX";
    descriptor = mkstemp(temporary.data());
    if (descriptor < 0) temporary.clear(), system_error(path.c_str());
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, 0666 & ~mask);
  }
  bool link_to(const std::string &name) const {
    const auto self = "/proc/self/fd/" + std::to_string(descriptor);
    return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }
  // Gives a file that has no name that of its path.  No call of the system does that where there is a file of this
  // name: a name beside it comes first.  Each path has one such name, so that the next save takes away what a process
  // left that was killed between the two calls.  A lock tells another save that this one lives.
  bool take_place() {
    if (link_to(path)) return true;
    flock(descriptor, LOCK_EX);
    const auto base = path.rfind('/') + 1; // 0 for none
    auto name = path.substr(0, base) + ".save-" + c10::sha1(path.substr(base)).str().substr(0, 16);
    if (!link_to(name)) {
      const int other = errno == EEXIST ? open(name.c_str(), O_RDONLY | O_CLOEXEC) : -1;
      const bool left_behind = other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0;
      if (left_behind) unlink(name.c_str());
      if (other >= 0) close(other);
      if (!left_behind || !link_to(name)) {
        name += "-" + std::to_string(getpid()) + "-" + std::to_string(descriptor);
        if (!link_to(name)) return false;
      }
    }
    temporary = name;
    if (rename(temporary.c_str(), path.c_str()) != 0) return false;
    temporary.clear();
    return true;
  }
  ~NewFile() {
    if (descriptor >= 0) close(descriptor);
    if (!temporary.empty()) unlink(temporary.c_str());
  }
  bool write(const void *data, size_t nbytes) {
    auto *at = static_cast<const char *>(data);
    while (nbytes && !error) {
      const auto done = ::write(descriptor, at, nbytes);
      if (done >= 0) at += done, nbytes -= static_cast<size_t>(done);
      else if (errno != EINTR) error = errno;
    }
    return !error;
  }
  void finish() {
    const bool named = !temporary.empty();
    if (!error && !named && !take_place()) error = errno;
    if (!error && close(std::exchange(descriptor, -1)) != 0) error = errno;
    if (!error && named && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
    if (error) errno = error, system_error(path.c_str());
    temporary.clear();
  }
};

// Memory that becomes a text of the caller's.
struct Growing {
  char *data = nullptr;
  size_t length = 0, room = 0;
  bool lacking = false;
  ~Growing() { std::free(data); }
  bool write(const void *from, size_t nbytes) {
    if (length + nbytes + 1 > room) {
      const size_t wanted = std::max(length + nbytes + 1, 2 * room);
      auto *more = static_cast<char *>(std::realloc(data, wanted));
      if (!more) return lacking = true, false;
      data = more, room = wanted;
    }
    std::memcpy(data + length, from, nbytes);
    length += nbytes;
    data[length] = 0;
    return true;
  }
};

} // namespace

ptc_error ptc_jit_load(const char *path, int32_t device_type, int32_t device_index, const char *extra_files,
                       ptc_jit_module *out) {
  return guard(out, [&] { *out = loaded(opened(path), device_type, device_index, extra_files); });
}

ptc_error ptc_jit_load_memory(const void *data, int64_t nbytes, int32_t device_type, int32_t device_index,
                              const char *extra_files, ptc_jit_module *out) {
  return guard(out, [&] {
    check_list(data, nbytes, "data");
    *out = loaded(std::make_shared<Memory>(data, nbytes), device_type, device_index, extra_files);
  });
}

ptc_error ptc_jit_load_stream(ptc_jit_read_fn read, void *context, ptc_destroy_fn destroy, int64_t size,
                              int32_t device_type, int32_t device_index, const char *extra_files, ptc_jit_module *out) {
  Context owned{context, destroy};
  return guard(out, [&] {
    if (!read) fail(PTC_ERROR_VALUE, "argument 'read': a function is needed, got NULL");
    if (size < 0) fail(PTC_ERROR_VALUE, "argument 'size' is negative");
    auto stream = std::make_shared<Stream>(read, context, static_cast<uint64_t>(size));
    try {
      *out = loaded(stream, device_type, device_index, extra_files);
    } catch (...) {
      stream->check();
      throw;
    }
  });
}

ptc_error ptc_jit_save(ptc_jit_module self, const char *path, const ptc_value *extra_files) {
  return guard([&] {
    const auto &module = module_of(self);
    NewFile file(path);
    written(module, extra_files, [&](const void *data, size_t nbytes) { return file.write(data, nbytes); });
    file.finish();
  });
}

ptc_error ptc_jit_save_memory(ptc_jit_module self, const ptc_value *extra_files, char **out, int64_t *nbytes) {
  return guard(std::tie(out, nbytes), [&] {
    Growing memory;
    written(module_of(self), extra_files, [&](const void *data, size_t n) { return memory.write(data, n); });
    if (memory.lacking) throw std::bad_alloc();
    *nbytes = static_cast<int64_t>(memory.length);
    *out = std::exchange(memory.data, nullptr);
  });
}

ptc_error ptc_jit_save_stream(ptc_jit_module self, const ptc_value *extra_files, ptc_jit_write_fn write, void *context,
                              ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard_reader([&] {
    const auto &module = module_of(self);
    if (!write) fail(PTC_ERROR_VALUE, "argument 'write': a function is needed, got NULL");
    ptc_error error = nullptr;
    written(module, extra_files, [&](const void *data, size_t nbytes) {
      error = write(context, data, static_cast<int64_t>(nbytes));
      return !error;
    });
    check(error);
  });
}

ptc_error ptc_jit_module_extra_file(ptc_jit_module self, const char *name, char **out, int64_t *nbytes) {
  return guard(std::tie(out, nbytes), [&] {
    const auto &files = held(self, "module", "self").extra_files;
    const auto found = files.find(std::string(text_of(name, "name")));
    if (found == files.end()) return;
    Growing memory;
    if (!memory.write(found->second.data(), found->second.size())) throw std::bad_alloc();
    *nbytes = static_cast<int64_t>(memory.length);
    *out = std::exchange(memory.data, nullptr);
  });
}
