// Faults of a whole event: it is missing, doubled or moved. The checker's answers inside a missing
// callback go with it; a moved callback loses its answers, because the answers at the new place are
// unknown.
#include "faults/fault.h"

#include <algorithm>

namespace cts::faults {
namespace {

constexpr std::string_view names[] = {
    "dropped",         "duplicated", "again_later",        "swapped_with_next",
    "on_other_thread", "delayed",    "after_finalization", "before_initialization"};

void touch_words(const Record &record, Edit &edit) {
  for (const Value &v : record.values)
    if (v.kind == Value::Kind::created && v.pointer)
      edit.touched.push_back(v.pointer);
}

void remove(const History &history, u32 index, Edit &edit) {
  for (const u32 i : history.unit(index))
    std::erase_if(edit.list(history, i), [&](const Record &r) {
      return r.code == history.records()[i].code && r.thread == history.records()[i].thread;
    });
}

// A copy of the record, placed on this thread right after or before the given record.
void place(const History &history, u32 index, u32 there, bool behind, Edit &edit) {
  Record copy = history.records()[index];
  copy.thread = history.records()[there].thread;
  copy.time = history.records()[there].time;
  auto &list = edit.list(history, there);
  list.insert(behind ? list.end() : list.begin(), std::move(copy));
}

std::optional<u32> find_code(const History &history, u8 code) {
  for (u32 i = 0; i < history.records().size(); ++i)
    if (history.records()[i].code == code)
      return i;
  return {};
}

// The last event of another thread before this one, on a thread that continues afterwards.
std::optional<u32> other_thread(const History &history, u32 index) {
  const u32 own = history.records()[index].thread;
  for (const auto &[thread, events] : history.threads()) {
    if (thread == own || events.front() > index || events.back() < index)
      continue;
    return *std::prev(std::upper_bound(events.begin(), events.end(), index));
  }
  return {};
}

bool ends_something(const Record &record) {
  if (record.code == event::parallel_end::event_code ||
      record.code == event::mutex_released::event_code)
    return true;
  const Value *endpoint = record.find("endpoint");
  return endpoint && endpoint->number == ompt_abi::ompt_scope_end;
}

// The end, on its thread, of the region that contains or begins with the event.
std::optional<u32> end_of_region(const History &history, u32 index) {
  const Record &record = history.records()[index];
  const Value *endpoint = record.find("endpoint");
  const bool begins = endpoint && endpoint->number == ompt_abi::ompt_scope_begin;
  for (auto at = history.next_callback(index); at; at = history.next_callback(*at)) {
    const Record &later = history.records()[*at];
    if (ends_something(later) && (!begins || later.code == record.code))
      return history.unit(*at).back();
  }
  return {};
}

bool swap_with_next(const History &history, u32 index, Edit &edit) {
  const auto next = history.next_callback(index);
  if (!next || edit.at.contains(index) || edit.at.contains(*next))
    return false;
  Record first = history.records()[index], second = history.records()[*next];
  if (first.code == second.code && variant_of(first) == variant_of(second))
    return false;
  touch_words(first, edit);
  touch_words(second, edit);
  std::swap(first.time, second.time);
  for (const u32 i : {index, *next}) {
    remove(history, i, edit);
    edit.at[i] = {i == index ? second : first};
  }
  return true;
}

bool repeat(const History &history, u32 index, Edit &edit) {
  const auto unit = history.unit(index);
  for (const u32 i : unit)
    edit.list(history, unit.back()).push_back(history.records()[i]);
  return true;
}

bool move(const History &history, u32 index, std::optional<u32> there, Edit &edit) {
  if (!there)
    return false;
  remove(history, index, edit);
  place(history, index, *there, true, edit);
  return true;
}

bool copy(const History &history, u32 index, std::optional<u32> there, bool behind, Edit &edit) {
  if (!there || *there == index)
    return false;
  place(history, index, *there, behind, edit);
  return true;
}

} // namespace

std::span<const std::string_view> displacements() { return names; }

bool displace(const History &history, u32 index, std::string_view what, Edit &edit) {
  const Record &record = history.records()[index];
  const bool callback = record.code <= event::last_callback;
  const auto &thread = history.threads().at(record.thread);
  bool done = false;
  if (what == "dropped") {
    remove(history, index, edit);
    done = true;
    if (record.code == event::tool_finalize::event_code)
      edit.finalized = false;
  } else if (what == "duplicated") {
    done = repeat(history, index, edit);
  } else if (!callback) {
    return false;
  } else if (what == "again_later") {
    done = copy(history, index, thread.back(), false, edit);
  } else if (what == "swapped_with_next") {
    done = swap_with_next(history, index, edit);
  } else if (what == "on_other_thread") {
    done = move(history, index, other_thread(history, index), edit);
  } else if (what == "delayed") {
    done = move(history, index, end_of_region(history, index), edit);
  } else if (what == "after_finalization") {
    done = copy(history, index, find_code(history, event::tool_finalize::event_code), true, edit);
  } else if (what == "before_initialization") {
    done =
        copy(history, index, find_code(history, event::tool_initialize::event_code), false, edit);
  }
  if (done)
    touch_words(record, edit);
  return done;
}

} // namespace cts::faults
