// Memory that other processes see.
#include "memory/storage_of.h"

#include <ATen/MapAllocator.h>

#include <pytorch_c/memory/shared.h>

#include "memory/memory_of.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace {

// Before a named segment's bytes stands the number of processes that have it, or are about to open it.
constexpr int64_t COUNTER = 64;

// The mapping of a segment with a name.
struct Named {
  std::string name;
  void *base;
  size_t size;
  bool counted = true; // not in a child of fork, which has not opened it, nor once the process ends

  void count() { reinterpret_cast<std::atomic<int32_t> *>(base)->fetch_add(1); }
  void uncount() {
    if (reinterpret_cast<std::atomic<int32_t> *>(base)->fetch_sub(1) == 1) shm_unlink(name.c_str());
  }
  void release() {
    if (std::exchange(counted, false)) uncount();
  }
};

void close_named(void *context) {
  auto *segment = static_cast<Named *>(context);
  segment->release();
  munmap(segment->base, segment->size);
  delete segment;
}

// A descriptor that is closed, unless it is handed on.
struct Descriptor {
  int fd;
  explicit Descriptor(int fd) : fd(fd) {}
  Descriptor(const Descriptor &) = delete;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
  int hand_on() {
    int given = fd;
    fd = -1;
    return given;
  }
};

[[noreturn]] void fail_with(int number, const std::string &what) {
  std::string why = std::strerror(number);
  if (number == EMFILE || number == ENFILE)
    why += ": each shared storage keeps one; raise the limit (ulimit -n), or share by name (file_system)";
  if (number == ENOSPC || number == ENOMEM) why += ": there is no room for it";
  fail(number == ENOSPC || number == ENOMEM ? PTC_ERROR_OUT_OF_MEMORY : PTC_ERROR_RUNTIME, what + ": " + why);
}

// The memory of a segment, so that there is room for what is written: without it a write would end the process.
void reserve(int fd, int64_t nbytes) {
  if (int number = posix_fallocate(fd, 0, nbytes))
    fail_with(number, "a shared segment of " + std::to_string(nbytes) + " bytes");
}

struct stat status_of(int fd) {
  struct stat found = {};
  if (fstat(fd, &found)) fail_with(errno, "argument 'fd'");
  return found;
}

void check_name(const char *name) {
  if (!name || name[0] != '/' || !name[1] || std::strchr(name + 1, '/') || std::strlen(name) > 250)
    fail(PTC_ERROR_VALUE, "argument 'name': \"/\" and the name of a segment are needed");
}

// ---- the storages over segments, so that one segment is one storage ----

using Key = std::pair<dev_t, ino_t>;
std::mutex known_lock;
std::map<Key, c10::weak_intrusive_ptr<c10::StorageImpl>> known;
size_t known_most = 64;

c10::intrusive_ptr<c10::StorageImpl> find(const Key &key) {
  std::lock_guard<std::mutex> hold(known_lock);
  auto place = known.find(key);
  return place == known.end() ? c10::intrusive_ptr<c10::StorageImpl>() : place->second.lock();
}

void remember(const Key &key, const at::Storage &storage) {
  std::lock_guard<std::mutex> hold(known_lock);
  if (known.size() >= known_most) {
    for (auto one = known.begin(); one != known.end();) one = one->second.expired() ? known.erase(one) : std::next(one);
    known_most = std::max<size_t>(64, 2 * known.size());
  }
  known.insert_or_assign(key, storage.getWeakStorageImpl());
}

// ---- what a storage is in ----

at::MapAllocator *mapping_of(const at::Storage &storage) { return at::MapAllocator::fromDataPtr(storage.data_ptr()); }
Named *named_of(const at::Storage &storage) { return storage.data_ptr().cast_context<Named>(&close_named); }

// Runs body(segment) for each segment with a name that this process has; known_lock is taken.
template <class Body> void each_named(Body body) {
  for (auto &[key, weak] : known)
    if (auto storage = weak.lock())
      if (auto *segment = storage->data_ptr().template cast_context<Named>(&close_named)) body(*segment);
}

