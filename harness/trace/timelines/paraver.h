// A timeline as the records of a Paraver trace (.prv), in the order of time.
#pragma once

#include "trace/timelines/spans.h"

#include <cstdio>
#include <map>

namespace cts::timelines {

// Writes changes as they come. The header, which contains the end, is filled in last, so the file
// must be seekable. Borrows all. `threads`: the streams to show.
class Paraver : public Sink {
public:
  Paraver(std::FILE *out, const Names &names, std::vector<u32> threads);
  void shows(const Span &from_now, bool again) override;
  void instant(const Instant &instant) override;
  void finish(u64 end) override;

private:
  struct Record {
    u64 value = 0;
    bool again = false;
  };
  using Key = std::pair<u32, u32>; // place of the thread, type
  void at(u64 time);
  void header(u64 end);
  u32 place(u32 thread) const;

  std::FILE *out_;
  const Names &names_;
  std::vector<u32> threads_;
  u64 now_ = 0;
  std::map<Key, Record> pending_; // of the current time: the last of a type counts
  std::multimap<Key, u64> instants_;
  std::map<Key, u64> told_;
};

// A label's number: its text's number, the same in every run, and not a number of a state.
u64 paraver_number(const std::string &label);

} // namespace cts::timelines
