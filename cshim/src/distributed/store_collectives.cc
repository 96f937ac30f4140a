// Collectives over a store. libtorch's own changed the timeout of a store that others use too, put ranks that do not
// exist beyond the ends of lists, and is gone since 2.14; these write the same keys.
#include "distributed/c10d.h"

#include <pytorch_c/distributed/store_collectives.h>

#include <limits>
#include <unordered_set>

using namespace ptc;

struct ptc_store_collectives_s {
  Store store;
  int64_t rank, size;
  std::mutex mutex; // of `used`
  std::unordered_set<std::string> used;
};

namespace {

using Collectives = ptc_store_collectives_s;
using Bytes = std::vector<uint8_t>;

Collectives &collectives_of(ptc_store_collectives handle) {
  if (!handle) fail(PTC_ERROR_TYPE, "argument 'self': collectives over a store are needed, got NULL");
  return *handle;
}

int64_t within_int(int64_t value, int64_t least, const char *name) {
  if (value < least || value > std::numeric_limits<int>::max())
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "' must be " + std::to_string(least) +
                              " or more, and 32 bits, got " + std::to_string(value));
  return value;
}

// A key that this member has not given before.
std::string fresh(Collectives &self, std::string key) {
  std::lock_guard<std::mutex> lock(self.mutex);
  if (!self.used.insert(key).second) fail(PTC_ERROR_RUNTIME, "argument 'key': Key " + key + " has already been used.");
  return key;
}

// Checks that a member has a place among the parts of all: libtorch lets others send, and so do these.
void check_place(const Collectives &self, int64_t parts, const char *name) {
  if (self.rank >= self.size)
    fail(PTC_ERROR_VALUE, "rank " + std::to_string(self.rank) + " is not among " + std::to_string(self.size) +
                              " members: argument 'rank' of ptc_store_collectives_new");
  if (parts != self.size)
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "' must be for " + std::to_string(self.size) +
                              " members, got " + std::to_string(parts));
}

std::string key_of_rank(const std::string &key, int64_t rank) { return key + "/" + std::to_string(rank); }

Milliseconds limit(const Collectives &self, int64_t timeout) {
  // To libtorch 0 is for ever.
  return timeout == 0 ? Milliseconds(1) : timeout_of(timeout, self.store->getTimeout());
}

// Waits for keys that all members write, and tells which of them have not.
void wait_for(const Collectives &self, const std::vector<std::string> &keys, const std::string &key, Milliseconds time,
              const char *what) {
  try {
    if (!keys.empty()) self.store->wait(keys, time);
  } catch (const c10::DistStoreError &error) {
    std::string missing;
    for (int64_t i = 0; i < self.size; ++i)
      if (i != self.rank && !self.store->check({key_of_rank(key, i)})) missing += std::to_string(i) + ", ";
    C10_THROW_ERROR(DistStoreError,
                    std::string(what) + " failed -- missing ranks: " + missing + error.what_without_backtrace());
  }
}

void barrier(Collectives &self, const std::string &key, Milliseconds time, bool block) {
  const std::string last = key + "/last_members";
  const int64_t come = self.store->add(key + "/num_members", 1);
  self.store->set(key_of_rank(key, self.rank), std::string("joined"));
  if (come == self.size) self.store->set(last, std::string("<val_ignored>"));
  else if (block) wait_for(self, {last}, key, time, "barrier");
}

// The parts of all ranks; `own` is the part of this member, which has perhaps not written it.
std::vector<Bytes> gather(const Collectives &self, const std::string &key, Bytes own, Milliseconds time,
                          const char *what) {
  std::vector<std::string> keys;
  for (int64_t i = 0; i < self.size; ++i)
    if (i != self.rank) keys.push_back(key_of_rank(key, i));
  wait_for(self, keys, key, time, what);
  std::vector<Bytes> parts;
  if (!keys.empty()) parts = self.store->multiGet(keys);
  parts.insert(parts.begin() + self.rank, std::move(own));
  return parts;
}

void put_parts(char **out, int64_t *sizes, const std::vector<Bytes> &parts) {
  Bytes all;
  int64_t nbytes;
  for (const auto &part : parts) all.insert(all.end(), part.begin(), part.end());
  put_bytes(out, &nbytes, all);
  for (const auto &part : parts) *sizes++ = static_cast<int64_t>(part.size());
}

// gather_recv and all_gather, whose members write their own part as well.
void gather_into(ptc_store_collectives self, const char *key, const void *data, int64_t nbytes, int64_t timeout,
                 char **out, int64_t *sizes, int64_t sizes_len, bool all) {
  auto &one = collectives_of(self);
  auto own = bytes_of(data, nbytes, "data");
  check_list(sizes, sizes_len, "sizes");
  const auto time = limit(one, timeout);
  const auto name = fresh(one, key_of(key));
  check_place(one, sizes_len, "sizes");
  if (all) one.store->set(key_of_rank(name, one.rank), own);
  put_parts(out, sizes, gather(one, name, std::move(own), time, all ? "all_gather" : "gather"));
}

