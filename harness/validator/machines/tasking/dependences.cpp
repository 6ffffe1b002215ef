#include "validator/machines/tasking/dependences.h"

#include "rules/dependences.h"
#include "rules/tasks.h"

namespace cts {

namespace {

bool is_doacross(u32 type) {
  return type == ompt_dependence_type_source || type == ompt_dependence_type_sink;
}

u32 type_at(const List &deps, u32 entry) { return static_cast<u32>(deps[2 * entry + 1]); }

// Tasks with such a dependence form a set, which a runtime may merge into one antecedent. Up to 5.2
// omp_all_memory may have an ordinary type and the address NULL.
bool forms_a_set(const List &deps) {
  if (deps.size() == list_limit)
    return true;
  for (u32 i = 0; i < deps.size() / 2; ++i)
    if (const u32 type = type_at(deps, i);
        !deps[2 * i] || (type != ompt_dependence_type_out && type != ompt_dependence_type_inout))
      return true;
  return false;
}

// No two list items of a depend clause are at the address NULL.
bool lacks_addresses(const List &deps) {
  bool none = deps.size() >= 4;
  for (u32 i = 0; i < deps.size() / 2; ++i)
    none &= !deps[2 * i] && !is_doacross(type_at(deps, i));
  return none;
}

} // namespace

void Dependences::judge_list(const event::dependences &e, const Task *task) {
  for (u32 i = 0; i < e.deps.size() / 2; ++i) {
    const u32 type = type_at(e.deps, i);
    judge.require(in_some_version(enum_kind::dependence_type, type, judge.profile()), [&] {
      return dependences_type_in_enum::no_enumerator{.index = i + 1, .type = type};
    });
  }
  // The recorder keeps only the beginning of a long list.
  const bool whole = e.ndeps > 0 && (e.deps.size() == 2 * static_cast<u32>(e.ndeps) ||
                                     e.deps.size() == list_limit);
  const bool none =
      e.ndeps == 0 && (task ? !task->has_dependences : !judge.promised(ompt_callback_task_create));
  judge.require(rule::dependences_ndeps_positive,
                none || (whole && (!task || task->has_dependences)), [&]() -> Message {
                  using namespace dependences_ndeps_positive;
                  if (whole)
                    return not_announced{.task = task->id};
                  return another_length{.ndeps = e.ndeps, .entries = e.deps.size() / 2};
                });
}

// All vectors of a loop have one element for each doacross-affected loop.
void Dependences::judge_vector(const Here &here, const event::dependences &e, Rule rule) {
  Task *task = here.thread.current;
  const std::size_t index = task ? task->innermost(ompt_callback_work) : Task::none;
  if (index == Task::none || !is_loop(task->regions[index].kind))
    return;
  OpenRegion &loop = task->regions[index];
  SharedWork *of_team = teams_.shared(*task, loop.position);
  i32 &vector = of_team ? of_team->vector : loop.work.vector;
  if (vector == 0)
    vector = e.ndeps;
  judge.require(rule, e.ndeps == vector, [&] {
    return shared::another_vector{.task = task->id, .ndeps = e.ndeps, .before = vector}.why(
        "the loop began here", loop.begin);
  });
}

void Dependences::doacross(const Here &here, const event::dependences &e) {
  judge_list(e, nullptr);
  const u32 type = type_at(e.deps, 0);
  const Rule rule =
      type == ompt_dependence_type_source ? rule::doacross_source : rule::doacross_sink;
  bool same = true;
  for (u32 i = 1; i < e.deps.size() / 2; ++i)
    same &= type_at(e.deps, i) == type;
  judge.require(rule, same, [&] { return shared::several_types{.type = type}; });
  judge_vector(here, e, rule);
  // Up to 5.0 the specification names a generated task, but there is none.
  if (judge.profile() == version::v50)
    return;
  const bool current = here.thread.current && e.task.id == here.thread.current->id;
  judge.require(current, [&] {
    return dependences_task_data::other_is_current{
        .type = type,
        .named = e.task,
        .thread = here.thread.number,
        .current = here.thread.current ? here.thread.current->id : 0};
  });
}

void Dependences::on(const Here &here, const event::dependences &e) {
  u32 created = here.thread.just_created;
  here.thread.just_created = 0;
  // 5.0: a taskwait with depend clauses creates no task, and no other event tells its beginning.
  const Task *current = here.thread.current;
  const bool of_current = current ? e.task.id == current->id : !e.task.ours();
  if (judge.profile() == version::v50 && !judge.promised(ompt_callback_sync_region) && of_current)
    created = 0;
  // The body of an ordered loop may reach an ordered construct just after it created a task.
  if ((!created || of_current) && e.deps.size() >= 2 && is_doacross(type_at(e.deps, 0))) {
    doacross(here, e);
    return;
  }
  Task *task = world.task(e.task);
  if (created) {
    judge.held(rule::dependences_after_create);
    judge.require(e.task.id == created, [&] {
      return dependences_task_data::another_task{.task = e.task, .created = created}.why(
          "it was created here",
          world.tasks.find(created) ? world.tasks.find(created)->created : EventRef{});
    });
    task = world.tasks.find(created);
  } else {
    // 5.0: a taskwait with depend clauses creates no task.
    const bool taskwait = judge.profile() == version::v50 && task && task == here.thread.current;
    const bool told = judge.profile() > version::v50 || judge.promised(ompt_callback_implicit_task);
    if (judge.promised(ompt_callback_task_create) && told)
      judge.require(taskwait, [&] { return dependences_after_create::apart{.task = e.task}; });
    if (taskwait)
      task = nullptr;
  }
  judge_list(e, task);
  if (!task)
    return;
  task->dependences.announced = true;
  for (u32 i = 0; i < e.deps.size() / 2; ++i)
    judge.require(!is_doacross(type_at(e.deps, i)), [&] {
      return dependences_list::of_doacross{
          .index = i + 1, .task = e.task, .type = type_at(e.deps, i)};
    });
  judge.require(rule::dependences_list, !lacks_addresses(e.deps), [&] {
    return dependences_list::no_addresses{.entries = e.deps.size() / 2, .task = e.task};
  });
  if (Task *parent = world.tasks.find(task->parent); parent && forms_a_set(e.deps))
    parent->dependences.sets = true;
  if (!task->started && !task->retired)
    ordering_.announces(here, *task, e.deps);
}

// Both tasks of a reported dependence must have dependences and must have reported their lists. A
// task's creation alone does not prove a dependence: an iterator's list may be empty.
void Dependences::judge_known(const Task &task) {
  judge.require(task.has_dependences, [&] {
    return task_create_has_dependences::not_announced{.task = task.id}.why("it was created here",
                                                                           task.created);
  });
  if (judge.promised(ompt_callback_dependences))
    judge.require(task.dependences.announced, [&] {
      return dependences_ndeps_positive::no_list{.task = task.id}.why("it was created here",
                                                                      task.created);
    });
}

void Dependences::on(const Here &here, const event::task_dependence &e) {
  ordering_.reported(e.sink_task.id);
  const Task *sink = world.task(e.sink_task);
  if (e.src_task.null()) {
    const Task *parent = sink ? world.tasks.find(sink->parent) : nullptr;
    if (parent && judge.promised(ompt_callback_dependences) && judge.profile() < version::v60)
      judge.require(rule::task_dependence_distinct, parent->dependences.sets, [&] {
        return task_dependence_distinct::no_source{.sink = e.sink_task}.why(
            "the dependent task was created here", sink->created);
      });
    return;
  }
  const Task *source = world.task(e.src_task);
  // The thread that saw the dependence may report it after another thread completed the source and
  // began or completed the dependent task. A task that it completed itself it saw completed.
  const u32 me = here.ref.thread;
  const auto known = [&](const Task *task, const Data &word) {
    return task || (world.dead(word) && !world.ended_on(word.id, me));
  };
  const bool both_known = known(source, e.src_task) && known(sink, e.sink_task);
  const bool ahead =
      !sink || (sink->started ? sink->first_thread != here.thread.number : !sink->retired);
  judge.require(rule::task_dependence_distinct,
                both_known && e.src_task.id != e.sink_task.id && ahead, [&] {
                  using namespace task_dependence_distinct;
                  Message message =
                      !both_known ? Message(unknown_task{.source = e.src_task, .sink = e.sink_task})
                      : e.src_task.id == e.sink_task.id
                          ? Message(itself{.task = e.sink_task})
                          : Message(started{.sink = e.sink_task, .source = e.src_task});
                  if (sink)
                    message.why("the dependent task's last event is here", sink->last);
                  return message;
                });
  if (source != sink) {
    if (source)
      judge_known(*source);
    if (sink)
      judge_known(*sink);
  }
  judge_pair(source ? world.remembered(*source) : world.ended(e.src_task.id),
             sink ? world.remembered(*sink) : world.ended(e.sink_task.id));
}

// The tasks may have ended. Nothing is known of a task that has no identifier.
void Dependences::judge_pair(const World::Ended &source, const World::Ended &sink) {
  if (!source.id || !sink.id || source.id == sink.id)
    return;
  // Transparent tasks pass dependences on.
  constexpr u32 transparent = ompt_task_importing | ompt_task_exporting;
  const Task *of_sink = world.tasks.find(sink.parent);
  const Task *of_source = world.tasks.find(source.parent);
  const u32 flags = source.flags | sink.flags | (of_sink ? of_sink->flags : 0) |
                    (of_source ? of_source->flags : 0);
  const bool unknown = !of_sink || !of_source; // over, with unknown exports
  if (judge.profile() >= version::v60 && (unknown || (flags & transparent)))
    return;
  if (!source.parent != !sink.parent)
    return; // no event reported the task that generated one of them
  judge.require(source.parent == sink.parent, [&] {
    return task_dependence_siblings::no_siblings{
        .source = source.id, .parent = source.parent, .sink = sink.id, .other_parent = sink.parent}
        .why("the antecedent was created here", source.created)
        .why("the dependent task was created here", sink.created);
  });
  if (source.parent != sink.parent || source.created.thread != sink.created.thread)
    return;
  judge.require(source.created.position < sink.created.position, [&] {
    return task_dependence_order::generated_later{.sink = sink.id, .source = source.id}
        .why("the dependent task was created here", sink.created)
        .why("the antecedent was created here", source.created);
  });
}

} // namespace cts
