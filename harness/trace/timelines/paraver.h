// A timeline as the records of a Paraver trace (.prv), in the order of time.
#pragma once

#include "trace/timelines/spans.h"

#include <cstdio>
#include <map>

namespace cts::timelines {

// Writes as the changes come; the header, which has the end, is filled in last, so that the file
// must be one that can be written anywhere. Borrows all. `threads`: the streams that are shown.
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
  std::map<Key, Record> pending_; // of now: the last of a type holds
  std::multimap<Key, u64> instants_;
  std::map<Key, u64> told_;
};

// A label's number: that of its text, in every run, and free of those that states have.
u64 paraver_number(const std::string &label);

} // namespace cts::timelines
