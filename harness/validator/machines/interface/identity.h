// The rules of every identifier, in any event: a word that the checker wrote names a live object,
// and a new object gets a word that no live object uses (catalogue file data). Addresses prove
// nothing here: a runtime may move a live word and reuse its place.
#pragma once

#include "rules/identity.h"
#include "validator/machines/machine.h"

#include <utility>

namespace cts {

class Identity : Machine {
public:
  explicit Identity(const Context &context) : Machine(context) {}

  // False if the event names an object whose creation has not been read yet: another thread's
  // stream must be read first.
  template <class E> bool ready(const E &e) {
    Ready check{world};
    E::visit(e, check);
    all_alive_ = check.all_alive;
    return check.yes;
  }
  // The word that ompt_get_parallel_info or ompt_get_task_info gave.
  void on(const Here &here, const event::probe_parallel &e) {
    if (e.result == 2 && e.parallel.unreadable())
      complain_unreadable(here, "parallel_data", e.parallel);
  }
  void on(const Here &here, const event::probe_task &e) {
    if (e.result != 2)
      return;
    if (e.level == 0)
      world.names(here.thread, e.task.id);
    if (e.parallel.unreadable())
      complain_unreadable(here, "parallel_data", e.parallel);
    if (e.task.unreadable())
      complain_unreadable(here, "task_data", e.task);
  }
  // Judges the words of the event last given to ready(), and marks the objects that it creates as
  // existing.
  template <class E> void callback(const Here &here, const E &e) {
    E::visit(e, Looker{*this, here});
  }

private:
  struct Ready {
    const World &world;
    bool yes = true, all_alive = true;
    void num(const char *, auto) {}
    void hex(const char *, u64) {}
    void enumeration(const char *, event::Enumeration, u32) {}
    void flags(const char *, event::Enumeration, u32) {}
    [[gnu::always_inline]] void ref(const char *, Entity entity, const Ref &r) {
      if (!r.id || (entity != Entity::task && entity != Entity::parallel))
        return;
      if (entity == Entity::task ? world.task(r) != nullptr : world.parallel(r) != nullptr)
          [[likely]]
        return;
      all_alive = false;
      yes = yes && is_known(world, r);
    }
    void created(const char *, Entity, const New &) {}
    void frame(const char *, const Frame &) {}
    void text(const char *, std::string_view) {}
    void list(const char *, const List &) {}
  };
  struct Looker {
    Identity &self;
    const Here &here;
    bool begins = true, first_task = true; // the first one that it names is the current one
    void num(const char *, auto) {}
    void hex(const char *, u64) {}
    void enumeration(const char *, event::Enumeration set, u32 v) {
      if (set == event::Enumeration::scope_endpoint)
        begins = v != endpoint_end;
    }
    void flags(const char *, event::Enumeration, u32) {}
    [[gnu::always_inline]] void ref(const char *name, Entity entity, const Ref &r) {
      if (entity == Entity::task && std::exchange(first_task, false))
        self.world.names(here.thread, r.id);
      if (r.unreadable()) [[unlikely]]
        self.complain_unreadable(here, name, r);
      if (!r.id || (entity != Entity::task && entity != Entity::parallel) ||
          may_name_the_dead(here, r))
        return;
      if (self.all_alive_) [[likely]]
        self.judge.held(rule::data_dead_entity);
      else
        self.judge_ref(here, name, entity, r);
    }
    void created(const char *name, Entity entity, const New &n) {
      if (n.unreadable()) [[unlikely]]
        self.complain_unreadable(here, name, n);
      if (n.id)
        self.judge.held(rule::data_pointer_rules);
      if (!begins && entity == Entity::task)
        self.world.names(here.thread, n.id);
      if (n.id && begins && (entity == Entity::task || entity == Entity::parallel))
        self.creates(here, entity, n);
      else if (n.id && begins)
        self.world.created.add(n.id);
    }
    void frame(const char *, const Frame &) {}
    void text(const char *, std::string_view) {}
    void list(const char *, const List &) {}
  };
  static bool is_known(const World &world, const Ref &r);
  [[gnu::cold]] void complain_unreadable(const Here &here, const char *field, const Data &d);
  // Whether the event may name a completed task, because the specification does not order the event
  // and that task's end.
  static bool may_name_the_dead(const Here &here, const Ref &r) {
    switch (here.code) {
    case ompt_abi::ompt_callback_task_dependence: // antecedent and dependent task may both run
    case ompt_abi::ompt_callback_target:          // deferred: the task that encountered it goes on
    case ompt_abi::ompt_callback_target_emi:
      return true;
    case ompt_abi::ompt_callback_task_schedule:
      return r.id == here.thread.schedule.gone;
    default:
      return false;
    }
  }
  void judge_ref(const Here &here, const char *field, Entity entity, const Ref &r);
  void creates(const Here &here, Entity entity, const New &n);

  bool all_alive_ = false; // all entities of the event are alive and of the right kind
};

} // namespace cts
