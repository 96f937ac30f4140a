// Sockets that listen: of a store's server, of gloo.
#pragma once

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ptc {

// A socket that listens on the one address that `host` writes, or on loopback for "localhost"; its port is put into
// `port` where that is 0.  -1 for any other name, which each machine may resolve to another address, and where the
// address cannot be had here, with errno.
int listen_at(const std::string &host, uint16_t &port);

// A store through which gloo tells the other ranks where this one listens, and is told the same of them.  gloo goes on
// to listen when all of them have connected, keeps each connection of a stranger, and ends the process when there is no
// descriptor left.  It believes the lengths inside of what it is told.
class Doors final : public c10d::PrefixStore {
public:
  using PrefixStore::PrefixStore;
  void set(const std::string &key, const std::vector<uint8_t> &value) override;
  std::vector<uint8_t> get(const std::string &key) override;
  std::vector<std::vector<uint8_t>> multiGet(const std::vector<std::string> &keys) override;

  // Nobody can connect any more to the sockets of this process whose addresses were told: Linux drops what arrives at
  // them.  Elsewhere this does nothing.
  void close();

private:
  const std::vector<uint8_t> &checked(const std::string &key, const std::vector<uint8_t> &value) const;
  std::vector<std::vector<uint8_t>> told_;
  bool closed_ = false;
};

} // namespace ptc
