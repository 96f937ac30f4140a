#include "distributed/listening.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace {

union Address {
  sockaddr plain;
  sockaddr_in v4;
  sockaddr_in6 v6;
};

// The length of the address; 0 for a name.
socklen_t address_of(const std::string &host, uint16_t port, Address &out) {
  std::memset(&out, 0, sizeof out);
  if (inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host.c_str(), &out.v4.sin_addr) == 1) {
    out.v4.sin_family = AF_INET;
    out.v4.sin_port = htons(port);
    return sizeof out.v4;
  }
  if (inet_pton(AF_INET6, host.c_str(), &out.v6.sin6_addr) != 1) return 0;
  out.v6.sin6_family = AF_INET6;
  out.v6.sin6_port = htons(port);
  return sizeof out.v6;
}

} // namespace

int ptc::listen_at(const std::string &host, uint16_t &port) {
  Address address;
  socklen_t length = address_of(host, port, address);
  errno = EADDRNOTAVAIL;
  if (!length) return -1;
  const int fd = socket(address.plain.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  const int yes = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(fd, &address.plain, length) || listen(fd, SOMAXCONN) || getsockname(fd, &address.plain, &length)) {
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
  }
  port = ntohs(address.plain.sa_family == AF_INET ? address.v4.sin_port : address.v6.sin6_port);
  return fd;
}
