#include "validator/machines/notes/notes.h"

#include "rules/general.h"
#include "trace/note_kinds.h"

#include "trace/merge.h"

namespace cts {

namespace {

constexpr std::size_t most_kept = 200'000;

std::string range(i64 lowest, i64 highest) {
  return lowest == highest ? fmt::to_string(lowest) : fmt::format("{} to {}", lowest, highest);
}

} // namespace

Notes::Notes(const Context &c)
    : Machine(c), trace_(c.trace), runtime_(c.trace.environment("runtime_library")),
      probed_(c.trace.environment("probes") != "none"), sources_(c.trace.mappings()) {}

PatternContext Notes::context(const Task *task) {
  PatternContext context{0, 0, &variables_, &sources_, runtime_};
  if (task) {
    context.current_task = task->id;
    for (const OpenRegion &region : task->regions)
      context.within |= u64{1} << region.event;
  }
  return context;
}

bool Notes::due(u8 code) const {
  if (code <= event::last_callback)
    return judge.promised(code);
  bool probe = false;
  event::with_code(code, [&](auto e) { probe = e.event_label.starts_with("probe_"); });
  return !probe || probed_;
}

bool Notes::answerable(const Pattern &pattern) const {
  const u64 events = pattern.asks_inside();
  for (u8 code = 0; code < 64; ++code)
    if ((events >> code & 1) && !judge.promised(code))
      return false;
  return true;
}

void Notes::unusable(const event::note &e, const std::string &why) {
  if (problem_.empty())
    problem_ = fmt::format("the note at {} cannot be used: {}", e.where, why);
}

void Notes::on(const Here &here, const event::note &e) {
  active_ = true;
  PerThread &thread = threads_[here.ref.thread];
  std::optional<Rule> rule;
  const auto kind = static_cast<NoteKind>(e.kind);
  if (kind == NoteKind::expect || kind == NoteKind::count || kind == NoteKind::total ||
      kind == NoteKind::value) {
    rule = find_rule(e.rule);
    if (!rule)
      return unusable(e, fmt::format("no rule is called '{}'", e.rule));
  }
  if (is_place(kind))
    return place(here, e);
  switch (kind) {
  case NoteKind::expect:
    return expect(here, e, *rule);
  case NoteKind::mark:
    thread.since_mark.clear();
    thread.marked = true;
    thread.overflow = false;
    thread.mark = here.ref;
    return;
  case NoteKind::count:
    return count(here, e, *rule);
  case NoteKind::total: {
    Total total{*rule, {}, std::string(e.text), 0, 0, 0, here.ref};
    std::string error;
    if (e.values.size() < 2 || !total.selector.parse(e.text, error))
      return unusable(e, error);
    if (total.selector.asks_inside())
      return unusable(e, "'inside' means something only where the event is met, not in a total");
    total.lowest = static_cast<i64>(e.values[0]);
    total.highest = static_cast<i64>(e.values[1]);
    totals_.push_back(std::move(total));
    return;
  }
  case NoteKind::value:
    if (e.values.size() >= 2)
      judge.require(*rule, e.values[0] == e.values[1], [&] {
        return shared::another_value{.what = e.text,
                                     .expected = static_cast<i64>(e.values[1]),
                                     .found = static_cast<i64>(e.values[0]),
                                     .place = e.where};
      });
    return;
  default:
    return;
  }
}

void Notes::expect(const Here &here, const event::note &e, Rule rule) {
  Expectation expectation{rule, {}, {}, std::string(e.text), here.ref};
  std::string error;
  if (!parse_expectation(e.text, expectation.selector, expectation.assertion, error))
    return unusable(e, error);
  if (answerable(expectation.selector) && answerable(expectation.assertion))
    threads_[here.ref.thread].expected.push_back(std::move(expectation));
}

void Notes::compare(const Here &here) {
  if (here.code == event::note::event_code)
    return;
  const auto found = threads_.find(here.ref.thread);
  if (found == threads_.end())
    return;
  PerThread &thread = found->second;
  const PatternContext context = this->context(here.thread.current);
  if (thread.marked) {
    if (thread.since_mark.size() >= most_kept) {
      thread.overflow = true;
    } else {
      Kept &kept = thread.since_mark.emplace_back();
      kept.raw = here.raw;
      kept.bytes.assign(here.raw.fields, here.raw.end);
      kept.context = context;
    }
  }
  std::erase_if(thread.expected, [&](const Expectation &expected) {
    if (expected.selector.event() != here.code || !expected.selector.holds(here.raw, context, true))
      return false;
    const bool holds = expected.assertion.holds(here.raw, context, true);
    judge.require(expected.rule, holds, [&]() -> Message {
      const auto [condition, found] = expected.assertion.violated(here.raw, context);
      std::string why = fmt::format("the program expects here: {}", expected.text);
      if (found.empty())
        return shared::elsewhere{.event = here.code, .condition = condition}.why(std::move(why),
                                                                                 expected.noted);
      return shared::unlike{.event = here.code, .condition = condition, .found = found}.why(
          std::move(why), expected.noted);
    });
    return true;
  });
}

void Notes::count(const Here &here, const event::note &e, Rule rule) {
  PerThread &thread = threads_[here.ref.thread];
  Pattern selector;
  std::string error;
  if (!thread.marked || e.values.size() < 2)
    return unusable(e, "there is no mark to count from");
  if (!selector.parse(e.text, error))
    return unusable(e, error);
  if (!answerable(selector) || !due(selector.event()))
    return;
  if (thread.overflow)
    return unusable(e, fmt::format("it counts among more than {} events", most_kept));
  i64 number = 0;
  for (Kept &kept : thread.since_mark) {
    kept.raw.fields = kept.bytes.data();
    kept.raw.end = kept.bytes.data() + kept.bytes.size();
    if (kept.raw.code == selector.event())
      number += selector.holds(kept.raw, kept.context, false);
  }
  const auto lowest = static_cast<i64>(e.values[0]), highest = static_cast<i64>(e.values[1]);
  judge.require(rule, number >= lowest && number <= highest, [&] {
    return shared::counted{
        .pattern = e.text, .expected = range(lowest, highest), .found = number, .place = e.where}
        .why("counting began here", thread.mark);
  });
}

// Count from the start of the program, because the first note may be inside a critical region.
void Notes::on(const Here &here, const event::mutex_acquired &e) {
  ++here.thread.notes.held[without_test(e.kind) % 8];
  specific_[e.kind % 8] = true;
}
void Notes::on(const Here &here, const event::mutex_released &e) {
  --here.thread.notes.held[without_test(e.kind) % 8];
  specific_[e.kind % 8] = true;
}

void Notes::at_end() {
  for (const auto &[number, thread] : threads_)
    for (const Expectation &expected : thread.expected) {
      if (!due(expected.selector.event()))
        continue;
      judge.violated(expected.rule, [&] {
        return shared::never_came{.pattern = expected.text}.at(expected.noted);
      });
    }
  if (totals_.empty())
    return;
  if (trace_.manifest().gone) {
    problem_ = "notes count over the whole program, of which the first events were given up "
               "(check --live without --keep)";
    return;
  }
  MergedReader events(trace_);
  while (const RawEvent *raw = events.next())
    for (Total &total : totals_)
      if (raw->code == total.selector.event())
        total.seen += total.selector.holds(*raw, context(nullptr), false);
  for (const Total &total : totals_) {
    if (!due(total.selector.event()))
      continue;
    const i64 seen = static_cast<i64>(total.seen);
    judge.require(total.rule, seen >= total.lowest && seen <= total.highest, [&] {
      return shared::counted_in_all{
          .pattern = total.text, .expected = range(total.lowest, total.highest), .found = seen}
          .at(total.noted);
    });
  }
}

} // namespace cts