// A child of fork must not find the lock taken by a thread that it has not; what it has got it has not opened.
[[maybe_unused]] const int at_fork = pthread_atfork([] { known_lock.lock(); }, [] { known_lock.unlock(); },
                                                    [] {
                                                      each_named([](Named &one) { one.counted = false; });
                                                      known_lock.unlock();
                                                    });

int32_t kind_of(const at::Storage &storage) {
  if (!storage.device().is_cpu()) return PTC_NOT_SHARED;
  if (named_of(storage)) return PTC_SHARED_BY_NAME;
  const auto *mapping = mapping_of(storage);
  if (!mapping) return PTC_NOT_SHARED;
  if (mapping->flags() & at::ALLOCATOR_MAPPED_SHAREDMEM) return PTC_SHARED_BY_FD;
  return mapping->flags() & at::ALLOCATOR_MAPPED_SHARED ? PTC_SHARED_BY_FILE : PTC_NOT_SHARED;
}

at::DataPtr map(int fd, int64_t nbytes) {
  Descriptor own(fcntl(fd, F_DUPFD_CLOEXEC, 0));
  if (own.fd < 0) fail_with(errno, "argument 'fd'");
  const int flags = at::ALLOCATOR_MAPPED_SHAREDMEM | at::ALLOCATOR_MAPPED_NOCREATE | at::ALLOCATOR_MAPPED_KEEPFD |
                    at::ALLOCATOR_MAPPED_FROMFD;
  auto data = at::MapAllocator::makeDataPtr(at::WITH_FD, "", own.fd, flags, nbytes, nullptr);
  own.hand_on();
  return data;
}

at::DataPtr map_named(int fd, const char *name, int64_t nbytes) {
  const auto size = static_cast<size_t>(nbytes + COUNTER);
  auto segment = std::make_unique<Named>();
  segment->name = name;
  segment->size = size;
  segment->base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (segment->base == MAP_FAILED) fail_with(errno, std::string("the shared segment ") + name);
  segment->count();
  auto *bytes = static_cast<char *>(segment->base) + COUNTER;
  return {bytes, segment.release(), &close_named, at::kCPU};
}

at::Storage storage_over(at::DataPtr data, int64_t nbytes) {
  return at::Storage(c10::make_intrusive<c10::StorageImpl>(c10::StorageImpl::use_byte_size_t(), nbytes, std::move(data),
                                                           nullptr, false));
}

void put_storage(ptc_storage *out, at::Storage storage) {
  *out = new ptc_storage_s{std::move(storage)};
  count_handle(1);
}

// Makes a storage's memory a segment's, with the bytes that it has.
void move_into(const at::Storage &storage, at::DataPtr segment) {
  auto *impl = storage.unsafeGetStorageImpl();
  std::memcpy(segment.mutable_get(), storage.data(), storage.nbytes());
  impl->set_data_ptr_noswap(std::move(segment));
  impl->set_allocator(nullptr);
  impl->set_resizable(false);
}

void share_without_name(const at::Storage &storage) {
  const auto nbytes = static_cast<int64_t>(storage.nbytes());
  Descriptor segment(memfd_create("pytorch_c", MFD_CLOEXEC));
  if (segment.fd < 0) fail_with(errno, "a shared segment");
  reserve(segment.fd, nbytes);
  const auto status = status_of(segment.fd);
  move_into(storage, map(segment.fd, nbytes));
  remember({status.st_dev, status.st_ino}, storage);
}

