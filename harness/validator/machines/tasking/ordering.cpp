#include "validator/machines/tasking/ordering.h"

#include "rules/dependences.h"
#include "rules/schedule.h"
#include "rules/tasks.h"

namespace cts {

namespace {

constexpr std::size_t suspicions_kept = 256;
constexpr std::size_t untold_kept = 4096;

u64 key_of(u32 parent, u64 address) { return address * 0x9E3779B97F4A7C15u + parent; }

constexpr u64 all_memory = 0; // in place of a variable's address

bool names_all_memory(u32 type) {
  return type == ompt_dependence_type_out_all_memory ||
         type == ompt_dependence_type_inout_all_memory;
}

bool writes(u32 type) {
  return type == ompt_dependence_type_out || type == ompt_dependence_type_inout ||
         names_all_memory(type);
}

// Tasks of one set do not depend on each other.
bool conflict(u32 before, u32 after) { return before != after || writes(before) || writes(after); }

bool names_variable(u32 type) {
  switch (type) {
  case ompt_dependence_type_in:
  case ompt_dependence_type_out:
  case ompt_dependence_type_inout:
  case ompt_dependence_type_mutexinoutset:
  case ompt_dependence_type_inoutset:
    return true;
  default:
    return names_all_memory(type); // else an iteration
  }
}

} // namespace

// The thread that created the task continues with another action.
void Ordering::settles(const Here &here) {
  if (Announced *mine = announced_.find(here.thread.ordering.announced))
    mine->settled = here.time;
  here.thread.ordering.announced = 0;
}

void Ordering::reported(u32 sink) {
  if (Announced *mine = announced_.find(sink))
    mine->reported = true;
  std::erase_if(untold_, [&](const Untold &untold) { return untold.task == sink; });
}

void Ordering::judge_reported(const Here &here, const Task &task, const Announced &mine) {
  if (!mine.unfulfilled || !judge.promised(ompt_callback_task_dependence))
    return;
  judge.held(rule::task_dependence_reported);
  if (!mine.reported && untold_.size() < untold_kept)
    untold_.push_back({task.id, mine.unfulfilled, task.created, here.ref});
}

void Ordering::at_end() {
  for (const Untold &untold : untold_)
    judge.violated(rule::task_dependence_reported, [&] {
      return task_dependence_reported::none{.task = untold.task, .antecedent = untold.antecedent}
          .at(untold.started)
          .why("the dependent task was created here", untold.created);
    });
}

void Ordering::announces(const Here &here, const Task &task, const List &deps) {
  Announced &mine = announced_[task.id];
  for (u32 i = 0; i + 1 < deps.size(); i += 2) {
    const u32 type = static_cast<u32>(deps[i + 1]);
    const bool everything = names_all_memory(type);
    const u64 address = everything ? all_memory : deps[i];
    if (!names_variable(type) || (!address && !everything))
      continue;
    const auto depends_on = [&](const Variable &variable) {
      for (const auto &user : variable.users)
        if (user.task != task.id && conflict(user.type, type))
          mine.antecedents.push_back(user.task);
    };
    if (everything)
      variables_.for_each([&](Variable &variable) {
        if (variable.parent != task.parent)
          return;
        depends_on(variable);
        variable.users.clear();
        variable.looked_through = 0;
      });
    else if (const Variable *all = variables_.find(key_of(task.parent, all_memory)))
      depends_on(*all);
    const u64 key = key_of(task.parent, address);
    Variable &variable = variables_[key];
    if (variable.references == 0) {
      variable.users.clear();
      variable.parent = task.parent;
      variable.address = address;
    } else if (variable.parent != task.parent || variable.address != address) {
      continue; // two variables with one key: of the second nothing is known
    }
    if (variable.users.size() > 2 * variable.looked_through + 8) {
      std::erase_if(variable.users, [&](const auto &user) {
        const Task *other = world.tasks.find(user.task);
        return !other || other->retired;
      });
      variable.looked_through = static_cast<u32>(variable.users.size());
    }
    depends_on(variable);
    // A task that depends on a writer depends on everything before that writer.
    if (writes(type)) {
      variable.users.clear();
      variable.looked_through = 0;
    }
    variable.users.push_back({task.id, type});
    ++variable.references;
    mine.variables.push_back(key);
    if (type == ompt_dependence_type_mutexinoutset)
      mine.exclusive.push_back(key);
  }
  // A task that generates an undeferred task waits for the dependences of that task.
  if (task.kind != Task::Kind::explicit_ || task.has_flag(ompt_task_undeferred))
    return;
  for (const u32 id : mine.antecedents) {
    const Task *antecedent = world.tasks.find(id);
    Announced *theirs = announced_.find(id);
    if (!antecedent || !theirs || antecedent->started || antecedent->retired ||
        antecedent->kind != Task::Kind::explicit_)
      continue;
    theirs->dependents.push_back(task.id);
    here.thread.ordering.announced = task.id;
  }
}

void Ordering::starts(const Here &here, const Task &task) {
  const Announced *mine = announced_.find(task.id);
  if (!mine)
    return;
  judge_reported(here, task, *mine);
  for (const u32 id : mine->dependents)
    if (Announced *dependent = announced_.find(id);
        dependent && dependent->settled && here.time > dependent->settled + uncertainty)
      dependent->unfulfilled = task.id;
  const Rule rule = task.kind == Task::Kind::taskwait ? rule::taskwait_complete_schedule
                                                      : rule::task_schedule_dependence_respected;
  if (!mine->antecedents.empty())
    judge.held(rule);
  for (const u32 id : mine->antecedents)
    if (Task *antecedent = world.tasks.find(id))
      suspect(here, rule, *antecedent, task);
  for (const u64 key : mine->exclusive) {
    const Variable *variable = variables_.find(key);
    judge.held(rule::task_schedule_mutex_respected);
    if (!variable)
      continue;
    for (const auto &user : variable->users) {
      Task *other = user.task != task.id && user.type == ompt_dependence_type_mutexinoutset
                        ? world.tasks.find(user.task)
                        : nullptr;
      if (other && other->started)
        suspect(here, rule::task_schedule_mutex_respected, *other, task);
    }
  }
}

void Ordering::suspect(const Here &here, Rule rule, Task &antecedent, const Task &dependent) {
  // The runtime need not report the fulfillment of a detached task, and a discarded task is over.
  if (antecedent.retired || antecedent.state == Task::State::detached)
    return;
  const Suspicion suspicion{rule, antecedent.id, dependent.id, here.ref, here.time};
  // The task is suspended on this thread, so the report of its completion cannot be merely late.
  if (antecedent.started && antecedent.thread == here.thread.number)
    report(suspicion, antecedent, antecedent.last);
  else if (suspicions_.size() < suspicions_kept) {
    suspicions_.push_back(suspicion);
    antecedent.suspected = true;
  }
}

void Ordering::goes_on(const Here &here, Task &task) {
  bool left = false;
  for (std::size_t i = 0; i < suspicions_.size();) {
    const Suspicion suspicion = suspicions_[i];
    const bool proven = suspicion.antecedent == task.id && here.time > suspicion.time + uncertainty;
    left |= suspicion.antecedent == task.id && !proven;
    if (!proven) {
      ++i;
      continue;
    }
    suspicions_.erase(suspicions_.begin() + static_cast<std::ptrdiff_t>(i));
    report(suspicion, task, here.ref);
  }
  task.suspected = left;
}

void Ordering::report(const Suspicion &suspicion, const Task &antecedent, EventRef proof) {
  judge.violated(suspicion.rule, [&] {
    const u64 task = suspicion.dependent, other = antecedent.id;
    namespace dependence = task_schedule_dependence_respected;
    return (suspicion.rule == rule::task_schedule_mutex_respected
                ? Message(
                      task_schedule_mutex_respected::while_executing{.task = task, .other = other})
            : suspicion.rule == rule::taskwait_complete_schedule
                ? Message(taskwait_complete_schedule::before_antecedent{.task = task,
                                                                        .antecedent = other})
                : Message(dependence::before_antecedent{.task = task, .antecedent = other}))
        .at(suspicion.started)
        .why("that task was created here", antecedent.created)
        .why("and is not complete here", proof);
  });
}

void Ordering::completes(const Task &task) {
  if (task.suspected)
    std::erase_if(suspicions_,
                  [&](const Suspicion &suspicion) { return suspicion.antecedent == task.id; });
  const Announced *mine = announced_.find(task.id);
  if (!mine)
    return;
  for (const u64 key : mine->variables)
    if (Variable *variable = variables_.find(key); variable && --variable->references == 0)
      variables_.erase(key);
  announced_.erase(task.id);
}

} // namespace cts
