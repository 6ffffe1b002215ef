#include "trace/blame/blame.h"

#include "trace/blame/samples.h"
#include "trace/blame/threads.h"
#include "trace/merge.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace cts::blame {
namespace {

class Blame {
public:
  Blame(const Trace &trace, Samples &samples)
      : threads(trace), samples_(samples),
        tick_(1.0 / static_cast<double>(trace.clock().frequency)) {}

  // The previous state ends at this time.
  void until(u64 time) {
    const double seconds = static_cast<double>(time - now_) * tick_;
    if (now_ && time > now_)
      for (const auto &[number, thread] : threads.all())
        if (thread.alive && !thread.stands_by()) {
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
    if (wait.id && !threads.holder(wait.id)) {
      charges[{wait.waiting, said_of(samples_.places(thread.code),
                                     "nobody holds it, the next one is on its way at ")}] +=
          seconds;
      return;
    }
    std::set<u32> seen{number}, culprits;
    find(number, wait, seen, culprits);
    if (culprits.empty()) {
      charges[{wait.waiting, {"nobody: the runtime, or the system"}}] += seconds;
      result.nobody += seconds;
    }
    for (const u32 culprit : culprits) {
      const Thread &other = threads.all().at(culprit);
      // Other threads have finished, and one executes a task: there are too few tasks.
      const Waiting waiting =
          wait.waiting == Waiting::barrier && other.explicit_ ? Waiting::tasks : wait.waiting;
      charges[{waiting, code(culprit, other, time)}] +=
          seconds / static_cast<double>(culprits.size());
    }
  }

  // The threads that a thread waits for. If one of them waits itself, its own awaited threads are
  // to blame.
  void find(u32 number, const Wait &wait, std::set<u32> &seen, std::set<u32> &found) const {
    const auto look_at = [&](u32 other, const Thread &doing) {
      if (!seen.insert(other).second)
        return;
      if (const auto next = doing.waiting())
        find(other, *next, seen, found);
      else
        found.insert(other);
    };
    if (wait.id) {
      const auto holder = threads.holder(wait.id);
      if (!holder || *holder == number)
        return;
      look_at(*holder, threads.all().at(*holder));
      if (found.empty())
        found.insert(*holder);
      return;
    }
    const u32 region = wait.region;
    for (const auto &[other, doing] : threads.all())
      if (doing.alive && !doing.stands_by() && (!region || doing.in(region)) &&
          !has_come(doing, region))
        look_at(other, doing);
  }
  // The thread has done its part, and waits in this region's barrier, or in the pool.
  static bool has_come(const Thread &thread, u32 region) {
    const auto wait = thread.waiting();
    return wait && (wait->waiting == Waiting::idle ||
                    (wait->waiting == Waiting::barrier && wait->region == region));
  }

  Code code(u32 number, const Thread &thread, u64 time) {
    if (const Code *sampled = samples_.at(number, time, thread.phase); sampled && !sampled->empty())
      return *sampled;
    const Code places = thread.code ? samples_.places(thread.code) : Code();
    if (places.empty())
      return {thread.region() ? "in a region" : "before the first region"};
    const bool inside = thread.region() || thread.explicit_;
    return said_of(places, inside ? "in the construct at " : "after the region at ");
  }

  static Code said_of(Code places, const char *words) {
    if (places.empty())
      places.emplace_back("an unknown place");
    places.back().insert(0, words);
    return places;
  }

  Samples &samples_;
  double tick_;
  u64 now_ = 0;
};

} // namespace

Result blame(const Trace &trace) {
  Samples samples(trace);
  {
    Threads threads(trace);
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
    // The code is known at a sample, and so at the times between samples.
    run.until(raw->time);
    run.threads.apply(*raw);
  }
  Result result = std::move(run.result);
  result.damage = events.damage();
  result.samples = count;
  for (auto &[key, seconds] : run.charges)
    result.charges.push_back({key.first, key.second, seconds});
  std::ranges::sort(result.charges, [](const Charge &a, const Charge &b) {
    return std::tie(b.seconds, a.waiting, a.code) < std::tie(a.seconds, b.waiting, b.code);
  });
  return result;
}

} // namespace cts::blame