void share_by_name(const at::Storage &storage, const char *name) {
  const auto nbytes = static_cast<int64_t>(storage.nbytes());
  Descriptor segment(shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (segment.fd < 0) fail_with(errno, std::string("a shared segment ") + name);
  struct Unlinked {
    const char *name;
    ~Unlinked() {
      if (name) shm_unlink(name);
    }
  } until_done{name};
  reserve(segment.fd, nbytes + COUNTER);
  const auto status = status_of(segment.fd);
  move_into(storage, map_named(segment.fd, name, nbytes));
  until_done.name = nullptr;
  remember({status.st_dev, status.st_ino}, storage);
}

void check_size(const struct stat &status, int64_t nbytes, int64_t extra) {
  if (nbytes <= 0) fail(PTC_ERROR_VALUE, "argument 'nbytes': it must be positive, got " + std::to_string(nbytes));
  if (!S_ISREG(status.st_mode)) fail(PTC_ERROR_VALUE, "this is no shared segment");
  if (status.st_size < extra || status.st_size - extra < nbytes)
    fail(PTC_ERROR_VALUE, "the segment has " + std::to_string(std::max<int64_t>(status.st_size - extra, 0)) +
                              " bytes, not " + std::to_string(nbytes));
}

// The storage over a segment that was opened as `fd`, or that of `name`.
at::Storage storage_over(int fd, const char *name, int64_t nbytes) {
  const auto status = status_of(fd);
  check_size(status, nbytes, name ? COUNTER : 0);
  const Key key{status.st_dev, status.st_ino};
  if (auto found = find(key); found && static_cast<int64_t>(found->nbytes()) == nbytes)
    return at::Storage(std::move(found));
  auto made = storage_over(name ? map_named(fd, name, nbytes) : map(fd, nbytes), nbytes);
  remember(key, made);
  return made;
}

} // namespace

ptc_error ptc_storage_shared_kind(ptc_storage self, int32_t *out) {
  return guard(out, [&] { *out = kind_of(storage_of(self)); });
}
ptc_error ptc_storage_is_lent(ptc_storage self, bool *out) {
  return guard(out, [&] { put(out, is_lent(storage_of(self))); });
}

ptc_error ptc_storage_share(ptc_storage self, const char *name) {
  return guard([&] {
    const auto &storage = storage_of(self);
    if (name) check_name(name);
    if (!storage.device().is_cpu()) fail(PTC_ERROR_RUNTIME, "only memory of the CPU can be shared");
    if (kind_of(storage) != PTC_NOT_SHARED) return;
    if (!storage.nbytes() || !storage.data()) fail(PTC_ERROR_VALUE, "a storage without memory cannot be shared");
    if (is_lent(storage))
      fail(PTC_ERROR_RUNTIME, "the memory cannot be moved where other processes see it: an array or another view "
                              "looks at it; share it first, or share a clone()");
    if (name) share_by_name(storage, name);
    else share_without_name(storage);
  });
}

ptc_error ptc_storage_shared_fd(ptc_storage self, int32_t *out) {
  return guard(out, [&] {
    const auto &storage = storage_of(self);
    if (kind_of(storage) != PTC_SHARED_BY_FD) fail(PTC_ERROR_RUNTIME, "the storage is in no segment without a name");
    *out = mapping_of(storage)->fd();
  });
}
ptc_error ptc_storage_shared_name(ptc_storage self, char **out) {
  return guard(out, [&] {
    const auto &storage = storage_of(self);
    const auto kind = kind_of(storage);
    if (kind != PTC_SHARED_BY_NAME && kind != PTC_SHARED_BY_FILE)
      fail(PTC_ERROR_RUNTIME, "the storage is in no segment or file that has a name");
    put(out, kind == PTC_SHARED_BY_NAME ? named_of(storage)->name : std::string(mapping_of(storage)->filename()));
  });
}

ptc_error ptc_storage_from_fd(int32_t fd, int64_t nbytes, ptc_storage *out) {
  return guard(out, [&] { put_storage(out, storage_over(fd, nullptr, nbytes)); });
}
ptc_error ptc_storage_from_name(const char *name, int64_t nbytes, ptc_storage *out) {
  return guard(out, [&] {
    check_name(name);
    Descriptor segment(shm_open(name, O_RDWR | O_CLOEXEC, 0));
    if (segment.fd < 0) fail_with(errno, std::string("the shared segment ") + name);
    put_storage(out, storage_over(segment.fd, name, nbytes));
  });
}
ptc_error ptc_storage_count_shared(ptc_storage self, int64_t by) {
  return guard([&] {
    auto *named = named_of(storage_of(self));
    if (!named) fail(PTC_ERROR_RUNTIME, "the storage is in no segment that has a name");
    if (by != 1 && by != -1) fail(PTC_ERROR_VALUE, "argument 'by': 1 or -1, got " + std::to_string(by));
    if (by > 0) named->count();
    else named->uncount();
  });
}
ptc_error ptc_shared_end(void) {
  return guard([&] {
    std::lock_guard<std::mutex> hold(known_lock);
    each_named([](Named &one) { one.release(); });
  });
}
