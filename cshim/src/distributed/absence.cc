// Members whose process has ended while a collective waits for all of them.
#include "distributed/absence.h"

#include <list>

#include <unistd.h>

namespace ptc {

namespace {

using Future = c10::ivalue::Future;
using FuturePtr = c10::intrusive_ptr<Future>;

constexpr Milliseconds between_looks{1000}, at_most_absent{5000};

// A future that is answered once: by gloo, or by the thread that looks for absent members.
class Awaited {
public:
  Awaited(FuturePtr answer, const char *of, std::shared_ptr<Member> member)
      : what(of), open{std::move(answer), std::move(member)} {}
  // Answers with what value() gives, or with what it throws; does nothing where there is an answer.
  template <class Value> void answer_with(Value &&value) {
    Open mine;
    {
      std::lock_guard<std::mutex> lock(mutex);
      mine = std::exchange(open, {});
    }
    if (!mine.answer) return;
    try {
      mine.answer->markCompleted(value());
    } catch (...) { mine.answer->setErrorIfNeeded(std::current_exception()); }
  }
  bool has_answer() {
    std::lock_guard<std::mutex> lock(mutex);
    return !open.answer;
  }
  void look() {
    std::shared_ptr<Member> member;
    {
      std::lock_guard<std::mutex> lock(mutex);
      member = open.member;
    }
    const auto who = member ? absence.of(*member, everybody) : "";
    if (!who.empty()) answer_with([&]() -> c10::IValue { forsaken(what, *member, who); });
  }

private:
  const char *const what;
  struct Open { // empty behind the answer, so that nothing is kept
    FuturePtr answer;
    std::shared_ptr<Member> member;
  };
  std::mutex mutex;
  Open open;
  Absence absence; // the looking thread's
};

// The thread that looks, of this process; it sleeps while nothing is awaited.
class Watch {
public:
  // Gives that of this process: a child's own begins anew, for the parent's may have been locked at the fork.
  static Watch &here() {
    static std::atomic<Watch *> current{nullptr};
    auto *found = current.load();
    while (!found || found->process != getpid()) {
      auto made = std::unique_ptr<Watch>(new Watch);
      if (!current.compare_exchange_strong(found, made.get())) continue;
      found = made.release();
      std::thread([found] { found->run(); }).detach();
    }
    return *found;
  }
  void add(std::shared_ptr<Awaited> one) {
    std::lock_guard<std::mutex> lock(mutex);
    awaited.push_back(std::move(one));
    if (awaited.size() == 1) begun.notify_one();
  }

private:
  void run() {
    for (;;) {
      {
        std::unique_lock<std::mutex> lock(mutex);
        begun.wait(lock, [&] { return !awaited.empty(); });
      }
      std::this_thread::sleep_for(between_looks);
      std::vector<std::shared_ptr<Awaited>> open;
      {
        std::lock_guard<std::mutex> lock(mutex);
        awaited.remove_if([](const auto &one) { return one->has_answer(); });
        open.assign(awaited.begin(), awaited.end());
      }
      for (const auto &one : open) one->look();
    }
  }

  const int process = getpid();
  std::mutex mutex;
  std::condition_variable begun;
  std::list<std::shared_ptr<Awaited>> awaited;
};

// c10d's own work of a future says nothing of a failure.
class Watched final : public c10d::Work {
public:
  explicit Watched(FuturePtr of) : future(std::move(of)) {}
  bool wait(Milliseconds) override { // gloo ends it after the collective's own time
    future->waitAndThrow();
    return true;
  }
  bool isCompleted() override { return future->completed(); }
  FuturePtr getFuture() override { return future; }

private:
  const FuturePtr future;
};

} // namespace

std::string Absence::of(const Member &member, int64_t needed) {
  // Work that waits in a device's queue may be done long after the others have ended.
  if (needed == nobody || member.of_host || member.backend.find("nccl") != std::string::npos) return "";
  const auto now = std::chrono::steady_clock::now();
  if (now - looked < between_looks) return "";
  looked = now;
  auto who = needed == everybody ? member.ended(false) : member.ended(needed);
  if (who.empty()) since = {};
  else if (since.time_since_epoch().count() == 0) since = now;
  else if (now - since >= at_most_absent) return who;
  return "";
}

void forsaken(const std::string &what, const Member &member, const std::string &who) {
  throw HostError(ptc_error_new(
      PTC_ERROR_BACKEND, (what + " on " + member.place() + ": it waits for a member that is not there" + who).c_str()));
}

Work watched(const Work &work, const char *what, std::shared_ptr<Member> member) {
  auto inner = work->getFuture();
  auto outer = inner->createInstance(inner->elementType());
  auto awaited = std::make_shared<Awaited>(outer, what, std::move(member));
  inner->addCallback([awaited](Future &done) { awaited->answer_with([&] { return done.value(); }); });
  if (!awaited->has_answer()) Watch::here().add(std::move(awaited));
  return c10::make_intrusive<Watched>(std::move(outer));
}

} // namespace ptc
