// Memory of closed handles, which a thread keeps for its next ones: malloc and free take about 150 instructions, and
// these two 15. A thread keeps a handle that another has made, too; no lock is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

namespace ptc {

template <class Handle> class KeptMemory {
public:
  // Memory for a handle; throws where there is none.
  static void *take() {
    void *kept = take_kept();
    return kept ? kept : ::operator new(size);
  }
  // Memory of what is kept; NULL where nothing is.
  static void *take_kept() noexcept {
    Block *block = own.first;
    if (!block) [[unlikely]]
      return nullptr;
    own.first = block->next;
    ++own.room;
    return block;
  }
  // True if the next handle of this thread finds memory.
  static bool is_any() noexcept { return own.first; }
  // Ends a handle and keeps its memory.
  static void end(Handle *handle) noexcept {
    handle->~Handle(); // which may run code of the host's that ends others
    if (!own.room) [[unlikely]]
      return keep_first_or_free(handle);
    keep(handle);
  }

private:
  struct Block {
    Block *next;
  };
  static constexpr size_t size = sizeof(Handle) < sizeof(Block) ? sizeof(Block) : sizeof(Handle);
  // A sanitizer would take a kept handle for one in use.
#if defined(__SANITIZE_ADDRESS__)
  static constexpr int32_t most = 0;
#else
  static constexpr int32_t most = 256;
#endif
  struct Own {
    Block *first;
    int32_t room; // 0 too before the thread ends its first handle, and once the thread itself ends
    bool begun;
  };
  // Frees what is kept when the thread ends.
  struct Owner {
    Owner() noexcept { own.room = most; }
    ~Owner() {
      own.room = 0;
      while (Block *block = own.first) {
        own.first = block->next;
        ::operator delete(block);
      }
    }
  };

  static void keep(void *dead) noexcept {
    auto *block = static_cast<Block *>(dead);
    block->next = own.first;
    own.first = block;
    --own.room;
  }
  __attribute__((noinline)) static void keep_first_or_free(void *dead) noexcept {
    if (!own.begun) {
      own.begun = true;
      static thread_local Owner owner;
      (void)owner;
    }
    if (own.room) keep(dead);
    else ::operator delete(dead);
  }

  static inline constinit thread_local Own own __attribute__((tls_model("initial-exec"))) = {nullptr, 0, false};
};

} // namespace ptc
