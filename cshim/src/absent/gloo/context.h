// Names of gloo that libtorch's ProcessGroupGloo.hpp uses: libtorch has gloo in it, and not its headers. Nothing here
// is made or laid out by us; where gloo's own headers are installed, they come first.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace gloo {

class Context {
public:
  void setTimeout(std::chrono::milliseconds timeout);
};

namespace rendezvous {
class Store {
public:
  virtual ~Store() = default;
  virtual void set(const std::string &key, const std::vector<char> &data) = 0;
  virtual std::vector<char> get(const std::string &key) = 0;
  virtual void wait(const std::vector<std::string> &keys) = 0;
  virtual void wait(const std::vector<std::string> &keys, const std::chrono::milliseconds &timeout) = 0;
};
} // namespace rendezvous

namespace transport {
class Device;
class UnboundBuffer {
public:
  virtual ~UnboundBuffer() = default;
};
} // namespace transport

} // namespace gloo