Bytes received(const Collectives &self, const std::string &key, Milliseconds time) {
  self.store->wait({key}, time);
  return self.store->get(key);
}

void clear_sizes(int64_t *sizes, int64_t sizes_len) {
  if (sizes && sizes_len > 0) std::fill(sizes, sizes + sizes_len, 0);
}

} // namespace

ptc_error ptc_store_collectives_new(ptc_store store, int64_t rank, int64_t world_size, ptc_store_collectives *out) {
  return guard(out, [&] {
    *out = new Collectives{
        store_of(store, "store"), within_int(rank, 0, "rank"), within_int(world_size, 1, "world_size"), {}, {}};
    count_handle(1);
  });
}

void ptc_store_collectives_close(ptc_store_collectives self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_store_collectives_barrier(ptc_store_collectives self, const char *key, int64_t timeout, bool block) {
  return guard_reader([&] {
    auto &one = collectives_of(self);
    const auto time = limit(one, timeout);
    barrier(one, fresh(one, key_of(key)), time, block);
  });
}

ptc_error ptc_store_collectives_broadcast_send(ptc_store_collectives self, const char *key, const void *data,
                                               int64_t nbytes) {
  return guard_reader([&] {
    auto &one = collectives_of(self);
    const auto bytes = bytes_of(data, nbytes, "data");
    one.store->set(fresh(one, key_of(key)), bytes);
  });
}

ptc_error ptc_store_collectives_broadcast_recv(ptc_store_collectives self, const char *key, int64_t timeout, char **out,
                                               int64_t *nbytes) {
  return guard(std::tie(out, nbytes), [&] {
    auto &one = collectives_of(self);
    const auto time = limit(one, timeout);
    put_bytes(out, nbytes, received(one, fresh(one, key_of(key)), time));
  });
}

ptc_error ptc_store_collectives_gather_send(ptc_store_collectives self, const char *key, const void *data,
                                            int64_t nbytes) {
  return guard_reader([&] {
    auto &one = collectives_of(self);
    const auto bytes = bytes_of(data, nbytes, "data");
    one.store->set(key_of_rank(fresh(one, key_of(key)), one.rank), bytes);
  });
}

ptc_error ptc_store_collectives_gather_recv(ptc_store_collectives self, const char *key, const void *data,
                                            int64_t nbytes, int64_t timeout, char **out, int64_t *sizes,
                                            int64_t sizes_len) {
  clear_sizes(sizes, sizes_len);
  return guard(out, [&] { gather_into(self, key, data, nbytes, timeout, out, sizes, sizes_len, false); });
}

ptc_error ptc_store_collectives_scatter_send(ptc_store_collectives self, const char *key, const void *data,
                                             int64_t nbytes, const int64_t *sizes, int64_t sizes_len) {
  return guard_reader([&] {
    auto &one = collectives_of(self);
    const auto all = bytes_of(data, nbytes, "data");
    check_list(sizes, sizes_len, "sizes");
    const auto name = fresh(one, key_of(key));
    check_place(one, sizes_len, "sizes");
    std::vector<std::string> keys;
    std::vector<Bytes> parts;
    int64_t begin = 0;
    for (int64_t i = 0; i < sizes_len; begin += sizes[i++]) {
      if (sizes[i] < 0 || sizes[i] > nbytes - begin)
        fail(PTC_ERROR_VALUE, "argument 'sizes' must add up to the " + std::to_string(nbytes) + " bytes of 'data'");
      if (i == one.rank) continue;
      keys.push_back(key_of_rank(name, i));
      parts.emplace_back(all.begin() + begin, all.begin() + begin + sizes[i]);
    }
    if (!keys.empty()) one.store->multiSet(keys, parts);
  });
}

ptc_error ptc_store_collectives_scatter_recv(ptc_store_collectives self, const char *key, int64_t timeout, char **out,
                                             int64_t *nbytes) {
  return guard(std::tie(out, nbytes), [&] {
    auto &one = collectives_of(self);
    const auto time = limit(one, timeout);
    put_bytes(out, nbytes, received(one, key_of_rank(fresh(one, key_of(key)), one.rank), time));
  });
}

ptc_error ptc_store_collectives_all_gather(ptc_store_collectives self, const char *key, const void *data,
                                           int64_t nbytes, int64_t timeout, char **out, int64_t *sizes,
                                           int64_t sizes_len) {
  clear_sizes(sizes, sizes_len);
  return guard(out, [&] { gather_into(self, key, data, nbytes, timeout, out, sizes, sizes_len, true); });
}

ptc_error ptc_store_collectives_all_sum(ptc_store_collectives self, const char *key, int64_t value, int64_t timeout,
                                        int64_t *out) {
  return guard(out, [&] {
    auto &one = collectives_of(self);
    const auto time = limit(one, timeout);
    const auto name = fresh(one, key_of(key));
    one.store->add(name, value);
    barrier(one, fresh(one, name + "/barrier"), time, true);
    *out = one.store->add(name, 0);
  });
}
