// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/identity.h"

#include "rules/identity.h"

namespace cts {
namespace {

char letter_of(Entity entity) { return entity == Entity::parallel ? 'P' : 'T'; }

} // namespace

void Identity::complain_unreadable(const Here &here, const char *field, const Data &d) {
  judge.violated(rule::data_pointer_rules, [&] {
    return Message("{} of {} points to {:#x}, which cannot be read", field, event::label(here.code),
                   d.address);
  });
}

void Identity::judge_ref(const Here &here, const char *field, Entity entity, const Ref &r) {
  const bool alive = entity == Entity::task ? world.task(r) || world.ends_later(r.id)
                                            : world.parallel(r) != nullptr;
  judge.require(rule::data_dead_entity, alive, [&] {
    const bool other = world.task(r) || world.parallel(r);
    const bool ended = !other && world.created.contains(r.id);
    Message message("{} of {} names {}{}, which {}", field, event::label(here.code),
                    letter_of(entity), r.id,
                    other   ? "is something else"
                    : ended ? "has ended"
                            : "never began");
    // A task of a taskgraph may be executed again: which events that has is unspecified (14.3).
    message.remark = ended && here.code == event::task_schedule::event_code &&
                     judge.profile() >= ompt_abi::version::v60;
    return message;
  });
}

void Identity::creates(const Here &here, Entity entity, const New &n) {
  world.created.add(n.id);
  const u32 held = is_identifier_word(n.value) ? static_cast<u32>(n.value) : 0;
  const Task *task = held ? world.tasks.find(held) : nullptr;
  const Parallel *region = held ? world.parallels.find(held) : nullptr;
  judge.require(rule::data_unique_storage, !task && !region, [&] {
    return Message("{} gives {}{} the word at {:#x}, which {}{} uses", event::label(here.code),
                   letter_of(entity), n.id, n.address, task ? 'T' : 'P', held)
        .why("that word came into use here", task ? task->created : region->begin);
  });
}

} // namespace cts
