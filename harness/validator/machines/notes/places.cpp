// Notes of the position of the program's own code: which regions must be open there, and which must
// have ended.
#include "rules/implicit_tasks.h"
#include "rules/masked.h"
#include "rules/mutex.h"
#include "rules/parallel.h"
#include "rules/sync.h"
#include "rules/tasks.h"
#include "rules/teams.h"
#include "rules/threads.h"
#include "rules/work.h"
#include "validator/machines/notes/notes.h"

#include "trace/note_kinds.h"

namespace cts {

struct Notes::Place {
  const Here &here;
  const event::note &note;
  std::string_view construct;
  const Task *task; // the current one; after a construct never null
  PerThread &thread;

  i64 value(u32 i) const { return i < note.values.size() ? static_cast<i64>(note.values[i]) : -1; }
};

// A construct that notes may name, with the checks inside it and after it. Null: the note is
// allowed, and nothing is checked.
struct Notes::Construct {
  std::string_view name;
  void (Notes::*inside)(const Place &);
  void (Notes::*after)(const Place &);
  bool frame; // whether a function may say that its frame contains the construct
};

// This file does not check everything: machines/tasking/tasks checks at the thread's next event
// that an undeferred task has completed, and machines/target/target checks the end of a target
// region. A device may execute a target region's body. Tasks of a taskloop may be merged into those
// of another taskloop.
const Notes::Construct Notes::constructs[] = {
    {"parallel", &Notes::in_parallel, &Notes::after_region, true},
    {"teams", &Notes::in_teams, &Notes::after_region, true},
    {"task", &Notes::in_task, &Notes::in_any_task, true},
    {"taskloop", &Notes::in_task, &Notes::in_any_task, false},
    {"taskgroup", &Notes::in_taskgroup, &Notes::after_taskgroup, false},
    {"loop", &Notes::in_work, &Notes::after_work, false},
    {"sections", &Notes::in_work, &Notes::after_work, false},
    {"section", &Notes::in_work, &Notes::after_work, false},
    {"single", &Notes::in_work, &Notes::after_work, false},
    {"scope", &Notes::in_work, &Notes::after_work, false},
    {"distribute", &Notes::in_work, &Notes::after_work, false},
    {"workshare", &Notes::in_work, &Notes::after_work, false},
    {"masked", &Notes::in_masked, &Notes::after_masked, false},
    {"critical", &Notes::in_mutex, &Notes::after_mutex, false},
    {"ordered", &Notes::in_mutex, &Notes::after_mutex, false},
    {"barrier", &Notes::in_any_task, &Notes::after_barrier, false},
    {"target", nullptr, &Notes::in_any_task, false},
    {"serial", &Notes::in_any_task, &Notes::in_any_task, false},
};

namespace {

// Whether a construct of this name makes the work region. Sections may be run as a loop.
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

i64 open_taskgroups(const Task &task) {
  i64 open = 0;
  for (const OpenRegion &region : task.regions)
    open +=
        region.event == event::sync_region::event_code && region.kind == ompt_sync_region_taskgroup;
  return open;
}

} // namespace

void Notes::place(const Here &here, const event::note &e) {
  const Construct *construct = nullptr;
  for (const Construct &known : constructs)
    if (known.name == e.text)
      construct = &known;
  const auto kind = static_cast<NoteKind>(e.kind);
  if (!construct)
    return unusable(e, fmt::format("no construct is called '{}'", e.text));
  if (kind == NoteKind::frame && !construct->frame)
    return unusable(e, fmt::format("no frame is judged around '{}'", e.text));
  const auto judged = kind == NoteKind::body ? construct->inside : construct->after;
  if (kind == NoteKind::frame || !judged || !judge.promised(ompt_callback_implicit_task))
    return;
  const Place place{here, e, construct->name, here.thread.current, threads_[here.ref.thread]};
  if (place.task || kind == NoteKind::body)
    (this->*judged)(place);
}

void Notes::in_parallel(const Place &p) {
  const bool implicit = p.task && p.task->kind == Task::Kind::implicit;
  judge.require(implicit,
                [&] { return implicit_task_begin_before_body::not_begun{.place = p.note.where}; });
  if (!implicit)
    return;
  judge.require(p.task->index == p.value(0), [&] {
    return implicit_task_begin_index_is_thread_num::another_index{
        .index = p.task->index, .number = p.value(0), .place = p.note.where}
        .why("the task began here", p.task->created);
  });
  judge.require(p.task->actual == p.value(1), [&] {
    return implicit_task_begin_actual::another_size{
        .actual = p.task->actual, .threads = p.value(1), .place = p.note.where}
        .why("the task began here", p.task->created);
  });
}

void Notes::in_teams(const Place &p) {
  const Task *initial = nullptr;
  for (const auto &entered : p.here.thread.entered)
    if (const Task *t = world.tasks.find(entered.task);
        t && t->kind == Task::Kind::initial && t->parallel)
      initial = t;
  if (!initial && !judge.promised(ompt_callback_parallel_begin)) // of an unreported league
    return;
  const bool right = initial && initial->index == p.value(3) && initial->actual == p.value(4);
  judge.require(rule::teams_initial_task_per_team, right, [&]() -> Message {
    if (!initial)
      return teams_initial_task_per_team::not_begun{.place = p.note.where};
    return teams_initial_task_per_team::another_team{.index = initial->index,
                                                     .actual = initial->actual,
                                                     .team = p.value(3),
                                                     .teams = p.value(4),
                                                     .place = p.note.where};
  });
}

void Notes::in_task(const Place &p) {
  // A final or included task may be run like a plain call.
  const bool in_task = p.task && p.task->kind == Task::Kind::explicit_;
  if (p.value(5) == 0 && judge.promised(ompt_callback_task_create) &&
      judge.promised(ompt_callback_task_schedule))
    judge.require(in_task,
                  [&] { return task_create_one_per_task::none_current{.place = p.note.where}; });
}

void Notes::in_work(const Place &p) {
  if (!judge.promised(ompt_callback_work))
    return;
  const OpenRegion *work = p.task ? p.task->innermost_region(ompt_callback_work) : nullptr;
  const Rule rule =
      p.construct == "single" ? rule::single_executor_is_runner : rule::work_begin_after_encounter;
  judge.require(rule, work && fits(p.construct, work->kind), [&]() -> Message {
    if (!work)
      return shared::in_no_work{.construct = p.construct, .place = p.note.where};
    return shared::in_another_work{
        .construct = p.construct, .place = p.note.where, .work = work->kind};
  });
}

void Notes::in_masked(const Place &p) {
  if (judge.promised(ompt_callback_masked))
    judge.require(p.task && p.task->innermost_region(ompt_callback_masked),
                  [&] { return masked_pair::none_open{.place = p.note.where}; });
}

void Notes::in_taskgroup(const Place &p) {
  if (!judge.promised(ompt_callback_sync_region))
    return;
  const i64 open = p.task ? open_taskgroups(*p.task) : 0;
  p.thread.groups_before = open - 1;
  p.thread.group_task = p.task ? p.task->id : 0;
  judge.require(open > 0, [&] { return taskgroup_pair_kind::none_open{.place = p.note.where}; });
}

// The blocks of this kind that the thread is in. A less specific kind is accepted: a runtime that
// never reports this kind may report locks instead.
i64 Notes::blocks_held(const Thread &thread, u32 kind) const {
  return thread.notes.held[kind] + (specific_[kind] ? 0 : thread.notes.held[ompt_mutex_lock]);
}

void Notes::in_mutex(const Place &p) {
  if (!judge.promised(ompt_callback_mutex_acquired))
    return;
  const bool critical = p.construct == "critical";
  const Rule rule = critical ? rule::critical_sequence : rule::ordered_sequence;
  const i64 held = blocks_held(p.here.thread, critical ? ompt_mutex_critical : ompt_mutex_ordered);
  (critical ? p.thread.critical_before : p.thread.ordered_before) = held - 1;
  judge.require(rule, held >= 1, [&] {
    return shared::nothing_acquired{.construct = p.construct, .place = p.note.where};
  });
}

void Notes::in_any_task(const Place &p) {
  judge.require(p.task != nullptr, [&] {
    return initial_task_begin_after_thread_begin::not_begun{.place = p.note.where};
  });
}

void Notes::after_region(const Place &p) {
  if (!judge.promised(ompt_callback_parallel_end))
    return;
  const Parallel *open =
      p.task->open_parallel ? world.parallels.find(p.task->open_parallel) : nullptr;
  judge.require(!open || open->ended, [&] {
    return parallel_end_before_parent_resumes::still_open{
        .construct = p.construct, .place = p.note.where, .parallel = p.task->open_parallel}
        .why("the region began here", open->begin);
  });
}

void Notes::after_work(const Place &p) {
  if (!judge.promised(ompt_callback_work))
    return;
  const OpenRegion *work = p.task->innermost_region(ompt_callback_work);
  const bool single_other = p.construct == "single" && work && work->kind == ompt_work_single_other;
  judge.require(!work || (!fits(p.construct, work->kind) && !single_other), [&] {
    return work_end_after_body::still_open{.construct = p.construct, .place = p.note.where}.why(
        "the region began here", work->begin);
  });
}

void Notes::after_masked(const Place &p) {
  if (!judge.promised(ompt_callback_masked))
    return;
  const OpenRegion *masked = p.task->innermost_region(ompt_callback_masked);
  judge.require(!masked, [&] {
    return masked_pair::still_open{.place = p.note.where}.why("the region began here",
                                                              masked->begin);
  });
}

// A body noted in the same task tells which of several open taskgroups is meant.
void Notes::after_taskgroup(const Place &p) {
  if (!judge.promised(ompt_callback_sync_region) || p.thread.group_task != p.task->id)
    return;
  const i64 open = open_taskgroups(*p.task);
  judge.require(open <= p.thread.groups_before,
                [&] { return taskgroup_pair_kind::still_open{.place = p.note.where}; });
  p.thread.groups_before = open - 1; // of the group around it, whose end may be noted next
}

void Notes::after_barrier(const Place &p) {
  if (!judge.promised(ompt_callback_sync_region))
    return;
  const OpenRegion *region = p.task->innermost_region(ompt_callback_sync_region);
  judge.require(!region || !is_barrier(region->kind), [&] {
    return sync_pair::still_open{.place = p.note.where}.why("the region began here", region->begin);
  });
}

void Notes::after_mutex(const Place &p) {
  if (!judge.promised(ompt_callback_mutex_released))
    return;
  const bool critical = p.construct == "critical";
  const i64 before = critical ? p.thread.critical_before : p.thread.ordered_before;
  const Rule rule = critical ? rule::critical_sequence : rule::ordered_sequence;
  const i64 held = blocks_held(p.here.thread, critical ? ompt_mutex_critical : ompt_mutex_ordered);
  judge.require(rule, held <= std::max<i64>(before, 0), [&] {
    return shared::nothing_released{.construct = p.construct, .place = p.note.where};
  });
}

} // namespace cts
