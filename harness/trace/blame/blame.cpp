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
  Blame(const Trace &trace, const std::function<void(const Waited &)> &passes_on)
      : samples(trace), threads(trace), passes_on_(passes_on),
        tick_(1.0 / static_cast<double>(trace.clock().frequency)) {}

  // The previous state ends at this time.
  void until(u64 time) {
    samples.come_to(time);
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
  Samples samples;
  Threads threads;
  std::map<Cause, double> charges;

private:
  using Thread = Threads::Thread;

  void charge(u32 number, const Thread &thread, const Wait &wait, u64 time, double seconds) {
    result.waited += seconds;
    Waited waited{number, now_, time, nullptr, {}};
    const auto of = [&](Waiting waiting, Code code, double share) {
      const auto cause = charges.try_emplace({waiting, std::move(code)}).first;
      cause->second += share;
      waited.cause = waited.cause ? waited.cause : &cause->first;
    };
    std::set<u32> seen{number}, culprits;
    if (wait.id && !threads.holder(wait.id)) {
      of(wait.waiting,
         said_of(samples.places(thread.code), "nobody holds it, the next one is on its way at "),
         seconds);
    } else if (find(number, wait, seen, culprits); culprits.empty()) {
      of(wait.waiting, {"nobody: the runtime, or the system"}, seconds);
      result.nobody += seconds;
    }
    for (const u32 culprit : culprits) {
      const Thread &other = threads.all().at(culprit);
      // Other threads have finished, and one executes a task: there are too few tasks.
      const Waiting waiting =
          wait.waiting == Waiting::barrier && other.explicit_ ? Waiting::tasks : wait.waiting;
      of(waiting, code(culprit, other, time), seconds / static_cast<double>(culprits.size()));
    }
    if (!passes_on_)
      return;
    waited.threads.assign(culprits.begin(), culprits.end());
    passes_on_(waited);
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
    if (const Code *sampled = samples.at(number, time, thread.phase); sampled && !sampled->empty())
      return *sampled;
    const Code places = thread.code ? samples.places(thread.code) : Code();
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

  const std::function<void(const Waited &)> &passes_on_;
  double tick_;
  u64 now_ = 0;
};

} // namespace

Result blame(const Trace &trace, const std::function<void(const Waited &)> &passes_on) {
  Blame run(trace, passes_on);
  MergedReader events(trace);
  while (const RawEvent *raw = events.next()) {
    // The code is known at a sample, and so at the times between samples.
    run.until(raw->time);
    run.threads.apply(*raw);
  }
  Result result = std::move(run.result);
  result.damage = events.damage();
  result.samples = run.samples.count();
  for (const auto &[cause, seconds] : run.charges)
    result.charges.push_back({cause, seconds});
  std::ranges::sort(result.charges, [](const Charge &a, const Charge &b) {
    return std::tie(b.seconds, a.waiting, a.code) < std::tie(a.seconds, b.waiting, b.code);
  });
  return result;
}

} // namespace cts::blame
