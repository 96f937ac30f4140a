// Works: what a collective has begun, to wait for.
#include "distributed/absence.h"
#include "distributed/groups.h"

#include <ATen/ThreadLocalState.h>

#include <array>

#include <unistd.h>

namespace ptc {

// A thread that waits where only a wait tells whether a work is done.
struct Pending::Beside {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr failure;
};

Pending::~Pending() {
  works.clear();
  auto place = member;
  if (group) leave(std::move(group), *place);
}

bool Pending::wait_beside(Milliseconds timeout) {
  if (!beside) {
    beside = std::make_shared<Beside>();
    std::thread([mine = beside, all = works, held = tensors, state = at::ThreadLocalState()] {
      std::exception_ptr failure;
      try {
        at::ThreadLocalStateGuard as_there(state);
        for (const auto &work : all) work->wait();
      } catch (...) { failure = std::current_exception(); }
      std::lock_guard<std::mutex> lock(mine->mutex);
      mine->failure = failure;
      mine->done = true;
      mine->changed.notify_all();
    }).detach();
  }
  std::unique_lock<std::mutex> lock(beside->mutex);
  if (!beside->changed.wait_for(lock, timeout, [&] { return beside->done; })) return false;
  if (beside->failure) std::rethrow_exception(beside->failure);
  return true;
}

bool Pending::seen(Work &work, Milliseconds timeout) {
  if (!work->isCompleted()) {
    if (!timeout.count()) return false;
    try {
      work->wait(std::max(timeout, Milliseconds(1)));
      return true;
    } catch (...) {
      if (!work->isCompleted()) return false; // not yet
    }
  }
  work->wait(Milliseconds(1)); // again, where its end came just behind the end of the time
  return true;
}

bool Pending::poll(Milliseconds timeout) {
  const auto until = std::chrono::steady_clock::now() + timeout;
  std::lock_guard<std::mutex> lock(mutex);
  if (done && failure) std::rethrow_exception(failure);
  if (done) return true;
  try {
    for (auto &work : works) {
      const auto left =
          std::chrono::duration_cast<Milliseconds>(until - std::chrono::steady_clock::now() + Milliseconds(1));
      const auto most = std::max(std::min(left, timeout), Milliseconds(0));
      if (!(by_waiting ? wait_beside(most) : seen(work, most))) {
        const auto who = absence.of(*member, needed);
        if (!who.empty()) forsaken(what, *member, who);
        return false;
      }
      if (by_waiting) break; // that was for all of them
    }
    done = true;
    return true;
  } catch (...) {
    try {
      tell(what, *member);
    } catch (...) { failure = std::current_exception(); }
    done = true;
    std::rethrow_exception(failure);
  }
}

bool Pending::test() {
  if (messages) {
    std::lock_guard<std::mutex> lock(mutex);
    return done;
  }
  if (by_waiting) {
    try {
      return poll(Milliseconds(0));
    } catch (...) { return true; } // which the next wait says
  }
  return std::all_of(works.begin(), works.end(), [](const Work &one) { return one->isCompleted(); });
}

ptc_work handle_of(std::shared_ptr<Pending> pending) {
  auto out = std::make_unique<ptc_work_s>(ptc_work_s{std::move(pending)});
  count_handle(1);
  return out.release();
}

namespace {

constexpr Milliseconds slice{200};

} // namespace

// In slices, so that an aborted group is noticed.
void wait(Pending &pending, Milliseconds timeout) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const auto past = std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - start);
    if (pending.poll(std::max(std::min(slice, timeout - past), Milliseconds(0)))) return;
    const auto &member = *pending.member;
    const auto where = pending.what + " on " + member.place();
    if (member.aborted) throw HostError(ptc_error_new(PTC_ERROR_DISTRIBUTED, (where + ": aborted").c_str()));
    if (past >= timeout)
      throw HostError(ptc_error_new(PTC_ERROR_BACKEND, (where + ": timed out, not done after " +
                                                        std::to_string(timeout.count()) + " ms" + member.ended(false))
                                                           .c_str()));
  }
}

} // namespace ptc

namespace {

Pending &pending_of(ptc_work handle) {
  if (!handle) fail(PTC_ERROR_TYPE, "argument 'self': a work is needed, got NULL");
  if (handle->pending->member->process != getpid())
    fail(PTC_ERROR_DISTRIBUTED, "argument 'self': the process that has forked this one began it");
  return *handle->pending;
}

} // namespace

ptc_error ptc_work_wait(ptc_work self, int64_t timeout) {
  return guard_reader([&] { wait(pending_of(self), timeout_of(timeout, for_ever)); });
}

ptc_error ptc_work_poll(ptc_work self, int64_t timeout, bool *out) {
  return guard(out, [&] {
    auto &pending = pending_of(self);
    *out = pending.poll(timeout_of(timeout, slice));
    if (!*out && pending.member->aborted) wait(pending, Milliseconds(0));
  });
}

ptc_error ptc_work_test(ptc_work self, bool *out) {
  return guard(out, [&] { *out = pending_of(self).test(); });
}

ptc_error ptc_work_exception(ptc_work self) {
  return guard_reader([&] {
    auto &pending = pending_of(self);
    if (pending.test()) pending.poll(Milliseconds(1));
  });
}

ptc_error ptc_work_source_rank(ptc_work self, int64_t *out) {
  return guard(out, [&] {
    auto &pending = pending_of(self);
    if (!pending.messages) fail(PTC_ERROR_VALUE, "argument 'self': only what receives has a source");
    *out = pending.works.at(0)->sourceRank();
  });
}

ptc_error ptc_work_result(ptc_work self, ptc_tensor_list *out) {
  return guard(out, [&] {
    auto &pending = pending_of(self);
    put(out, pending.by_waiting || pending.works.size() != 1 ? pending.tensors : pending.works[0]->result());
  });
}

ptc_error ptc_work_then(ptc_work self, ptc_work_done_fn callback, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard_reader([&] {
    auto &pending = pending_of(self);
    if (!callback) fail(PTC_ERROR_VALUE, "argument 'callback': a function is needed, got NULL");
    if (pending.by_waiting || pending.works.empty())
      fail(PTC_ERROR_NOT_IMPLEMENTED, "argument 'self': messages and gloo's reduce_scatter are waited for");
    struct Last { // of several works, the one that is done last calls
      std::atomic<size_t> left;
      ptc_work_done_fn callback;
      std::shared_ptr<void> context;
      std::string what;
      std::shared_ptr<Member> member;
      std::mutex mutex;
      std::exception_ptr failure;
    };
    auto last = std::make_shared<Last>();
    last->left = pending.works.size();
    last->callback = callback;
    last->context = owned.share();
    last->what = pending.what;
    last->member = pending.member;
    for (auto &work : pending.works)
      work->getFuture()->addCallback([last](c10::ivalue::Future &done) {
        if (done.hasError()) {
          std::lock_guard<std::mutex> lock(last->mutex);
          if (!last->failure) last->failure = done.exception_ptr();
        }
        if (--last->left) return;
        ptc_error error = guard_reader([&] {
          try {
            if (last->failure) std::rethrow_exception(last->failure);
          } catch (...) { tell(last->what, *last->member); }
        });
        last->callback((last->context.get)(), error);
        ptc_error_free(error);
      });
  });
}

void ptc_work_close(ptc_work self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}
