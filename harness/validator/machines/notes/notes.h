// Compares the program's notes (suites/include/cts.h) with the trace: expected events and
// arguments, counts, and the position of the program's code.
#pragma once

#include "trace/source_lines.h"
#include "validator/machines/machine.h"
#include "validator/pattern.h"

#include <deque>

namespace cts {

class Notes : Machine {
public:
  explicit Notes(const Context &context);

  void on(const Here &here, const event::note &e);
  void on(const Here &here, const event::mutex_acquired &e);
  void on(const Here &here, const event::mutex_released &e);
  // Called with every event, before any other machine applies it.
  void before(const Here &here) {
    if (active_) [[unlikely]]
      compare(here);
  }
  void at_end();

  // Why the notes cannot be used (an invalid pattern, an unknown rule); empty if they can.
  const std::string &problem() const { return problem_; }

private:
  struct Expectation {
    Rule rule;
    Pattern selector, assertion;
    std::string text;
    EventRef noted;
  };
  struct Total {
    Rule rule;
    Pattern selector;
    std::string text;
    i64 lowest, highest;
    u64 seen = 0;
    EventRef noted;
  };
  // An event since the mark, kept as bytes: the program says only later what to count.
  struct Kept {
    RawEvent raw;
    std::vector<std::byte> bytes;
    PatternContext context;
  };
  struct PerThread {
    std::vector<Expectation> expected;
    bool marked = false;
    bool overflow = false;
    EventRef mark;
    std::deque<Kept> since_mark;
    // The mutexes held around the critical or ordered body noted last.
    i64 critical_before = 0, ordered_before = 0;
    // The taskgroups open around the taskgroup body noted last, and the task of that body.
    i64 groups_before = 0;
    u32 group_task = 0;
  };

  void compare(const Here &here);
  // The position of the program's own code (places.cpp): inside a construct or after it.
  struct Place;
  struct Construct;
  static const Construct constructs[];
  void place(const Here &here, const event::note &e);
  void in_parallel(const Place &p);
  void in_teams(const Place &p);
  void in_task(const Place &p);
  void in_work(const Place &p);
  void in_masked(const Place &p);
  void in_taskgroup(const Place &p);
  void in_mutex(const Place &p);
  i64 blocks_held(const Thread &thread, u32 kind) const;
  void in_any_task(const Place &p);
  void after_region(const Place &p);
  void after_work(const Place &p);
  void after_masked(const Place &p);
  void after_taskgroup(const Place &p);
  void after_barrier(const Place &p);
  void after_mutex(const Place &p);
  void expect(const Here &here, const event::note &e, Rule rule);
  void count(const Here &here, const event::note &e, Rule rule);
  void unusable(const event::note &e, const std::string &why);
  // Whether an event must come: the runtime has promised it, or entry points are called.
  bool due(u8 code) const;
  // Whether this runtime reports the regions that the pattern asks for.
  bool answerable(const Pattern &pattern) const;
  // The view of a pattern on an event of this task; null if nothing is known.
  PatternContext context(const Task *task);

  const Trace &trace_;
  bool active_ = false;   // there are notes
  bool specific_[8] = {}; // the kinds of mutexes that were named
  std::map<u32, PerThread> threads_;
  std::vector<Total> totals_;
  std::map<std::string, u64, std::less<>> variables_;
  std::string runtime_;
  bool probed_; // entry points are called outside signal handlers
  SourceLines sources_;
  std::string problem_;
};

} // namespace cts
