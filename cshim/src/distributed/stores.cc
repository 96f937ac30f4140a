// Stores: keys and bytes that processes share.
#include "distributed/c10d.h"
#include "distributed/listening.h"
#include "distributed/quiet_pipe.h"

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace ptc {

std::string key_of(const char *text, const char *name) { return std::string(text_of(text, name)); }

const Store &store_of(ptc_store handle, const char *name) {
  if (!handle) fail(PTC_ERROR_TYPE, "argument '" + std::string(name) + "': a store is needed, got NULL");
  return handle->store;
}

ptc_store handle_of(Store store) {
  auto out = std::make_unique<ptc_store_s>(ptc_store_s{std::move(store)});
  count_handle(1);
  return out.release();
}

std::vector<uint8_t> bytes_of(const void *value, int64_t nbytes, const char *name) {
  check_list(value, nbytes, name);
  const auto *first = static_cast<const uint8_t *>(value);
  return {first, first + nbytes};
}

void put_bytes(char **out, int64_t *nbytes, const std::vector<uint8_t> &bytes) {
  auto *copy = static_cast<char *>(std::malloc(bytes.size() + 1));
  if (!copy) throw std::bad_alloc();
  if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
  copy[bytes.size()] = 0;
  *out = copy;
  *nbytes = static_cast<int64_t>(bytes.size());
}

} // namespace ptc

namespace {

c10d::TCPStore &tcp_of(ptc_store self) {
  auto *found = dynamic_cast<c10d::TCPStore *>((store_of(self).get)());
  if (!found) fail(PTC_ERROR_TYPE, "argument 'self': a store over TCP is needed");
  return *found;
}

// A number of members: positive, or PTC_UNSET.
int64_t members(int64_t world_size) {
  if (world_size != PTC_UNSET && (world_size < 1 || world_size > std::numeric_limits<int>::max()))
    fail(PTC_ERROR_VALUE, "argument 'world_size' must be positive or PTC_UNSET, got " + std::to_string(world_size));
  return world_size;
}

std::vector<uint8_t> text_bytes(const char *text, const char *name) {
  const auto all = text_of(text, name);
  return {all.begin(), all.end()};
}

// Empty where libtorch has to listen: on all interfaces, or where it serves the port in this process already.
std::optional<int> listening(const std::string &host, uint16_t &port, bool multi_tenant) {
  const int fd = listen_at(host, port);
  if (fd >= 0) return fd;
  if (errno == EADDRINUSE && !multi_tenant)
    C10_THROW_ERROR(DistNetworkError,
                    "argument 'port': " + host + ":" + std::to_string(port) + ": address already in use");
  return std::nullopt;
}

} // namespace

ptc_error ptc_store_tcp(const char *host, int64_t port, int64_t world_size, bool is_server, int64_t timeout,
                        bool wait_for_workers, bool multi_tenant, bool use_libuv, int64_t listen_fd, ptc_store *out) {
  return guard(out, [&] {
    if (port < 0 || port > 65535)
      fail(PTC_ERROR_VALUE, "argument 'port' must be from 0 to 65535, got " + std::to_string(port));
    if (!port && !is_server) fail(PTC_ERROR_VALUE, "argument 'port': only a server may find one itself");
    c10d::TCPStoreOptions options;
    options.port = static_cast<uint16_t>(port);
    options.isServer = is_server;
    if (members(world_size) != PTC_UNSET) options.numWorkers = static_cast<size_t>(world_size);
    options.waitWorkers = wait_for_workers;
    options.timeout = timeout_of(timeout, c10d::Store::kDefaultTimeout);
    options.multiTenant = multi_tenant;
    options.useLibUV = use_libuv || is_server; // the other server believes the lengths that strangers send
    const auto name = key_of(host, "host");
    if (listen_fd != PTC_UNSET) options.masterListenFd = static_cast<int>(listen_fd);
    else if (is_server) options.masterListenFd = listening(name, options.port, multi_tenant);
    const QuietPipe quiet; // for the server's thread
    *out = handle_of(c10::make_intrusive<c10d::TCPStore>(name, options));
  });
}

