// The activity of each thread at every moment, from the events: it works, or waits, for what, and
// where.
#pragma once

#include "trace/blame/waiting.h"
#include "trace/reader.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace cts::blame {

struct Wait {
  Waiting waiting = Waiting::idle;
  u64 id = 0;     // of the mutex
  u32 region = 0; // of the barrier, which may enclose the task's own region
};

class Threads {
public:
  explicit Threads(const Trace &trace);

  struct Thread {
    bool alive = false, worker = false;
    bool joined = false; // a team: until then it is being started
    u64 phase = 0;       // the number of changes of its activity
    // Its implicit and initial tasks, innermost last, each with its region.
    struct Member {
      u32 task, region;
    };
    std::vector<Member> members;
    u32 task = 0;              // the current task
    bool explicit_ = false;    // whether that task is explicit
    u64 code = 0;              // return address of its current construct
    std::map<u32, Wait> waits; // of its begun tasks

    bool helper = false; // member of a team of the runtime's own

    // The thread serves the runtime's own purposes: no thread waits for it, and it waits for none.
    bool stands_by() const { return helper && !explicit_; }
    u32 region() const { return members.empty() ? 0 : members.back().region; }
    bool in(u32 region) const;
    // The object of its wait; nothing while it works.
    std::optional<Wait> waiting() const;
  };

  // Applies the event; true if its thread's activity has changed.
  bool apply(const RawEvent &raw);
  const std::map<u32, Thread> &all() const { return threads_; }
  // The stream of the thread that holds the mutex.
  std::optional<u32> holder(u64 mutex) const;

private:
  void region_ends(u32 region);
  static std::optional<Waiting> of_region(u32 kind);
  static std::optional<Waiting> of_mutex(u32 kind);

  std::map<u32, Thread> threads_;           // by stream
  std::map<u64, u32> holders_;              // stream by mutex
  std::unordered_map<u32, u64> created_at_; // code by explicit task that has not ended
  std::unordered_map<u32, u64> begun_at_;   // code by region that has not ended
  std::vector<Mapping> runtime_;            // the runtime's own code
};

} // namespace cts::blame
