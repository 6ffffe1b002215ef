// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds of every identifier, whatever the event: a word that the checker wrote names something
// alive, and a new thing gets a word that no live thing uses (catalogue file data). Addresses prove
// nothing here: a runtime may move a live word and use its place again.
#pragma once

#include "validator/machines/machine.h"

namespace cts {

class Identity : Machine {
public:
  Identity(Judge &judge, World &world) : Machine(judge, world) {}

  // False if the event names an entity whose creation has not been read yet: another thread's
  // stream must be read on first.
  template <class E> bool ready(const E &e) const {
    Ready check{world};
    E::visit(e, check);
    return check.yes;
  }
  // Judges the event's words, and marks what it creates as existing.
  template <class E> void look(const Here &here, const E &e) {
    E::visit(e, Looker{*this, here});
    (void)here;
  }

private:
  struct Ready {
    const World &world;
    bool yes = true;
    void num(const char *, auto) {}
    void hex(const char *, u64) {}
    void enumeration(const char *, event::Enumeration, u32) {}
    void flags(const char *, event::Enumeration, u32) {}
    void ref(const char *, Entity entity, const Ref &r) {
      if (r.id && (entity == Entity::task || entity == Entity::parallel) && !world.task(r) &&
          !world.parallel(r) && !world.created.contains(r.id))
        yes = false;
    }
    void created(const char *, Entity, const New &) {}
    void frame(const char *, const Frame &) {}
    void text(const char *, std::string_view) {}
    void list(const char *, const List &) {}
  };
  struct Looker {
    Identity &self;
    const Here &here;
    bool begins = true;
    void num(const char *, auto) {}
    void hex(const char *, u64) {}
    void enumeration(const char *, event::Enumeration set, u32 v) {
      if (set == event::Enumeration::scope_endpoint)
        begins = v != endpoint_end;
    }
    void flags(const char *, event::Enumeration, u32) {}
    void ref(const char *name, Entity entity, const Ref &r) {
      // The source of a dependence may complete while another thread tells of the dependence.
      const bool may_be_over = here.code == ompt_abi::ompt_callback_task_dependence;
      if (r.id && (entity == Entity::task || entity == Entity::parallel) && !may_be_over)
        if (self.judge.broken(Rule::data_dead_entity, self.alive(entity, r)))
          self.complain(here, name, entity, r);
    }
    void created(const char *, Entity entity, const New &n) {
      if (n.id && begins && (entity == Entity::task || entity == Entity::parallel))
        self.creates(here, entity, n);
      else if (n.id && begins)
        self.world.created.add(n.id);
    }
    void frame(const char *, const Frame &) {}
    void text(const char *, std::string_view) {}
    void list(const char *, const List &) {}
  };

  bool alive(Entity entity, const Ref &r) const {
    return entity == Entity::task ? world.task(r) || world.ends_later(r.id)
                                  : world.parallel(r) != nullptr;
  }
  void complain(const Here &here, const char *field, Entity entity, const Ref &r);
  void creates(const Here &here, Entity entity, const New &n);
};

} // namespace cts
