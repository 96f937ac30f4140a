// Writes to sockets whose other side is gone, as errors alone.
#pragma once

#include <csignal>
#include <ctime>

namespace ptc {

// Keeps the signal of a broken pipe from this thread, and from threads that it starts meanwhile: gloo and the server of
// a store write without asking the system to leave it out, and it would end a program that has said nothing about it.
class QuietPipe {
public:
  QuietPipe() noexcept {
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    waits = pending();
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
  }
  ~QuietPipe() {
    const timespec at_once{};
    if (!waits && pending()) sigtimedwait(&pipe, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  QuietPipe(const QuietPipe &) = delete;
  QuietPipe &operator=(const QuietPipe &) = delete;

private:
  static bool pending() noexcept {
    sigset_t all;
    return sigpending(&all) == 0 && sigismember(&all, SIGPIPE) == 1;
  }
  sigset_t pipe, before;
  bool waits;
};

} // namespace ptc
