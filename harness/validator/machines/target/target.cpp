#include "validator/machines/target/target.h"

#include "rules/general.h"
#include "rules/target.h"
#include "trace/note_kinds.h"

#include <utility>

namespace cts {

namespace {

// The name of a region in messages.
std::string name_of(u64 key, bool emi) {
  return emi ? fmt::format("R{}", key) : fmt::format("target region {}", key);
}

} // namespace

TargetRegion *Targets::find(u64 key, bool emi) {
  for (std::size_t i = open_.size(); i-- > 0;)
    if (open_[i].key == key && open_[i].emi == emi)
      return &open_[i];
  return nullptr;
}

const Rule *Targets::ended(u32 id) const {
  static constexpr Rule rules[] = {rule::target_end_last, rule::target_data_end_last};
  return ended_.contains(id) ? &rules[0] : ended_data_.contains(id) ? &rules[1] : nullptr;
}

const TargetRegion *Targets::on_thread(u32 thread) const {
  for (std::size_t i = open_.size(); i-- > 0;)
    if (open_[i].thread == thread)
      return &open_[i];
  return nullptr;
}

void Targets::operation(u32 thread, u64 word) {
  if (thread >= operations_.size())
    operations_.resize(thread + 1);
  operations_[thread] = {.word = word};
}

void Targets::operation_ends(u32 thread) {
  if (thread < operations_.size())
    operations_[thread].ended = true;
}

void Targets::judge_arguments(const Here &here, const Seen &seen) {
  judge.require(seen.endpoint == endpoint_begin || seen.endpoint == endpoint_end, [&] {
    return endpoint_in_enum::no_endpoint{.event = here.code, .endpoint = seen.endpoint};
  });
  judge.require(in_some_version(enum_kind::target, seen.kind, judge.profile()),
                [&] { return target_kind_in_enum::no_enumerator{.kind = seen.kind}; });
  // The encountering task: the current task, or the task that generated the current target task.
  const Task *current = here.thread.current;
  if (!current || !judge.promised(ompt_callback_task_schedule))
    return;
  const bool target_task = current->kind == Task::Kind::target;
  const bool right = target_task ? seen.task.id == current->parent : seen.task.id == current->id;
  judge.require(right, [&] {
    return target_context::another_task{.task = seen.task,
                                        .current = target_task ? current->parent : current->id}
        .why(target_task ? "its target task was created here" : "that task began here",
             current->created);
  });
}

void Targets::judge_target_task(const Here &here, const event::target_emi &e) {
  if (!judge.promised(ompt_callback_task_create))
    return; // the tasks are unknown
  const Task *named = world.task(e.target_task);
  const bool target_task =
      named && named->kind == Task::Kind::target && !named->has_flag(ompt_task_merged);
  judge.require(rule::target_target_task_null, e.target_task.null() || target_task, [&] {
    auto message = target_target_task_null::no_target_task{.target_task = e.target_task}.said();
    if (const Task *current = here.thread.current)
      message.why("the current task began here", current->created);
    return message;
  });
}

// The construct generates a target task, which has the events of a task construct; without nowait
// the task is included. Up to 5.2 target data generates none, and dispatches the events of target
// enter data and target exit data.
void Targets::judge_generation(const Here &here, const Seen &seen) {
  Task *current = here.thread.current;
  if (!current || !judge.promised(ompt_callback_task_create))
    return;
  Task *task =
      current->kind == Task::Kind::target ? current : world.tasks.find(current->target.generated);
  current->target.generated = 0;
  const bool told = task && !std::exchange(task->target.region, true);
  const bool generates = judge.profile() >= version::v60 || is_target_construct(seen.kind) ||
                         seen.kind == ompt_target_update || seen.kind == ompt_target_update_nowait;
  if (told)
    judge.held(rule::target_task_create);
  else if (generates && !task && !ungenerated_.valid())
    ungenerated_ = here.ref;
  if (judge.profile() >= version::v51 && task && !is_deferred(seen.kind))
    judge.require(task->has_flag(ompt_task_undeferred), [&] {
      return target_kind_nowait::deferred{.kind = seen.kind, .task = task->id}.why(
          "the target task was created here", task->created);
    });
}

void Targets::on(const Here &here, const event::task_create &e) {
  if (!(e.flags & ompt_task_target))
    return;
  tells_tasks_ = true;
  if (here.thread.current)
    here.thread.current->target.generated = e.new_task.id;
}

// The body of a target task is a target region.
void Targets::on(const Here &, const event::task_schedule &e) {
  const Task *task = e.prior_task_status == ompt_task_complete ? world.task(e.prior_task) : nullptr;
  const bool announced =
      judge.promised(ompt_callback_target) || judge.promised(ompt_callback_target_emi);
  if (!task || task->kind != Task::Kind::target || !task->started || !announced)
    return;
  judge.require(task->target.region, [&] {
    return target_task_region::no_region{.task = task->id}.why("it was created here",
                                                               task->created);
  });
}

void Targets::begin(const Here &here, const Seen &seen, u64 address) {
  judge_generation(here, seen);
  // A task in a target region meets no other target region: the region's code belongs to another
  // task.
  const Task *current = here.thread.current;
  const TargetRegion *around = on_thread(here.thread.number);
  const bool nested = around && current && around->task == current->id &&
                      seen.task.id == current->id && around->emi == seen.emi;
  judge.require(!nested, [&] {
    return target_pair::nested{.task = current->id,
                               .region = name_of(seen.key, seen.emi),
                               .open = name_of(around->key, around->emi)}
        .why("that one began here", around->begin);
  });
  // Limits the memory for a runtime that never ends its regions.
  if (open_.size() >= 4096)
    open_.erase(open_.begin());
  open_.push_back({seen.key, seen.emi, seen.kind, seen.device_num, seen.task.id,
                   current ? current->id : 0, 0, address, here.thread.number, seen.target_task,
                   here.ref});
}

// The initial task that executed the region on this thread, if any, ended before the region.
void Targets::judge_initial_task(const Here &here, const TargetRegion &region) {
  const Task *current = here.thread.current;
  if (judge.profile() < version::v60 || is_deferred(region.kind) ||
      region.thread != here.thread.number || !current || current->kind != Task::Kind::initial)
    return;
  const bool began_inside = current->created.thread == here.ref.thread &&
                            current->created.position > region.begin.position;
  judge.require(!began_inside, [&] {
    return target_end_last::initial_task_open{.region = name_of(region.key, region.emi),
                                              .task = current->id}
        .why("the region began here", region.begin)
        .why("the initial task began here", current->created);
  });
}

// The region's device is ready, and no initial task was created there: the host may have executed
// the region instead.
void Targets::judge_launch(const TargetRegion &region) {
  const bool told = judge.promised(ompt_callback_target_submit) ||
                    judge.promised(ompt_callback_target_submit_emi);
  if (!told || !tells_launches_ || !is_target_construct(region.kind) ||
      !devices_.live(region.device_num))
    return;
  judge.require(region.submits != 0, [&] {
    return submit_count::none{.region = name_of(region.key, region.emi),
                              .device = region.device_num}
        .why("the region began here", region.begin)
        .as_remark();
  });
}

void Targets::end(const Here &here, const Seen &seen) {
  std::size_t at = open_.size();
  for (std::size_t i = open_.size(); i-- > 0 && at == open_.size();)
    if (open_[i].key == seen.key && open_[i].emi == seen.emi)
      at = i;
  if (at == open_.size()) {
    judge.violated([&] {
      auto message = target_pair::not_open{.region = name_of(seen.key, seen.emi)}.said();
      if (const TargetRegion *open = on_thread(here.thread.number))
        message.why("this thread is in the region that began here", open->begin);
      return message;
    });
    return;
  }
  const TargetRegion region = open_[at];
  const bool same = region.kind == seen.kind && region.device_num == seen.device_num &&
                    region.task == seen.task.id && same_word(region.target_task, seen.target_task);
  judge.require(same, [&] {
    return target_pair::differs{.region = name_of(seen.key, seen.emi),
                                .kind = seen.kind,
                                .device = seen.device_num,
                                .task = seen.task,
                                .target_task = seen.target_task,
                                .begun_kind = region.kind,
                                .begun_device = region.device_num,
                                .begun_task = region.task,
                                .begun_target_task = region.target_task}
        .why("it began here", region.begin);
  });
  judge_initial_task(here, region);
  judge_launch(region);
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
  if (seen.emi)
    (is_target_construct(seen.kind) ? ended_ : ended_data_).add(static_cast<u32>(seen.key));
  if (seen.emi && seen.kind == ompt_target_nowait && judge.profile() >= version::v60)
    moves_data_later_.add(static_cast<u32>(seen.key));
}

void Targets::on(const Here &here, const event::target &e) {
  const Seen seen{e.target_id, false, e.kind, e.endpoint, e.device_num, e.task, {}};
  judge_arguments(here, seen);
  if (e.endpoint == endpoint_end) {
    end(here, seen);
    return;
  }
  const bool fresh = e.target_id != 0 && numbers_.add(e.target_id);
  judge.require(rule::target_id_unique, fresh, [&]() -> Message {
    if (e.target_id)
      return target_id_unique::number_twice{.number = e.target_id};
    return target_id_unique::zero{};
  });
  begin(here, seen, 0);
}

void Targets::on(const Here &here, const event::target_emi &e) {
  const Seen seen{e.target.id, true, e.kind, e.endpoint, e.device_num, e.task, e.target_task};
  judge_arguments(here, seen);
  judge_target_task(here, e);
  if (e.endpoint == endpoint_end) {
    const TargetRegion *open = on_thread(here.thread.number);
    const bool ours = judge.require(rule::target_data_none, e.target.ours(), [&] {
      auto message = target_data_none::at_end{.target = e.target}.said();
      if (open)
        message.why("the region began here", open->begin);
      return message;
    });
    if (ours)
      end(here, seen);
    return;
  }
  const bool fresh = !e.target.null() && e.target.value == 0;
  judge.require(rule::target_data_none, fresh, [&]() -> Message {
    if (e.target.null())
      return target_data_none::null{};
    return target_data_none::not_none{.word = e.target.value};
  });
  if (e.target.ours())
    begin(here, seen, e.target.address);
}

void Targets::on(const Here &here, const event::probe_target &e) {
  if (e.asked == event::target::event_code || e.asked == event::target_emi::event_code)
    return; // at its very edges a region is inside or outside
  const TargetRegion *region = on_thread(here.thread.number);
  if (!region) {
    // A kernel that this thread executes for a host device belongs to a region of another thread.
    const bool announced =
        judge.promised(ompt_callback_target) || judge.promised(ompt_callback_target_emi);
    if (open_.empty() && announced)
      judge.require(e.result == 0,
                    [&] { return target_info_outside::outside{.result = e.result}; });
    return;
  }
  const u64 word = region->emi ? identifier_word(static_cast<u32>(region->key)) : region->key;
  const Started started =
      here.thread.number < operations_.size() ? operations_[here.thread.number] : Started{};
  // The callback of an operation's end has the identifier as an argument, and so may the answer.
  const bool at_end = e.asked == event::target_data_op_emi::event_code ||
                      e.asked == event::target_submit_emi::event_code;
  const u64 operation = started.ended && !at_end ? 0 : started.word;
  const bool inside = e.result == 1;
  // 6.0 has a different third argument.
  const bool same_operation =
      judge.profile() >= version::v60 || e.host_op_id == operation || e.host_op_id == 0;
  const bool right = inside &&
                     e.device_num == static_cast<u64>(static_cast<i64>(region->device_num)) &&
                     e.target_id == word && same_operation;
  judge.require(rule::target_info_inside, right, [&] {
    auto message =
        inside
            ? Message(target_info_inside::another_answer{.device = static_cast<i64>(e.device_num),
                                                         .target = e.target_id,
                                                         .operation = e.host_op_id,
                                                         .expected_device = region->device_num,
                                                         .expected_target = word,
                                                         .expected_operation = operation})
            : Message(target_info_inside::not_inside{.result = e.result});
    return message.why("the region began here", region->begin);
  });
}

// The program notes that it has left a target region that is not deferred.
void Targets::on(const Here &here, const event::note &e) {
  const bool announced =
      judge.promised(ompt_callback_target) || judge.promised(ompt_callback_target_emi);
  if (static_cast<NoteKind>(e.kind) != NoteKind::after || e.text != "target" || !announced ||
      !here.thread.current)
    return;
  const TargetRegion *open = on_thread(here.thread.number);
  judge.require(!open || open->task != here.thread.current->id, [&] {
    return target_pair::still_open{.place = e.where, .open = name_of(open->key, open->emi)}.why(
        "the region began here", open->begin);
  });
}

void Targets::on(const Here &, const event::tool_finalize &) {
  // A runtime that reports no target tasks at all is judged only by programs that count them.
  if (tells_tasks_ && ungenerated_.valid())
    judge.violated([&] { return target_task_create::no_task{}.at(ungenerated_); });
  for (const TargetRegion &region : open_)
    judge.violated([&] {
      return target_pair::unended{.region = name_of(region.key, region.emi)}.at(region.begin);
    });
  open_.clear();
}

} // namespace cts
