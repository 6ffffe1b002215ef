#include "trace/timelines/paraver.h"

#include <algorithm>
#include <fmt/format.h>

namespace cts::timelines {
namespace {

// Types of events: one for each view, and one for instants.
constexpr u32 first_type = 90000001, instant_type = 90000011;

} // namespace

u64 paraver_number(const std::string &label) {
  u64 hash = 14695981039346656037u; // FNV-1a
  for (const char c : label)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  constexpr u64 free_from = 1000, most = (u64{1} << 31) - 1;
  return free_from + hash % (most - free_from);
}

Paraver::Paraver(std::FILE *out, const Names &names, std::vector<u32> threads)
    : out_(out), names_(names), threads_(std::move(threads)) {
  header(0);
}

// The trace has no date, so equal runs give equal files.
void Paraver::header(u64 end) {
  const std::size_t count = threads_.size();
  fmt::print(out_, "#Paraver (01/01/2026 at 00:00):{:020}_ns:1({}):1:1({}:1)\n", end, count, count);
}

u32 Paraver::place(u32 thread) const {
  const auto found = std::ranges::find(threads_, thread);
  return static_cast<u32>(found - threads_.begin()) + 1;
}

void Paraver::shows(const Span &from_now, bool again) {
  at(from_now.begin);
  u64 value = from_now.value;
  if (value && from_now.view == View::label)
    value = paraver_number(names_.labels()[value - 1]);
  const u32 type = first_type + static_cast<u32>(from_now.view);
  Record &record = pending_[{place(from_now.thread), type}];
  record = {value, record.again || again};
}

void Paraver::instant(const Instant &instant) {
  at(instant.at);
  instants_.insert({{place(instant.thread), instant_type}, instant.state});
}

// Writes pending records, if time has advanced.
void Paraver::at(u64 time) {
  if (time == now_)
    return;
  const auto line = [&](const Key &key, u64 value) {
    fmt::print(out_, "2:{}:1:1:{}:{}:{}:{}\n", key.first, key.first, now_, key.second, value);
  };
  for (const auto &[key, record] : pending_) {
    u64 &told = told_[key];
    if (told != record.value || record.again)
      line(key, told = record.value);
  }
  for (const auto &[key, state] : instants_)
    line(key, state);
  pending_.clear();
  instants_.clear();
  now_ = time;
}

void Paraver::finish(u64 end) {
  at(end);
  for (const auto &[key, value] : told_)
    if (value)
      pending_[key] = {};
  at(end + 1);
  std::rewind(out_);
  header(end);
}

} // namespace cts::timelines
