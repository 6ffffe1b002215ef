// The activity of each thread at every moment, by the events: it works, or waits, for what, and
// where.
#pragma once

#include "trace/blame/waiting.h"
#include "trace/reader.h"

#include <map>
#include <optional>

namespace cts::blame {

struct Wait {
  Waiting waiting = Waiting::idle;
  u64 id = 0;     // of the mutex
  u32 region = 0; // whose members meet: that of the barrier, which may lie around the task's own
};

class Threads {
public:
  explicit Threads(const Trace &trace);

  struct Thread {
    bool alive = false, worker = false;
    u64 phase = 0; // how often what it does has changed
    // The implicit and initial tasks on it, innermost last, each with its region.
    struct Member {
      u32 task, region;
    };
    std::vector<Member> members;
    u32 task = 0;              // that it executes
    bool explicit_ = false;    // and whether that is an explicit one
    u64 code = 0;              // return address of the construct that it is in
    std::map<u32, Wait> waits; // of the tasks that it has begun

    bool helper = false; // of a team that the runtime made for itself

    // It stands ready for the runtime's own purposes, and is neither waited for nor waits.
    bool stands_by() const { return helper && !explicit_; }
    u32 region() const { return members.empty() ? 0 : members.back().region; }
    bool in(u32 region) const;
    // The object of its wait; nothing while it works.
    std::optional<Wait> waiting() const;
  };

  // Applies the event; true if what its thread does has changed.
  bool apply(const RawEvent &raw);
  const std::map<u32, Thread> &all() const { return threads_; }
  // The stream of the thread that holds the mutex.
  std::optional<u32> holder(u64 mutex) const;

private:
  void region_ends(u32 region);
  static std::optional<Waiting> of_region(u32 kind);
  static std::optional<Waiting> of_mutex(u32 kind);

  std::map<u32, Thread> threads_; // by stream
  std::map<u64, u32> holders_;    // stream by mutex
  std::map<u32, u64> created_at_; // code by explicit task
  std::map<u32, u64> begun_at_;   // code by region
  std::vector<Mapping> runtime_;  // the runtime's own code
};

} // namespace cts::blame
