// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/notes.h"

#include "trace/note_kinds.h"

#include "trace/merge.h"

namespace cts {

using namespace ompt_abi;

namespace {

constexpr std::size_t most_kept = 200'000;

std::string range(i64 lowest, i64 highest) {
  return lowest == highest ? fmt::to_string(lowest) : fmt::format("{} to {}", lowest, highest);
}

// Is the work region one that a construct of this name makes? Sections may be run as a loop.
bool fits(std::string_view construct, u32 type) {
  if (construct == "loop")
    return is_loop(type);
  if (construct == "sections" || construct == "section")
    return type == ompt_work_sections || is_loop(type);
  if (construct == "single")
    return type == ompt_work_single_executor;
  if (construct == "scope")
    return type == ompt_work_scope;
  if (construct == "distribute")
    return type == ompt_work_distribute;
  return construct == "workshare" && type == ompt_work_workshare;
}

bool is_worksharing(std::string_view construct) {
  return construct == "loop" || construct == "sections" || construct == "section" ||
         construct == "single" || construct == "scope" || construct == "distribute";
}

} // namespace

Notes::Notes(const Context &c) : Machine(c), trace_(c.trace), sources_(c.trace.mappings()) {}

PatternContext Notes::context(const Task *task) {
  PatternContext context{0, 0, &variables_, &sources_};
  if (task) {
    context.current_task = task->id;
    for (const OpenRegion &region : task->regions)
      context.within |= u64{1} << region.event;
  }
  return context;
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
  switch (kind) {
  case NoteKind::body:
    return body(here, e);
  case NoteKind::after:
    return after(here, e);
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
        return Message("{}: expected {}, found {} ({})", e.text, static_cast<i64>(e.values[1]),
                       static_cast<i64>(e.values[0]), e.where);
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
    judge.require(expected.rule, holds, [&] {
      return Message("{}: {}", event::label(here.code),
                     expected.assertion.violated(here.raw, context))
          .why(fmt::format("the program expects here: {}", expected.text), expected.noted);
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
  if (thread.overflow || !answerable(selector) ||
      (selector.event() <= event::last_callback && !judge.promised(selector.event())))
    return;
  i64 number = 0;
  for (Kept &kept : thread.since_mark) {
    kept.raw.fields = kept.bytes.data();
    kept.raw.end = kept.bytes.data() + kept.bytes.size();
    if (kept.raw.code == selector.event())
      number += selector.holds(kept.raw, kept.context, false);
  }
  const auto lowest = static_cast<i64>(e.values[0]), highest = static_cast<i64>(e.values[1]);
  judge.require(rule, number >= lowest && number <= highest, [&] {
    return Message("'{}': expected {} events, found {} ({})", e.text, range(lowest, highest),
                   number, e.where)
        .why("counting began here", thread.mark);
  });
}

// Counted from the beginning, since the first note may stand inside a critical region.
void Notes::on(const Here &here, const event::mutex_acquired &e) {
  ++here.thread.notes.held[e.kind % 8];
}
void Notes::on(const Here &here, const event::mutex_released &e) {
  --here.thread.notes.held[e.kind % 8];
}

void Notes::body(const Here &here, const event::note &e) {
  const std::string_view construct = e.text;
  const Task *task = here.thread.current;
  PerThread &thread = threads_[here.ref.thread];
  const bool tasks_known = judge.promised(ompt_callback_implicit_task);
  const auto value = [&](u32 i) {
    return i < e.values.size() ? static_cast<i64>(e.values[i]) : -1;
  };
  if (!tasks_known || construct == "target")
    return;
  if (construct == "parallel") {
    const bool implicit = task && task->kind == Task::Kind::implicit;
    judge.require(Rule::implicit_task_begin_before_body, implicit, [&] {
      return Message(
          "the program is inside a parallel region at {}, but its implicit task has not begun",
          e.where);
    });
    if (!implicit)
      return;
    judge.require(Rule::implicit_task_begin_index_is_thread_num, task->index == value(0), [&] {
      return Message("the implicit task began with index {}, but its thread number is {} ({})",
                     task->index, value(0), e.where)
          .why("the task began here", task->created);
    });
    judge.require(Rule::implicit_task_begin_actual, task->actual == value(1), [&] {
      return Message("the implicit task began with actual_parallelism {}, but the team has {} "
                     "threads ({})",
                     task->actual, value(1), e.where)
          .why("the task began here", task->created);
    });
  } else if (construct == "teams") {
    const Task *initial = nullptr;
    for (const auto &entered : here.thread.entered)
      if (const Task *t = world.tasks.find(entered.task);
          t && t->kind == Task::Kind::initial && t->parallel)
        initial = t;
    const bool right = initial && initial->index == value(3) && initial->actual == value(4);
    judge.require(Rule::teams_initial_task_per_team, right, [&] {
      return Message(
          initial
              ? fmt::format("the initial task began as team {} of {}, but it is team {} of {} ({})",
                            initial->index, initial->actual, value(3), value(4), e.where)
              : fmt::format("the program is in a team at {}, but no initial task of a league has "
                            "begun on this thread",
                            e.where));
    });
  } else if (construct == "task" || construct == "taskloop") {
    // A final or included task may be run like a plain call.
    const bool in_task = task && task->kind == Task::Kind::explicit_;
    if (value(5) == 0)
      judge.require(Rule::task_create_one_per_task, in_task, [&] {
        return Message("the program executes an explicit task at {}, but no such task is current",
                       e.where);
      });
  } else if (is_worksharing(construct) && judge.promised(ompt_callback_work)) {
    const OpenRegion *work = task ? task->innermost_region(ompt_callback_work) : nullptr;
    const Rule rule =
        construct == "single" ? Rule::single_executor_is_runner : Rule::work_begin_after_encounter;
    judge.require(rule, work && fits(construct, work->kind), [&] {
      return Message(
          "the program is inside {} at {}, but {}", construct, e.where,
          work ? fmt::format("the innermost work region is {}", render(enum_kind::work, work->kind))
               : "no work region is open");
    });
  } else if (construct == "masked" && judge.promised(ompt_callback_masked)) {
    judge.require(Rule::masked_pair, task && task->innermost_region(ompt_callback_masked), [&] {
      return Message("the program is inside masked at {}, but no masked region is open", e.where);
    });
  } else if (construct == "taskgroup" && judge.promised(ompt_callback_sync_region)) {
    bool open = false;
    if (task)
      for (const OpenRegion &region : task->regions)
        open |= region.event == event::sync_region::event_code &&
                region.kind == ompt_sync_region_taskgroup;
    judge.require(Rule::taskgroup_pair_kind, open, [&] {
      return Message("the program is inside taskgroup at {}, but no taskgroup is open", e.where);
    });
  } else if ((construct == "critical" || construct == "ordered") &&
             judge.promised(ompt_callback_mutex_acquired)) {
    const bool critical = construct == "critical";
    const Rule rule = critical ? Rule::critical_sequence : Rule::ordered_sequence;
    const i64 held = here.thread.notes.held[critical ? ompt_mutex_critical : ompt_mutex_ordered];
    (critical ? thread.critical_before : thread.ordered_before) = held - 1;
    judge.require(rule, held >= 1, [&] {
      return Message("the program is inside {} at {}, but nothing is acquired", construct, e.where);
    });
  } else if (construct == "serial") {
    judge.require(Rule::initial_task_begin_after_thread_begin, task != nullptr, [&] {
      return Message(
          "the program runs at {} after its runtime has started, but no initial task has begun",
          e.where);
    });
  }
}

void Notes::after(const Here &here, const event::note &e) {
  const std::string_view construct = e.text;
  const Task *task = here.thread.current;
  PerThread &thread = threads_[here.ref.thread];
  if (!task || !judge.promised(ompt_callback_implicit_task))
    return;
  if ((construct == "parallel" || construct == "teams") &&
      judge.promised(ompt_callback_parallel_end)) {
    const Parallel *open =
        task->open_parallel ? world.parallels.find(task->open_parallel) : nullptr;
    const bool over = !open || open->ended;
    judge.require(Rule::parallel_end_before_parent_resumes, over, [&] {
      return Message("the program is after {} at {}, but P{} has not ended", construct, e.where,
                     task->open_parallel)
          .why("the region began here", open->begin);
    });
  } else if (is_worksharing(construct) && judge.promised(ompt_callback_work)) {
    const OpenRegion *work = task->innermost_region(ompt_callback_work);
    const bool single_other = construct == "single" && work && work->kind == ompt_work_single_other;
    judge.require(Rule::work_end_after_body,
                  !work || (!fits(construct, work->kind) && !single_other), [&] {
                    return Message("the program is after {} at {}, but its work region is open",
                                   construct, e.where)
                        .why("the region began here", work->begin);
                  });
  } else if (construct == "masked" && judge.promised(ompt_callback_masked)) {
    const OpenRegion *masked = task->innermost_region(ompt_callback_masked);
    judge.require(Rule::masked_pair, !masked, [&] {
      return Message("the program is after masked at {}, but its region is open", e.where)
          .why("the region began here", masked->begin);
    });
  } else if ((construct == "critical" || construct == "ordered") &&
             judge.promised(ompt_callback_mutex_released)) {
    const bool critical = construct == "critical";
    const i64 before = critical ? thread.critical_before : thread.ordered_before;
    const Rule rule = critical ? Rule::critical_sequence : Rule::ordered_sequence;
    const i64 held = here.thread.notes.held[critical ? ompt_mutex_critical : ompt_mutex_ordered];
    judge.require(rule, held <= std::max<i64>(before, 0), [&] {
      return Message("the program is after {} at {}, but nothing was released", construct, e.where);
    });
  }
}

void Notes::at_end() {
  for (const auto &[number, thread] : threads_)
    for (const Expectation &expected : thread.expected) {
      const u8 code = expected.selector.event();
      if (code <= event::last_callback && !judge.promised(code))
        continue;
      judge.violated(expected.rule, [&] {
        return Message("the expected event never came on this thread: {}", expected.text)
            .at(expected.noted);
      });
    }
  if (totals_.empty())
    return;
  MergedReader events(trace_);
  while (const RawEvent *raw = events.next())
    for (Total &total : totals_)
      if (raw->code == total.selector.event())
        total.seen += total.selector.holds(*raw, context(nullptr), false);
  for (const Total &total : totals_) {
    const u8 code = total.selector.event();
    if (code <= event::last_callback && !judge.promised(code))
      continue;
    const i64 seen = static_cast<i64>(total.seen);
    judge.require(total.rule, seen >= total.lowest && seen <= total.highest, [&] {
      return Message("'{}': expected {} events in the whole program, found {}", total.text,
                     range(total.lowest, total.highest), seen)
          .at(total.noted);
    });
  }
}

} // namespace cts
