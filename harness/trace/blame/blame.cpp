// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/blame/blame.h"

#include "trace/blame/samples.h"
#include "trace/blame/threads.h"
#include "trace/merge.h"

#include <algorithm>

namespace cts::blame {
namespace {

constexpr int chain_limit = 64; // of threads that hold what the one before waits for

class Blame {
public:
  Blame(const Trace &trace, Samples &samples)
      : samples_(samples), tick_(1.0 / static_cast<double>(trace.clock().frequency)) {}

  // What was so until now ends at this time.
  void until(u64 time) {
    const double seconds = static_cast<double>(time - now_) * tick_;
    if (now_ && time > now_)
      for (const auto &[number, thread] : threads.all())
        if (thread.alive) {
          result.alive += seconds;
          if (const auto wait = thread.waiting())
            charge(number, thread, *wait, time, seconds);
        }
    now_ = time;
  }

  Result result;
  Threads threads;
  std::map<std::pair<Waiting, Code>, double> charges;

private:
  using Thread = Threads::Thread;

  void charge(u32 number, const Thread &thread, const Wait &wait, u64 time, double seconds) {
    result.waited += seconds;
    const std::vector<u32> culprits = who(number, thread, wait);
    if (culprits.empty())
      charges[{wait.waiting, {"nobody: the runtime, or the system"}}] += seconds;
    for (const u32 culprit : culprits) {
      const Thread &other = threads.all().at(culprit);
      // Others are done, and one executes a task: there are too few of them.
      const Waiting waiting =
          wait.waiting == Waiting::barrier && other.explicit_ ? Waiting::tasks : wait.waiting;
      charges[{waiting, code(culprit, other, time)}] +=
          seconds / static_cast<double>(culprits.size());
    }
  }

  std::vector<u32> who(u32 number, const Thread &thread, const Wait &wait) const {
    if (wait.id)
      if (const auto holder = holder_of(number, wait))
        return {*holder};
    const auto working = [&](bool team) {
      std::vector<u32> found;
      for (const auto &[other, doing] : threads.all())
        if (doing.alive && other != number && !doing.waiting() &&
            (!team || in(doing, thread.region())))
          found.push_back(other);
      return found;
    };
    const bool team = wait.waiting != Waiting::idle && thread.region();
    return working(team);
  }
  static bool in(const Thread &thread, u32 region) {
    return std::ranges::any_of(thread.members, [&](const auto &m) { return m.region == region; });
  }

  // Who holds the mutex; if that one waits for another mutex, who holds that.
  std::optional<u32> holder_of(u32 number, Wait wait) const {
    std::optional<u32> found;
    for (int step = 0; step < chain_limit; ++step) {
      const auto holder = threads.holder(wait.id);
      if (!holder || *holder == number)
        break;
      found = holder;
      const auto next = threads.all().at(*holder).waiting();
      if (!next || !next->id)
        break;
      wait = *next;
    }
    return found;
  }

  Code code(u32 number, const Thread &thread, u64 time) {
    if (const Code *sampled = samples_.at(number, time, thread.phase); sampled && !sampled->empty())
      return *sampled;
    const Code places = thread.code ? samples_.places(thread.code) : Code();
    if (places.empty())
      return {thread.region() ? "in a region" : "before the first region"};
    const bool inside = thread.region() || thread.explicit_;
    return {(inside ? "in the construct at " : "after the region at ") + places.back()};
  }

  Samples &samples_;
  double tick_;
  u64 now_ = 0;
};

} // namespace

Result blame(const Trace &trace) {
  Samples samples(trace);
  {
    Threads threads;
    MergedReader events(trace);
    while (const RawEvent *raw = events.next())
      if (!samples.takes(*raw) && threads.apply(*raw))
        for (const auto &[number, thread] : threads.all())
          samples.phase(number, thread.phase);
  }
  const u64 count = samples.count();
  Blame run(trace, samples);
  MergedReader events(trace);
  while (const RawEvent *raw = events.next()) {
    // A sample is a moment at which the code is known: so are the times between.
    run.until(raw->time);
    run.threads.apply(*raw);
  }
  Result result = std::move(run.result);
  result.damage = events.damage();
  result.samples = count;
  for (auto &[key, seconds] : run.charges)
    result.charges.push_back({key.first, key.second, seconds});
  std::ranges::stable_sort(result.charges, std::greater{}, &Charge::seconds);
  return result;
}

} // namespace cts::blame
