// Sockets of the store's server.
#pragma once

#include <cstdint>
#include <string>

namespace ptc {

// A socket that listens on the one address that `host` writes, or on loopback for "localhost"; its port is put into
// `port` where that is 0.  -1 for any other name, which each machine may resolve to another address, and where the
// address cannot be had here, with errno.
int listen_at(const std::string &host, uint16_t &port);

} // namespace ptc