ptc_error ptc_store_file(const char *path, int64_t world_size, ptc_store *out) {
  return guard(out, [&] {
    auto name = key_of(path, "path");
    if (name.empty()) fail(PTC_ERROR_VALUE, "argument 'path' is empty");
    *out = handle_of(c10::make_intrusive<c10d::FileStore>(name, static_cast<int>(members(world_size))));
  });
}

ptc_error ptc_store_hash(ptc_store *out) {
  return guard(out, [&] { *out = handle_of(c10::make_intrusive<c10d::HashStore>()); });
}

ptc_error ptc_store_prefix(const char *prefix, ptc_store store, ptc_store *out) {
  return guard(out, [&] {
    *out = handle_of(c10::make_intrusive<c10d::PrefixStore>(key_of(prefix, "prefix"), store_of(store, "store")));
  });
}

ptc_error ptc_store_clone(ptc_store self, ptc_store *out) {
  return guard(out, [&] { *out = handle_of(store_of(self)->clone()); });
}

void ptc_store_close(ptc_store self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_store_host(ptc_store self, char **out) {
  return guard(out, [&] { put(out, tcp_of(self).getHost()); });
}

ptc_error ptc_store_port(ptc_store self, int64_t *out) {
  return guard(out, [&] { *out = tcp_of(self).getPort(); });
}

ptc_error ptc_store_timeout(ptc_store self, int64_t *out) {
  return guard(out, [&] { *out = store_of(self)->getTimeout().count(); });
}

ptc_error ptc_store_set_timeout(ptc_store self, int64_t timeout) {
  return guard_reader([&] { store_of(self)->setTimeout(timeout_of(timeout, c10d::Store::kDefaultTimeout)); });
}

ptc_error ptc_store_set(ptc_store self, const char *key, const void *value, int64_t nbytes) {
  return guard_reader([&] { store_of(self)->set(key_of(key), bytes_of(value, nbytes, "value")); });
}

ptc_error ptc_store_get(ptc_store self, const char *key, char **out, int64_t *nbytes) {
  return guard(std::tie(out, nbytes), [&] { put_bytes(out, nbytes, store_of(self)->get(key_of(key))); });
}

ptc_error ptc_store_add(ptc_store self, const char *key, int64_t amount, int64_t *out) {
  return guard(out, [&] { *out = store_of(self)->add(key_of(key), amount); });
}

ptc_error ptc_store_compare_set(ptc_store self, const char *key, const char *expected, const char *desired, char **out,
                                int64_t *nbytes) {
  return guard(std::tie(out, nbytes), [&] {
    put_bytes(
        out, nbytes,
        store_of(self)->compareSet(key_of(key), text_bytes(expected, "expected"), text_bytes(desired, "desired")));
  });
}

ptc_error ptc_store_append(ptc_store self, const char *key, const void *value, int64_t nbytes) {
  return guard_reader([&] { store_of(self)->append(key_of(key), bytes_of(value, nbytes, "value")); });
}

ptc_error ptc_store_delete(ptc_store self, const char *key, bool *out) {
  return guard(out, [&] { *out = store_of(self)->deleteKey(key_of(key)); });
}

ptc_error ptc_store_check(ptc_store self, const char *key, bool *out) {
  return guard(out, [&] { *out = store_of(self)->check({key_of(key)}); });
}

ptc_error ptc_store_wait(ptc_store self, const char *key, int64_t timeout) {
  return guard_reader([&] {
    const auto &store = store_of(self);
    // To libtorch 0 is for ever.
    store->wait({key_of(key)}, timeout == 0 ? Milliseconds(1) : timeout_of(timeout, store->getTimeout()));
  });
}

ptc_error ptc_store_num_keys(ptc_store self, int64_t *out) {
  return guard(out, [&] { *out = store_of(self)->getNumKeys(); });
}
